/* The converter on ICU's ucnv. What ill-formed bytes become, and what no character can be
 * made of, is decided here and not by ICU's own callbacks: those may write SUB, which a
 * terminal obeys, and pass over characters that are invisible by default. */
#include "charset/converter.h"

#include "base/alloc.h"
#include "unicode/utf8.h"
#include <quietty/emulator.h>
#include <stdio.h>
#include <string.h>
#include <unicode/ucnv.h>
#include <unicode/ucnv_cb.h>

enum {
    UNITS = CONVERTER_TEXT_BYTES / 3, /* of UTF-16: none takes more than 3 bytes */
    ASCII = 0x80,
    C1 = 0x80,
    C1_END = 0xA0,
    NAME_BYTES = 64, /* ICU's are shorter */
};

struct converter {
    const qtty_allocator *allocator;
    UConverter *icu;
    bool strict;
    bool has_c1;
    uint16_t high;        /* a pair of surrogates was cut behind its first; 0: not */
    uint64_t taken;       /* bytes of the stream */
    qtty_status failed;   /* of decoding, for good */
    uint8_t given[ASCII]; /* which character ICU has for a byte of ASCII */
    uint8_t meant[ASCII]; /* and the other way round */
    char name[NAME_BYTES];
    struct failure error;
};

/* --- Callbacks ---------------------------------------------------------------------- */

/* Each call is a maximal subpart. Without the callback clearing it, the error stands. */
static void
ill_formed(const void *strict, UConverterToUnicodeArgs *args, const char *bytes,
           int32_t length, UConverterCallbackReason reason, UErrorCode *error)
{
    static const UChar replacement = 0xFFFD;
    (void)bytes, (void)length;
    if (reason > UCNV_IRREGULAR || strict != NULL)
        return;
    *error = U_ZERO_ERROR;
    ucnv_cbToUWriteUChars(args, &replacement, 1, 0, error);
}

static void
not_encodable(const void *unused, UConverterFromUnicodeArgs *args, const UChar *units,
              int32_t length, UChar32 scalar, UConverterCallbackReason reason,
              UErrorCode *error)
{
    (void)unused, (void)args, (void)units, (void)length, (void)scalar, (void)reason;
    (void)error;
}

static void
set_callbacks(struct converter *c, UErrorCode *error)
{
    ucnv_setToUCallBack(c->icu, ill_formed, c->strict ? c : NULL, NULL, NULL, error);
    ucnv_setFromUCallBack(c->icu, not_encodable, NULL, NULL, NULL, error);
    ucnv_setFallback(c->icu, 0);
}

/* --- Which charsets ----------------------------------------------------------------- */

/* What a byte is by itself, before anything is known of the next one.
 * @return -1: ill-formed, the front of something, or more than one unit. */
static int32_t
alone(struct converter *c, int byte)
{
    UChar units[8], *to = units;
    const char bytes[1] = { (char)byte }, *from = bytes;
    UErrorCode error = U_ZERO_ERROR;
    ucnv_resetToUnicode(c->icu);
    ucnv_toUnicode(c->icu, &to, units + 8, &from, bytes + 1, NULL, 0, &error);
    ucnv_resetToUnicode(c->icu);
    return U_SUCCESS(error) && to == units + 1 ? units[0] : -1;
}

static bool
is_control(int32_t character)
{
    return (character >= 0 && character < 0x20) || character == 0x7F;
}

/* The graphic characters must be ASCII's. Charsets of the PC exchange SUB, FS and DEL
 * (ICU's Shift_JIS, IBM437): to a terminal these bytes are what they are in ASCII. */
static bool
learn_ascii(struct converter *c, int *byte)
{
    for (*byte = 0; *byte < ASCII; ++*byte) {
        int32_t character = alone(c, *byte);
        if (is_control(*byte) ? !is_control(character) : character != *byte)
            return false;
        c->given[*byte] = (uint8_t)character;
        c->meant[character] = (uint8_t)*byte;
    }
    return true;
}

/* SS2 and SS3 may lead a character (EUC), or be nothing. */
static bool
find_c1(struct converter *c)
{
    enum { SS2 = 0x8E, SS3 = 0x8F };
    for (int byte = C1; byte < C1_END; byte++)
        if (alone(c, byte) != byte && byte != SS2 && byte != SS3)
            return false;
    return true;
}

static qtty_status
refuse(const char *name, const char *rule, struct failure *why)
{
    return failure_set(why, QTTY_E_UNSUPPORTED, "encoding: \"%.100s\": %s", name, rule);
}

static bool
is_switched_by_escapes(const struct converter *c)
{
    UConverterType type = ucnv_getType(c->icu);
    return type == UCNV_ISO_2022 || type == UCNV_COMPOUND_TEXT;
}

static qtty_status
learn(struct converter *c, const char *name, struct failure *why)
{
    int byte;
    if (is_switched_by_escapes(c))
        return refuse(
            name, "is switched by escape sequences, which are the terminal's own", why);
    if (!learn_ascii(c, &byte))
        return failure_set(why, QTTY_E_UNSUPPORTED,
                           "encoding: \"%.100s\": byte 0x%02X is not ASCII's in it, as "
                           "a terminal needs",
                           name, (unsigned)byte);
    c->has_c1 = find_c1(c);
    return QTTY_OK;
}

/* --- Life --------------------------------------------------------------------------- */

/* ICU takes an empty name for its default. */
static qtty_status
open_icu(struct converter *c, const char *name, struct failure *why)
{
    UErrorCode error = U_ZERO_ERROR;
    if (name[0] == '\0' || strlen(name) >= NAME_BYTES)
        return refuse(name, "no such charset", why);
    c->icu = ucnv_open(name, &error);
    if (error == U_MEMORY_ALLOCATION_ERROR)
        return failure_set(why, QTTY_E_NOMEM, "encoding: out of memory");
    if (U_FAILURE(error))
        return refuse(name, "no such charset", why);
    set_callbacks(c, &error);
    return U_SUCCESS(error) ? learn(c, name, why) : refuse(name, u_errorName(error), why);
}

qtty_status
converter_open(struct converter **out, const char *name, bool strict,
               const qtty_allocator *allocator, struct failure *why)
{
    *out = NULL;
    struct converter *c = mem_zalloc(allocator, 1, sizeof *c);
    if (c == NULL)
        return failure_set(why, QTTY_E_NOMEM, "encoding: out of memory");
    c->allocator = allocator;
    c->strict = strict;
    qtty_status st = open_icu(c, name, why);
    if (st != QTTY_OK) {
        converter_close(c);
        return st;
    }
    (void)snprintf(c->name, sizeof c->name, "%s", name);
    *out = c;
    return QTTY_OK;
}

void
converter_close(struct converter *c)
{
    if (c == NULL)
        return;
    ucnv_close(c->icu);
    mem_free(c->allocator, c);
}

const char *
converter_error(const struct converter *c)
{
    return c->error.text;
}

/* --- Decoding ----------------------------------------------------------------------- */

static bool
is_high(uint32_t unit)
{
    return unit >= 0xD800 && unit <= 0xDBFF;
}

static bool
is_low(uint32_t unit)
{
    return unit >= 0xDC00 && unit <= 0xDFFF;
}

static void
put(struct converter_text *text, uint32_t scalar)
{
    text->len += utf8_encode(scalar, text->bytes + text->len);
}

static void
put_unit(struct converter *c, uint32_t unit, struct converter_text *text)
{
    uint32_t high = c->high;
    c->high = is_high(unit) ? (uint16_t)unit : 0;
    if (unit < ASCII) {
        put(text, c->meant[unit]);
    } else if (c->has_c1 && unit >= C1 && unit < C1_END) {
        put(text, 0x1B);
        put(text, unit - 0x40);
    } else if (is_low(unit)) {
        put(text,
            high != 0 ? 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00) : 0xFFFD);
    } else if (!is_high(unit)) {
        put(text, unit);
    }
}

/* Bytes that ICU will look at again do not belong to the ill-formed ones, and were taken
 * all the same. */
static qtty_status
fail_ill_formed(struct converter *c)
{
    char bad[16], list[sizeof bad * 5 + 1] = "";
    int8_t count = sizeof bad;
    UErrorCode error = U_ZERO_ERROR;
    ucnv_getInvalidChars(c->icu, bad, &count, &error);
    int32_t pending = ucnv_toUCountPending(c->icu, &error);
    for (int8_t i = 0; i < count; i++)
        (void)snprintf(list + i * 5, sizeof list - (size_t)i * 5, " 0x%02X",
                       (unsigned)(uint8_t)bad[i]);
    uint64_t offset = c->taken - (uint64_t)pending - (uint64_t)count;
    c->failed = QTTY_E_ENCODING;
    return failure_set(&c->error, c->failed, "byte%s%s at offset %llu %s not %s",
                       count == 1 ? "" : "s", list, (unsigned long long)offset,
                       count == 1 ? "is" : "are", c->name);
}

static void
advance(struct converter *c, qtty_span *bytes, size_t used)
{
    if (used == 0)
        return;
    bytes->data += used;
    bytes->len -= used;
    c->taken += used;
}

static qtty_status
decode(struct converter *c, qtty_span *bytes, bool ends, struct converter_text *text)
{
    static const char nothing[1];
    UChar units[UNITS], *to = units;
    const char *from = bytes->len != 0 ? (const char *)bytes->data : nothing;
    const char *start = from;
    UErrorCode error = U_ZERO_ERROR;
    text->len = 0;
    if (c->failed != QTTY_OK)
        return c->failed;
    ucnv_toUnicode(c->icu, &to, units + UNITS, &from, from + bytes->len, NULL, ends,
                   &error);
    advance(c, bytes, (size_t)(from - start));
    for (const UChar *unit = units; unit < to; unit++)
        put_unit(c, *unit, text);
    if (U_SUCCESS(error) || error == U_BUFFER_OVERFLOW_ERROR)
        return QTTY_OK;
    if (error != U_MEMORY_ALLOCATION_ERROR)
        return fail_ill_formed(c);
    return failure_set(&c->error, QTTY_E_NOMEM, "out of memory");
}

qtty_status
converter_decode(struct converter *c, qtty_span *bytes, struct converter_text *text)
{
    return decode(c, bytes, false, text);
}

qtty_status
converter_end(struct converter *c, struct converter_text *text)
{
    qtty_span nothing = { NULL, 0 };
    return decode(c, &nothing, true, text);
}

/* --- Encoding ----------------------------------------------------------------------- */

/* As much of the text as there is room for. @return units. */
static size_t
take_text(const struct converter *c, qtty_span *text, UChar units[UNITS])
{
    size_t count = 0;
    while (text->len != 0 && count + 2 <= UNITS) {
        const uint8_t *before = text->data;
        uint32_t scalar = utf8_step(&text->data);
        text->len -= (size_t)(text->data - before);
        if (scalar < ASCII) {
            units[count++] = c->given[scalar];
        } else if (scalar < 0x10000) {
            units[count++] = (UChar)scalar;
        } else {
            units[count++] = (UChar)(0xD7C0 + (scalar >> 10));
            units[count++] = (UChar)(0xDC00 + (scalar & 0x3FF));
        }
    }
    return count;
}

static qtty_status
fail_to_encode(struct converter *c, UErrorCode cause)
{
    UChar units[8] = { 0 };
    int8_t count = 8;
    UErrorCode error = U_ZERO_ERROR;
    if (cause == U_MEMORY_ALLOCATION_ERROR)
        return failure_set(&c->error, QTTY_E_NOMEM, "out of memory");
    ucnv_getInvalidUChars(c->icu, units, &count, &error);
    uint32_t scalar = units[0];
    if (count == 2 && is_high(units[0]))
        scalar = 0x10000 + ((scalar - 0xD800) << 10) + (units[1] - 0xDC00u);
    return failure_set(&c->error, QTTY_E_ENCODING, "U+%04X is not in %s",
                       (unsigned)scalar, c->name);
}

/* `ends`: no character combines with a later one any more. */
static qtty_status
encode(struct converter *c, const UChar *units, size_t count, bool ends, qtty_buf *to)
{
    const UChar *from = units, *limit = units + count;
    UErrorCode error;
    qtty_status st;
    do {
        char bytes[1024], *at = bytes;
        error = U_ZERO_ERROR;
        ucnv_fromUnicode(c->icu, &at, bytes + sizeof bytes, &from, limit, NULL, ends,
                         &error);
        st = qtty_buf_append(to, bytes, (size_t)(at - bytes));
    } while (error == U_BUFFER_OVERFLOW_ERROR && st == QTTY_OK);
    if (st != QTTY_OK)
        return failure_set(&c->error, st, "%s", qtty_status_text(st));
    return U_SUCCESS(error) ? QTTY_OK : fail_to_encode(c, error);
}

qtty_status
converter_encode(struct converter *c, qtty_span text, qtty_buf *bytes)
{
    UChar units[UNITS];
    size_t before = bytes->len;
    qtty_status st = QTTY_OK;
    ucnv_resetFromUnicode(c->icu);
    while (st == QTTY_OK && text.len != 0) {
        size_t count = take_text(c, &text, units);
        st = encode(c, units, count, text.len == 0, bytes);
    }
    if (st != QTTY_OK)
        bytes->len = before;
    return st;
}
