/* Harness of replays (engine/session): whatever a file holds, it is replayed or refused,
 * the same in any pieces, within bounds, and with memory or without. */
#include "recording_fuzz.h"
#include "law.h"
#include "meter.h"
#include <stdlib.h>
#include <string.h>

enum { CEILING = 64 << 20 };

/* --- A replay ----------------------------------------------------------------------- */

static qtty_status
feed_pieces(const struct recording_subject *s, qtty_replay *r, qtty_span input,
            size_t largest)
{
    struct cutter cutter;
    qtty_span piece;
    cutter_start(&cutter, input, largest);
    while (cutter_next(&cutter, &piece))
        (void)s->feed(r, piece);
    return s->end(r);
}

static void
put_number(qtty_buf *out, uint64_t number)
{
    put(out, &number, sizeof number);
}

/* Its outcome: the status, the failure, the counts, the differences. */
static bool
project(const void *subject, qtty_span input, size_t largest, qtty_buf *out)
{
    const struct recording_subject *s = subject;
    qtty_replay *r;
    qtty_replay_counts counts;
    if (s->create(&r, NULL) != QTTY_OK)
        abort();
    put_number(out, (uint64_t)feed_pieces(s, r, input, largest));
    s->count(r, &counts);
    put_number(out, counts.lines);
    put_number(out, counts.verdicts);
    put_number(out, counts.differences);
    const char *why = qtty_replay_error(r);
    qtty_span text = qtty_replay_differences(r);
    put(out, why, strlen(why));
    put(out, text.data, text.len);
    s->destroy(r);
    return true;
}

static bool
splits(const void *subject, qtty_span input)
{
    return same_in_pieces(subject, input, project);
}

/* --- What it tells ------------------------------------------------------------------ */

static size_t
lines_in(qtty_span text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++)
        count += text.data[i] == '\n';
    return count;
}

/* Two lines a difference, as far as there is room; and nothing without a recording. */
static bool
tells(const void *subject, qtty_span input)
{
    const struct recording_subject *s = subject;
    qtty_replay *r;
    qtty_replay_counts counts;
    if (s->create(&r, NULL) != QTTY_OK)
        abort();
    qtty_status st = feed_pieces(s, r, input, WHOLE);
    s->count(r, &counts);
    qtty_span text = qtty_replay_differences(r);
    size_t told = lines_in(text);
    bool good = text.len > 1 << 19 ? told <= 2 * counts.differences
                                   : told == 2 * counts.differences;
    good &= counts.lines <= lines_in(input) + 1;
    good &= (st == QTTY_OK) == (qtty_replay_error(r)[0] == '\0');
    s->destroy(r);
    return good;
}

/* --- Memory ------------------------------------------------------------------------- */

static bool
ends_with(const struct recording_subject *s, struct meter *meter, qtty_span input)
{
    qtty_replay *r;
    if (s->create(&r, &meter->allocator) != QTTY_OK)
        return meter->now == 0;
    (void)feed_pieces(s, r, input, 61);
    s->destroy(r);
    return meter->now == 0;
}

/* A head can ask for as large a terminal as a program can. */
static bool
is_bounded(const void *subject, qtty_span input)
{
    struct meter meter;
    meter_init(&meter, CEILING);
    return ends_with(subject, &meter, input);
}

static bool
survives_want(const void *subject, qtty_span input)
{
    struct meter meter;
    meter_init(&meter, CEILING);
    meter.fail_at = 1 + hash_bytes(input) % 80;
    return ends_with(subject, &meter, input);
}

/* --- The harness -------------------------------------------------------------------- */

static const struct law laws[] = {
    { "splits", "any split of a recording gives the same outcome", splits },
    { "tells", "each difference is two lines, each failure has its text", tells },
    { "bounded", "past a ceiling a replay fails, and leaves nothing", is_bounded },
    { "want", "after a failed allocation nothing is left", survives_want },
};

static const struct recording_subject product = { qtty_replay_create, qtty_replay_feed,
                                                  qtty_replay_end, qtty_replay_count,
                                                  qtty_replay_destroy };

const struct harness harness = { "recording", &product, laws, COUNT_OF(laws) };
