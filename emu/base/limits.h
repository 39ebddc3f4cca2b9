/* The ceilings of the emulator, with their reasons. What stands in a public header
 * (QTTY_ROWS_MAX, QTTY_CLUSTER_BYTES_MAX, …) is not repeated here; sizes that only one
 * function can see stand in it. */
#ifndef QTTY_BASE_LIMITS_H
#define QTTY_BASE_LIMITS_H

/* vt: one sequence */
enum {
    /* xterm keeps 30; a true colour for text, ground and underline takes 18. */
    PARAMS_MAX = 32,
    /* Saturates: no parameter means more than 4096 cells, or 255. */
    PARAM_MAX = 65535,
    /* No registered sequence has more (DEC STD 070). */
    INTERMEDIATES_MAX = 2,
    /* Payload of a string that is kept: a clipboard write fits. */
    STRING_BYTES_MAX = 65536,
};

/* exec: state that output can grow */
enum {
    /* Longer titles are cut between scalars. */
    TITLE_BYTES_MAX = 1024,
    /* The longest name in terminfo has 26. */
    TERM_BYTES_MAX = 128,
    /* A side of a cell: the largest fonts of screens have a quarter of it. */
    CELL_PIXELS_MAX = 1024,
    /* As in xterm. */
    TITLE_STACK_MAX = 10,
    COLOR_STACK_MAX = 10,
    /* As in VTE: the longest URI that is in use. */
    LINK_BYTES_MAX = 2083,
    /* As in VTE. */
    LINK_ID_BYTES_MAX = 250,
    ANSWERBACK_BYTES_MAX = 255,
    /* The longest single reply that a template makes. */
    REPLY_BYTES_MAX = 512,
    /* Pending replies: what a child that reads none of them can make us keep. */
    REPLIES_BYTES_MAX = 65536,
    REPLIES_MAX = 1024,
    /* Pending events: a few clipboard writes, or a burst of marks. */
    EVENTS_BYTES_MAX = 262144,
    EVENTS_MAX = 1024,
    /* Synchronised output (mode 2026): how long a frame may stay open, in ms. As in
     * ghostty and xterm.js; alacritty's 150 ms are not enough over a slow link. */
    SYNCHRONISED_MS_MAX = 1000,
    /* Flags that the kitty keyboard protocol's push keeps for a screen: as in kitty. */
    KEYBOARD_STACK_MAX = 8,
    /* Names answered in one XTGETTCAP. */
    QUERY_NAMES_MAX = 64,
};

/* input: one key */
enum {
    /* The longest report: 64 scalars of a key's text in decimal, and the other fields. */
    KEY_BYTES_MAX = 512,
};

/* screen: interned values and rows */
enum {
    /* Styles, links, clusters: 16 bits in a cell name one. */
    INTERNED_MAX = 65535,
    /* Text of all links, or of all clusters, of one screen. */
    INTERNED_BYTES_MAX = 4194304,
    /* One of them: the longest is a link's URI with its id. */
    INTERNED_VALUE_BYTES_MAX = 4095,
    SCROLLBACK_ROWS_MAX = 16777216,
    /* What a row of the scrollback may take on average: five times what a row of 80
     * columns takes in a style a word. Past it the oldest rows go, */
    SCROLLBACK_ROW_BYTES = 1024,
    /* but not below this: rows of any shape stay until they are read. */
    SCROLLBACK_BYTES_MIN = 16777216,
    /* Rows kept for readers beyond the view and a whole screen. */
    HISTORY_SPARE = 1024,
    /* Pull-backs that are remembered one by one. */
    HISTORY_PULLS = 64,
    /* Columns after which a chain is wrapped from a new row on: what a resize, or a look
     * at one row, has to pass at most. */
    HISTORY_CHAIN_MAX = 16384,
    /* Text of rows on the screen that were printed last, as they will leave: that of 24
     * rows of 80 columns, and what rows of any number of columns may have. */
    PRINTED_BYTES_MIN = 8192,
    PRINTED_BYTES_MAX = 65536,
    /* A row kept as text that has more looks becomes cells. */
    ROW_RUNS_MAX = 64,
};

#endif
