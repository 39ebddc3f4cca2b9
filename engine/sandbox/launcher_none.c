/* No launcher: its system calls are not known for this processor. */
#include "sandbox/launcher_bytes.h"

const size_t launcher_bytes_size = 0;
const unsigned char launcher_bytes[] = { 0 };
