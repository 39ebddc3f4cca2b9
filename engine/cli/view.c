/* An emulator and its lines, fed together, in pieces after which the lines are taken. */
#include "cli/view.h"

#include "cli/message.h"
#include "cli/show.h"
#include "lines/feed.h"
#include <string.h>

enum {
    LINES_KEPT = 10000,
    BYTES_KEPT = 4194304,
    CELL_BYTES = 4, /* UTF-8 of a cell; more, in combining marks, output has to bring */
};

const char *
view_projection(size_t index)
{
    static const char *const names[] = { "screen", "stream" };
    return index < sizeof names / sizeof names[0] ? names[index] : NULL;
}

static bool
told(qtty_status st, const char *what)
{
    if (st != QTTY_OK)
        fail(EXIT_FAILED, "%s: %s", what, qtty_status_text(st));
    return st == QTTY_OK;
}

static bool
open_converter(struct view *v, const struct view_options *o)
{
    struct failure why;
    if (converter_is_utf8(o->encoding)
        || converter_open(&v->converter, o->encoding, false, NULL, &why) == QTTY_OK)
        return true;
    fail(EXIT_FAILED, "--%s", why.text);
    return false;
}

const char *
view_hidden(size_t index)
{
    static const char *const names[] = {
        [QTTY_HIDDEN_KEPT - 1] = "kept",
        [QTTY_HIDDEN_MARKED - 1] = "marked",
        [QTTY_HIDDEN_REMOVED - 1] = "removed",
    };
    return index < sizeof names / sizeof names[0] ? names[index] : NULL;
}

qtty_hidden
view_hidden_of(const char *name)
{
    size_t i = 0;
    while (name != NULL && strcmp(view_hidden(i), name) != 0)
        i++;
    return name != NULL ? (qtty_hidden)(i + 1) : QTTY_HIDDEN_DEFAULT;
}

bool
view_open(struct view *v, const struct view_options *o)
{
    qtty_emulator_config emulator = QTTY_EMULATOR_CONFIG_INIT;
    qtty_lines_config lines = QTTY_LINES_CONFIG_INIT;
    *v = (struct view){ .stream = o->projection && strcmp(o->projection, "stream") == 0 };
    emulator.engine = o->engine;
    emulator.persona = o->persona;
    emulator.term = o->term;
    emulator.rows = o->rows;
    emulator.cols = o->cols;
    emulator.reports = o->reports;
    lines.scrollback_lines = LINES_KEPT;
    lines.scrollback_max_bytes = BYTES_KEPT;
    lines.hidden = view_hidden_of(o->hidden);
    if (v->stream && lines.hidden > QTTY_HIDDEN_KEPT) {
        fail(EXIT_USAGE, "--hidden: %s: needs --projection screen", o->hidden);
        return false;
    }
    lines.projection = v->stream ? QTTY_PROJECTION_STREAM : QTTY_PROJECTION_SCREEN;

    return open_converter(v, o)
           && told(qtty_emulator_create(&v->emulator, &emulator), "emulator")
           && told(qtty_lines_create(&v->lines, &lines, v->stream ? NULL : v->emulator),
                   "lines")
           && told(qtty_reader_create(&v->reader, v->lines), "lines");
}

static size_t
least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* So few bytes that the lines keep all that becomes final within them. A byte ends one
 * line of a stream, or one sequence, which moves a screen of rows at most; the rows that
 * stay open need their room, too. (Of the largest screens the text of one does not fit:
 * what is dropped then is told.) */
static size_t
piece_max(const struct view *v)
{
    uint32_t rows, cols;
    if (v->stream)
        return LINES_KEPT - 1;
    qtty_emulator_size(v->emulator, &rows, &cols);
    size_t by_lines = LINES_KEPT / rows - 1;
    size_t by_bytes = BYTES_KEPT / CELL_BYTES / ((size_t)rows * cols);
    size_t most = least(by_lines, by_bytes);
    return most != 0 ? most : 1;
}

/* No further than a resize by output. @param bytes  Advanced past what was fed. */
static qtty_status
feed_piece(struct view *v, qtty_span *bytes)
{
    qtty_span fed = *bytes;
    if (!v->stream)
        return lines_feed_some(v->lines, bytes);
    qtty_status st = qtty_emulator_feed_rows(v->emulator, bytes, UINT64_MAX);
    fed.len -= bytes->len;
    return st == QTTY_OK ? qtty_lines_feed(v->lines, fed) : st;
}

/* @param from  What was fed since it was told last; advanced to `to`. */
static void
tell_heard(struct view *v, const uint8_t **from, const uint8_t *to)
{
    qtty_span heard = { *from, (size_t)(to - *from) };
    if (v->heard != NULL && heard.len != 0)
        v->heard(v->context, heard);
    *from = to;
}

static bool
has_size(const struct view *v, uint32_t rows, uint32_t cols)
{
    uint32_t now_rows, now_cols;
    qtty_emulator_size(v->emulator, &now_rows, &now_cols);
    return rows == now_rows && cols == now_cols;
}

static qtty_status
feed_text(struct view *v, qtty_span bytes, bool json, qtty_buf *out)
{
    const uint8_t *untold = bytes.data;
    uint32_t rows, cols;
    qtty_status st = QTTY_OK;
    while (st == QTTY_OK && bytes.len != 0) {
        qtty_emulator_size(v->emulator, &rows, &cols);
        size_t n = out != NULL ? least(bytes.len, piece_max(v)) : bytes.len;
        qtty_span piece = { bytes.data, n };
        st = feed_piece(v, &piece);
        if (st == QTTY_OK && out != NULL)
            st = view_take_lines(v, json, out);
        bytes.len -= (size_t)(piece.data - bytes.data);
        bytes.data = piece.data;
        if (!has_size(v, rows, cols))
            tell_heard(v, &untold, bytes.data);
    }
    tell_heard(v, &untold, bytes.data);
    return st;
}

qtty_status
view_feed(struct view *v, qtty_span bytes, bool json, qtty_buf *out)
{
    struct converter_text text;
    qtty_status st;
    if (v->converter == NULL)
        return feed_text(v, bytes, json, out);
    do {
        st = converter_decode(v->converter, &bytes, &text);
        if (st == QTTY_OK)
            st = feed_text(v, (qtty_span){ text.bytes, text.len }, json, out);
    } while (st == QTTY_OK && text.len != 0);
    return st;
}

qtty_status
view_end_bytes(struct view *v)
{
    struct converter_text text = { .len = 0 };
    qtty_status st = QTTY_OK;
    if (v->converter != NULL)
        st = converter_end(v->converter, &text);
    if (st == QTTY_OK)
        st = feed_text(v, (qtty_span){ text.bytes, text.len }, false, NULL);
    return st;
}

qtty_status
view_end(struct view *v)
{
    qtty_status st = view_end_bytes(v);
    return st == QTTY_OK ? qtty_lines_end(v->lines) : st;
}

static qtty_status
append_line(const qtty_line *line, bool json, qtty_buf *out)
{
    if (json)
        return show_line(line, out);
    qtty_status st = qtty_buf_append(out, line->text.data, line->text.len);
    return st == QTTY_OK ? qtty_buf_append(out, "\n", 1) : st;
}

qtty_status
view_take_lines(struct view *v, bool json, qtty_buf *out)
{
    qtty_status st = QTTY_OK;
    while (st == QTTY_OK) {
        qtty_line line;
        uint64_t gap = 0;
        st = qtty_reader_next(v->reader, &line, &gap);
        v->dropped += gap;
        if (st == QTTY_OK) {
            v->cut += line.cut;
            st = append_line(&line, json, out);
        }
    }
    return st == QTTY_E_NOT_FOUND ? QTTY_OK : st;
}

void
view_tell_dropped(const struct view *v)
{
    if (v->dropped != 0)
        fail(0, "lines: %llu dropped, more came at once than are kept",
             (unsigned long long)v->dropped);
    if (v->cut != 0)
        fail(0, "lines: %llu without their front, longer than is kept",
             (unsigned long long)v->cut);
}

void
view_close(struct view *v)
{
    qtty_reader_destroy(v->reader);
    qtty_lines_destroy(v->lines);
    qtty_emulator_destroy(v->emulator);
    converter_close(v->converter);
    *v = (struct view){ 0 };
}
