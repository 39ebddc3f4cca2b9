/* SGR, and payloads of strings with their ends. */
#include "grammar/write.h"

/* --- SGR ---------------------------------------------------------------------------- */

static uint32_t
one_of(struct grammar *g, const uint8_t *codes, size_t count)
{
    return codes[dice_roll(&g->dice, (uint32_t)count)];
}

static void
write_true_color(struct grammar *g, uint32_t target)
{
    static const char *const forms[] = { "#;2;#;#;#", "#:2:#:#:#", "#:2::#:#:#",
                                         "#:2:1:#:#:#:0:0" };
    uint32_t numbers[4] = { target };
    for (int i = 1; i < 4; i++)
        numbers[i] = dice_roll(&g->dice, 256);
    uint32_t which = dice_roll(&g->dice, GRAMMAR_COUNT_OF(forms));
    write_filled(g, forms[which], numbers);
}

static void
write_color(struct grammar *g)
{
    static const uint8_t targets[] = { 38, 38, 48, 48, 58 };
    uint32_t target = one_of(g, targets, sizeof targets);
    if (dice_chance(&g->dice, 500)) {
        write_true_color(g, target);
        return;
    }
    bool colons = target == 58 || dice_chance(&g->dice, 300);
    uint32_t numbers[2] = { target, 0 };
    numbers[1] = dice_roll(&g->dice, 256);
    write_filled(g, colons ? "#:5:#" : "#;5;#", numbers);
}

static void
write_attribute(struct grammar *g)
{
    static const uint8_t codes[] = { 1,  2,  3,  4,  5,  6,  7,  8,  9,  21, 22, 23,
                                     24, 25, 27, 28, 29, 53, 55, 39, 49, 59, 0,  1 };
    static const char *const underlines[] = { "4:0", "4:1", "4:2", "4:3", "4:4", "4:5" };
    if (dice_chance(&g->dice, 200))
        write_one_of(g, underlines, GRAMMAR_COUNT_OF(underlines));
    else
        write_number(g, one_of(g, codes, sizeof codes));
}

static void
write_plain_color(struct grammar *g)
{
    static const uint8_t bases[] = { 30, 40, 90, 100 };
    uint32_t base = one_of(g, bases, sizeof bases);
    uint32_t color = dice_roll(&g->dice, 8);
    write_number(g, base + color);
}

void
write_sgr_parameters(struct grammar *g)
{
    uint32_t count = dice_chance(&g->dice, 700) ? 1 : dice_between(&g->dice, 2, 4);
    if (dice_chance(&g->dice, 200))
        return;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t kind = dice_roll(&g->dice, 10);
        if (i != 0)
            write_byte(g, ';');
        if (kind < 4)
            write_plain_color(g);
        else if (kind < 7)
            write_attribute(g);
        else
            write_color(g);
    }
}

void
write_sgr(struct grammar *g)
{
    write_text(g, "\x1B[");
    write_sgr_parameters(g);
    write_byte(g, 'm');
}

/* --- Payloads ----------------------------------------------------------------------- */

static void
write_hex(struct grammar *g, uint32_t digits)
{
    static const char hex[] = "0123456789abcdef";
    for (uint32_t i = 0; i < digits; i++) {
        uint32_t digit = dice_roll(&g->dice, 16);
        write_byte(g, (uint8_t)hex[digit]);
    }
}

static void
write_color_text(struct grammar *g)
{
    static const char *const others[] = { "?", "?", "#fff", "red", "#123456789abc", "" };
    if (dice_chance(&g->dice, 400)) {
        write_one_of(g, others, GRAMMAR_COUNT_OF(others));
        return;
    }
    uint32_t digits = dice_between(&g->dice, 1, 4);
    write_text(g, "rgb:");
    for (int i = 0; i < 3; i++) {
        if (i != 0)
            write_byte(g, '/');
        write_hex(g, digits);
    }
}

/* Pairs of index and colour. */
static void
write_palette(struct grammar *g, uint32_t count)
{
    uint32_t pairs = dice_between(&g->dice, 1, 3);
    for (uint32_t i = 0; i < pairs; i++) {
        uint32_t most = dice_chance(&g->dice, 950) ? count : 70000;
        if (i != 0)
            write_byte(g, ';');
        write_number(g, dice_roll(&g->dice, most));
        write_byte(g, ';');
        write_color_text(g);
    }
}

static void
write_link(struct grammar *g)
{
    static const char *const uris[] = {
        ";https://example.org/",
        "id=a;https://example.org/a%20b",
        ";",
        ";file://host/tmp/x.c",
        ";mailto:a@example.org",
        "id=1:b=2;http://example.org/?q=;r",
        "id=b;https://example.org/a%20b",
        "",
        ";https://example.org/long/",
    };
    write_one_of(g, uris, GRAMMAR_COUNT_OF(uris));
    if (dice_chance(&g->dice, 50)) {
        uint32_t length = dice_between(&g->dice, 1, 2200);
        write_hex(g, length);
    }
}

static void
write_mark(struct grammar *g)
{
    static const char *const marks[] = {
        "A",      "B",       "C",          "D",     "D;0", "D;1", "D;130",
        "A;cl=m", "A;aid=7", "D;99999999", "P;k=s", "E",   "AB",  ""
    };
    write_one_of(g, marks, GRAMMAR_COUNT_OF(marks));
}

static void
write_names(struct grammar *g)
{
    static const char *const names[] = { "544e",     "436f", "524742",
                                         "6b757531", "4d73", "73657472676266",
                                         "5",        "zz",   "" };
    uint32_t count = dice_between(&g->dice, 1, 4);
    for (uint32_t i = 0; i < count; i++) {
        if (i != 0)
            write_byte(g, ';');
        write_one_of(g, names, GRAMMAR_COUNT_OF(names));
    }
}

static void
write_setting(struct grammar *g)
{
    static const char *const settings[] = { "m",  "r", "s",  " q", "\"q", "\"p",
                                            "*x", "t", "*|", "$}", "",    "nonsense" };
    write_one_of(g, settings, GRAMMAR_COUNT_OF(settings));
}

static void
write_any_text(struct grammar *g)
{
    uint32_t kind = dice_roll(&g->dice, 8);
    if (kind < 5)
        write_words(g);
    else if (kind == 5)
        write_letters(g);
    else if (kind == 6)
        write_wide(g);
    else
        write_emoji(g);
    if (dice_chance(&g->dice, write_mischief(g) / 3))
        write_ill_formed(g);
}

void
write_payload(struct grammar *g, char kind)
{
    static const char *const indices[] = { "", ";1", ";0;255", ";256", ";", ";7;x" };
    static const char *const folders[] = { "file://host/home/user", "file:///tmp",
                                           "/not/a/uri", "file://h/%E2%82%AC" };
    static const char *const clipboards[] = { "c;aGVsbG8=", "c;?", "p;",
                                              ";aGk=", "c;!!!" };
    static const char *const sixels[] = { "#0;2;0;0;0#0~~@@vv$-", "\"1;1;8;8#1!8~", "?" };
    static const char *const notes[] = {
        "done", "notify;title;body", "4;1;50", "2;x", "4;3", "9;/tmp", "i=1;hi", "p=?;"
    };
    static const char *const commands[] = { "SetMark", "CurrentDir=/tmp",
                                            "File=:QUE=", "SetUserVar=a=Yg==", "" };
    static const char *const graphics[] = { "a=T,f=24,s=1,v=1;AAAA",
                                            "a=q,i=1;AA==", "m=1;AAAA", "a=d", ";" };
    switch (kind) {
    case 'P':
        write_palette(g, 256);
        return;
    case 'Q':
        write_palette(g, 5);
        return;
    case 'F':
        write_color_text(g);
        return;
    case 'U':
        write_link(g);
        return;
    case 'W':
        write_one_of(g, folders, GRAMMAR_COUNT_OF(folders));
        return;
    case 'N':
        write_one_of(g, notes, GRAMMAR_COUNT_OF(notes));
        return;
    case 'B':
        write_one_of(g, clipboards, GRAMMAR_COUNT_OF(clipboards));
        return;
    case 'O':
        write_mark(g);
        return;
    case 'I':
        write_one_of(g, indices, GRAMMAR_COUNT_OF(indices));
        return;
    case 'H':
        write_names(g);
        return;
    case 'S':
        write_setting(g);
        return;
    case 'V':
        write_one_of(g, commands, GRAMMAR_COUNT_OF(commands));
        return;
    case 'K':
        write_one_of(g, graphics, GRAMMAR_COUNT_OF(graphics));
        return;
    case 'X':
        write_one_of(g, sixels, GRAMMAR_COUNT_OF(sixels));
        return;
    default:
        write_any_text(g);
    }
}

/* ST or BEL; else CAN, SUB, another sequence, or nothing at all. */
void
write_string_end(struct grammar *g)
{
    static const char *const wrong[] = { "\x18", "\x1A", "\x1B[m",   "\x1B",
                                         "",     "\x9C", "\xC2\x9C", "\n\x1B\\" };
    if (dice_chance(&g->dice, write_mischief(g) / 2))
        write_one_of(g, wrong, GRAMMAR_COUNT_OF(wrong));
    else
        write_text(g, dice_chance(&g->dice, 600) ? "\x1B\\" : "\x07");
}

/* --- Over limits -------------------------------------------------------------------- */

static void
write_much(struct grammar *g, uint32_t count)
{
    static const char block[] =
        "0123456789abcdefghijklmnopqrstuvwxyz;:,./<>?[]{}-=_+!@#$";
    for (uint32_t i = 0; i < count; i += sizeof block - 1)
        write_bytes(g, block, sizeof block - 1);
}

/* Payloads, parameters, intermediates, clusters, titles past what anything keeps. */
void
write_over_limit(struct grammar *g)
{
    uint32_t kind = dice_roll(&g->dice, 8);
    uint32_t much = dice_chance(&g->dice, 20) ? 66000 : 2500;
    static const char *const begins[] = { "\x1B]2;", "\x1B]8;;", "\x1BPq", "\x1B_",
                                          "\x1B]52;c;" };
    if (kind < 5) {
        write_text(g, begins[kind]);
        write_much(g, much);
        write_string_end(g);
    } else if (kind == 5) {
        write_text(g, "\x1B[!!!!!!p\x1B((((B");
    } else if (kind == 6) {
        write_byte(g, 'a');
        for (uint32_t i = 0; i < 60; i++)
            write_text(g, "\xCC\x81");
    } else {
        for (uint32_t i = 0; i < 12; i++)
            write_text(g, "\x1B]2;t\x07\x1B[22t");
    }
}
