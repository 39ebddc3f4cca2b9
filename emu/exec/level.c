/* Conformance levels (DECSCL): from which one a sequence is known, as DEC STD 070 and the
 * manuals of the VT220 to VT510 have it, and xterm does it. A terminal begins at level 4;
 * output that asks for less, or leaves VT52 mode, gets less. */
#include "exec/sequence.h"

static bool
is_of_level_2(enum sequence_id id)
{
    switch (id) {
    case SEQ_SS2:
    case SEQ_SS3:
    case SEQ_S7C1T:
    case SEQ_S8C1T:
    case SEQ_DSR_PRINTER:
    case SEQ_DSR_UDK:
    case SEQ_DSR_KEYBOARD:
    case SEQ_DECRQSS:
        return true;
    default:
        return false;
    }
}

static bool
is_of_level_3(enum sequence_id id)
{
    switch (id) {
    case SEQ_DSR_LOCATOR:
    case SEQ_DSR_LOCATOR_XTERM:
    case SEQ_DSR_LOCATOR_TYPE:
    case SEQ_DECRQM:
    case SEQ_DECRQM_ANSI:
    case SEQ_DECRQPSR:
    case SEQ_DECRQTSR:
    case SEQ_DECRQUPSS:
    case SEQ_DECRQDE:
    case SEQ_DECSCPP:
        return true;
    default:
        return false;
    }
}

static bool
is_of_level_4(enum sequence_id id)
{
    switch (id) {
    case SEQ_DA3:
    case SEQ_DECMSR:
    case SEQ_DECCKSR:
    case SEQ_DSR_INTEGRITY:
    case SEQ_DSR_SESSIONS:
    case SEQ_DECRQCRA:
    case SEQ_DECSACE:
    case SEQ_DECSNLS:
    case SEQ_DECCARA:
    case SEQ_DECRARA:
    case SEQ_DECCRA:
    case SEQ_DECFRA:
    case SEQ_DECERA:
    case SEQ_DECSERA:
    case SEQ_DECIC:
    case SEQ_DECDC:
    case SEQ_DECBI:
    case SEQ_DECFI:
        return true;
    default:
        return false;
    }
}

uint32_t
sequence_level(enum sequence_id id)
{
    if (is_of_level_4(id))
        return 4;
    if (is_of_level_3(id))
        return 3;
    return is_of_level_2(id) ? 2 : 1;
}
