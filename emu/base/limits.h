/* Every ceiling of the emulator, with its reason. What stands in a public header
 * (QTTY_ROWS_MAX, QTTY_CLUSTER_BYTES_MAX, …) is not repeated here. */
#ifndef QTTY_BASE_LIMITS_H
#define QTTY_BASE_LIMITS_H

enum {
    /* --- vt: one sequence ------------------------------------------------------------ */
    PARAMS_MAX = 32,           /* xterm keeps 30; a 38:2 in both colours and a line needs 21 */
    PARAM_MAX = 65535,         /* saturates; no parameter means more than 4096 cells */
    INTERMEDIATES_MAX = 2,     /* no registered sequence has more (DEC STD 070) */
    STRING_BYTES_MAX = 65536,  /* payload of OSC, DCS, APC, PM, SOS kept; a clipboard write */

    /* --- exec: state that output can grow --------------------------------------------- */
    TITLE_BYTES_MAX = 1024,    /* longer titles are cut between scalars */
    TITLE_STACK_MAX = 10,      /* xterm's */
    LINK_BYTES_MAX = 2083,     /* VTE's: the longest URI that is in use */
    ANSWERBACK_BYTES_MAX = 255,
    REPLY_BYTES_MAX = 512,     /* the longest single reply */
    REPLIES_BYTES_MAX = 65536, /* pending bytes; see session.h */
    REPLIES_MAX = 1024,
    EVENTS_BYTES_MAX = 262144, /* pending events; four clipboard writes */
    EVENTS_MAX = 1024,
    QUERY_NAMES_MAX = 64,      /* names answered in one XTGETTCAP, pairs in one OSC 4 */

    /* --- screen: interned values ------------------------------------------------------ */
    INTERNED_MAX = 65535,      /* styles, links: 16 bits in a cell */
    INTERNED_BYTES_MAX = 4194304, /* text of all links, or of all clusters */
    SCROLLBACK_ROWS_MAX = 16777216,
};

#endif
