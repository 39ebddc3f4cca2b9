/* A pane of tmux, fed and looked at. The server has a socket folder, a name and no
 * configuration but ours; it ends with its pane, and the pane when we do. */
#define _XOPEN_SOURCE 700

#include "peer.h"

#include "vt/memory.h"
#include "text.h"
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <wchar.h>

struct peer {
    char *folder;
    uint32_t rows, cols;
    int listening, pane;
};

/* --- Commands ----------------------------------------------------------------------- */

/* What a command of the shell prints. */
static qtty_buf
printed_by(const char *command)
{
    FILE *from = popen(command, "r");
    if (from == NULL)
        die("%s: cannot be run", command);
    qtty_buf out = stream_bytes(from);
    (void)pclose(from);
    return out;
}

static qtty_buf
tmux(const struct peer *p, const char *format, ...)
{
    char arguments[1024], command[2048];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(arguments, sizeof arguments, format, list);
    va_end(list);
    (void)snprintf(command, sizeof command,
                   "exec env -u TMUX TMUX_TMPDIR='%s' LC_ALL=C.UTF-8 tmux -u -L peer "
                   "-f /dev/null %s",
                   p->folder, arguments);
    return printed_by(command);
}

const char *
peer_version(void)
{
    static char version[64];
    qtty_buf out = printed_by("exec tmux -V 2>/dev/null");
    (void)snprintf(version, sizeof version, "%.*s", (int)strcspn((char *)out.data, "\n"),
                   (const char *)out.data);
    qtty_buf_finish(&out);
    return version[0] != '\0' ? version : NULL;
}

/* --- Life --------------------------------------------------------------------------- */

static int
listen_at(const char *path)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    if (strlen(path) >= sizeof address.sun_path)
        die("%s: too long", path);
    strcpy(address.sun_path, path);
    if (fcntl(descriptor, F_SETFD, FD_CLOEXEC) != 0
        || bind(descriptor, (struct sockaddr *)&address, sizeof address) != 0
        || listen(descriptor, 1) != 0)
        die("%s: cannot listen", path);
    return descriptor;
}

struct peer *
peer_start(const char *pane, const char *folder, uint32_t rows, uint32_t cols)
{
    struct peer *p = malloc(sizeof *p);
    char socket_path[256];
    if (p == NULL)
        die("out of memory");
    *p = (struct peer){ .rows = rows, .cols = cols };
    p->folder = copy_of((qtty_span){ (const uint8_t *)folder, strlen(folder) });
    (void)snprintf(socket_path, sizeof socket_path, "%s/pane", folder);
    p->listening = listen_at(socket_path);
    qtty_buf said = tmux(p,
                         "start-server \\; set -g status off \\; set -g allow-rename off "
                         "\\; new-session -d -x %u -y %u \"exec '%s' '%s'\" 2>&1",
                         (unsigned)cols, (unsigned)rows, pane, socket_path);
    if (said.len != 0)
        die("tmux: %s", (const char *)said.data);
    qtty_buf_finish(&said);
    p->pane = accept(p->listening, NULL, NULL);
    (void)fcntl(p->pane, F_SETFD, FD_CLOEXEC);
    (void)unlink(socket_path);
    return p;
}

void
peer_end(struct peer *p)
{
    qtty_buf said = tmux(p, "kill-server 2>&1");
    qtty_buf_finish(&said);
    close(p->pane);
    close(p->listening);
    free(p->folder);
    free(p);
}

/* --- Feeding ------------------------------------------------------------------------ */

static void
send_all(struct peer *p, const void *bytes, size_t len)
{
    const char *at = bytes;
    while (len != 0) {
        ssize_t put = send(p->pane, at, len, MSG_NOSIGNAL);
        if (put <= 0)
            die("tmux: the pane has ended");
        at += put;
        len -= (size_t)put;
    }
}

void
peer_feed(struct peer *p, qtty_span bytes)
{
    uint32_t len = (uint32_t)bytes.len;
    char done;
    send_all(p, &len, sizeof len);
    send_all(p, bytes.data, bytes.len);
    if (recv(p->pane, &done, 1, 0) != 1)
        die("tmux: the pane has ended");
}

/* --- Looking ------------------------------------------------------------------------ */

struct look {
    struct shot *shot;
    uint32_t row, col;
    qtty_style style;
    bool drawing; /* between SO and SI: DEC's line drawing */
};

/* Parameters of an SGR as tmux writes them: numbers, parted by `;`, with parts parted by
 * `:` where it writes those. */
struct numbers {
    unsigned value[32];
    bool part[32]; /* came behind a `:` */
    size_t count;
};

static const char *
read_numbers(const char *at, struct numbers *out)
{
    *out = (struct numbers){ .count = 1 };
    for (; *at != 'm' && *at != '\0'; at++) {
        if (*at >= '0' && *at <= '9') {
            out->value[out->count - 1] =
                out->value[out->count - 1] * 10 + (unsigned)(*at - '0');
        } else if (out->count < 32) {
            out->part[out->count++] = *at == ':';
        }
    }
    return at + (*at == 'm');
}

/* 38;5;N or 38;2;R;G;B, also parted by `:`, then perhaps with an empty space of colours.
 * @return how many numbers it took, this one included. */
static size_t
extended_color(const struct numbers *n, size_t i, qtty_color *out)
{
    size_t left = n->count - i;
    if (left >= 3 && n->value[i + 1] == 5) {
        *out = QTTY_COLOR_INDEXED(n->value[i + 2]);
        return 3;
    }
    if (left < 5 || n->value[i + 1] != 2)
        return left;
    size_t first = left >= 6 && n->part[i + 5] ? i + 3 : i + 2;
    *out = QTTY_COLOR_RGB(n->value[first], n->value[first + 1], n->value[first + 2]);
    return first + 3 - i;
}

static void
set_attribute(qtty_style *style, unsigned value)
{
    static const uint16_t attributes[] = {
        0,          QTTY_BOLD, QTTY_DIM,     QTTY_ITALIC,    0,
        QTTY_BLINK, 0,         QTTY_REVERSE, QTTY_INVISIBLE, QTTY_STRIKE
    };
    if (value == 0)
        *style = (qtty_style){ 0 };
    else if (value == 4)
        style->underline = QTTY_UNDERLINE_SINGLE;
    else if (value == 53)
        style->attributes |= QTTY_OVERLINE;
    else if (value < 10)
        style->attributes |= attributes[value];
}

static void
set_color(qtty_style *style, unsigned value)
{
    if (value >= 30 && value <= 37)
        style->fg = QTTY_COLOR_INDEXED(value - 30);
    else if (value == 39)
        style->fg = QTTY_COLOR_DEFAULT;
    else if (value >= 40 && value <= 47)
        style->bg = QTTY_COLOR_INDEXED(value - 40);
    else if (value == 49)
        style->bg = QTTY_COLOR_DEFAULT;
    else if (value >= 90 && value <= 97)
        style->fg = QTTY_COLOR_INDEXED(value - 90 + 8);
    else if (value >= 100 && value <= 107)
        style->bg = QTTY_COLOR_INDEXED(value - 100 + 8);
}

static void
apply(qtty_style *style, const struct numbers *n)
{
    for (size_t i = 0; i < n->count;) {
        unsigned value = n->value[i];
        if (value == 38)
            i += extended_color(n, i, &style->fg);
        else if (value == 48)
            i += extended_color(n, i, &style->bg);
        else if (value == 58)
            i += extended_color(n, i, &style->ul);
        else if (value == 4 && i + 1 < n->count && n->part[i + 1]) {
            style->underline = (uint16_t)n->value[i + 1];
            i += 2;
        } else {
            set_attribute(style, value);
            set_color(style, value);
            i++;
        }
    }
}

static uint32_t
scalar_at(const char **at)
{
    uint8_t lead = (uint8_t) * (*at)++;
    uint32_t scalar = lead < 0xC0   ? lead
                      : lead < 0xE0 ? lead & 0x1Fu
                      : lead < 0xF0 ? lead & 0x0Fu
                                    : lead & 0x07u;
    while (((uint8_t) * *at & 0xC0) == 0x80)
        scalar = scalar << 6 | ((uint8_t) * (*at)++ & 0x3Fu);
    return scalar;
}

/* DEC Special Graphics, from 0x60 on. */
static const char *const drawing[] = {
    "◆", "▒", "␉", "␌", "␍", "␊", "°", "±", "␤", "␋", "┘", "┐", "┌", "└", "┼", "⎺",
    "⎻", "─", "⎼", "⎽", "├", "┤", "┴", "┬", "│", "≤", "≥", "π", "≠", "£", "·",
};

static void
join(struct look *l, const char *text, size_t len)
{
    uint32_t col = l->col;
    while (col != 0 && shot_at(l->shot, l->row, --col)->width == 0)
        continue;
    struct shot_cell *cell = shot_at(l->shot, l->row, col);
    size_t had = strlen(cell->text);
    if (had + len < sizeof cell->text) {
        memcpy(cell->text + had, text, len);
        cell->text[had + len] = '\0';
    }
}

static void
show_text(struct look *l, const char *text, size_t len, int width)
{
    for (int i = 0; i < width && l->col < l->shot->cols; i++, l->col++) {
        struct shot_cell *cell = shot_at(l->shot, l->row, l->col);
        cell->style = l->style;
        cell->width = (uint8_t)(i == 0 ? width : 0);
        bool blank = len == 1 && text[0] == ' ';
        (void)snprintf(cell->text, sizeof cell->text, "%.*s",
                       i == 0 && !blank ? (int)len : 0, text);
    }
}

static const char *
show_scalar(struct look *l, const char *at)
{
    const char *text = at;
    uint32_t scalar = scalar_at(&at);
    int width = wcwidth((wchar_t)scalar);
    if (l->drawing && scalar >= 0x60 && scalar <= 0x7E)
        show_text(l, drawing[scalar - 0x60], strlen(drawing[scalar - 0x60]), 1);
    else if (width == 0)
        join(l, text, (size_t)(at - text));
    else
        show_text(l, text, (size_t)(at - text), width < 0 ? 1 : width);
    return at;
}

static void
read_rows(struct shot *shot, const char *at)
{
    struct look l = { .shot = shot };
    while (*at != '\0' && l.row < shot->rows) {
        if (*at == '\n') {
            for (; l.col < shot->cols; l.col++)
                shot_at(shot, l.row, l.col)->unseen = true;
            l.row++;
            l.col = 0;
            at++;
        } else if (at[0] == '\x1b' && at[1] == '[') {
            struct numbers numbers;
            at = read_numbers(at + 2, &numbers);
            apply(&l.style, &numbers);
        } else if (*at == '\x0e' || *at == '\x0f') {
            l.drawing = *at++ == '\x0e';
        } else {
            at = show_scalar(&l, at);
        }
    }
}

static const char *
read_state(struct shot *shot, const char *at)
{
    unsigned value[10] = { 0 };
    char *end = NULL;
    for (size_t i = 0; i < 10; i++) {
        value[i] = (unsigned)strtoul(at, &end, 10);
        if (end == at)
            die("tmux: not understood: %.40s", at);
        at = end;
    }
    shot->col = value[0];
    shot->row = value[1];
    shot->visible = value[2] != 0;
    for (size_t i = 0; i < SHOT_MODES; i++)
        shot->modes[i] = value[3 + i] != 0;
    return *at == '\n' ? at + 1 : at;
}

/* tmux shows nothing of a row behind its last written cell, not even a background: with
 * something written in the last column it does. */
static void
write_last_column(struct peer *p)
{
    qtty_buf bytes;
    char text[32];
    qtty_buf_init(&bytes, NULL, 0);
    append_string(&bytes, "\x1b[?6l\x1b[4l\x1b[r\x1b[m\x1b(B\x0f");
    for (uint32_t row = 1; row <= p->rows; row++) {
        (void)snprintf(text, sizeof text, "\x1b[%u;%uHX", (unsigned)row,
                       (unsigned)p->cols);
        append_string(&bytes, text);
    }
    peer_feed(p, qtty_buf_span(&bytes));
    qtty_buf_finish(&bytes);
}

static void
take_unseen(struct shot *out, const struct shot *full)
{
    for (uint32_t row = 0; row < out->rows; row++) {
        for (uint32_t col = 0; col + 1 < out->cols; col++) {
            struct shot_cell *cell = shot_at(out, row, col);
            if (cell->unseen)
                *cell = *shot_at(full, row, col);
        }
    }
}

void
peer_take(struct shot *out, struct peer *p)
{
    struct shot full;
    shot_init(out, p->rows, p->cols);
    shot_init(&full, p->rows, p->cols);
    qtty_buf text = tmux(p, "display-message -p '#{cursor_x} #{cursor_y} #{cursor_flag} "
                            "#{alternate_on} #{insert_flag} #{keypad_cursor_flag} "
                            "#{keypad_flag} #{origin_flag} #{wrap_flag} "
                            "#{mouse_any_flag}' \\; capture-pane -p -e -N");
    read_rows(out, read_state(out, (const char *)text.data));
    qtty_buf_finish(&text);
    write_last_column(p);
    text = tmux(p, "capture-pane -p -e -N");
    read_rows(&full, (const char *)text.data);
    qtty_buf_finish(&text);
    take_unseen(out, &full);
    shot_finish(&full);
}
