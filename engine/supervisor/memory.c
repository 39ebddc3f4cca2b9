/* What the compiler calls by itself, in programs without a C library. */
#include <stddef.h>

void *memset(void *to, int byte, size_t count);
void *memcpy(void *restrict to, const void *restrict from, size_t count);

void *
memset(void *to, int byte, size_t count)
{
    unsigned char *at = to;
    while (count-- != 0) {
        *at++ = (unsigned char)byte;
        __asm__ volatile(""); /* else this loop is made a call of itself */
    }
    return to;
}

void *
memcpy(void *restrict to, const void *restrict from, size_t count)
{
    unsigned char *at = to;
    const unsigned char *next = from;
    while (count-- != 0) {
        *at++ = *next++;
        __asm__ volatile("");
    }
    return to;
}
