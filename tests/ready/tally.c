/* Counting. */
#include "tally.h"
#include <string.h>

const char seen_letters[SEEN_BY + 1] = "PABDS-";

enum seen_by
tally_seen(const struct drive *d)
{
    switch (d->tier) {
    case DRIVE_PROMPT:
        return SEEN_PROMPT;
    case DRIVE_PROVEN:
        return SEEN_A;
    case DRIVE_LIKELY:
        return d->result.evidence.wait_class == QTTY_CLASS_D ? SEEN_D : SEEN_B;
    case DRIVE_SILENCE:
        return SEEN_SILENCE;
    case DRIVE_TIMEOUT:
    case DRIVE_FAILED:
    case DRIVE_TIERS:
        break;
    }
    return SEEN_NOTHING;
}

void
tally_send(struct tally *t, const struct drive *d, const char *expects)
{
    enum seen_by seen = tally_seen(d);
    t->sends++;
    t->seen[seen]++;
    if (strchr(expects, seen_letters[seen]) == NULL)
        *(seen >= SEEN_SILENCE ? &t->unseen : &t->otherwise) += 1;
}

void
tally_times(struct tally *t, const struct drive *d)
{
    if (t->times == TALLY_TIMES_MAX)
        return;
    t->verdict_ms[t->times] = (double)(d->settled_ns - d->heard_ns) / 1e6;
    t->send_ms[t->times++] = (double)(d->settled_ns - d->sent_ns) / 1e6;
}

void
tally_add(struct tally *total, const struct tally *t)
{
    total->ran |= t->ran;
    total->sends += t->sends;
    total->unseen += t->unseen;
    total->otherwise += t->otherwise;
    total->lost += t->lost;
    for (int i = 0; i < SEEN_BY; i++)
        total->seen[i] += t->seen[i];
    for (int i = 0; i < LEVELS; i++) {
        total->early[i] += t->early[i];
        total->after[i] += t->after[i];
    }
    for (size_t i = 0; i < t->times && total->times < TALLY_TIMES_MAX; i++) {
        total->verdict_ms[total->times] = t->verdict_ms[i];
        total->send_ms[total->times++] = t->send_ms[i];
    }
}
