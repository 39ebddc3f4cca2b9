/* ICU as the oracle of the Unicode tests. It decides nothing where it is not there, or
 * where it follows another version of the standard than the tables do. */
#ifndef QTTY_UNIT_ICU_ORACLE_H
#define QTTY_UNIT_ICU_ORACLE_H

#include "unicode/tables.h"
#include "unit/check.h"
#include <stdbool.h>

#ifdef QTTY_ICU_ORACLE
/* ICU's headers would else find our unicode/utf8.h by the name of theirs. */
#define U_NO_DEFAULT_INCLUDE_UTF_HEADERS 1
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/ustring.h>
#include <unicode/uversion.h>
#endif

/** Returns when ICU can be asked; else says why not and skips the test. */
static inline void
need_oracle(void)
{
#ifdef QTTY_ICU_ORACLE
    UVersionInfo version;
    char theirs[U_MAX_VERSION_STRING_LENGTH];
    u_getUnicodeVersion(version);
    u_versionToString(version, theirs);
    if (strcmp(theirs, unicode_version) == 0)
        return;
    print_message("skipped: ICU follows Unicode %s, the tables %s\n", theirs,
                  unicode_version);
#else
    print_message("skipped: built without ICU\n");
#endif
    skip();
}

#endif
