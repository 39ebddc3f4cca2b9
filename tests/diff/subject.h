/* Who is compared: an engine of the library, or libvterm as its own users have it. */
#ifndef QTTY_DIFF_SUBJECT_H
#define QTTY_DIFF_SUBJECT_H

#include "diff/picture.h"

struct subject {
    const char *name;
    uint32_t mark;  /* its bit in differences.def */
    uint32_t tells; /* TELLS_* */
    uint32_t families;
    void *(*open)(const char *name, uint32_t rows, uint32_t cols);
    void (*feed)(void *self, qtty_span bytes);
    void (*take)(void *self, struct picture *out);
    void (*close)(void *self);
};

/* Bits of differences.def. */
enum {
    LIBVTERM = 1u << 0, /* the engine */
    RAW = 1u << 1,      /* libvterm without anything of ours */
    LIBTSM = 1u << 2,   /* the engine */
    PLANTED = 1u << 3,
};

/** Engine native, and what it is compared with; NULL past the last. */
extern const struct subject native_subject;
const struct subject *subject_at(size_t index);

#if QTTY_DIFF_VTERM
extern const struct subject raw_subject;
#endif

#endif
