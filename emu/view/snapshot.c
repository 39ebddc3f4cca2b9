/* Snapshots: a picture is made beside the old one, of old rows where their sources are
 * the same, and takes its place when all of it is there. */
#include "view/snapshot.h"

#include "base/alloc.h"
#include "view/cells.h"
#include "handle.h"
#include <string.h>

/* --- Rows --------------------------------------------------------------------------- */

const struct kept *
snapshot_kept(const qtty_snapshot *s, int32_t row)
{
    int64_t index = (int64_t)row + s->above;
    return index >= 0 && index < (int64_t)s->above + s->rows ? s->kept[index] : NULL;
}

struct record
kept_record(const struct kept *kept)
{
    return (
        struct record){ .columns = kept->columns,
                        .flags = RECORD_LINKED,
                        .text = { kept->bytes, kept->text_bytes },
                        .runs = { kept->bytes + kept->text_bytes, kept->runs_bytes } };
}

/* --- A picture that is being made --------------------------------------------------- */

struct picture {
    qtty_snapshot *snapshot;
    const qtty_emulator *emulator;
    uint32_t rows, cols, above;
    struct kept **kept;
    struct intern *styles, *links; /* of the snapshot, or new ones */
    bool takes_rows;               /* of the old picture, */
    bool takes_above;              /* of its scrollback too, */
    bool only_grew;                /* to which rows were added, and no more */
    bool refused;                  /* a table is full */
};

static bool
add_run(struct packing *p, uint32_t column)
{
    struct run run = { (uint16_t)column, p->to_style, p->to_link, p->protect };
    return qtty_buf_append(&p->runs, &run, sizeof run) == QTTY_OK;
}

/* A value of the emulator's in a table of ours. @return false: no memory. */
static bool
translate(struct picture *p, const struct intern *from, struct intern *to, uint16_t id,
          uint16_t *out)
{
    *out = id == 0 ? 0 : intern_add(to, intern_get(from, id));
    bool starved = to->starved;
    to->starved = false;
    p->refused |= id != 0 && *out == 0 && !starved;
    return !starved;
}

static bool
take_look(struct picture *p, uint32_t column, const struct packed_cell *cell)
{
    struct packing *to = &p->snapshot->packing;
    const struct screen *s = &p->emulator->terminal.screen;
    if (cell->style == to->from_style && cell->link == to->from_link
        && cell->protect == to->protect)
        return true;
    to->from_style = cell->style;
    to->from_link = cell->link;
    to->protect = cell->protect;
    return translate(p, &s->styles, p->styles, cell->style, &to->to_style)
           && translate(p, &s->links, p->links, cell->link, &to->to_link)
           && add_run(to, column);
}

static bool
take_text(struct packing *to, const struct packed_cell *cell)
{
    uint8_t head[2] = { PACKED_ERASED, 0 };
    size_t count = 1;
    bool wide = cell->width == 2;
    if (cell->text.len != 0 && !packed_is_scalar(cell->text)) {
        head[0] = wide ? PACKED_WIDE_CLUSTER : PACKED_CLUSTER;
        head[1] = (uint8_t)cell->text.len;
        count = 2;
    } else if (cell->text.len != 0) {
        head[0] = PACKED_WIDE;
        count = wide;
    }
    return qtty_buf_append(&to->text, head, count) == QTTY_OK
           && qtty_buf_append(&to->text, cell->text.data, cell->text.len) == QTTY_OK;
}

/* What is blank at its end needs no bytes. @return false: no memory. */
static bool
pack_row(struct picture *p, int32_t row, struct kept *out)
{
    struct packing *to = &p->snapshot->packing;
    uint8_t scratch[QTTY_CLUSTER_BYTES_MAX];
    struct packed_cell cell;
    qtty_cells cells;
    to->text.len = to->runs.len = 0;
    to->from_style = to->from_link = to->to_style = to->to_link = 0;
    to->protect = false;
    (void)qtty_emulator_cells(p->emulator, row, &cells);
    while (!cells_are_over(&cells) && cells_cluster(&cells, scratch, &cell)) {
        if (!take_look(p, cells.col - 1, &cell) || !take_text(to, &cell))
            return false;
        bool blank = cell.text.len == 0 && cell.style == 0 && cell.link == 0;
        if (blank && !cell.protect)
            continue;
        out->columns = cells.col - 1 + cell.width;
        out->text_bytes = (uint32_t)to->text.len;
        out->runs_bytes = (uint32_t)to->runs.len;
    }
    return true;
}

static struct kept *
copy_row(struct picture *p, int32_t row, uint64_t source, const qtty_row *info)
{
    qtty_snapshot *s = p->snapshot;
    struct kept made = { .source = source, .info = *info };
    if (!pack_row(p, row, &made))
        return NULL;
    size_t bytes = (size_t)made.text_bytes + made.runs_bytes;
    struct kept *kept = mem_resize(s->allocator, NULL, 1, sizeof *kept + bytes);
    if (kept == NULL)
        return NULL;
    *kept = made;
    kept->info.generation = ++s->rows_made;
    if (made.text_bytes != 0)
        memcpy(kept->bytes, s->packing.text.data, made.text_bytes);
    if (made.runs_bytes != 0)
        memcpy(kept->bytes + made.text_bytes, s->packing.runs.data, made.runs_bytes);
    return kept;
}

/* --- Rows that are there already ---------------------------------------------------- */

/* A row of the screen is known by its generation, one above it by its first cell: what is
 * at a place stays while none is given anew and the width is the same. */
static uint64_t
source_of(const qtty_emulator *e, int32_t row, const qtty_row *info)
{
    struct stretch scrolled;
    if (!emulator_scrolled_at(e, row, &scrolled))
        return info->generation;
    return UINT64_C(1) << 63 | scrolled.place << 12 | scrolled.column;
}

static bool
is_same(const struct kept *kept, uint64_t source, const qtty_row *info)
{
    return !kept->taken && kept->source == source && kept->info.id == info->id
           && kept->info.cells == info->cells && kept->info.size == info->size
           && kept->info.soft_wrapped == info->soft_wrapped;
}

static uint32_t
slot_of(const qtty_snapshot *s, uint64_t source)
{
    uint64_t mixed = source * UINT64_C(0x9E3779B97F4A7C15);
    return (uint32_t)(mixed >> 32) & (s->slots_capacity - 1);
}

/* Slots for the old rows that have to be looked for, at most half of them full. @return
 * false: no memory. */
static bool
index_rows(const struct picture *p)
{
    qtty_snapshot *s = p->snapshot;
    uint32_t count = s->above + s->rows, capacity = 64;
    while (capacity < 2 * count)
        capacity *= 2;
    if (capacity > s->slots_capacity) {
        uint32_t *slots = mem_resize(s->allocator, s->slots, capacity, sizeof *slots);
        if (slots == NULL)
            return false;
        s->slots = slots;
        s->slots_capacity = capacity;
    }
    memset(s->slots, 0, s->slots_capacity * sizeof *s->slots);
    uint32_t first = p->only_grew && s->above != 0 ? s->above - 1 : 0;
    for (uint32_t i = first; i < count; i++) {
        if (s->kept[i]->source == 0)
            continue;
        uint32_t at = slot_of(s, s->kept[i]->source);
        while (s->slots[at] != 0)
            at = (at + 1) & (s->slots_capacity - 1);
        s->slots[at] = i + 1;
    }
    return true;
}

static struct kept *
find_row(const struct picture *p, int32_t row, uint64_t source, const qtty_row *info)
{
    const qtty_snapshot *s = p->snapshot;
    if (!(row < 0 ? p->takes_above : p->takes_rows))
        return NULL;
    if (source == 0) {
        const struct kept *there = snapshot_kept(s, row);
        bool same = there != NULL && is_same(there, source, info) && p->cols == s->cols;
        return same ? s->kept[row + (int64_t)s->above] : NULL;
    }
    for (uint32_t at = slot_of(s, source); s->slots[at] != 0;
         at = (at + 1) & (s->slots_capacity - 1)) {
        struct kept *kept = s->kept[s->slots[at] - 1];
        if (is_same(kept, source, info))
            return kept;
    }
    return NULL;
}

static struct kept *
take_row(struct picture *p, int32_t row)
{
    qtty_row info;
    (void)qtty_emulator_row(p->emulator, row, &info);
    uint64_t source = source_of(p->emulator, row, &info);
    struct kept *kept = find_row(p, row, source, &info);
    if (kept == NULL)
        return copy_row(p, row, source, &info);
    kept->taken = true;
    return kept;
}

/* --- Pictures ----------------------------------------------------------------------- */

/* Old rows stay where they are. */
static void
drop_picture(struct picture *p)
{
    for (uint32_t i = 0; p->kept != NULL && i < p->above + p->rows; i++) {
        if (p->kept[i] != NULL && !p->kept[i]->taken)
            mem_free(p->snapshot->allocator, p->kept[i]);
        else if (p->kept[i] != NULL)
            p->kept[i]->taken = false;
    }
    mem_free(p->snapshot->allocator, p->kept);
    p->kept = NULL;
}

/* The old rows of a scrollback that only grew: as many as there is room for, behind those
 * that are new. Not the newest of them: whether it continues may have changed. */
static void
take_old_above(struct picture *p, uint32_t fresh)
{
    const qtty_snapshot *s = p->snapshot;
    for (uint32_t n = 1; n < s->above && fresh + n < p->above; n++) {
        struct kept *kept = s->kept[s->above - 1 - n];
        kept->taken = true;
        p->kept[p->above - 1 - fresh - n] = kept;
    }
}

/* From the nearest to the screen on upwards: so the scrollback is wrapped once. */
static bool
take_above(struct picture *p)
{
    bool taken = !p->only_grew;
    for (uint32_t n = 0; n < p->above; n++) {
        struct kept **to = &p->kept[p->above - 1 - n];
        struct stretch scrolled;
        int32_t row = -1 - (int32_t)n;
        if (!taken && emulator_scrolled_at(p->emulator, row, &scrolled)
            && scrolled.place < p->snapshot->end) {
            take_old_above(p, n);
            taken = true;
        }
        if (*to == NULL)
            *to = take_row(p, row);
        if (*to == NULL)
            return false;
    }
    return true;
}

static qtty_status
make_picture(struct picture *p)
{
    p->kept =
        mem_zalloc(p->snapshot->allocator, p->above + p->rows, sizeof(struct kept *));
    bool good = p->kept != NULL && take_above(p);
    for (uint32_t y = 0; good && y < p->rows; y++) {
        p->kept[p->above + y] = take_row(p, (int32_t)y);
        good = p->kept[p->above + y] != NULL;
    }
    if (!good)
        drop_picture(p);
    return good ? QTTY_OK : QTTY_E_NOMEM;
}

static bool
is_other(const struct picture *p)
{
    const qtty_snapshot *s = p->snapshot;
    if (p->rows != s->rows || p->cols != s->cols || p->above != s->above)
        return true;
    for (uint32_t i = 0; i < p->above + p->rows; i++) {
        if (p->kept[i] != s->kept[i])
            return true;
    }
    return false;
}

static void
show_picture(struct picture *p)
{
    qtty_snapshot *s = p->snapshot;
    if (is_other(p))
        s->parts.generations.rows++;
    for (uint32_t i = 0; s->kept != NULL && i < s->above + s->rows; i++) {
        if (s->kept[i]->taken)
            s->kept[i]->taken = false;
        else
            mem_free(s->allocator, s->kept[i]);
    }
    mem_free(s->allocator, s->kept);
    s->kept = p->kept;
    s->rows = p->rows;
    s->cols = p->cols;
    s->above = p->above;
}

/* With tables of its own, which hold what is in use and no more. */
static qtty_status
make_anew(struct picture *p, struct intern *styles, struct intern *links)
{
    drop_picture(p);
    intern_init(styles, p->snapshot->allocator);
    intern_init(links, p->snapshot->allocator);
    p->styles = styles;
    p->links = links;
    p->takes_rows = p->takes_above = p->only_grew = false;
    qtty_status st = make_picture(p);
    if (st != QTTY_OK) {
        intern_finish(styles);
        intern_finish(links);
    }
    return st;
}

/* Where rows are wrapped anew, one that goes at the far end may change those that begin
 * behind it. */
static bool
only_grew(const struct picture *p)
{
    const struct history *h = &p->emulator->terminal.screen.history;
    const qtty_snapshot *s = p->snapshot;
    return p->takes_above
           && (h->in_view == h->in_straight
               || (h->first == s->first && h->view == s->view));
}

static qtty_status
update_rows(qtty_snapshot *s, const qtty_emulator *e)
{
    uint32_t above = qtty_emulator_scrollback(e);
    struct picture p = { .snapshot = s, .emulator = e };
    struct intern styles, links;
    qtty_emulator_size(e, &p.rows, &p.cols);
    p.above = above < s->above_max ? above : s->above_max;
    p.styles = &s->styles;
    p.links = &s->links;
    p.takes_rows = e == s->emulator;
    p.takes_above =
        p.takes_rows && p.cols == s->cols && qtty_emulator_pulls(e) == s->pulls;
    p.only_grew = only_grew(&p);
    qtty_status st = index_rows(&p) ? make_picture(&p) : QTTY_E_NOMEM;
    if (st == QTTY_OK && p.refused)
        st = make_anew(&p, &styles, &links);
    if (st != QTTY_OK)
        return st;
    show_picture(&p);
    if (p.styles != &s->styles) {
        intern_finish(&s->styles);
        intern_finish(&s->links);
        s->styles = styles;
        s->links = links;
    }
    return QTTY_OK;
}

qtty_status
qtty_snapshot_update(qtty_snapshot *s, const qtty_emulator *e, uint32_t flags)
{
    if ((flags & QTTY_SNAPSHOT_FORCE) == 0 && qtty_emulator_synchronised(e))
        return QTTY_OK;
    uint64_t generation = qtty_emulator_generation(e);
    if (e != s->emulator || generation != s->seen) {
        qtty_status st = update_rows(s, e);
        if (st != QTTY_OK)
            return st;
    }
    s->emulator = e;
    s->seen = generation;
    qtty_emulator_scrolled(e, &s->first, &s->end);
    s->view = e->terminal.screen.history.view;
    s->pulls = qtty_emulator_pulls(e);
    s->alternate = qtty_emulator_alternate(e);
    s->updates++;
    parts_look(&s->parts, &e->terminal);
    return QTTY_OK;
}

/* --- Life --------------------------------------------------------------------------- */

static bool
is_config_size(size_t size)
{
    return size == offsetof(qtty_snapshot_config, allocator)
           || size == offsetof(qtty_snapshot_config, above)
           || size == sizeof(qtty_snapshot_config);
}

qtty_status
qtty_snapshot_create(qtty_snapshot **out, const qtty_emulator *e,
                     const qtty_snapshot_config *config)
{
    qtty_snapshot_config c = QTTY_SNAPSHOT_CONFIG_INIT;
    *out = NULL;
    if (config != NULL && !is_config_size(config->size))
        return QTTY_E_INVAL;
    if (config != NULL)
        memcpy(&c, config, config->size);
    if (c.above > SCROLLBACK_ROWS_MAX)
        return QTTY_E_RANGE;
    qtty_snapshot *s = mem_zalloc(c.allocator, 1, sizeof *s);
    if (s == NULL)
        return QTTY_E_NOMEM;
    s->allocator = c.allocator;
    s->above_max = c.above;
    intern_init(&s->styles, c.allocator);
    intern_init(&s->links, c.allocator);
    qtty_buf_init(&s->packing.text, c.allocator, 0);
    qtty_buf_init(&s->packing.runs, c.allocator, 0);
    qtty_status st = qtty_snapshot_update(s, e, QTTY_SNAPSHOT_FORCE);
    if (st == QTTY_OK)
        *out = s;
    else
        qtty_snapshot_destroy(s);
    return st;
}

void
qtty_snapshot_destroy(qtty_snapshot *s)
{
    if (s == NULL)
        return;
    for (uint32_t i = 0; s->kept != NULL && i < s->above + s->rows; i++)
        mem_free(s->allocator, s->kept[i]);
    mem_free(s->allocator, s->kept);
    mem_free(s->allocator, s->slots);
    intern_finish(&s->styles);
    intern_finish(&s->links);
    qtty_buf_finish(&s->packing.text);
    qtty_buf_finish(&s->packing.runs);
    mem_free(s->allocator, s);
}
