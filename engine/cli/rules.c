/* Why a known sequence gets no reply. */
#include "cli/rules.h"

#include <string.h>

/* OSC Ps ; … ? : one of the values is a question mark. */
static bool
has_question(qtty_span payload)
{
    for (size_t i = 1; i < payload.len; i++)
        if (payload.data[i] == '?' && payload.data[i - 1] == ';')
            return true;
    return false;
}

bool
rules_is_query(const struct sequence *s, const struct action *a)
{
    if (a->kind == ACTION_OSC)
        return (s->effect == EFFECT_QUERY || s->id == SEQ_OSC_CLIPBOARD)
               && has_question(a->text);
    return s->effect == EFFECT_QUERY;
}

const char *
rules_silence(const struct sequence *s)
{
    static const struct {
        enum sequence_id id;
        const char *rule;
    } rules[] = {
        { SEQ_ENQ, "no answerback is configured" },
        { SEQ_XTWINOPS_ICON,
          "a title is text that output chose: reporting it is opt-in" },
        { SEQ_XTWINOPS_TITLE,
          "a title is text that output chose: reporting it is opt-in" },
        { SEQ_DECRQCRA, "a checksum reads the screen: reporting it is opt-in" },
        { SEQ_OSC_CLIPBOARD, "the clipboard is never read" },
    };
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (rules[i].id == s->id)
            return rules[i].rule;
    return "this persona or level does not answer it, or not with these parameters";
}
