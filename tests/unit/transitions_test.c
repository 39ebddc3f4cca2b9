/* The state machine: its generator refuses a table that is no function, what is committed
 * is what the generator writes, and the machine recovers from every state. The build says
 * where the generator is, made from transitions.def and from two tables with mistakes. */
#define _POSIX_C_SOURCE 200809L

#include "unit/check.h"
#include "vt/transitions.gen.h"
#include <stdio.h>
#include <sys/wait.h>

/* What a command prints. @return its exit status. */
static int
run(const char *command, char *text, size_t size)
{
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    const size_t len = fread(text, 1, size - 1, pipe);
    text[len] = '\0';
    const int status = pclose(pipe);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void
a_byte_that_is_decided_twice_is_refused(void **state)
{
    (void)state;
    char text[4096];
    assert_int_equal(run(GEN_OVERLAP " c 2>&1", text, sizeof(text)), 1);
    assert_string_equal(text, "transitions.def: state ONE byte 0x7E decided twice\n"
                              "transitions.def: state OTHER byte 0x41 decided twice\n"
                              "transitions.def: state OTHER byte 0x42 decided twice\n"
                              "transitions.def: state OTHER byte 0x43 decided twice\n");
}

static void
a_byte_that_is_not_decided_is_refused(void **state)
{
    (void)state;
    char text[4096];
    assert_int_equal(run(GEN_GAP " h 2>&1", text, sizeof(text)), 1);
    assert_string_equal(text, "transitions.def: state ONE byte 0x7F not decided\n"
                              "transitions.def: state OTHER byte 0xFE not decided\n"
                              "transitions.def: state OTHER byte 0xFF not decided\n");
}

static void
the_generator_says_how_it_is_called(void **state)
{
    (void)state;
    char text[256];
    assert_int_equal(run(GEN_TRANSITIONS " 2>&1", text, sizeof(text)), 2);
    assert_string_equal(text, "usage: gen_transitions c|h\n");
    assert_int_equal(run(GEN_TRANSITIONS " x 2>&1", text, sizeof(text)), 2);
}

static void
expect_in_step(const char *command, const char *path)
{
    static char fresh[65536], committed[65536];
    FILE *file = fopen(path, "rb");

    assert_non_null(file);
    committed[fread(committed, 1, sizeof(committed) - 1, file)] = '\0';
    fclose(file);
    assert_int_equal(run(command, fresh, sizeof(fresh)), 0);
    assert_string_equal(committed, fresh);
}

static void
the_committed_table_is_what_the_generator_writes(void **state)
{
    (void)state;
    expect_in_step(GEN_TRANSITIONS " c", VT_FOLDER "/transitions.gen.c");
    expect_in_step(GEN_TRANSITIONS " h", VT_FOLDER "/transitions.gen.h");
}

/* The state after the byte, which is decided again where it only cancels. */
static uint8_t
after(uint8_t from, uint8_t byte)
{
    const struct transition t = transitions[from][byte];
    return t.action == DO_CANCEL || t.action == DO_CANCEL_AT_ESC ? after(t.next, byte)
                                                                 : t.next;
}

static void
can_and_sub_end_everything(void **state)
{
    (void)state;
    for (uint8_t from = 0; from < STATES; from++) {
        assert_int_equal(after(from, 0x18), STATE_GROUND);
        assert_int_equal(after(from, 0x1A), STATE_GROUND);
    }
}

static void
escape_leads_to_a_sequence_or_to_the_end_of_a_string(void **state)
{
    (void)state;
    for (uint8_t from = 0; from < STATES; from++) {
        const uint8_t next = after(from, 0x1B);
        if (from == STATE_VT52) {
            assert_int_equal(next, STATE_VT52_ESCAPE);
            continue;
        }
        assert_true(next == STATE_ESCAPE || next == STATE_STRING_ESCAPE);
        assert_int_equal(after(next, 'c'), STATE_GROUND); /* RIS works from anywhere */
    }
}

/* GROUND stands for VT52 there: no byte leads into a state of ANSI mode. */
static void
vt52_states_lead_to_each_other_and_to_the_ground(void **state)
{
    (void)state;
    for (uint8_t from = STATE_VT52; from <= STATE_VT52_COLUMN; from++) {
        for (unsigned byte = 0; byte < 256; byte++) {
            const uint8_t next = transitions[from][byte].next;
            assert_true(next == STATE_GROUND
                        || (next >= STATE_VT52_ESCAPE && next <= STATE_VT52_COLUMN));
        }
    }
}

/* ECMA-48 5.3: C1 are ESC Fe in one byte. */
static void
c1_does_what_its_escape_sequence_does(void **state)
{
    (void)state;
    for (unsigned c1 = 0x80; c1 <= 0x9F; c1++) {
        const uint8_t fe = (uint8_t)(c1 - 0x40);
        assert_int_equal(after(STATE_GROUND, (uint8_t)c1), after(STATE_ESCAPE, fe));
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_byte_that_is_decided_twice_is_refused),
        cmocka_unit_test(a_byte_that_is_not_decided_is_refused),
        cmocka_unit_test(the_generator_says_how_it_is_called),
        cmocka_unit_test(the_committed_table_is_what_the_generator_writes),
        cmocka_unit_test(can_and_sub_end_everything),
        cmocka_unit_test(escape_leads_to_a_sequence_or_to_the_end_of_a_string),
        cmocka_unit_test(vt52_states_lead_to_each_other_and_to_the_ground),
        cmocka_unit_test(c1_does_what_its_escape_sequence_does),
    };
    return cmocka_run_group_tests_name("transitions", tests, NULL, NULL);
}
