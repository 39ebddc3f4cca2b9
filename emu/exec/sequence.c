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

enum {
    CONTROLS = 0x20,
    CSI_SLOTS = 8 * 64, /* by the low bits of marker (0, 3C..3F) and final (40..7E) */
    SLOTS = CONTROLS + CSI_SLOTS,
};

#define CSI_SLOT(marker, final) (CONTROLS + ((marker)&7u) * 64 + ((final)&0x3Fu))

/* Controls, and CSI without intermediates whatever the parameters. All other rows get
 * slots of their own behind those, which nobody asks for. */
static const struct sequence *const direct[SLOTS + SEQ_COUNT] = {
#define SEQ(form, marker, inter, final, selector, name, effect, handler, title, ref,     \
            sample)                                                                      \
    [(inter) != 0 || (selector) != ANY ? SLOTS + SEQ_##name                              \
        : (form) == CONTROL            ? (final)                                         \
        : (form) == CSI                ? CSI_SLOT(marker, final)                         \
                                       : SLOTS + SEQ_##name] = &table[SEQ_##name],
#include "exec/sequences.def"
#undef SEQ
};

#define FINAL_BIT(final) (UINT64_C(1) << ((final)&0x3F))

/* Finals of CSI that sequence_usual leaves out, whatever the marker: where the first
 * parameter may decide, too (as of XTWINOPS, and all else that asks for a size), and of
 * the lists of modes, h, l and ?r: so DECSTBM is left out as well. */
static const uint64_t selected_finals = FINAL_BIT('h') | FINAL_BIT('l') | FINAL_BIT('r')
#define SEQ(form, marker, inter, final, selector, name, effect, handler, title, ref,     \
            sample)                                                                      \
    | ((form) == CSI && (selector) != ANY ? FINAL_BIT(final) : 0)
#include "exec/sequences.def"
#undef SEQ
    ;

const struct sequence *
sequence_usual(uint8_t marker, uint8_t final)
{
    if ((selected_finals & FINAL_BIT(final)) != 0)
        return NULL;
    return direct[CSI_SLOT(marker, final)];
}

#undef FINAL_BIT
#undef CSI_SLOT

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
    if (a->kind == ACTION_OSC)
        return osc_number(a->text, NULL);
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
sequence_find(const struct action *a)
{
    const struct sequence *s = NULL;
    if (a->kind == ACTION_CSI && a->intermediates[0] == 0 && a->final >= 0x40)
        s = sequence_usual(a->marker, a->final);
    else if (a->kind == ACTION_CONTROL && a->final < CONTROLS)
        s = direct[a->final];
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
