/* Wrong encoders, a bug a subject, on the product's. */
#include "input_fuzz.h"
#include "law.h"
#include <string.h>

/* The old attack by another way: output sets a title that a key types. */
static qtty_status
types_the_title(const qtty_emulator *e, const qtty_key *key, qtty_buf *out)
{
    qtty_status st = qtty_emulator_key(e, key, out);
    qtty_span title = qtty_emulator_title(e);
    put(out, "\x1b]l", 3);
    put(out, title.data, title.len);
    return st;
}

static qtty_status
counts_from_the_end(qtty_emulator *e, const qtty_mouse *mouse, qtty_buf *out)
{
    size_t before = out->len;
    qtty_status st = qtty_emulator_mouse(e, mouse, out);
    if (st == QTTY_OK && out->len > before + 3 && out->data[before + 2] == '<') {
        out->len--;
        put(out, "999M", 4);
    }
    return st;
}

/* As terminals did it at first. */
static qtty_status
pastes_as_it_is(const qtty_emulator *e, qtty_span text, qtty_buf *out)
{
    bool bracketed = qtty_emulator_mode(e, true, 2004) == QTTY_MODE_SET;
    qtty_status st = bracketed ? qtty_buf_append(out, "\x1b[200~", 6) : QTTY_OK;
    if (st == QTTY_OK && text.len > 0)
        st = qtty_buf_append(out, text.data, text.len);
    return st == QTTY_OK && bracketed ? qtty_buf_append(out, "\x1b[201~", 6) : st;
}

static const struct input_subject titled = { types_the_title, qtty_emulator_mouse,
                                             qtty_emulator_paste };
static const struct input_subject outside = { qtty_emulator_key, counts_from_the_end,
                                              qtty_emulator_paste };
static const struct input_subject open_ended = { qtty_emulator_key, qtty_emulator_mouse,
                                                 pastes_as_it_is };

const struct seeded_bug seeded_bugs[] = {
    { "keys", "a title is typed with a key", &titled },
    { "mouse", "a column that is outside the screen", &outside },
    { "paste", "a text ends the bracket", &open_ended },
    { "whole", "a bracket that is open stays", &open_ended },
};
const size_t seeded_bug_count = COUNT_OF(seeded_bugs);
