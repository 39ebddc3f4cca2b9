/* Replies, as the emulator may say them: whole, one of a closed list of templates, and
 * nothing but numbers where a template leaves a place. */
#ifndef QTTY_FUZZ_REPLIES_H
#define QTTY_FUZZ_REPLIES_H

#include <quietty/emulator.h>

/**
 * Bytes of the first reply; 0: it is none of ours.
 *
 * @param reports  QTTY_REPORT_* that are allowed: with titles, a title may be in it.
 */
size_t reply_bytes(qtty_span bytes, uint32_t reports);

#endif
