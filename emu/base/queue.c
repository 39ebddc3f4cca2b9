/* Whole messages in one run of bytes, with a head that moves: taking is amortised O(1),
 * since the bytes are moved down only when half of the buffer lies before the head. */
#include "base/queue.h"

#include <string.h>

void
queue_init(struct queue *q, const qtty_allocator *a, size_t bytes_max,
           size_t messages_max)
{
    *q = (struct queue){ .bytes_max = bytes_max, .messages_max = messages_max };
    /* Twice the ceiling: what was taken lies there until it is moved out. */
    qtty_buf_init(&q->bytes, a, 2 * bytes_max);
    qtty_buf_init(&q->lengths, a, 2 * messages_max * sizeof(uint32_t));
}

void
queue_finish(struct queue *q)
{
    qtty_buf_finish(&q->bytes);
    qtty_buf_finish(&q->lengths);
    q->bytes_head = q->lengths_head = 0;
}

static size_t
pending_bytes(const struct queue *q)
{
    return q->bytes.len - q->bytes_head;
}

size_t
queue_count(const struct queue *q)
{
    return (q->lengths.len - q->lengths_head) / sizeof(uint32_t);
}

static uint32_t
first_length(const struct queue *q)
{
    uint32_t length;
    memcpy(&length, q->lengths.data + q->lengths_head, sizeof length);
    return length;
}

static void
set_first_length(struct queue *q, uint32_t length)
{
    memcpy(q->lengths.data + q->lengths_head, &length, sizeof length);
}

/* Move the content down once the dead part in front is at least as long. */
static void
compact(qtty_buf *b, size_t *head)
{
    if (*head < b->len - *head)
        return;
    qtty_buf_consume(b, *head);
    *head = 0;
}

static bool
has_room(const struct queue *q, size_t len)
{
    return len <= q->bytes_max && pending_bytes(q) <= q->bytes_max - len
           && queue_count(q) < q->messages_max;
}

bool
queue_push_both(struct queue *q, const void *head, size_t len, qtty_span rest)
{
    const size_t whole = len + rest.len;
    const uint32_t length = (uint32_t)whole;
    if (!has_room(q, whole) || qtty_buf_reserve(&q->bytes, whole) != QTTY_OK
        || qtty_buf_append(&q->lengths, &length, sizeof length) != QTTY_OK) {
        q->dropped++;
        return false;
    }
    qtty_buf_append(&q->bytes, head, len); /* the room was reserved */
    qtty_buf_append(&q->bytes, rest.data, rest.len);
    return true;
}

bool
queue_push(struct queue *q, const void *message, size_t len)
{
    return queue_push_both(q, message, len, (qtty_span){ NULL, 0 });
}

qtty_span
queue_first(const struct queue *q)
{
    if (queue_count(q) == 0)
        return (qtty_span){ NULL, 0 };
    return (qtty_span){ q->bytes.data + q->bytes_head, first_length(q) };
}

qtty_span
queue_bytes(const struct queue *q)
{
    if (pending_bytes(q) == 0)
        return (qtty_span){ NULL, 0 };
    return (qtty_span){ q->bytes.data + q->bytes_head, pending_bytes(q) };
}

void
queue_take(struct queue *q, size_t len)
{
    size_t left = len < pending_bytes(q) ? len : pending_bytes(q);
    q->bytes_head += left;
    while (queue_count(q) != 0 && left >= first_length(q)) {
        left -= first_length(q);
        q->lengths_head += sizeof(uint32_t);
    }
    if (left != 0)
        set_first_length(q, first_length(q) - (uint32_t)left);
    compact(&q->bytes, &q->bytes_head);
    compact(&q->lengths, &q->lengths_head);
}

void
queue_pop(struct queue *q)
{
    if (queue_count(q) != 0)
        queue_take(q, first_length(q));
}
