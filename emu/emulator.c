/* The emulator, as its users see it: made, asked, told. What is read comes from the
 * terminal's state and screen; how bytes get there is in feed.c. */
#include <quietty/emulator.h>

#include "handle.h"

#include "adapter/engines.h"
#include "base/alloc.h"
#include "draw/draw.h"
#include "exec/handlers.h"
#include "input/input.h"
#include "paths.h"
#include <string.h>

/* --- Making one --------------------------------------------------------------------- */

static void
use_default(uint32_t *field, uint32_t value)
{
    if (*field == 0)
        *field = value;
}

/* A caller's struct may be older: it ends where a field of ours begins. */
static bool
is_config_size(size_t size)
{
    static const size_t sizes[] = {
        offsetof(qtty_emulator_config, allocator),
        offsetof(qtty_emulator_config, engine),
        offsetof(qtty_emulator_config, persona),
        offsetof(qtty_emulator_config, term),
        offsetof(qtty_emulator_config, answerback),
        offsetof(qtty_emulator_config, rows),
        offsetof(qtty_emulator_config, cols),
        offsetof(qtty_emulator_config, cell_width),
        offsetof(qtty_emulator_config, cell_height),
        offsetof(qtty_emulator_config, scrollback_rows),
        offsetof(qtty_emulator_config, ambiguous_width),
        offsetof(qtty_emulator_config, reports),
        offsetof(qtty_emulator_config, encoding),
        sizeof(qtty_emulator_config),
    };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        if (sizes[i] == size)
            return true;
    }
    return false;
}

/* Copy what the caller's version of the struct has, and fill in the defaults. */
static qtty_status
read_config(qtty_emulator_config *out, const qtty_emulator_config *config)
{
    *out = (qtty_emulator_config)QTTY_EMULATOR_CONFIG_INIT;
    if (config != NULL && !is_config_size(config->size))
        return QTTY_E_INVAL;
    if (config != NULL)
        memcpy(out, config, config->size);
    use_default(&out->rows, 24);
    use_default(&out->cols, 80);
    use_default(&out->cell_width, 8);
    use_default(&out->cell_height, 16);
    use_default(&out->scrollback_rows, 1000);
    use_default(&out->ambiguous_width, 1);
    if (out->scrollback_rows == QTTY_NONE)
        out->scrollback_rows = 0;
    return QTTY_OK;
}

static bool
in_range(uint32_t value, uint32_t most)
{
    return value >= 1 && value <= most;
}

static qtty_status
check_config(const qtty_emulator_config *c)
{
    if (!in_range(c->rows, QTTY_ROWS_MAX) || !in_range(c->cols, QTTY_COLS_MAX)
        || !in_range(c->cell_width, CELL_PIXELS_MAX)
        || !in_range(c->cell_height, CELL_PIXELS_MAX) || !in_range(c->ambiguous_width, 2)
        || c->scrollback_rows > SCROLLBACK_ROWS_MAX
        || (c->answerback != NULL && strlen(c->answerback) > ANSWERBACK_BYTES_MAX)
        || (c->term != NULL && strlen(c->term) > TERM_BYTES_MAX))
        return QTTY_E_RANGE;
    if (c->encoding != QTTY_ENCODING_UTF8 && c->encoding != QTTY_ENCODING_LATIN1)
        return QTTY_E_INVAL;
    const struct engine_ops *ops = engine_find(c->engine);
    if (ops == NULL || persona_find(c->persona) == NULL)
        return QTTY_E_NOT_FOUND;
    if (c->ambiguous_width == 2 && (ops->capabilities & QTTY_CAP_AMBIGUOUS) == 0)
        return QTTY_E_UNSUPPORTED;
    return QTTY_OK;
}

qtty_status
qtty_emulator_create(qtty_emulator **out, const qtty_emulator_config *config)
{
    qtty_emulator_config c;
    *out = NULL;
    qtty_status st = read_config(&c, config);
    if (st == QTTY_OK)
        st = check_config(&c);
    if (st != QTTY_OK)
        return st;
    qtty_emulator *e = mem_zalloc(c.allocator, 1, sizeof *e);
    if (e == NULL)
        return QTTY_E_NOMEM;

    e->ops = engine_find(c.engine);
    parser_init(&e->parser, &(struct parser_config){
                                .allocator = c.allocator,
                                .eight_bit = c.encoding == QTTY_ENCODING_LATIN1 });
    st = terminal_init(&e->terminal, &c, e->ops);
    if (st != QTTY_OK)
        goto fail;
    st = e->ops->create(&e->engine, &e->terminal);
    if (st != QTTY_OK)
        goto fail;

    *out = e;
    return QTTY_OK;
fail:
    qtty_emulator_destroy(e);
    return st;
}

void
qtty_emulator_destroy(qtty_emulator *e)
{
    if (e == NULL)
        return;
    const qtty_allocator *a = e->terminal.allocator;
    if (e->engine != NULL)
        e->ops->destroy(e->engine);
    terminal_finish(&e->terminal);
    parser_finish(&e->parser);
    mem_free(a, e);
}

bool
emulator_use_path(qtty_emulator *e, enum cpu_path path)
{
    const struct scan *scan = scan_on(path);
    const struct widen *widen = widen_on(path);
    if (scan == NULL || widen == NULL)
        return false;
    e->parser.scan = e->terminal.scan = scan;
    e->terminal.screen.widen = e->terminal.screen.history.packer.widen = widen;
    return true;
}

/* --- Size --------------------------------------------------------------------------- */

qtty_status
qtty_emulator_resize(qtty_emulator *e, uint32_t rows, uint32_t cols)
{
    if (!in_range(rows, QTTY_ROWS_MAX) || !in_range(cols, QTTY_COLS_MAX))
        return QTTY_E_RANGE;
    if (rows == e->terminal.screen.rows && cols == e->terminal.screen.cols)
        return QTTY_OK;
    qtty_status st = e->ops->resize(e->engine, rows, cols);
    if (st == QTTY_OK) {
        terminal_reset_margins(&e->terminal);
        terminal_report_size(&e->terminal);
    }
    return st;
}

/* --- State, replies, events --------------------------------------------------------- */

void
qtty_emulator_cursor(const qtty_emulator *e, qtty_cursor *out)
{
    *out = e->terminal.cursor;
}

bool
qtty_emulator_alternate(const qtty_emulator *e)
{
    return e->terminal.screen.on_alternate;
}

qtty_mode
qtty_emulator_mode(const qtty_emulator *e, bool dec, uint32_t number)
{
    return terminal_mode(&e->terminal, dec, number);
}

qtty_span
qtty_emulator_title(const qtty_emulator *e)
{
    return qtty_buf_span(&e->terminal.titles.window);
}

qtty_span
qtty_emulator_icon(const qtty_emulator *e)
{
    return qtty_buf_span(&e->terminal.titles.icon);
}

void
qtty_emulator_ill_formed(const qtty_emulator *e, qtty_ill_formed *out)
{
    *out = e->ill_formed;
}

qtty_span
qtty_emulator_replies(const qtty_emulator *e)
{
    return queue_bytes(&e->terminal.replies);
}

size_t
qtty_emulator_replies_count(const qtty_emulator *e)
{
    return queue_count(&e->terminal.replies);
}

void
qtty_emulator_take_replies(qtty_emulator *e, size_t bytes)
{
    queue_take(&e->terminal.replies, bytes);
}

uint64_t
qtty_emulator_replies_dropped(const qtty_emulator *e)
{
    return e->terminal.replies.dropped;
}

bool
qtty_emulator_next_event(qtty_emulator *e, qtty_event *out)
{
    return terminal_next_event(&e->terminal, out);
}

uint64_t
qtty_emulator_events_dropped(const qtty_emulator *e)
{
    return e->terminal.events.dropped;
}

/* --- What the caller tells ---------------------------------------------------------- */

bool
qtty_emulator_synchronised(const qtty_emulator *e)
{
    return e->terminal.modes.set[MODE_SYNCHRONISED];
}

uint64_t
qtty_emulator_deadline(qtty_emulator *e, uint64_t now_ns)
{
    return terminal_frame_deadline(&e->terminal, now_ns);
}

bool
qtty_emulator_elapse(qtty_emulator *e, uint64_t now_ns)
{
    if (qtty_emulator_deadline(e, now_ns) > now_ns)
        return false;
    e->terminal.modes.set[MODE_SYNCHRONISED] = false;
    return true;
}

qtty_status
qtty_emulator_set_scheme(qtty_emulator *e, qtty_scheme scheme)
{
    if (scheme != QTTY_SCHEME_BY_BACKGROUND && scheme != QTTY_SCHEME_DARK
        && scheme != QTTY_SCHEME_LIGHT)
        return QTTY_E_INVAL;
    terminal_set_scheme(&e->terminal, scheme);
    return QTTY_OK;
}

/* --- Input -------------------------------------------------------------------------- */

qtty_status
qtty_emulator_key(const qtty_emulator *e, const qtty_key *key, qtty_buf *out)
{
    return input_key(&e->terminal, key, out);
}

qtty_status
qtty_emulator_mouse(qtty_emulator *e, const qtty_mouse *mouse, qtty_buf *out)
{
    return input_mouse(&e->terminal, mouse, out);
}

qtty_status
qtty_emulator_paste(const qtty_emulator *e, qtty_span text, qtty_buf *out)
{
    return input_paste(&e->terminal, text, out);
}

qtty_status
qtty_emulator_focus(const qtty_emulator *e, bool focused, qtty_buf *out)
{
    return input_focus(&e->terminal, focused, out);
}

/* --- Drawing ------------------------------------------------------------------------ */

qtty_status
qtty_emulator_draw(const qtty_emulator *e, qtty_buf *out)
{
    return draw_ansi(&e->terminal, out);
}

/* --- Engines ------------------------------------------------------------------------ */

uint32_t
qtty_emulator_capabilities(const qtty_emulator *e)
{
    return e->ops->capabilities;
}

const char *
qtty_engine_name(size_t index)
{
    const struct engine_ops *ops = engine_at(index);
    return ops == NULL ? NULL : ops->name;
}

const qtty_gap *
qtty_engine_gap(const char *engine, size_t index)
{
    const struct engine_ops *ops = engine_find(engine);
    if (ops == NULL)
        return NULL;
    for (size_t i = 0; ops->gaps[i].what != NULL; i++) {
        if (i == index)
            return &ops->gaps[i];
    }
    return NULL;
}
