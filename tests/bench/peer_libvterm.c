/* libvterm as its users have it: raw bytes, no scrollback of its own. */
#include "peers.h"
#include <vterm.h>

enum { ROWS = 24, COLS = 80 };

void *
open_libvterm(const qtty_allocator *allocator)
{
    (void)allocator;
    VTerm *vt = vterm_new(ROWS, COLS);
    if (vt == NULL)
        return NULL;
    vterm_set_utf8(vt, 1);
    vterm_screen_reset(vterm_obtain_screen(vt), 1);
    return vt;
}

void
feed_libvterm(void *self, qtty_span chunk)
{
    vterm_input_write(self, (const char *)chunk.data, chunk.len);
}

void
close_libvterm(void *self)
{
    vterm_free(self);
}

void
resize_libvterm(void *self, uint32_t rows, uint32_t cols)
{
    vterm_set_size(self, (int)rows, (int)cols);
}
