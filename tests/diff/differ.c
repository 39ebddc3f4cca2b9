/* Intended differences, and runs. */
#include "diff/differ.h"

#include "diff/when.h"
#include "exec/sequence.h"
#include "handle.h"
#include "vt/parser.h"
#include <stdio.h>
#include <string.h>

enum { PRINT = SEQ_COUNT, EVERY };

struct difference {
    uint32_t subjects;
    int sequence;
    bool (*when)(const struct context *c);
    const char *condition, *sample, *theirs, *ours, *reference;
};

static const struct difference differences[] = {
#define DIFFERENCE(subjects, sequence, when, sample, theirs, ours, reference)            \
    { subjects, sequence, when, #sequence ", " #when, sample, theirs, ours, reference },
#include "diff/differences.def"
#undef DIFFERENCE
};

enum { DIFFERENCES = sizeof differences / sizeof differences[0] };

/* --- Runs --------------------------------------------------------------------------- */

/* Not by queries: REP is nothing behind one. */
static void
look(struct context *c, const qtty_emulator *e)
{
    qtty_emulator_cursor(e, &c->cursor);
    c->top = e->terminal.margins.top;
    c->bottom = e->terminal.margins.bottom;
    c->protects = e->terminal.pen.protect;
}

static bool
is_left_out(const struct contest *r, qtty_emulator *native, const struct action *a)
{
    const struct sequence *s = a->kind == ACTION_PRINT ? NULL : sequence_find(a);
    int id = s == NULL ? PRINT : (int)s->id;
    struct context c = { .emulator = native, .rows = r->rows, .cols = r->cols };
    c.action = a;
    look(&c, native);
    for (size_t i = 0; i < DIFFERENCES; i++) {
        const struct difference *d = &differences[i];
        if ((d->subjects & r->subject->mark) != 0
            && (d->sequence == id || d->sequence == EVERY) && d->when(&c))
            return true;
    }
    return false;
}

static void
feed_unit(struct contest *r, void *ours, void *theirs, struct unit *u)
{
    struct parser parser;
    struct action a;
    qtty_span bytes = { u->data, u->len }, rest = bytes;
    parser_init(&parser, &(struct parser_config){ 0 });
    u->fed = !parser_next(&parser, &rest, &a) || !is_left_out(r, ours, &a);
    parser_finish(&parser);
    if (!u->fed)
        return;
    native_subject.feed(ours, bytes);
    r->subject->feed(theirs, bytes);
}

bool
run_once(struct contest *r)
{
    void *ours = native_subject.open("native", r->rows, r->cols);
    void *theirs = r->subject->open(r->subject->name, r->rows, r->cols);
    for (uint32_t i = 0; i < r->count; i++)
        feed_unit(r, ours, theirs, &r->units[i]);
    native_subject.take(ours, &r->ours);
    r->subject->take(theirs, &r->theirs);
    native_subject.close(ours);
    r->subject->close(theirs);
    r->where[0] = '\0';
    return picture_equal(&r->ours, &r->theirs, r->subject->tells, r->where);
}

/* --- Units -------------------------------------------------------------------------- */

/* A scalar with the marks on it: bytes of 80..BF, and CC or CD. */
static uint32_t
scalar_length(const uint8_t *data, size_t len)
{
    uint32_t n = 1;
    while (n < len && ((data[n] & 0xC0) == 0x80 || data[n] == 0xCC || data[n] == 0xCD))
        n++;
    return n;
}

uint32_t
units_of(qtty_span stream, struct unit *units)
{
    struct parser parser;
    struct action a;
    uint32_t count = 0;
    parser_init(&parser, &(struct parser_config){ 0 });
    const uint8_t *at = stream.data;
    while (count < UNITS_MAX && parser_next(&parser, &stream, &a)) {
        size_t left = (size_t)(stream.data - at);
        while (left != 0 && count < UNITS_MAX) {
            uint32_t len =
                a.kind == ACTION_PRINT ? scalar_length(at, left) : (uint32_t)left;
            units[count++] = (struct unit){ .data = at, .len = len };
            at += len;
            left -= len;
        }
    }
    parser_finish(&parser);
    return count;
}

/* --- Shrinking ---------------------------------------------------------------------- */

/* Without units [from, from + n): do they still differ? Then they are gone. */
static bool
try_without(struct contest *r, uint32_t from, uint32_t n)
{
    struct unit kept[UNITS_MAX];
    uint32_t count = r->count;
    memcpy(kept, r->units, count * sizeof *kept);
    memmove(r->units + from, r->units + from + n, (count - from - n) * sizeof *kept);
    r->count = count - n;
    if (!run_once(r))
        return true;
    memcpy(r->units, kept, count * sizeof *kept);
    r->count = count;
    return false;
}

/* One pass, from large parts to single units. @return something went. */
static bool
shrink_pass(struct contest *r)
{
    uint32_t before = r->count;
    for (uint32_t n = r->count / 2; n != 0; n /= 2) {
        for (uint32_t from = 0; from + n <= r->count;) {
            if (!try_without(r, from, n))
                from += n;
        }
    }
    return r->count < before;
}

void
run_shrink(struct contest *r)
{
    while (shrink_pass(r))
        continue;
    (void)run_once(r);
}

/* --- Telling ------------------------------------------------------------------------ */

static void
print_escaped(const uint8_t *data, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        uint8_t byte = data[i];
        if (byte == 0x1B)
            printf("\\e");
        else if (byte == '"' || byte == '\\')
            printf("\\%c", byte);
        else if (byte < 0x20 || byte == 0x7F)
            printf("\\x%02X", byte);
        else
            putchar(byte);
    }
}

static void
print_screen(const struct picture *p, const char *indent)
{
    char text[PICTURE_COLS * PICTURE_TEXT + 1];
    for (uint32_t row = 0; row < p->rows; row++) {
        picture_row(p, row, text, sizeof text);
        printf("%s|%s\n", indent, text);
    }
}

void
run_print(const struct contest *r)
{
    printf("# %s differs from native: %s.\n", r->subject->name, r->where);
    printf("# %s shows, with its cursor at %u,%u:\n", r->subject->name,
           (unsigned)r->theirs.cursor_row, (unsigned)r->theirs.cursor_col);
    print_screen(&r->theirs, "#   ");
    printf("case \"native and %s\"\nsize %ux%u\nfeed \"", r->subject->name,
           (unsigned)r->rows, (unsigned)r->cols);
    for (uint32_t i = 0; i < r->count; i++) {
        if (r->units[i].fed)
            print_escaped(r->units[i].data, r->units[i].len);
    }
    printf("\"\n  screen\n");
    print_screen(&r->ours, "  ");
    printf("  end\n  cursor %u,%u\n", (unsigned)r->ours.cursor_row,
           (unsigned)r->ours.cursor_col);
}

/* --- The list of differences -------------------------------------------------------- */

/* With nothing left out, the sample must differ, or the row has no reason any more. */
static bool
holds(const struct difference *d, const struct subject *subject)
{
    struct picture ours, theirs;
    char where[128];
    qtty_span sample = { (const uint8_t *)d->sample, strlen(d->sample) };
    void *native = native_subject.open("native", 5, 12);
    void *other = subject->open(subject->name, 5, 12);
    native_subject.feed(native, sample);
    subject->feed(other, sample);
    native_subject.take(native, &ours);
    subject->take(other, &theirs);
    native_subject.close(native);
    subject->close(other);
    if (!picture_equal(&ours, &theirs, subject->tells, where))
        return true;
    printf("not ok - %s no longer differs: %s: %s\n", subject->name, d->condition,
           d->theirs);
    return false;
}

bool
differences_hold(void)
{
    bool all = true;
    for (size_t i = 0; i < DIFFERENCES; i++) {
        for (size_t j = 0; subject_at(j) != NULL; j++) {
            if ((differences[i].subjects & subject_at(j)->mark) != 0)
                all = holds(&differences[i], subject_at(j)) && all;
        }
    }
    return all;
}

void
differences_list(void)
{
    for (size_t i = 0; i < DIFFERENCES; i++) {
        const struct difference *d = &differences[i];
        for (size_t j = 0; subject_at(j) != NULL; j++) {
            if ((d->subjects & subject_at(j)->mark) != 0)
                printf("%s: %s\n  it: %s\n  we: %s (%s)\n", subject_at(j)->name,
                       d->condition, d->theirs, d->ours, d->reference);
        }
    }
}
