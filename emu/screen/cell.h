/* One cell, packed. The styles, links and clusters that it names live once, in the tables
 * of its screen. */
#ifndef QTTY_SCREEN_CELL_H
#define QTTY_SCREEN_CELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum cell_kind {
    CELL_ERASED,  /* never written, or erased: content is 0 */
    CELL_SCALAR,  /* content is the one scalar of the cluster */
    CELL_CLUSTER, /* content is an id in screen.clusters */
    CELL_SPACER,  /* second column of the wide cluster on its left */
};

/*  63      48 47      32 31-29  28   27-26 25-24 23            0
 * |   link   |  style   |  -  | prot| width| kind|   content    |
 * Diagram of one common ABI; nothing outside this file relies on bit order, but the
 * vectors of widen.c, which are not chosen where it is another. */
struct cell {
    uint32_t content : 24, kind : 2, width : 2, protect : 1, spare : 3;
    uint16_t style; /* id in screen.styles; 0: the default style */
    uint16_t link;  /* id in screen.links; 0: none */
};

_Static_assert(sizeof(struct cell) == 8, "a cell is one machine word");

static inline struct cell
cell_erased(uint16_t style)
{
    return (struct cell){ .kind = CELL_ERASED, .width = 1, .style = style };
}

/** The same cell with another scalar. */
static inline struct cell
cell_with(struct cell like, uint32_t scalar)
{
    like.content = scalar & 0xFFFFFFu;
    return like;
}

static inline uint64_t
cell_word(struct cell cell)
{
    uint64_t word;
    memcpy(&word, &cell, sizeof word);
    return word;
}

/** For loops over words: the word of a cell whose content is 0, with a content. */
static inline uint64_t
cell_word_with(uint64_t like, uint32_t content)
{
    const struct cell one = { .content = 1 };
    return like | content * cell_word(one);
}

/** Do they look the same, whatever stands in them? */
static inline bool
cell_is_like(struct cell a, struct cell b)
{
    const struct cell look = { .protect = 1, .style = 0xFFFF, .link = 0xFFFF };
    return ((cell_word(a) ^ cell_word(b)) & cell_word(look)) == 0;
}

/** Is it an ASCII character of one column, or erased? `content` is its byte, or 0. */
static inline bool
cell_is_byte(struct cell cell)
{
    const struct cell beyond = { .content = 0xFFFF80, .kind = 2 };
    return (cell_word(cell) & cell_word(beyond)) == 0;
}

/** n cells, all the same: as words, which the compiler makes vectors of. */
static inline void
cells_fill(struct cell *to, size_t n, struct cell cell)
{
    uint64_t word;
    memcpy(&word, &cell, sizeof(word));
    for (size_t i = 0; i < n; i++)
        memcpy(&to[i], &word, sizeof(word));
}

#endif
