/* TAP-like lines on stdout, each flushed: after a crash the last one tells the place. */
#include "report.h"

#include "memory.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
report_init(struct report *r)
{
    *r = (struct report){ .passed = 0 };
}

void
report_finish(struct report *r)
{
    free(r->known);
    free(r->list);
}

static bool
read_known_line(struct report *r, struct scanner *s)
{
    struct known known = { .line = s->line };
    if (!scan_more(s))
        return true;
    if (!scan_word(s, &known.kind))
        return false;
    if (!scan_more(s))
        return scan_fail(s, "a kind, then file: name");
    known.label = (qtty_span){ s->at, (size_t)(s->end - s->at) };
    r->known = with_room(r->known, r->known_count, &r->known_capacity, sizeof *r->known);
    r->known[r->known_count++] = known;
    return true;
}

bool
report_read_known(struct report *r, const char *path)
{
    size_t len;
    r->list_path = path;
    if (!file_read(path, &r->list, &len)) {
        fprintf(stderr, "qtty_vt: %s: %s\n", path, strerror(errno));
        return false;
    }
    struct scanner s = { .path = path };
    for (uint8_t *at = r->list, *end = at + len; at < end; at = s.end + 1) {
        uint8_t *line_end = memchr(at, '\n', (size_t)(end - at));
        s.line++;
        s.at = at;
        s.end = line_end ? line_end : end;
        if (!read_known_line(r, &s))
            return false;
    }
    return true;
}

static const char *
base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/** Does the label read `file: name`? */
static bool
label_is(qtty_span label, const char *file, qtty_span name)
{
    size_t file_len = strlen(file);
    return label.len == file_len + 2 + name.len && !memcmp(label.data, file, file_len)
           && !memcmp(label.data + file_len, ": ", 2)
           && !memcmp(label.data + file_len + 2, name.data, name.len);
}

static struct known *
find_known(struct report *r, const struct script *s, const struct vt_case *c)
{
    for (size_t i = 0; i < r->known_count; i++)
        if (label_is(r->known[i].label, base_name(s->path), c->name)) {
            r->known[i].met = true;
            return &r->known[i];
        }
    return NULL;
}

static void
print_case_line(const struct script *s, const struct vt_case *c, bool ok,
                const char *remark, qtty_span detail)
{
    printf("%s - %s: ", ok ? "ok" : "not ok", s->path);
    fwrite(c->name.data, 1, c->name.len, stdout);
    if (remark) {
        printf(" # %s", remark);
        if (detail.len > 0)
            fwrite(detail.data, 1, detail.len, stdout);
    }
    putchar('\n');
}

/** A case that the list names: all is well while it fails. */
static void
report_known(struct report *r, const struct script *s, const struct vt_case *c,
             const struct known *known, bool failed)
{
    if (failed) {
        print_case_line(s, c, false, "TODO ", known->kind);
        r->known_failures++;
    } else {
        print_case_line(s, c, false, "listed as failing, but does not", (qtty_span){ 0 });
        r->failed++;
    }
}

void
report_case(struct report *r, const struct script *s, const struct vt_case *c,
            const struct outcome *o)
{
    const struct known *known = find_known(r, s, c);
    bool failed = o->failures.len > 0;
    qtty_span without = qtty_buf_span(&o->skipped);
    const char *remark = without.len ? "without " : NULL;
    if (known) {
        report_known(r, s, c, known, failed);
    } else if (failed) {
        print_case_line(s, c, false, remark, without);
        fwrite(o->failures.data, 1, o->failures.len, stdout);
        r->failed++;
    } else if (o->answered == 0 && without.len > 0) {
        print_case_line(s, c, true, "SKIP ", without);
        r->skipped++;
    } else {
        print_case_line(s, c, true, remark, without);
        r->passed++;
    }
    fflush(stdout);
}

bool
report_end(struct report *r)
{
    for (size_t i = 0; i < r->known_count; i++)
        if (!r->known[i].met) {
            printf("not ok - %s:%u: no such case\n", r->list_path,
                   (unsigned)r->known[i].line);
            r->failed++;
        }
    printf("%u passed, %u failed", (unsigned)r->passed, (unsigned)r->failed);
    if (r->skipped)
        printf(", %u skipped", (unsigned)r->skipped);
    if (r->known_failures)
        printf(", %u known to fail", (unsigned)r->known_failures);
    putchar('\n');
    return r->failed == 0;
}
