/* Mouse reports (CTL "Mouse Tracking"), and the wheel as cursor keys. */
#include "input/input.h"

#include "input/output.h"

/* --- What is asked for -------------------------------------------------------------- */

static qtty_status
check(const struct terminal *t, const qtty_mouse *m)
{
    bool motion = m->event == QTTY_MOUSE_MOTION;
    if (m->event < QTTY_MOUSE_PRESS || m->event > QTTY_MOUSE_MOTION
        || m->button > QTTY_BUTTON_LAST || m->modifiers > 0xFF
        || (m->button == QTTY_BUTTON_NONE && !motion))
        return QTTY_E_INVAL;
    if (m->row >= t->screen.rows || m->col >= t->screen.cols
        || m->x >= t->screen.cols * t->cell_width
        || m->y >= t->screen.rows * t->cell_height)
        return QTTY_E_RANGE;
    return QTTY_OK;
}

static bool
is_wheel(const qtty_mouse *m)
{
    return m->button >= QTTY_BUTTON_WHEEL_UP && m->button <= QTTY_BUTTON_WHEEL_RIGHT;
}

static bool
tracks(const struct modes *modes)
{
    return modes->set[MODE_MOUSE_X10] || modes->set[MODE_MOUSE_CLICK]
           || modes->set[MODE_MOUSE_DRAG] || modes->set[MODE_MOUSE_MOVE];
}

static bool
is_wanted(const struct modes *modes, const qtty_mouse *m)
{
    if (modes->set[MODE_MOUSE_X10])
        return m->event == QTTY_MOUSE_PRESS && m->button <= QTTY_BUTTON_RIGHT;
    if (m->event == QTTY_MOUSE_PRESS)
        return tracks(modes);
    if (is_wheel(m))
        return false; /* a turn has no end, and is no button that is held */
    if (m->event == QTTY_MOUSE_RELEASE)
        return tracks(modes);
    return modes->set[MODE_MOUSE_MOVE]
           || (modes->set[MODE_MOUSE_DRAG] && m->button != QTTY_BUTTON_NONE);
}

/* --- The report --------------------------------------------------------------------- */

/* A report's button, with 1006 and 1016 of a release too, else 3. */
static uint32_t
button_code(const struct modes *modes, const qtty_mouse *m)
{
    bool named = modes->set[MODE_MOUSE_SGR] || modes->set[MODE_MOUSE_PIXELS];
    if (m->button == QTTY_BUTTON_NONE || (m->event == QTTY_MOUSE_RELEASE && !named))
        return 3;
    if (m->button >= 8)
        return 128 + m->button - 8;
    return is_wheel(m) ? 64 + m->button - QTTY_BUTTON_WHEEL_UP : m->button - 1;
}

/* X10's mouse (mode 9) has no modifiers. */
static uint32_t
report_code(const struct modes *modes, const qtty_mouse *m)
{
    uint32_t code = button_code(modes, m);
    if (modes->set[MODE_MOUSE_X10])
        return code;
    code |= (m->modifiers & QTTY_MOD_SHIFT) != 0 ? 4 : 0;
    code |= (m->modifiers & (QTTY_MOD_ALT | QTTY_MOD_META)) != 0 ? 8 : 0;
    code |= (m->modifiers & QTTY_MOD_CTRL) != 0 ? 16 : 0;
    return code | (m->event == QTTY_MOUSE_MOTION ? 32 : 0);
}

/* CSI < code ; column ; row M, or m for a release (1006, 1016). */
static void
put_sgr(struct output *o, uint32_t code, const struct pointer *at, bool release)
{
    output_text(o, "\x1b[<");
    output_number(o, code);
    output_byte(o, ';');
    output_number(o, at->col + 1);
    output_byte(o, ';');
    output_number(o, at->row + 1);
    output_byte(o, release ? 'm' : 'M');
}

/* CSI code ; column ; row M, the code from 32 on (1015). */
static void
put_urxvt(struct output *o, uint32_t code, const struct pointer *at)
{
    output_text(o, "\x1b[");
    output_number(o, code + 32);
    output_byte(o, ';');
    output_number(o, at->col + 1);
    output_byte(o, ';');
    output_number(o, at->row + 1);
    output_byte(o, 'M');
}

/* CSI M and three numbers from 32 on: bytes, or with 1005 characters of UTF-8 of at most
 * two bytes. Places that have none are not reported. */
static void
put_default(struct output *o, uint32_t code, const struct pointer *at, bool utf8)
{
    const uint32_t values[] = { code, at->col + 1, at->row + 1 };
    uint32_t most = (utf8 ? 2047 : 255) - 32;
    if (values[1] > most || values[2] > most)
        return;
    output_text(o, "\x1b[M");
    for (size_t i = 0; i < 3; i++) {
        uint32_t value = values[i] + 32;
        if (utf8 && value >= 0x80)
            output_byte(o, (uint8_t)(0xC0 | value >> 6));
        output_byte(o, (uint8_t)(utf8 && value >= 0x80 ? 0x80 | (value & 0x3F) : value));
    }
}

static void
put_report(struct output *o, const struct modes *modes, const qtty_mouse *m,
           const struct pointer *at)
{
    uint32_t code = report_code(modes, m);
    if (modes->set[MODE_MOUSE_SGR] || modes->set[MODE_MOUSE_PIXELS])
        put_sgr(o, code, at, m->event == QTTY_MOUSE_RELEASE);
    else if (modes->set[MODE_MOUSE_URXVT])
        put_urxvt(o, code, at);
    else
        put_default(o, code, at, modes->set[MODE_MOUSE_UTF8]);
}

/* The place, in the unit that is reported. */
static struct pointer
place(const struct modes *modes, const qtty_mouse *m)
{
    bool pixels = modes->set[MODE_MOUSE_PIXELS];
    return (struct pointer){ true, pixels ? m->y : m->row, pixels ? m->x : m->col };
}

static bool
is_same(const struct pointer *a, const struct pointer *b)
{
    return a->known && b->known && a->row == b->row && a->col == b->col;
}

static qtty_status
report(struct terminal *t, const qtty_mouse *m, qtty_buf *out)
{
    struct output o = { .len = 0 };
    struct pointer at = place(&t->modes, m);
    if (m->event == QTTY_MOUSE_MOTION && is_same(&at, &t->pointer))
        return QTTY_OK;
    put_report(&o, &t->modes, m, &at);
    qtty_status st = qtty_buf_append(out, o.bytes, o.len);
    if (st == QTTY_OK)
        t->pointer = at;
    return st;
}

/* --- The wheel as keys -------------------------------------------------------------- */

/* CTL "Alternate Scroll Mode" (1007). */
static qtty_status
scroll(const struct terminal *t, const qtty_mouse *m, qtty_buf *out)
{
    bool up = m->button == QTTY_BUTTON_WHEEL_UP;
    bool turned = up || m->button == QTTY_BUTTON_WHEEL_DOWN;
    if (!t->modes.set[MODE_ALTERNATE_SCROLL] || !t->screen.on_alternate || !turned
        || m->event != QTTY_MOUSE_PRESS)
        return QTTY_OK;
    return input_key(t, &(qtty_key){ .key = up ? QTTY_KEY_UP : QTTY_KEY_DOWN }, out);
}

qtty_status
input_mouse(struct terminal *t, const qtty_mouse *mouse, qtty_buf *out)
{
    qtty_status st = check(t, mouse);
    if (st != QTTY_OK)
        return st;
    if (is_wanted(&t->modes, mouse))
        return report(t, mouse, out);
    return tracks(&t->modes) ? QTTY_OK : scroll(t, mouse, out);
}
