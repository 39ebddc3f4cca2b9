/* An emulator and its lines, fed together. */
#include "cli/view.h"

#include "cli/message.h"
#include "cli/show.h"
#include <string.h>

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
    lines.projection = v->stream ? QTTY_PROJECTION_STREAM : QTTY_PROJECTION_SCREEN;

    return told(qtty_emulator_create(&v->emulator, &emulator), "emulator")
           && told(qtty_lines_create(&v->lines, &lines, v->stream ? NULL : v->emulator),
                   "lines")
           && told(qtty_reader_create(&v->reader, v->lines), "lines");
}

qtty_status
view_feed(struct view *v, qtty_span bytes)
{
    qtty_status st = qtty_lines_feed(v->lines, bytes);
    if (st == QTTY_OK && v->stream)
        st = qtty_emulator_feed(v->emulator, bytes);
    return st;
}

static qtty_status
append_line(const qtty_line *line, bool json, qtty_buf *out)
{
    if (json)
        return show_json(show_line(line), out);
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
        if (st == QTTY_OK)
            st = append_line(&line, json, out);
    }
    return st == QTTY_E_NOT_FOUND ? QTTY_OK : st;
}

void
view_close(struct view *v)
{
    qtty_reader_destroy(v->reader);
    qtty_lines_destroy(v->lines);
    qtty_emulator_destroy(v->emulator);
    *v = (struct view){ 0 };
}
