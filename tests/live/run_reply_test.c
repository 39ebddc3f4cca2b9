/* quietty run: replies to programs that read whole lines, and keys by name. */
#define _XOPEN_SOURCE 700

#include "live/program.h"

/* It could not read it, the terminal would echo it, and the line behind it would begin
 * with it. Who turns to keys a little later is answered. */
static void
who_reads_lines_gets_no_reply(void **state)
{
    (void)state;
    quietty_prints(
        "hello\n",
        ARGV("run", "--", "sh", "-c", "printf '\\033[6n'; read x; echo \"got $x\""), 0,
        "hello\ngot hello\n");
    quietty_prints("", ARGV("run", "--", "sh", "-c", "printf '\\033[6n\\033[c'"), 0, "");
    quietty_prints("",
                   ARGV("run", "--", "bash", "-c",
                        "printf '\\e[6n'; sleep 0.05; read -s -d R x; echo \"${x#??}\""),
                   0, "1;1\n");
}

/* Each when the program waits for it: less is not given them before it has drawn. */
static void
keys_are_pressed_by_name(void **state)
{
    (void)state;
    quietty_prints("not read", ARGV("run", "--keys", "h i enter ctrl-d", "--", "cat"), 0,
                   "hi\nhi\n");
    quietty_prints("",
                   ARGV("run", "--keys", "up f5 shift-tab media-play x", "--", "bash",
                        "-c",
                        "stty -icanon -echo; printf '\\e[?1h'; "
                        "read -r -N 12 x; echo \"${x//$'\\e'/^}\""),
                   0, "^OA^[15~^[Zx\n");
    quietty_refuses("", ARGV("run", "--keys", "a nokey", "--", "true"), 2,
                    "quietty: --keys: nokey: no such key\n");
}

/* --- Sizes -------------------------------------------------------------------------- */

/* What was printed in one piece with the sequence, but behind it, is for the new size. */
static void
a_recording_has_a_resize_by_output_where_it_was(void **state)
{
    static const char printed[] = "printf 'a\\033[8;3;10t\\033[1;50Hx\\033[8;5;20tb'";
    char path[] = "/tmp/quietty-record-XXXXXX";
    (void)state;
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    quietty_prints("",
                   ARGV("run", "--persona", "research", "--record", path, "--screen",
                        "--rows", "6", "--cols", "60", "--", "sh", "-c", printed),
                   0, "a        xb\n");
    quietty_prints("", ARGV("render", path), 0, "a        xb\n");
    assert_int_equal(unlink(path), 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_reads_lines_gets_no_reply),
        cmocka_unit_test(keys_are_pressed_by_name),
        cmocka_unit_test(a_recording_has_a_resize_by_output_where_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
