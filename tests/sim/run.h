/* A case run: its observations folded, its verdicts compared. */
#ifndef SIM_RUN_H
#define SIM_RUN_H

#include "script.h"

/** Run a case and print what came of it. @return true: it passed. */
bool run_case(const struct script *s, const struct sim_case *c);

#endif
