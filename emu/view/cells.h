/* The clusters of a row, one after another: of a screen, above it, or of a snapshot. */
#ifndef QTTY_DRAW_CELLS_H
#define QTTY_DRAW_CELLS_H

#include "screen/screen.h"
#include <quietty/draw.h>

/**
 * The next cluster, or erased cell; its column is cells->col - 1 then.
 *
 * @param scratch  May get its text. Else that is borrowed until the source changes.
 * @return false: the row is over, or it changed.
 */
bool cells_cluster(qtty_cells *cells, uint8_t scratch[QTTY_CLUSTER_BYTES_MAX],
                   struct packed_cell *out);

/** Is it sure that all cells to come are erased, and look like nothing? */
bool cells_are_over(const qtty_cells *cells);

#endif
