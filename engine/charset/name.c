/* UTF-8 by its names: it needs no converter, and no ICU. */
#include "charset/converter.h"

/* As Unicode's "Charset Alias Matching" (UTS #22): case and punctuation do not count. */
bool
converter_is_utf8(const char *name)
{
    static const char utf8[] = "utf8";
    size_t matched = 0;
    if (name == NULL)
        return true;
    for (; *name != '\0'; name++) {
        char lower = *name >= 'A' && *name <= 'Z' ? (char)(*name + ('a' - 'A')) : *name;
        if (lower == '-' || lower == '_' || lower == ' ')
            continue;
        if (matched == sizeof utf8 - 1 || lower != utf8[matched++])
            return false;
    }
    return matched == sizeof utf8 - 1;
}
