/* The generator of streams: the same bytes everywhere, within its bounds, and everything
 * that the emulator's tables know. */
#include "unit/check.h"

#include "exec/sequence.h"
#include "grammar/grammar.h"
#include "screen/modes.h"
#include "vt/parser.h"
#include <stdio.h>

static uint64_t
hash(const qtty_buf *bytes)
{
    uint64_t h = 0xCBF29CE484222325u; /* FNV-1a */
    for (size_t i = 0; i < bytes->len; i++)
        h = (h ^ bytes->data[i]) * 0x100000001B3u;
    return h;
}

static void
generate(uint64_t seed, const char *profile, size_t bytes, qtty_buf *out)
{
    struct grammar g;
    qtty_buf_init(out, NULL, 0);
    assert_true(grammar_init(&g, seed, profile));
    assert_int_equal(grammar_stream(&g, bytes, out), QTTY_OK);
}

/* --- Determinism -------------------------------------------------------------------- */

/* Published by the authors of xoshiro256** and splitmix64: seeds from state 0 of the
 * latter, so that the dice are theirs. */
static void
the_dice_are_splitmix_and_xoshiro(void **state)
{
    struct dice d;
    (void)state;
    dice_seed(&d, 0);
    assert_true(d.state[0] == 0xE220A8397B1DCDAFu);
    assert_true(d.state[1] == 0x6E789E6AA1B965F4u);
    d = (struct dice){ { 1, 2, 3, 4 } };
    assert_true(dice_next(&d) == 11520u);
    assert_true(dice_next(&d) == 0u);
    assert_true(dice_next(&d) == 1509978240u);
    assert_true(dice_next(&d) == 1215971899390074240u);
}

/* 64 KiB of seed 1. A row more in sequences.def, modes.def or a table of the generator
 * changes those of the profiles that draw from it: the failure prints the new ones. */
static void
a_profile_sends_the_same_everywhere(void **state)
{
    static const struct {
        const char *profile;
        uint64_t hash;
    } golden[] = {
        { "ascii", 0x7D3107740D34889Fu },   { "sgr", 0x7E9101145AB22485u },
        { "redraw", 0x598286F9FB339593u },  { "unicode", 0x1E40C69D8E2D4568u },
        { "osc", 0xD9969C5846641AC6u },     { "hostile", 0x7851BB326B61F6D9u },
        { "grammar", 0x43BA077761DAD6D5u },
    };
    bool same = true;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(golden); i++) {
        qtty_buf stream;
        generate(1, golden[i].profile, 65536, &stream);
        if (hash(&stream) != golden[i].hash) {
            same = false;
            printf("        { \"%s\", 0x%016llX },\n", golden[i].profile,
                   (unsigned long long)hash(&stream));
        }
        qtty_buf_finish(&stream);
    }
    assert_true(same);
}

static void
every_profile_is_listed_once(void **state)
{
    static const char *const names[] = { "ascii", "sgr",     "redraw", "unicode",
                                         "osc",   "hostile", "grammar" };
    struct grammar g;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(names); i++)
        assert_string_equal(grammar_profile_name(i), names[i]);
    assert_null(grammar_profile_name(COUNT_OF(names)));
    assert_false(grammar_init(&g, 1, "none"));
}

/* --- Bounds ------------------------------------------------------------------------- */

/* And a longer stream begins with most of the shorter one. */
static void
a_stream_ends_where_a_piece_ends(void **state)
{
    (void)state;
    for (size_t i = 0; grammar_profile_name(i) != NULL; i++) {
        qtty_buf all, some;
        generate(7, grammar_profile_name(i), 20000, &all);
        generate(7, grammar_profile_name(i), 12000, &some);
        assert_in_range(all.len, 19000, 20000);
        assert_in_range(some.len, 11000, 12000);
        assert_memory_equal(all.data, some.data, 8000);
        qtty_buf_finish(&all);
        qtty_buf_finish(&some);
    }
}

static void
no_room_is_the_end(void **state)
{
    struct grammar g;
    qtty_buf out;
    (void)state;
    qtty_buf_init(&out, NULL, 0);
    assert_true(grammar_init(&g, 1, "ascii"));
    assert_int_equal(grammar_next(&g, 0, &out), QTTY_E_LIMIT);
    assert_int_equal(grammar_stream(&g, 0, &out), QTTY_OK);
    assert_int_equal(out.len, 0);
    qtty_buf_finish(&out);
}

static void
want_of_memory_is_told(void **state)
{
    struct failing_allocator failing = { .fail_at = 1, .for_good = 1 };
    qtty_allocator hook = failing_allocator_hook(&failing);
    struct grammar g;
    qtty_buf out;
    (void)state;
    qtty_buf_init(&out, &hook, 0);
    assert_true(grammar_init(&g, 1, "grammar"));
    assert_int_equal(grammar_next(&g, 1000, &out), QTTY_E_NOMEM);
    assert_int_equal(grammar_stream(&g, 1000, &out), QTTY_E_NOMEM);
    assert_int_equal(out.len, 0);
    qtty_buf_finish(&out);
}

/* --- Coverage ----------------------------------------------------------------------- */

struct seen {
    bool sequence[SEQ_COUNT];
    bool set[MODE_COUNT], reset[MODE_COUNT];
    uint64_t malformed, cancelled, over, unknown, ill_formed;
};

static void
see_modes(struct seen *seen, const struct action *a)
{
    for (uint32_t i = 0; i < a->params->count; i++) {
        enum mode_name mode = mode_find(a->marker == '?', a->params->value[i]);
        if (mode != MODE_NONE && a->final == 'h')
            seen->set[mode] = true;
        else if (mode != MODE_NONE)
            seen->reset[mode] = true;
    }
}

static void
see(struct seen *seen, const struct action *a)
{
    const struct sequence *s = sequence_find(a);
    seen->malformed += (a->flags & ACTION_MALFORMED) != 0;
    seen->cancelled += (a->flags & ACTION_CANCELLED) != 0;
    seen->over += (a->flags & (ACTION_OVER_PARAMS | ACTION_OVER_VALUE)) != 0;
    seen->ill_formed += a->kind == ACTION_PRINT && (a->flags & ACTION_REPLACED) != 0;
    if (sequence_refusal(a) != NULL || a->kind == ACTION_PRINT)
        return;
    seen->unknown += s == NULL;
    if (s == NULL)
        return;
    seen->sequence[s->id] = true;
    if (s->id == SEQ_SM || s->id == SEQ_RM || s->id == SEQ_DECSET || s->id == SEQ_DECRST)
        see_modes(seen, a);
}

/* As who executes them tells the parser. */
static void
follow_vt52(struct parser *parser, const struct action *a)
{
    const struct sequence *s = sequence_refusal(a) != NULL ? NULL : sequence_find(a);
    if (s == NULL)
        return;
    for (uint32_t i = 0; s->id == SEQ_DECRST && i < a->params->count; i++)
        if (a->params->value[i] == 2)
            parser_use_vt52(parser, true);
    if (s->id == SEQ_VT52_ANSI)
        parser_use_vt52(parser, false);
}

static struct seen
seen_in(const char *profile, size_t bytes)
{
    struct seen seen = { 0 };
    struct parser parser;
    struct action a;
    qtty_buf stream;
    generate(3, profile, bytes, &stream);
    parser_init(&parser, &(struct parser_config){ 0 });
    qtty_span rest = qtty_buf_span(&stream);
    while (parser_next(&parser, &rest, &a)) {
        see(&seen, &a);
        follow_vt52(&parser, &a);
    }
    parser_finish(&parser);
    qtty_buf_finish(&stream);
    return seen;
}

static void
a_megabyte_has_every_sequence_and_mode(void **state)
{
    struct seen seen = seen_in("grammar", 1 << 20);
    (void)state;
    for (size_t i = 0; i < SEQ_COUNT; i++)
        if (!seen.sequence[i])
            fail_msg("%s was not sent", sequence_at(i)->mnemonic);
    for (int i = 0; i < MODE_COUNT; i++)
        if (!seen.set[i] || !seen.reset[i])
            fail_msg("mode %s was not set and reset", mode_at((enum mode_name)i)->name);
}

static void
a_megabyte_has_what_is_wrong(void **state)
{
    struct seen seen = seen_in("grammar", 1 << 20);
    (void)state;
    assert_in_range(seen.malformed, 20, 100000);
    assert_in_range(seen.cancelled, 100, 100000);
    assert_in_range(seen.over, 50, 100000);
    assert_in_range(seen.unknown, 10, 100000);
    assert_in_range(seen.ill_formed, 100, 100000);
}

/* Words, lines, colours, and what UAX #29 joins are right in every stream. */
static void
what_is_meant_well_is_well_formed(void **state)
{
    static const char *const profiles[] = { "ascii", "unicode" };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(profiles); i++) {
        struct seen seen = seen_in(profiles[i], 1 << 18);
        assert_int_equal(seen.malformed + seen.cancelled + seen.over + seen.unknown, 0);
        assert_int_equal(seen.ill_formed, 0);
    }
}

/* --- Mutation ----------------------------------------------------------------------- */

static uint64_t
sequences_of(const uint8_t *data, size_t len, uint64_t *wrong)
{
    struct parser parser;
    struct action a;
    uint64_t count = 0;
    parser_init(&parser, &(struct parser_config){ 0 });
    qtty_span rest = { data, len };
    while (parser_next(&parser, &rest, &a)) {
        bool is_sequence = a.kind == ACTION_CSI || a.kind == ACTION_OSC;
        count += is_sequence;
        *wrong += is_sequence && sequence_refusal(&a) != NULL;
    }
    parser_finish(&parser);
    return count;
}

static void
a_mutated_stream_fits_and_is_mostly_well_formed(void **state)
{
    enum { ROOM = 600 };
    static const char text[] = "\x1b[2;5Hhello \x1b[1;31mred\x1b[m\r\n\x1b]0;title\x07"
                               "\x1b[?25l\xe6\x96\x87\x1b[?25h\x1b[3A\x1b(0qqq\x1b(B";
    uint64_t wrong = 0, sequences = 0, changed = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        uint8_t *data = malloc(ROOM);
        assert_non_null(data);
        memcpy(data, text, sizeof text - 1);
        size_t len = grammar_mutate(data, sizeof text - 1, ROOM, seed);
        assert_in_range(len, 1, ROOM);
        changed += len != sizeof text - 1 || memcmp(data, text, len) != 0;
        sequences += sequences_of(data, len, &wrong);
        free(data);
    }
    assert_in_range(changed, 1700, 2000);
    assert_in_range(sequences, 10000, 100000);
    assert_in_range(wrong, 1, sequences / 4);
}

static void
mutation_depends_on_the_seed_alone(void **state)
{
    uint8_t a[64] = "\x1b[1mabc\x1b[m", b[64] = "\x1b[1mabc\x1b[m";
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        size_t len = grammar_mutate(a, 10, 64, seed);
        assert_int_equal(grammar_mutate(b, 10, 64, seed), len);
        assert_memory_equal(a, b, len);
    }
}

static void
an_empty_stream_becomes_one(void **state)
{
    uint8_t data[8];
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++)
        assert_in_range(grammar_mutate(data, 0, sizeof data, seed), 1, sizeof data);
    assert_int_equal(grammar_mutate(data, 0, 0, 1), 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_dice_are_splitmix_and_xoshiro),
        cmocka_unit_test(a_profile_sends_the_same_everywhere),
        cmocka_unit_test(every_profile_is_listed_once),
        cmocka_unit_test(a_stream_ends_where_a_piece_ends),
        cmocka_unit_test(no_room_is_the_end),
        cmocka_unit_test(want_of_memory_is_told),
        cmocka_unit_test(a_megabyte_has_every_sequence_and_mode),
        cmocka_unit_test(a_megabyte_has_what_is_wrong),
        cmocka_unit_test(what_is_meant_well_is_well_formed),
        cmocka_unit_test(a_mutated_stream_fits_and_is_mostly_well_formed),
        cmocka_unit_test(mutation_depends_on_the_seed_alone),
        cmocka_unit_test(an_empty_stream_becomes_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
