/* Results as JSON and as text. */
#include "cli/answer.h"

#include "cli/message.h"
#include "cli/show.h"
#include "session/words.h"
#include <stdio.h>

/* --- JSON --------------------------------------------------------------------------- */

#define NAME(constant, name, word) [constant] = name,
static const char *const reason_names[] = { QTTY_WAIT_REASON_MAP(NAME) };
static const char *const level_names[] = { QTTY_EVIDENCE_LEVEL_MAP(NAME) };
#undef NAME

#define BIT(constant, bit, name, word) { name, constant },
static const struct word_bit seen_names[] = { QTTY_SEEN_MAP(BIT) BIT(0, 0, NULL, NULL) };
#undef BIT

static json_t *
names_of(const struct word_bit *names, uint32_t bits)
{
    json_t *array = json_array();
    for (; names->word != NULL; names++)
        if ((bits & names->bit) != 0)
            json_array_append_new(array, json_string(names->word));
    return array;
}

static const char *
explain(const qtty_result *r, char *text, size_t bytes)
{
    qtty_verdict verdict = { .reason = r->wait_reason, .evidence = r->evidence };
    (void)qtty_explain(&verdict, text, bytes);
    return text;
}

static json_t *
evidence_object(const qtty_result *r)
{
    char text[512];
    const qtty_evidence *e = &r->evidence;
    return json_pack("{s:s, s:s, s:o, s:o, s:s}", "level", level_names[e->level], "class",
                     class_words[e->wait_class], "seen", names_of(seen_names, e->seen),
                     "terminal", names_of(terminal_words, e->terminal), "text",
                     explain(r, text, sizeof text));
}

/* To the microsecond. */
static double
ms_of(uint64_t ns)
{
    return (double)(ns / 1000) / 1000;
}

static json_t *
result_object(const qtty_result *r)
{
    json_t *code = r->command_status >= 0 ? json_integer(r->command_status) : json_null();
    return json_pack("{s:o, s:o, s:o, s:s, s:o, s:f, s:b, s:o, s:I}", "output",
                     show_text(r->output), "delta", show_text(r->delta), "exit_code",
                     code, "wait_reason", reason_names[r->wait_reason], "evidence",
                     evidence_object(r), "elapsed_ms", ms_of(r->elapsed_ns), "truncated",
                     r->truncated, "session_status", show_child(&r->child), "replies",
                     (json_int_t)r->replies);
}

/* --- Text --------------------------------------------------------------------------- */

static qtty_status
append(qtty_buf *out, const char *text)
{
    return qtty_buf_append(out, text, strlen(text));
}

/* A text, and the end of its last line if that has none. */
static qtty_status
append_lines(qtty_buf *out, qtty_span text)
{
    qtty_status st = qtty_buf_append(out, text.data, text.len);
    bool ends = text.len == 0 || text.data[text.len - 1] == '\n';
    return st == QTTY_OK && !ends ? append(out, "\n") : st;
}

/* Of the command that finished, or of the program of the session. */
static void
put_code(const qtty_result *r, char *text, size_t bytes)
{
    text[0] = '\0';
    if (r->command_status >= 0)
        (void)snprintf(text, bytes, "exit code %d, ", (int)r->command_status);
    else if (r->child.state == QTTY_CHILD_EXITED)
        (void)snprintf(text, bytes, "exit code %d, ", (int)r->child.value);
    else if (r->child.state == QTTY_CHILD_SIGNALED)
        (void)snprintf(text, bytes, "signal %d, ", (int)r->child.value);
}

/* "exit code 1, 0.4 ms, 2 replies: waits for input (proven): …" */
static qtty_status
append_verdict(const qtty_result *r, qtty_buf *out)
{
    char code[32], replies[48] = "", why[512], text[1024];
    put_code(r, code, sizeof code);
    if (r->replies != 0)
        (void)snprintf(replies, sizeof replies, ", %llu %s",
                       (unsigned long long)r->replies,
                       r->replies == 1 ? "reply" : "replies");
    (void)snprintf(text, sizeof text, "# %s%.1f ms%s: %s\n", code, ms_of(r->elapsed_ns),
                   replies, explain(r, why, sizeof why));
    return append(out, text);
}

/* --- Answers ------------------------------------------------------------------------ */

qtty_status
answer_result(enum answer_form form, const qtty_result *r, qtty_buf *out)
{
    if (form == ANSWER_JSON)
        return show_json(result_object(r), out);
    if (form == ANSWER_OUTPUT)
        return qtty_buf_append(out, r->output.data, r->output.len);
    qtty_status st = append_lines(out, r->output);
    return st == QTTY_OK ? append_verdict(r, out) : st;
}

qtty_status
answer_screen(enum answer_form form, const qtty_emulator *e, qtty_buf *out)
{
    return form == ANSWER_JSON ? show_json(show_terminal(e), out) : show_screen(e, out);
}

qtty_status
answer_refusal(enum answer_form form, uint64_t line, const char *why, qtty_buf *out)
{
    if (form == ANSWER_JSON)
        return show_json(json_pack("{s:I, s:s}", "line", (json_int_t)line, "error", why),
                         out);
    fail(EXIT_FAILED, "shell: line %llu: %s", (unsigned long long)line, why);
    return QTTY_OK;
}

qtty_status
answer_request(enum answer_form form, qtty_span line, qtty_buf *out)
{
    if (form != ANSWER_VERBOSE)
        return QTTY_OK;
    qtty_status st = append(out, "> ");
    if (st == QTTY_OK)
        st = qtty_buf_append(out, line.data, line.len);
    return st == QTTY_OK ? append(out, "\n") : st;
}

qtty_status
answer_start(enum answer_form form, qtty_span motd, uint64_t elapsed_ns, qtty_buf *out)
{
    char text[64];
    if (form != ANSWER_VERBOSE)
        return QTTY_OK;
    (void)snprintf(text, sizeof text, "# started, %.1f ms\n", ms_of(elapsed_ns));
    qtty_status st = append_lines(out, motd);
    return st == QTTY_OK ? append(out, text) : st;
}
