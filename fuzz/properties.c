/* The laws of a harness upon streams of the grammar: so many seeds of every profile, with
 * settings and resizes between the pieces. What breaks a law is made smaller, and printed
 * so that it can be replayed. */
#define _POSIX_C_SOURCE 200809L
#include "grammar/grammar.h"
#include "law.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STREAM_BYTES = 700, SETTINGS = 4, RESIZE = 0xFF };

struct run {
    unsigned long first, count; /* seeds */
    const char *profile;        /* NULL: all */
    const char *save;           /* a file for the first finding; NULL: none */
};

/* --- Inputs ------------------------------------------------------------------------- */

static void
put_byte(qtty_buf *out, uint32_t byte)
{
    const uint8_t bytes[] = { (uint8_t)byte };
    put(out, bytes, 1);
}

/* As script.h reads them. Few inputs are ISO 8859-1 or may resize by themselves. */
static void
put_settings(struct dice *dice, struct grammar *g, qtty_buf *out)
{
    uint32_t rows = dice_roll(dice, 16), cols = dice_roll(dice, 48);
    uint32_t options = dice_chance(dice, 700) ? 0 : dice_roll(dice, 32);
    put_byte(out, rows);
    put_byte(out, cols);
    put_byte(out, options);
    put_byte(out, dice_roll(dice, 256));
    g->rows = rows + 1;
    g->cols = cols + 1;
}

static void
put_resize(struct dice *dice, qtty_buf *out)
{
    put_byte(out, RESIZE);
    put_byte(out, dice_roll(dice, 16));
    put_byte(out, dice_roll(dice, 48));
}

static void
make_input(const char *profile, uint64_t seed, qtty_buf *out)
{
    struct grammar g;
    struct dice dice;
    out->len = 0;
    dice_seed(&dice, ~seed);
    if (!grammar_init(&g, seed, profile))
        abort();
    put_settings(&dice, &g, out);
    uint32_t resizes = dice_chance(&dice, 400) ? 60 : 0;
    uint32_t bytes = dice_between(&dice, 1, STREAM_BYTES);
    while (out->len < bytes && grammar_next(&g, 4096, out) == QTTY_OK)
        if (dice_chance(&dice, resizes))
            put_resize(&dice, out);
}

/* --- Findings ----------------------------------------------------------------------- */

/* Leave out ever smaller parts, as long as the same law stays broken. */
static void
shrink(const struct law *law, qtty_buf *input)
{
    qtty_buf tried;
    qtty_buf_init(&tried, NULL, 0);
    for (size_t part = input->len / 2; part > 0; part /= 2) {
        for (size_t at = 0; at + part <= input->len;) {
            tried.len = 0;
            put(&tried, input->data, at);
            put(&tried, input->data + at + part, input->len - at - part);
            if (law->holds(harness.subject, qtty_buf_span(&tried))) {
                at += part;
                continue;
            }
            input->len = 0;
            put(input, tried.data, tried.len);
        }
    }
    qtty_buf_finish(&tried);
}

static void
save(const char *path, qtty_span input)
{
    FILE *file = path != NULL ? fopen(path, "wb") : NULL;
    if (file == NULL)
        return;
    (void)fwrite(input.data, 1, input.len, file);
    fclose(file);
}

static void
tell(const struct run *run, const struct law *law, const char *profile, uint64_t seed,
     qtty_buf *input)
{
    fprintf(stderr, "law \"%s\" is broken: %s\n  seed %llu of %s; made smaller:\n  ",
            law->name, law->text, (unsigned long long)seed, profile);
    shrink(law, input);
    print_input(qtty_buf_span(input));
    save(run->save, qtty_buf_span(input));
}

/* @return false: a law was broken. */
static bool
judge(const struct run *run, const char *profile)
{
    qtty_buf input;
    bool kept = true;
    qtty_buf_init(&input, NULL, 0);
    for (unsigned long i = 0; i < run->count && kept; i++) {
        make_input(profile, run->first + i, &input);
        const struct law *law = broken_law(qtty_buf_span(&input));
        kept = law == NULL;
        if (!kept)
            tell(run, law, profile, run->first + i, &input);
    }
    qtty_buf_finish(&input);
    return kept;
}

/* --- The program -------------------------------------------------------------------- */

static bool
read_arguments(struct run *run, int argc, char **argv)
{
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc)
            return false;
        if (strcmp(argv[i], "--seeds") == 0)
            run->count = strtoul(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--first") == 0)
            run->first = strtoul(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--profile") == 0)
            run->profile = argv[i + 1];
        else if (strcmp(argv[i], "--save") == 0)
            run->save = argv[i + 1];
        else
            return false;
    }
    return run->count > 0;
}

int
main(int argc, char **argv)
{
    struct run run = { .first = 1 };
    if (!read_arguments(&run, argc, argv)) {
        fprintf(stderr,
                "usage: %s --seeds N [--first N] [--profile NAME] [--save FILE]\n",
                argv[0]);
        return 2;
    }
    bool kept = true;
    for (size_t i = 0; grammar_profile_name(i) != NULL; i++) {
        const char *name = grammar_profile_name(i);
        if (run.profile == NULL || strcmp(run.profile, name) == 0)
            kept &= judge(&run, name);
    }
    printf("%s: %lu seeds of each profile from %lu on, %zu laws: %s\n", harness.name,
           run.count, run.first, harness.law_count, kept ? "kept" : "BROKEN");
    return kept ? 0 : 1;
}
