/* Replays corpora without libFuzzer, so that ordinary CI keeps the laws: every file as it
 * is, then with a number of small changes that the file alone decides. With --seeded it
 * turns the question round: the bugs of the *_seeded.c files must be caught. */
#define _POSIX_C_SOURCE 200809L
#include "law.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILE_BYTES_MAX = 1 << 20, MUTATED_BYTES_MAX = 4096 };

struct input {
    char *path;
    qtty_buf bytes;
};

struct corpus {
    struct input *inputs;
    size_t count;
};

static _Noreturn void
die(const char *what, const char *why)
{
    fprintf(stderr, "%s_replay: %s: %s\n", harness.name, what, why);
    exit(2);
}

/* --- Corpora ------------------------------------------------------------------------ */

static void
read_file(const char *path, qtty_buf *out)
{
    uint8_t block[4096];
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        die(path, strerror(errno));
    size_t got;
    while ((got = fread(block, 1, sizeof(block), file)) > 0)
        if (qtty_buf_append(out, block, got) != QTTY_OK)
            die(path, "too large");
    if (ferror(file))
        die(path, "cannot be read");
    fclose(file);
}

static void
add_file(struct corpus *c, const char *path)
{
    c->inputs = realloc(c->inputs, (c->count + 1) * sizeof(*c->inputs));
    if (c->inputs == NULL)
        die(path, "out of memory");
    struct input *input = &c->inputs[c->count++];
    input->path = strdup(path);
    qtty_buf_init(&input->bytes, NULL, FILE_BYTES_MAX);
    read_file(path, &input->bytes);
}

static void
add_folder(struct corpus *c, const char *folder)
{
    struct dirent **names;
    int count = scandir(folder, &names, NULL, alphasort);
    if (count < 0)
        die(folder, strerror(errno));
    for (int i = 0; i < count; i++) {
        char path[4096];
        int len = snprintf(path, sizeof(path), "%s/%s", folder, names[i]->d_name);
        if (len < 0 || (size_t)len >= sizeof(path))
            die(folder, "path too long");
        if (names[i]->d_name[0] != '.')
            add_file(c, path);
        free(names[i]);
    }
    free(names);
}

static void
add_path(struct corpus *c, const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0)
        die(path, strerror(errno));
    if (S_ISDIR(info.st_mode))
        add_folder(c, path);
    else
        add_file(c, path);
}

static void
free_corpus(struct corpus *c)
{
    for (size_t i = 0; i < c->count; i++) {
        free(c->inputs[i].path);
        qtty_buf_finish(&c->inputs[i].bytes);
    }
    free(c->inputs);
}

/* --- Changes ------------------------------------------------------------------------ */

/* Bytes that decide something in a terminal's stream. */
static const uint8_t decisive[] = {
    0x1B, '[', ']',  'P',  '_',  '\\', 0x07, '\r', '\n', ';',  ':',  '?',  '0',
    '9',  'm', 0x18, 0x1A, 0x00, 0x7F, 0x80, 0x9B, 0x9C, 0xC2, 0xE2, 0xF0, 0xFF,
};

static void
overwrite(qtty_buf *b, uint64_t random)
{
    b->data[random % b->len] = decisive[(random >> 32) % sizeof(decisive)];
}

static void
cut_front(qtty_buf *b, uint64_t random)
{
    qtty_buf_consume(b, random % b->len);
}

static void
cut_end(qtty_buf *b, uint64_t random)
{
    b->len -= random % b->len;
}

/* What stands at one place comes again at the end. */
static void
repeat_part(qtty_buf *b, uint64_t random)
{
    size_t from = random % b->len;
    size_t len = 1 + (random >> 32) % (b->len - from);
    if (qtty_buf_reserve(b, len) == QTTY_OK)
        put(b, b->data + from, len);
}

static void
change(qtty_buf *b, uint64_t *random)
{
    static void (*const ways[])(qtty_buf *, uint64_t) = {
        overwrite, overwrite, overwrite, repeat_part, cut_front, cut_end,
    };
    uint64_t way = random_next(random);
    if (b->len > 0)
        ways[way % COUNT_OF(ways)](b, random_next(random));
}

/* --- Judgement ---------------------------------------------------------------------- */

/* Says so, and how to see it again. */
static bool
keeps_laws(const struct input *origin, qtty_span input, unsigned long changes)
{
    const struct law *law = broken_law(input);
    if (law == NULL)
        return true;
    fprintf(stderr, "law \"%s\" is broken: %s\n  %s, changed %lu times:\n  ", law->name,
            law->text, origin->path, changes);
    print_input(input);
    return false;
}

static bool
replay_input(const struct input *origin, unsigned long mutations)
{
    uint64_t random = hash_bytes(qtty_buf_span(&origin->bytes));
    qtty_buf changed;
    qtty_buf_init(&changed, NULL, MUTATED_BYTES_MAX);
    bool kept = keeps_laws(origin, qtty_buf_span(&origin->bytes), 0);
    for (unsigned long i = 1; i <= mutations && kept; i++) {
        if (i % 8 == 1) { /* afresh, before the changes have worn it out */
            changed.len = 0;
            if (qtty_buf_append(&changed, origin->bytes.data, origin->bytes.len)
                != QTTY_OK)
                break;
        }
        change(&changed, &random);
        kept = keeps_laws(origin, qtty_buf_span(&changed), i);
    }
    qtty_buf_finish(&changed);
    return kept;
}

static bool
replay(const struct corpus *c, unsigned long mutations)
{
    bool kept = true;
    for (size_t i = 0; i < c->count; i++)
        kept &= replay_input(&c->inputs[i], mutations);
    printf("%s: %zu inputs, %lu changes of each, %zu laws: %s\n", harness.name, c->count,
           mutations, harness.law_count, kept ? "kept" : "BROKEN");
    return kept;
}

static const struct law *
law_named(const char *name)
{
    for (size_t i = 0; i < harness.law_count; i++)
        if (strcmp(harness.laws[i].name, name) == 0)
            return &harness.laws[i];
    die(name, "no such law");
}

static bool
caught(const struct corpus *c, const struct seeded_bug *bug)
{
    const struct law *law = law_named(bug->law);
    for (size_t i = 0; i < c->count; i++)
        if (!law->holds(bug->subject, qtty_buf_span(&c->inputs[i].bytes))) {
            printf("%s: \"%s\" is caught by %s in %s\n", harness.name, bug->text,
                   bug->law, c->inputs[i].path);
            return true;
        }
    fprintf(stderr, "%s: \"%s\" is NOT caught by %s\n", harness.name, bug->text,
            bug->law);
    return false;
}

static bool
has_bug(const struct law *law)
{
    for (size_t i = 0; i < seeded_bug_count; i++)
        if (strcmp(seeded_bugs[i].law, law->name) == 0)
            return true;
    fprintf(stderr, "%s: law \"%s\" has no seeded bug\n", harness.name, law->name);
    return false;
}

static bool
catch_seeded(const struct corpus *c)
{
    bool all = true;
    for (size_t i = 0; i < seeded_bug_count; i++)
        all &= caught(c, &seeded_bugs[i]);
    for (size_t i = 0; i < harness.law_count; i++)
        all &= has_bug(&harness.laws[i]);
    return all;
}

int
main(int argc, char **argv)
{
    struct corpus corpus = { NULL, 0 };
    unsigned long mutations = 0;
    bool seeded = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--seeded") == 0)
            seeded = true;
        else if (strcmp(argv[i], "--changes") == 0 && i + 1 < argc)
            mutations = strtoul(argv[++i], NULL, 10);
        else
            add_path(&corpus, argv[i]);
    }
    if (corpus.count == 0)
        die("usage", "[--seeded] [--changes N] FILE|FOLDER...");

    bool good = seeded ? catch_seeded(&corpus) : replay(&corpus, mutations);
    free_corpus(&corpus);
    return good ? 0 : 1;
}
