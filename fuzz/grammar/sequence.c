/* Controls, escape and control sequences: parameters that make sense, and, as often as
 * the profile says, some that are missing, extreme, joined, too many, or cut off. */
#include "grammar/form.h"
#include "grammar/write.h"

#include <string.h>

static bool
is_mischief(struct grammar *g)
{
    return dice_chance(&g->dice, write_mischief(g));
}

/* --- Parameters --------------------------------------------------------------------- */

/* Where the area of a sequence begins: what comes later is beyond it. */
struct place {
    uint32_t row, col;
};

static uint32_t
beyond(struct grammar *g, uint32_t first, uint32_t last)
{
    return first < last ? dice_between(&g->dice, first + 1, last) : last;
}

static uint32_t
position(struct grammar *g, char field, struct place *p)
{
    switch (field) {
    case 'r':
        return p->row = dice_between(&g->dice, 1, g->rows);
    case 'c':
        return p->col = dice_between(&g->dice, 1, g->cols);
    case 'R':
        return beyond(g, p->row, g->rows);
    default:
        return beyond(g, p->col, g->cols);
    }
}

/* Counts are small most of the time. */
static uint32_t
count(struct grammar *g)
{
    uint32_t most = dice_chance(&g->dice, 900) ? 6 : g->cols + 5;
    return dice_roll(&g->dice, most);
}

static uint32_t
value_of(struct grammar *g, char field, struct place *p)
{
    static const struct {
        char field;
        uint32_t low, high;
    } ranges[] = { { 'e', 0, 3 },   { 'p', 0, 2 },    { 'q', 0, 6 },
                   { 'l', 61, 65 }, { 'v', 0, 255 },  { 'o', 0, 4 },
                   { 'f', 0, 31 },  { 'a', 32, 255 }, { 'w', 1, 40 } };
    if (field >= '0' && field <= '9')
        return (uint32_t)(field - '0');
    for (size_t i = 0; i < GRAMMAR_COUNT_OF(ranges); i++)
        if (ranges[i].field == field)
            return dice_between(&g->dice, ranges[i].low, ranges[i].high);
    if (field == 't')
        return dice_chance(&g->dice, 700) ? 0 : 3;
    if (field == 'z')
        return dice_chance(&g->dice, 700) ? 0 : dice_roll(&g->dice, 12);
    return field == 'n' ? count(g) : position(g, field, p);
}

static void
write_wrong_parameter(struct grammar *g)
{
    static const char *const values[] = {
        "",      "0",       "65535",      "65536", "4294967295", "4294967296",
        "00001", "9999999", "2147483648", "2:3",   ":",          "1:",
        "-1",    "255",     "256",        "4096",  "4097",       "18446744073709551616",
    };
    write_one_of(g, values, GRAMMAR_COUNT_OF(values));
}

/* Few programs, and what comes behind is then of another terminal. */
static bool
is_vt52(const struct form_mode *mode)
{
    return mode->dec && mode->number == 2;
}

static void
write_mode_number(struct grammar *g, bool dec)
{
    struct form_mode mode;
    do {
        uint32_t which = dice_roll(&g->dice, form_mode_count());
        mode = form_mode_at(which);
    } while (mode.dec != dec || (is_vt52(&mode) && dice_chance(&g->dice, 600)));
    write_number(g, mode.number);
}

void
write_mode_numbers(struct grammar *g, bool dec)
{
    uint32_t more = dice_chance(&g->dice, 800) ? 0 : dice_between(&g->dice, 1, 2);
    write_mode_number(g, dec);
    for (uint32_t i = 0; i < more; i++) {
        write_byte(g, ';');
        write_mode_number(g, dec);
    }
}

static void
write_area_attributes(struct grammar *g)
{
    static const char *const codes[] = {
        "0", "1", "4", "5", "7", "8", "22", "1;7", "4;24"
    };
    write_one_of(g, codes, GRAMMAR_COUNT_OF(codes));
}

/* A missing parameter takes its default. */
static void
write_field(struct grammar *g, char field, bool dec, struct place *p)
{
    bool numeric = strchr("MDmsA", field) == NULL;
    if (numeric && is_mischief(g)) {
        write_wrong_parameter(g);
        return;
    }
    if (field == 'M' || field == 'D')
        write_mode_numbers(g, field == 'D');
    else if (field == 'm')
        write_mode_number(g, dec);
    else if (field == 's')
        write_sgr_parameters(g);
    else if (field == 'A')
        write_area_attributes(g);
    else if (!dice_chance(&g->dice, 80))
        write_number(g, value_of(g, field, p));
}

static void
write_parameters(struct grammar *g, const struct form *form)
{
    const char *fields = form->fields != NULL ? form->fields : "n";
    struct place place = { 1, 1 };
    bool first = form->selector == FORM_ANY;
    if (!first)
        write_number(g, form->selector);
    for (; *fields != '\0'; fields++) {
        if (first && fields[1] == '\0' && dice_chance(&g->dice, 150))
            return;
        if (!first)
            write_byte(g, ';');
        write_field(g, *fields, form->marker == '?', &place);
        first = false;
    }
}

/* More than anything keeps. */
static void
write_many_parameters(struct grammar *g)
{
    uint32_t many = dice_between(&g->dice, 17, 70);
    for (uint32_t i = 0; i < many; i++) {
        uint32_t value = dice_roll(&g->dice, 110);
        write_number(g, value);
        write_byte(g, dice_chance(&g->dice, 900) ? ';' : ':');
    }
}

/* --- Control sequences -------------------------------------------------------------- */

/* What stands in the middle of a sequence that went wrong. */
static void
write_disturbance(struct grammar *g)
{
    static const char *const things[] = {
        "\r",       "\n",   "\b", "\t", "\x07", "\x18", "\x1A",  "\x1B", "\x7F",
        "\xC3\xA9", "\x80", "?",  "<",  " ",    "!\"#", "\x1B[", "\x0E", ";;;",
    };
    write_one_of(g, things, GRAMMAR_COUNT_OF(things));
}

static void
write_csi(struct grammar *g, const struct form *form)
{
    bool wrong = is_mischief(g) && dice_chance(&g->dice, 400);
    uint32_t where = dice_roll(&g->dice, 4);
    write_text(g, "\x1B[");
    if (wrong && where == 0)
        write_disturbance(g);
    if (form->marker != 0)
        write_byte(g, (uint8_t)form->marker);
    if (wrong && where == 1)
        write_many_parameters(g);
    write_parameters(g, form);
    if (wrong && where == 2)
        write_disturbance(g);
    if (form->intermediate != 0)
        write_byte(g, (uint8_t)form->intermediate);
    if (!wrong || where != 3)
        write_byte(g, (uint8_t)form->final);
}

static void
write_esc(struct grammar *g, const struct form *form)
{
    static const char *const sets[] = { "0", "B", "A",  "B",   "4",  "<", "%5",
                                        ">", "K", "%6", "\">", "&5", "B", "0" };
    write_byte(g, 0x1B);
    if (form->intermediate != 0)
        write_byte(g, (uint8_t)form->intermediate);
    if (is_mischief(g) && dice_chance(&g->dice, 300))
        write_disturbance(g);
    if (form->final == FORM_ANY)
        write_one_of(g, sets, GRAMMAR_COUNT_OF(sets));
    else
        write_byte(g, (uint8_t)form->final);
}

/* --- Strings ------------------------------------------------------------------------ */

static void
write_introducer(struct grammar *g, const struct form *form)
{
    static const char introducers[] = {
        [FORM_DCS] = 'P', [FORM_OSC] = ']', [FORM_APC] = '_',
        [FORM_PM] = '^',  [FORM_SOS] = 'X',
    };
    write_byte(g, 0x1B);
    write_byte(g, (uint8_t)introducers[form->kind]);
}

static void
write_dcs_head(struct grammar *g, const struct form *form)
{
    if (form->marker != 0)
        write_byte(g, (uint8_t)form->marker);
    if (form->selector != FORM_ANY)
        write_number(g, form->selector);
    if (form->intermediate != 0)
        write_byte(g, (uint8_t)form->intermediate);
    write_byte(g, (uint8_t)form->final);
}

static void
write_string_form(struct grammar *g, const struct form *form)
{
    char kind = form->fields != NULL && form->fields[0] != '\0' ? form->fields[0] : 'Y';
    bool sends_sample = form->sample != NULL && dice_chance(&g->dice, 300);
    if (sends_sample) {
        write_text(g, form->sample);
        return;
    }
    write_introducer(g, form);
    if (form->kind == FORM_DCS)
        write_dcs_head(g, form);
    if (form->kind == FORM_OSC)
        write_number(g, form->selector);
    if (form->kind == FORM_OSC && kind != 'I')
        write_byte(g, ';');
    if (form->kind == FORM_APC && form->selector != FORM_ANY)
        write_byte(g, (uint8_t)form->selector);
    write_payload(g, kind);
    write_string_end(g);
}

/* --- VT52 mode ---------------------------------------------------------------------- */

/* An address has two bytes more: row and column, from a space on. */
static void
write_vt52_sequence(struct grammar *g, const struct form *form)
{
    write_byte(g, 0x1B);
    write_byte(g, (uint8_t)form->final);
    if (form->final != 'Y')
        return;
    uint32_t row = dice_roll(&g->dice, g->rows + 1);
    uint32_t col = dice_roll(&g->dice, g->cols + 1);
    write_byte(g, (uint8_t)(' ' + row % 95));
    write_byte(g, (uint8_t)(' ' + col % 95));
}

static struct form
any_vt52_form(struct grammar *g)
{
    struct form form;
    do {
        uint32_t which = dice_roll(&g->dice, form_count());
        form = form_at(which);
    } while (form.kind != FORM_VT52);
    return form;
}

/* Into the mode, some of what a VT52 has, and mostly out of it, to the level before. */
static void
write_vt52(struct grammar *g, const struct form *form)
{
    uint32_t more = dice_roll(&g->dice, 6);
    write_text(g, "\x1B[?2l");
    write_vt52_sequence(g, form);
    for (uint32_t i = 0; i < more; i++) {
        struct form next = any_vt52_form(g);
        write_letters(g);
        write_vt52_sequence(g, &next);
    }
    if (dice_chance(&g->dice, 950))
        write_text(g, "\x1B<");
    if (dice_chance(&g->dice, 700))
        write_text(g, "\x1B[64;1\"p");
}

/* --- Choice ------------------------------------------------------------------------- */

static void
write_form(struct grammar *g, const struct form *form)
{
    bool sends_sample = form->sample != NULL && form->fields == NULL && !is_mischief(g);
    if (form->kind == FORM_CONTROL)
        write_byte(g, (uint8_t)form->final);
    else if (form->kind == FORM_VT52)
        write_vt52(g, form);
    else if (form->kind > FORM_CSI)
        write_string_form(g, form);
    else if (sends_sample)
        write_text(g, form->sample);
    else if (form->kind == FORM_ESC)
        write_esc(g, form);
    else
        write_csi(g, form);
}

void
write_sequence(struct grammar *g)
{
    struct form form;
    do {
        uint32_t which = dice_roll(&g->dice, form_count());
        form = form_at(which);
    } while (form.kind == FORM_VT52 && dice_chance(&g->dice, 800));
    write_form(g, &form);
}

void
write_control(struct grammar *g)
{
    struct form form;
    do {
        uint32_t which = dice_roll(&g->dice, form_count());
        form = form_at(which);
    } while (form.kind != FORM_CONTROL);
    write_byte(g, (uint8_t)form.final);
    if (is_mischief(g)) {
        uint8_t byte = (uint8_t)dice_roll(&g->dice, 32);
        write_byte(g, byte);
    }
}

void
write_query(struct grammar *g)
{
    struct form form;
    do {
        uint32_t which = dice_roll(&g->dice, form_count());
        form = form_at(which);
    } while (form.sample == NULL || form.kind == FORM_VT52);
    write_form(g, &form);
}

void
write_string(struct grammar *g)
{
    struct form form;
    do {
        uint32_t which = dice_roll(&g->dice, form_count());
        form = form_at(which);
    } while (form.kind <= FORM_CSI || form.kind == FORM_VT52);
    write_form(g, &form);
}

void
write_mode(struct grammar *g)
{
    bool dec = dice_chance(&g->dice, 800);
    write_text(g, dec ? "\x1B[?" : "\x1B[");
    write_mode_numbers(g, dec);
    write_byte(g, dice_chance(&g->dice, 550) ? 'h' : 'l');
}
