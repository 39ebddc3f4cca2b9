/* The text of a tool's command: its output from the beginning, and what there is to know
 * besides, a line each. */
#include "text/draft.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct lines {
    char text[256];
    size_t len;
};

__attribute__((format(printf, 2, 3))) static void
add_line(struct lines *l, const char *format, ...)
{
    char line[128];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    int len = snprintf(l->text + l->len, sizeof l->text - l->len, "%s[%s]",
                       l->len != 0 ? "\n" : "", line);
    l->len += (size_t)len;
}

static void
add_exit(struct lines *l, const qtty_child *child)
{
    if (child->state == QTTY_CHILD_EXITED)
        add_line(l, "shell exited: code %d", (int)child->value);
    else if (child->state == QTTY_CHILD_SIGNALED)
        add_line(l, "shell killed by signal: %s", text_signal(child->value).text);
    else
        add_line(l, "shell exited");
}

static void
add_end(struct lines *l, const qtty_text_command *c, bool terse)
{
    switch (c->end) {
    case QTTY_TEXT_DONE:
        if (c->exit_code > 0)
            add_line(l, "exit code: %d", (int)c->exit_code);
        return;
    case QTTY_TEXT_WAITS:
        add_line(l, terse ? "waiting for input"
                          : "waiting for input: the next call is that input");
        return;
    case QTTY_TEXT_EXITED:
        add_exit(l, &c->child);
        break;
    case QTTY_TEXT_TIMED_OUT:
        add_line(l, "timed out: the shell was reset");
        break;
    case QTTY_TEXT_CANCELLED:
        return;
    }
    add_line(l, terse ? "next call: fresh" : "the next call starts a fresh shell");
}

qtty_status
qtty_text_command_result(const qtty_text_config *config, const qtty_text_command *command,
                         qtty_buf *out, qtty_buf *error)
{
    struct draft_rules rules;
    struct failure why;
    struct lines lines = { .len = 0 };
    qtty_status st = draft_rules(&rules, config, &why);
    if (st == QTTY_OK && command->end > QTTY_TEXT_CANCELLED)
        st = failure_set(&why, QTTY_E_INVAL, "end: %d: no such end", (int)command->end);
    if (st != QTTY_OK)
        return draft_refuse(st, &why, error);
    if (command->end == QTTY_TEXT_CANCELLED)
        return QTTY_OK;
    add_end(&lines, command, rules.terse);
    struct draft d = { .rules = &rules,
                       .output = command->output,
                       .keeps_first = true,
                       .cut_before = command->lost,
                       .closing = { (const uint8_t *)lines.text, lines.len } };
    return draft_finish(&d, out, error);
}
