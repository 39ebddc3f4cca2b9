/* Which characters nobody sees, and yet a reader of the text gets: what turns the order
 * of others around, what has no width, what carries a text of its own (tags, variation
 * selectors), controls. */
#ifndef QTTY_TEXT_HIDDEN_H
#define QTTY_TEXT_HIDDEN_H

#include <quietty/base.h>
#include <stdbool.h>

/**
 * Is a character hidden where it stands?
 *
 * Some are a part of what is seen: ZWJ within an emoji, joiners in the scripts that they
 * shape, one variation selector behind what varies.
 *
 * @param before  The character before it, if that is seen; else 0.
 * @param after   The one behind it; 0: none.
 */
bool hidden_here(uint32_t before, uint32_t scalar, uint32_t after);

/** @return Bytes of the flag of a country's part (UTS #51, RGI emoji tag sequences) at
 * the front of well-formed text, whose tags are seen; 0: there is none. */
size_t hidden_flag(qtty_span text);

#endif
