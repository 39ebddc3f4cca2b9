/* Bars on a scale of powers of ten, a group for each input, as SVG: text and lines in a
 * grey that is read on white and on black, and no background. A tick at our own bar is
 * what the project promises. */
#include "plots.h"

#include "corpora.h"
#include "promises.h"
#include <math.h>
#include <stdio.h>

enum { SUBJECTS = 4, GROUPS_MAX = 16 };
enum { LEFT = 170, WIDTH = 480, RIGHT = 70, TOP = 56, BAR = 11, GAP = 14, FOOT = 30 };

static const struct {
    const char *name, *label, *colour;
} plotted[SUBJECTS] = {
    { "emulator", "quietty", "#2f81f7" },
    { "libtsm", "libtsm", "#8a7fb0" },
    { "libvterm", "libvterm", "#6a9a78" },
    { "xterm", "xterm.js", "#b08a5a" },
};

struct group {
    const char *label;
    double value[SUBJECTS]; /* negative: not measured */
    double promise;         /* 0: none */
};

struct chart {
    const char *title;
    double low, high; /* of the scale: powers of ten */
    struct group group[GROUPS_MAX];
    size_t count;
};

/* --- Drawing ------------------------------------------------------------------------ */

static double
place(const struct chart *c, double value)
{
    double share = log10(value / c->low) / log10(c->high / c->low);
    return LEFT + WIDTH * fmin(fmax(share, 0.003), 1);
}

static void
draw_text(FILE *file, double x, double y, const char *anchor, const char *text)
{
    fprintf(file, "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"%s\">%s</text>\n", x, y,
            anchor, text);
}

static void
draw_scale(FILE *file, const struct chart *c, double bottom)
{
    char text[32];
    for (double value = c->low; value <= c->high * 1.001; value *= 10) {
        double x = place(c, value);
        fprintf(file,
                "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%.1f\" stroke=\"#80868f\" "
                "stroke-opacity=\"0.3\"/>\n",
                x, x, TOP - 6, bottom);
        snprintf(text, sizeof(text), "%.0f", value);
        draw_text(file, x, bottom + 16, "middle", text);
    }
}

static void
draw_legend(FILE *file)
{
    double x = LEFT;
    for (size_t i = 0; i < SUBJECTS; i++, x += 100) {
        fprintf(file,
                "<rect x=\"%.0f\" y=\"30\" width=\"10\" height=\"10\" fill=\"%s\"/>\n", x,
                plotted[i].colour);
        draw_text(file, x + 15, 39, "start", plotted[i].label);
    }
}

static void
draw_bar(FILE *file, const struct chart *c, const struct group *g, size_t i, double y)
{
    char text[32];
    double end = g->value[i] > 0 ? place(c, g->value[i]) : LEFT;
    snprintf(text, sizeof(text),
             g->value[i] < 0    ? "-"
             : g->value[i] < 10 ? "%.1f"
                                : "%.0f",
             g->value[i]);
    fprintf(file,
            "<rect x=\"%d\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>\n",
            LEFT, y, end - LEFT, BAR - 1, plotted[i].colour);
    draw_text(file, end + 4, y + BAR - 2, "start", text);
    if (i == 0 && g->promise > 0)
        fprintf(file,
                "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" "
                "stroke=\"#d0503f\" stroke-width=\"2\"/>\n",
                place(c, g->promise), place(c, g->promise), y - 2, y + BAR + 1);
}

static void
draw_chart(FILE *file, const struct chart *c)
{
    double step = SUBJECTS * BAR + GAP;
    double bottom = TOP + (double)c->count * step;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\" "
            "font-family=\"sans-serif\" font-size=\"11\" fill=\"#80868f\">\n",
            LEFT + WIDTH + RIGHT, bottom + FOOT);
    draw_text(file, LEFT, 18, "start", c->title);
    draw_legend(file);
    draw_scale(file, c, bottom);
    for (size_t k = 0; k < c->count; k++) {
        double y = TOP + (double)k * step;
        draw_text(file, LEFT - 8, y + SUBJECTS * BAR / 2.0 + 4, "end", c->group[k].label);
        for (size_t i = 0; i < SUBJECTS; i++)
            draw_bar(file, c, &c->group[k], i, y + (double)i * BAR);
    }
    fprintf(file, "</svg>\n");
}

static int
write_chart(const struct chart *c, const char *folder, const char *name)
{
    char path[512];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return -1;
    draw_chart(file, c);
    int failed = ferror(file);
    return fclose(file) != 0 || failed != 0 ? -1 : 0;
}

/* --- What is drawn ------------------------------------------------------------------ */

static int
write_speed(const struct results *r, const char *folder)
{
    static char labels[GROUPS_MAX][48];
    struct chart c = { .title =
                           "Throughput, MB/s of CPU time (more is better); the tick: "
                           "what is promised",
                       .low = 1,
                       .high = 10000 };
    for (size_t k = 0; k < corpus_count && c.count < GROUPS_MAX; k++) {
        struct group *g = &c.group[c.count++];
        snprintf(labels[k], sizeof(labels[k]), "%s: %s", corpora[k].name,
                 corpora[k].what);
        g->label = labels[k];
        g->promise = promised_speed(r, corpora[k].name);
        for (size_t i = 0; i < SUBJECTS; i++)
            g->value[i] =
                results_find(r, "speed", corpora[k].name, plotted[i].name, CHUNK_BYTES);
    }
    return write_chart(&c, folder, "speed.svg");
}

static int
write_memory(const struct results *r, const char *folder)
{
    static const struct {
        const char *figure, *label;
        double promise;
    } figures[] = {
        { "a line of a", "bytes a line, plain log", LINE_A_BYTES_MAX },
        { "a line of b", "bytes a line, styled log", LINE_B_BYTES_MAX },
        { "an idle terminal", "KiB, an idle terminal", IDLE_KIB_MAX },
        { "its creation", "µs, its creation", CREATION_US_MAX },
    };
    struct chart c = { .title = "Footprint (less is better); the tick: at most, as "
                                "promised; libvterm keeps no lines",
                       .low = 1,
                       .high = 10000 };
    for (size_t k = 0; k < sizeof(figures) / sizeof(figures[0]); k++) {
        struct group *g = &c.group[c.count++];
        g->label = figures[k].label;
        g->promise = figures[k].promise;
        for (size_t i = 0; i < SUBJECTS; i++)
            g->value[i] = results_find(r, "footprint", figures[k].figure, plotted[i].name,
                                       CHUNK_BYTES);
    }
    return write_chart(&c, folder, "memory.svg");
}

int
plots_write(const struct results *r, const char *folder)
{
    return write_speed(r, folder) != 0 || write_memory(r, folder) != 0 ? -1 : 0;
}
