/* The terminal's state: made, reset, and its two queues fed. */
#include "exec/terminal.h"

#include "base/alloc.h"
#include "base/text.h"
#include "exec/engine.h"
#include "unicode/utf8.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char default_term[] = "xterm-256color";

static qtty_status
buf_set(qtty_buf *b, const char *text)
{
    b->len = 0;
    return qtty_buf_append(b, text, strlen(text));
}

static void
titles_init(struct titles *titles, const qtty_allocator *a)
{
    qtty_buf_init(&titles->window, a, TITLE_BYTES_MAX);
    qtty_buf_init(&titles->icon, a, TITLE_BYTES_MAX);
}

static void
titles_finish(struct titles *titles)
{
    qtty_buf_finish(&titles->window);
    qtty_buf_finish(&titles->icon);
}

static void
init_bufs(struct terminal *t)
{
    const qtty_allocator *a = t->allocator;
    qtty_buf_init(&t->term, a, TITLE_BYTES_MAX);
    qtty_buf_init(&t->answerback, a, ANSWERBACK_BYTES_MAX);
    qtty_buf_init(&t->pen.link, a, LINK_BYTES_MAX + 1 + LINK_ID_BYTES_MAX);
    qtty_buf_init(&t->scratch, a, STRING_BYTES_MAX + sizeof(qtty_event));
    titles_init(&t->titles, a);
    for (size_t i = 0; i < TITLE_STACK_MAX; i++)
        titles_init(&t->title_stack[i], a);
    queue_init(&t->replies, a, REPLIES_BYTES_MAX, REPLIES_MAX);
    queue_init(&t->events, a, EVENTS_BYTES_MAX, EVENTS_MAX);
}

qtty_status
terminal_init(struct terminal *t, const qtty_emulator_config *config,
              const struct engine_ops *ops)
{
    *t = (struct terminal){ .allocator = config->allocator, .ops = ops };
    init_bufs(t);
    t->persona = persona_find(config->persona);
    t->reports = config->reports;
    if (terminal_answers(t, ANSWERS_CHECKSUM))
        t->reports |= QTTY_REPORT_CHECKSUM;
    if (!terminal_answers(t, ANSWERS_RESIZE))
        t->reports &= ~(uint32_t)QTTY_REPORT_RESIZE;
    t->cell_width = config->cell_width;
    t->cell_height = config->cell_height;
    t->ambiguous_width = config->ambiguous_width;
    t->scan = scan_on(CPU_BEST);
    t->latin1 = config->encoding == QTTY_ENCODING_LATIN1;

    qtty_status st =
        buf_set(&t->term, config->term != NULL ? config->term : default_term);
    if (st == QTTY_OK && config->answerback != NULL)
        st = buf_set(&t->answerback, config->answerback);
    if (st == QTTY_OK)
        st = screen_init(&t->screen, t->allocator, config->rows, config->cols,
                         config->scrollback_rows);
    if (st == QTTY_OK)
        terminal_reset(t);
    return st;
}

void
terminal_finish(struct terminal *t)
{
    screen_finish(&t->screen);
    qtty_buf_finish(&t->term);
    qtty_buf_finish(&t->answerback);
    qtty_buf_finish(&t->pen.link);
    qtty_buf_finish(&t->scratch);
    titles_finish(&t->titles);
    for (size_t i = 0; i < TITLE_STACK_MAX; i++)
        titles_finish(&t->title_stack[i]);
    mem_free(t->allocator, t->color_stack.entries);
    queue_finish(&t->replies);
    queue_finish(&t->events);
}

/* Never in line: what is usual needs no stack. */
__attribute__((noinline)) static void
take_link(struct terminal *t)
{
    t->screen.pen.link = screen_link(&t->screen, qtty_buf_span(&t->pen.link));
}

__attribute__((noinline)) void
terminal_take_pen(struct terminal *t)
{
    if (!t->pen.changed)
        return;
    t->pen.changed = false;
    struct cell pen = { .kind = CELL_SCALAR,
                        .width = 1,
                        .protect = t->pen.protect,
                        .style = screen_style(&t->screen, &t->pen.style) };
    t->screen.pen = pen;
    if (t->pen.link.len != 0)
        take_link(t);
}

void
terminal_reset_margins(struct terminal *t)
{
    t->margins = (struct margins){ 0, t->screen.rows - 1, 0, t->screen.cols - 1 };
}

static void
reset_pen(struct terminal *t)
{
    t->pen.style = (qtty_style){ 0 };
    t->pen.link.len = 0;
    t->pen.protect = false;
    t->pen.guards = false;
    t->pen.changed = true;
}

static void
reset_saved(struct terminal *t)
{
    for (size_t i = 0; i < 2; i++)
        t->saved[i] = (struct saved_state){ .charsets = charsets_initial(t->latin1) };
}

struct saved_state *
terminal_saved(struct terminal *t)
{
    return &t->saved[t->screen.on_alternate];
}

static void
reset_cursor_style(struct terminal *t)
{
    t->cursor_style = 0;
    t->cursor.blink = false;
    t->cursor.shape = QTTY_CURSOR_BLOCK;
    t->modes.set[MODE_CURSOR_BLINK] = false;
}

void
terminal_reset(struct terminal *t)
{
    t->after_graphic = false;
    modes_reset(&t->modes);
    modes_reset(&t->saved_modes);
    t->vt52 = false;
    terminal_reset_margins(t);
    reset_pen(t);
    reset_saved(t);
    t->charsets = charsets_initial(t->latin1);
    tabs_reset(&t->tabs);
    palette_reset(&t->palette);
    t->color_stack.written = t->color_stack.current = t->color_stack.pushed = 0;
    keyboard_reset(&t->keyboard);
    t->pointer = (struct pointer){ 0 };
    t->title_depth = 0;
    t->title_slots = 0;
    t->title_modes = 0;
    terminal_set_level(t, 4);
    t->eight_bit = false;
    t->extent = 0;
    reset_cursor_style(t);
    t->cursor.visible = true;
}

/* The 256 colours of OSC 4, which xterm takes back with DECSTR too. */
static void
reset_colors(struct terminal *t)
{
    for (uint32_t i = 0; i < PALETTE_COLORS; i++)
        t->palette.color[i] = palette_default(i);
}

/* DECSTR as STD 070 and the VT510's manual list it, and xterm does it: autowrap is set,
 * the cursor's style and the palette go back. Tab stops, titles, the mouse, the screens,
 * the level and bracketed paste stay; kitty's flags go, as it does. */
void
terminal_soft_reset(struct terminal *t)
{
    static const enum mode_name off[] = {
        MODE_IRM,    MODE_DECOM,        MODE_DECCKM,           MODE_KAM,    MODE_DECLRMM,
        MODE_DECNKM, MODE_REVERSE_WRAP, MODE_REVERSE_WRAP_ANY, MODE_DECNRCM
    };
    for (size_t i = 0; i < sizeof off / sizeof off[0]; i++)
        t->modes.set[off[i]] = false;
    t->modes.set[MODE_DECNRCM] = false;
    t->modes.set[MODE_SYNCHRONISED] = false;
    t->modes.set[MODE_DECAWM] = true;
    t->modes.set[MODE_DECTCEM] = true;
    t->cursor.visible = true;
    terminal_reset_margins(t);
    reset_pen(t);
    reset_saved(t);
    t->charsets = charsets_initial(t->latin1);
    keyboard_reset(&t->keyboard);
    t->extent = 0;
    reset_cursor_style(t);
    reset_colors(t);
}

void
terminal_set_level(struct terminal *t, uint32_t level)
{
    t->level = level;
    if (level < 2)
        t->eight_bit = false;
    if (level < 5)
        t->modes.set[MODE_DECNCSM] = false;
}

bool
terminal_answers(const struct terminal *t, uint32_t what)
{
    return (t->persona->answers & what) == what;
}

/* --- Replies and events ------------------------------------------------------------- */

void
terminal_reply_bytes(struct terminal *t, qtty_span bytes)
{
    queue_push(&t->replies, bytes.data, bytes.len);
}

/* ESC and a byte of 40..5F are a C1 control (ECMA-48 5.3). */
void
terminal_reply_sequence(struct terminal *t, uint8_t *bytes, size_t len)
{
    size_t to = 0;
    for (size_t from = 0; from < len; from++) {
        bool c1 = t->eight_bit && bytes[from] == 0x1B && from + 1 < len
                  && bytes[from + 1] >= 0x40 && bytes[from + 1] <= 0x5F;
        bytes[to++] = c1 ? (uint8_t)(bytes[++from] + 0x40) : bytes[from];
    }
    terminal_reply_bytes(t, (qtty_span){ bytes, to });
}

void
terminal_reply(struct terminal *t, const char *format, ...)
{
    char reply[REPLY_BYTES_MAX];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(reply, sizeof reply, format, args);
    va_end(args);
    if (len > 0 && (size_t)len < sizeof reply)
        terminal_reply_sequence(t, (uint8_t *)reply, (size_t)len);
}

/* Of OSC 133 and 633. */
static bool
is_mark(qtty_event_kind kind)
{
    switch (kind) {
    case QTTY_EVENT_PROMPT_START:
    case QTTY_EVENT_PROMPT_PART:
    case QTTY_EVENT_COMMAND_START:
    case QTTY_EVENT_COMMAND_LINE:
    case QTTY_EVENT_OUTPUT_START:
    case QTTY_EVENT_COMMAND_END:
    case QTTY_EVENT_PROPERTY:
        return true;
    default:
        return false;
    }
}

/* Marks of prompts and commands may fill the queue, the rest half of it: neither a flood
 * of bells nor a few clipboards push a mark out. */
static bool
has_room(const struct terminal *t, qtty_event_kind kind, size_t bytes)
{
    return is_mark(kind)
           || (queue_count(&t->events) < EVENTS_MAX / 2
               && queue_bytes(&t->events).len + bytes <= EVENTS_BYTES_MAX / 2);
}

static void
drop_lent_event(struct terminal *t)
{
    if (t->event_is_lent)
        queue_pop(&t->events);
    t->event_is_lent = false;
}

static void
push_event(struct terminal *t, qtty_event *event, qtty_span text)
{
    drop_lent_event(t);
    event->row = t->cursor.row;
    event->col = t->cursor.col;
    event->row_id = screen_active(&t->screen)[t->cursor.row]->id;
    if (has_room(t, event->kind, sizeof *event + text.len))
        queue_push_both(&t->events, event, sizeof *event, text);
    else
        t->events.dropped++;
}

void
terminal_event(struct terminal *t, qtty_event_kind kind, int32_t value, qtty_span text)
{
    push_event(t, &(qtty_event){ .kind = kind, .value = value }, text);
}

void
terminal_image(struct terminal *t, qtty_image_protocol protocol, uint32_t width,
               uint32_t height)
{
    qtty_event event = { .kind = QTTY_EVENT_IMAGE,
                         .value = (int32_t)protocol,
                         .width = width,
                         .height = height };
    push_event(t, &event, (qtty_span){ NULL, 0 });
}

/* Its text stays in the queue for who borrows it: this needs no memory. */
bool
terminal_next_event(struct terminal *t, qtty_event *out)
{
    drop_lent_event(t);
    qtty_span message = queue_first(&t->events);
    if (message.len == 0)
        return false;
    t->event_is_lent = true;
    memcpy(out, message.data, sizeof *out);
    out->text = text_from(message, sizeof *out);
    return true;
}

void
terminal_keep(struct terminal *t, qtty_buf *to, qtty_span bytes)
{
    if (qtty_buf_append(to, bytes.data, bytes.len) == QTTY_E_NOMEM)
        t->lost = true;
}

/* --- Modes -------------------------------------------------------------------------- */

/* DEC STD 070, the VT510's manual; xterm has the same levels. */
bool
terminal_level_has(const struct terminal *t, enum mode_name name)
{
    switch (name) {
    case MODE_DECNRCM:
        return t->level >= 2;
    case MODE_DECLRMM:
    case MODE_DECKPM:
        return t->level >= 4;
    case MODE_DECNCSM:
        return t->level >= 5;
    default:
        return mode_at(name)->kind != MODE_NEVER_5 || t->level >= 5;
    }
}

qtty_mode
terminal_mode(const struct terminal *t, bool dec, uint32_t number)
{
    enum mode_name name = mode_find(dec, number);
    if (name == MODE_NONE)
        return QTTY_MODE_UNKNOWN;
    bool set = t->modes.set[name];
    switch (mode_at(name)->kind) {
    case MODE_NEVER:
    case MODE_NEVER_5:
        return QTTY_MODE_ALWAYS_RESET;
    case MODE_ALTERNATE:
        set = t->screen.on_alternate;
        break;
    case MODE_ENGINE:
        if (!t->ops->knows_mode(name))
            return QTTY_MODE_UNKNOWN;
        break;
    case MODE_STATE:
        set = name == MODE_SAVE_CURSOR ? t->saved[t->screen.on_alternate].made : set;
        break;
    case MODE_MOUSE:
    case MODE_FORMAT:
    case MODE_USER:
        break;
    }
    return set ? QTTY_MODE_SET : QTTY_MODE_RESET;
}

/* --- Text from outside -------------------------------------------------------------- */

static bool
is_control(uint32_t scalar)
{
    return scalar < 0x20 || (scalar >= 0x7F && scalar < 0xA0);
}

/* The scalar at the front of a payload, and its bytes. */
static uint32_t
scalar_at(const struct terminal *t, qtty_span text, uint32_t *length)
{
    *length = 1;
    if (t->latin1)
        return text.data[0];
    struct utf8_head head = utf8_head(text);
    *length = head.length;
    return head.form == UTF8_WELL_FORMED ? utf8_scalar(text.data, head.length) : 0xFFFD;
}

/* Bytes at the front that are text as they stand. */
static size_t
clean_length(const struct terminal *t, qtty_span text)
{
    const uint8_t *end = text.data + text.len;
    const uint8_t *stop =
        t->latin1 ? t->scan->ascii(text.data, end) : t->scan->text(text.data, end);
    return (size_t)(stop - text.data);
}

/* Cut text to a length, between scalars. */
static qtty_span
cut(qtty_span text, size_t most)
{
    if (text.len <= most)
        return text;
    while (most != 0 && (text.data[most] & 0xC0) == 0x80)
        most--;
    return (qtty_span){ text.data, most };
}

static void
clean_up(struct terminal *t, qtty_buf *out, qtty_span text, size_t bytes_max)
{
    while (text.len != 0) {
        uint8_t encoded[4];
        uint32_t length = (uint32_t)clean_length(t, text);
        qtty_span clean = { text.data, length };
        if (length == 0) {
            uint32_t scalar = scalar_at(t, text, &length);
            uint32_t len = is_control(scalar) ? 0 : utf8_encode(scalar, encoded);
            clean = (qtty_span){ encoded, len };
        }
        qtty_span fits = cut(clean, bytes_max - out->len);
        terminal_keep(t, out, fits);
        if (fits.len < clean.len)
            return;
        text.data += length;
        text.len -= length;
    }
}

qtty_span
terminal_clean_text(struct terminal *t, qtty_span text, size_t bytes_max)
{
    if (clean_length(t, text) == text.len)
        return cut(text, bytes_max);
    t->scratch.len = 0;
    clean_up(t, &t->scratch, text, bytes_max);
    return qtty_buf_span(&t->scratch);
}
