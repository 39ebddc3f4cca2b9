/* Commands made of templates, the same of the same seed. */
#include "commands.h"
#include <stdio.h>
#include <string.h>

enum { LONG_TEXT = 3500, NUMBERS = 200 };

static const char *const folders[] = { "/", "/usr", "/tmp", "/dev" };

enum { FOLDERS = sizeof(folders) / sizeof(folders[0]) };

/* --- Chance ------------------------------------------------------------------------- */

/* splitmix64. */
static uint32_t
pick(struct commands *c, uint32_t below)
{
    uint64_t z = c->random += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (uint32_t)((z ^ z >> 31) % below);
}

/* --- Templates ---------------------------------------------------------------------- */

struct values {
    char token[32];
    char digit[2];
    const char *folder;
    char text[LONG_TEXT + 1];
    char numbers[4 * NUMBERS];
};

static void
draw(struct commands *c, struct values *v)
{
    size_t len = 0;
    (void)snprintf(v->token, sizeof v->token, "t%llx_%04x", (unsigned long long)c->count,
                   (unsigned)pick(c, 0x10000));
    v->digit[0] = (char)('0' + pick(c, 10));
    v->digit[1] = '\0';
    v->folder = folders[pick(c, FOLDERS)];
    memset(v->text, (int)('a' + pick(c, 26)), LONG_TEXT);
    v->text[LONG_TEXT] = '\0';
    for (int i = 1; i <= NUMBERS; i++)
        len += (size_t)snprintf(v->numbers + len, sizeof v->numbers - len, "%d\n", i);
}

static const char *
value_of(const struct values *v, char letter)
{
    switch (letter) {
    case 'T':
        return v->token;
    case 'N':
        return v->digit;
    case 'D':
        return v->folder;
    case 'L':
        return v->text;
    default:
        return v->numbers;
    }
}

/* All of it fits: the longest is a row with @L. */
static void
fill(char *out, size_t bytes, const char *from, const struct values *v)
{
    size_t len = 0;
    for (; *from != '\0' && len + 1 < bytes; from++) {
        if (*from == '@') {
            const char *value = value_of(v, *++from);
            len += (size_t)snprintf(out + len, bytes - len, "%s", value);
        } else {
            out[len++] = *from;
        }
    }
    out[len < bytes ? len : bytes - 1] = '\0';
}

void
commands_next(struct commands *c, struct command *out)
{
    struct values v;
    const struct partner *partner = c->partner;
    const struct kind *kind = &partner->kinds[pick(c, (uint32_t)partner->count)];
    draw(c, &v);
    c->count++;
    fill(out->text, sizeof out->text, kind->text, &v);
    fill(out->output, sizeof out->output, kind->output, &v);
    out->status = kind->status == STATUS_IS_DIGIT ? v.digit[0] - '0' : kind->status;
}
