/* What a sandbox is to confine: a mode and folders, as the file system has them now. */
#ifndef QTTY_SANDBOX_POLICY_H
#define QTTY_SANDBOX_POLICY_H

#include "provider/failure.h"
#include <quietty/session.h>

enum { SANDBOX_PATH_BYTES = 4096 }; /* with the NUL: PATH_MAX of Linux */

/** The paths are canonical: absolute, through no link, without `.` and `..`. */
struct sandbox_policy {
    qtty_sandbox mode;
    char workspace[SANDBOX_PATH_BYTES]; /* ""; where it may write, if the mode lets it */
    char cwd[SANDBOX_PATH_BYTES];       /* where the program starts */
};

/** Does the mode confine anything? */
bool sandbox_mode_confines(qtty_sandbox mode);

/** Its name, as it is given; NULL: no such mode, or the default. Static. */
const char *sandbox_mode_name(qtty_sandbox mode);

/** Is a canonical path this folder, or in it? */
bool sandbox_path_is_in(const char *path, const char *folder);

/**
 * Resolve the folders of a mode that confines, once: what becomes of a link later changes
 * nothing.
 *
 * @param workspace  NULL: none, which workspace-write must have.
 * @param cwd        NULL: the workspace, else the caller's.
 * @return QTTY_E_NOT_FOUND: no such folder; QTTY_E_INVAL: no workspace, or one that would
 *         be all there is, or of the kernel's own; `why` says it.
 */
qtty_status sandbox_policy_resolve(struct sandbox_policy *out, qtty_sandbox mode,
                                   const char *workspace, const char *cwd,
                                   struct failure *why);

#endif
