/* quietty queries: every query that is known, what is answered, and by which rule. */
#include "cli/command.h"
#include "cli/message.h"
#include "cli/options.h"
#include "cli/rules.h"
#include "cli/show.h"
#include <stdio.h>
#include <string.h>

struct queries {
    qtty_emulator_config config;
    bool json;
};

struct answer {
    const struct sequence *sequence;
    qtty_span query, reply;
    const char *rule;
};

static int
print_text(const struct answer *a)
{
    json_t *query = show_escaped(a->query), *reply = show_escaped(a->reply);
    bool made = query != NULL && reply != NULL;
    if (made)
        printf("%-18s %-19s %-32s %s; %s\n", a->sequence->mnemonic,
               json_string_value(query),
               a->reply.len != 0 ? json_string_value(reply) : "-", a->rule,
               a->sequence->reference);
    json_decref(query);
    json_decref(reply);
    return made ? 0 : fail(EXIT_FAILED, "%s", qtty_status_text(QTTY_E_NOMEM));
}

static int
print_json(const struct answer *a)
{
    qtty_buf out;
    qtty_buf_init(&out, NULL, 0);
    qtty_status st =
        show_json(json_pack("{s:s, s:s, s:o, s:o, s:s, s:s}", "mnemonic",
                            a->sequence->mnemonic, "title", a->sequence->title, "query",
                            show_text(a->query), "reply", show_text(a->reply), "rule",
                            a->rule, "reference", a->sequence->reference),
                  &out);
    (void)fwrite(out.data, 1, out.len, stdout); /* main looks at the stream */
    qtty_buf_finish(&out);
    return st == QTTY_OK ? 0 : fail(EXIT_FAILED, "%s", qtty_status_text(st));
}

/* Each query asks a terminal of its own: no answer depends on an earlier one. */
static int
ask(const struct queries *q, const struct sequence *s)
{
    qtty_emulator *e;
    struct answer a = {
        .sequence = s,
        .query = { (const uint8_t *)s->sample, strlen(s->sample) },
    };
    qtty_status st = qtty_emulator_create(&e, &q->config);
    if (st == QTTY_OK)
        st = qtty_emulator_feed(e, a.query);
    int code = 0;
    if (st == QTTY_OK) {
        a.reply = qtty_emulator_replies(e);
        a.rule = a.reply.len != 0 ? s->title : rules_silence(s);
        code = q->json ? print_json(&a) : print_text(&a);
    } else {
        code = fail(EXIT_FAILED, "emulator: %s", qtty_status_text(st));
    }
    qtty_emulator_destroy(e);
    return code;
}

static int
read_options(struct queries *q, int *argc, char **argv)
{
    const struct option_row rows[] = {
        OPT_CHOICE("persona", &q->config.persona, qtty_persona_name, "who answers"),
        OPT_CHOICE("engine", &q->config.engine, qtty_engine_name,
                   "who executes sequences"),
        OPT_FLAG("json", &q->json, "print an object a line"),
    };
    const struct usage usage = {
        .command = "queries",
        .operands = "",
        .summary =
            "List every query of programs to the terminal that is known: its mnemonic, "
            "a\n"
            "sample, the reply on a fresh screen of 24 x 80 cells (- is silence), and "
            "what\n"
            "it reports, or why it is not answered. \\e is ESC.\n",
        .examples = "  quietty queries\n"
                    "  quietty queries --persona vt100\n"
                    "  quietty queries --json\n",
        .rows = rows,
        .count = sizeof rows / sizeof rows[0],
    };
    int code = options_read(&usage, argc, argv);
    if (code == OPTIONS_GO_ON && *argc != 0)
        return fail(EXIT_USAGE, "queries: %s: takes no operand", argv[0]);
    return code;
}

int
command_queries(int argc, char **argv)
{
    struct queries q = { .config = QTTY_EMULATOR_CONFIG_INIT };
    int code = read_options(&q, &argc, argv);
    if (code != OPTIONS_GO_ON)
        return code;
    const struct sequence *s;
    code = 0;
    for (size_t i = 0; code == 0 && (s = sequence_at(i)) != NULL; i++)
        if (s->sample != NULL)
            code = ask(&q, s);
    return code;
}
