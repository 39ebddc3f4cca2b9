/* Tables that read as text and as Markdown. */
#include "report.h"
#include <string.h>

/* What the project promises: the middle time from the send to the verdict, ms, and the
 * start of a session beside the shell's own. */
static const struct promise {
    const char *program;
    double p50_ms;
} promises[] = { { "bash", 1 }, { "python3", 2 }, { "sqlite3", 2 } };
enum { PROMISES = sizeof(promises) / sizeof(promises[0]) };
static const double promised_start_ratio = 1.2;

/* --- Sums --------------------------------------------------------------------------- */

const struct tally *
report_program(const struct report *r, size_t program, bool idle, bool hogs)
{
    static struct tally sum;
    memset(&sum, 0, sizeof sum);
    for (size_t i = 0; i < CONFIGURATIONS; i++)
        if (configurations[i].hogs > 0 ? hogs : idle)
            tally_add(&sum, &r->tallies[i][program]);
    return &sum;
}

const struct tally *
report_configuration(const struct report *r, size_t configuration)
{
    static struct tally sum;
    memset(&sum, 0, sizeof sum);
    for (size_t i = 0; i < gallery_count; i++)
        tally_add(&sum, &r->tallies[configuration][i]);
    return &sum;
}

bool
report_is_bad(const struct report *r)
{
    uint64_t sends = 0, bad = 0;
    for (size_t i = 0; i < gallery_count; i++) {
        const struct tally *t = report_program(r, i, true, true);
        sends += t->sends;
        bad += t->unseen + t->lost;
        bad += gallery[i].limit == NULL ? t->early[QTTY_EVIDENCE_PROVEN] : 0;
    }
    return sends == 0 || bad > 0;
}

/* --- Pieces ------------------------------------------------------------------------- */

/* Of a copy: the percentile sorts. */
static double
percentile(const double *values, size_t count, unsigned percent)
{
    static double copy[TALLY_TIMES_MAX];
    memcpy(copy, values, count * sizeof *values);
    return drive_percentile(copy, count, percent);
}

static void
print_times(const struct tally *t)
{
    if (t->times == 0)
        printf(" |");
    else
        printf(" %.2f, %.2f |", percentile(t->verdict_ms, t->times, 50),
               percentile(t->verdict_ms, t->times, 99));
}

static void
print_counts(const struct tally *t)
{
    const uint64_t counts[] = {
        t->early[QTTY_EVIDENCE_PROVEN],
        t->early[QTTY_EVIDENCE_LIKELY],
        t->early[QTTY_EVIDENCE_NONE],
        t->after[QTTY_EVIDENCE_PROVEN],
        t->after[QTTY_EVIDENCE_LIKELY],
        t->otherwise,
        t->unseen,
        t->lost,
    };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        printf(" %llu |", (unsigned long long)counts[i]);
}

#define COUNTS_HEAD                                                                      \
    "early proven | early likely | early silence | after proven | after likely | "       \
    "otherwise | unseen | lost |"
#define COUNTS_RULE "--:|--:|--:|--:|--:|--:|--:|--:|"

/* --- Tables ------------------------------------------------------------------------- */

static void
print_configuration(const char *name, const struct tally *t)
{
    printf("| %s | %llu |", name, (unsigned long long)t->sends);
    for (int i = 0; i < SEEN_BY; i++)
        printf(" %llu |", (unsigned long long)t->seen[i]);
    print_counts(t);
    print_times(t);
    printf("\n");
}

static void
print_configurations(const struct report *r)
{
    static struct tally total;
    printf("| configuration | sends | prompt | A | B | D | silence | nothing "
           "| " COUNTS_HEAD " verdict p50, p99 ms |\n"
           "|---|--:|--:|--:|--:|--:|--:|--:|" COUNTS_RULE "--:|\n");
    memset(&total, 0, sizeof total);
    for (size_t i = 0; i < CONFIGURATIONS; i++) {
        const struct tally *t = report_configuration(r, i);
        tally_add(&total, t);
        if (t->sends > 0)
            print_configuration(configurations[i].name, t);
    }
    total.times = 0;
    print_configuration("total", &total);
}

/* "A" where all sends were seen by it, else the letters with their counts. */
static void
print_seen(const struct tally *t)
{
    for (int i = 0; i < SEEN_BY; i++)
        if (t->seen[i] == t->sends)
            printf(" %c", seen_letters[i]);
        else if (t->seen[i] > 0)
            printf(" %c %llu", seen_letters[i], (unsigned long long)t->seen[i]);
    printf(" |");
}

static void
print_expected(const struct program *p)
{
    printf(" %s", p->reach.expects != NULL ? p->reach.expects : "");
    for (size_t i = 0; i < STEPS_MAX && p->steps[i].text != NULL; i++)
        printf("%s%s", i > 0 || p->reach.expects != NULL ? " " : "", p->steps[i].expects);
    printf(" |");
}

static void
print_program(const struct report *r, size_t i)
{
    const struct program *p = &gallery[i];
    const struct tally *t = report_program(r, i, true, true);
    if (t->sends == 0)
        return;
    printf("| %s%s |", p->work ? "*work:* " : "", p->name);
    print_expected(p);
    printf(" %llu |", (unsigned long long)t->sends);
    print_seen(t);
    print_counts(t);
    print_times(report_program(r, i, true, false));
    print_times(report_program(r, i, false, true));
    printf(" %s |\n", p->limit != NULL ? p->limit : "");
}

static void
print_programs(const struct report *r)
{
    printf("\n| program | expected | sends | seen by | " COUNTS_HEAD
           " idle: verdict p50, p99 ms | 4 hogs: verdict p50, p99 ms | limit |\n"
           "|---|---|--:|---|" COUNTS_RULE "--:|--:|---|\n");
    for (size_t i = 0; i < gallery_count; i++)
        print_program(r, i);
}

static void
print_absent(const struct report *r)
{
    for (size_t i = 0; i < gallery_count; i++) {
        const char *why = "";
        for (size_t k = 0; k < CONFIGURATIONS; k++)
            if (r->tallies[k][i].absent[0] != '\0')
                why = r->tallies[k][i].absent;
        if (*why != '\0')
            printf("\nAbsent: %s: %s.\n", gallery[i].name, why);
    }
}

/* --- Promises ----------------------------------------------------------------------- */

static const char *
kept(double value, double most)
{
    return value <= most ? "kept" : "NOT KEPT";
}

static void
print_promise(const struct report *r, const struct promise *p)
{
    for (size_t i = 0; i < gallery_count; i++) {
        if (strcmp(gallery[i].name, p->program) != 0)
            continue;
        const struct tally *t = report_program(r, i, true, false);
        if (t->times == 0)
            continue;
        double p50 = percentile(t->send_ms, t->times, 50);
        printf(
            "| %s: from the send to the verdict, idle | %.2f, %.2f | p50 %.0f | %s |\n",
            p->program, p50, percentile(t->send_ms, t->times, 99), p->p50_ms,
            kept(p50, p->p50_ms));
    }
}

static void
print_starts(const struct starts *s)
{
    double session = percentile(s->session_ms, s->count, 50);
    double alone = percentile(s->alone_ms, s->count, 50);
    if (s->count == 0)
        return;
    printf("| from the spawn to ready | %.2f, %.2f | | |\n"
           "| from the spawn to the first prompt of bash alone | %.2f, %.2f | | |\n"
           "| the one by the other | %.2f | %.1f | %s |\n",
           session, percentile(s->session_ms, s->count, 99), alone,
           percentile(s->alone_ms, s->count, 99), session / alone, promised_start_ratio,
           kept(session / alone, promised_start_ratio));
}

void
report_print(struct report *r)
{
    print_configurations(r);
    printf("\n| time | p50, p99 ms | promised | |\n|---|--:|--:|---|\n");
    for (size_t i = 0; i < PROMISES; i++)
        print_promise(r, &promises[i]);
    print_starts(&r->starts);
    print_programs(r);
    print_absent(r);
}

/* --- JSON --------------------------------------------------------------------------- */

static void
write_list(FILE *file, const char *name, const uint64_t *values, size_t count)
{
    fprintf(file, "\"%s\": [", name);
    for (size_t i = 0; i < count; i++)
        fprintf(file, "%s%llu", i > 0 ? ", " : "", (unsigned long long)values[i]);
    fprintf(file, "], ");
}

static void
write_times(FILE *file, const char *name, const double *values, size_t count)
{
    fprintf(file, "\"%s\": [", name);
    for (size_t i = 0; i < count; i++)
        fprintf(file, "%s%.4f", i > 0 ? ", " : "", values[i]);
    fprintf(file, "]");
}

/* No name has a character that JSON escapes. */
static void
write_tally(FILE *file, const char *configuration, const struct program *p,
            const struct tally *t)
{
    fprintf(file,
            "    {\"configuration\": \"%s\", \"program\": \"%s\", \"work\": %s, "
            "\"absent\": \"%s\", \"sends\": %llu, ",
            configuration, p->name, p->work ? "true" : "false", t->absent,
            (unsigned long long)t->sends);
    write_list(file, "seen_by_PABDS_nothing", t->seen, SEEN_BY);
    write_list(file, "early_none_likely_proven", t->early, LEVELS);
    write_list(file, "after_none_likely_proven", t->after, LEVELS);
    fprintf(file, "\"otherwise\": %llu, \"unseen\": %llu, \"lost\": %llu, ",
            (unsigned long long)t->otherwise, (unsigned long long)t->unseen,
            (unsigned long long)t->lost);
    write_times(file, "verdict_ms", t->verdict_ms, t->times);
    fprintf(file, ", ");
    write_times(file, "send_ms", t->send_ms, t->times);
    fprintf(file, "}");
}

int
report_write_json(struct report *r, const char *path)
{
    const char *before = "";
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return -1;
    fprintf(file, "{\n  \"quietty\": \"%s\",\n  ", QTTY_VERSION);
    write_times(file, "start_session_ms", r->starts.session_ms, r->starts.count);
    fprintf(file, ",\n  ");
    write_times(file, "start_alone_ms", r->starts.alone_ms, r->starts.count);
    fprintf(file, ",\n  \"programs\": [\n");
    for (size_t k = 0; k < CONFIGURATIONS; k++)
        for (size_t i = 0; i < gallery_count; i++, before = ",\n") {
            fprintf(file, "%s", before);
            write_tally(file, configurations[k].name, &gallery[i], &r->tallies[k][i]);
        }
    fprintf(file, "\n  ]\n}\n");
    int failed = ferror(file);
    return fclose(file) != 0 || failed != 0 ? -1 : 0;
}
