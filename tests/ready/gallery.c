/* The table, with its abbreviations. */
#include "gallery.h"

#define SAYS(text, shows, prompt, expects)                                               \
    {                                                                                    \
        text, false, shows, prompt, expects                                              \
    }
#define KEYS(text, shows, prompt, expects)                                               \
    {                                                                                    \
        text, true, shows, prompt, expects                                               \
    }

const struct program gallery[] = {
#include "gallery.def"
};

const size_t gallery_count = sizeof(gallery) / sizeof(gallery[0]);
