/* The part that all harnesses share, and the entry of libFuzzer. */
#include "law.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const char *__asan_default_options(void);

const struct law *
broken_law(qtty_span input)
{
    for (size_t i = 0; i < harness.law_count; i++)
        if (!harness.laws[i].holds(harness.subject, input))
            return &harness.laws[i];
    return NULL;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct law *law = broken_law((qtty_span){ data, size });
    if (law != NULL) {
        fprintf(stderr, "law \"%s\" is broken: %s\n", law->name, law->text);
        abort();
    }
    return 0;
}

/* AddressSanitizer asks. Freed blocks wait in a queue before they are used again; its
 * 256 MiB are never warm, and take half of the time. An input frees less than 8. */
const char *
__asan_default_options(void)
{
    return "quarantine_size_mb=8";
}

/* --- Pieces ------------------------------------------------------------------------- */

void
cutter_start(struct cutter *c, qtty_span input, size_t largest)
{
    size_t bytes = largest != WHOLE && largest < input.len ? largest : input.len;
    *c = (struct cutter){ .rest = input,
                          .largest = largest,
                          .random = hash_bytes(input),
                          .block = malloc(bytes > 0 ? bytes : 1),
                          .block_bytes = bytes };
    if (c->block == NULL)
        abort();
}

static size_t
piece_size(struct cutter *c)
{
    size_t size = c->block_bytes;
    if (c->largest > 1)
        size = random_next(&c->random) % (c->largest + 1);
    return size < c->rest.len ? size : c->rest.len;
}

bool
cutter_next(struct cutter *c, qtty_span *piece)
{
    if (c->rest.len == 0) {
        cutter_stop(c);
        return false;
    }

    size_t size = piece_size(c);
    uint8_t *at = c->block + (c->block_bytes - size);
    memset(c->block, 0xEE, c->block_bytes); /* ill-formed, whatever stands around it */
    memcpy(at, c->rest.data, size);
    c->rest.data += size;
    c->rest.len -= size;
    *piece = (qtty_span){ at, size };
    return true;
}

void
cutter_stop(struct cutter *c)
{
    free(c->block);
    c->block = NULL;
}

/* A call a byte is slow: longer inputs are cut at random only. */
enum { SMALL_PIECE = 13, BYTEWISE_MAX = 256 };

bool
same_in_pieces(const void *subject, qtty_span input, project_fn *project)
{
    static const size_t sizes[] = { SMALL_PIECE, 1 };
    size_t tried = input.len <= BYTEWISE_MAX ? COUNT_OF(sizes) : 1;
    qtty_buf whole, pieces;
    qtty_buf_init(&whole, NULL, 0);
    qtty_buf_init(&pieces, NULL, 0);
    bool same = project(subject, input, WHOLE, &whole);
    for (size_t i = 0; i < tried && same; i++) {
        pieces.len = 0;
        same = project(subject, input, sizes[i], &pieces)
               && same_bytes(qtty_buf_span(&whole), qtty_buf_span(&pieces));
    }
    qtty_buf_finish(&whole);
    qtty_buf_finish(&pieces);
    return same;
}

/* --- Helpers of laws ---------------------------------------------------------------- */

void
put(qtty_buf *out, const void *bytes, size_t len)
{
    if (qtty_buf_append(out, bytes, len) != QTTY_OK)
        abort();
}

bool
same_bytes(qtty_span a, qtty_span b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}

uint64_t
random_next(uint64_t *state)
{
    uint64_t x = *state;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return *state = x;
}

uint64_t
hash_bytes(qtty_span bytes)
{
    uint64_t hash = 0xCBF29CE484222325u;
    for (size_t i = 0; i < bytes.len; i++)
        hash = (hash ^ bytes.data[i]) * 0x100000001B3u;
    return hash != 0 ? hash : 1;
}

bool
is_sampled(qtty_span input, uint64_t n)
{
    return (hash_bytes(input) >> 32) % n == 0;
}

void
print_input(qtty_span input)
{
    for (size_t i = 0; i < input.len; i++) {
        uint8_t byte = input.data[i];
        if (byte >= 0x20 && byte < 0x7F && byte != '\\')
            fputc(byte, stderr);
        else
            fprintf(stderr, "\\x%02X", byte);
    }
    fputc('\n', stderr);
}
