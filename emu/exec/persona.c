/* The personas. What others answer is from their sources and from asking them; a persona
 * says what its model says, and still answers no query that the rules refuse. */
#include "exec/persona.h"

#include <quietty/emulator.h>
#include <string.h>

/* A VT420 (level 4): 132 columns, selective erase, national sets, horizontal scrolling,
 * colour, rectangles. What the engine cannot do is left out. */
static const struct da1_feature da1_default[] = {
    { "64", 0 },
    { "1", 0 },
    { "6", 0 },
    { "9", QTTY_CAP_NATIONAL },
    { "21", QTTY_CAP_HORIZONTAL },
    { "22", 0 },
    { "28", QTTY_CAP_RECTANGLES },
    { NULL, 0 },
};

static const struct da1_feature da1_xterm[] = {
    { "64;1;2;6;9;15;16;17;18;21;22;28;29", 0 },
    { NULL, 0 },
};
static const struct da1_feature da1_vt100[] = { { "1;2", 0 }, { NULL, 0 } };
static const struct da1_feature da1_vt102[] = { { "6", 0 }, { NULL, 0 } };
static const struct da1_feature da1_kitty[] = { { "62", 0 }, { NULL, 0 } };
static const struct da1_feature da1_foot[] = { { "62;22", 0 }, { NULL, 0 } };

enum {
    ANSWERS_MODERN = ANSWERS_DA2 | ANSWERS_LEVEL_4 | ANSWERS_XTERM | ANSWERS_DSR,
    ANSWERS_KITTY = ANSWERS_MODERN | ANSWERS_KITTY_KEYS,
};

static const struct persona personas[] = {
    { "default", da1_default, "\x1b[>41;380;0c", "\x1b[>64;380;0c",
      "quietty(" QTTY_VERSION ")", ANSWERS_KITTY },
    { "xterm", da1_xterm, "\x1b[>41;380;0c", "\x1b[>64;380;0c", "XTerm(380)",
      ANSWERS_MODERN },
    { "vt100", da1_vt100, NULL, NULL, NULL, 0 },
    { "kitty", da1_kitty, "\x1b[>1;4000;29c", NULL, "kitty(0.29.2)", ANSWERS_KITTY },
    { "foot", da1_foot, "\x1b[>1;011300;0c", NULL, "foot(1.13.0)", ANSWERS_KITTY },
    { "minimal", da1_vt102, NULL, NULL, NULL, 0 },
    { "research", da1_default, "\x1b[>41;380;0c", "\x1b[>64;380;0c",
      "quietty(" QTTY_VERSION ")", ANSWERS_KITTY | ANSWERS_CHECKSUM | ANSWERS_RESIZE },
};

enum { PERSONA_COUNT = sizeof personas / sizeof personas[0] };

const struct persona *
persona_find(const char *name)
{
    for (size_t i = 0; i < PERSONA_COUNT; i++) {
        if (name == NULL || strcmp(personas[i].name, name) == 0)
            return &personas[i];
    }
    return NULL;
}

const char *
qtty_persona_name(size_t index)
{
    return index < PERSONA_COUNT ? personas[index].name : NULL;
}
