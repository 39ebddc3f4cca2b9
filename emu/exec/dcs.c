/* Requests by DCS: settings (DECRQSS) and terminfo strings (XTGETTCAP). */
#include "exec/handlers.h"

#include "base/hex.h"
#include "exec/sgr.h"
#include <stdio.h>
#include <string.h>

/* --- DECRQSS ------------------------------------------------------------------------ */

static void
setting_sgr(struct terminal *t)
{
    char text[SGR_TEXT_MAX];
    sgr_text(&t->pen.style, text);
    terminal_reply(t, "\x1bP1$r%sm\x1b\\", text);
}

static void
setting_margins(struct terminal *t)
{
    terminal_reply(t, "\x1bP1$r%u;%ur\x1b\\", (unsigned)t->margins.top + 1,
                   (unsigned)t->margins.bottom + 1);
}

static void
refuse(struct terminal *t)
{
    terminal_reply(t, "\x1bP0$r\x1b\\");
}

static void
setting_columns(struct terminal *t)
{
    if (!t->modes.set[MODE_DECLRMM]) {
        refuse(t);
        return;
    }
    terminal_reply(t, "\x1bP1$r%u;%us\x1b\\", (unsigned)t->margins.left + 1,
                   (unsigned)t->margins.right + 1);
}

static void
setting_cursor(struct terminal *t)
{
    terminal_reply(t, "\x1bP1$r%u q\x1b\\", (unsigned)t->cursor_style);
}

static void
setting_protection(struct terminal *t)
{
    terminal_reply(t, "\x1bP1$r%d\"q\x1b\\", t->pen.protect && !t->pen.guards ? 1 : 0);
}

static void
setting_level(struct terminal *t)
{
    if (t->level < 2)
        terminal_reply(t, "\x1bP1$r61\"p\x1b\\");
    else
        terminal_reply(t, "\x1bP1$r%u;%d\"p\x1b\\", (unsigned)t->level + 60,
                       t->eight_bit ? 0 : 1);
}

static void
setting_extent(struct terminal *t)
{
    terminal_reply(t, "\x1bP1$r%u*x\x1b\\", (unsigned)t->extent);
}

static void
setting_lines(struct terminal *t)
{
    terminal_reply(t, "\x1bP1$r%ut\x1b\\", (unsigned)t->screen.rows);
}

static void
setting_page_columns(struct terminal *t)
{
    terminal_reply(t, "\x1bP1$r%u$|\x1b\\", (unsigned)t->screen.cols);
}

/* There is no status line: its type is 0, none, and the main display is active. */
static void
setting_status_active(struct terminal *t)
{
    terminal_reply(t, "\x1bP1$r0$}\x1b\\");
}

static void
setting_status_type(struct terminal *t)
{
    terminal_reply(t, "\x1bP1$r0$~\x1b\\");
}

static void
setting_screen_lines(struct terminal *t)
{
    terminal_reply(t, "\x1bP1$r%u*|\x1b\\", (unsigned)t->screen.rows);
}

void
decrqss(struct terminal *t, const struct action *a)
{
    static const struct {
        const char *asked;
        void (*answer)(struct terminal *t);
    } table[] = {
        { "m", setting_sgr },
        { "r", setting_margins },
        { "s", setting_columns },
        { " q", setting_cursor },
        { "\"q", setting_protection },
        { "\"p", setting_level },
        { "*x", setting_extent },
        { "t", setting_lines },
        { "$|", setting_page_columns },
        { "*|", setting_screen_lines },
        { "$}", setting_status_active },
        { "$~", setting_status_type },
    };
    if (!terminal_answers(t, ANSWERS_LEVEL_4))
        return;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        size_t len = strlen(table[i].asked);
        if (a->text.len == len && memcmp(a->text.data, table[i].asked, len) == 0) {
            table[i].answer(t);
            return;
        }
    }
    refuse(t);
}

/* --- XTGETTCAP ---------------------------------------------------------------------- */

struct capability {
    const char *name;
    const char *value; /* NULL: a boolean, or TN */
};

#if defined(__linux__)
#define OS_NAME "Linux"
#elif defined(__APPLE__)
#define OS_NAME "Darwin"
#else
#define OS_NAME "unknown"
#endif

static const struct capability capabilities[] = {
    { "TN", NULL },
    { "Co", "256" },
    { "colors", "256" },
    { "RGB", "8" },
    { "Tc", NULL },
    { "setrgbf", "\x1b[38:2:%p1%d:%p2%d:%p3%dm" },
    { "setrgbb", "\x1b[48:2:%p1%d:%p2%d:%p3%dm" },
    { "Ms", "\x1b]52;%p1%s;%p2%s\x07" },
    { "Su", NULL },
    { "indn", "\x1b[%p1%dS" },
    { "query-os-name", OS_NAME },
};

/* Hex digits to bytes. @return false: not hex, or no name of ours is that long. */
static bool
decode_name(qtty_span hex, char out[32])
{
    if (hex.len == 0 || hex.len % 2 != 0 || hex.len / 2 > 31)
        return false;
    for (size_t i = 0; i < hex.len; i += 2) {
        int32_t high = hex_value(hex.data[i]), low = hex_value(hex.data[i + 1]);
        if (high < 0 || low < 0)
            return false;
        out[i / 2] = (char)(high * 16 + low);
    }
    out[hex.len / 2] = '\0';
    return strlen(out) == hex.len / 2;
}

static const struct capability *
find_capability(const char *name)
{
    for (size_t i = 0; i < sizeof capabilities / sizeof capabilities[0]; i++) {
        if (strcmp(capabilities[i].name, name) == 0)
            return &capabilities[i];
    }
    return NULL;
}

/* Hex of our own text, never of the request. */
static void
encode(char *out, size_t size, const char *text, size_t len)
{
    size_t at = strlen(out);
    for (size_t i = 0; i < len && at + 3 <= size; i++, at += 2)
        snprintf(out + at, size - at, "%02X", (unsigned)(uint8_t)text[i]);
}

static void
answer_capability(struct terminal *t, const struct capability *c)
{
    char hex[REPLY_BYTES_MAX - 16] = "";
    const char *value = c->value;
    size_t len = value == NULL ? 0 : strlen(value);
    if (strcmp(c->name, "TN") == 0) {
        value = (const char *)t->term.data;
        len = t->term.len;
    }
    encode(hex, sizeof hex, c->name, strlen(c->name));
    if (value != NULL && len != 0) {
        size_t at = strlen(hex);
        snprintf(hex + at, sizeof hex - at, "=");
        encode(hex, sizeof hex, value, len);
    }
    terminal_reply(t, "\x1bP1+r%s\x1b\\", hex);
}

static void
answer_name(struct terminal *t, qtty_span hex)
{
    char name[32];
    const struct capability *c = decode_name(hex, name) ? find_capability(name) : NULL;
    if (c != NULL)
        answer_capability(t, c);
    else
        terminal_reply(t, "\x1bP0+r\x1b\\");
}

/* Names in hex, with ';' between them; a reply each. */
void
xtgettcap(struct terminal *t, const struct action *a)
{
    qtty_span rest = a->text;
    if (!terminal_answers(t, ANSWERS_XTERM) || (a->flags & ACTION_OVER_STRING) != 0)
        return;
    for (uint32_t names = 0; rest.len != 0 && names < QUERY_NAMES_MAX; names++) {
        const uint8_t *at = memchr(rest.data, ';', rest.len);
        size_t len = at == NULL ? rest.len : (size_t)(at - rest.data);
        size_t step = len + (at != NULL);
        answer_name(t, (qtty_span){ rest.data, len });
        rest = (qtty_span){ rest.data + step, rest.len - step };
    }
}
