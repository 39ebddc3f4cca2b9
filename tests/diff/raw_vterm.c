/* libvterm 0.1.4 as its users have it: raw bytes for its own parser, its own screen. */
#include "diff/generate.h"
#include "diff/subject.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vterm.h>

struct raw {
    VTerm *vt;
    VTermScreen *screen;
    bool alternate;
    bool graphic; /* the latest action */
};

static int
on_property(VTermProp prop, VTermValue *value, void *user)
{
    struct raw *r = user;
    if (prop == VTERM_PROP_ALTSCREEN)
        r->alternate = value->boolean != 0;
    return 1;
}

static const VTermScreenCallbacks callbacks = { .settermprop = on_property };

static void
drop_reply(const char *bytes, size_t len, void *user)
{
    (void)bytes, (void)len, (void)user;
}

static void *
open_raw(const char *name, uint32_t rows, uint32_t cols)
{
    (void)name;
    struct raw *r = calloc(1, sizeof *r);
    if (r == NULL)
        exit(2);
    r->vt = vterm_new((int)rows, (int)cols);
    vterm_set_utf8(r->vt, 1);
    vterm_output_set_callback(r->vt, drop_reply, NULL);
    r->screen = vterm_obtain_screen(r->vt);
    vterm_screen_set_callbacks(r->screen, &callbacks, r);
    vterm_screen_enable_altscreen(r->screen, 1);
    vterm_screen_reset(r->screen, 1);
    return r;
}

/* REP with no graphic before it hangs libvterm: it is dropped. */
static void
feed_raw(void *self, qtty_span bytes)
{
    struct raw *r = self;
    bool repeats = bytes.data[0] == 0x1B && bytes.data[bytes.len - 1] == 'b';
    if (repeats && !r->graphic)
        return;
    r->graphic = bytes.data[0] >= 0x20;
    vterm_input_write(r->vt, (const char *)bytes.data, bytes.len);
}

static qtty_color
color_of(const VTermColor *color, bool is_default)
{
    if (is_default)
        return QTTY_COLOR_DEFAULT;
    if (VTERM_COLOR_IS_INDEXED(color))
        return QTTY_COLOR_INDEXED(color->indexed.idx);
    return QTTY_COLOR_RGB(color->rgb.red, color->rgb.green, color->rgb.blue);
}

static qtty_style
style_of(const VTermScreenCell *cell)
{
    static const uint16_t underlines[] = { QTTY_UNDERLINE_NONE, QTTY_UNDERLINE_SINGLE,
                                           QTTY_UNDERLINE_DOUBLE, QTTY_UNDERLINE_CURLY };
    unsigned attributes = (cell->attrs.bold ? QTTY_BOLD : 0u)
                          | (cell->attrs.italic ? QTTY_ITALIC : 0u)
                          | (cell->attrs.blink ? QTTY_BLINK : 0u)
                          | (cell->attrs.reverse ? QTTY_REVERSE : 0u)
                          | (cell->attrs.strike ? QTTY_STRIKE : 0u);
    return (qtty_style){
        .fg = color_of(&cell->fg, VTERM_COLOR_IS_DEFAULT_FG(&cell->fg)),
        .bg = color_of(&cell->bg, VTERM_COLOR_IS_DEFAULT_BG(&cell->bg)),
        .attributes = (uint16_t)attributes,
        .underline = underlines[cell->attrs.underline],
    };
}

static size_t
encode(uint32_t scalar, char *out)
{
    if (scalar < 0x80) {
        out[0] = (char)scalar;
        return 1;
    }
    size_t more = scalar < 0x800 ? 1 : scalar < 0x10000 ? 2 : 3;
    uint32_t lead = more == 1 ? 0xC0 : more == 2 ? 0xE0 : 0xF0;
    out[0] = (char)(lead | scalar >> 6 * more);
    for (size_t i = 1; i <= more; i++)
        out[i] = (char)(0x80 | (scalar >> 6 * (more - i) & 0x3F));
    return more + 1;
}

static void
take_cell(struct picture_cell *to, const VTermScreenCell *cell)
{
    *to = (struct picture_cell){ .width = (uint8_t)cell->width };
    if (cell->chars[0] == (uint32_t)-1) {
        to->width = 0;
        return;
    }
    size_t len = 0;
    for (size_t i = 0; i < VTERM_MAX_CHARS_PER_CELL && cell->chars[i] != 0; i++)
        len += encode(cell->chars[i], to->text + len);
    to->style = style_of(cell);
    if (len == 0)
        to->style = (qtty_style){ .bg = to->style.bg };
}

static void
take_raw(void *self, struct picture *out)
{
    struct raw *r = self;
    int rows, cols;
    memset(out, 0, sizeof *out);
    vterm_get_size(r->vt, &rows, &cols);
    out->rows = (uint32_t)rows;
    out->cols = (uint32_t)cols;
    for (VTermPos pos = { 0, 0 }; pos.row < rows; pos.row++) {
        for (pos.col = 0; pos.col < cols; pos.col++) {
            VTermScreenCell cell;
            (void)vterm_screen_get_cell(r->screen, pos, &cell);
            take_cell(&out->cell[pos.row][pos.col], &cell);
        }
    }
    VTermPos cursor;
    vterm_state_get_cursorpos(vterm_obtain_state(r->vt), &cursor);
    out->cursor_row = (uint32_t)cursor.row;
    out->cursor_col = (uint32_t)cursor.col;
    out->alternate = r->alternate;
}

static void
close_raw(void *self)
{
    struct raw *r = self;
    vterm_free(r->vt);
    free(r);
}

const struct subject raw_subject = {
    "raw-libvterm", RAW, 0, (1u << FAMILIES) - 1, open_raw, feed_raw, take_raw, close_raw,
};
