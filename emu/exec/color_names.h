/* The colours that X11 knows by name. */
#ifndef QTTY_EXEC_COLOR_NAMES_H
#define QTTY_EXEC_COLOR_NAMES_H

#include <quietty/base.h>
#include <stdbool.h>

/** Find a colour of color_names.def, in either case. @return false: there is none. */
bool color_named(qtty_span name, uint32_t *rgb);

#endif
