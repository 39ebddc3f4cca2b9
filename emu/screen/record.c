/* Packing rows, and reading what was packed. */
#include "screen/record.h"

#include "unicode/utf8.h"
#include <quietty/emulator.h>
#include <string.h>

enum {
    HEAD_BYTES = 8,
    MORE_BYTES = 6,
    RUN_BYTES = 4,
    LINKED_RUN_BYTES = 8,
    SHORT_BYTES = 8, /* fewer of ASCII are packed as other scalars are */
};

/* A run in memory begins with what each run of a record has. */
_Static_assert(sizeof(struct run) == LINKED_RUN_BYTES, "a run has no padding");
_Static_assert(offsetof(struct run, style) == 2
                   && offsetof(struct run, link) == RUN_BYTES,
               "column and style come first");
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
    if ((run.link | run.protect) != 0)
        p->flags |= RECORD_LINKED;
}

static bool
is_long_ascii(const struct cell *cells, const struct cell *end)
{
    return end - cells >= SHORT_BYTES && cell_is_byte(cells[0])
           && cell_is_byte(cells[SHORT_BYTES / 2])
           && cell_is_byte(cells[SHORT_BYTES - 1]);
}

/* Is a word's lowest byte its first? Known when this is compiled. */
static bool
is_little_endian(void)
{
    const uint32_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first == 1;
}

/* PACKED_WIDE and a scalar from 0800 to FFFF, stored at once where words allow it. */
static inline uint8_t *
put_wide(uint8_t *to, uint32_t scalar)
{
    if (is_little_endian()) {
        uint32_t word = (scalar & 0x3F) << 24 | (scalar << 10 & 0x3F0000)
                        | scalar >> 12 << 8 | 0x8080E000u | PACKED_WIDE;
        memcpy(to, &word, sizeof word);
        return to + sizeof word;
    }
    *to++ = PACKED_WIDE;
    return to + utf8_encode(scalar, to);
}

static uint8_t *
put_cluster(uint8_t *to, struct cell cell, const struct intern *clusters)
{
    qtty_span text = intern_get(clusters, cell.content);
    to[0] = cell.width == 2 ? PACKED_WIDE_CLUSTER : PACKED_CLUSTER;
    to[1] = (uint8_t)text.len;
    if (text.len != 0)
        memcpy(to + 2, text.data, text.len);
    return to + 2 + text.len;
}

/* Of an erased cell the content is PACKED_ERASED. */
uint8_t *
packed_put(uint8_t *to, struct cell cell, const struct intern *clusters)
{
    if (cell.kind == CELL_CLUSTER)
        return put_cluster(to, cell, clusters);
    if (cell.width == 2)
        *to++ = PACKED_WIDE;
    return to + utf8_encode(cell.content, to);
}

/* Where cells of one look are packed. */
struct packing {
    const struct cell *at, *end;
    uint8_t *to;
    struct cell like;
    uint64_t narrow, wide, spacer; /* words of scalars without them, and of a spacer */
};

static struct packing
packing_of(uint8_t *to, const struct cell *cells, uint32_t count)
{
    struct packing p = {
        .at = cells, .end = cells + count, .to = to, .like = cell_with(cells[0], 0)
    };
    struct cell cell = p.like;
    cell.kind = CELL_SCALAR;
    cell.width = 1;
    p.narrow = cell_word(cell);
    cell.width = 2;
    p.wide = cell_word(cell);
    cell.kind = CELL_SPACER;
    cell.width = 0;
    p.spacer = cell_word(cell);
    return p;
}

/* All of one width, as a text in Chinese, Japanese or Korean is for the most part. */
static bool
pack_wide(struct packing *p)
{
    const struct cell *at = p->at, *end = p->end;
    uint8_t *to = p->to;
    while (end - at >= 2) {
        uint32_t scalar = at[0].content;
        bool is_one = cell_word(cell_with(at[0], 0)) == p->wide && scalar >= 0x800
                      && scalar <= 0xFFFF && cell_word(at[1]) == p->spacer;
        if (!is_one)
            break;
        to = put_wide(to, scalar);
        at += 2;
    }
    bool any = at != p->at;
    p->at = at;
    p->to = to;
    return any;
}

/* A few of ASCII, between others. */
static bool
pack_ascii(struct packing *p)
{
    const struct cell *at = p->at, *end = p->end;
    uint8_t *to = p->to;
    if (is_long_ascii(at, end))
        return false;
    while (at != end && cell_is_byte(*at) && cell_word(cell_with(*at, 0)) == p->narrow)
        *to++ = (uint8_t)at++->content;
    bool any = at != p->at;
    p->at = at;
    p->to = to;
    return any;
}

/* Any cell that is whole, and looks as the others. */
static bool
pack_one(struct packing *p, const struct intern *clusters)
{
    const struct cell *at = p->at;
    uint32_t width = at[0].width;
    if (at[0].kind == CELL_SPACER || width > p->end - at || !cell_is_like(at[0], p->like)
        || !cell_is_like(at[width - 1], p->like) || is_long_ascii(at, p->end))
        return false;
    p->to = packed_put(p->to, at[0], clusters);
    p->at = at + width;
    return true;
}

/* What begins with more than ASCII, as far as it looks the same, with ASCII where that is
 * short. Where a wide cell and its spacer look different, each is in a run of its own.
 * @return Columns. */
static uint32_t
pack_others(struct packer *p, const struct cell *cells, uint32_t count,
            const struct intern *clusters)
{
    struct packing to = packing_of(p->text.data + p->text.len, cells, count);
    p->flags = (p->flags & RECORD_LINKED) | RECORD_EXTENDED;
    while (to.at != to.end
           && (pack_wide(&to) || pack_ascii(&to) || pack_one(&to, clusters)))
        ;
    if (to.at == cells) {
        if (cells[0].kind != CELL_SPACER)
            to.to = packed_put(to.to, cells[0], clusters);
        to.at++;
    }
    p->text.len = (size_t)(to.to - p->text.data);
    return (uint32_t)(to.at - cells);
}

/* ASCII, and erased cells, whose content is PACKED_ERASED. Between others it is a single
 * blank most of the time. @return Columns. */
static uint32_t
pack_bytes(struct packer *p, const struct cell *cells, uint32_t count)
{
    uint8_t *to = p->text.data + p->text.len;
    uint32_t bytes = 1;
    if (count == 1 || !cell_is_byte(cells[1])) {
        *to = (uint8_t)cells[0].content;
    } else {
        bytes = (uint32_t)p->widen->alike(cells, count);
        p->widen->pack(to, cells, bytes);
    }
    p->text.len += bytes;
    return bytes;
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
        x += cell_is_byte(*cells) ? pack_bytes(p, cells, rest)
                                  : pack_others(p, cells, rest, clusters);
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

/* Where text has a byte a column it is ASCII: of all else a column takes more. */
bool
packer_take_printed(struct packer *p, const struct row *row, qtty_span text)
{
    p->text.len = p->runs.len = 0;
    p->flags = text.len == row->cells ? RECORD_BYTES : RECORD_EXTENDED;
    if (qtty_buf_append(&p->text, text.data, text.len) != QTTY_OK
        || qtty_buf_reserve(&p->runs, sizeof(struct run)) != QTTY_OK) {
        p->text.len = 0;
        return false;
    }
    if (!cell_is_like(row->store[0], cell_erased(0))) {
        begin_run(p, 0, row->store[0]);
        p->flags |= RECORD_EXTENDED;
    }
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

static size_t
run_bytes(uint8_t flags)
{
    return (flags & RECORD_LINKED) != 0 ? LINKED_RUN_BYTES : RUN_BYTES;
}

static uint8_t *
write_more(uint8_t *to, size_t text_bytes, size_t run_count)
{
    uint32_t bytes = (uint32_t)text_bytes;
    uint16_t runs = (uint16_t)run_count;
    memcpy(to, &bytes, 4);
    memcpy(to + 4, &runs, 2);
    return to + MORE_BYTES;
}

/* By sizes that are known here, which need no call. */
static void
write_runs(uint8_t *to, const struct run *runs, size_t count, uint8_t flags)
{
    if ((flags & RECORD_LINKED) != 0) {
        memcpy(to, runs, count * LINKED_RUN_BYTES);
        return;
    }
    for (size_t i = 0; i < count; i++)
        memcpy(to + i * RUN_BYTES, &runs[i], RUN_BYTES);
}

static size_t
packed_runs(const struct packer *p)
{
    return p->runs.len / sizeof(struct run);
}

size_t
record_bytes(const struct packer *p)
{
    size_t more = (p->flags & RECORD_EXTENDED) != 0 ? MORE_BYTES : 0;
    return HEAD_BYTES + more + p->text.len + packed_runs(p) * run_bytes(p->flags);
}

void
record_write(uint8_t *to, const struct packer *p, const struct record *head)
{
    to = write_head(to, head, p->flags);
    if ((p->flags & RECORD_EXTENDED) != 0)
        to = write_more(to, p->text.len, packed_runs(p));
    if (p->text.len != 0)
        memcpy(to, p->text.data, p->text.len);
    write_runs(to + p->text.len, (const struct run *)(const void *)p->runs.data,
               packed_runs(p), p->flags);
}

/* Runs are there unless all of it has the default look. */
static uint8_t
text_flags(const struct row *row)
{
    const struct run *runs = row_runs(row);
    bool plain = row->runs == 0
                 || (row->runs == 1 && (runs->style | runs->link | runs->protect) == 0);
    return (uint8_t)(RECORD_BYTES | (plain ? 0 : RECORD_EXTENDED)
                     | (row->is_linked ? RECORD_LINKED : 0));
}

size_t
record_text_bytes(const struct row *row, uint8_t *flags)
{
    *flags = text_flags(row);
    if ((*flags & RECORD_EXTENDED) == 0)
        return HEAD_BYTES + row->cells;
    return HEAD_BYTES + MORE_BYTES + row->cells + row->runs * run_bytes(*flags);
}

/* In steps of a size that the compiler knows: most rows are short, and how short nobody
 * knows before. A row's store has room for more bytes than cells. */
static void
copy_text(uint8_t *to, const struct row *row)
{
    const uint8_t *from = (const uint8_t *)row->store;
    uint32_t i = 0;
    do {
        memcpy(to + i, from + i, RECORD_SLACK + 1);
        i += RECORD_SLACK + 1;
    } while (i < row->cells);
}

void
record_write_text(uint8_t *to, const struct row *row, const struct record *head)
{
    to = write_head(to, head, 0);
    if ((head->flags & RECORD_EXTENDED) != 0)
        to = write_more(to, row->cells, row->runs);
    copy_text(to, row);
    if ((head->flags & RECORD_EXTENDED) != 0)
        write_runs(to + row->cells, row_runs(row), row->runs, head->flags);
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
    r.runs = (qtty_span){ bytes + text_bytes, runs * run_bytes(r.flags) };
    return r;
}

static struct run
run_at(const struct record *r, size_t at)
{
    struct run run = { 0 };
    if ((r->flags & RECORD_LINKED) != 0)
        memcpy(&run, r->runs.data + at, LINKED_RUN_BYTES);
    else
        memcpy(&run, r->runs.data + at, RUN_BYTES);
    return run;
}

void
record_mark(const struct record *r, struct intern *styles, struct intern *links)
{
    for (size_t at = 0; at < r->runs.len; at += run_bytes(r->flags)) {
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
    reader->run_at += run_bytes(r->flags);
    bool last = reader->run_at == r->runs.len;
    reader->run_end = last ? UINT32_MAX : run_at(r, reader->run_at).first;
}

/* Bytes of the scalar that begins with this one: the text is well-formed. */
static size_t
scalar_bytes(uint8_t first)
{
    return first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

qtty_status
packed_text(const struct packed_cell *cell, qtty_buf *out)
{
    return cell->text.len != 0 ? qtty_buf_append(out, cell->text.data, cell->text.len)
                               : qtty_buf_append(out, " ", 1);
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
    reader->run_at = run_at - run_bytes(r->flags);
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
