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

static void
append(struct failure *f, size_t *len, const char *text, size_t bytes)
{
    if (*len + bytes >= sizeof f->text)
        return;
    memcpy(f->text + *len, text, bytes);
    *len += bytes;
    f->text[*len] = '\0';
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
    append(f, &len, begin, sizeof begin - 1);
    if (shown.len != text.len)
        append(f, &len, cut, sizeof cut - 1);
    for (size_t i = 0; i < shown.len; i++) {
        char bytes[ESCAPE_BYTES_MAX] = { (char)shown.data[i] };
        bool is_ascii = shown.data[i] < 0x80;
        append(f, &len, bytes, is_ascii ? words_escape(shown.data[i], bytes) : 1);
    }
    append(f, &len, "\"", 1);
}
