/* Bytes to actions. The table of transitions decides what a byte means. The runs that
 * most of a stream consists of (text, parameters, payloads) are taken as slices, and a
 * CSI or OSC that lies in the input as a whole is read without the table: both ways
 * give the same actions. */
#include "vt/parser.h"

#include "unicode/utf8.h"
#include "vt/params.h"
#include "vt/transitions.gen.h"
#include <string.h>

_Static_assert((int)STATE_GROUND == 0, "parser_is_idle asks for a state of 0");

/* U+FFFD */
static const uint8_t replacement[] = { 0xEF, 0xBF, 0xBD };

void
parser_init(struct parser *p, const struct parser_config *config)
{
    *p = (struct parser){ .config = *config,
                          .state = STATE_GROUND,
                          .ground = STATE_GROUND };
    p->scan = scan_on(config->path);
    payload_init(&p->payload, config->allocator);
}

void
parser_use_vt52(struct parser *p, bool vt52)
{
    p->ground = vt52 ? STATE_VT52 : STATE_GROUND;
}

bool
parser_uses_vt52(const struct parser *p)
{
    return p->ground == STATE_VT52;
}

void
parser_finish(struct parser *p)
{
    payload_finish(&p->payload);
}

void
parser_reset(struct parser *p)
{
    p->state = STATE_GROUND;
    p->utf8_len = 0;
    payload_reset(&p->payload);
}

static void
take_to(struct parser *p, qtty_span *input, const uint8_t *at)
{
    parser_pass(p, input, (size_t)(at - input->data));
}

/* --- Text --------------------------------------------------------------------------- */

/* One scalar or ill-formed subpart, which begins with what was held. */
static void
emit_character(struct parser *p, const uint8_t *bytes, struct utf8_head head,
               struct action *out)
{
    *out = (struct action){ .kind = ACTION_PRINT,
                            .offset = p->offset - p->utf8_len,
                            .length = head.length };
    if (head.form == UTF8_WELL_FORMED) {
        memcpy(p->encoded, bytes, head.length);
        out->text = (qtty_span){ p->encoded, head.length };
        if (bytes[0] == 0xC2 && bytes[1] < 0xA0) /* U+0080..009F */
            out->kind = ACTION_INERT;
    } else {
        memcpy(out->raw, bytes, head.length);
        out->text = (qtty_span){ replacement, sizeof(replacement) };
        out->flags = ACTION_REPLACED;
    }
}

/* Anything of UTF-8 that is not a run of graphic characters in the input. */
static bool
character_next(struct parser *p, qtty_span *input, struct action *out)
{
    uint8_t bytes[4];
    const size_t held = p->utf8_len;
    const size_t room = sizeof(bytes) - held;
    const size_t fresh = input->len < room ? input->len : room;

    memcpy(bytes, p->utf8, held);
    memcpy(bytes + held, input->data, fresh);
    const struct utf8_head head = utf8_head((qtty_span){ bytes, held + fresh });
    if (head.form == UTF8_INCOMPLETE) {
        memcpy(p->utf8, bytes, head.length);
        p->utf8_len = (uint8_t)head.length;
        parser_pass(p, input, fresh);
        return false;
    }
    emit_character(p, bytes, head, out);
    p->utf8_len = 0;
    parser_pass(p, input, head.length - held);
    return true;
}

/* A0..FF of ISO 8859-1 are U+00A0..FF. */
static bool
latin1_next(struct parser *p, qtty_span *input, struct action *out)
{
    size_t used = 0, len = 0;

    while (used < input->len && input->data[used] >= 0xA0
           && len + 2 <= sizeof(p->encoded))
        len += utf8_encode(input->data[used++], p->encoded + len);
    *out = (struct action){ .kind = ACTION_PRINT,
                            .text = { p->encoded, len },
                            .offset = p->offset,
                            .length = used };
    parser_pass(p, input, used);
    return true;
}

static bool
text_next(struct parser *p, qtty_span *input, struct action *out)
{
    const uint8_t *at = input->data, *end = at + input->len;
    const bool latin1 = p->config.eight_bit;
    const uint8_t *stop = p->scan->ascii(at, end);
    const bool more = !latin1 && stop != end && *stop >= 0x80;
    if (more)
        stop = p->scan->text(stop, end);
    const size_t run = (size_t)(stop - at);

    if (run == 0)
        return latin1 ? latin1_next(p, input, out) : character_next(p, input, out);
    *out = (struct action){
        .kind = ACTION_PRINT,
        .flags = more ? 0 : ACTION_ASCII,
        .text = { at, run },
        .offset = p->offset,
        .length = run,
    };
    parser_pass(p, input, run);
    return true;
}

static bool
control_next(struct parser *p, qtty_span *input, struct action *out)
{
    *out = (struct action){
        .kind = ACTION_CONTROL, .final = input->data[0], .offset = p->offset, .length = 1
    };
    parser_pass(p, input, 1);
    return true;
}

static bool
inert_next(struct parser *p, qtty_span *input, struct action *out)
{
    *out = (struct action){
        .kind = ACTION_INERT, .text = { input->data, 1 }, .offset = p->offset, .length = 1
    };
    parser_pass(p, input, 1);
    return true;
}

/* --- Sequences ---------------------------------------------------------------------- */

static void
begin(struct parser *p, uint64_t start)
{
    p->start = start;
    p->pending = (struct action){ .kind = ACTION_ESC };
    payload_reset(&p->payload);
}

/* The final of ESC Fe, or C1 - 40, says what begins. */
static void
introduce(struct parser *p, uint8_t byte)
{
    switch (byte) {
    case 'P':
        p->pending.kind = ACTION_DCS;
        break;
    case 'X':
        p->pending.kind = ACTION_SOS;
        break;
    case '[':
        p->pending.kind = ACTION_CSI;
        break;
    case ']':
        p->pending.kind = ACTION_OSC;
        break;
    case '^':
        p->pending.kind = ACTION_PM;
        break;
    case '_':
        p->pending.kind = ACTION_APC;
        break;
    }
    params_reset(&p->params);
}

static void
collect(struct action *pending, uint8_t byte)
{
    for (size_t i = 0; i < INTERMEDIATES_MAX; i++) {
        if (pending->intermediates[i] == 0) {
            pending->intermediates[i] = byte;
            return;
        }
    }
    pending->flags |= ACTION_OVER_INTERMEDIATES | ACTION_MALFORMED;
}

/* What a single byte adds to the sequence. */
static void
note(struct parser *p, uint8_t action, uint8_t byte)
{
    switch (action) {
    case DO_START:
        begin(p, p->offset);
        break;
    case DO_START_C1:
        begin(p, p->offset);
        introduce(p, (uint8_t)(byte - 0x40));
        break;
    case DO_START_VT52:
        begin(p, p->offset);
        p->pending.kind = ACTION_VT52;
        params_reset(&p->params);
        break;
    case DO_INTRODUCE:
        introduce(p, byte);
        break;
    case DO_MARKER:
        p->pending.marker = byte;
        break;
    case DO_COLLECT:
        collect(&p->pending, byte);
        break;
    case DO_MALFORM:
        p->pending.flags |= ACTION_MALFORMED;
        break;
    case DO_HOOK:
        p->pending.final = byte;
        break;
    case DO_ROW:
        p->params.value[0] = byte - 0x1F;
        p->params.count = 1;
        break;
    }
}

static bool
emit_sequence(struct parser *p, uint32_t flags, uint64_t end, struct action *out)
{
    const uint32_t kind = p->pending.kind;

    *out = p->pending;
    out->offset = p->start;
    out->length = end - p->start;
    if (kind == ACTION_CSI || kind == ACTION_DCS || kind == ACTION_VT52)
        out->params = &p->params;
    if (kind != ACTION_CSI && kind != ACTION_ESC && kind != ACTION_VT52) {
        out->text = payload_text(&p->payload);
        flags |= p->payload.over ? ACTION_OVER_STRING : 0;
    }
    out->flags |= flags;
    return true;
}

static bool
end_string(struct parser *p, uint8_t byte, struct action *out)
{
    uint32_t flags = byte == ASCII_BEL ? ACTION_BELL : 0;

    if (p->pending.kind == ACTION_DCS && p->pending.final == 0)
        flags |= ACTION_MALFORMED;
    return emit_sequence(p, flags, p->offset, out);
}

/* The ESC that cut the string off is used up already, and begins the next sequence. */
static bool
cancel_at_escape(struct parser *p, struct action *out)
{
    const uint64_t escape = p->offset - 1;

    emit_sequence(p, ACTION_CANCELLED, escape, out);
    begin(p, escape);
    return true;
}

static const uint8_t *
read_params(struct parser *p, uint32_t *flags, const uint8_t *at, const uint8_t *end)
{
    if (p->config.text_only)
        return p->scan->params(at, end);
    return params_read(&p->params, flags, at, end);
}

static void
take_params(struct parser *p, qtty_span *input)
{
    const uint8_t *at = input->data, *end = at + input->len;

    take_to(p, input, read_params(p, &p->pending.flags, at, end));
}

/* The first byte may be a C0, which only DCS keeps. */
static void
take_payload(struct parser *p, qtty_span *input)
{
    const uint8_t *at = input->data, *end = at + input->len;
    const uint8_t *stop = p->scan->payload(at + 1, end, p->config.eight_bit);

    if (!p->config.text_only)
        payload_put(&p->payload, (qtty_span){ at, (size_t)(stop - at) });
    take_to(p, input, stop);
}

/* --- Whole sequences in the input, without the table --------------------------------
 * Each begins at ESC. @return false: not that, cut, or with something unusual in it. Then
 * nothing was used up, and the table takes it from ESC. */

static bool
whole_csi(struct parser *p, qtty_span *input, struct action *out)
{
    const uint8_t *at = input->data + 2, *end = input->data + input->len;
    uint8_t marker = 0;
    uint32_t flags = 0;

    if (at < end && *at >= 0x3C && *at <= 0x3F)
        marker = *at++;
    params_reset(&p->params);
    at = read_params(p, &flags, at, end);
    if (at == end || *at < 0x40 || *at > 0x7E)
        return false;

    *out = (struct action){ .kind = ACTION_CSI,
                            .flags = flags,
                            .marker = marker,
                            .final = *at,
                            .params = &p->params,
                            .offset = p->offset,
                            .length = (uint64_t)(at + 1 - input->data) };
    take_to(p, input, at + 1);
    return true;
}

static bool
whole_osc(struct parser *p, qtty_span *input, struct action *out)
{
    const uint8_t *at = input->data;
    const uint8_t *next = parser_whole_osc(p, at, at + input->len, out);

    if (next == NULL)
        return false;
    out->offset = p->offset;
    out->length = (uint64_t)(next - at);
    take_to(p, input, next);
    return true;
}

static bool
whole_sequence(struct parser *p, qtty_span *input, struct action *out)
{
    if (input->len < 2)
        return false;
    if (input->data[1] == '[')
        return whole_csi(p, input, out);
    return input->data[1] == ']' && whole_osc(p, input, out);
}

/* --- The machine -------------------------------------------------------------------- */

/* Let the table decide on one byte, or on the run that it begins. */
static bool
step(struct parser *p, qtty_span *input, struct action *out)
{
    const uint8_t byte = input->data[0];
    const uint8_t column = byte >= 0x80 && !p->config.eight_bit ? 0xFF : byte;
    const uint8_t state = p->state == STATE_GROUND ? p->ground : p->state;
    const struct transition t = transitions[state][column];

    p->state = t.next;
    switch (t.action) {
    case DO_PRINT:
        return text_next(p, input, out);
    case DO_INERT:
        return inert_next(p, input, out);
    case DO_EXECUTE:
        return control_next(p, input, out);
    case DO_PARAM:
        take_params(p, input);
        return false;
    case DO_PUT:
        take_payload(p, input);
        return false;
    case DO_DISPATCH:
        p->pending.final = byte;
        parser_pass(p, input, 1);
        return emit_sequence(p, 0, p->offset, out);
    case DO_COLUMN:
        p->params.value[1] = byte - 0x1F;
        p->params.count = 2;
        parser_pass(p, input, 1);
        return emit_sequence(p, 0, p->offset, out);
    case DO_END_STRING:
        parser_pass(p, input, 1);
        return end_string(p, byte, out);
    case DO_CANCEL:
        return emit_sequence(p, ACTION_CANCELLED, p->offset, out);
    case DO_CANCEL_AT_ESC:
        return cancel_at_escape(p, out);
    default:
        note(p, t.action, byte);
        parser_pass(p, input, 1);
        return false;
    }
}

/* In GROUND, what is common comes before the table. */
static bool
ground_next(struct parser *p, qtty_span *input, struct action *out)
{
    const uint8_t byte = input->data[0];

    if (p->utf8_len > 0)
        return character_next(p, input, out);
    if (byte >= 0x20 && byte < 0x7F)
        return text_next(p, input, out);
    if (byte == ASCII_ESC) {
        if (p->ground == STATE_GROUND && whole_sequence(p, input, out))
            return true;
    } else if (byte < 0x20) {
        return control_next(p, input, out);
    }
    return step(p, input, out);
}

bool
parser_next(struct parser *p, qtty_span *input, struct action *out)
{
    while (input->len > 0) {
        if (p->state == STATE_GROUND ? ground_next(p, input, out) : step(p, input, out))
            return true;
    }
    if (p->state != STATE_GROUND)
        payload_hold(&p->payload);
    return false;
}

bool
parser_end(struct parser *p, struct action *out)
{
    if (p->utf8_len > 0) {
        emit_character(p, p->utf8, (struct utf8_head){ p->utf8_len, UTF8_ILL_FORMED },
                       out);
        p->utf8_len = 0;
        return true;
    }
    if (p->state == STATE_STRING_ESCAPE) {
        p->state = STATE_ESCAPE;
        return cancel_at_escape(p, out);
    }
    if (p->state == STATE_GROUND)
        return false;
    p->state = STATE_GROUND;
    return emit_sequence(p, ACTION_CANCELLED, p->offset, out);
}
