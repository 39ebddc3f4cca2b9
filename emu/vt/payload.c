/* What does not fit is dropped, and everything after it too: a payload never has a hole.
 * Lack of memory drops all of it. */
#include "vt/payload.h"

static const qtty_span nothing = { (const uint8_t *)"", 0 };

void
payload_init(struct payload *s, const qtty_allocator *allocator)
{
    qtty_buf_init(&s->kept, allocator, STRING_BYTES_MAX);
    payload_reset(s);
}

void
payload_finish(struct payload *s)
{
    qtty_buf_finish(&s->kept);
}

void
payload_reset(struct payload *s)
{
    s->kept.len = 0;
    s->run = nothing;
    s->over = false;
}

void
payload_hold(struct payload *s)
{
    if (qtty_buf_append(&s->kept, s->run.data, s->run.len) != QTTY_OK) {
        s->kept.len = 0;
        s->over = true;
    }
    s->run = nothing;
}

void
payload_put(struct payload *s, qtty_span piece)
{
    if (s->over)
        return;
    if (s->run.len > 0 && s->run.data + s->run.len != piece.data) {
        payload_hold(s);
        if (s->over)
            return;
    }

    const size_t room = STRING_BYTES_MAX - s->kept.len - s->run.len;
    if (piece.len > room) {
        piece.len = room;
        s->over = true;
    }
    if (s->run.len == 0)
        s->run = piece;
    else
        s->run.len += piece.len;
}

qtty_span
payload_text(struct payload *s)
{
    if (s->kept.len == 0)
        return s->run;
    payload_hold(s);
    return qtty_buf_span(&s->kept);
}
