/* Images that a program sends: reported, never kept, drawn or answered. */
#ifndef QTTY_EXEC_IMAGE_H
#define QTTY_EXEC_IMAGE_H

#include "exec/terminal.h"

/** iTerm2's File= and MultipartFile=, from behind the '='. */
void image_iterm2(struct terminal *t, qtty_span text);

#endif
