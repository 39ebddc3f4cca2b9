/* quietty trace: every action that the parser reads in a recording, and what became of
 * it. An emulator executes the same bytes beside, one action at a time, so that its
 * replies can be shown with the query that they answer. */
#include "adapter/engines.h"
#include "cli/command.h"
#include "cli/message.h"
#include "cli/options.h"
#include "cli/recording.h"
#include "cli/rules.h"
#include "cli/show.h"
#include "vt/parser.h"
#include <stdio.h>

struct trace {
    qtty_emulator_config config;
    struct recording recording;
    qtty_emulator *emulator;
    struct parser parser;
    qtty_buf out;
};

/* --- What happened ------------------------------------------------------------------ */

struct outcome {
    const char *what;
    const char *rule; /* NULL: none */
};

static struct outcome
over_a_limit(uint32_t flags)
{
    static const struct {
        uint32_t flag;
        const char *rule;
    } limits[] = {
        { ACTION_OVER_PARAMS, "more parameters than are kept" },
        { ACTION_OVER_VALUE, "a parameter saturated" },
        { ACTION_OVER_INTERMEDIATES, "more intermediate bytes than a sequence has" },
        { ACTION_OVER_STRING, "a string longer than is kept" },
    };
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        if ((flags & limits[i].flag) != 0)
            return (struct outcome){ "over a limit", limits[i].rule };
    return (struct outcome){ NULL, NULL };
}

/* Setting or resetting modes of which the engine knows none. */
static bool
knows_no_mode(const qtty_emulator *e, const struct sequence *s, const struct action *a)
{
    if (s->id != SEQ_SM && s->id != SEQ_RM && s->id != SEQ_DECSET && s->id != SEQ_DECRST)
        return false;
    for (uint32_t i = 0; i < a->params->count; i++) {
        if (qtty_emulator_mode(e, a->marker == '?', a->params->value[i])
            != QTTY_MODE_UNKNOWN)
            return false;
    }
    return true;
}

/* What keeps a known sequence from being executed; all NULL: nothing. */
static struct outcome
hindrance(const struct trace *t, const struct sequence *s, const struct action *a)
{
    if (s->effect == EFFECT_INERT)
        return (struct outcome){ "ignored", "consumed without effect" };
    if (s->effect == EFFECT_SCREEN
        && !engine_executes(engine_find(t->config.engine), s->id))
        return (struct outcome){ "ignored", "the engine cannot do it" };
    if (s->id == SEQ_XTWINOPS && a->params->value[0] < 24)
        return (struct outcome){ "ignored", "consumed without effect" };
    if (s->id == SEQ_XTWINOPS_PIXELS || s->id == SEQ_XTWINOPS_CELLS
        || s->id == SEQ_XTWINOPS_MAXIMISE || s->id == SEQ_XTWINOPS || s->id == SEQ_DECSNLS
        || s->id == SEQ_DECSCPP)
        return (struct outcome){ "refused", "output cannot resize the terminal" };
    if (knows_no_mode(t->emulator, s, a))
        return (struct outcome){ "ignored", "no such mode" };
    return (struct outcome){ NULL, NULL };
}

static struct outcome
outcome_of(const struct trace *t, const struct action *a, const struct sequence *s,
           bool replied)
{
    struct outcome limit = over_a_limit(a->flags);
    const char *refusal = sequence_refusal(a);
    if (refusal != NULL)
        return (struct outcome){ "ignored", refusal };
    if (limit.what != NULL)
        return limit;
    if (a->kind == ACTION_PRINT)
        return (struct outcome){ "executed", NULL };
    if (a->kind == ACTION_INERT)
        return (struct outcome){ "ignored", "neither a control nor a graphic" };
    if (s == NULL)
        return (struct outcome){ "unknown", NULL };
    struct outcome hindered = hindrance(t, s, a);
    if (hindered.what != NULL)
        return hindered;
    if (rules_is_query(s, a) && !replied)
        return (struct outcome){ "refused", rules_silence(s) };
    return (struct outcome){ "executed", NULL };
}

/* --- One action --------------------------------------------------------------------- */

static json_t *
one_parameter(const struct params *p, uint32_t i)
{
    bool missing = (p->missing >> i & 1) != 0;
    return missing ? json_null() : json_integer(p->value[i]);
}

/* A number each, null where there is none; joined by ':', an array. */
static json_t *
parameters(const struct params *p)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < p->count;) {
        json_t *group = json_array();
        do
            json_array_append_new(group, one_parameter(p, i));
        while (++i < p->count && (p->sub >> i & 1) != 0);
        if (json_array_size(group) == 1)
            json_array_append(array, json_array_get(group, 0));
        else
            json_array_append(array, group);
        json_decref(group);
    }
    return array;
}

static void
add_parts(json_t *object, const struct action *a)
{
    static const char *const kinds[ACTION_KINDS] = {
        [ACTION_PRINT] = "print", [ACTION_CONTROL] = "control", [ACTION_ESC] = "esc",
        [ACTION_CSI] = "csi",     [ACTION_DCS] = "dcs",         [ACTION_OSC] = "osc",
        [ACTION_APC] = "apc",     [ACTION_PM] = "pm",           [ACTION_SOS] = "sos",
        [ACTION_INERT] = "inert", [ACTION_VT52] = "vt52",
    };
    json_object_set_new(object, "kind", json_string(kinds[a->kind]));
    if (a->params != NULL && (a->kind != ACTION_VT52 || a->params->count != 0))
        json_object_set_new(object, "parameters", parameters(a->params));
    if (a->text.len != 0 || a->kind == ACTION_OSC)
        json_object_set_new(object, "text", show_text(a->text));
    if ((a->flags & ACTION_REPLACED) != 0)
        json_object_set_new(object, "raw",
                            show_escaped((qtty_span){ a->raw, (size_t)a->length }));
}

/* The bytes that say which sequence it is: marker, intermediates, final. */
static void
add_key(json_t *object, const struct action *a)
{
    uint8_t key[2 + INTERMEDIATES_MAX];
    size_t len = 0;
    if (a->kind != ACTION_CONTROL && a->kind != ACTION_ESC && a->kind != ACTION_CSI
        && a->kind != ACTION_DCS && a->kind != ACTION_VT52)
        return;
    if (a->marker != 0)
        key[len++] = a->marker;
    for (size_t i = 0; i < INTERMEDIATES_MAX; i++)
        if (a->intermediates[i] != 0)
            key[len++] = a->intermediates[i];
    key[len++] = a->final;
    json_object_set_new(object, "key", show_text((qtty_span){ key, len }));
}

static qtty_status
print_action(struct trace *t, const struct action *a)
{
    const struct sequence *s = sequence_find(a);
    qtty_span reply = qtty_emulator_replies(t->emulator);
    struct outcome outcome = outcome_of(t, a, s, reply.len != 0);
    json_t *object = json_pack("{s:I, s:I}", "offset", (json_int_t)a->offset, "length",
                               (json_int_t)a->length);
    add_parts(object, a);
    add_key(object, a);
    if (s != NULL) {
        json_object_set_new(object, "mnemonic", json_string(s->mnemonic));
        json_object_set_new(object, "title", json_string(s->title));
    }
    json_object_set_new(object, "outcome", json_string(outcome.what));
    if (outcome.rule != NULL)
        json_object_set_new(object, "rule", json_string(outcome.rule));
    if (reply.len != 0)
        json_object_set_new(object, "reply", show_text(reply));
    qtty_emulator_take_replies(t->emulator, reply.len);

    t->out.len = 0;
    qtty_status st = show_json(object, &t->out);
    (void)fwrite(t->out.data, 1, t->out.len, stdout); /* main looks at the stream */
    return st;
}

/* --- The recording ------------------------------------------------------------------ */

static qtty_status
take_bytes(struct trace *t, qtty_span bytes)
{
    struct action a;
    qtty_status st = QTTY_OK;
    qtty_span before = bytes;
    while (st == QTTY_OK && parser_next(&t->parser, &bytes, &a)) {
        st = qtty_emulator_feed(t->emulator,
                                (qtty_span){ before.data, before.len - bytes.len });
        before = bytes;
        if (st == QTTY_OK)
            st = print_action(t, &a);
        parser_use_vt52(&t->parser,
                        qtty_emulator_mode(t->emulator, true, 2) == QTTY_MODE_RESET);
    }
    /* What is left is the front of an action that goes on. */
    return st == QTTY_OK && before.len != 0 ? qtty_emulator_feed(t->emulator, before)
                                            : st;
}

static qtty_status
play(struct trace *t)
{
    struct recording_piece piece;
    struct action a;
    qtty_status st = QTTY_OK;
    while (st == QTTY_OK && recording_next(&t->recording, &piece))
        st = piece.rows != 0 ? qtty_emulator_resize(t->emulator, piece.rows, piece.cols)
                             : take_bytes(t, piece.bytes);
    while (st == QTTY_OK && parser_end(&t->parser, &a))
        st = print_action(t, &a);
    return st;
}

static int
trace(struct trace *t)
{
    if (t->config.rows == 0 && t->config.cols == 0) {
        t->config.rows = t->recording.rows;
        t->config.cols = t->recording.cols;
    }
    qtty_status st = qtty_emulator_create(&t->emulator, &t->config);
    if (st == QTTY_OK)
        st = play(t);
    if (st != QTTY_OK)
        return fail(EXIT_FAILED, "emulator: %s", qtty_status_text(st));
    return t->recording.failed ? EXIT_FAILED : 0;
}

static int
read_options(struct trace *t, int *argc, char **argv)
{
    const struct option_row rows[] = {
        OPT_COUNT("rows", &t->config.rows, QTTY_ROWS_MAX,
                  "height; the recording's, or 24"),
        OPT_COUNT("cols", &t->config.cols, QTTY_COLS_MAX,
                  "width; the recording's, or 80"),
        OPT_CHOICE("engine", &t->config.engine, qtty_engine_name,
                   "who executes sequences"),
        OPT_CHOICE("persona", &t->config.persona, qtty_persona_name,
                   "whom replies speak for"),
    };
    const struct usage usage = {
        .command = "trace",
        .operands = "FILE",
        .summary =
            "Print everything that the parser reads in a recording, a JSON object a "
            "line:\n"
            "offset and length in the terminal's bytes, kind, parameters, mnemonic and "
            "title\n"
            "where it is known, and what happened: executed, ignored, refused, unknown, "
            "over\n"
            "a limit, with the rule; and the reply, if it got one. FILE as for render.\n",
        .examples = "  quietty trace session.cast\n"
                    "  printf '\\033[6n' | quietty trace -\n"
                    "  quietty trace typescript | grep '\"unknown\"'\n",
        .rows = rows,
        .count = sizeof rows / sizeof rows[0],
    };
    int code = options_read(&usage, argc, argv);
    if (code == OPTIONS_GO_ON && *argc != 1)
        return fail(EXIT_USAGE, "trace: %s",
                    *argc == 0 ? "needs a file; - is standard input" : "takes one file");
    return code;
}

int
command_trace(int argc, char **argv)
{
    struct trace t = { .config = QTTY_EMULATOR_CONFIG_INIT };
    int code = read_options(&t, &argc, argv);
    if (code != OPTIONS_GO_ON)
        return code;
    qtty_buf_init(&t.out, NULL, 0);
    parser_init(&t.parser, &(struct parser_config){ 0 });
    code = recording_open(&t.recording, argv[0]) ? trace(&t) : EXIT_FAILED;
    parser_finish(&t.parser);
    qtty_emulator_destroy(t.emulator);
    recording_close(&t.recording);
    qtty_buf_finish(&t.out);
    return code;
}
