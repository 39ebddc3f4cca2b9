/* The filter of calls that change what files are, beside what is in them. */
#ifndef QTTY_SANDBOX_LAUNCHER_FILTER_H
#define QTTY_SANDBOX_LAUNCHER_FILTER_H

#include <stdbool.h>
/** Refuse from now on ioctl(2) that changes files or a file system through a descriptor
 * for reading; read-only also, with EROFS, as a file system does that is mounted so,
 * chmod(2), chown(2), utimensat(2), setxattr(2) and their like. @return A negative errno:
 * it cannot be. */
long filter_calls(bool read_only);

#endif
