/* Marks of our shell, and its prompt. A mark is in an OSC, never in text: a shell echoes
 * the very command that prints one. It is read strictly, since any program can print a
 * mark of its own; the nonce tells them apart, and is compared in constant time. */
#include <quietty/readiness.h>
#include <string.h>

enum { NONCE_MIN_BYTES = 16, STATUS_MAX = 255 };

static const char key[] = "qtty=";
enum { KEY_BYTES = sizeof(key) - 1 };

/* Is it `qtty=NONCE`, no more and no less? */
static bool
is_ours(qtty_span field, qtty_span nonce)
{
    if (nonce.len < NONCE_MIN_BYTES || field.len != KEY_BYTES + nonce.len
        || memcmp(field.data, key, KEY_BYTES) != 0)
        return false;
    unsigned difference = 0;
    for (size_t i = 0; i < nonce.len; i++)
        difference |= (unsigned)(field.data[KEY_BYTES + i] ^ nonce.data[i]);
    return difference == 0;
}

/* A decimal as a shell prints it: no sign, no leading zero. @return -1: none. */
static int32_t
read_status(qtty_span digits)
{
    if (digits.len < 1 || digits.len > 3 || (digits.len > 1 && digits.data[0] == '0'))
        return -1;
    int32_t value = 0;
    for (size_t i = 0; i < digits.len; i++) {
        if (digits.data[i] < '0' || digits.data[i] > '9')
            return -1;
        value = value * 10 + (digits.data[i] - '0');
    }
    return value <= STATUS_MAX ? value : -1;
}

static int32_t
read_finished(qtty_span rest, qtty_span nonce)
{
    const uint8_t *semicolon = rest.len > 0 ? memchr(rest.data, ';', rest.len) : NULL;
    if (semicolon == NULL)
        return -1;
    const size_t digits = (size_t)(semicolon - rest.data);
    const qtty_span field = { semicolon + 1, rest.len - digits - 1 };
    return is_ours(field, nonce) ? read_status((qtty_span){ rest.data, digits }) : -1;
}

/* A further prompt: its kind, secondary or initial, the nonce, and no other option. */
static qtty_mark
read_prompt_part(qtty_span rest, qtty_span nonce)
{
    enum { BYTES = sizeof("k=s;") - 1 };
    if (rest.len <= BYTES
        || !is_ours((qtty_span){ rest.data + BYTES, rest.len - BYTES }, nonce))
        return QTTY_MARK_NONE;
    if (memcmp(rest.data, "k=s;", BYTES) == 0)
        return QTTY_MARK_CONTINUED;
    return memcmp(rest.data, "k=i;", BYTES) == 0 ? QTTY_MARK_ASKED : QTTY_MARK_NONE;
}

qtty_mark
qtty_mark_read(char letter, qtty_span rest, qtty_span nonce, int32_t *status)
{
    *status = -1;
    if (letter == 'C')
        return is_ours(rest, nonce) ? QTTY_MARK_STARTED : QTTY_MARK_NONE;
    if (letter == 'B')
        return is_ours(rest, nonce) ? QTTY_MARK_INPUT : QTTY_MARK_NONE;
    if (letter == 'P')
        return read_prompt_part(rest, nonce);
    if (letter == 'D')
        *status = read_finished(rest, nonce);
    return *status >= 0 ? QTTY_MARK_FINISHED : QTTY_MARK_NONE;
}

bool
qtty_prompt_shown(qtty_span shown, qtty_span prompt)
{
    return prompt.len > 0 && shown.len == prompt.len
           && memcmp(shown.data, prompt.data, prompt.len) == 0;
}
