/* Personas: whom the terminal's replies speak for. Data only. */
#ifndef QTTY_EXEC_PERSONA_H
#define QTTY_EXEC_PERSONA_H

#include <quietty/base.h>
#include <stdbool.h>

/** What a persona answers at all. */
enum {
    ANSWERS_DA2 = 1u << 0,
    ANSWERS_LEVEL_4 = 1u << 1, /* DA3, DECRQM, DECRQSS, DECXCPR's page, and the like */
    ANSWERS_XTERM = 1u << 2,   /* XTVERSION, XTGETTCAP, XTWINOPS, XTSMGRAPHICS, colours */
    ANSWERS_CHECKSUM = 1u << 3,   /* DECRQCRA without further consent */
    ANSWERS_RESIZE = 1u << 4,     /* lets an embedder allow resizing by output */
    ANSWERS_DSR = 1u << 5,        /* the device reports beside status and position */
    ANSWERS_KITTY_KEYS = 1u << 6, /* knows the kitty keyboard protocol */
};

struct persona {
    const char *name;
    /* DA1: parameters, each with the capability that it needs of the engine, or 0. */
    const struct da1_feature {
        const char *parameter;
        uint32_t capability;
    } * da1;
    const char *da2;         /* whole reply */
    const char *da2_level_5; /* at level 5; NULL: as ever */
    const char *version;     /* XTVERSION's text */
    uint32_t answers;
};

/** The persona with this name; NULL: the first; NULL if there is none. */
const struct persona *persona_find(const char *name);

#endif
