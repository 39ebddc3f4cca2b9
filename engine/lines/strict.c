/* Table 3-7 is in unicode/utf8.h; here is the walk along a stream that comes in
 * pieces. */
#include "lines/strict.h"

#include "unicode/utf8.h"
#include <string.h>

static const uint8_t *
skip_ascii(const uint8_t *at, const uint8_t *end)
{
    uint64_t word;
    for (; (size_t)(end - at) >= sizeof(word); at += sizeof(word)) {
        memcpy(&word, at, sizeof(word));
        if ((word & UINT64_C(0x8080808080808080)) != 0)
            break;
    }
    while (at < end && *at < 0x80)
        at++;
    return at;
}

static bool
refuse(struct strict *s, const uint8_t *bytes, uint32_t len, uint64_t offset)
{
    memcpy(s->bad, bytes, len);
    s->bad_len = len;
    s->bad_offset = offset;
    return false;
}

static void
advance(struct strict *s, qtty_span *input, size_t bytes)
{
    input->data += bytes;
    input->len -= bytes;
    s->offset += bytes;
}

/* The held character goes on in the input. */
static bool
complete(struct strict *s, qtty_span *input, uint8_t *character, qtty_span *out)
{
    const size_t room = sizeof(s->held) - s->held_len;
    const size_t fresh = input->len < room ? input->len : room;
    const uint32_t held = s->held_len;
    memcpy(character, s->held, held);
    memcpy(character + held, input->data, fresh);

    const struct utf8_head head = utf8_head((qtty_span){ character, held + fresh });
    if (head.form == UTF8_ILL_FORMED)
        return refuse(s, character, head.length, s->offset - held);
    advance(s, input, head.length - held);
    if (head.form == UTF8_INCOMPLETE) {
        memcpy(s->held, character, head.length);
        s->held_len = head.length;
        return true;
    }
    s->held_len = 0;
    *out = (qtty_span){ character, head.length };
    return true;
}

bool
strict_next(struct strict *s, qtty_span *input, uint8_t *character, qtty_span *out)
{
    *out = (qtty_span){ NULL, 0 };
    if (s->bad_len != 0)
        return false;
    if (s->held_len != 0)
        return complete(s, input, character, out);

    const qtty_span whole = *input;
    const uint8_t *end = whole.data + whole.len;
    const uint8_t *at = skip_ascii(whole.data, end);
    struct utf8_head head = { 0, UTF8_WELL_FORMED };
    while (at < end) {
        head = utf8_head((qtty_span){ at, (size_t)(end - at) });
        if (head.form != UTF8_WELL_FORMED)
            break;
        at = skip_ascii(at + head.length, end);
    }

    *out = (qtty_span){ whole.data, (size_t)(at - whole.data) };
    advance(s, input, out->len);
    if (at == end)
        return true;
    if (head.form == UTF8_ILL_FORMED)
        return refuse(s, at, head.length, s->offset);
    memcpy(s->held, at, head.length);
    s->held_len = head.length;
    advance(s, input, head.length);
    return true;
}

bool
strict_end(struct strict *s)
{
    if (s->bad_len == 0 && s->held_len != 0)
        refuse(s, s->held, s->held_len, s->offset - s->held_len);
    return s->bad_len == 0;
}
