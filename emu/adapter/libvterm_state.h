/* The engine on libvterm, inside: what its three files share. */
#ifndef QTTY_ADAPTER_LIBVTERM_STATE_H
#define QTTY_ADAPTER_LIBVTERM_STATE_H

#include "adapter/guard.h"
#include "adapter/memory.h"
#include "exec/engine.h"
#include <vterm.h>

/* Text on its way to libvterm, in a length that its stack bears. Stand-ins are written;
 * the glyphs come back in the order of the scalars. */
struct piece {
    uint8_t bytes[GUARD_TEXT_MAX];
    size_t len;
    uint32_t scalars[GUARD_TEXT_MAX];
    size_t count, shown;
};

struct libvterm {
    struct terminal *terminal;
    struct library_memory memory;
    VTerm *vt;
    VTermState *state;
    struct piece *piece; /* being written: whose text the next glyphs are */
    bool origin;         /* libvterm is in origin mode */
    bool muted;          /* what libvterm draws now is not drawn */
    bool keeps;          /* rows that leave the top now go into the scrollback */
    int32_t shift;       /* rows that a resize moved the content by */
    uint32_t last;       /* scalar that REP repeats; 0: none */
    bool out_of_memory;  /* in a callback */
    uint8_t single;      /* 'N' or 'O' of SS2 or SS3 that waits for its graphic; or 0 */
    /* Where the text before this glyph ended: its row, and the column after it. */
    struct row *tail;
    uint32_t tail_end;
    uint64_t tail_place; /* rows that had left the screen by then */
    VTermPos glyph;      /* of the last one */
    bool put;            /* it was drawn, and nothing moved the cursor since */
    bool phantom;        /* libvterm's: the next glyph wraps */
};

static inline struct screen *
screen_of(const struct libvterm *v)
{
    return &v->terminal->screen;
}

/** Columns of a row: half of them under DECDWL and DECDHL. */
uint32_t libvterm_columns(const struct libvterm *v, uint32_t row);

/** Where libvterm's cursor is. */
VTermPos libvterm_position(const struct libvterm *v);

/** Text for libvterm's own parser, and sequences; the latter also as a string. */
void libvterm_feed_text(struct libvterm *v, const void *bytes, size_t len);
void libvterm_command(struct libvterm *v, const void *bytes, size_t len);
void libvterm_order(struct libvterm *v, const char *sequence);

/** Text ends here: before this column of this row of the active screen. */
void libvterm_mark_tail(struct libvterm *v, uint32_t row, uint32_t end);

/** Put libvterm's cursor at a place of the screen; its phantom goes. */
void libvterm_put_cursor(struct libvterm *v, uint32_t row, uint32_t col);

/** Take the cursor over into the terminal's state. */
void libvterm_follow_cursor(struct libvterm *v);

/** What the callbacks met with since the last call. */
qtty_status libvterm_outcome(struct libvterm *v);

/* libvterm_text.c and libvterm_ops.c: the engine's calls. */
qtty_status libvterm_print(void *self, qtty_span text, bool ascii);
qtty_status libvterm_execute(void *self, const struct sequence *s,
                             const struct action *a);

bool libvterm_executes(enum sequence_id id);

/** REP, which libvterm never sees. */
void libvterm_repeat(struct libvterm *v, const struct action *a);

/** Margins and origin mode off in libvterm, the cursor where it was. */
void libvterm_drop_margins(struct libvterm *v);

#endif
