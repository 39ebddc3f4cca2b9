/* Rows to lines. The same joining serves rows that left the screen, once each, and rows
 * that are on it, whenever somebody looks: the latter go to a store that is made anew. */
#include "lines/project.h"

#include "lines/concealed.h"

static void
joined_init(struct joined *j, const qtty_allocator *allocator, struct store *text)
{
    *j = (struct joined){ .text = text };
    ring_init(&j->origins, allocator, sizeof(struct origin));
}

void
project_init(struct project *p, const qtty_allocator *allocator, qtty_emulator *emulator,
             struct store *store, qtty_hidden hidden)
{
    *p = (struct project){
        .emulator = emulator, .stale = true, .over = UINT64_MAX, .hidden = hidden
    };
    store_init(&p->screen_text, allocator, QTTY_ROWS_MAX + 1, 2 * store->bytes_max);
    joined_init(&p->scrolled, allocator, store);
    joined_init(&p->on_screen, allocator, &p->screen_text);
    qtty_buf_init(&p->row, allocator,
                  (size_t)QTTY_COLS_MAX
                      * (QTTY_CLUSTER_BYTES_MAX + CONCEALED_MARK_BYTES));
    qtty_emulator_scrolled(emulator, &p->first, NULL);
    p->next = p->first;
    p->pulls = qtty_emulator_pulls(emulator);
}

void
project_finish(struct project *p)
{
    ring_finish(&p->scrolled.origins);
    ring_finish(&p->on_screen.origins);
    store_finish(&p->screen_text);
    qtty_buf_finish(&p->row);
}

/* --- Joining ------------------------------------------------------------------------ */

/* The open line ends, with its origin or not at all. */
static qtty_status
end_line(struct joined *j)
{
    j->origins.first = j->text->starts.first;
    struct origin *origin = ring_push(&j->origins);
    if (origin == NULL) {
        store_rewind(j->text, j->text->starts.end);
        j->text->lost++;
        return QTTY_E_NOMEM;
    }
    *origin = j->current;
    const qtty_status st = store_end_line(j->text);
    j->origins.end = j->text->starts.end;
    return st;
}

static qtty_status
join(struct joined *j, const qtty_row *row, uint64_t place, qtty_span text)
{
    qtty_status st = QTTY_OK;
    if (!j->text->open) {
        store_begin(j->text);
        j->current.id = row->id != 0 ? row->id : ID_OF_PLACE | place;
        j->current.first = place;
    }
    j->current.end = place + 1;
    if (text.len > 0)
        st = store_append(j->text, text);
    return row->soft_wrapped ? st : first_failure(st, end_line(j));
}

/* --- Rows that left the screen ------------------------------------------------------ */

/* Half of what is kept beyond a screen for rows that left one by one; the other half for
 * what follows them: one run of text, of which a byte is at most two columns of a row
 * that has half of them, or one sequence, which moves a screen. */
enum { FEED_ROWS = 512 };

static size_t
run_bytes(const struct project *p)
{
    uint32_t cols;
    qtty_emulator_size(p->emulator, NULL, &cols);
    return (size_t)FEED_ROWS * (cols >= 4 ? cols / 4 : 1);
}

qtty_status
project_feed(struct project *p, qtty_span *bytes)
{
    const size_t most = run_bytes(p);
    qtty_span piece = { bytes->data, bytes->len < most ? bytes->len : most };
    const qtty_status st = qtty_emulator_feed_rows(p->emulator, &piece, FEED_ROWS);
    bytes->len -= (size_t)(piece.data - bytes->data);
    bytes->data = piece.data;
    return st;
}

static qtty_status
scrolled_text(struct project *p, uint64_t place)
{
    qtty_cells cells;
    if (p->hidden == QTTY_HIDDEN_KEPT)
        return qtty_emulator_scrolled_text(p->emulator, place, &p->row);
    qtty_status st = qtty_emulator_scrolled_cells(p->emulator, place, &cells);
    return st != QTTY_OK
               ? st
               : concealed_text(p->emulator, &cells, cells.cols, p->hidden, &p->row);
}

/* The emulator has no row where it lacked memory: a blank line stands for it. */
static qtty_status
take_row(struct project *p, uint64_t place)
{
    qtty_row row;
    p->row.len = 0;
    qtty_status st = qtty_emulator_scrolled_row(p->emulator, place, &row);
    if (st == QTTY_OK)
        st = scrolled_text(p, place);
    if (st != QTTY_OK) {
        p->missed++;
        p->row.len = 0;
        st = QTTY_E_NOMEM;
    }
    return first_failure(st, join(&p->scrolled, &row, place, qtty_buf_span(&p->row)));
}

/* A row that was wrapped when it left may lose what continued it, by an erase. */
static qtty_status
end_if_unwrapped(struct project *p)
{
    qtty_row last;
    if (!p->scrolled.text->open || p->next == 0)
        return QTTY_OK;
    if (qtty_emulator_scrolled_row(p->emulator, p->next - 1, &last) != QTTY_OK)
        return QTTY_OK;
    return last.soft_wrapped ? QTTY_OK : end_line(&p->scrolled);
}

qtty_status
project_drain(struct project *p)
{
    uint64_t first, end;
    qtty_emulator_scrolled(p->emulator, &first, &end);
    p->first = first;
    qtty_status worst = end_if_unwrapped(p);
    if (p->next < first) {
        p->missed += first - p->next;
        p->next = first;
        if (p->scrolled.text->open)
            worst = first_failure(worst, end_line(&p->scrolled));
    }
    p->stale |= p->next < end;
    for (; p->next < end; p->next++)
        worst = first_failure(worst, take_row(p, p->next));
    return worst;
}

/* --- Rows that came back ------------------------------------------------------------ */

const struct origin *
project_origin(const struct project *p, uint64_t ordinal)
{
    return ring_at(&p->scrolled.origins, ordinal);
}

uint64_t
project_pulled(struct project *p)
{
    const struct ring *lines = &p->scrolled.text->starts;
    uint64_t ordinal = lines->end;
    p->low = qtty_emulator_scrolled_low(p->emulator, p->pulls);
    if (p->low < p->first)
        p->low = p->first; /* no row before it can have come back */
    p->pulls = qtty_emulator_pulls(p->emulator);
    while (p->over == UINT64_MAX && ordinal > lines->first
           && project_origin(p, ordinal - 1)->end > p->low)
        ordinal--;
    return ordinal;
}

/* The rows of a line that did not come back are taken again, as far as they are kept. */
static void
resume(struct project *p, const struct origin *line)
{
    uint64_t first;
    qtty_emulator_scrolled(p->emulator, &first, NULL);
    p->next = line->first;
    if (first <= line->first)
        return;
    store_mark_cut(p->scrolled.text);
    p->scrolled.current = *line;
    p->next = first < p->low ? first : p->low;
}

void
project_reopen(struct project *p, uint64_t ordinal)
{
    struct store *text = p->scrolled.text;
    if (p->over != UINT64_MAX || p->low >= p->next)
        return;
    struct origin line = { .first = UINT64_MAX };
    if (ordinal < text->starts.end)
        line = *project_origin(p, ordinal);
    else if (text->open)
        line = p->scrolled.current;
    store_rewind(text, ordinal);
    p->scrolled.origins.end = ordinal;
    p->head.there = false;
    p->next = p->low;
    if (line.first < p->low)
        resume(p, &line);
    p->stale = true;
}

/* --- Rows on the screen ------------------------------------------------------------- */

static uint32_t
written_rows(const struct project *p)
{
    uint32_t rows;
    qtty_row row = { 0 };
    qtty_emulator_size(p->emulator, &rows, NULL);
    while (rows > 0) {
        qtty_emulator_primary_row(p->emulator, rows - 1, &row);
        if (row.id != 0)
            break;
        rows--;
    }
    return rows;
}

qtty_status
project_row(struct project *p, uint32_t y, uint32_t end)
{
    qtty_cells cells;
    p->row.len = 0;
    if (p->hidden == QTTY_HIDDEN_KEPT)
        return qtty_emulator_primary_text(p->emulator, y, &p->row);
    qtty_status st = qtty_emulator_primary_cells(p->emulator, y, &cells);
    return st != QTTY_OK ? st
                         : concealed_text(p->emulator, &cells, end, p->hidden, &p->row);
}

static qtty_status
join_screen(struct project *p, struct joined *j)
{
    qtty_status worst = QTTY_OK;
    const uint32_t rows = written_rows(p);
    for (uint32_t y = 0; y < rows; y++) {
        qtty_row row;
        p->row.len = 0;
        qtty_status st = qtty_emulator_primary_row(p->emulator, y, &row);
        if (st == QTTY_OK)
            st = project_row(p, y, row.cells);
        worst = first_failure(worst, st);
        st = join(j, &row, p->next + y, qtty_buf_span(&p->row));
        worst = first_failure(worst, st);
    }
    return j->text->open ? first_failure(worst, end_line(j)) : worst;
}

/* Is all of the scrolled line, up to `taken`, still at the front of the screen's text?
 * More of it may stand there: it is cut when it is looked at. */
static bool
has_head(const struct project *p)
{
    const struct store *text = p->scrolled.text, *screen = &p->screen_text;
    const struct head *h = &p->head;
    if (!h->there || !text->open || h->ordinal != text->starts.end
        || h->lost != text->lost || h->taken < text->open_start
        || screen->starts.first != 0)
        return false;
    const uint64_t start = store_start(screen, 0);
    return h->end >= start && h->end - start >= h->taken - text->open_start;
}

/* A line whose head left the screen continues on it: begin with the head. */
static qtty_status
join_head(struct project *p)
{
    struct store *text = p->scrolled.text, *screen = &p->screen_text;
    store_trim(text);
    if (has_head(p)) {
        store_resume(screen, 0, p->head.end);
    } else {
        store_clear(screen);
        p->head = (struct head){ .ordinal = text->starts.end,
                                 .lost = text->lost,
                                 .taken = text->open_start };
        if (!text->open)
            return QTTY_OK;
        store_begin(screen);
    }
    qtty_span more;
    qtty_status st = store_open_text(text, p->head.taken, &more);
    if (st == QTTY_OK && more.len > 0)
        st = store_append(screen, more);
    if (text->open_cut)
        store_mark_cut(screen);
    p->head.taken = text->tail;
    p->head.end = screen->tail;
    p->head.there = st == QTTY_OK;
    p->on_screen.current = p->scrolled.current;
    return st;
}

/* Other colours can conceal other text. */
static bool
colors_changed(struct project *p)
{
    qtty_generations now = { .colors = p->colors };
    if (p->hidden != QTTY_HIDDEN_KEPT)
        qtty_emulator_generations(p->emulator, &now);
    const bool changed = now.colors != p->colors;
    p->colors = now.colors;
    return changed;
}

qtty_status
project_look(struct project *p)
{
    const uint64_t generation = qtty_emulator_generation(p->emulator);
    p->stale |= colors_changed(p);
    if (!p->stale && generation == p->generation)
        return QTTY_OK;
    p->on_screen.origins.first = p->on_screen.origins.end = 0;
    p->generation = generation;
    p->stale = false;
    if (p->over != UINT64_MAX) {
        store_clear(&p->screen_text);
        return QTTY_OK;
    }
    qtty_status st = join_head(p);
    st = first_failure(st, join_screen(p, &p->on_screen));
    p->stale = st != QTTY_OK;
    p->head.there &= st == QTTY_OK;
    return st;
}

uint64_t
project_length(const struct project *p, uint64_t index)
{
    const struct store *text = p->scrolled.text, *screen = &p->screen_text;
    if (index > 0 || !text->open)
        return store_length(screen, index);
    return store_length(text, text->starts.end) + store_start(screen, 1) - p->head.end;
}

qtty_status
project_end(struct project *p)
{
    p->over = p->scrolled.text->starts.end;
    p->stale = true;
    return join_screen(p, &p->scrolled);
}

/* --- The view ----------------------------------------------------------------------- */

bool
project_in_view(const struct project *p, uint64_t ordinal)
{
    qtty_row row;
    if (ordinal >= p->over)
        return true;
    const uint64_t last = project_origin(p, ordinal)->end - 1;
    return qtty_emulator_scrolled_row(p->emulator, last, &row) == QTTY_OK && row.in_view;
}
