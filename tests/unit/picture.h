/* Pictures of tests: what rows show, written down, and streams that change everything
 * that a terminal shows. */
#ifndef QTTY_UNIT_PICTURE_H
#define QTTY_UNIT_PICTURE_H

#include "unit/terminal.h"
#include <quietty/draw.h>

/* --- Random streams ----------------------------------------------------------------- */

struct random {
    uint64_t state;
};

/* xorshift64* */
static inline uint32_t
draw(struct random *r, uint32_t below)
{
    r->state ^= r->state >> 12;
    r->state ^= r->state << 25;
    r->state ^= r->state >> 27;
    return (uint32_t)((r->state * UINT64_C(2685821657736338717)) >> 33) % below;
}

/* A kind of change each, and how often there are several of a kind says its weight. */
static const char *const changes[] = {
    "abc",
    "0123456789",
    " ",
    "\r\n",
    "\r\n\n",
    "x\r\ny\r\nz\r\n",
    "\u65E5\u672C",
    "e\u0301",
    "\U0001F600",
    "\u00FC",
    "\x1b[?2027h\u2764\uFE0F\x1b[?2027l",
    "\t",
    "\b",
    "\x1bM",
    "\x1b"
    "D",
    "\x1b[31mred\x1b[m",
    "\x1b[1;44m \x1b[m",
    "\x1b[42m",
    "\x1b[m",
    "\x1b[4:3;58:5:9mu\x1b[m",
    "\x1b[1\"qp\x1b[\"q",
    "\x1b]8;id=a;http://x/\x1b\\link\x1b]8;;\x1b\\",
    "\x1b[H",
    "\x1b[3;5H",
    "\x1b[2;2H",
    "\x1b[A",
    "\x1b[B",
    "\x1b[C",
    "\x1b[J",
    "\x1b[1J",
    "\x1b[2J",
    "\x1b[3J",
    "\x1b[?2J",
    "\x1b[K",
    "\x1b[1K",
    "\x1b[2K",
    "\x1b[?K",
    "\x1b[3X",
    "\x1b[2@",
    "\x1b[2P",
    "\x1b[L",
    "\x1b[2M",
    "\x1b[S",
    "\x1b[2T",
    "\x1b[ @",
    "\x1b[ A",
    "\x1b[2'}",
    "\x1b['~",
    "\x1b"
    "6",
    "\x1b"
    "9",
    "\x1b[2;4r",
    "\x1b[r",
    "\x1b[?69h\x1b[3;9s",
    "\x1b[?69l",
    "\x1b[43;2;2;4;6$x",
    "\x1b[2;2;3;8$z",
    "\x1b[1;1;3;8${",
    "\x1b[1;1;2;9;1;3;3;1$v",
    "\x1b[1;2;3;6;1$r",
    "\x1b[2*x\x1b[1;2;3;6;7$t\x1b[*x",
    "\x1b#3",
    "\x1b#4",
    "\x1b#5",
    "\x1b#6",
    "\x1b#8",
    "\x1b[?47h",
    "\x1b[?47l",
    "\x1b[?1047h",
    "\x1b[?1047l",
    "\x1b[?1049h",
    "\x1b[?1049l",
    "\x1b[?5h",
    "\x1b[?5l",
    "\x1b[?40h\x1b[?3h",
    "\x1b[?25l",
    "\x1b[?25h",
    "\x1b[?12h",
    "\x1b[5 q",
    "\x1b]4;1;#123456\x1b\\",
    "\x1b]104\x1b\\",
    "\x1b]11;#202020\x1b\\",
    "\x1b]2;title\x1b\\",
    "\x1b]2;other\x1b\\",
    "\x1b[#P\x1b]4;1;red\x1b\\\x1b[#Q",
    "\x1b[!p",
    "\x1b"
    "c",
    "\x1b[?2026h",
    "\x1b[?2026l",
};

static inline qtty_emulator *
small_terminal(const char *engine, uint32_t rows, uint32_t cols)
{
    qtty_emulator *e;
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.engine = engine;
    config.rows = rows;
    config.cols = cols;
    config.scrollback_rows = 12;
    assert_int_equal(qtty_emulator_create(&e, &config), QTTY_OK);
    return e;
}

/* Some changes, now and then a new size. */
static inline void
change(qtty_emulator *e, struct random *r)
{
    for (uint32_t n = 1 + draw(r, 4); n > 0; n--)
        feed(e, changes[draw(r, COUNT_OF(changes))]);
    if (draw(r, 12) == 0)
        assert_int_equal(qtty_emulator_resize(e, 1 + draw(r, 6), 1 + draw(r, 14)),
                         QTTY_OK);
}

/* --- Rows, written down ------------------------------------------------------------- */

static inline void
add(qtty_buf *out, const void *bytes, size_t len)
{
    assert_int_equal(qtty_buf_append(out, bytes, len), QTTY_OK);
}

static inline void
add_number(qtty_buf *out, uint64_t number)
{
    add(out, &number, sizeof number);
}

static inline void
add_row(qtty_buf *out, const qtty_row *row)
{
    add_number(out, row->id);
    add_number(out, row->cells);
    add_number(out, row->soft_wrapped);
    add_number(out, row->size);
}

static inline void
add_cell(qtty_buf *out, const qtty_cell *cell)
{
    add_number(out, cell->width);
    add_number(out, cell->protect);
    add_number(out, (uint64_t)cell->style.fg << 32 | cell->style.bg);
    add_number(out, (uint64_t)cell->style.ul << 32 | cell->style.attributes);
    add_number(out, cell->style.underline);
    add(out, cell->text, cell->text_len + 1u);
    add(out, cell->link.data, cell->link.len);
    add(out, "", 1);
    add(out, cell->link_id.data, cell->link_id.len);
}

static inline void
add_cells(qtty_buf *out, qtty_cells cells)
{
    qtty_cell cell;
    while (qtty_cells_next(&cells, &cell))
        add_cell(out, &cell);
    add_number(out, cells.col);
}

/* A row of the emulator, cell by cell, each looked up: what all else is compared with. */
static inline void
add_emulator_row(qtty_buf *out, const qtty_emulator *e, int32_t y)
{
    uint32_t cols;
    qtty_row row;
    qtty_cell cell;
    qtty_emulator_size(e, NULL, &cols);
    assert_int_equal(qtty_emulator_row(e, y, &row), QTTY_OK);
    add_row(out, &row);
    for (uint32_t x = 0; x < cols; x++) {
        assert_int_equal(qtty_emulator_cell(e, y, x, &cell), QTTY_OK);
        add_cell(out, &cell);
    }
    add_number(out, cols);
}

static inline void
add_cursor(qtty_buf *out, const qtty_cursor *cursor)
{
    add_number(out, (uint64_t)cursor->row << 32 | cursor->col);
    add_number(out, cursor->pending_wrap);
    add_number(out, cursor->visible);
    add_number(out, cursor->blink);
    add_number(out, cursor->shape);
}

static inline void
assert_same(const qtty_buf *got, const qtty_buf *wanted)
{
    assert_int_equal(got->len, wanted->len);
    if (wanted->len != 0)
        assert_memory_equal(got->data, wanted->data, wanted->len);
}

#endif
