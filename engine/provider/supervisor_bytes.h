/* The supervisor's program, as a file of the build has it. */
#ifndef QTTY_PROVIDER_SUPERVISOR_BYTES_H
#define QTTY_PROVIDER_SUPERVISOR_BYTES_H

#include <stddef.h>

extern const unsigned char supervisor_bytes[];
extern const size_t supervisor_bytes_size;

#endif
