/* The recording of a run, in the format of a session's; what it does not say is the
 * default of a replay. */
#include "cli/witness.h"

#include <inttypes.h>

static bool
begin(struct witness *w, enum event event, uint64_t now_ns)
{
    return w->tape.path != NULL && recorder_begin_event(&w->recorder, now_ns, event);
}

static void
end_line(struct witness *w)
{
    recorder_end(&w->recorder);
    tape_take_from(&w->tape, &w->recorder);
}

/* --- The head ----------------------------------------------------------------------- */

static const char *
or_first(const char *name, const char *first)
{
    return name != NULL ? name : first;
}

/* Nobody's marks are ours. */
static void
put_head(struct recorder *r, const struct view_options *view)
{
    bool stream = view->projection != NULL && strcmp(view->projection, "stream") == 0;
    recorder_put_version(r);
    recorder_put_name(r, NAME_DIALECT, "none");
    recorder_put_name(r, NAME_NONCE, "00000000000000000000000000000000");
    recorder_put_name(r, NAME_ENGINE, or_first(view->engine, qtty_engine_name(0)));
    recorder_put_name(r, NAME_PERSONA, or_first(view->persona, qtty_persona_name(0)));
    recorder_put_name(r, NAME_TERM, or_first(view->term, "xterm-256color"));
    recorder_put_number(r, NUMBER_ROWS, view->rows);
    recorder_put_number(r, NUMBER_COLS, view->cols);
    recorder_put_number(r, NUMBER_STREAM, stream);
}

bool
witness_open(struct witness *w, const char *path, const struct view_options *view,
             uint64_t now_ns)
{
    recorder_init(&w->recorder, NULL, now_ns);
    if (!tape_open(&w->tape, path))
        return false;
    if (path == NULL)
        return true;
    put_head(&w->recorder, view);
    tape_take_from(&w->tape, &w->recorder);
    return true;
}

/* --- Events ------------------------------------------------------------------------- */

void
witness_output(struct witness *w, qtty_span bytes, uint64_t now_ns)
{
    if (!begin(w, EVENT_OUTPUT, now_ns))
        return;
    recorder_put_text(&w->recorder, bytes);
    end_line(w);
}

void
witness_resize(struct witness *w, uint32_t rows, uint32_t cols, uint64_t now_ns)
{
    if (!begin(w, EVENT_RESIZE, now_ns))
        return;
    recorder_put(&w->recorder, " %" PRIu32 "x%" PRIu32, rows, cols);
    end_line(w);
}

void
witness_end(struct witness *w, const qtty_child *child, uint64_t now_ns)
{
    if (begin(w, EVENT_END, now_ns))
        end_line(w);
    if (!begin(w, EVENT_EXIT, now_ns))
        return;
    recorder_put(&w->recorder, " %s=%" PRId32, child_words[child->state], child->value);
    end_line(w);
}

void
witness_close(struct witness *w)
{
    tape_close(&w->tape);
    recorder_finish(&w->recorder);
}
