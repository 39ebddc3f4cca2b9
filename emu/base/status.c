/* Sentences for statuses, from the one table of base.h. */
#include <quietty/emulator.h>

const char *
qtty_status_text(qtty_status status)
{
    switch (status) {
#define QTTY_STATUS_CASE(name, number, text)                                             \
    case name:                                                                           \
        return text;
        QTTY_STATUS_MAP(QTTY_STATUS_CASE)
#undef QTTY_STATUS_CASE
    }
    return "unknown status";
}

const char *
qtty_version(void)
{
    return QTTY_VERSION;
}
