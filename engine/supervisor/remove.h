/* Removing what was temporary. Linux, without a C library. */
#ifndef QTTY_SUPERVISOR_REMOVE_H
#define QTTY_SUPERVISOR_REMOVE_H

/**
 * Remove a file, or a folder that is empty; with `/` behind its last letter, a folder
 * and all that is in it, through no link, in constant memory, however deep it is. What
 * cannot be removed stays, and what is not there is no failure.
 *
 * @param path  Absolute; shorter than 4096 bytes.
 */
void remove_temporary_path(const char *path);

#endif
