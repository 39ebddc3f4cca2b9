/* Harness of vt/parser.c: whatever comes in whatever pieces, the same actions come out;
 * they cover the stream byte by byte, stay within limits.h, and say only what stands
 * there. */
#include "parser_fuzz.h"
#include "law.h"
#include "meter.h"
#include "reference.h"
#include <stdlib.h>
#include <string.h>

/* --- Reading a stream --------------------------------------------------------------- */

struct reading {
    const struct parser_subject *parser;
    struct parser_config config;
    qtty_span input;
    size_t largest; /* of the pieces */
};

/* Looks at one action. @return false: the law does not hold. */
typedef bool see_fn(void *context, const struct action *action);

static bool
see_piece(const struct reading *r, void *parser, qtty_span piece, see_fn *see,
          void *context)
{
    struct action action;
    /* A byte can end one action and be one of its own; what was held can come before. */
    size_t budget = 2 * piece.len + 2;
    while (r->parser->next(parser, &piece, &action))
        if (budget-- == 0 || !see(context, &action))
            return false;
    return piece.len == 0;
}

static bool
see_end(const struct reading *r, void *parser, see_fn *see, void *context)
{
    struct action action;
    size_t budget = 4;
    while (r->parser->end(parser, &action))
        if (budget-- == 0 || !see(context, &action))
            return false;
    return true;
}

static bool
see_stream(const struct reading *r, see_fn *see, void *context)
{
    struct cutter cutter;
    qtty_span piece;
    void *parser = r->parser->open(&r->config);
    bool good = true;
    cutter_start(&cutter, r->input, r->largest);
    while (good && cutter_next(&cutter, &piece))
        good = see_piece(r, parser, piece, see, context);
    cutter_stop(&cutter);
    good = good && see_end(r, parser, see, context);
    r->parser->close(parser);
    return good;
}

typedef bool reading_fn(const struct reading *r);

enum {
    MODES = 4,
    ALL_MODES_MAX = 32, /* bytes of an input that all modes read */
};

/* In each of the modes; a longer input in the first, and in one of the others. */
static bool
in_modes(const void *subject, qtty_span input, reading_fn *holds)
{
    unsigned other = 1 + (unsigned)(hash_bytes(input) >> 32) % (MODES - 1);
    for (unsigned mode = 0; mode < MODES; mode++) {
        if (input.len > ALL_MODES_MAX && mode != 0 && mode != other)
            continue;
        struct reading r = { .parser = subject, .input = input, .largest = 7 };
        r.config.eight_bit = (mode & 1) != 0;
        r.config.text_only = (mode & 2) != 0;
        if (!holds(&r))
            return false;
    }
    return true;
}

/* --- Any split gives the same actions ----------------------------------------------- */

struct trace {
    qtty_buf *bytes;
    size_t print; /* where the head of the run of text is that may go on */
};

enum { NO_PRINT = -1 };

struct head {
    uint64_t offset, length;
    uint32_t kind, flags, param_count, missing, sub;
    uint8_t marker, intermediates[INTERMEDIATES_MAX], final, raw[4];
};

static bool
is_run(const struct action *a)
{
    return a->kind == ACTION_PRINT && (a->flags & ~(uint32_t)ACTION_ASCII) == 0;
}

/* Pieces of one run of text are one action; a replacement stands alone. */
static bool
goes_on(const struct trace *t, const struct action *a)
{
    return t->print != (size_t)NO_PRINT && is_run(a);
}

static void
lengthen(struct trace *t, uint64_t length)
{
    struct head head;
    memcpy(&head, t->bytes->data + t->print, sizeof(head));
    head.length += length;
    memcpy(t->bytes->data + t->print, &head, sizeof(head));
}

static void
put_head(struct trace *t, const struct action *a)
{
    struct head head;
    memset(&head, 0, sizeof(head)); /* its padding, too: traces are compared as bytes */
    head.offset = a->offset;
    head.length = a->length;
    head.kind = a->kind;
    head.flags = a->flags & ~(uint32_t)ACTION_ASCII; /* of a piece */
    head.final = a->final;
    if (a->kind == ACTION_ESC || a->kind == ACTION_CSI || a->kind == ACTION_DCS)
        memcpy(head.intermediates, a->intermediates, sizeof(head.intermediates));
    if (a->kind == ACTION_CSI || a->kind == ACTION_DCS) {
        head.marker = a->marker;
        head.param_count = a->params->count;
        head.missing = a->params->missing;
        head.sub = a->params->sub;
    }
    if ((a->flags & ACTION_REPLACED) != 0)
        memcpy(head.raw, a->raw, a->length < 4 ? (size_t)a->length : 4);
    put(t->bytes, &head, sizeof(head));
}

static bool
has_text(const struct action *a)
{
    return a->kind != ACTION_CONTROL && a->kind != ACTION_ESC && a->kind != ACTION_CSI
           && a->kind != ACTION_VT52;
}

static bool
trace_action(void *context, const struct action *a)
{
    struct trace *t = context;
    if (goes_on(t, a)) {
        lengthen(t, a->length);
    } else {
        t->print = is_run(a) ? t->bytes->len : (size_t)NO_PRINT;
        put_head(t, a);
    }
    if (a->kind == ACTION_CSI || a->kind == ACTION_DCS)
        put(t->bytes, a->params->value, a->params->count * sizeof(a->params->value[0]));
    if (has_text(a))
        put(t->bytes, a->text.data, a->text.len);
    return true;
}

static bool
trace_stream(const void *reading, qtty_span input, size_t largest, qtty_buf *out)
{
    struct reading r = *(const struct reading *)reading;
    struct trace t = { out, (size_t)NO_PRINT };
    r.input = input;
    r.largest = largest;
    return see_stream(&r, trace_action, &t);
}

static bool
splits_in_mode(const struct reading *r)
{
    return same_in_pieces(r, r->input, trace_stream);
}

static bool
splits(const void *subject, qtty_span input)
{
    return in_modes(subject, input, splits_in_mode);
}

/* --- Actions tile the stream -------------------------------------------------------- */

struct tiling {
    uint64_t end;    /* of what is covered */
    uint64_t inside; /* past the last control inside a sequence that is still open */
};

/* A control inside a sequence comes out before it, and lies in it. */
static bool
tile(void *context, const struct action *a)
{
    struct tiling *t = context;
    uint64_t end = a->offset + a->length;
    if (a->length == 0 || a->offset < t->end)
        return false;
    if (a->offset > t->end) {
        bool in_order = a->offset >= t->inside && a->kind == ACTION_CONTROL;
        t->inside = end;
        return in_order;
    }
    if (end < t->inside)
        return false;
    t->end = t->inside = end;
    return true;
}

static bool
tiles_in_mode(const struct reading *r)
{
    struct tiling t = { 0, 0 };
    return see_stream(r, tile, &t) && t.end == r->input.len && t.inside == t.end;
}

static bool
tiles(const void *subject, qtty_span input)
{
    return in_modes(subject, input, tiles_in_mode);
}

/* --- Text is text, and the stream's ------------------------------------------------- */

static size_t
count_scalars(qtty_span text)
{
    size_t count = 0;
    for (; text.len > 0; count++)
        reference_next(&text);
    return count;
}

/* Are the bytes of `part` in `all`, in the same order? */
static bool
is_taken_from(qtty_span part, qtty_span all)
{
    size_t found = 0;
    for (size_t i = 0; i < all.len && found < part.len; i++)
        found += all.data[i] == part.data[found];
    return found == part.len;
}

/* The bytes that an action says it stands for. */
static qtty_span
source_of(const struct reading *r, const struct action *a)
{
    if (a->offset > r->input.len || a->length > r->input.len - a->offset)
        return (qtty_span){ NULL, 0 };
    return (qtty_span){ r->input.data + a->offset, (size_t)a->length };
}

static bool
replaces_a_subpart(const struct action *a, qtty_span source)
{
    static const uint8_t replacement[] = { 0xEF, 0xBF, 0xBD };
    struct utf8_head head = source.len > 0 ? reference_head(source)
                                           : (struct utf8_head){ 0, UTF8_WELL_FORMED };
    return same_bytes(a->text, (qtty_span){ replacement, sizeof(replacement) })
           && head.form != UTF8_WELL_FORMED && head.length == source.len
           && same_bytes((qtty_span){ a->raw, source.len }, source);
}

static bool
says_what_is_there(void *context, const struct action *a)
{
    const struct reading *r = context;
    qtty_span source = source_of(r, a);
    if (a->kind == ACTION_INERT && !r->config.eight_bit)
        return same_bytes(a->text, source) && is_control(reference_next(&source));
    if (a->kind == ACTION_CONTROL)
        return source.len == 1 && a->final == source.data[0];
    if (a->kind != ACTION_PRINT)
        return !has_text(a) || is_taken_from(a->text, source);
    if ((a->flags & ACTION_REPLACED) != 0)
        return replaces_a_subpart(a, source);
    return a->text.len > 0 && is_text(a->text)
           && (r->config.eight_bit ? count_scalars(a->text) == source.len
                                   : same_bytes(a->text, source));
}

static bool
text_is_the_streams_in_mode(const struct reading *r)
{
    struct reading context = *r;
    return see_stream(r, says_what_is_there, &context);
}

static bool
text_is_the_streams(const void *subject, qtty_span input)
{
    return in_modes(subject, input, text_is_the_streams_in_mode);
}

/* --- Limits ------------------------------------------------------------------------- */

static bool
in_range(uint8_t byte, uint8_t low, uint8_t high)
{
    return byte >= low && byte <= high;
}

static bool
params_within(const struct params *p)
{
    if (p == NULL || p->count > PARAMS_MAX)
        return false;
    uint32_t used = p->count == 32 ? UINT32_MAX : (1u << p->count) - 1;
    if ((p->missing & ~used) != 0 || (p->sub & ~used) != 0)
        return false;
    for (uint32_t i = 0; i < p->count; i++)
        if ((p->missing & 1u << i) != 0 && p->value[i] != 0)
            return false;
    return true;
}

static bool
intermediates_within(const struct action *a)
{
    bool ended = false;
    for (size_t i = 0; i < INTERMEDIATES_MAX; i++) {
        uint8_t byte = a->intermediates[i];
        if (byte != 0 && (ended || !in_range(byte, 0x20, 0x2F)))
            return false;
        ended = byte == 0;
    }
    return true;
}

/* What is cut off may have no final byte, as has a DCS that ends in its head. */
static bool
final_within(const struct action *a)
{
    uint8_t low = a->kind == ACTION_ESC ? 0x30 : 0x40;
    bool may_lack = (a->flags & (ACTION_CANCELLED | ACTION_MALFORMED)) != 0;
    return in_range(a->final, low, 0x7E) || (may_lack && a->final == 0);
}

static bool
within_limits(void *context, const struct action *a)
{
    (void)context;
    if (a->kind >= ACTION_KINDS
        || (has_text(a) && a->text.len > STRING_BYTES_MAX && a->kind != ACTION_PRINT))
        return false;
    bool csi_or_dcs = a->kind == ACTION_CSI || a->kind == ACTION_DCS;
    if (csi_or_dcs && !params_within(a->params))
        return false;
    if (csi_or_dcs && a->marker != 0 && !in_range(a->marker, 0x3C, 0x3F))
        return false;
    return !(csi_or_dcs || a->kind == ACTION_ESC)
           || (intermediates_within(a) && final_within(a));
}

static bool
limits_in_mode(const struct reading *r)
{
    return see_stream(r, within_limits, NULL);
}

static bool
keeps_limits(const void *subject, qtty_span input)
{
    return in_modes(subject, input, limits_in_mode);
}

/* --- Memory ------------------------------------------------------------------------- */

enum {
    PARSER_BYTES_MAX =
        STRING_BYTES_MAX + 4096, /* a payload, and what little else there is */
    ENDLESS_BYTES = PARSER_BYTES_MAX + 8192,
};

static bool
see_nothing(void *context, const struct action *a)
{
    (void)context;
    return a->length > 0;
}

/* The input, then much more of what it ended with: whatever was open goes on and on. */
static void
put_endless(qtty_buf *out, qtty_span input)
{
    uint8_t last = input.len > 0 ? input.data[input.len - 1] : 'x';
    bool much = in_range(last, 0x20, 0x7E) && is_sampled(input, 32);
    size_t more = much ? ENDLESS_BYTES : 64;
    put(out, input.data, input.len);
    if (qtty_buf_reserve(out, more) != QTTY_OK)
        abort();
    memset(out->data + out->len, last, more);
    out->len += more;
}

static bool
is_bounded(const void *subject, qtty_span input)
{
    struct meter meter;
    qtty_buf endless;
    meter_init(&meter, 0);
    qtty_buf_init(&endless, NULL, 0);
    put_endless(&endless, input);
    struct reading r = { .parser = subject, .input = qtty_buf_span(&endless) };
    r.config.allocator = &meter.allocator;
    r.largest = 32768;
    bool good = see_stream(&r, see_nothing, NULL);
    qtty_buf_finish(&endless);
    return good && meter.peak <= PARSER_BYTES_MAX && meter.now == 0;
}

/* Without memory only payloads are lost: kinds, places and text stay as they are. */
static bool
trace_place(void *context, const struct action *a)
{
    struct action place = *a;
    if (has_text(a) && a->kind != ACTION_PRINT && a->kind != ACTION_INERT)
        place.text.len = 0;
    place.flags &= ~(uint32_t)ACTION_OVER_STRING;
    return trace_action(context, &place);
}

static bool
survives_want(const void *subject, qtty_span input)
{
    struct meter meter;
    qtty_buf rich, poor;
    struct trace of_rich = { &rich, (size_t)NO_PRINT };
    struct trace of_poor = { &poor, (size_t)NO_PRINT };
    struct reading r = { .parser = subject, .input = input, .largest = 7 };
    qtty_buf_init(&rich, NULL, 0);
    qtty_buf_init(&poor, NULL, 0);
    bool good = see_stream(&r, trace_place, &of_rich);
    meter_init(&meter, 1); /* not even two bytes */
    r.config.allocator = &meter.allocator;
    good = good && see_stream(&r, trace_place, &of_poor)
           && same_bytes(qtty_buf_span(&rich), qtty_buf_span(&poor));
    qtty_buf_finish(&rich);
    qtty_buf_finish(&poor);
    return good;
}

/* --- Text only ---------------------------------------------------------------------- */

static bool
trace_text(void *context, const struct action *a)
{
    struct trace *t = context;
    if (a->kind == ACTION_PRINT || a->kind == ACTION_CONTROL || a->kind == ACTION_INERT)
        return trace_action(context, a);
    t->print = (size_t)NO_PRINT;
    put(t->bytes, &a->kind, sizeof(a->kind));
    put(t->bytes, &a->offset, sizeof(a->offset));
    put(t->bytes, &a->length, sizeof(a->length));
    return true;
}

static bool
text_only_agrees(const void *subject, qtty_span input)
{
    qtty_buf full, only;
    struct trace of_full = { &full, (size_t)NO_PRINT };
    struct trace of_only = { &only, (size_t)NO_PRINT };
    struct reading r = { .parser = subject, .input = input, .largest = 7 };
    qtty_buf_init(&full, NULL, 0);
    qtty_buf_init(&only, NULL, 0);
    bool good = see_stream(&r, trace_text, &of_full);
    r.config.text_only = true;
    good = good && see_stream(&r, trace_text, &of_only)
           && same_bytes(qtty_buf_span(&full), qtty_buf_span(&only));
    qtty_buf_finish(&full);
    qtty_buf_finish(&only);
    return good;
}

/* --- The harness -------------------------------------------------------------------- */

static const struct law laws[] = {
    { "splits", "any split of a stream gives the same actions", splits },
    { "tiles", "actions cover the stream in order, each byte once", tiles },
    { "text", "text is well-formed, without controls, and the stream's",
      text_is_the_streams },
    { "limits", "whatever an action holds is within its ceiling", keeps_limits },
    { "bounded", "memory is bounded, and given back", is_bounded },
    { "want", "for want of memory only payloads are lost", survives_want },
    { "text-only", "the text-only mode gives the same text and controls",
      text_only_agrees },
};

static void *
open_parser(const struct parser_config *config)
{
    struct parser *parser = malloc(sizeof(*parser));
    if (parser == NULL)
        abort();
    parser_init(parser, config);
    return parser;
}

static bool
next_action(void *self, qtty_span *input, struct action *out)
{
    return parser_next(self, input, out);
}

static bool
end_action(void *self, struct action *out)
{
    return parser_end(self, out);
}

static void
close_parser(void *self)
{
    parser_finish(self);
    free(self);
}

const struct parser_subject product_parser = { open_parser, next_action, end_action,
                                               close_parser };

const struct harness harness = { "parser", &product_parser, laws, COUNT_OF(laws) };
