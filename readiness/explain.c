/* A verdict in words: the reason and how sure it is, what it rests on, the terminal. */
#include "classes.h"
#include <string.h>

enum { PARTS_MAX = 12 };

struct parts {
    const char *text[PARTS_MAX];
    size_t count;
};

struct words {
    uint32_t bit;
    const char *text;
};

static const char *const reasons[] = {
    [QTTY_WAIT_NONE] = "not ready yet",
    [QTTY_WAIT_STDIN_READ] = "waits for input",
    [QTTY_WAIT_INFERRED_IDLE] = "seems idle",
    [QTTY_WAIT_TIMEOUT] = "timed out",
    [QTTY_WAIT_SESSION_EXIT] = "the program of the session ended",
};

static const char *const levels[] = {
    [QTTY_EVIDENCE_NONE] = "no evidence",
    [QTTY_EVIDENCE_LIKELY] = "likely",
    [QTTY_EVIDENCE_PROVEN] = "proven",
};

static const char *const classes[] = {
    [QTTY_CLASS_E] = "nothing shows a wait for input",
    [QTTY_CLASS_A] = "it sleeps in a read of this terminal alone",
    [QTTY_CLASS_B] = "it waits for this terminal among others, or for a time",
    [QTTY_CLASS_C] = "it relays to another terminal or a socket",
    [QTTY_CLASS_D] = "it sleeps, and may not be looked at",
};

static const struct words after_class[] = {
    { QTTY_SEEN_QUIET, "there has been no output for a while" },
    { QTTY_SEEN_LINE_UNFINISHED, "the text lacks the line end that its reader needs" },
    { QTTY_SEEN_STARTED, "a command's output has begun" },
};

static const struct words terminal[] = {
    { QTTY_TERMINAL_CANONICAL, "lines" },
    { QTTY_TERMINAL_ECHO, "echo" },
    { QTTY_TERMINAL_PASSWORD, "no echo, as for a password" },
    { QTTY_TERMINAL_ALTERNATE, "alternate screen" },
    { QTTY_TERMINAL_CONTINUATION, "the command is unfinished" },
};

#define COUNT_OF(array)     (sizeof(array) / sizeof((array)[0]))
#define NAME_OF(names, key) ((size_t)(key) < COUNT_OF(names) ? (names)[key] : "unknown")

static void
add(struct parts *p, const char *text)
{
    if (p->count < PARTS_MAX)
        p->text[p->count++] = text;
}

static void
add_all(struct parts *p, const struct words *words, size_t count, uint32_t bits)
{
    for (size_t i = 0; i < count; i++) {
        if (bits & words[i].bit)
            add(p, words[i].text);
    }
}

static void
add_shell(struct parts *p, uint32_t seen)
{
    if (seen & QTTY_SEEN_PROMPT)
        add(p, "the shell's prompt stands");
    else if (seen & QTTY_SEEN_BACKGROUND)
        add(p, "the shell's prompt stands, with other output behind it");
    else if (seen & QTTY_SEEN_MARKER)
        add(p, "the shell's marker came, but not its prompt alone");
}

static void
add_class(struct parts *p, const qtty_evidence *e)
{
    const bool old =
        class_waits(e->wait_class) && !(e->seen & (QTTY_SEEN_WAIT | QTTY_SEEN_PROMPT));
    /* Next to a prompt that no look has proven, that no wait was seen says nothing; nor
     * where none could be seen. */
    if (e->wait_class != QTTY_CLASS_E
        || !(e->seen & (QTTY_SEEN_PROMPT | QTTY_SEEN_DENIED)))
        add(p, NAME_OF(classes, e->wait_class));
    if (e->wait_class != QTTY_CLASS_D && (e->seen & QTTY_SEEN_DENIED))
        add(p, "the foreground may not be looked at");
    if (old)
        add(p, "that wait is not known to be a new one");
}

struct sentence {
    char *text;
    size_t bytes;
    size_t len; /* of all of it, also of what had no room */
};

static void
put(struct sentence *s, const char *text)
{
    for (; *text != '\0'; text++, s->len++) {
        if (s->len < s->bytes)
            s->text[s->len] = *text;
    }
}

static void
put_list(struct sentence *s, const struct parts *p, const char *last)
{
    for (size_t i = 0; i < p->count; i++) {
        if (i > 0)
            put(s, i + 1 == p->count ? last : ", ");
        put(s, p->text[i]);
    }
}

/* No flag at all is told from raw mode by the wait, which is seen together with them. */
static void
put_terminal(struct sentence *s, const qtty_evidence *e)
{
    struct parts p = { .count = 0 };
    if (!(e->terminal & QTTY_TERMINAL_CANONICAL)
        && (e->wait_class != QTTY_CLASS_E || e->terminal != 0))
        add(&p, "raw");
    add_all(&p, terminal, COUNT_OF(terminal), e->terminal);
    if (p.count > 0)
        put(s, "; terminal: ");
    put_list(s, &p, ", ");
}

static void
put_grounds(struct sentence *s, const qtty_evidence *e)
{
    struct parts p = { .count = 0 };
    add_shell(&p, e->seen);
    add_class(&p, e);
    add_all(&p, after_class, COUNT_OF(after_class), e->seen);
    put(s, ": ");
    put_list(s, &p, ", and ");
}

static void
put_level(struct sentence *s, qtty_evidence_level level)
{
    if (level == QTTY_EVIDENCE_NONE)
        return;
    put(s, " (");
    put(s, NAME_OF(levels, level));
    put(s, ")");
}

size_t
qtty_explain(const qtty_verdict *verdict, char *text, size_t bytes)
{
    struct sentence s = { text, bytes, 0 };
    put(&s, NAME_OF(reasons, verdict->reason));
    put_level(&s, verdict->evidence.level);
    /* How it ended says enough; what it did just before is nobody's state now. */
    if (verdict->reason != QTTY_WAIT_SESSION_EXIT) {
        put_grounds(&s, &verdict->evidence);
        put_terminal(&s, &verdict->evidence);
    }
    if (bytes > 0)
        text[s.len < bytes ? s.len : bytes - 1] = '\0';
    return s.len;
}

#undef NAME_OF
#undef COUNT_OF
