/* From bytes to the screen: the parser's actions go to handlers and to the engine, in the
 * order of the stream. */
#include "handle.h"

#include "exec/handlers.h"
#include "vt/params.h"
#include <string.h>

/* --- Actions ------------------------------------------------------------------------ */

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
    e->resized = true;
    return qtty_emulator_resize(e, rows, cols);
}

/* What a handler did that others must follow: the parser VT52 mode, the screen a size. */
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
static inline qtty_status
carry_out(qtty_emulator *e, const struct sequence *s, const struct action *a)
{
    const bool on_screen = s->effect == EFFECT_SCREEN;
    if (on_screen && !engine_executes(e->ops, s->id))
        return QTTY_OK;
    if (s->handler != NULL)
        s->handler(&e->terminal, a);
    return on_screen ? e->ops->execute(e->engine, s, a) : QTTY_OK;
}

static qtty_status
run(qtty_emulator *e, const struct sequence *s, const struct action *a)
{
    qtty_status st = carry_out(e, s, a);
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

/* A list of modes is executed one by one. */
static bool
is_list(enum sequence_id id)
{
    return id == SEQ_SM || id == SEQ_RM || id == SEQ_DECSET || id == SEQ_DECRST
           || id == SEQ_XTRESTORE;
}

/* An action whose sequence is found. A list of modes, and a sequence of VT52 mode, is
 * executed as others. */
static qtty_status
execute_as(qtty_emulator *e, const struct sequence *s, const struct action *a)
{
    struct action ansi;
    if (s->id == SEQ_XTRESTORE)
        return restore_modes(e, a);
    if (is_list(s->id))
        return run_modes(e, s, a);
    if (a->kind == ACTION_VT52 && vt52_as_ansi(a, &ansi))
        return run(e, sequence_find(&ansi), &ansi);
    return run(e, s, a);
}

static qtty_status
execute(qtty_emulator *e, const struct action *a)
{
    if (sequence_refusal(a) != NULL)
        return QTTY_OK;
    const struct sequence *s = sequence_find(a);
    return is_known(e, s) ? execute_as(e, s, a) : QTTY_OK;
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
    const uint8_t bytes[2] = { a->final, 0 };
    return a->kind == ACTION_CONTROL && e->ops->end_line != NULL
           && e->ops->end_line(e->engine, bytes) != 0;
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

/* --- The lane ----------------------------------------------------------------------- */

/* What most streams consist of (ASCII, the ends of lines, CSI of parameters and a final,
 * OSC) goes to the engine in a loop of its own. For CSI an action is made once, and its
 * final changes; none has an offset and a length, which no handler asks for. Anything
 * else, and what is near the end of the span, is the parser's, which gives the same:
 * lane_test compares them. */

enum {
    /* Looked at without asking where the span ends: ESC, '[', parameters. */
    LANE_BYTES = 2 + PARAMS_USUAL_BYTES,
};

/* @return Behind the text; `at`: it goes on beyond ASCII, and is one text for the
 * engine. */
static const uint8_t *
lane_text(qtty_emulator *e, const uint8_t *at, const uint8_t *end, qtty_status *st)
{
    const uint64_t stops = ascii_stops(at);
    const uint8_t *stop =
        stops != 0 ? at + __builtin_ctzll(stops) / 8 : e->parser.scan->ascii(at + 8, end);
    if (stop != end && *stop >= 0x80)
        return at;
    e->terminal.after_graphic = true;
    *st = e->ops->print(e->engine, (qtty_span){ at, (size_t)(stop - at) }, true);
    return stop;
}

/* Without sub-parameters or too many parameters there is nothing to refuse.
 * @return Behind the sequence; `at`: it is not of the lane. */
static const uint8_t *
lane_csi(qtty_emulator *e, struct action *a, const uint8_t *at, qtty_status *st)
{
    const uint8_t *next = params_read_usual(&e->parser.params, at + 2);
    const struct sequence *s = next == NULL ? NULL : sequence_usual(*next);
    if (!is_known(e, s))
        return at;
    a->final = *next;
    *st = carry_out(e, s, a); /* that has no news: modes and windows are not usual */
    e->terminal.after_graphic = false;
    return next + 1;
}

/* One that ends in the span. @return Behind it; `at`: it is not of the lane. */
static const uint8_t *
lane_osc(qtty_emulator *e, const uint8_t *at, const uint8_t *end, qtty_status *st)
{
    struct action a;
    const uint8_t *next = parser_whole_osc(&e->parser, at, end, &a);
    if (next == NULL)
        return at;
    const struct sequence *s = sequence_osc(a.text);
    if (is_known(e, s))
        *st = carry_out(e, s, &a); /* no OSC has news */
    e->terminal.after_graphic = false;
    return next;
}

/* @return Behind a text, a sequence, CR or LF; `at`: it is none of the lane. */
static const uint8_t *
lane_piece(qtty_emulator *e, struct action *a, const uint8_t *at, const uint8_t *end,
           qtty_status *st)
{
    const uint8_t byte = *at;
    if (byte >= 0x20)
        return byte < 0x7F ? lane_text(e, at, end, st) : at;
    if (byte == ASCII_ESC && at[1] == '[')
        return lane_csi(e, a, at, st);
    if (byte == ASCII_ESC)
        return at[1] == ']' ? lane_osc(e, at, end, st) : at;
    if (e->ops->end_line == NULL)
        return at;
    e->terminal.after_graphic = false;
    return at + e->ops->end_line(e->engine, at);
}

/* From where the parser is in no sequence, up to what is not of the lane.
 * @param enough  Where the history's end is to stop it, see qtty_emulator_feed_rows. */
static qtty_status
lane(qtty_emulator *e, qtty_span *bytes, uint64_t enough)
{
    const struct history *h = &e->terminal.screen.history;
    const uint8_t *at = bytes->data, *end = at + bytes->len;
    struct action a = { .kind = ACTION_CSI, .params = &e->parser.params };
    qtty_status worst = QTTY_OK;
    if (!parser_is_idle(&e->parser) || bytes->len < LANE_BYTES)
        return QTTY_OK;
    const uint8_t *last = end - LANE_BYTES;
    while (at <= last && h->end < enough) {
        qtty_status st = QTTY_OK;
        const uint8_t *next = lane_piece(e, &a, at, end, &st);
        worst = st != QTTY_OK ? st : worst;
        if (next == at)
            break;
        at = next;
    }
    parser_pass(&e->parser, bytes, (size_t)(at - bytes->data));
    return worst;
}

/* --- Feeding ------------------------------------------------------------------------ */

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
    for (e->resized = false; !e->resized;) {
        qtty_status st = lane(e, bytes, enough);
        result = st != QTTY_OK ? st : result;
        if (h->end >= enough || !parser_next(&e->parser, bytes, &a))
            break;
        st = apply(e, &a);
        result = st != QTTY_OK ? st : result;
    }
    qtty_status lost = take_losses(e);
    return result != QTTY_OK ? result : lost;
}

qtty_status
qtty_emulator_feed(qtty_emulator *e, qtty_span bytes)
{
    qtty_status worst = QTTY_OK;
    do {
        qtty_status st = qtty_emulator_feed_rows(e, &bytes, UINT64_MAX);
        worst = st != QTTY_OK ? st : worst;
    } while (e->resized);
    return worst;
}

qtty_status
qtty_emulator_reset(qtty_emulator *e)
{
    parser_reset(&e->parser);
    struct action ris = { .kind = ACTION_ESC, .final = 'c' };
    (void)take_losses(e); /* of what is reset now */
    return execute(e, &ris);
}
