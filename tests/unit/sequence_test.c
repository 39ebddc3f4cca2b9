/* Every row of sequences.def is found by an action that has its key, by whichever of the
 * two ways; what has no row is not found. */
#include "exec/sequence.h"
#include "unit/check.h"
#include <stdio.h>

enum { ANY = 0xFFFF };
enum form { CONTROL, ESC, CSI, DCS, OSC, APC, PM, SOS, VT52 };

static const struct key {
    enum form form;
    int marker, inter, final, selector;
} keys[] = {
#define SEQ(form, marker, inter, final, selector, name, effect, handler, title, ref,     \
            sample)                                                                      \
    { form, marker, inter, final, selector },
#include "exec/sequences.def"
#undef SEQ
};

/* An action of a key; `text` and `params` are its own. */
struct made {
    struct action action;
    struct params params;
    char text[16];
};

/* What stands for any: a final that nothing else claims, a selector no row has. */
enum { SOME_FINAL = '~', SOME_SELECTOR = 4711 };

static void
make(struct made *m, const struct key *k)
{
    static const enum action_kind kinds[] = { ACTION_CONTROL, ACTION_ESC, ACTION_CSI,
                                              ACTION_DCS,     ACTION_OSC, ACTION_APC,
                                              ACTION_PM,      ACTION_SOS, ACTION_VT52 };
    int selector = k->selector == ANY ? SOME_SELECTOR : k->selector;
    *m = (struct made){ .params = { .value = { (uint16_t)selector }, .count = 1 } };
    m->action = (struct action){
        .kind = kinds[k->form],
        .marker = (uint8_t)k->marker,
        .intermediates = { (uint8_t)k->inter },
        .final = (uint8_t)(k->final == ANY ? SOME_FINAL : k->final),
        .params = k->form == CSI || k->form == DCS ? &m->params : NULL,
    };
    const char *form = k->form == APC && k->selector != ANY ? "%c" : "%d;x";
    int len = snprintf(m->text, sizeof m->text, form, selector);
    m->action.text = (qtty_span){ (const uint8_t *)m->text, (size_t)len };
}

static void
every_row_is_found_by_its_key(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        struct made m;
        make(&m, &keys[i]);
        assert_ptr_equal(sequence_find(&m.action), sequence_at(i));
    }
}

static bool
has_row(int marker, int final)
{
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        if (keys[i].form == CSI && keys[i].marker == marker && keys[i].inter == 0
            && keys[i].final == final && keys[i].selector == ANY)
            return true;
    return false;
}

static void
a_final_without_a_row_is_unknown(void **state)
{
    (void)state;
    static const int markers[] = { 0, '<', '=', '>', '?' };
    for (size_t i = 0; i < COUNT_OF(markers); i++) {
        for (int final = 0x40; final <= 0x7E; final++) {
            struct made m;
            make(&m, &(struct key){ CSI, markers[i], 0, final, ANY });
            assert_int_equal(sequence_find(&m.action) != NULL,
                             has_row(markers[i], final));
        }
    }
}

static void
an_intermediate_makes_it_another_sequence(void **state)
{
    (void)state;
    struct made m;
    make(&m, &(struct key){ CSI, 0, 0, 'p', ANY });
    assert_null(sequence_find(&m.action));
    m.action.intermediates[0] = '!';
    assert_int_equal(sequence_find(&m.action)->id, SEQ_DECSTR);
    m.action.intermediates[1] = '!';
    assert_null(sequence_find(&m.action));
}

/* What was cut off before its final has none. */
static void
no_final_is_no_sequence(void **state)
{
    (void)state;
    for (int marker = 0; marker <= '?'; marker += marker == 0 ? '<' : 1) {
        struct made m;
        make(&m, &(struct key){ CSI, marker, 0, 0, ANY });
        assert_null(sequence_find(&m.action));
    }
}

static void
c1_controls_are_their_escape_sequences(void **state)
{
    (void)state;
    struct action nel = { .kind = ACTION_CONTROL, .final = 0x85 };
    assert_int_equal(sequence_find(&nel)->id, SEQ_NEL);
    struct action unknown = { .kind = ACTION_CONTROL, .final = 0x00 };
    assert_null(sequence_find(&unknown));
}

static void
sub_parameters_are_for_sgr_alone(void **state)
{
    (void)state;
    struct made m;
    make(&m, &(struct key){ CSI, 0, 0, 'm', ANY });
    m.params.sub = 1;
    assert_null(sequence_refusal(&m.action));
    m.action.marker = '>';
    assert_non_null(sequence_refusal(&m.action));
    m.action.marker = 0;
    m.action.final = 'H';
    assert_non_null(sequence_refusal(&m.action));
    m.params.sub = 0;
    assert_null(sequence_refusal(&m.action));
    m.action.flags = ACTION_CANCELLED;
    assert_non_null(sequence_refusal(&m.action));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_found_by_its_key),
        cmocka_unit_test(a_final_without_a_row_is_unknown),
        cmocka_unit_test(an_intermediate_makes_it_another_sequence),
        cmocka_unit_test(no_final_is_no_sequence),
        cmocka_unit_test(c1_controls_are_their_escape_sequences),
        cmocka_unit_test(sub_parameters_are_for_sgr_alone),
    };
    return cmocka_run_group_tests_name("sequence", tests, NULL, NULL);
}
