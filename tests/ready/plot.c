/* How the times are spread, a row a program, on a scale of powers of ten: a line from the
 * 1st to the 99th of a hundred, a bar over the middle half, a tick in the middle. Text
 * and lines in a grey that is read on white and on black, and no background. */
#include "report.h"
#include <math.h>

enum { LEFT = 150, WIDTH = 520, RIGHT = 36, TOP = 56, ROW = 15, FOOT = 30 };

static const double low_ms = 0.01, high_ms = 1000;

static const struct {
    const char *label, *colour;
    bool hogs;
} kinds[] = { { "idle", "#2f81f7", false }, { "beside 4 hogs", "#b08a5a", true } };
enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

static double
place(double ms)
{
    double share = log10(ms / low_ms) / log10(high_ms / low_ms);
    return LEFT + WIDTH * fmin(fmax(share, 0), 1);
}

static void
draw_text(FILE *file, double x, double y, const char *anchor, const char *text)
{
    fprintf(file, "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"%s\">%s</text>\n", x, y,
            anchor, text);
}

static void
draw_line(FILE *file, double x1, double x2, double y1, double y2, const char *look)
{
    fprintf(file, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=%s/>\n",
            x1, x2, y1, y2, look);
}

static void
draw_scale(FILE *file, double bottom)
{
    char text[32];
    for (double ms = low_ms; ms <= high_ms * 1.001; ms *= 10) {
        double x = place(ms);
        draw_line(file, x, x, TOP - 6, bottom, "\"#80868f\" stroke-opacity=\"0.3\"");
        snprintf(text, sizeof text, "%g ms", ms);
        draw_text(file, x, bottom + 16, "middle", text);
    }
}

static void
draw_legend(FILE *file)
{
    double x = LEFT;
    for (size_t i = 0; i < KINDS; i++, x += 100) {
        fprintf(file,
                "<rect x=\"%.0f\" y=\"30\" width=\"10\" height=\"10\" fill=\"%s\"/>\n", x,
                kinds[i].colour);
        draw_text(file, x + 15, 39, "start", kinds[i].label);
    }
}

static void
draw_spread(FILE *file, double *ms, size_t count, double y, const char *colour)
{
    char look[64];
    double x25 = place(drive_percentile(ms, count, 25));
    double x50 = place(drive_percentile(ms, count, 50));
    double x75 = place(drive_percentile(ms, count, 75));
    snprintf(look, sizeof look, "\"%s\"", colour);
    draw_line(file, place(drive_percentile(ms, count, 1)),
              place(drive_percentile(ms, count, 99)), y, y, look);
    fprintf(file,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"4\" fill=\"%s\"/>\n",
            x25, y - 2, fmax(x75 - x25, 1), colour);
    draw_line(file, x50, x50, y - 3.5, y + 3.5, look);
}

static void
draw_program(FILE *file, const struct report *r, size_t program, double y)
{
    draw_text(file, LEFT - 8, y + 4, "end", gallery[program].name);
    for (size_t i = 0; i < KINDS; i++) {
        struct tally t = *report_program(r, program, !kinds[i].hogs, kinds[i].hogs);
        if (t.times > 0)
            draw_spread(file, t.verdict_ms, t.times, y - 3 + 6.0 * (double)i,
                        kinds[i].colour);
    }
}

static void
draw(FILE *file, const struct report *r)
{
    size_t rows = 0;
    for (size_t i = 0; i < gallery_count; i++)
        rows += report_program(r, i, true, true)->times > 0;
    double bottom = TOP + (double)rows * ROW;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\" "
            "font-family=\"sans-serif\" font-size=\"11\" fill=\"#80868f\">\n",
            LEFT + WIDTH + RIGHT, bottom + FOOT);
    draw_text(file, LEFT, 18, "start",
              "From the last output to the verdict: 1st to 99th of a hundred, the middle "
              "half, the middle");
    draw_legend(file);
    draw_scale(file, bottom);
    double y = TOP + ROW / 2.0;
    for (size_t i = 0; i < gallery_count; i++) {
        if (report_program(r, i, true, true)->times == 0)
            continue;
        draw_program(file, r, i, y);
        y += ROW;
    }
    fprintf(file, "</svg>\n");
}

int
plot_write(const struct report *r, const char *path)
{
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return -1;
    draw(file, r);
    int failed = ferror(file);
    return fclose(file) != 0 || failed != 0 ? -1 : 0;
}
