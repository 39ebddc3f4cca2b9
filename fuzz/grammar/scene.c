/* Scenes about the screen: modes in nested use, other screens, shells, progress. */
#include "grammar/write.h"

/* --- Nests -------------------------------------------------------------------------- */

static const struct {
    const char *open, *close;
} nests[] = {
    { "\x1B[?6h", "\x1B[?6l" },
    { "\x1B[?7l", "\x1B[?7h" },
    { "\x1B[4h", "\x1B[4l" },
    { "\x1B[20h", "\x1B[20l" },
    { "\x1B[?45h", "\x1B[?45l" },
    { "\x1B[?1045h", "\x1B[?1045l" },
    { "\x1B[?2027h", "\x1B[?2027l" },
    { "\0337", "\0338" },
    { "\x1B[s", "\x1B[u" },
    { "\x1B[1\"q", "\x1B[0\"q" },
    { "\x1B(0", "\x1B(B" },
    { "\x1B)0\x0E", "\x0F" },
    { "\x1B[?5h", "\x1B[?5l" },
    { "\x1B[?25l", "\x1B[?25h" },
    { "\x1B[?1049h", "\x1B[?1049l" },
    { "\x1B[?1048h", "\x1B[?1048l" },
    { "\x1B]8;;http://example.org/n\x1B\\", "\x1B]8;;\x1B\\" },
    { "\x1B[22;0t", "\x1B[23;0t" },
    { "\x1B[41m", "\x1B[m" },
};

static void
open_margins(struct grammar *g)
{
    uint32_t numbers[2];
    numbers[0] = dice_between(&g->dice, 1, (g->rows + 1) / 2);
    numbers[1] = dice_between(&g->dice, (g->rows + 1) / 2, g->rows);
    write_filled(g, "\x1B[#;#r", numbers);
}

static void
open_side_margins(struct grammar *g)
{
    uint32_t numbers[2];
    numbers[0] = dice_between(&g->dice, 1, (g->cols + 1) / 2);
    numbers[1] = dice_between(&g->dice, (g->cols + 1) / 2, g->cols);
    write_filled(g, "\x1B[?69h\x1B[#;#s", numbers);
}

static void
write_inner_pieces(struct grammar *g, uint32_t most)
{
    uint32_t count = dice_between(&g->dice, 1, most);
    for (uint32_t i = 0; i < count; i++)
        write_inner(g);
}

/* Now and then what was opened stays so. */
static void
close_with(struct grammar *g, const char *text)
{
    if (!dice_chance(&g->dice, 150))
        write_text(g, text);
}

void
write_nest(struct grammar *g)
{
    uint32_t which = dice_roll(&g->dice, GRAMMAR_COUNT_OF(nests) + 4);
    if (which < GRAMMAR_COUNT_OF(nests)) {
        write_text(g, nests[which].open);
        write_inner_pieces(g, 4);
        close_with(g, nests[which].close);
        return;
    }
    bool sides = which % 2 == 0;
    if (sides)
        open_side_margins(g);
    else
        open_margins(g);
    write_inner_pieces(g, 6);
    close_with(g, sides ? "\x1B[s\x1B[?69l" : "\x1B[r");
}

void
write_alternate(struct grammar *g)
{
    static const char *const ways[] = { "1049", "1049", "1047", "47" };
    uint32_t way = dice_roll(&g->dice, GRAMMAR_COUNT_OF(ways));
    write_text(g, "\x1B[?");
    write_text(g, ways[way]);
    write_text(g, "h\x1B[2J\x1B[H");
    write_inner_pieces(g, 5);
    if (dice_chance(&g->dice, 200))
        return;
    write_text(g, "\x1B[?");
    write_text(g, ways[way]);
    write_byte(g, 'l');
}

void
write_sync(struct grammar *g)
{
    write_text(g, "\x1B[?2026h");
    write_inner_pieces(g, 4);
    close_with(g, "\x1B[?2026l");
}

/* --- Shells ------------------------------------------------------------------------- */

void
write_prompt(struct grammar *g)
{
    static const char *const ends[] = { "\x1B]133;D;0\x07", "\x1B]133;D;1\x1B\\",
                                        "\x1B]133;D\x07", "" };
    write_text(g, "\x1B]7;file://host/tmp\x1B\\\x1B]0;user@host: /tmp\x07");
    write_text(g, "\x1B]133;A\x07\x1B[1;32muser@host\x1B[m:\x1B[34m/tmp\x1B[m$ "
                  "\x1B]133;B\x07\x1B[?2004h");
    write_words(g);
    write_text(g, "\x1B[?2004l\r\r\n\x1B]133;C\x07");
    uint32_t lines = dice_roll(&g->dice, 4);
    for (uint32_t i = 0; i < lines; i++)
        write_line(g);
    write_one_of(g, ends, GRAMMAR_COUNT_OF(ends));
}

/* A bar with a percentage, its spinner and its rest of line erased. */
void
write_progress(struct grammar *g)
{
    static const char *const blocks[] = { "#", "=", "\xE2\x96\x88", "\xE2\x96\x93", "." };
    static const char *const ends[] = { "\x1B[K", "\x1B[0K", "  ", "" };
    uint32_t steps = dice_between(&g->dice, 2, 8);
    uint32_t block = dice_roll(&g->dice, GRAMMAR_COUNT_OF(blocks));
    uint32_t width = dice_between(&g->dice, 4, g->cols > 8 ? g->cols - 4 : 5);
    for (uint32_t i = 0; i <= steps; i++) {
        uint32_t percent = 100 * i / steps;
        write_filled(g, "\r#% [", &percent);
        for (uint32_t x = 0; x < width * i / steps; x++)
            write_text(g, blocks[block]);
        write_byte(g, ']');
        write_one_of(g, ends, GRAMMAR_COUNT_OF(ends));
    }
    write_text(g, "\r\n");
}

void
write_list(struct grammar *g)
{
    static const char *const colors[] = { "01;34", "01;32",    "01;36",
                                          "0",     "38;5;208", "30;42" };
    uint32_t names = dice_between(&g->dice, 2, 8);
    for (uint32_t i = 0; i < names; i++) {
        uint32_t number = dice_roll(&g->dice, 1000);
        write_text(g, "\x1B[");
        write_one_of(g, colors, GRAMMAR_COUNT_OF(colors));
        write_filled(g, "m\x1B]8;;file://host/tmp/#\x1B\\", &number);
        write_words(g);
        write_text(g, "\x1B]8;;\x1B\\\x1B[0m");
        write_text(g, dice_chance(&g->dice, 700) ? "\t" : "\r\n");
    }
}
