/* Strings of JSON as names. */
#ifndef QTTY_CLI_JSON_TEXT_H
#define QTTY_CLI_JSON_TEXT_H

#include <jansson.h>
#include <string.h>

/** A string, for who compares it or reads a number in it.
 *
 * @return "": it is none, or has a NUL within: a comparison would not look behind it. */
static inline const char *
json_text(const json_t *value)
{
    const char *text = json_string_value(value);
    return text != NULL && strlen(text) == json_string_length(value) ? text : "";
}

#endif
