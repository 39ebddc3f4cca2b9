/* Writing the stream. What the pen and the cursor are by now is known, so that only
 * changes are written. */
#include "draw/draw.h"

#include "base/text.h"
#include "exec/sgr.h"
#include "unicode/utf8.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void
draw_bytes(struct draw *d, qtty_span bytes)
{
    if (d->status == QTTY_OK)
        d->status = qtty_buf_append(d->out, bytes.data, bytes.len);
}

void
draw_format(struct draw *d, const char *format, ...)
{
    char text[128];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (len > 0 && (size_t)len < sizeof text)
        draw_bytes(d, (qtty_span){ (const uint8_t *)text, (size_t)len });
}

/* --- The cursor --------------------------------------------------------------------- */

static uint32_t
distance(uint32_t from, uint32_t to)
{
    return from > to ? from - to : to - from;
}

/* From home in origin mode to a place beyond the margins: the relative motions that they
 * do not stop (ECMA-48 8.3.160, 8.3.159, 8.3.59, 8.3.58). */
static void
move_beyond(struct draw *d, uint32_t row, uint32_t col)
{
    const struct margins *m = &d->margins;
    draw_format(d, "\x1b[H");
    if (row != m->top)
        draw_format(d, "\x1b[%u%c", (unsigned)distance(m->top, row),
                    row > m->top ? 'e' : 'k');
    if (col != m->left)
        draw_format(d, "\x1b[%u%c", (unsigned)distance(m->left, col),
                    col > m->left ? 'a' : 'j');
}

static void
move_from_origin(struct draw *d, uint32_t row, uint32_t col)
{
    const struct margins *m = &d->margins;
    if (row < m->top || row > m->bottom || col < m->left || col > m->right)
        move_beyond(d, row, col);
    else
        draw_format(d, "\x1b[%u;%uH", (unsigned)(row - m->top + 1),
                    (unsigned)(col - m->left + 1));
}

void
draw_move(struct draw *d, uint32_t row, uint32_t col)
{
    if (d->row == row && d->col == col)
        return;
    if (d->origin)
        move_from_origin(d, row, col);
    else if (d->row == row)
        draw_format(d, "\x1b[%uG", (unsigned)(col + 1));
    else
        draw_format(d, "\x1b[%u;%uH", (unsigned)(row + 1), (unsigned)(col + 1));
    d->row = row;
    d->col = col;
}

/* --- The pen ------------------------------------------------------------------------ */

static bool
same_style(const qtty_style *a, const qtty_style *b)
{
    return a->fg == b->fg && a->bg == b->bg && a->ul == b->ul
           && a->attributes == b->attributes && a->underline == b->underline;
}

bool
draw_is_plain(const qtty_style *style)
{
    return same_style(style, &(qtty_style){ 0 });
}

void
draw_style(struct draw *d, const qtty_style *style)
{
    char text[SGR_TEXT_MAX];
    if (same_style(&d->style, style))
        return;
    sgr_text(style, text);
    draw_format(d, "\x1b[%.100sm", text[1] == '\0' ? "" : text);
    d->style = *style;
}

static bool
same_bytes(qtty_span a, qtty_span b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}

/* Well-formed, and no control of C1: a terminal that takes U+009C for ST would read what
 * comes behind it as something else. */
static bool
is_clean(qtty_span bytes, const struct utf8_head *head)
{
    return head->form == UTF8_WELL_FORMED
           && (head->length != 2 || utf8_scalar(bytes.data, 2) >= 0xA0);
}

/* A payload has no controls of C0. */
static void
draw_clean(struct draw *d, qtty_span text)
{
    while (text.len != 0) {
        struct utf8_head head = { 0 };
        size_t clean = 0;
        while (clean < text.len) {
            qtty_span rest = { text.data + clean, text.len - clean };
            head = utf8_head(rest);
            if (!is_clean(rest, &head))
                break;
            clean += head.length;
        }
        draw_bytes(d, (qtty_span){ text.data, clean });
        clean += clean < text.len ? head.length : 0;
        text.data += clean;
        text.len -= clean;
    }
}

/* Is anything of it drawn? */
static bool
has_clean(qtty_span text)
{
    while (text.len != 0) {
        struct utf8_head head = utf8_head(text);
        if (is_clean(text, &head))
            return true;
        text = text_from(text, head.length);
    }
    return false;
}

void
draw_link(struct draw *d, qtty_span link)
{
    size_t end = text_find(link, '\0');
    qtty_span uri = { link.data, end }, id = text_from(link, end + 1);
    if (!has_clean(uri))
        link.len = uri.len = id.len = 0;
    if (same_bytes(d->link, link))
        return;
    draw_format(d, has_clean(id) ? "\x1b]8;id=" : "\x1b]8;");
    draw_clean(d, id);
    draw_format(d, ";");
    draw_clean(d, uri);
    draw_format(d, "\x1b\\");
    d->link = link;
}

void
draw_protect(struct draw *d, bool protect)
{
    if (d->protect != protect)
        draw_format(d, "\x1b[%d\"q", protect);
    d->protect = protect;
}

/* --- State -------------------------------------------------------------------------- */

void
draw_mode(struct draw *d, enum mode_name mode, bool set)
{
    const struct mode *m = mode_at(mode);
    draw_format(d, "\x1b[%s%u%c", m->dec ? "?" : "", (unsigned)m->number,
                set ? 'h' : 'l');
}

/* It homes the cursor. */
void
draw_origin(struct draw *d, bool set)
{
    if (d->origin == set)
        return;
    draw_mode(d, MODE_DECOM, set);
    d->origin = set;
    d->row = NOWHERE;
}

/* ISO 2022 14.3.2: G0 has no sets of 96. */
void
draw_designation(struct draw *d, unsigned which, uint8_t id)
{
    const struct charset *set = charset_at(id);
    char name[] = { (char)set->intermediate, (char)set->final, '\0' };
    draw_format(d, "\x1b%c%s", (set->size == 96 ? ',' : '(') + which,
                set->intermediate != 0 ? name : name + 1);
}

void
draw_charsets(struct draw *d, const struct charsets *sets)
{
    static const char *const left[] = { "\x0f", "\x0e", "\x1bn", "\x1bo" };
    static const char *const right[] = { "", "\x1b~", "\x1b}", "\x1b|" };
    for (unsigned i = 0; i < 4; i++) {
        if (d->charsets.designated[i] != sets->designated[i])
            draw_designation(d, i, sets->designated[i]);
    }
    if (d->charsets.gl != sets->gl)
        draw_format(d, "%s", left[sets->gl & 3]);
    if (d->charsets.gr != sets->gr)
        draw_format(d, "%s", right[sets->gr & 3]);
    d->charsets = *sets;
}
