/* The loops of one path with vectors. A file that includes this has defined, for it,
 *
 *   SCAN_TARGET   the attribute of its functions, or nothing
 *   BLOCK, WIDE   bytes of a block, and of several that one test answers for
 *   ascii_run, wide_ascii_run, payload_run, wide_payload_run, param_run
 *                 how many bytes at the front of a block belong: all, or fewer
 *   text_blocks   how far whole blocks of TEXT_BLOCK bytes of text go, at most
 *
 * Most of a stream is text, and in which block it ends is nothing that a processor can
 * guess: so wide blocks come first. Only the last, shorter block is read as words. */
#include "vt/scan.h"
#include "vt/scan_text.h"
#include "vt/scan_words.h"

SCAN_TARGET static const uint8_t *
ascii(const uint8_t *at, const uint8_t *end)
{
    while (end - at >= WIDE) {
        const size_t n = wide_ascii_run(at);
        at += n;
        if (n < WIDE)
            return at;
    }
    while (end - at >= BLOCK) {
        const size_t n = ascii_run(at);
        at += n;
        if (n < BLOCK)
            return at;
    }
    return words_ascii(at, end);
}

SCAN_TARGET static const uint8_t *
params(const uint8_t *at, const uint8_t *end)
{
    while (end - at >= BLOCK) {
        const size_t n = param_run(at);
        at += n;
        if (n < BLOCK)
            return at;
    }
    return bytes_params(at, end);
}

SCAN_TARGET static const uint8_t *
payload(const uint8_t *at, const uint8_t *end, bool c1)
{
    const uint8_t fold = c1 ? 0x7F : 0xFF;

    while (end - at >= WIDE) {
        const size_t n = wide_payload_run(at, fold);
        at += n;
        if (n < WIDE)
            return at;
    }
    while (end - at >= BLOCK) {
        const size_t n = payload_run(at, fold);
        at += n;
        if (n < BLOCK)
            return at;
    }
    return words_payload(at, end, fold);
}

SCAN_TARGET static const uint8_t *
text(const uint8_t *at, const uint8_t *end)
{
    for (;;) {
        at = ascii(at, end);
        if (at == end || *at < 0x80)
            return at;
        do {
            const size_t n = graphic_length(at, end);
            if (n == 0)
                return at;
            at += n;
            if (end - at >= TEXT_BLOCK)
                at = text_blocks(at, end);
        } while (at < end && *at >= 0x80);
    }
}
