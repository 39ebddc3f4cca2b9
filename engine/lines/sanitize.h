/* The stream projection: text and TAB of a stream, control sequences and other controls
 * removed; LF, CRLF and a lone CR end a line. */
#ifndef QTTY_LINES_SANITIZE_H
#define QTTY_LINES_SANITIZE_H

#include "lines/store.h"
#include "vt/parser.h"

struct sanitizer {
    struct parser parser;
    struct store *store; /* borrowed */
    bool cr_held;        /* a CR that LF may follow; its line has not ended yet */
    uint64_t cr_offset;  /* of that CR, from the start of the stream */
    bool cut_short;      /* the last line was ended by the end of the stream alone */
};

void sanitizer_init(struct sanitizer *s, const qtty_allocator *allocator,
                    struct store *store);
void sanitizer_finish(struct sanitizer *s);

/** Feed a piece of the stream. @return QTTY_E_NOMEM: some text is lost; go on. */
qtty_status sanitizer_feed(struct sanitizer *s, qtty_span bytes);

/** The stream has ended: what was held comes out, and the last line ends. Fails as
 * above. */
qtty_status sanitizer_end(struct sanitizer *s);

#endif
