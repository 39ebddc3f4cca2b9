/* The provider of local pseudo-terminals, where there is none yet: not on Linux. */
#include <quietty/provider.h>

qtty_status
qtty_pty_provider_create(qtty_provider **out, const qtty_allocator *allocator)
{
    (void)allocator;
    *out = NULL;
    return QTTY_E_UNSUPPORTED;
}
