/* Text that the terminal shows nobody: concealed (SGR 8), or in the colour of its
 * background, or as good as that. */
#ifndef QTTY_LINES_CONCEALED_H
#define QTTY_LINES_CONCEALED_H

#include <quietty/draw.h>
#include <quietty/lines.h>

/** What a mark adds to a row's text: its brackets, and the word. */
#define CONCEALED_MARK_BYTES 20

/**
 * Append the text of a row, as qtty_emulator_row_text, with what is concealed in it
 * marked or removed: spaces stand in its place then, as a person sees them.
 *
 * @param cells  At the row's first cell; advanced.
 * @param end    Columns that are taken.
 * @param how    QTTY_HIDDEN_MARKED or _REMOVED.
 * @return QTTY_E_LIMIT, QTTY_E_NOMEM from `out`.
 */
qtty_status concealed_text(const qtty_emulator *e, qtty_cells *cells, uint32_t end,
                           qtty_hidden how, qtty_buf *out);

#endif
