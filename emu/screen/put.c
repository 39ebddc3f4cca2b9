/* Putting graphics into the cells of a row. Half of a wide cluster that is written over
 * goes, too. */
#include "screen/screen.h"

#include "unicode/utf8.h"
#include "unicode/width.h"
#include <string.h>

static struct cell
cell_of(const struct glyph *g)
{
    return (struct cell){ .content = g->scalar & 0xFFFFFFu,
                          .kind = CELL_SCALAR,
                          .width = g->width & 3u,
                          .style = g->style,
                          .link = g->link,
                          .protect = g->protect };
}

static struct cell
spacer_of(struct cell wide)
{
    wide.kind = CELL_SPACER;
    wide.width = 0;
    return cell_with(wide, 0);
}

/* The last cell may be half of a wide cluster that was split. */
static void
put_cell(struct row *row, uint32_t x, struct cell cell)
{
    struct cell *cells = row_cells(row);
    uint32_t end = x + cell.width;
    row_split(row, x);
    row_split(row, end);
    cells[x] = cell;
    if (cell.width == 2)
        cells[x + 1] = spacer_of(cell);
    row_measure_from(row, end > row->cells ? end : row->cells);
}

void
screen_put(struct screen *s, uint32_t y, uint32_t x, const struct glyph *g)
{
    if (y >= s->rows || x >= s->cols || g->width == 0 || g->width > s->cols - x)
        return;
    struct row *row = screen_active(s)[y];
    put_cell(row, x, cell_of(g));
    screen_note_written(s, row);
}

/* --- Clusters ----------------------------------------------------------------------- */

/* @return false: nothing changed. */
static bool
join(struct screen *s, struct cell *cell, uint32_t scalar)
{
    uint8_t text[QTTY_CLUSTER_BYTES_MAX + 4];
    uint32_t len = cell->kind == CELL_ERASED ? 0 : screen_cell_text(s, cell, text);
    uint32_t whole = len + utf8_encode(scalar, text + len);
    uint16_t id = len == 0 || whole > QTTY_CLUSTER_BYTES_MAX
                      ? 0
                      : screen_cluster(s, (qtty_span){ text, whole });
    if (id == 0)
        return false;
    cell->kind = CELL_CLUSTER;
    cell->content = id;
    return true;
}

void
screen_combine(struct screen *s, uint32_t y, uint32_t x, uint32_t scalar)
{
    if (y >= s->rows || x >= s->cols)
        return;
    struct row *row = screen_active(s)[y];
    if (row_cell(row, x).kind == CELL_SPACER)
        x--;
    if (join(s, &row_cells(row)[x], scalar))
        row->generation = ++s->generation;
}

/* --- Runs of text ------------------------------------------------------------------- */

/* A wide cluster whose first half was written over loses its spacer, behind the run. */
static void
close_run(struct row *row, uint32_t end)
{
    struct cell *cells = row->store;
    if (end < row->columns && cells[end].kind == CELL_SPACER)
        cells[end] = cell_erased(cells[end].style);
    row_measure_from(row, end > row->cells ? end : row->cells);
}

static inline void
place_word(struct cell *at, uint64_t word)
{
    memcpy(at, &word, sizeof word);
}

/* Where text goes, a graphic after the other. */
struct placing {
    const uint8_t *at, *end;
    struct cell *from, *to, *edge; /* first cell, next one, end of the room */
    struct printing printing;
    uint8_t *text,
        *last_text;    /* what was printed: its end, and where the last cell's is */
    uint64_t words[3]; /* by width, without a content; 0: of a spacer */
    uint32_t base;     /* of the last cluster */
};

static void
placing_begin(struct placing *p, struct row *row, const struct text_run *run)
{
    struct cell *cells = row_cells_printed(row), cell = cell_of(&run->like);
    p->at = run->text.data;
    p->end = run->text.data + run->text.len;
    p->from = p->to = cells + run->col;
    p->edge = cells + run->edge;
    p->text = p->last_text = p->printing.first;
    for (uint32_t width = 1; width <= 2; width++) {
        cell.width = width & 3u;
        p->words[width] = cell_word(cell_with(cell, 0));
    }
    p->words[0] = cell_word(spacer_of(cell));
}

/* All of one width, as a text in Chinese, Japanese or Korean is for the most part. What
 * changes is in locals: cells that are written could be anything else. */
static bool
place_east_asian(struct placing *p)
{
    const uint64_t wide = p->words[2], spacer = p->words[0];
    const uint8_t *at = p->at, *end = p->end;
    struct cell *to = p->to, *edge = p->edge;
    uint8_t *text = p->text;
    while (end - at >= 3 && edge - to >= 2) {
        uint32_t scalar = utf8_of_three(at);
        if (!scalar_is_east_asian(scalar))
            break;
        place_word(to, cell_word_with(wide, scalar));
        place_word(to + 1, spacer);
        text[0] = PACKED_WIDE;
        memcpy(text + 1, at, 3);
        text += 4;
        to += 2;
        at += 3;
    }
    if (at == p->at)
        return false;
    p->at = at;
    p->to = to;
    p->text = text;
    p->last_text = text - 4;
    return true;
}

/* A word of it, which screen_put_ascii takes. */
static bool
is_long_ascii(const uint8_t *at, const uint8_t *end)
{
    uint64_t word;
    _Static_assert(sizeof word == SCREEN_LONG_ASCII, "looked at in one load");
    if ((size_t)(end - at) < sizeof word)
        return false;
    memcpy(&word, at, sizeof word);
    return (word & UINT64_C(0x8080808080808080)) == 0;
}

/* A few of ASCII, between others. @return false: there are more, or there is no room. */
static bool
place_ascii(struct placing *p)
{
    const uint64_t narrow = p->words[1];
    const uint8_t *at = p->at, *end = p->end;
    if (is_long_ascii(at, end))
        return false;
    struct cell *to = p->to, *edge = p->edge;
    uint8_t *text = p->text;
    while (at != end && to != edge && *at < 0x80) {
        place_word(to++, cell_word_with(narrow, *at));
        *text++ = *at++;
    }
    if (at == p->at)
        return false;
    p->at = at;
    p->to = to;
    p->text = text;
    p->last_text = text - 1;
    return true;
}

/* The cell before, but for a spacer. */
static struct cell *
last_cell(const struct placing *p)
{
    return p->to[-1].kind == CELL_SPACER ? p->to - 2 : p->to - 1;
}

/* What has no width joins the cell before. At the edge the engine decides, which refuses
 * VS16 there. @return false: it is the engine's. */
static bool
place_mark(struct screen *s, struct placing *p, uint32_t scalar)
{
    if (p->to == p->from || p->to == p->edge)
        return false;
    struct cell *last = last_cell(p);
    if (last->kind == CELL_SCALAR)
        p->base = last->content;
    if (!join(s, last, scalar))
        return true;
    p->text = packed_put(p->last_text, *last, &s->clusters);
    if (!printed_has_room(&p->printing, p->text, (uint32_t)(p->edge - p->to))) {
        p->printing.keeps = false;
        p->text = p->last_text = p->printing.first;
    }
    return true;
}

/* Any scalar. @return false: it has no room, or nothing here to join. */
static bool
place_one(struct screen *s, struct placing *p, uint32_t ambiguous_width)
{
    const uint8_t *next = p->at;
    uint32_t scalar = utf8_step(&next);
    uint32_t width = scalar_width(scalar, ambiguous_width);
    if (width > p->edge - p->to || (width == 0 && !place_mark(s, p, scalar)))
        return false;
    if (width != 0) {
        place_word(p->to, cell_word_with(p->words[width], scalar));
        p->last_text = p->text;
        *p->text = PACKED_WIDE;
        p->text += width - 1;
        while (p->at != next)
            *p->text++ = *p->at++;
    }
    if (width == 2)
        place_word(p->to + 1, p->words[0]);
    p->to += width;
    p->at = next;
    return true;
}

static void
place_text(struct screen *s, struct placing *p, struct text_run *run)
{
    const struct cell *row = p->from - run->col;
    while (p->at != p->end) {
        bool placed = *p->at < 0x80 ? place_ascii(p)
                      : *p->at < 0xE0
                          ? place_one(s, p, run->ambiguous_width)
                          : place_east_asian(p) || place_one(s, p, run->ambiguous_width);
        if (!placed)
            break;
    }
    if (p->to == p->from)
        return;
    const struct cell *last = last_cell(p);
    run->text = (qtty_span){ p->at, (size_t)(p->end - p->at) };
    run->col = (uint32_t)(p->to - row);
    run->last_col = (uint32_t)(last - row);
    run->last = last->kind == CELL_CLUSTER ? p->base : last->content;
}

uint32_t
screen_put_text(struct screen *s, uint32_t y, struct text_run *run)
{
    struct row *row = screen_active(s)[y];
    uint32_t col = run->col;
    struct placing p = { .printing = printed_begin(&s->printed, s->rows, row, col,
                                                   cell_of(&run->like)) };
    if (p.printing.first == NULL)
        return 0;
    placing_begin(&p, row, run);
    row->printed_len = 0;
    row_split(row, col);
    place_text(s, &p, run);
    if (run->col == col)
        return 0;
    close_run(row, run->col);
    printed_end(&s->printed, row, &p.printing, p.text);
    screen_note_written(s, row);
    return run->col - col;
}
