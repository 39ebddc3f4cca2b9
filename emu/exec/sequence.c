/* Finding a sequence: the rows of sequences.def become the cases of one switch, so that a
 * key which stands twice does not compile. */
#include "exec/sequence.h"

#include "exec/handlers.h"

static const struct sequence table[] = {
#define SEQ(form, marker, inter, final, selector, name, effect, handler, title, ref,     \
            sample)                                                                      \
    { SEQ_##name, EFFECT_##effect, handler, #name, title, ref, sample },
#include "exec/sequences.def"
#undef SEQ
};

enum {
    ANY = 0xFFFF,
    ANY_FINAL = 0xFF,
};

enum form {
    CONTROL = 1,
    ESC,
    CSI,
    DCS,
    OSC,
    APC,
    PM,
    SOS,
    VT52,
};

/* Fields of a key, from the low end: selector 16 bits, final 8, intermediate 8, marker 8,
 * form 8. */
#define KEY(form, marker, inter, final, selector)                                        \
    ((uint64_t)(form) << 40 | (uint64_t)(marker) << 32 | (uint64_t)(inter) << 24         \
     | (uint64_t)((final)&0xFF) << 16 | (uint64_t)(selector))

static const struct sequence *
find_key(uint64_t key)
{
    switch (key) {
#define SEQ(form, marker, inter, final, selector, name, effect, handler, title, ref,     \
            sample)                                                                      \
    case KEY(form, marker, inter, final, selector):                                      \
        return &table[SEQ_##name];
#include "exec/sequences.def"
#undef SEQ
    default:
        return NULL;
    }
}

/* --- What is most common, without the switch ---------------------------------------- */

/* Rows that are not of such a table get slots of their own behind it, which nobody asks
 * for. */
enum {
    CONTROL_SLOTS = 0x20,
    CSI_SLOTS = 0x100, /* by their final: any byte may be asked for */
    OSC_SLOTS = 0x100, /* by their number */
};

#define ROW(slots, is_in, slot, name)                                                    \
    [(is_in) ? (int)(slot) : (int)(slots) + (int)SEQ_##name] = &table[SEQ_##name],

static const struct sequence *const controls[CONTROL_SLOTS + SEQ_COUNT] = {
#define SEQ(form, marker, inter, final, selector, name, effect, handler, title, ref,     \
            sample)                                                                      \
    ROW(CONTROL_SLOTS, (form) == CONTROL, final, name)
#include "exec/sequences.def"
#undef SEQ
};

/* Without marker and intermediates, whatever the parameters. */
static const struct sequence *const plain_csi[CSI_SLOTS + SEQ_COUNT] = {
#define SEQ(form, marker, inter, final, selector, name, effect, handler, title, ref,     \
            sample)                                                                      \
    ROW(CSI_SLOTS, (form) == CSI && ((marker) | (inter)) == 0 && (selector) == ANY,      \
        final, name)
#include "exec/sequences.def"
#undef SEQ
};

static const struct sequence *const low_osc[OSC_SLOTS + SEQ_COUNT] = {
#define SEQ(form, marker, inter, final, selector, name, effect, handler, title, ref,     \
            sample)                                                                      \
    ROW(OSC_SLOTS, (form) == OSC && (int)(selector) < (int)OSC_SLOTS, selector, name)
#include "exec/sequences.def"
#undef SEQ
};

#undef ROW
#define FINAL_BIT(final) (UINT64_C(1) << ((final)&0x3F))

/* Finals of plain CSI that sequence_usual leaves out: where the first parameter may
 * decide, too (as of XTWINOPS, and all else that asks for a size), and the lists of
 * modes. */
static const uint64_t selected_finals = FINAL_BIT('h') | FINAL_BIT('l')
#define SEQ(form, marker, inter, final, selector, name, effect, handler, title, ref,     \
            sample)                                                                      \
    | ((form) == CSI && ((marker) | (inter)) == 0 && (selector) != ANY                   \
           ? FINAL_BIT(final)                                                            \
           : 0)
#include "exec/sequences.def"
#undef SEQ
    ;

const struct sequence *
sequence_usual(uint8_t final)
{
    return (selected_finals & FINAL_BIT(final)) != 0 ? NULL : plain_csi[final];
}

#undef FINAL_BIT

/* --- All of them -------------------------------------------------------------------- */

int32_t
osc_number(qtty_span payload, qtty_span *rest)
{
    int32_t number = 0;
    size_t i = 0;
    for (; i < payload.len && payload.data[i] >= '0' && payload.data[i] <= '9'; i++) {
        number = number * 10 + (payload.data[i] - '0');
        if (number > 65535)
            return -1;
    }
    if (i == 0 || (i < payload.len && payload.data[i] != ';'))
        return -1;
    i += i < payload.len;
    if (rest != NULL)
        *rest = (qtty_span){ payload.data + i, payload.len - i };
    return number;
}

static enum form
form_of(const struct action *a)
{
    static const enum form forms[ACTION_KINDS] = {
        [ACTION_CONTROL] = CONTROL, [ACTION_ESC] = ESC, [ACTION_CSI] = CSI,
        [ACTION_DCS] = DCS,         [ACTION_OSC] = OSC, [ACTION_APC] = APC,
        [ACTION_PM] = PM,           [ACTION_SOS] = SOS, [ACTION_VT52] = VT52,
    };
    return forms[a->kind];
}

/* Key without a selector. An 8-bit C1 control is ESC and its byte less 0x40. */
static uint64_t
key_of(const struct action *a)
{
    enum form form = form_of(a);
    if (form == CONTROL && a->final >= 0x80)
        return KEY(ESC, 0, 0, a->final - 0x40, 0);
    if (form == CONTROL)
        return KEY(CONTROL, 0, 0, a->final, 0);
    if (form != ESC && form != CSI && form != DCS && form != VT52)
        return KEY(form, 0, 0, 0, 0);
    return KEY(form, a->marker, a->intermediates[0], a->final, 0);
}

static int32_t
selector_of(const struct action *a)
{
    if (a->kind == ACTION_APC && a->text.len != 0)
        return a->text.data[0];
    return a->kind == ACTION_CSI ? a->params->value[0] : -1;
}

/* Only the name of a character set has a second intermediate: ESC ( % 5. */
static bool
is_designation(const struct action *a)
{
    uint8_t first = a->intermediates[0];
    return a->kind == ACTION_ESC && first >= '(' && first <= '/' && first != ',';
}

static const struct sequence *
find_any(const struct action *a)
{
    if (form_of(a) == 0 || (a->intermediates[1] != 0 && !is_designation(a)))
        return NULL;
    uint64_t key = key_of(a);
    int32_t selector = selector_of(a);
    const struct sequence *found = NULL;
    if (selector >= 0 && selector != ANY)
        found = find_key(key | (uint64_t)selector);
    if (found == NULL)
        found = find_key(key | ANY);
    if (found == NULL && a->kind == ACTION_ESC)
        found = find_key((key & ~KEY(0, 0, 0, 0xFF, 0)) | KEY(0, 0, 0, ANY_FINAL, ANY));
    return found;
}

const struct sequence *
sequence_osc(qtty_span payload)
{
    const int32_t number = osc_number(payload, NULL);
    if (number < 0)
        return NULL;
    return number < OSC_SLOTS ? low_osc[number]
                              : find_key(KEY(OSC, 0, 0, 0, (uint32_t)number));
}

const struct sequence *
sequence_find(const struct action *a)
{
    const struct sequence *s = NULL;
    if (a->kind == ACTION_CSI && (a->marker | a->intermediates[0]) == 0)
        s = sequence_usual(a->final);
    else if (a->kind == ACTION_CONTROL && a->final < CONTROL_SLOTS)
        s = controls[a->final];
    else if (a->kind == ACTION_OSC)
        return sequence_osc(a->text);
    return s != NULL ? s : find_any(a);
}

#undef KEY

/* A sub-parameter where none belongs makes the whole sequence void, as in xterm and
 * VTE. */
const char *
sequence_refusal(const struct action *a)
{
    bool numeric = a->kind == ACTION_CSI || a->kind == ACTION_DCS;
    if (a->flags == 0 && !(numeric && a->params->sub != 0))
        return NULL; /* what is usual first */
    if ((a->flags & ACTION_CANCELLED) != 0)
        return "cut off by CAN, SUB, ESC or the end";
    if ((a->flags & ACTION_MALFORMED) != 0)
        return "of no sequence's form";
    if (!numeric || a->params->sub == 0)
        return NULL;
    bool is_sgr = a->kind == ACTION_CSI && a->final == 'm' && a->marker == 0;
    return is_sgr ? NULL : "sub-parameters where none belong";
}

const struct sequence *
sequence_at(size_t index)
{
    return index < SEQ_COUNT ? &table[index] : NULL;
}
