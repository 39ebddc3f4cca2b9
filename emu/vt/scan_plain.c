/* A word of 8 bytes at a time, in C alone. */
#include "vt/scan_paths.h"
#include "vt/scan_text.h"
#include "vt/scan_words.h"

static const uint8_t *
payload(const uint8_t *at, const uint8_t *end, bool c1)
{
    return words_payload(at, end, c1 ? 0x7F : 0xFF);
}

static const uint8_t *
text(const uint8_t *at, const uint8_t *end)
{
    for (;;) {
        at = words_ascii(at, end);
        if (at == end || *at < 0x80)
            return at;
        while (at < end && *at >= 0x80) {
            const size_t n = graphic_length(at, end);
            if (n == 0)
                return at;
            at += n;
        }
    }
}

const struct scan scan_plain = { words_ascii, text, payload, bytes_params };
