/* Reports: fixed templates and integers. Nothing of a query is in its answer but numbers
 * that were read as numbers. */
#include "exec/handlers.h"

#include "exec/engine.h"
#include "unicode/utf8.h"
#include <stdio.h>
#include <string.h>

void
enq(struct terminal *t, const struct action *a)
{
    (void)a;
    if (t->answerback.len != 0)
        terminal_reply_bytes(t, qtty_buf_span(&t->answerback));
}

/* --- Device attributes -------------------------------------------------------------- */

/* The first parameter is the class. It depends on the operating level (VT510's manual): a
 * VT420 that DECSCL made a terminal of level 5 is a VT520. */
void
da1(struct terminal *t, const struct action *a)
{
    if (a->kind == ACTION_CSI && param_or(a, 0, 0) != 0)
        return;
    char list[REPLY_BYTES_MAX / 2] = "";
    for (const struct da1_feature *f = t->persona->da1; f->parameter != NULL; f++) {
        size_t len = strlen(list);
        if (f->capability == 0 || (t->ops->capabilities & f->capability) != 0)
            snprintf(list + len, sizeof list - len, "%s%s", len != 0 ? ";" : "",
                     f->parameter);
    }
    if (t->level == 5 && strncmp(list, "64", 2) == 0)
        list[1] = '5';
    terminal_reply(t, "\x1b[?%sc", list);
}

void
da2(struct terminal *t, const struct action *a)
{
    const struct persona *p = t->persona;
    if (param_or(a, 0, 0) == 0 && terminal_answers(t, ANSWERS_DA2))
        terminal_reply(t, "%s",
                       t->level == 5 && p->da2_level_5 != NULL ? p->da2_level_5 : p->da2);
}

void
da3(struct terminal *t, const struct action *a)
{
    if (param_or(a, 0, 0) == 0 && terminal_answers(t, ANSWERS_LEVEL_4))
        terminal_reply(t, "\x1bP!|00000000\x1b\\");
}

/* Unsolicited reports are allowed (0 -> 2), or not (1 -> 3): STD 070. */
void
decreqtparm(struct terminal *t, const struct action *a)
{
    uint32_t asked = param_or(a, 0, 0);
    if (asked <= 1)
        terminal_reply(t, "\x1b[%u;1;1;128;128;1;0x", (unsigned)asked + 2);
}

/* --- Status ------------------------------------------------------------------------- */

void
dsr(struct terminal *t, const struct action *a)
{
    (void)a;
    terminal_reply(t, "\x1b[0n");
}

/* The cursor's place, 1-based, from the margins' corner in origin mode. */
static void
place(const struct terminal *t, unsigned *row, unsigned *col)
{
    bool origin = t->modes.set[MODE_DECOM];
    uint32_t top = origin ? t->margins.top : 0;
    uint32_t left = origin && t->modes.set[MODE_DECLRMM] ? t->margins.left : 0;
    *row = (t->cursor.row < top ? 0 : t->cursor.row - top) + 1;
    *col = (t->cursor.col < left ? 0 : t->cursor.col - left) + 1;
}

void
cpr(struct terminal *t, const struct action *a)
{
    (void)a;
    unsigned row, col;
    place(t, &row, &col);
    terminal_reply(t, "\x1b[%u;%uR", row, col);
}

void
decxcpr(struct terminal *t, const struct action *a)
{
    (void)a;
    unsigned row, col;
    place(t, &row, &col);
    bool page = terminal_answers(t, ANSWERS_LEVEL_4) && t->level >= 4;
    terminal_reply(t, page ? "\x1b[?%u;%u;1R" : "\x1b[?%u;%uR", row, col);
}

/* No printer, no locator, no macros; user-defined keys locked; keyboard ready. */
void
dsr_fixed(struct terminal *t, const struct action *a)
{
    static const struct {
        uint16_t asked;
        const char *reply;
    } table[] = {
        { 15, "\x1b[?13n" }, { 25, "\x1b[?20n" }, { 26, "\x1b[?27;1;0;0n" },
        { 53, "\x1b[?50n" }, { 55, "\x1b[?50n" }, { 56, "\x1b[?57;0n" },
        { 62, "\x1b[0*{" },  { 75, "\x1b[?70n" }, { 85, "\x1b[?83n" },
    };
    if (!terminal_answers(t, ANSWERS_DSR))
        return;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (table[i].asked == a->params->value[0])
            terminal_reply(t, "%s", table[i].reply);
    }
}

void
deccksr(struct terminal *t, const struct action *a)
{
    if (terminal_answers(t, ANSWERS_DSR))
        terminal_reply(t, "\x1bP%u!~0000\x1b\\", (unsigned)param_or(a, 1, 0));
}

void
dsr_scheme(struct terminal *t, const struct action *a)
{
    (void)a;
    if (terminal_answers(t, ANSWERS_XTERM))
        terminal_reply(t, "\x1b[?997;%dn", (int)terminal_scheme(t));
}

void
xtversion(struct terminal *t, const struct action *a)
{
    if (param_or(a, 0, 0) == 0 && t->persona->version != NULL)
        terminal_reply(t, "\x1bP>|%s\x1b\\", t->persona->version);
}

/* Colour registers, sixel and ReGIS geometry: status 3, failure. */
void
xtsmgraphics(struct terminal *t, const struct action *a)
{
    uint32_t item = param_or(a, 0, 0);
    if (item >= 1 && item <= 3 && terminal_answers(t, ANSWERS_XTERM))
        terminal_reply(t, "\x1b[?%u;3;0S", (unsigned)item);
}

/* --- The screen's content ----------------------------------------------------------- */

/* The plain code points of a cell; a blank is a space. */
static uint32_t
cell_sum(const struct terminal *t, uint32_t y, uint32_t x)
{
    struct cell cell = row_cell(screen_active(&t->screen)[y], x);
    uint8_t bytes[QTTY_CLUSTER_BYTES_MAX];
    if (cell.kind != CELL_CLUSTER)
        return cell.kind == CELL_ERASED ? ' ' : cell.content; /* of a spacer 0 */
    qtty_span text = { bytes, screen_cell_text(&t->screen, &cell, bytes) };
    uint32_t sum = 0;
    while (text.len != 0)
        sum += utf8_next(&text);
    return sum;
}

static uint32_t
edge(uint32_t value, uint32_t origin, uint32_t most)
{
    return value + origin > most ? most : value + origin;
}

/* CSI id ; page ; top ; left ; bottom ; right * y */
void
decrqcra(struct terminal *t, const struct action *a)
{
    if ((t->reports & QTTY_REPORT_CHECKSUM) == 0 || !terminal_answers(t, ANSWERS_LEVEL_4))
        return;
    bool origin = t->modes.set[MODE_DECOM];
    uint32_t row0 = origin ? t->margins.top : 0;
    uint32_t col0 = origin && t->modes.set[MODE_DECLRMM] ? t->margins.left : 0;
    uint32_t top = param_or(a, 2, 1) + row0 - 1, left = param_or(a, 3, 1) + col0 - 1;
    uint32_t bottom = edge(param_or(a, 4, t->screen.rows), row0, t->screen.rows);
    uint32_t right = edge(param_or(a, 5, t->screen.cols), col0, t->screen.cols);
    uint32_t sum = 0;
    for (uint32_t y = top; y < bottom; y++) {
        for (uint32_t x = left; x < right; x++)
            sum += cell_sum(t, y, x);
    }
    terminal_reply(t, "\x1bP%u!~%04X\x1b\\", (unsigned)param_or(a, 0, 0),
                   (unsigned)(sum & 0xFFFF));
}

/* --- Presentation state (STD 070: DECCIR, DECTABSR) --------------------------------- */

/* Rendition bits are those of a VT420: bold, underline, blink, reverse. */
static char
rendition(const qtty_style *style)
{
    int bits = 0x40;
    bits |= (style->attributes & QTTY_BOLD) != 0 ? 1 : 0;
    bits |= style->underline != QTTY_UNDERLINE_NONE ? 2 : 0;
    bits |= (style->attributes & QTTY_BLINK) != 0 ? 4 : 0;
    bits |= (style->attributes & QTTY_REVERSE) != 0 ? 8 : 0;
    return (char)bits;
}

/* Designations of G0 to G3, one behind the other, and which of them are sets of 96. */
struct designations {
    char text[4 * 2 + 1];
    int of_96;
};

static struct designations
designations(const struct charsets *sets)
{
    struct designations out = { .of_96 = 0x40 };
    size_t len = 0;
    for (int i = 0; i < 4; i++) {
        const struct charset *set = charset_at(sets->designated[i]);
        if (set->intermediate != 0)
            out.text[len++] = (char)set->intermediate;
        out.text[len++] = (char)set->final;
        out.of_96 |= set->size == 96 ? 1 << i : 0;
    }
    return out;
}

static void
deccir(struct terminal *t)
{
    const struct charsets *sets = &t->charsets;
    struct designations names = designations(sets);
    unsigned row, col;
    place(t, &row, &col);
    int flags =
        0x40 | (t->modes.set[MODE_DECOM] ? 1 : 0) | (t->cursor.pending_wrap ? 8 : 0);
    terminal_reply(t, "\x1bP1$u%u;%u;1;%c;%c;%c;%u;%u;%c;%s\x1b\\", row, col,
                   rendition(&t->pen.style), t->pen.protect ? 'A' : '@', flags,
                   (unsigned)sets->gl, (unsigned)sets->gr, names.of_96, names.text);
}

/* As many stops as fit into one reply, which is more than a screen of 800 columns has. */
static void
dectabsr(struct terminal *t)
{
    char list[REPLY_BYTES_MAX - 16] = "";
    size_t len = 0;
    for (uint32_t col = 0; col < t->screen.cols && len + 8 < sizeof list; col++) {
        if (tabs_at(&t->tabs, col))
            len += (size_t)snprintf(list + len, sizeof list - len, "%s%u",
                                    len != 0 ? "/" : "", (unsigned)col + 1);
    }
    terminal_reply(t, "\x1bP2$u%s\x1b\\", list);
}

void
decrqpsr(struct terminal *t, const struct action *a)
{
    if (!terminal_answers(t, ANSWERS_LEVEL_4))
        return;
    switch (param_or(a, 0, 0)) {
    case 1:
        deccir(t);
        break;
    case 2:
        dectabsr(t);
        break;
    default:
        terminal_reply(t, "\x1bP0$u\x1b\\");
    }
}

void
decrqtsr(struct terminal *t, const struct action *a)
{
    if (param_or(a, 0, 0) == 1 && terminal_answers(t, ANSWERS_LEVEL_4))
        terminal_reply(t, "\x1bP0$s\x1b\\");
}

void
decrqupss(struct terminal *t, const struct action *a)
{
    (void)a;
    if (terminal_answers(t, ANSWERS_LEVEL_4))
        terminal_reply(t, "\x1bP0!u%%5\x1b\\");
}

void
decrqde(struct terminal *t, const struct action *a)
{
    (void)a;
    if (terminal_answers(t, ANSWERS_LEVEL_4))
        terminal_reply(t, "\x1b[%u;%u;1;1;1\"w", (unsigned)t->screen.rows,
                       (unsigned)t->screen.cols);
}
