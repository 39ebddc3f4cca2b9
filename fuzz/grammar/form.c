/* The emulator's own tables, and the ranges beside them: a name in ranges.def that is
 * none of a sequence does not compile. */
#include "grammar/form.h"

enum form_index {
#define SEQ(form, marker, inter, final, selector, name, effect, handler, title, ref,     \
            sample)                                                                      \
    INDEX_##name,
#include "exec/sequences.def"
#undef SEQ
    FORM_COUNT,
};

enum { ANY = FORM_ANY };

static const char *const ranges[FORM_COUNT] = {
#define RANGE(name, fields) [INDEX_##name] = (fields),
#include "grammar/ranges.def"
#undef RANGE
};

static const struct form rows[] = {
#define SEQ(form, marker, inter, final, selector, name, effect, handler, title, ref,     \
            sample)                                                                      \
    { FORM_##form, marker, inter, final, selector, sample, NULL },
#include "exec/sequences.def"
#undef SEQ
};

uint32_t
form_count(void)
{
    return FORM_COUNT;
}

struct form
form_at(uint32_t at)
{
    struct form form = rows[at];
    form.fields = ranges[at];
    return form;
}

/* --- Modes -------------------------------------------------------------------------- */

static const struct form_mode modes[] = {
#define MODE(dec, number, name, initial, kind, title) { dec, number },
#include "screen/modes.def"
#undef MODE
};

uint32_t
form_mode_count(void)
{
    return sizeof modes / sizeof modes[0];
}

struct form_mode
form_mode_at(uint32_t at)
{
    return modes[at];
}
