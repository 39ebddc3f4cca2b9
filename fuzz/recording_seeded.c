/* Wrong replays, a bug a subject. */
#include "recording_fuzz.h"
#include "law.h"
#include "meter.h"

/* A piece is no line. */
static qtty_status
ends_a_line_with_each_piece(qtty_replay *r, qtty_span bytes)
{
    qtty_status st = qtty_replay_feed(r, bytes);
    return st == QTTY_OK && bytes.len != 0
               ? qtty_replay_feed(r, (qtty_span){ (const uint8_t *)"\n", 1 })
               : st;
}

static void
counts_one_more(const qtty_replay *r, qtty_replay_counts *out)
{
    qtty_replay_count(r, out);
    out->differences++;
}

/* As if a byte was never given back. */
static qtty_status
keeps_a_byte(qtty_replay **out, const qtty_allocator *allocator)
{
    if (allocator != NULL)
        ((struct meter *)allocator->context)->now++;
    return qtty_replay_create(out, allocator);
}

static const struct recording_subject hasty = { qtty_replay_create,
                                                ends_a_line_with_each_piece,
                                                qtty_replay_end, qtty_replay_count,
                                                qtty_replay_destroy };
static const struct recording_subject miscounting = { qtty_replay_create,
                                                      qtty_replay_feed, qtty_replay_end,
                                                      counts_one_more,
                                                      qtty_replay_destroy };
static const struct recording_subject hoarder = { keeps_a_byte, qtty_replay_feed,
                                                  qtty_replay_end, qtty_replay_count,
                                                  qtty_replay_destroy };

const struct seeded_bug seeded_bugs[] = {
    { "splits", "each piece is a line", &hasty },
    { "tells", "a difference is counted that is not told", &miscounting },
    { "bounded", "a byte is kept past a ceiling", &hoarder },
    { "want", "a byte is kept after a failed allocation", &hoarder },
};
const size_t seeded_bug_count = COUNT_OF(seeded_bugs);
