/* A program, driven by a script on a terminal of ours, and recorded: keys are typed when
 * it has settled, as the library's verdicts say, never after a time.
 *
 *   needs NAME                 a program that must be installed
 *   only ROWSxCOLS             no other size makes sense
 *   file "NAME" "TEXT"         a file of its folder
 *   prepare "COMMAND"          run by sh in that folder before
 *   finally "COMMAND"          run there at the end, also of a run that failed
 *   env NAME "VALUE"           of the program
 *   silence MS                 settles a program that cannot be seen to wait
 *   run WORD…                  the program
 *   keys "BYTES"               typed, in one write; then it must settle
 *   wait "TEXT"                until a row of the screen has it, and it has settled
 *   gone "TEXT"                until no row has it
 *   rounds "NAME" "TEXT"       a mark, then a return, until the cursor's row has it
 *   leave "BYTES"              typed; then the program must end
 *   mark "NAME"                the screen is worth a look
 */
#ifndef PROGRAMS_DRIVE_H
#define PROGRAMS_DRIVE_H

#include "recording.h"

/**
 * Run a script on a screen of this size, in a new folder of its own, which is its home.
 *
 * @param folder  The folder's path; made by the caller.
 * @param out     The recording, to be given to recording_finish.
 * @return NULL, or the program, or the size, that is missing: to be given to free(3).
 */
char *drive_script(struct recording *out, const char *script, const char *folder,
                   uint32_t rows, uint32_t cols);

/** Make a new folder under $TMPDIR, and remove it with all that is in it. */
char *folder_make(void);
void folder_remove(char *folder);

#endif
