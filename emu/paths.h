/* For tests and the bench, which go each path of base/cpu.h on one machine. A program has
 * no need of it: an emulator is made with the best one. */
#ifndef QTTY_EMU_PATHS_H
#define QTTY_EMU_PATHS_H

#include "base/cpu.h"
#include <quietty/emulator.h>

/** @return false: it is not to be had here, and nothing changed. */
bool emulator_use_path(qtty_emulator *e, enum cpu_path path);

#endif
