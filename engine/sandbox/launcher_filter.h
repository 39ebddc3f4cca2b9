/* The filter of calls that change what files are, beside what is in them. */
#ifndef QTTY_SANDBOX_LAUNCHER_FILTER_H
#define QTTY_SANDBOX_LAUNCHER_FILTER_H

/** Refuse from now on, with EROFS, as a file system that is mounted read-only does:
 * chmod(2), chown(2), utimensat(2), setxattr(2) and their like. @return A negative errno:
 * it cannot be. */
long filter_attributes(void);

#endif
