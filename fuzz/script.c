/* Inputs with resizes in them. */
#include "script.h"

enum { RESIZE = 0xFF };

bool
script_next(struct script *s, struct script_step *out)
{
    qtty_span rest = s->rest;
    if (rest.len == 0)
        return false;

    size_t len = 0;
    while (len < rest.len && rest.data[len] != RESIZE)
        len++;
    *out = (struct script_step){ .bytes = { rest.data, len } };
    size_t used = rest.len;
    if (rest.len - len >= 3) {
        out->rows = 1u + rest.data[len + 1] % SCRIPT_ROWS_MAX;
        out->cols = 1u + rest.data[len + 2] % SCRIPT_COLS_MAX;
        used = len + 3;
    }
    s->rest.data += used;
    s->rest.len -= used;
    return true;
}
