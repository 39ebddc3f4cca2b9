/* The size of a terminal: its ranges and its defaults. */
#ifndef QTTY_PROVIDER_WINDOW_H
#define QTTY_PROVIDER_WINDOW_H

#include "provider/failure.h"
#include <quietty/provider.h>

/** @return QTTY_E_RANGE: `why` names field, value and rule. */
qtty_status window_check(const qtty_window *w, struct failure *why);

/** The defaults in place of zeros. */
qtty_window window_completed(const qtty_window *given);

#endif
