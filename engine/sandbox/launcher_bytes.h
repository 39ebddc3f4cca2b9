/* The launcher's program, as a file of the build has it; empty where its system calls are
 * not known. */
#ifndef QTTY_SANDBOX_LAUNCHER_BYTES_H
#define QTTY_SANDBOX_LAUNCHER_BYTES_H

#include <stddef.h>

extern const unsigned char launcher_bytes[];
extern const size_t launcher_bytes_size;

#endif
