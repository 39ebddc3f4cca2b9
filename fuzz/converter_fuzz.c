/* Harness of charsets (engine/charset): a stream gives the same text in any pieces, of
 * UTF-8; no control is swallowed or made up; strict stops where else something is
 * replaced; and what can be encoded again is the same text. The first byte of an input is
 * the charset's, the rest is the stream. */
#include "converter_fuzz.h"
#include "law.h"
#include "reference.h"
#include <stdlib.h>
#include <string.h>

/* --- Charsets ----------------------------------------------------------------------- */

/* Those behind C1_FROM have C1 controls, which come out as ESC and a letter. */
static const char *const names[] = {
    "Shift_JIS", "GB18030", "GBK",          "Big5",        "Big5-HKSCS", "windows-949",
    "KOI8-R",    "IBM437",  "windows-1252", "US-ASCII",    "EUC-JP",     "EUC-KR",
    "EUC-TW",    "GB2312",  "ISO-8859-1",   "ISO-8859-15",
};

enum { C1_FROM = 10 };

static size_t
charset_of(qtty_span input)
{
    return input.len != 0 ? input.data[0] % COUNT_OF(names) : 0;
}

static qtty_span
stream_of(qtty_span input)
{
    size_t head = input.len != 0;
    return (qtty_span){ input.data + head, input.len - head };
}

static struct converter *
open_of(qtty_span input, bool strict)
{
    struct converter *c;
    struct failure why;
    if (converter_open(&c, names[charset_of(input)], strict, NULL, &why) != QTTY_OK)
        abort();
    return c;
}

/* --- Running a stream --------------------------------------------------------------- */

static qtty_status
feed_piece(const struct converter_subject *s, struct converter *c, qtty_span *piece,
           qtty_buf *out)
{
    struct converter_text text;
    qtty_status st;
    do {
        st = piece != NULL ? s->decode(c, piece, &text) : s->end(c, &text);
        put(out, text.bytes, text.len);
    } while (st == QTTY_OK && text.len != 0);
    return st;
}

static qtty_status
decode(const struct converter_subject *s, qtty_span input, bool strict, size_t largest,
       qtty_buf *out)
{
    struct converter *c = open_of(input, strict);
    struct cutter cutter;
    qtty_span piece;
    qtty_status st = QTTY_OK;
    cutter_start(&cutter, stream_of(input), largest);
    while (st == QTTY_OK && cutter_next(&cutter, &piece))
        st = feed_piece(s, c, &piece, out);
    if (st == QTTY_OK)
        st = feed_piece(s, c, NULL, out);
    else
        cutter_stop(&cutter);
    converter_close(c);
    return st;
}

static bool
project(const void *subject, qtty_span input, size_t largest, qtty_buf *out)
{
    return decode(subject, input, false, largest, out) == QTTY_OK;
}

/* --- Laws --------------------------------------------------------------------------- */

static bool
splits(const void *subject, qtty_span input)
{
    return same_in_pieces(subject, input, project);
}

static bool
is_utf8(const void *subject, qtty_span input)
{
    qtty_buf text;
    qtty_buf_init(&text, NULL, 0);
    bool good =
        project(subject, input, 7, &text) && reference_valid(qtty_buf_span(&text));
    qtty_buf_finish(&text);
    return good;
}

static bool
is_c0(uint8_t byte)
{
    return byte < 0x20 || byte == 0x7F;
}

/* Goes to the next C0 control, or DEL. @return false: there is none. */
static bool
next_control(qtty_span *text, uint8_t *control)
{
    while (text->len != 0) {
        *control = *text->data++;
        text->len--;
        if (is_c0(*control))
            return true;
    }
    return false;
}

/* No character has a byte below 30 behind its first; C1 controls add ESC. */
static bool
keeps_controls(const void *subject, qtty_span input)
{
    qtty_buf text;
    uint8_t in, out;
    qtty_buf_init(&text, NULL, 0);
    bool good = project(subject, input, 7, &text);
    qtty_span from = stream_of(input), to = qtty_buf_span(&text);
    bool c1 = charset_of(input) >= C1_FROM;
    while (good && next_control(&from, &in))
        do
            good = next_control(&to, &out);
        while (good && c1 && out == 0x1B && in != 0x1B);
    while (good && next_control(&to, &out))
        good = c1 && out == 0x1B;
    qtty_buf_finish(&text);
    return good;
}

/* Some charsets have U+FFFD as a character: then nothing was wrong. */
static bool
strict_is_strict(const void *subject, qtty_span input)
{
    static const uint8_t replacement[] = { 0xEF, 0xBF, 0xBD };
    qtty_buf strict, loose;
    qtty_buf_init(&strict, NULL, 0);
    qtty_buf_init(&loose, NULL, 0);
    qtty_status st = decode(subject, input, true, 7, &strict);
    bool good = project(subject, input, 7, &loose) && strict.len <= loose.len;
    qtty_span all = qtty_buf_span(&loose);
    good =
        good && same_bytes(qtty_buf_span(&strict), (qtty_span){ all.data, strict.len });
    if (good && st == QTTY_OK)
        good = strict.len == loose.len;
    else if (good)
        good = st == QTTY_E_ENCODING && loose.len - strict.len >= sizeof replacement
               && memcmp(all.data + strict.len, replacement, sizeof replacement) == 0;
    qtty_buf_finish(&strict);
    qtty_buf_finish(&loose);
    return good;
}

/* What the charset lacks (U+FFFD) is refused, and appends nothing. */
static bool
round_trips(const void *subject, qtty_span input)
{
    const struct converter_subject *s = subject;
    struct converter *c = open_of(input, false);
    qtty_buf text, bytes, again;
    qtty_buf_init(&text, NULL, 0);
    qtty_buf_init(&bytes, NULL, 0);
    qtty_buf_init(&again, NULL, 0);
    bool good = project(subject, input, WHOLE, &text);
    qtty_status st = s->encode(c, qtty_buf_span(&text), &bytes);
    qtty_span rest = qtty_buf_span(&bytes);
    if (good && st == QTTY_OK)
        good = feed_piece(s, c, &rest, &again) == QTTY_OK
               && feed_piece(s, c, NULL, &again) == QTTY_OK
               && same_bytes(qtty_buf_span(&text), qtty_buf_span(&again));
    else
        good = good && st == QTTY_E_ENCODING && bytes.len == 0;
    converter_close(c);
    qtty_buf_finish(&text);
    qtty_buf_finish(&bytes);
    qtty_buf_finish(&again);
    return good;
}

static const struct law laws[] = {
    { "splits", "any split of a stream gives the same text", splits },
    { "utf8", "the text is well-formed UTF-8", is_utf8 },
    { "controls", "no control of the stream is lost, and none made up", keeps_controls },
    { "strict", "strict stops where else something is replaced, and nowhere else",
      strict_is_strict },
    { "round-trips", "what can be encoded is the same text again", round_trips },
};

const struct converter_subject product_converter = { converter_decode, converter_end,
                                                     converter_encode };

const struct harness harness = { "converter", &product_converter, laws, COUNT_OF(laws) };
