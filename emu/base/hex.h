/* Hexadecimal digits. */
#ifndef QTTY_BASE_HEX_H
#define QTTY_BASE_HEX_H

#include <stdint.h>

/** Value of a digit of either case; -1: it is none. */
static inline int32_t
hex_value(uint8_t byte)
{
    if (byte >= '0' && byte <= '9')
        return byte - '0';
    uint8_t lower = byte | 0x20;
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

#endif
