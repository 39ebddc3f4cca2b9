/* A program that asks its terminal about itself, as conformance suites do: it puts the
 * terminal into a state, asks for it, and compares; thousands of times, one question at
 * a time or many in one write. For `quietty run --persona research --rows 25 --cols 80`.
 * Its last screen has a line for each check that failed, and the count. References: DEC
 * STD 070 (DECRQCRA, DECRQM, DECRQSS, CPR, DECCOLM), xterm's "Control Sequences"
 * (XTWINOPS). */
#define _DEFAULT_SOURCE

#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

enum { ROWS = 25, COLS = 80, GUARD_MS = 10000, FAILURES_SHOWN = 12 };

static unsigned checks, failures;
static char shown[FAILURES_SHOWN][200];
static volatile sig_atomic_t window_changes;

/* --- The terminal ------------------------------------------------------------------- */

static char pending[65536]; /* what was read and not taken */
static size_t pending_len;

static void
put_bytes(const char *bytes, size_t len)
{
    while (len != 0) {
        ssize_t put = write(STDOUT_FILENO, bytes, len);
        if (put <= 0)
            exit(3);
        bytes += put;
        len -= (size_t)put;
    }
}

static void
put(const char *text)
{
    put_bytes(text, strlen(text));
}

static void
putf(const char *format, ...)
{
    char text[256];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    put(text);
}

/* A terminal that does not answer ends this program with 2. SIGWINCH may interrupt. */
static void
read_more(void)
{
    struct pollfd terminal = { .fd = STDIN_FILENO, .events = POLLIN };
    int ready = poll(&terminal, 1, GUARD_MS);
    if (ready < 0)
        return;
    if (ready == 0 || pending_len == sizeof pending)
        exit(2);
    ssize_t got = read(STDIN_FILENO, pending + pending_len, sizeof pending - pending_len);
    if (got <= 0)
        exit(2);
    pending_len += (size_t)got;
}

/* Length of the reply that `pending` begins with: a control sequence to its final byte, a
 * string to its ST; 0: not whole yet. */
static size_t
reply_length(void)
{
    if (pending_len < 3)
        return 0;
    bool string = pending[1] != '[';
    for (size_t i = 2; i < pending_len; i++) {
        if (string && pending[i - 1] == '\x1b' && pending[i] == '\\')
            return i + 1;
        if (!string && pending[i] >= 0x40 && pending[i] <= 0x7E)
            return i + 1;
    }
    return 0;
}

static const char *
take_reply(void)
{
    static char reply[sizeof pending + 1];
    size_t length;
    while ((length = reply_length()) == 0)
        read_more();
    memcpy(reply, pending, length);
    reply[length] = '\0';
    memmove(pending, pending + length, pending_len - length);
    pending_len -= length;
    return reply;
}

/* --- Checks ------------------------------------------------------------------------- */

static void
legible(char *out, size_t size, const char *text)
{
    size_t len = 0;
    for (; *text != '\0' && len + 5 < size; text++) {
        if (*text >= 0x20 && *text <= 0x7E)
            out[len++] = *text;
        else
            len += (size_t)snprintf(out + len, size - len, "\\x%02x",
                                    (unsigned)(unsigned char)*text);
    }
    out[len] = '\0';
}

/* The next reply is this. `what` says which check it was. */
static void
is(const char *what, const char *expected)
{
    char want[64], got[64];
    const char *reply = take_reply();
    checks++;
    if (strcmp(reply, expected) == 0)
        return;
    legible(want, sizeof want, expected);
    legible(got, sizeof got, reply);
    if (failures < FAILURES_SHOWN)
        (void)snprintf(shown[failures], sizeof shown[0], "%.40s: %s, not %s", what, got,
                       want);
    failures++;
}

static void
isf(const char *what, const char *format, ...)
{
    char expected[256];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(expected, sizeof expected, format, list);
    va_end(list);
    is(what, expected);
}

static void
holds(const char *what, bool condition)
{
    checks++;
    if (condition)
        return;
    if (failures < FAILURES_SHOWN)
        (void)snprintf(shown[failures], sizeof shown[0], "%.40s: does not hold", what);
    failures++;
}

/* --- Cells -------------------------------------------------------------------------- */

static char
letter(int row, int col)
{
    return (char)('!' + (row * 7 + col) % 94);
}

static void
fill_screen(void)
{
    char line[COLS];
    for (int row = 0; row < ROWS; row++) {
        for (int col = 0; col < COLS; col++)
            line[col] = letter(row, col);
        putf("\x1b[%d;1H", row + 1);
        put_bytes(line, sizeof line);
    }
}

static void
ask_cell(int row, int col)
{
    putf("\x1b[%d;1;%d;%d;%d;%d*y", row + 1, row + 1, col + 1, row + 1, col + 1);
}

static void
is_cell(const char *what, int row, int col)
{
    isf(what, "\x1bP%d!~%04X\x1b\\", row + 1, (unsigned)letter(row, col));
}

/* A question, then its answer: each waits for a whole turn of the terminal. */
static void
every_cell_alone(void)
{
    fill_screen();
    for (int row = 0; row < ROWS; row++) {
        for (int col = 0; col < COLS; col++) {
            ask_cell(row, col);
            is_cell("a cell, asked alone", row, col);
        }
    }
}

/* 400 questions, before an answer is read: more than a terminal's input holds. */
static void
cells_in_bulk(void)
{
    for (int row = 0; row < ROWS; row += 5) {
        for (int cell = 0; cell < 5 * COLS; cell++)
            ask_cell(row + cell / COLS, cell % COLS);
        for (int cell = 0; cell < 5 * COLS; cell++)
            is_cell("a cell, asked in bulk", row + cell / COLS, cell % COLS);
    }
}

static void
areas_sum_up(void)
{
    unsigned sum = 0;
    for (int row = 0; row < ROWS; row++) {
        for (int col = 0; col < COLS; col++)
            sum += (unsigned)letter(row, col);
    }
    put("\x1b[1;1;1;1;25;80*y");
    isf("the whole screen", "\x1bP1!~%04X\x1b\\", sum & 0xFFFF);
    put("\x1b[2J\x1b[2;1;1;1;1;3*y");
    isf("erased cells", "\x1bP2!~%04X\x1b\\", 3 * 0x20u);
}

/* --- Cursor, modes, settings -------------------------------------------------------- */

static void
positions_come_back(void)
{
    for (int i = 0; i < 5000; i++) {
        int row = 1 + i * 11 % ROWS, col = 1 + i * 13 % COLS;
        putf("\x1b[%d;%dH\x1b[6n", row, col);
        isf("a position", "\x1b[%d;%dR", row, col);
    }
    put("\x1b[999;999H\x1b[6n");
    is("past the end", "\x1b[25;80R");
    put("\x1b[2;5r\x1b[?6h\x1b[6n\x1b[99H\x1b[6n\x1b[?6l\x1b[r");
    is("origin mode", "\x1b[1;1R");
    is("origin mode, the end", "\x1b[4;1R");
}

static void
modes_come_back(void)
{
    static const int modes[] = { 1,    4,    5,    6,    7,    12,   25,   40,
                                 45,   66,   67,   69,   1000, 1002, 1003, 1004,
                                 1005, 1006, 1015, 1047, 1049, 2004, 2027 };
    for (size_t i = 0; i < COUNT_OF(modes); i++) {
        putf("\x1b[?%dh\x1b[?%d$p\x1b[?%dl\x1b[?%d$p", modes[i], modes[i], modes[i],
             modes[i]);
        isf("a mode that is set", "\x1b[?%d;1$y", modes[i]);
        isf("a mode that is reset", "\x1b[?%d;2$y", modes[i]);
    }
    put("\x1b[4h\x1b[4$p\x1b[4l\x1b[4$p\x1b[?9999$p");
    is("IRM, set", "\x1b[4;1$y");
    is("IRM, reset", "\x1b[4;2$y");
    is("an unknown mode", "\x1b[?9999;0$y");
    put("\x1b[?7h\x1b[?25h");
}

static void
settings_come_back(void)
{
    static const struct {
        const char *set, *ask, *reply;
    } cases[] = {
        { "\x1b[1;4;31m", "m", "0;1;4;31m" },
        { "\x1b[0;38;5;200;48;2;1;2;3m", "m", "0;38:5:200;48:2::1:2:3m" },
        { "\x1b[m", "m", "0m" },
        { "\x1b[3;20r", "r", "3;20r" },
        { "\x1b[r", "r", "1;25r" },
        { "\x1b[?69h\x1b[5;70s", "s", "5;70s" },
        { "\x1b[s\x1b[?69l\x1b[4 q", " q", "4 q" },
        { "\x1b[1\"q", "\"q", "1\"q" },
        { "\x1b[0\"q", "\"q", "0\"q" },
        { "\x1b[2*x", "*x", "2*x" },
        { "", "\"p", "64;1\"p" },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        putf("%s\x1bP$q%s\x1b\\", cases[i].set, cases[i].ask);
        isf(cases[i].ask, "\x1bP1$r%s\x1b\\", cases[i].reply);
    }
    put("\x1bP$qnonsense\x1b\\");
    is("no setting", "\x1bP0$r\x1b\\");
    put("\x1b[0*x\x1b[2 q");
}

/* --- Order, cuts -------------------------------------------------------------------- */

static void
answers_keep_their_order(void)
{
    for (int i = 1; i <= 200; i++) {
        putf("\x1b[%dG\x1b[6n\x1b[5n\x1bP$qr\x1b\\\x1b[?25$p\x1b[0c\x1b[18t",
             1 + i % COLS);
        put("\x1b[1;1H");
        isf("1st of six", "\x1b[1;%dR", 1 + i % COLS);
        is("2nd of six", "\x1b[0n");
        is("3rd of six", "\x1bP1$r1;25r\x1b\\");
        is("4th of six", "\x1b[?25;1$y");
        is("5th of six", "\x1b[?64;1;6;9;21;22;28c");
        is("6th of six", "\x1b[8;25;80t");
    }
}

/* A byte a write, each of which the terminal may read alone. */
static void
questions_may_come_in_pieces(void)
{
    static const char questions[] = "\x1b[7;9H\x1b[6n\x1bP$qr\x1b\\\x1b[?7$p";
    for (int i = 0; i < 20; i++) {
        for (size_t at = 0; at < sizeof questions - 1; at++) {
            put_bytes(questions + at, 1);
            if (at % 3 == 0)
                (void)tcdrain(STDOUT_FILENO);
        }
        is("1st, in pieces", "\x1b[7;9R");
        is("2nd, in pieces", "\x1bP1$r1;25r\x1b\\");
        is("3rd, in pieces", "\x1b[?7;1$y");
    }
}

/* --- Sizes -------------------------------------------------------------------------- */

static void
note_window_change(int signal)
{
    (void)signal;
    window_changes++;
}

/* The kernel knows the size by the time that the terminal tells it. */
static void
is_size(const char *what, int rows, int cols)
{
    struct winsize size = { 0 };
    put("\x1b[18t");
    isf(what, "\x1b[8;%d;%dt", rows, cols);
    (void)ioctl(STDIN_FILENO, TIOCGWINSZ, &size);
    holds(what, size.ws_row == rows && size.ws_col == cols);
}

static void
sizes_follow(void)
{
    static const int sizes[][2] = { { 30, 100 }, { 10, 40 },  { 60, 200 },
                                    { 1, 1 },    { 24, 132 }, { 25, 80 } };
    is_size("the size at first", ROWS, COLS);
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        putf("\x1b[8;%d;%dt", sizes[i][0], sizes[i][1]);
        is_size("a size", sizes[i][0], sizes[i][1]);
        put("\x1b[999;999H\x1b[6n");
        isf("the corner", "\x1b[%d;%dR", sizes[i][0], sizes[i][1]);
    }
    holds("SIGWINCH", window_changes != 0);
    put("\x1b[8;20t");
    is_size("rows alone", 20, COLS);
    put("\x1b[8;25;80t\x1b[4;320;560t");
    is_size("pixels", 20, 70);
    put("\x1b[8;25;80t");
    is_size("the size at last", ROWS, COLS);
}

static void
columns_follow_a_mode(void)
{
    put("\x1b[?3h");
    is_size("132 columns are not allowed yet", ROWS, COLS);
    put("\x1b[?40h\x1b[5;20r\x1b[9;9Habc\x1b[?3h");
    is_size("132 columns", ROWS, 132);
    put("\x1b[6n\x1b[3;1;1;1;25;132*y\x1bP$qr\x1b\\");
    is("home", "\x1b[1;1R");
    isf("cleared", "\x1bP3!~%04X\x1b\\", 25 * 132 * 0x20u & 0xFFFF);
    is("no margins", "\x1bP1$r1;25r\x1b\\");
    put("\x1b[?3l");
    is_size("80 columns", ROWS, COLS);
    put("\x1b[?40l");
}

static void
windows_have_titles_and_a_place(void)
{
    put("\x1b]2;a window\x1b\\\x1b]1;an icon\x1b\\\x1b[22t\x1b]0;both\x1b\\\x1b[21t");
    is("the title", "\x1b]lboth\x1b\\");
    put("\x1b[23t\x1b[21t\x1b[20t");
    is("the title from the stack", "\x1b]la window\x1b\\");
    is("the icon's from the stack", "\x1b]Lan icon\x1b\\");
    put("\x1b[3;12;34t\x1b[2t\x1b[13t\x1b[11t\x1b[3;0;0t\x1b[1t\x1b[13t\x1b[11t");
    is("the place", "\x1b[3;12;34t");
    is("an icon", "\x1b[2t");
    is("the place at last", "\x1b[3;0;0t");
    is("no icon", "\x1b[1t");
}

/* --- All of it ---------------------------------------------------------------------- */

static void
run_checks(void)
{
    every_cell_alone();
    cells_in_bulk();
    areas_sum_up();
    positions_come_back();
    modes_come_back();
    settings_come_back();
    put("\x1b[H");
    answers_keep_their_order();
    questions_may_come_in_pieces();
    sizes_follow();
    columns_follow_a_mode();
    windows_have_titles_and_a_place();
    put("\x1b[5n");
    is("the end", "\x1b[0n");
    holds("nothing else was answered", pending_len == 0);
}

int
main(void)
{
    struct termios before, raw;
    struct sigaction action = { .sa_handler = note_window_change };
    if (tcgetattr(STDIN_FILENO, &before) != 0 || sigaction(SIGWINCH, &action, NULL) != 0)
        return 3;
    raw = before;
    cfmakeraw(&raw);
    (void)tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    run_checks();
    put("\x1b"
        "c");
    (void)tcsetattr(STDIN_FILENO, TCSADRAIN, &before);
    for (unsigned i = 0; i < failures && i < FAILURES_SHOWN; i++)
        putf("%s\n", shown[i]);
    putf("%u checks, %u failed\n", checks, failures);
    return failures == 0 ? 0 : 1;
}
