/* A list of results, and JSON: an array of flat objects. */
#include "results.h"
#include <quietty/base.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
results_add(struct results *r, struct result result)
{
    if (r->count == RESULTS_MAX)
        abort();
    r->all[r->count++] = result;
}

double
results_find(const struct results *r, const char *measure, const char *input,
             const char *subject, size_t chunk_bytes)
{
    for (size_t i = 0; i < r->count; i++) {
        const struct result *one = &r->all[i];
        if (strcmp(one->measure, measure) == 0 && strcmp(one->input, input) == 0
            && strcmp(one->subject, subject) == 0 && one->chunk_bytes == chunk_bytes)
            return one->value;
    }
    return -1;
}

/* No name has a character that JSON escapes. */
static void
print_result(FILE *file, const struct result *one, const char *after)
{
    fprintf(file,
            "    {\"measure\": \"%s\", \"input\": \"%s\", \"subject\": \"%s\", "
            "\"chunk_bytes\": %zu, \"value\": %.4f, \"unit\": \"%s\"}%s\n",
            one->measure, one->input, one->subject, one->chunk_bytes, one->value,
            one->unit, after);
}

int
results_write_json(const struct results *r, const char *path)
{
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return -1;
    fprintf(file, "{\n  \"quietty\": \"%s\",\n  \"results\": [\n", QTTY_VERSION);
    for (size_t i = 0; i < r->count; i++)
        print_result(file, &r->all[i], i + 1 < r->count ? "," : "");
    fprintf(file, "  ]\n}\n");
    int failed = ferror(file);
    return fclose(file) != 0 || failed != 0 ? -1 : 0;
}
