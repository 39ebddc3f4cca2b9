/* Hostile streams: each asks for something without end, at a few bytes a time. */
#include "writer.h"

static void
open_string(struct writer *w)
{
    write_text(w, w->records == 0 ? "\x1B]0;" : "AAAAAAAAAAAAAAAA");
}

static void
open_device_string(struct writer *w)
{
    write_text(w, w->records == 0 ? "\x1BPq" : "~~~~~~~~~~~~~~~~");
}

static void
open_image(struct writer *w)
{
    write_text(w, w->records == 0 ? "\x1B_Gs=1,v=1;" : "AAAAAAAAAAAAAAAA");
}

static void
images(struct writer *w)
{
    write_text(w, "\x1BPq\x1B\\\x1B_Gs=1;\x1B\\");
}

static void
parameters(struct writer *w)
{
    write_text(w, w->records == 0 ? "\x1B[" : "1;");
}

static void
digits(struct writer *w)
{
    write_text(w, w->records == 0 ? "\x1B[" : "9");
}

static void
no_line_end(struct writer *w)
{
    write_text(w, "all work and no end ");
}

static void
line_ends(struct writer *w)
{
    write_text(w, "\r");
}

static void
ill_formed(struct writer *w)
{
    write_text(w, "\xFF\xC0\x80\xED\xA0\x80\xF4");
}

static void
escapes(struct writer *w)
{
    write_text(w, "\x1B");
}

static void
fill_bytes(struct writer *w)
{
    write_bytes(w, "\0\0\0\0", 4);
}

static void
combining(struct writer *w)
{
    write_text(w, w->records == 0 ? "a" : "\u0301");
}

static void
links(struct writer *w)
{
    write_text(w, "\x1B]8;;https://e.x/%u\x1B\\x\x1B]8;;\x1B\\", (unsigned)w->records);
}

/* No two are the same, and nothing that is quick to compare tells them apart. */
static void
even_links(struct writer *w)
{
    write_text(w, "\x1B]8;;https://e.x/%08x\x1B\\x", (unsigned)w->records);
}

static void
repeats(struct writer *w)
{
    write_text(w, "x\x1B[80b");
}

static void
scrolls(struct writer *w)
{
    write_text(w, "x\x1B[24S");
}

static void
clears(struct writer *w)
{
    write_text(w, "x\x1B[2J");
}

static void
colours(struct writer *w)
{
    unsigned n = (unsigned)w->records;
    write_text(w, "\x1B[38;2;%u;%u;%umx", n >> 16 & 255, n >> 8 & 255, n & 255);
}

static void
titles(struct writer *w)
{
    write_text(w, "\x1B]0;title %u\x07\x1B[22;0t", (unsigned)w->records);
}

static void
queries(struct writer *w)
{
    write_text(w, "\x1B[6n\x1B[c");
}

const struct corpus hostile[] = {
    { "open-string", "OSC that never ends", open_string, false },
    { "open-device", "DCS that never ends", open_device_string, false },
    { "open-image", "APC that never ends", open_image, false },
    { "images", "images, unread", images, false },
    { "parameters", "CSI of parameters", parameters, false },
    { "digits", "CSI of one parameter", digits, false },
    { "no-line-end", "one line", no_line_end, false },
    { "line-ends", "nothing but CR", line_ends, false },
    { "ill-formed", "no UTF-8", ill_formed, false },
    { "escapes", "nothing but ESC", escapes, false },
    { "fill", "nothing but NUL", fill_bytes, false },
    { "combining", "marks on one cell", combining, false },
    { "links", "a link a cell", links, false },
    { "even-links", "links of one length", even_links, false },
    { "repeats", "REP of a row", repeats, false },
    { "scrolls", "SU of a screen", scrolls, false },
    { "clears", "ED 2, a character each", clears, false },
    { "colours", "a colour a cell", colours, false },
    { "titles", "titles pushed", titles, false },
    { "queries", "queries, unread", queries, false },
};
const size_t hostile_count = sizeof(hostile) / sizeof(hostile[0]);
