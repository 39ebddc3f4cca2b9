/* Draws a terminal as a window would: after each piece of output a snapshot is updated,
 * and only the rows that changed are drawn, run by run. Here a row is drawn by printing
 * it, with the colour of what is not in the default one. */
#include <quietty/draw.h>
#include <stdio.h>
#include <string.h>

enum { ROWS = 4, COLS = 24 };

struct window {
    uint64_t drawn[ROWS]; /* generations of what each row shows */
};

static void
draw_run(const qtty_snapshot *picture, const qtty_run *run)
{
    qtty_colors usual, colors;
    qtty_snapshot_colors(picture, &(qtty_style){ 0 }, &usual);
    qtty_snapshot_colors(picture, &run->style, &colors);
    if (run->text.len == 0) /* erased cells: the background alone */
        printf("%*s", (int)run->cols, "");
    else if (colors.fg == usual.fg)
        printf("%.*s", (int)run->text.len, (const char *)run->text.data);
    else
        printf("<%06x>%.*s</>", (unsigned)colors.fg, (int)run->text.len,
               (const char *)run->text.data);
}

static void
draw_row(const qtty_snapshot *picture, int32_t row)
{
    qtty_runs runs;
    qtty_run run;
    qtty_snapshot_runs(picture, row, &runs);
    printf("  %d |", (int)row);
    while (qtty_runs_next(&runs, &run))
        draw_run(picture, &run);
    printf("|\n");
}

/* A row that only moved would be copied by a real window: its generation is the one that
 * another row had. Here it is drawn. */
static void
draw_changes(struct window *window, const qtty_snapshot *picture)
{
    for (int32_t y = 0; y < ROWS; y++) {
        qtty_row row;
        qtty_snapshot_row(picture, y, &row);
        if (row.generation != window->drawn[y])
            draw_row(picture, y);
        window->drawn[y] = row.generation;
    }
    qtty_cursor cursor;
    qtty_snapshot_cursor(picture, &cursor);
    printf("  cursor at %d, %d\n", (int)cursor.row, (int)cursor.col);
}

static const char *const output[] = {
    "$ make\r\n[1/3] parser\r\n",
    "[2/3] screen\r\n",
    "\x1b[?2026h\x1b[2;1H\x1b[K",   /* a frame begins: */
    "[3/3] \x1b[31mfailed\x1b[m",   /* nothing is drawn */
    "\x1b[K\x1b[4;1H$ \x1b[?2026l", /* until it ends */
    "\x1b[4;3Hexit\r\n",
};

static qtty_status
play(qtty_emulator *terminal, qtty_snapshot *picture)
{
    struct window window = { { 0 } };
    qtty_status status = QTTY_OK;
    for (size_t i = 0; status == QTTY_OK && i < sizeof output / sizeof output[0]; i++) {
        qtty_emulator_feed(terminal,
                           (qtty_span){ (const uint8_t *)output[i], strlen(output[i]) });
        status = qtty_snapshot_update(picture, terminal, 0);
        printf("piece %d\n", (int)i + 1);
        draw_changes(&window, picture);
    }
    return status;
}

int
main(void)
{
    qtty_emulator *terminal = NULL;
    qtty_snapshot *picture = NULL;
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.rows = ROWS;
    config.cols = COLS;
    qtty_status status = qtty_emulator_create(&terminal, &config);
    if (status == QTTY_OK)
        status = qtty_snapshot_create(&picture, terminal, NULL);
    if (status == QTTY_OK)
        status = play(terminal, picture);
    if (status != QTTY_OK)
        fprintf(stderr, "%s\n", qtty_status_text(status));
    qtty_snapshot_destroy(picture);
    qtty_emulator_destroy(terminal);
    return status == QTTY_OK ? 0 : 1;
}
