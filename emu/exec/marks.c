/* Marks of shells: OSC 133 (FinalTerm, "semantic prompts"), 633 (VS Code), and the
 * words of 1337 (iTerm2) that say the same sort of thing. A mark never moves the
 * cursor: the "fresh line" of the semantic prompts is what none of xterm, VTE, kitty
 * and alacritty does. */
#include "exec/handlers.h"

#include "base/text.h"
#include "exec/image.h"

/* The letter of a mark, and what follows its ';'; 0: none. */
static char
mark_of(const struct action *a, qtty_span *rest)
{
    qtty_span text = { NULL, 0 };
    osc_number(a->text, &text);
    *rest = text_from(text, 2);
    if (text.len == 0 || (text.len > 1 && text.data[1] != ';'))
        return 0;
    return (char)text.data[0];
}

/* A, B, C and D mean the same in both. */
static void
report_mark(struct terminal *t, char letter, qtty_span rest)
{
    switch (letter) {
    case 'A':
        terminal_event(t, QTTY_EVENT_PROMPT_START, 0, rest);
        break;
    case 'B':
        terminal_event(t, QTTY_EVENT_COMMAND_START, 0, rest);
        break;
    case 'C':
        terminal_event(t, QTTY_EVENT_OUTPUT_START, 0, rest);
        break;
    case 'D':
        terminal_event(t, QTTY_EVENT_COMMAND_END, text_number(rest, NULL), rest);
        break;
    }
}

/* OSC 133. Of the semantic prompts: N is A after an end that goes unsaid, I is B for a
 * command of one line, P a further prompt (k=i, c, s, r: first, continued, secondary,
 * right), L a fresh line alone. */
void
osc_prompt(struct terminal *t, const struct action *a)
{
    qtty_span rest;
    char letter = mark_of(a, &rest);
    if (letter == 'P')
        terminal_event(t, QTTY_EVENT_PROMPT_PART, 0, rest);
    else
        report_mark(t, letter == 'N' ? 'A' : letter == 'I' ? 'B' : letter, rest);
}

/* A working directory, or another property. */
static void
report_property(struct terminal *t, qtty_span text, const char *directory)
{
    qtty_span path;
    if (text_begins(text, directory, &path))
        terminal_event(t, QTTY_EVENT_CWD, 0, path);
    else if (text_find(text, '=') != text.len)
        terminal_event(t, QTTY_EVENT_PROPERTY, 0, text);
}

/* OSC 633: E ; command line ; nonce. P ; key=value. */
void
osc_prompt_code(struct terminal *t, const struct action *a)
{
    qtty_span rest;
    char letter = mark_of(a, &rest);
    bool whole = (a->flags & ACTION_OVER_STRING) == 0;
    if (letter == 'E' && whole)
        terminal_event(t, QTTY_EVENT_COMMAND_LINE, 0, rest);
    else if (letter == 'P' && whole)
        report_property(t, rest, "Cwd=");
    else
        report_mark(t, letter, rest);
}

/* OSC 1337. What is none of these, a file to download among them, is passed over. */
void
osc_iterm2(struct terminal *t, const struct action *a)
{
    static const char *const properties[] = { "CurrentDir=", "RemoteHost=", "SetUserVar=",
                                              "ShellIntegrationVersion=" };
    qtty_span text = { NULL, 0 }, rest;
    osc_number(a->text, &text);
    if (text_begins(text, "File=", &rest) || text_begins(text, "MultipartFile=", &rest))
        image_iterm2(t, rest);
    else if (text_is(text, "SetMark"))
        terminal_event(t, QTTY_EVENT_MARK, 0, (qtty_span){ NULL, 0 });
    for (size_t i = 0; i < sizeof properties / sizeof properties[0]; i++) {
        if (text_begins(text, properties[i], &rest)
            && (a->flags & ACTION_OVER_STRING) == 0)
            report_property(t, text, "CurrentDir=");
    }
}
