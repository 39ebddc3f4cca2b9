/* A build without ICU has no other charset than UTF-8, and says so. */
#include "charset/converter.h"

qtty_status
converter_open(struct converter **out, const char *name, bool strict,
               const qtty_allocator *allocator, struct failure *why)
{
    (void)strict, (void)allocator;
    *out = NULL;
    return failure_set(why, QTTY_E_UNSUPPORTED,
                       "encoding: \"%.100s\": must be UTF-8: built without ICU", name);
}

void
converter_close(struct converter *c)
{
    (void)c;
}

const char *
converter_error(const struct converter *c)
{
    (void)c;
    return "";
}

qtty_status
converter_decode(struct converter *c, qtty_span *bytes, struct converter_text *text)
{
    (void)c, (void)bytes;
    text->len = 0;
    return QTTY_E_UNSUPPORTED;
}

qtty_status
converter_end(struct converter *c, struct converter_text *text)
{
    (void)c;
    text->len = 0;
    return QTTY_E_UNSUPPORTED;
}

qtty_status
converter_encode(struct converter *c, qtty_span text, qtty_buf *bytes)
{
    (void)c, (void)text, (void)bytes;
    return QTTY_E_UNSUPPORTED;
}
