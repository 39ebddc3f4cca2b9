/* The laws of the emulator harness that have files of their own. */
#ifndef QTTY_FUZZ_EMULATOR_LAWS_H
#define QTTY_FUZZ_EMULATOR_LAWS_H

#include <quietty/base.h>
#include <stdbool.h>

/* emulator_cells.c */
bool cells_are_cells(const void *subject, qtty_span input);
bool steps_are_sound(const void *subject, qtty_span input);

/* emulator_lines.c */
bool storms_are_weathered(const void *subject, qtty_span input);

/* emulator_drawn.c */
bool drawing_is_the_screen(const void *subject, qtty_span input);

/* emulator_walks.c */
bool walks_are_cells(const void *subject, qtty_span input);
bool snapshots_are_screens(const void *subject, qtty_span input);

#endif
