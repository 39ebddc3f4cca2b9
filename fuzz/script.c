/* Inputs with settings in front and resizes in them. */
#include "script.h"

enum { RESIZE = 0xFF, SETTINGS = 4 };

/* --- Settings ----------------------------------------------------------------------- */

static const char *
persona_of(uint8_t byte)
{
    size_t count = 0;
    while (qtty_persona_name(count) != NULL)
        count++;
    return qtty_persona_name(byte % count);
}

/* Controls inside a sequence do not end a number: only what is printable does. Digits at
 * the end go on at the front where a script is played again. */
static uint32_t
digits_after(uint8_t byte, uint32_t digits)
{
    if (byte >= '0' && byte <= '9')
        return digits + 1;
    return byte > 0x20 && byte < 0x7F ? 0 : digits;
}

static uint32_t
most_digits(qtty_span script, uint32_t *digits)
{
    struct script s = { .rest = script };
    struct script_step step;
    uint32_t most = 0;
    while (script_next(&s, &step))
        for (size_t i = 0; i < step.bytes.len; i++) {
            *digits = digits_after(step.bytes.data[i], *digits);
            most = *digits > most ? *digits : most;
        }
    return most;
}

static bool
numbers_are_small(qtty_span script)
{
    uint32_t digits = 0;
    return most_digits(script, &digits) <= 2 && most_digits(script, &digits) <= 2;
}

qtty_span
script_settings(qtty_span input, qtty_emulator_config *out)
{
    uint8_t setting[SETTINGS] = { 0 };
    size_t len = input.len < SETTINGS ? input.len : SETTINGS;
    for (size_t i = 0; i < len; i++)
        setting[i] = input.data[i];
    qtty_span script = { input.data + len, input.len - len };

    *out = (qtty_emulator_config){
        .size = sizeof(*out),
        .rows = 1u + setting[0] % SCRIPT_ROWS_MAX,
        .cols = 1u + setting[1] % SCRIPT_COLS_MAX,
        .scrollback_rows = SCRIPT_SCROLLBACK_ROWS,
        .encoding = (setting[2] & 1) != 0 ? QTTY_ENCODING_LATIN1 : QTTY_ENCODING_UTF8,
        .ambiguous_width = (setting[2] & 2) != 0 ? 2 : 1,
        .reports = setting[2] >> 2 & 7u,
        .persona = persona_of(setting[3]),
    };
    if (!numbers_are_small(script))
        out->reports &= ~(uint32_t)QTTY_REPORT_RESIZE;
    return script;
}

/* --- Steps -------------------------------------------------------------------------- */

bool
script_next(struct script *s, struct script_step *out)
{
    qtty_span rest = s->rest;
    if (rest.len == 0)
        return false;

    size_t len = 0;
    while (len < rest.len && rest.data[len] != RESIZE)
        len++;
    *out = (struct script_step){ .bytes = { rest.data, len } };
    size_t used = rest.len;
    if (rest.len - len >= 3) {
        out->rows = 1u + rest.data[len + 1] % SCRIPT_ROWS_MAX;
        out->cols = 1u + rest.data[len + 2] % SCRIPT_COLS_MAX;
        used = len + 3;
    }
    s->rest.data += used;
    s->rest.len -= used;
    return true;
}
