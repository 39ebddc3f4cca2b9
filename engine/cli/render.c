/* quietty render: the screen, the lines or the state that a recording leads to. */
#include "cli/command.h"
#include "cli/message.h"
#include "cli/options.h"
#include "cli/recording.h"
#include "cli/show.h"
#include "cli/view.h"
#include <string.h>

struct render {
    struct view_options view_options;
    const char *format;
    double at; /* seconds; below 0: to the end */
    struct recording recording;
    struct view view;
    qtty_buf out;
};

static const char *
format_name(size_t index)
{
    static const char *const names[] = { "text", "lines", "json", "ansi" };
    return index < sizeof names / sizeof names[0] ? names[index] : NULL;
}

static int
write_out(struct render *r)
{
    if (r->out.len != 0)
        (void)fwrite(r->out.data, 1, r->out.len, stdout); /* main looks at the stream */
    r->out.len = 0;
    return 0;
}

static int
out_of_memory(void)
{
    return fail(EXIT_FAILED, "%s", qtty_status_text(QTTY_E_NOMEM));
}

static bool
prints_lines(const struct render *r)
{
    return strcmp(r->format, "lines") == 0;
}

/* A size that was asked for stands, whatever the recording says. */
static qtty_status
take_piece(struct render *r, const struct recording_piece *piece)
{
    bool fixed = r->view_options.rows != 0 || r->view_options.cols != 0;
    if (piece->rows == 0)
        return view_feed(&r->view, piece->bytes, false, prints_lines(r) ? &r->out : NULL);
    if (fixed)
        return QTTY_OK;
    qtty_status st = qtty_emulator_resize(r->view.emulator, piece->rows, piece->cols);
    return st == QTTY_OK && !r->view.stream ? qtty_lines_sync(r->view.lines) : st;
}

static int
play(struct render *r)
{
    struct recording_piece piece;
    qtty_status st = QTTY_OK;
    while (st == QTTY_OK && recording_next(&r->recording, &piece)) {
        if (r->at >= 0 && piece.seconds > r->at)
            break;
        st = take_piece(r, &piece);
        write_out(r);
    }
    if (r->recording.failed)
        return EXIT_FAILED;
    return st == QTTY_OK ? 0 : out_of_memory();
}

/* Lines were dropped, or one of those that are there lost its front. */
static bool
is_truncated(const struct view *v)
{
    bool truncated = qtty_lines_dropped(v->lines) != 0;
    qtty_line line;
    for (uint64_t i = 0; !truncated && qtty_lines_line(v->lines, i, &line) == QTTY_OK;
         i++)
        truncated = line.cut;
    return truncated;
}

static int
show(struct render *r)
{
    bool json = strcmp(r->format, "json") == 0;
    qtty_status st = QTTY_OK;
    json_t *object = json ? show_emulator(r->view.emulator) : NULL;
    if (strcmp(r->format, "text") == 0)
        st = show_screen(r->view.emulator, &r->out);
    else if (strcmp(r->format, "ansi") == 0)
        st = qtty_emulator_draw(r->view.emulator, &r->out);
    else
        st = view_end(&r->view);
    if (st == QTTY_OK && prints_lines(r))
        st = view_take_lines(&r->view, false, &r->out);
    if (json) {
        json_object_set_new(object, "lines", show_lines(r->view.lines));
        json_object_set_new(object, "truncated", json_boolean(is_truncated(&r->view)));
        st = show_json(object, &r->out);
    }
    return st == QTTY_OK ? write_out(r) : out_of_memory();
}

static int
render(struct render *r)
{
    struct view_options view = r->view_options;
    if (r->at >= 0 && !recording_has_times(&r->recording))
        return fail(EXIT_USAGE, "--at: %s has no times", r->recording.name);
    const char *text = recording_of_text(&r->recording);
    if (text != NULL && !converter_is_utf8(view.encoding))
        return fail(EXIT_USAGE, "--encoding: %s is %s, which is UTF-8", r->recording.name,
                    text);
    view.rows = view.rows != 0 ? view.rows : r->recording.rows;
    view.cols = view.cols != 0 ? view.cols : r->recording.cols;
    if (!view_open(&r->view, &view))
        return EXIT_FAILED;
    int code = play(r);
    if (code == 0)
        code = show(r);
    view_tell_dropped(&r->view);
    return code;
}

static int
read_options(struct render *r, int *argc, char **argv)
{
    struct view_options *view = &r->view_options;
    const struct option_row rows[] = {
        OPT_CHOICE("format", &r->format, format_name, "what to print"),
        OPT_SECONDS("at", &r->at, 0, "stop at this time of the recording"),
        OPT_COUNT("rows", &view->rows, QTTY_ROWS_MAX, "height; the recording's, or 24"),
        OPT_COUNT("cols", &view->cols, QTTY_COLS_MAX, "width; the recording's, or 80"),
        OPT_CHOICE("projection", &view->projection, view_projection, "of the lines"),
        OPT_CHOICE("hidden", &view->hidden, view_hidden, "concealed text in lines"),
        OPT_TEXT("encoding", &view->encoding, "NAME", "charset of the bytes (UTF-8)"),
        OPT_CHOICE("engine", &view->engine, qtty_engine_name, "who executes sequences"),
        OPT_CHOICE("persona", &view->persona, qtty_persona_name,
                   "whom replies speak for"),
    };
    const struct usage usage = {
        .command = "render",
        .operands = "FILE",
        .summary =
            "Feed a recording to a headless terminal and print the screen that it leads\n"
            "to, its lines, or all of it as JSON; or, as ansi, the sequences that make\n"
            "a fresh terminal of its size the same, with its modes. FILE is raw bytes,\n"
            "an asciicast (v2, v3), a ttyrec, a typescript of script(1), or what\n"
            "quietty shell --record wrote, recognised by content; - is standard input.\n",
        .examples = "  quietty render session.cast\n"
                    "  quietty render --format lines --projection stream build.log\n"
                    "  quietty render --format json --at 12.5 demo.cast\n"
                    "  quietty render --format ansi demo.cast | quietty render -\n"
                    "  script -c top typescript; quietty render typescript\n",
        .rows = rows,
        .count = sizeof rows / sizeof rows[0],
    };
    int code = options_read(&usage, argc, argv);
    if (code == OPTIONS_GO_ON && *argc != 1)
        return fail(EXIT_USAGE, "render: %s",
                    *argc == 0 ? "needs a file; - is standard input" : "takes one file");
    return code;
}

int
command_render(int argc, char **argv)
{
    struct render r = { .format = "text", .at = -1 };
    int code = read_options(&r, &argc, argv);
    if (code != OPTIONS_GO_ON)
        return code;
    qtty_buf_init(&r.out, NULL, 0);
    code = recording_open(&r.recording, argv[0]) ? render(&r) : EXIT_FAILED;
    view_close(&r.view);
    recording_close(&r.recording);
    qtty_buf_finish(&r.out);
    return code;
}
