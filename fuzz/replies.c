/* The templates of all personas. In them
 *   %d  is a decimal number,
 *   %x  hex digits,
 *   %l  numbers in a list, with ; : or / between them; perhaps none,
 *   %c  a printable ASCII byte,
 *   %s  names of four character sets,
 *   %t  text, perhaps empty,
 *   %%  a percent sign.
 * ESC and the byte after it may be one C1 control instead (S8C1T). */
#include "replies.h"
#include "law.h"
#include "reference.h"
#include <string.h>

#define CSI "\x1B["
#define OSC "\x1B]"
#define DCS "\x1BP"
#define ST  "\x1B\\"

static const char *const templates[] = {
    /* Device attributes, parameters, version */
    CSI "?%lc",
    CSI ">%d;%d;%dc",
    DCS "!|00000000" ST,
    CSI "%d;1;1;128;128;1;0x",
    DCS ">|quietty(%d.%d.%d)" ST,
    DCS ">|XTerm(%d)" ST,
    DCS ">|kitty(%d.%d.%d)" ST,
    DCS ">|foot(%d.%d.%d)" ST,
    /* Status */
    CSI "0n",
    CSI "%d;%dR",
    CSI "?%d;%dR",
    CSI "?%d;%d;1R",
    CSI "?%dn",
    CSI "?57;0n",
    CSI "?27;1;0;0n",
    CSI "?997;%dn",
    CSI "0*{",
    DCS "%d!~%x" ST,
    CSI "?%d;3;0S",
    CSI "%d;%d$y",
    CSI "?%d;%d$y",
    /* Keys */
    CSI "?%du",
    CSI ">%d;%dm",
    CSI ">%dn",
    CSI ">4;%df",
    CSI "?%d;%d#Q",
    /* Presentation */
    DCS "1$u%d;%d;1;%c;%c;%c;%d;%d;%c;%s" ST,
    DCS "2$u%l" ST,
    DCS "0$u" ST,
    DCS "0$s" ST,
    DCS "0!u%%5" ST,
    CSI "%d;%d;1;1;1\"w",
    /* The window */
    CSI "1t",
    CSI "2t",
    CSI "%d;%d;%dt",
    CSI "48;%d;%d;%d;%dt",
    /* A VT52's name */
    "\x1B/Z",
    /* Settings */
    DCS "1$r%lm" ST,
    DCS "1$r%d;%dr" ST,
    DCS "1$r%d;%ds" ST,
    DCS "1$r%d q" ST,
    DCS "1$r%d\"q" ST,
    DCS "1$r%d;1\"p" ST,
    DCS "1$r%d;0\"p" ST,
    DCS "1$r61\"p" ST,
    DCS "1$r%d*x" ST,
    DCS "1$r%dt" ST,
    DCS "1$r%d$|" ST,
    DCS "1$r%d*|" ST,
    DCS "1$r0$}" ST,
    DCS "1$r0$~" ST,
    DCS "0$r" ST,
    /* Capabilities */
    DCS "1+r%x" ST,
    DCS "1+r%x=%x" ST,
    DCS "0+r" ST,
    /* Colours */
    OSC "4;%d;rgb:%x/%x/%x" ST,
    OSC "4;%d;rgb:%x/%x/%x\x07",
    OSC "5;%d;rgb:%x/%x/%x" ST,
    OSC "5;%d;rgb:%x/%x/%x\x07",
    OSC "%d;rgb:%x/%x/%x" ST,
    OSC "%d;rgb:%x/%x/%x\x07",
};

static const char *const title_templates[] = { OSC "l%t" ST, OSC "L%t" ST };

/* Bytes at the front that are among these. */
static size_t
run_of(qtty_span bytes, const char *among)
{
    size_t len = 0;
    while (len < bytes.len && bytes.data[len] != 0
           && strchr(among, bytes.data[len]) != NULL)
        len++;
    return len;
}

/* Each a final, behind one intermediate at most. @return 0: not four. */
static size_t
run_of_sets(qtty_span bytes)
{
    size_t len = 0;
    for (int i = 0; i < 4; i++) {
        if (len < bytes.len && bytes.data[len] >= 0x20 && bytes.data[len] < 0x30)
            len++;
        if (len == bytes.len || bytes.data[len] < 0x30 || bytes.data[len] > 0x7E)
            return 0;
        len++;
    }
    return len;
}

/* Well-formed scalars without controls, which neither ESC nor a raw C1 control is. */
static size_t
run_of_text(qtty_span bytes)
{
    size_t len = 0;
    for (size_t next = 1; len < bytes.len; next = 1) {
        while (next < 4 && len + next < bytes.len
               && !is_text((qtty_span){ bytes.data + len, next }))
            next++;
        if (!is_text((qtty_span){ bytes.data + len, next }))
            break;
        len += next;
    }
    return len;
}

/* What stands in a place of this kind. @return false: nothing that may. */
static bool
fill_place(char kind, qtty_span bytes, size_t *len)
{
    switch (kind) {
    case 'd':
        *len = run_of(bytes, "0123456789");
        return *len > 0;
    case 'x':
        *len = run_of(bytes, "0123456789ABCDEFabcdef");
        return *len > 0;
    case 'l':
        *len = run_of(bytes, "0123456789;:/");
        return true;
    case 's':
        *len = run_of_sets(bytes);
        return *len > 0;
    case 't':
        *len = run_of_text(bytes);
        return true;
    case 'c':
        *len = 1;
        return bytes.len > 0 && bytes.data[0] >= 0x20 && bytes.data[0] < 0x7F;
    default:
        *len = 1;
        return bytes.len > 0 && bytes.data[0] == (uint8_t)kind;
    }
}

/* The C1 control that stands for these two bytes of a template. */
static bool
is_c1(const char *template, uint8_t byte)
{
    return template[0] == 0x1B && template[1] >= 0x40 && template[1] <= 0x5F
           && byte == template[1] + 0x40;
}

/* Bytes at the front that are as the template says; 0: they are not. */
static size_t
match(const char *template, qtty_span bytes)
{
    qtty_span rest = bytes;
    for (; *template != '\0'; template ++) {
        size_t len = 1;
        if (*template == '%') {
            if (!fill_place(*++template, rest, &len))
                return 0;
        } else if (rest.len != 0 && is_c1(template, rest.data[0])) {
            template ++;
        } else if (rest.len == 0 || rest.data[0] != (uint8_t) * template) {
            return 0;
        }
        rest.data += len;
        rest.len -= len;
    }
    return bytes.len - rest.len;
}

static size_t
match_any(const char *const *list, size_t count, qtty_span bytes)
{
    size_t len = 0;
    for (size_t i = 0; i < count && len == 0; i++)
        len = match(list[i], bytes);
    return len;
}

size_t
reply_bytes(qtty_span bytes, uint32_t reports)
{
    size_t len = match_any(templates, COUNT_OF(templates), bytes);
    if (len == 0 && (reports & QTTY_REPORT_TITLE) != 0)
        len = match_any(title_templates, COUNT_OF(title_templates), bytes);
    return len;
}
