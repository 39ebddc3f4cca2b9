/* Lines of a recording. */
#include "session/recorder.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum { CUT_BYTES = sizeof cut_word }; /* LF in the place of NUL */

void
recorder_init(struct recorder *r, const qtty_allocator *allocator, uint64_t now_ns)
{
    *r = (struct recorder){ .start_ns = now_ns };
    qtty_buf_init(&r->text, allocator, QTTY_RECORDING_BYTES_MAX);
}

void
recorder_finish(struct recorder *r)
{
    qtty_buf_finish(&r->text);
}

/* --- A line ------------------------------------------------------------------------- */

bool
recorder_begin(struct recorder *r)
{
    r->start = r->text.len;
    r->fails = false;
    return !r->cut;
}

bool
recorder_begin_event(struct recorder *r, uint64_t now_ns, enum event event)
{
    if (!recorder_begin(r))
        return false;
    recorder_put(r, "%s %" PRIu64 "ns %s", time_word, now_ns - r->start_ns,
                 event_words[event]);
    return true;
}

static void
put_bytes(struct recorder *r, const void *bytes, size_t len)
{
    r->fails |= r->text.len + len + CUT_BYTES > QTTY_RECORDING_BYTES_MAX
                || qtty_buf_append(&r->text, bytes, len) != QTTY_OK;
}

/* The room for the last word is kept. */
void
recorder_end(struct recorder *r)
{
    put_bytes(r, "\n", 1);
    r->fails |= qtty_buf_reserve(&r->text, CUT_BYTES) != QTTY_OK;
    if (!r->fails)
        return;
    r->cut = true;
    r->text.len = r->start;
    (void)qtty_buf_append(&r->text, cut_word, CUT_BYTES - 1);
    (void)qtty_buf_append(&r->text, "\n", 1);
}

static void
reverse(uint8_t *from, uint8_t *to)
{
    while (from < to) {
        uint8_t byte = *from;
        *from++ = *--to;
        *to = byte;
    }
}

/* In place: what was recorded must not want memory to be kept. */
void
recorder_move_up(struct recorder *r, size_t to)
{
    if (r->cut)
        return;
    uint8_t *data = r->text.data;
    reverse(data + to, data + r->start);
    reverse(data + r->start, data + r->text.len);
    reverse(data + to, data + r->text.len);
}

/* --- What is in it ------------------------------------------------------------------ */

void
recorder_put(struct recorder *r, const char *format, ...)
{
    char text[POLICY_BYTES + 64 + 1];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (len < 0 || (size_t)len >= sizeof text)
        r->fails = true;
    else
        put_bytes(r, text, (size_t)len);
}

void
recorder_put_text(struct recorder *r, qtty_span text)
{
    char escaped[1024];
    size_t len = 0;
    put_bytes(r, " \"", 2);
    for (size_t i = 0; i < text.len && !r->fails; i++) {
        len += words_escape(text.data[i], escaped + len);
        if (len + ESCAPE_BYTES_MAX <= sizeof escaped && i + 1 < text.len)
            continue;
        put_bytes(r, escaped, len);
        len = 0;
    }
    put_bytes(r, "\"", 1);
}

void
recorder_put_bits(struct recorder *r, const struct word_bit *words, uint32_t bits)
{
    for (; words->word != NULL; words++) {
        if ((bits & words->bit) != 0)
            recorder_put(r, " %s", words->word);
        bits &= ~words->bit;
    }
    if (bits != 0)
        recorder_put(r, " bits=%" PRIu32, bits);
}

/* --- The head ----------------------------------------------------------------------- */

static void
put_head_number(struct recorder *r, const char *word, uint32_t value)
{
    if (!recorder_begin(r))
        return;
    recorder_put(r, "%s %" PRIu32, word, value);
    recorder_end(r);
}

void
recorder_put_version(struct recorder *r)
{
    put_head_number(r, version_word, QTTY_RECORDING_VERSION);
}

void
recorder_put_number(struct recorder *r, size_t number, uint32_t value)
{
    put_head_number(r, number_words[number], value);
}

void
recorder_put_name(struct recorder *r, size_t name, const char *value)
{
    if (!recorder_begin(r))
        return;
    recorder_put(r, "%s", name_words[name]);
    recorder_put_text(r, qtty_text(value));
    recorder_end(r);
}
