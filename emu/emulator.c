/* The emulator: the parser's actions go to handlers and to the engine, in the order of
 * the stream; everything that is read comes from the terminal's state and screen. */
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

/* --- Feeding ------------------------------------------------------------------------ */

static void
note_ill_formed(qtty_emulator *e, const struct action *a)
{
    if (e->ill_formed.count++ != 0)
        return;
    e->ill_formed.offset = a->offset;
    e->ill_formed.len = (uint32_t)a->length;
    memcpy(e->ill_formed.bytes, a->raw, sizeof a->raw);
}

/* What output asked of the window, where the embedder allows that. */
static qtty_status
honour_resize(qtty_emulator *e)
{
    uint32_t rows = e->terminal.wanted_rows, cols = e->terminal.wanted_cols;
    if (rows == 0)
        return QTTY_OK;
    e->terminal.wanted_rows = e->terminal.wanted_cols = 0;
    return qtty_emulator_resize(e, rows, cols);
}

static bool
is_gap(const qtty_emulator *e, const struct sequence *s)
{
    return e->ops->executes != NULL && !e->ops->executes(s->id);
}

/* What a handler did that the parser or the embedder must know. */
static qtty_status
heed(qtty_emulator *e)
{
    parser_use_vt52(&e->parser, e->terminal.vt52);
    return honour_resize(e);
}

static bool
has_news(const qtty_emulator *e)
{
    return e->terminal.wanted_rows != 0
           || e->terminal.vt52 != parser_uses_vt52(&e->parser);
}

/* Nothing of a gap happens: nor may the state change without the screen. */
static qtty_status
run(qtty_emulator *e, const struct sequence *s, const struct action *a)
{
    const bool on_screen = s->effect == EFFECT_SCREEN;
    qtty_status st = QTTY_OK;
    if (on_screen && is_gap(e, s))
        return QTTY_OK;
    if (s->handler != NULL)
        s->handler(&e->terminal, a);
    if (on_screen)
        st = e->ops->execute(e->engine, s, a);
    if (!has_news(e))
        return st;
    qtty_status heeded = heed(e);
    return st != QTTY_OK ? st : heeded;
}

/* One mode after another, each with all that it does. Nothing follows DECANM. */
static qtty_status
run_modes(qtty_emulator *e, const struct sequence *s, const struct action *a)
{
    qtty_status worst = QTTY_OK;
    for (uint32_t i = 0; i < a->params->count && !e->terminal.vt52; i++) {
        struct params one = { .value = { a->params->value[i] }, .count = 1 };
        struct action single = *a;
        single.params = &one;
        qtty_status st = run(e, s, &single);
        worst = worst != QTTY_OK ? worst : st;
    }
    return worst;
}

static qtty_status
restore_modes(qtty_emulator *e, const struct action *a)
{
    qtty_status worst = QTTY_OK;
    for (uint32_t i = 0; i < a->params->count; i++) {
        struct action mode;
        struct params one;
        if (!xtrestore(&e->terminal, a->params->value[i], &mode, &one))
            continue;
        qtty_status st = run(e, sequence_find(&mode), &mode);
        worst = worst != QTTY_OK ? worst : st;
    }
    return worst;
}

static bool
is_known(const qtty_emulator *e, const struct sequence *s)
{
    return s != NULL
           && (e->terminal.level >= 4 || sequence_level(s->id) <= e->terminal.level);
}

static qtty_status
execute(qtty_emulator *e, const struct action *a)
{
    if (sequence_refusal(a) != NULL)
        return QTTY_OK;
    const struct sequence *s = sequence_find(a);
    struct action ansi;
    if (!is_known(e, s))
        return QTTY_OK;
    switch (s->id) {
    case SEQ_SM:
    case SEQ_RM:
    case SEQ_DECSET:
    case SEQ_DECRST:
        return run_modes(e, s, a);
    case SEQ_XTRESTORE:
        return restore_modes(e, a);
    default:
        if (a->kind == ACTION_VT52 && vt52_as_ansi(a, &ansi))
            return run(e, sequence_find(&ansi), &ansi);
        return run(e, s, a);
    }
}

/* DEL, where it is a graphic: that depends on the set which the engine has in use. */
static bool
prints_delete(qtty_emulator *e, const struct action *a)
{
    return a->kind == ACTION_INERT && a->text.data[0] == 0x7F
           && e->ops->print_delete != NULL && e->ops->print_delete(e->engine);
}

static bool
ends_line(qtty_emulator *e, const struct action *a)
{
    return a->kind == ACTION_CONTROL && e->ops->end_line != NULL
           && e->ops->end_line(e->engine, a->final);
}

static qtty_status
print(qtty_emulator *e, const struct action *a)
{
    if ((a->flags & ACTION_REPLACED) != 0)
        note_ill_formed(e, a);
    e->terminal.after_graphic = true;
    return e->ops->print(e->engine, a->text, (a->flags & ACTION_ASCII) != 0);
}

static qtty_status
apply(qtty_emulator *e, const struct action *a)
{
    if (a->kind == ACTION_PRINT)
        return print(e, a);
    const bool graphic = prints_delete(e, a);
    qtty_status st = graphic || ends_line(e, a) ? QTTY_OK : execute(e, a);
    e->terminal.after_graphic = graphic;
    return st;
}

/* What the state and the screen could not keep. */
static qtty_status
take_losses(qtty_emulator *e)
{
    bool lost = e->terminal.lost || e->terminal.screen.lost;
    e->terminal.lost = e->terminal.screen.lost = false;
    return lost ? QTTY_E_NOMEM : QTTY_OK;
}

qtty_status
qtty_emulator_feed_rows(qtty_emulator *e, qtty_span *bytes, uint64_t rows)
{
    qtty_status result = QTTY_OK;
    const struct history *h = &e->terminal.screen.history;
    const uint64_t enough = rows < UINT64_MAX - h->end ? h->end + rows : UINT64_MAX;
    struct action a;
    while (h->end < enough && parser_next(&e->parser, bytes, &a)) {
        qtty_status st = apply(e, &a);
        if (st != QTTY_OK)
            result = st;
    }
    qtty_status lost = take_losses(e);
    return result != QTTY_OK ? result : lost;
}

qtty_status
qtty_emulator_feed(qtty_emulator *e, qtty_span bytes)
{
    return qtty_emulator_feed_rows(e, &bytes, UINT64_MAX);
}

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

qtty_status
qtty_emulator_reset(qtty_emulator *e)
{
    parser_reset(&e->parser);
    struct action ris = { .kind = ACTION_ESC, .final = 'c' };
    (void)take_losses(e); /* of what is reset now */
    return execute(e, &ris);
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
