/* quietty diff: where the screens of several engines first differ over a recording, and
 * the sequence that did it. The parser beside them says where actions end: after each,
 * and after each character of text, the rows that changed are compared. */
#include "cli/command.h"
#include "cli/message.h"
#include "cli/options.h"
#include "cli/recording.h"
#include "cli/screens.h"
#include "cli/show.h"
#include "exec/sequence.h"
#include "vt/parser.h"
#include <stdio.h>
#include <string.h>

/* Exit codes as of diff(1): what failed is not taken for a difference. */
enum { DIFFERENT = 1, TROUBLE = 2 };

enum { SEQUENCE_SHOWN = 64 };

struct diff {
    struct screens screens;
    struct recording recording;
    struct parser parser;
    uint32_t rows, cols;
    bool json, differ;
    double at;      /* seconds; below 0: to the end */
    uint64_t bytes; /* fed */
    uint64_t begun; /* where the action, or the character, begins */
    uint8_t sequence[SEQUENCE_SHOWN];
    size_t length; /* of it; what is past SEQUENCE_SHOWN is not kept */
    const struct sequence *known;
    struct screens_difference difference;
    qtty_buf out;
};

/* --- What is said ------------------------------------------------------------------- */

static json_t *
show_engine(const struct diff *d, size_t i)
{
    const qtty_emulator *e = d->screens.emulator[i];
    qtty_buf text;
    qtty_cursor cursor;
    qtty_emulator_cursor(e, &cursor);
    qtty_buf_init(&text, NULL, 0);
    (void)qtty_emulator_row_text(e, (int32_t)d->difference.row, &text);
    json_t *object =
        json_pack("{s:s, s:o, s:{s:i, s:i, s:b}, s:b}", "engine", d->screens.engine[i],
                  "row", show_text(qtty_buf_span(&text)), "cursor", "row",
                  (int)cursor.row, "column", (int)cursor.col, "pending_wrap",
                  (int)cursor.pending_wrap, "alternate", (int)qtty_emulator_alternate(e));
    qtty_buf_finish(&text);
    return object;
}

static json_t *
sequence_text(const struct diff *d)
{
    size_t len = d->length < SEQUENCE_SHOWN ? d->length : SEQUENCE_SHOWN;
    return show_escaped((qtty_span){ d->sequence, len });
}

static qtty_status
say_json(struct diff *d)
{
    const struct screens_difference *x = &d->difference;
    json_t *object =
        json_pack("{s:b, s:I}", "same", (int)!d->differ, "bytes", (json_int_t)d->bytes);
    if (!d->differ)
        return show_json(object, &d->out);
    json_object_set_new(object, "offset", json_integer((json_int_t)d->begun));
    json_object_set_new(object, "sequence", sequence_text(d));
    if (d->known != NULL) {
        json_object_set_new(object, "mnemonic", json_string(d->known->mnemonic));
        json_object_set_new(object, "title", json_string(d->known->title));
    }
    json_object_set_new(object, "what", json_string(x->what));
    json_object_set_new(object, "row", json_integer(x->row));
    json_object_set_new(object, "column", json_integer(x->col));
    json_object_set_new(object, "differs", json_string(d->screens.engine[x->engine]));
    json_t *engines = json_array();
    for (size_t i = 0; i < d->screens.count; i++)
        json_array_append_new(engines, show_engine(d, i));
    json_object_set_new(object, "engines", engines);
    return show_json(object, &d->out);
}

static qtty_status
say(struct diff *d, const char *text)
{
    return qtty_buf_append(&d->out, text, strlen(text));
}

/* A row between bars, with the cursor's place behind it. */
static qtty_status
say_row(struct diff *d, size_t i)
{
    const qtty_emulator *e = d->screens.emulator[i];
    char line[128];
    qtty_cursor cursor;
    qtty_emulator_cursor(e, &cursor);
    snprintf(line, sizeof line, "  %-9s |", d->screens.engine[i]);
    qtty_status st = say(d, line);
    if (st == QTTY_OK)
        st = qtty_emulator_row_text(e, (int32_t)d->difference.row, &d->out);
    snprintf(line, sizeof line, "|  cursor %u,%u%s%s\n", (unsigned)cursor.row,
             (unsigned)cursor.col, cursor.pending_wrap ? ", pending wrap" : "",
             qtty_emulator_alternate(e) ? ", alternate screen" : "");
    return st == QTTY_OK ? say(d, line) : st;
}

/* What was fed last: a sequence by its name, a character, or nothing but a new size. */
static void
describe(const struct diff *d, char *line, size_t size)
{
    json_t *sequence = sequence_text(d);
    const char *text = sequence != NULL ? json_string_value(sequence) : "";
    unsigned long long at = d->begun;
    if (d->length == 0)
        snprintf(line, size, "  after a new size, at byte %llu\n", at);
    else if (d->known != NULL)
        snprintf(line, size, "  after %s, %s: \"%s\" at byte %llu\n", d->known->mnemonic,
                 d->known->title, text, at);
    else
        snprintf(line, size, "  after \"%s\" at byte %llu\n", text, at);
    json_decref(sequence);
}

static qtty_status
say_difference(struct diff *d)
{
    const struct screens_difference *x = &d->difference;
    char line[640];
    snprintf(line, sizeof line, "%s and %s differ: %s in row %u, column %u\n",
             d->screens.engine[0], d->screens.engine[x->engine], x->what,
             (unsigned)x->row, (unsigned)x->col);
    qtty_status st = say(d, line);
    describe(d, line, sizeof line);
    if (st == QTTY_OK)
        st = say(d, line);
    for (size_t i = 0; i < d->screens.count && st == QTTY_OK; i++)
        st = say_row(d, i);
    return st;
}

/* --- Playing ------------------------------------------------------------------------ */

/* Part of an action, or the end of one. */
static qtty_status
feed(struct diff *d, qtty_span bytes)
{
    for (size_t i = 0; i < bytes.len && d->length + i < SEQUENCE_SHOWN; i++)
        d->sequence[d->length + i] = bytes.data[i];
    d->length += bytes.len;
    d->bytes += bytes.len;
    return screens_feed(&d->screens, bytes);
}

/* What was fed is whole. */
static void
compare(struct diff *d, const struct action *a)
{
    bool is_text = a->kind == ACTION_PRINT || a->kind == ACTION_INERT;
    d->known = is_text ? NULL : sequence_find(a);
    d->differ = !screens_same(&d->screens, &d->difference);
    if (d->differ)
        return;
    d->begun = d->bytes;
    d->length = 0;
}

/* Text, a character at a time. */
static qtty_status
take_text(struct diff *d, qtty_span text, const struct action *a)
{
    qtty_status st = QTTY_OK;
    while (text.len != 0 && st == QTTY_OK && !d->differ) {
        size_t n = 1;
        while (n < text.len && (text.data[n] & 0xC0) == 0x80)
            n++;
        st = feed(d, (qtty_span){ text.data, n });
        text = (qtty_span){ text.data + n, text.len - n };
        if (st == QTTY_OK)
            compare(d, a);
    }
    return st;
}

static qtty_status
take_bytes(struct diff *d, qtty_span bytes)
{
    struct action a;
    qtty_status st = QTTY_OK;
    qtty_span before = bytes;
    while (st == QTTY_OK && !d->differ && parser_next(&d->parser, &bytes, &a)) {
        qtty_span fed = { before.data, before.len - bytes.len };
        before = bytes;
        if (a.kind == ACTION_PRINT && (a.flags & ACTION_REPLACED) == 0) {
            st = take_text(d, fed, &a);
            continue;
        }
        st = feed(d, fed);
        if (st == QTTY_OK)
            compare(d, &a);
    }
    /* What is left is the front of an action that goes on. */
    return st == QTTY_OK && !d->differ && before.len != 0 ? feed(d, before) : st;
}

/* A size that was asked for stands, whatever the recording says. */
static qtty_status
take_size(struct diff *d, const struct recording_piece *piece, bool fixed)
{
    static const struct action none = { .kind = ACTION_INERT };
    if (fixed)
        return QTTY_OK;
    qtty_status st = screens_resize(&d->screens, piece->rows, piece->cols);
    if (st == QTTY_OK)
        compare(d, &none);
    return st;
}

static qtty_status
play(struct diff *d)
{
    bool fixed = d->rows != 0 || d->cols != 0;
    struct recording_piece piece;
    qtty_status st = QTTY_OK;
    while (st == QTTY_OK && !d->differ && recording_next(&d->recording, &piece)) {
        if (d->at >= 0 && piece.seconds > d->at)
            break;
        st = piece.rows != 0 ? take_size(d, &piece, fixed) : take_bytes(d, piece.bytes);
    }
    return st;
}

static qtty_status
say_all(struct diff *d)
{
    if (d->json)
        return say_json(d);
    return d->differ ? say_difference(d) : QTTY_OK;
}

static int
diff(struct diff *d)
{
    bool fixed = d->rows != 0 || d->cols != 0;
    if (d->at >= 0 && !recording_has_times(&d->recording))
        return fail(EXIT_USAGE, "--at: %s has no times", d->recording.name);
    if (!screens_open(&d->screens, fixed ? d->rows : d->recording.rows,
                      fixed ? d->cols : d->recording.cols))
        return TROUBLE;
    qtty_status st = play(d);
    if (d->recording.failed)
        return TROUBLE;
    if (st == QTTY_OK)
        st = say_all(d);
    if (st != QTTY_OK)
        return fail(TROUBLE, "emulator: %s", qtty_status_text(st));
    if (d->out.len != 0)
        (void)fwrite(d->out.data, 1, d->out.len, stdout); /* main looks at the stream */
    return d->differ ? DIFFERENT : 0;
}

/* --- Options ------------------------------------------------------------------------ */

/* @return NULL: no engine has this name. */
static const char *
find_engine(const char *name, size_t len)
{
    for (size_t i = 0; qtty_engine_name(i) != NULL; i++) {
        const char *known = qtty_engine_name(i);
        if (strlen(known) == len && memcmp(known, name, len) == 0)
            return known;
    }
    return NULL;
}

static const char *
take_engines(void *context, const char *text)
{
    struct screens *s = context;
    s->count = 0;
    for (const char *end = text; *end != '\0'; text = end + 1) {
        end = text + strcspn(text, ",");
        const char *engine = find_engine(text, (size_t)(end - text));
        if (engine == NULL)
            return "must be names of engines: native, libvterm, libtsm, as they are "
                   "built in";
        if (s->count == SCREENS_MAX)
            return "must be 8 engines at most";
        s->engine[s->count++] = engine;
    }
    return s->count < 2 ? "must be two engines or more, with commas between" : NULL;
}

static void
take_all_engines(struct screens *s)
{
    for (size_t i = 0; qtty_engine_name(i) != NULL && s->count < SCREENS_MAX; i++)
        s->engine[s->count++] = qtty_engine_name(i);
}

static int
read_options(struct diff *d, int *argc, char **argv)
{
    const struct option_row rows[] = {
        OPT_EACH("engines", &d->screens, take_engines, "NAMES",
                 "the first is what others are compared with; all"),
        OPT_SECONDS("at", &d->at, 0, "stop at this time of the recording"),
        OPT_COUNT("rows", &d->rows, QTTY_ROWS_MAX, "height; the recording's, or 24"),
        OPT_COUNT("cols", &d->cols, QTTY_COLS_MAX, "width; the recording's, or 80"),
        OPT_FLAG("json", &d->json, "an object, also where nothing differs"),
    };
    const struct usage usage = {
        .command = "diff",
        .operands = "FILE",
        .summary =
            "Feed a recording to several engines and print where their screens first\n"
            "differ, and the sequence that did it, with the row as each has it. FILE as\n"
            "for render. It exits with 0 where nothing differs, with 1 where something\n"
            "does, and then prints it; with 2 for trouble.\n",
        .examples = "  quietty diff session.cast\n"
                    "  quietty diff --engines native,libvterm --json typescript\n"
                    "  printf 'abc\\033[5b' | quietty diff -\n",
        .rows = rows,
        .count = sizeof rows / sizeof rows[0],
    };
    int code = options_read(&usage, argc, argv);
    if (code == OPTIONS_GO_ON && *argc != 1)
        return fail(EXIT_USAGE, "diff: %s",
                    *argc == 0 ? "needs a file; - is standard input" : "takes one file");
    return code;
}

int
command_diff(int argc, char **argv)
{
    struct diff d = { .at = -1 };
    int code = read_options(&d, &argc, argv);
    if (code != OPTIONS_GO_ON)
        return code;
    if (d.screens.count == 0)
        take_all_engines(&d.screens);
    if (d.screens.count < 2)
        return fail(EXIT_USAGE, "diff: this build has one engine alone");
    qtty_buf_init(&d.out, NULL, 0);
    parser_init(&d.parser, &(struct parser_config){ 0 });
    code = recording_open(&d.recording, argv[0]) ? diff(&d) : TROUBLE;
    parser_finish(&d.parser);
    screens_close(&d.screens);
    recording_close(&d.recording);
    qtty_buf_finish(&d.out);
    return code;
}
