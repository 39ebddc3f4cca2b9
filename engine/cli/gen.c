/* quietty gen: a stream as programs send them, for a terminal to be tried with. */
#include "cli/command.h"
#include "cli/message.h"
#include "cli/options.h"
#include "grammar/grammar.h"
#include <quietty/emulator.h>
#include <stdio.h>
#include <stdlib.h>

struct gen {
    uint64_t seed;
    uint64_t bytes;
    const char *profile;
    uint32_t rows, cols;
};

/* A number of 64 bits. @return NULL, or the rule that the text breaks. */
static const char *
read_number(void *context, const char *text)
{
    uint64_t value = 0;
    for (const char *at = text; *at != '\0' || at == text; at++) {
        if (*at < '0' || *at > '9')
            return "must be a number";
        uint64_t digit = (uint64_t)(*at - '0');
        if (value > (UINT64_MAX - digit) / 10)
            return "must be below 18446744073709551616";
        value = value * 10 + digit;
    }
    *(uint64_t *)context = value;
    return NULL;
}

static int
read_options(struct gen *o, int *argc, char **argv)
{
    const struct option_row rows[] = {
        OPT_EACH("seed", &o->seed, read_number, "N", "which stream; 1"),
        OPT_EACH("bytes", &o->bytes, read_number, "N", "at most so many; 65536"),
        OPT_CHOICE("profile", &o->profile, grammar_profile_name, "what it is made of"),
        OPT_COUNT("rows", &o->rows, QTTY_ROWS_MAX, "of the screen it is made for; 24"),
        OPT_COUNT("cols", &o->cols, QTTY_COLS_MAX, "of that screen; 80"),
    };
    const struct usage usage = {
        .command = "gen",
        .operands = "",
        .summary =
            "Write a stream as programs send them to a terminal: text of many kinds,\n"
            "sequences, strings, full-screen programs, shells, progress bars. The same\n"
            "options and version give the same bytes on every platform. It has at most\n"
            "the bytes that were asked for, since it ends where a piece of it ends.\n",
        .examples = "  quietty gen --seed 7 --bytes 100000 | quietty render -\n"
                    "  quietty gen --profile hostile --bytes 1000000 >hostile.raw\n"
                    "  quietty gen --profile sgr | quietty trace -\n",
        .rows = rows,
        .count = sizeof rows / sizeof rows[0],
    };
    int code = options_read(&usage, argc, argv);
    if (code == OPTIONS_GO_ON && *argc != 0)
        return fail(EXIT_USAGE, "gen: %s: takes no operand", argv[0]);
    return code;
}

/* A piece at a time: of the stream no more is in memory. A reader that left is found out
 * by main, and ends it here. */
static int
generate(struct grammar *g, uint64_t bytes)
{
    qtty_buf piece;
    qtty_status st = QTTY_OK;
    qtty_buf_init(&piece, NULL, 0);
    while (st == QTTY_OK && bytes != 0 && !ferror(stdout)) {
        piece.len = 0;
        st = grammar_next(g, bytes < SIZE_MAX ? (size_t)bytes : SIZE_MAX, &piece);
        if (st == QTTY_OK)
            (void)fwrite(piece.data, 1, piece.len, stdout);
        bytes -= piece.len;
    }
    qtty_buf_finish(&piece);
    return st == QTTY_E_NOMEM ? fail(EXIT_FAILED, "%s", qtty_status_text(st)) : 0;
}

int
command_gen(int argc, char **argv)
{
    struct gen o = { .seed = 1, .bytes = 65536, .profile = "grammar" };
    struct grammar g;
    int code = read_options(&o, &argc, argv);
    if (code != OPTIONS_GO_ON)
        return code;
    (void)grammar_init(&g, o.seed, o.profile); /* the table of options knows the names */
    g.rows = o.rows != 0 ? o.rows : g.rows;
    g.cols = o.cols != 0 ? o.cols : g.cols;
    return generate(&g, o.bytes);
}
