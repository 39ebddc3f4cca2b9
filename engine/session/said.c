/* The reason why a program left is most often the last that it printed: so few lines that
 * they stand in one of a message, and nothing in them that a reader's terminal obeys. */
#include "session/said.h"

#include "session/words.h"
#include <stdbool.h>

enum { SHOWN_BYTES = 240, SHOWN_LINES = 4 };

static qtty_span
without_blank_end(qtty_span text)
{
    while (text.len != 0
           && (text.data[text.len - 1] == '\n' || text.data[text.len - 1] == ' '))
        text.len--;
    return text;
}

/* The last lines, or the end of the last one, from a whole character on. */
static qtty_span
last_lines(qtty_span text)
{
    size_t from = text.len, lines = 1;
    while (from != 0 && text.len - from < SHOWN_BYTES
           && (text.data[from - 1] != '\n' || lines++ < SHOWN_LINES))
        from--;
    while (from < text.len && (text.data[from] & 0xC0) == 0x80)
        from++;
    return (qtty_span){ text.data + from, text.len - from };
}

/* The room for the quote at the end is kept. @return whether it had room. */
static bool
append(struct failure *f, size_t *len, const char *text, size_t bytes)
{
    if (*len + bytes + 1 >= sizeof f->text)
        return false;
    memcpy(f->text + *len, text, bytes);
    *len += bytes;
    f->text[*len] = '\0';
    return true;
}

/* @return its bytes: one, and those that go on with it. */
static size_t
character_at(qtty_span text, size_t at)
{
    size_t end = at + 1;
    while (end < text.len && (text.data[end] & 0xC0) == 0x80)
        end++;
    return end - at;
}

static void
append_shown(struct failure *f, size_t *len, qtty_span shown)
{
    bool fits = true;
    for (size_t at = 0; fits && at < shown.len; at += character_at(shown, at)) {
        char escaped[ESCAPE_BYTES_MAX];
        const char *bytes = (const char *)shown.data + at;
        if (shown.data[at] < 0x80)
            fits = append(f, len, escaped, words_escape(shown.data[at], escaped));
        else
            fits = append(f, len, bytes, character_at(shown, at));
    }
}

void
said_append(struct failure *f, qtty_span text)
{
    static const char begin[] = "; it printed \"", cut[] = "…";
    size_t len = strlen(f->text);
    text = without_blank_end(text);
    if (text.len == 0)
        return;
    qtty_span shown = last_lines(text);
    if (!append(f, &len, begin, sizeof begin - 1))
        return;
    if (shown.len != text.len)
        (void)append(f, &len, cut, sizeof cut - 1);
    append_shown(f, &len, shown);
    f->text[len] = '"';
    f->text[len + 1] = '\0';
}
