/* Scenes that fill the screen, or shift it. */
#include "grammar/write.h"

static void
write_at(struct grammar *g, uint32_t row, uint32_t col)
{
    const uint32_t numbers[] = { row, col };
    write_filled(g, "\x1B[#;#H", numbers);
}

static void
write_some_text(struct grammar *g)
{
    uint32_t kind = dice_roll(&g->dice, 10);
    if (kind < 7)
        write_words(g);
    else if (kind == 7)
        write_wide(g);
    else if (kind == 8)
        write_drawing(g);
    else
        write_emoji(g);
}

/* Every row anew, a status line in reverse, the cursor where it belongs. */
void
write_redraw(struct grammar *g)
{
    static const char *const begins[] = { "\x1B[H\x1B[2J", "\x1B[?25l\x1B[H",
                                          "\x1B[m\x1B[H" };
    write_one_of(g, begins, GRAMMAR_COUNT_OF(begins));
    for (uint32_t row = 1; row < g->rows; row++) {
        bool addressed = dice_chance(&g->dice, 800);
        if (addressed)
            write_at(g, row, 1);
        if (dice_chance(&g->dice, 500))
            write_sgr(g);
        write_some_text(g);
        write_text(g, "\x1B[m\x1B[K");
        if (!addressed)
            write_text(g, "\r\n");
    }
    write_at(g, g->rows, 1);
    write_text(g, "\x1B[7m");
    write_words(g);
    write_text(g, "\x1B[K\x1B[27m\x1B[?25h");
    uint32_t row = dice_between(&g->dice, 1, g->rows);
    uint32_t col = dice_between(&g->dice, 1, g->cols);
    write_at(g, row, col);
}

/* Between margins that leave the edges alone, forwards and backwards. */
void
write_log(struct grammar *g)
{
    static const char *const steps[] = { "\n",     "\r\n",    "\033D",  "\033E", "\x1BM",
                                         "\x1B[S", "\x1B[2T", "\x1B[L", "\x1B[M" };
    uint32_t numbers[2];
    uint32_t count = dice_between(&g->dice, 3, 12);
    numbers[0] = dice_between(&g->dice, 1, (g->rows + 1) / 2);
    numbers[1] = dice_between(&g->dice, (g->rows + 1) / 2, g->rows);
    write_filled(g, "\x1B[#;#r", numbers);
    write_at(g, numbers[1], 1);
    for (uint32_t i = 0; i < count; i++) {
        write_some_text(g);
        write_one_of(g, steps, GRAMMAR_COUNT_OF(steps));
    }
    write_text(g, "\x1B[r");
    write_at(g, numbers[1], 1);
}

void
write_table(struct grammar *g)
{
    uint32_t stops = dice_between(&g->dice, 1, 4), col = 1;
    write_text(g, "\x1B[3g\r");
    for (uint32_t i = 0; i < stops; i++) {
        col += dice_between(&g->dice, 2, 12);
        write_at(g, 1, col);
        write_text(g, "\x1BH");
    }
    write_byte(g, '\r');
    for (uint32_t i = 0; i < 4 * stops; i++) {
        write_some_text(g);
        write_text(g, dice_chance(&g->dice, 800) ? "\t" : "\x1B[Z");
        if (i % stops == 0)
            write_text(g, "\r\n");
    }
    if (dice_chance(&g->dice, 800))
        write_text(g, "\x1B[?5W");
}

void
write_banner(struct grammar *g)
{
    static const char *const lines[] = { "\x1B#6", "\x1B#3", "\x1B#4", "\x1B#5" };
    write_one_of(g, lines, GRAMMAR_COUNT_OF(lines));
    write_some_text(g);
    write_text(g, "\r\n\x1B(0lqqqk\r\nx\x1B(B");
    write_some_text(g);
    write_text(g, "\x1B(0x\r\nmqqqj\x1B(B");
}

void
write_rectangles(struct grammar *g)
{
    static const char *const forms[] = {
        "#;#;#;#$z",         "#;#;#;#${",     "#;#;#;#;1;7$r",     "#;#;#;#;4$t",
        "#;#;#;#;1;2;3;1$v", "#;#;#;#;0;4$r", "#;#;#;#;1;1;4;1$v",
    };
    static const char *const fills[] = { "#;#;#;#$z", "64;#;#;#;#$x", "233;#;#;#;#$x",
                                         "161;#;#;#;#$x", "20;#;#;#;#$x" };
    uint32_t count = dice_between(&g->dice, 1, 4);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t n[4];
        n[0] = dice_between(&g->dice, 1, g->rows);
        n[1] = dice_between(&g->dice, 1, g->cols);
        n[2] = dice_between(&g->dice, n[0], g->rows);
        n[3] = dice_between(&g->dice, n[1], g->cols);
        bool fill = dice_chance(&g->dice, 300);
        uint32_t which =
            dice_roll(&g->dice, fill ? GRAMMAR_COUNT_OF(fills) : GRAMMAR_COUNT_OF(forms));
        write_text(g, "\x1B[");
        write_filled(g, fill ? fills[which] : forms[which], n);
    }
}

/* About a place in the middle of text. */
void
write_editing(struct grammar *g)
{
    static const char *const finals[] = { "@",  "P",  "X",  "L", "M", "K", "J",
                                          "1K", "1J", "D",  "C", "A", "B", "'}",
                                          "'~", " @", " A", "b", "?J" };
    uint32_t count = dice_between(&g->dice, 1, 6);
    uint32_t row = dice_between(&g->dice, 1, g->rows);
    uint32_t col = dice_between(&g->dice, 1, g->cols);
    write_at(g, row, col);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t times = dice_roll(&g->dice, 4);
        if (dice_chance(&g->dice, 400))
            write_some_text(g);
        uint32_t which = dice_roll(&g->dice, GRAMMAR_COUNT_OF(finals));
        const char *final = finals[which];
        bool counted = times > 1 && (final[0] < '0' || final[0] > '9') && final[0] != '?';
        write_text(g, "\x1B[");
        if (counted)
            write_number(g, times);
        write_text(g, final);
    }
}
