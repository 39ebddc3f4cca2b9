/* A bounded queue of whole messages. What does not fit is dropped whole, and counted. */
#ifndef QTTY_BASE_QUEUE_H
#define QTTY_BASE_QUEUE_H

#include <quietty/buf.h>
#include <stdbool.h>

struct queue {
    qtty_buf bytes;   /* messages, one after another; pending from bytes_head on */
    qtty_buf lengths; /* uint32_t each; pending from lengths_head (bytes) on */
    size_t bytes_head;
    size_t lengths_head;
    size_t bytes_max; /* ceilings of what is pending */
    size_t messages_max;
    uint64_t dropped; /* messages */
};

void queue_init(struct queue *q, const qtty_allocator *a, size_t bytes_max,
                size_t messages_max);
void queue_finish(struct queue *q);

/** Number of pending messages. */
size_t queue_count(const struct queue *q);

/** Append a message (not empty), or drop it and count that. @return true: appended. */
bool queue_push(struct queue *q, const void *message, size_t len);

/** The same of a message in two parts; the second may be empty. */
bool queue_push_both(struct queue *q, const void *head, size_t len, qtty_span rest);

/** The oldest message, whole but for bytes already taken; empty if there is none. */
qtty_span queue_first(const struct queue *q);

/** Drop the oldest message. */
void queue_pop(struct queue *q);

/** All pending bytes as one span: for a writer that takes what it can. */
qtty_span queue_bytes(const struct queue *q);

/** Drop the first `len` of them. */
void queue_take(struct queue *q, size_t len);

#endif
