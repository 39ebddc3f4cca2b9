/* Writes the page of supported sequences, SEQUENCES.md, on standard output: the rows of
 * sequences.def and modes.def, by family, in their order. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum {
    ANY = 0xFFFF,
    ANY_FINAL = 0xFF,
};

enum form { FAMILY_HEAD, CONTROL, ESC, CSI, DCS, OSC, APC, PM, SOS, VT52 };

struct row {
    enum form form;
    unsigned marker, intermediate, final, selector;
    const char *name, *effect, *title, *reference;
};

static const struct row rows[] = {
#define FAMILY(title) { FAMILY_HEAD, 0, 0, 0, 0, NULL, NULL, title, NULL },
#define SEQ(form, marker, intermediate, final, selector, name, effect, handler, title,   \
            reference, sample)                                                           \
    { form,    marker, intermediate, (unsigned)(final)&0xFF, selector, #name,            \
      #effect, title,  reference },
#include "exec/sequences.def"
#undef SEQ
};

struct mode_row {
    bool dec, initial;
    unsigned number;
    const char *name, *kind, *title;
};

static const struct mode_row modes[] = {
#define MODE(dec, number, name, initial, kind, title)                                    \
    { dec, initial, number, #name, #kind, title },
#include "screen/modes.def"
#undef MODE
};

/* --- A sequence as it is typed ------------------------------------------------------ */

struct typed {
    char text[64];
    size_t len;
};

/* A byte of the sequence; '|' would end the table's cell. */
static void
put_byte(struct typed *out, unsigned byte)
{
    size_t room = sizeof out->text - out->len;
    const char *format = byte == '|'                  ? "\\|"
                         : byte == '\\'               ? "\\\\"
                         : byte > 0x20 && byte < 0x7F ? "%c"
                         : byte == 0x20               ? " "
                                                      : "\\x%02X";
    int written = snprintf(out->text + out->len, room, format, byte);
    out->len += written > 0 && (size_t)written < room ? (size_t)written : 0;
}

static void
put(struct typed *out, const char *text)
{
    size_t room = sizeof out->text - out->len;
    int written = snprintf(out->text + out->len, room, "%s", text);
    out->len += written > 0 && (size_t)written < room ? (size_t)written : 0;
}

static void
put_number(struct typed *out, unsigned number)
{
    char text[16];
    (void)snprintf(text, sizeof text, "%u", number);
    put(out, text);
}

/* Marker, parameters, intermediate, final: what stands behind CSI and DCS. A sequence of
 * one parameter alone is typed with it. */
static void
put_numeric(struct typed *out, const struct row *row)
{
    if (row->marker != 0)
        put_byte(out, row->marker);
    if (row->selector == ANY)
        put(out, "…");
    else
        put_number(out, row->selector);
    if (row->intermediate != 0)
        put_byte(out, row->intermediate);
    put_byte(out, row->final);
}

static void
put_string(struct typed *out, const struct row *row)
{
    if (row->form == OSC)
        put_number(out, row->selector);
    else if (row->selector != ANY)
        put_byte(out, row->selector);
    put(out, row->form == OSC ? ";…\\e\\\\" : "…\\e\\\\");
}

static struct typed
typed(const struct row *row)
{
    static const char *const introducers[] = {
        [CONTROL] = "", [ESC] = "\\e", [CSI] = "\\e[", [DCS] = "\\eP", [OSC] = "\\e]",
        [APC] = "\\e_", [PM] = "\\e^", [SOS] = "\\eX", [VT52] = "\\e",
    };
    struct typed out = { .len = 0 };
    put(&out, introducers[row->form]);
    switch (row->form) {
    case CONTROL:
        put_byte(&out, row->final);
        break;
    case ESC:
    case VT52:
        if (row->intermediate != 0)
            put_byte(&out, row->intermediate);
        if (row->final == ANY_FINAL)
            put(&out, "…");
        else
            put_byte(&out, row->final);
        break;
    case CSI:
        put_numeric(&out, row);
        break;
    case DCS:
        put_numeric(&out, row);
        put(&out, "…\\e\\\\");
        break;
    default:
        put_string(&out, row);
        break;
    }
    return out;
}

/* A code span; a grave accent in it needs two around it, and room. */
static void
print_code(const struct typed *code)
{
    const char *quote = strchr(code->text, '`') != NULL ? "``" : "`";
    const char *room = quote[1] != '\0' ? " " : "";
    printf("%s%s%s%s%s", quote, room, code->text, room, quote);
}

/* --- The page ----------------------------------------------------------------------- */

static const char *
does(const char *effect)
{
    static const char *const words[][2] = {
        { "SCREEN", "screen" }, { "STATE", "state" }, { "QUERY", "query" },
        { "EVENT", "event" },   { "INERT", "inert" },
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(effect, words[i][0]) == 0)
            return words[i][1];
    }
    return effect;
}

static void
print_row(const struct row *row)
{
    if (row->form == FAMILY_HEAD) {
        printf("\n## %s\n\n| sequence | mnemonic | title | reference | here |\n"
               "|---|---|---|---|---|\n",
               row->title);
        return;
    }
    struct typed code = typed(row);
    printf("| ");
    print_code(&code);
    printf(" | %s | %s | %s | %s |\n", row->name, row->title, row->reference,
           does(row->effect));
}

static const char *
kept(const char *kind)
{
    static const char *const words[][2] = {
        { "STATE", "kept" },
        { "ENGINE", "executed" },
        { "ALTERNATE", "executed" },
        { "MOUSE", "kept, one of its group" },
        { "FORMAT", "kept, one of its group" },
        { "NEVER", "never set" },
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(kind, words[i][0]) == 0)
            return words[i][1];
    }
    return kind;
}

/* The mode with the next number; NULL: none. */
static const struct mode_row *
next_mode(bool dec, const struct mode_row *after)
{
    const struct mode_row *next = NULL;
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        const struct mode_row *mode = &modes[i];
        if (mode->dec == dec && (after == NULL || mode->number > after->number)
            && (next == NULL || mode->number < next->number))
            next = mode;
    }
    return next;
}

static void
print_modes(bool dec, const char *title)
{
    printf("\n## %s\n\n| set | name | title | at first | here |\n|---|---|---|---|---|\n",
           title);
    const struct mode_row *mode = NULL;
    while ((mode = next_mode(dec, mode)) != NULL)
        printf("| `\\e[%s%uh` | %s | %s | %s | %s |\n", dec ? "?" : "", mode->number,
               mode->name, mode->title, mode->initial ? "set" : "reset",
               kept(mode->kind));
}

static const char head[] =
    "# The sequences that quietty knows\n"
    "\n"
    "Written by `exec/gen_sequences.c` from [sequences.def](exec/sequences.def) and\n"
    "[modes.def](screen/modes.def); the target `sequences_page` writes it anew.\n"
    "\n"
    "`\\e` is ESC; `…` stands for parameters, for text, or in designations for the set. "
    "ST,\n"
    "written `\\e\\\\`, may be BEL. In ISO 8859-1 a C1 control is its two bytes `\\e@` "
    "to\n"
    "`\\e_`. Of `CTL`, `STD 070` and `ECMA-48` the first is xterm's \"Control "
    "Sequences\",\n"
    "the second DEC's.\n"
    "\n"
    "| here | what it does |\n"
    "|---|---|\n"
    "| screen | changes cells, cursor or what the engine needs for them |\n"
    "| state | changes what is kept beside the cells |\n"
    "| query | is answered, where the persona answers it; may set as well |\n"
    "| event | is reported to the embedder |\n"
    "| inert | is consumed, without effect, in constant memory |\n"
    "\n"
    "What is not here prints nothing, changes nothing and is not answered.\n";

int
main(void)
{
    fputs(head, stdout);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        print_row(&rows[i]);
    print_modes(false, "Modes of ANSI");
    print_modes(true, "Private modes");
    return ferror(stdout) || fflush(stdout) != 0;
}
