/* Peers: memory's own speed, and other emulators where they are installed. The emulators
 * get raw bytes, as from their users, but no hostile inputs, which crash some. */
#ifndef QTTY_BENCH_PEERS_H
#define QTTY_BENCH_PEERS_H

#include <quietty/base.h>

void *open_bytes(const qtty_allocator *allocator);
void copy_bytes(void *self, qtty_span chunk);
void count_controls(void *self, qtty_span chunk);
void end_bytes(void *self);
void close_bytes(void *self);

/* Linked where the library was found. */
void *open_libvterm(const qtty_allocator *allocator);
void feed_libvterm(void *self, qtty_span chunk);
void close_libvterm(void *self);
void resize_libvterm(void *self, uint32_t rows, uint32_t cols);

void *open_libtsm(const qtty_allocator *allocator);
void feed_libtsm(void *self, qtty_span chunk);
void close_libtsm(void *self);
void resize_libtsm(void *self, uint32_t rows, uint32_t cols);

#endif
