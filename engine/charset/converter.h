/* A charset of a terminal that is not UTF-8, both ways and in pieces: what a program
 * prints becomes UTF-8, before any sequence is looked for, and text for the program
 * becomes its bytes. ICU does it (icu.c); without ICU there is none (none.c).
 *
 * The charset contains ASCII: each byte of 00..7F that begins a character is that of
 * ASCII. (Within a character it may be anything: in Shift_JIS the second byte of U+8868
 * is a backslash.) Charsets that are switched by escape sequences, or have other controls
 * than a terminal, are refused.
 *
 * Bytes 80..9F are the C1 controls where the charset has those (ISO 8859, EUC; ECMA-35
 * 7.2), as they are to xterm where the locale is not UTF-8; they come out as ESC and the
 * byte of 40..5F, which is the same (ECMA-48 5.3). Where it has graphic characters there
 * (windows-125x, KOI8, Shift_JIS, GBK, Big5) nothing is a C1 control. */
#ifndef QTTY_CHARSET_CONVERTER_H
#define QTTY_CHARSET_CONVERTER_H

#include "provider/failure.h"
#include <quietty/buf.h>
#include <stdbool.h>

struct converter;

enum { CONVERTER_TEXT_BYTES = 3072 };

struct converter_text {
    uint8_t bytes[CONVERTER_TEXT_BYTES]; /* whole characters of UTF-8 */
    size_t len;
};

/** Does the name need no converter: NULL, "UTF-8", "utf8"? */
bool converter_is_utf8(const char *name);

/**
 * Make a converter. Its tables and its state of some 300 bytes are ICU's memory, not the
 * allocator's; it keeps less than ten bytes of a stream.
 *
 * @param name    Of the charset, as ICU and IANA know it, in any case.
 * @param strict  Ill-formed bytes fail; else U+FFFD for each maximal bad subpart.
 * @param out     NULL on failure.
 * @return QTTY_E_UNSUPPORTED: there is none, it does not contain ASCII, or ICU is not
 *         built in; QTTY_E_NOMEM. `why` names name and rule.
 */
qtty_status converter_open(struct converter **out, const char *name, bool strict,
                           const qtty_allocator *allocator, struct failure *why);

/** NULL is fine. */
void converter_close(struct converter *c);

/** Why the last call failed, without whose; "" if none did. Borrowed. */
const char *converter_error(const struct converter *c);

/**
 * Decode from the front of a piece of the stream. A character that it cuts is held. Any
 * split of a stream gives the same text.
 *
 * @param bytes  Advanced.
 * @param text   Call again while it is not empty: there may be more. It is good also
 *               when the call fails.
 * @return QTTY_E_ENCODING, strict: ill-formed bytes stand behind the text, for good; the
 *         error names offset and bytes. QTTY_E_NOMEM.
 */
qtty_status converter_decode(struct converter *c, qtty_span *bytes,
                             struct converter_text *text);

/** The stream has ended: what is held is ill-formed. To be called again, and to fail, as
 * converter_decode. */
qtty_status converter_end(struct converter *c, struct converter_text *text);

/**
 * Encode well-formed UTF-8, and append it.
 *
 * @return QTTY_E_ENCODING: a character is not in the charset, the error names it;
 *         QTTY_E_NOMEM, QTTY_E_LIMIT from `bytes`. Nothing was appended then.
 */
qtty_status converter_encode(struct converter *c, qtty_span text, qtty_buf *bytes);

#endif
