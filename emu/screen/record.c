/* Packing rows, and reading what was packed. */
#include "screen/record.h"

#include "unicode/utf8.h"
#include <quietty/emulator.h>
#include <string.h>

enum {
    HEAD_BYTES = 8,
    MORE_BYTES = 6,
    RUN_BYTES = 8,
};

_Static_assert(sizeof(struct run) == RUN_BYTES, "a run has no padding");
_Static_assert(QTTY_COLS_MAX <= UINT16_MAX, "columns of heads and runs");
_Static_assert(QTTY_CLUSTER_BYTES_MAX <= UINT8_MAX, "a cluster's count is a byte");

void
packer_init(struct packer *p, const qtty_allocator *a)
{
    *p = (struct packer){ .widen = widen_on(CPU_BEST) };
    qtty_buf_init(&p->text, a, 0);
    qtty_buf_init(&p->runs, a, 0);
}

void
packer_finish(struct packer *p)
{
    qtty_buf_finish(&p->text);
    qtty_buf_finish(&p->runs);
}

/* --- Packing ------------------------------------------------------------------------ */

/* There is room: packer_take reserved it. */
static void
begin_run(struct packer *p, uint32_t column, struct cell cell)
{
    struct run run = { (uint16_t)column, cell.style, cell.link, cell.protect };
    memcpy(p->runs.data + p->runs.len, &run, sizeof run);
    p->runs.len += sizeof run;
}

static void
pack_cluster(struct packer *p, struct cell cell, const struct intern *clusters)
{
    uint8_t *to = p->text.data + p->text.len;
    qtty_span text = intern_get(clusters, cell.content);
    to[0] = cell.width == 2 ? PACKED_WIDE_CLUSTER : PACKED_CLUSTER;
    to[1] = (uint8_t)text.len;
    if (text.len != 0)
        memcpy(to + 2, text.data, text.len);
    p->text.len += 2 + text.len;
}

/* Scalars beyond ASCII, and their spacers, as far as they look the same.
 * @return Columns. */
static uint32_t
pack_scalars(struct packer *p, const struct cell *cells, uint32_t count)
{
    uint8_t *to = p->text.data + p->text.len;
    uint32_t n = 0;
    for (; n < count && cell_is_like(cells[n], cells[0]); n++) {
        if (cells[n].kind == CELL_SPACER)
            continue;
        if (cells[n].kind != CELL_SCALAR || cells[n].content < 0x80)
            break;
        if (cells[n].width == 2)
            *to++ = PACKED_WIDE;
        to += utf8_encode(cells[n].content, to);
    }
    p->text.len = (size_t)(to - p->text.data);
    return n;
}

/* All but the ASCII of a column, and the erased cells. @return Columns. */
static uint32_t
pack_others(struct packer *p, const struct cell *cells, uint32_t count,
            const struct intern *clusters)
{
    p->flags = RECORD_EXTENDED;
    if (cells[0].kind != CELL_CLUSTER)
        return pack_scalars(p, cells, count);
    pack_cluster(p, cells[0], clusters);
    return 1;
}

static void
pack_cells(struct packer *p, const struct row *row, const struct intern *clusters)
{
    struct cell look = cell_erased(0);
    for (uint32_t x = 0; x < row->cells;) {
        const struct cell *cells = row->store + x;
        if (!cell_is_like(*cells, look)) {
            begin_run(p, x, *cells);
            look = *cells;
        }
        uint32_t rest = row->cells - x;
        uint32_t bytes =
            cell_is_byte(*cells) ? (uint32_t)p->widen->alike(cells, rest) : 0;
        if (bytes != 0) /* of an erased cell 0: PACKED_ERASED */
            p->widen->pack(p->text.data + p->text.len, cells, bytes);
        p->text.len += bytes;
        x += bytes != 0 ? bytes : pack_others(p, cells, rest, clusters);
    }
    if (p->runs.len != 0)
        p->flags |= RECORD_EXTENDED;
}

bool
packer_take(struct packer *p, const struct row *row, const struct intern *clusters)
{
    p->text.len = p->runs.len = 0;
    p->flags = RECORD_BYTES;
    if (qtty_buf_reserve(&p->text, row->cells * (size_t)(QTTY_CLUSTER_BYTES_MAX + 2))
            != QTTY_OK
        || qtty_buf_reserve(&p->runs, row->cells * sizeof(struct run)) != QTTY_OK)
        return false;
    pack_cells(p, row, clusters);
    return true;
}

/* --- Records ------------------------------------------------------------------------ */

static uint8_t *
write_head(uint8_t *to, const struct record *head, uint8_t flags)
{
    uint16_t columns = (uint16_t)head->columns;
    memcpy(to, &head->id, 4);
    memcpy(to + 4, &columns, 2);
    to[6] = head->flags | flags;
    to[7] = (uint8_t)head->line;
    return to + HEAD_BYTES;
}

static uint8_t *
write_more(uint8_t *to, size_t text_bytes, size_t runs_bytes)
{
    uint32_t bytes = (uint32_t)text_bytes;
    uint16_t runs = (uint16_t)(runs_bytes / RUN_BYTES);
    memcpy(to, &bytes, 4);
    memcpy(to + 4, &runs, 2);
    return to + MORE_BYTES;
}

size_t
record_bytes(const struct packer *p)
{
    size_t more = (p->flags & RECORD_EXTENDED) != 0 ? MORE_BYTES : 0;
    return HEAD_BYTES + more + p->text.len + p->runs.len;
}

void
record_write(uint8_t *to, const struct packer *p, const struct record *head)
{
    to = write_head(to, head, p->flags);
    if ((p->flags & RECORD_EXTENDED) != 0)
        to = write_more(to, p->text.len, p->runs.len);
    if (p->text.len != 0)
        memcpy(to, p->text.data, p->text.len);
    if (p->runs.len != 0)
        memcpy(to + p->text.len, p->runs.data, p->runs.len);
}

/* Bytes of its runs; 0 where all of it has the default look. */
static size_t
runs_bytes(const struct row *row)
{
    const struct run *runs = row_runs(row);
    bool plain = row->runs == 1 && (runs->style | runs->link | runs->protect) == 0;
    return plain ? 0 : row->runs * sizeof *runs;
}

size_t
record_text_bytes(const struct row *row)
{
    size_t runs = runs_bytes(row);
    return HEAD_BYTES + row->cells + (runs != 0 ? MORE_BYTES + runs : 0);
}

void
record_write_text(uint8_t *to, const struct row *row, const struct record *head)
{
    size_t runs = runs_bytes(row);
    to = write_head(to, head, runs != 0 ? RECORD_BYTES | RECORD_EXTENDED : RECORD_BYTES);
    if (runs != 0)
        to = write_more(to, row->cells, runs);
    memcpy(to, row->store, row->cells);
    if (runs != 0)
        memcpy(to + row->cells, row_runs(row), runs);
}

struct record
record_open(const uint8_t *bytes)
{
    struct record r = { .flags = bytes[6], .line = (enum row_line)bytes[7] };
    uint16_t columns, runs = 0;
    memcpy(&r.id, bytes, 4);
    memcpy(&columns, bytes + 4, 2);
    uint32_t text_bytes = r.columns = columns;
    bytes += HEAD_BYTES;
    if ((r.flags & RECORD_EXTENDED) != 0) {
        memcpy(&text_bytes, bytes, 4);
        memcpy(&runs, bytes + 4, 2);
        bytes += MORE_BYTES;
    }
    r.text = (qtty_span){ bytes, text_bytes };
    r.runs = (qtty_span){ bytes + text_bytes, (size_t)runs * RUN_BYTES };
    return r;
}

static struct run
run_at(const struct record *r, size_t at)
{
    struct run run;
    memcpy(&run, r->runs.data + at, sizeof run);
    return run;
}

void
record_mark(const struct record *r, struct intern *styles, struct intern *links)
{
    for (size_t at = 0; at < r->runs.len; at += RUN_BYTES) {
        struct run run = run_at(r, at);
        intern_mark(styles, run.style);
        intern_mark(links, run.link);
    }
}

/* --- Reading ------------------------------------------------------------------------ */

void
record_read(struct record_reader *reader, const struct record *r)
{
    *reader = (struct record_reader){ .record = *r };
    reader->run_end = r->runs.len == 0 ? UINT32_MAX : run_at(r, 0).first;
}

static void
next_run(struct record_reader *reader)
{
    const struct record *r = &reader->record;
    struct run run = run_at(r, reader->run_at);
    reader->look.style = run.style;
    reader->look.link = run.link;
    reader->look.protect = run.protect != 0;
    reader->run_at += RUN_BYTES;
    bool last = reader->run_at == r->runs.len;
    reader->run_end = last ? UINT32_MAX : run_at(r, reader->run_at).first;
}

/* Bytes of the scalar that begins with this one: the text is well-formed. */
static size_t
scalar_bytes(uint8_t first)
{
    return first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

bool
packed_is_scalar(qtty_span text)
{
    return text.len == scalar_bytes(text.data[0]);
}

void
record_resume(struct record_reader *reader, const struct record *r, uint32_t column,
              size_t text_at, size_t run_at)
{
    record_read(reader, r);
    reader->column = column;
    reader->text_at = text_at;
    if (run_at == 0)
        return;
    reader->run_at = run_at - RUN_BYTES;
    next_run(reader);
}

/* The text of the cell that begins here. @return bytes that it takes in the record. */
static size_t
cell_text(const uint8_t *at, struct packed_cell *out)
{
    uint8_t first = at[0];
    size_t prefix = 0, len = 0;
    out->width = 1;
    if (first == PACKED_CLUSTER || first == PACKED_WIDE_CLUSTER) {
        prefix = 2;
        len = at[1];
        out->width = first == PACKED_WIDE_CLUSTER ? 2 : 1;
    } else if (first == PACKED_WIDE) {
        prefix = 1;
        len = scalar_bytes(at[1]);
        out->width = 2;
    } else if (first == PACKED_ERASED) {
        prefix = 1;
    } else {
        len = scalar_bytes(first);
    }
    out->text = (qtty_span){ at + prefix, len };
    return prefix + len;
}

bool
record_next(struct record_reader *reader, struct packed_cell *out)
{
    if (reader->column >= reader->record.columns
        || reader->text_at >= reader->record.text.len)
        return false;
    while (reader->column >= reader->run_end)
        next_run(reader);
    *out = reader->look;
    reader->text_at += cell_text(reader->record.text.data + reader->text_at, out);
    reader->column += out->width;
    return true;
}

static void
pass_one(struct record_reader *reader)
{
    struct packed_cell cell;
    reader->text_at += cell_text(reader->record.text.data + reader->text_at, &cell);
    reader->column += cell.width;
}

static uint32_t
next_width(const struct record_reader *reader)
{
    uint8_t first = reader->record.text.data[reader->text_at];
    return first == PACKED_WIDE || first == PACKED_WIDE_CLUSTER ? 2 : 1;
}

void
record_seek(struct record_reader *reader, uint32_t column)
{
    if ((reader->record.flags & RECORD_BYTES) != 0 && column <= reader->record.columns) {
        reader->text_at = reader->column = column;
        return;
    }
    while (reader->column < reader->record.columns
           && reader->column + next_width(reader) <= column)
        pass_one(reader);
}
