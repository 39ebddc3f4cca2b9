/* The engines as subjects; and one with a planted defect, which must be found. */
#include "diff/subject.h"

#include "diff/generate.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *
open_engine(const char *name, uint32_t rows, uint32_t cols)
{
    qtty_emulator *e;
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.engine = name;
    config.rows = rows;
    config.cols = cols;
    config.scrollback_rows = 20;
    qtty_status status = qtty_emulator_create(&e, &config);
    if (status != QTTY_OK) {
        fprintf(stderr, "%s: %s\n", name, qtty_status_text(status));
        exit(2);
    }
    return e;
}

static void
feed_engine(void *self, qtty_span bytes)
{
    (void)qtty_emulator_feed(self, bytes);
    qtty_emulator_take_replies(self, qtty_emulator_replies(self).len);
}

static void
take_engine(void *self, struct picture *out)
{
    picture_take(out, self);
}

static void
close_engine(void *self)
{
    qtty_emulator_destroy(self);
}

/* ECH, behind text alone, is one cell short. */
static void *
open_planted(const char *name, uint32_t rows, uint32_t cols)
{
    (void)name;
    return open_engine("native", rows, cols);
}

static void
feed_planted(void *self, qtty_span bytes)
{
    if (bytes.len > 3 && bytes.data[0] == 0x1B && bytes.data[bytes.len - 1] == 'X')
        bytes = (qtty_span){ (const uint8_t *)"\x1b[X", 3 };
    feed_engine(self, bytes);
}

enum { ALL_FAMILIES = (1u << FAMILIES) - 1 };

const struct subject native_subject = {
    "native",
    0,
    TELLS_WRAP | TELLS_PROTECT,
    ALL_FAMILIES,
    open_engine,
    feed_engine,
    take_engine,
    close_engine,
};

static const struct subject planted = {
    "planted",    PLANTED,      TELLS_WRAP | TELLS_PROTECT,
    ALL_FAMILIES, open_planted, feed_planted,
    take_engine,  close_engine,
};

#if QTTY_DIFF_VTERM
static const struct subject libvterm = {
    "libvterm",   LIBVTERM,     TELLS_WRAP | TELLS_PROTECT,
    ALL_FAMILIES, open_engine,  feed_engine,
    take_engine,  close_engine,
};
#endif
#if QTTY_DIFF_TSM
static const struct subject libtsm = {
    "libtsm",     LIBTSM,       TELLS_WRAP | TELLS_PROTECT,
    ALL_FAMILIES, open_engine,  feed_engine,
    take_engine,  close_engine,
};
#endif

static const struct subject *const subjects[] = {
    &planted,
#if QTTY_DIFF_VTERM
    &libvterm, &raw_subject,
#endif
#if QTTY_DIFF_TSM
    &libtsm,
#endif
    NULL,
};

const struct subject *
subject_at(size_t index)
{
    return subjects[index];
}
