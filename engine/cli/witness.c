/* The recording of a run, in the format of a session's; what it does not say is the
 * default of a replay. */
#include "cli/witness.h"

#include <inttypes.h>

static bool
begin(struct witness *w, const char *word, uint64_t now_ns)
{
    return w->tape.path != NULL && recorder_begin_event(&w->recorder, now_ns, word);
}

static void
end_line(struct witness *w)
{
    recorder_end(&w->recorder);
    tape_take_from(&w->tape, &w->recorder);
}

/* --- The head ----------------------------------------------------------------------- */

static void
put_name(struct witness *w, const char *key, const char *name, const char *otherwise)
{
    if (!recorder_begin(&w->recorder))
        return;
    recorder_put(&w->recorder, "%s", key);
    recorder_put_text(&w->recorder, qtty_text(name != NULL ? name : otherwise));
    end_line(w);
}

static void
put_number(struct witness *w, const char *key, uint32_t number)
{
    if (!recorder_begin(&w->recorder))
        return;
    recorder_put(&w->recorder, "%s %" PRIu32, key, number);
    end_line(w);
}

/* Nobody's marks are ours. */
static void
put_head(struct witness *w, const struct view_options *view)
{
    bool stream = view->projection != NULL && strcmp(view->projection, "stream") == 0;
    put_number(w, "quietty-recording", QTTY_RECORDING_VERSION);
    put_name(w, "dialect", "none", NULL);
    put_name(w, "nonce", "00000000000000000000000000000000", NULL);
    put_name(w, "engine", view->engine, qtty_engine_name(0));
    put_name(w, "persona", view->persona, qtty_persona_name(0));
    put_name(w, "term", view->term, "xterm-256color");
    put_number(w, "rows", view->rows);
    put_number(w, "cols", view->cols);
    put_number(w, "stream", stream);
}

bool
witness_open(struct witness *w, const char *path, const struct view_options *view,
             uint64_t now_ns)
{
    recorder_init(&w->recorder, NULL, now_ns);
    if (!tape_open(&w->tape, path))
        return false;
    if (path != NULL)
        put_head(w, view);
    return true;
}

/* --- Events ------------------------------------------------------------------------- */

void
witness_output(struct witness *w, qtty_span bytes, uint64_t now_ns)
{
    if (!begin(w, "output", now_ns))
        return;
    recorder_put_text(&w->recorder, bytes);
    end_line(w);
}

void
witness_resize(struct witness *w, uint32_t rows, uint32_t cols, uint64_t now_ns)
{
    if (!begin(w, "resize", now_ns))
        return;
    recorder_put(&w->recorder, " %" PRIu32 "x%" PRIu32, rows, cols);
    end_line(w);
}

void
witness_end(struct witness *w, const qtty_child *child, uint64_t now_ns)
{
    if (begin(w, "end", now_ns))
        end_line(w);
    if (!begin(w, "exit", now_ns))
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
