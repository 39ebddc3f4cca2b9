/* Readers, as the lines see them. */
#ifndef QTTY_LINES_READER_H
#define QTTY_LINES_READER_H

#include <quietty/lines.h>

/**
 * The final lines from this ordinal on are about to become open again: let every reader
 * remember what it knows of them.
 *
 * @return QTTY_E_NOMEM: some line may be given again that did not change.
 */
qtty_status readers_reopen(qtty_lines *l, uint64_t ordinal);

#endif
