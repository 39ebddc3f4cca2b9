/* Arguments of statements: one reader for each shape that they have. */
#include "reading.h"

#include "memory.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_MAX = 999999999 };

const char *const event_words[] = {
    "bell",         "title",       "cwd",          "prompt-start", "command-start",
    "output-start", "command-end", "clipboard",    "notification", "progress",
    "pointer",      "prompt-part", "command-line", "property",     "mark",
    "image",        NULL,
};
const qtty_event_kind event_kinds[] = {
    QTTY_EVENT_BELL,         QTTY_EVENT_TITLE,         QTTY_EVENT_CWD,
    QTTY_EVENT_PROMPT_START, QTTY_EVENT_COMMAND_START, QTTY_EVENT_OUTPUT_START,
    QTTY_EVENT_COMMAND_END,  QTTY_EVENT_CLIPBOARD,     QTTY_EVENT_NOTIFICATION,
    QTTY_EVENT_PROGRESS,     QTTY_EVENT_POINTER,       QTTY_EVENT_PROMPT_PART,
    QTTY_EVENT_COMMAND_LINE, QTTY_EVENT_PROPERTY,      QTTY_EVENT_MARK,
    QTTY_EVENT_IMAGE,
};

const char *const mouse_words[] = { "none", "x10", "click", "drag", "move", NULL };
const uint32_t mouse_modes[] = { 0, 9, 1000, 1002, 1003 };

bool
read_nothing(struct reading *r, struct statement *st)
{
    (void)r;
    (void)st;
    return true;
}

bool
read_text(struct reading *r, struct statement *st)
{
    return scan_string(&r->scan, &st->text);
}

static int
hex_digit(uint8_t byte)
{
    static const char digits[] = "0123456789abcdef";
    int lower = byte >= 'A' && byte <= 'F' ? byte - 'A' + 'a' : byte;
    const char *known = lower ? strchr(digits, lower) : NULL;
    return known ? (int)(known - digits) : -1;
}

bool
read_hex(struct reading *r, struct statement *st)
{
    qtty_span hex;
    if (!scan_string(&r->scan, &hex))
        return false;
    /* In place, as the scanner's own escapes: two digits stand for one byte. */
    uint8_t *start = r->script->source + (hex.data - r->script->source);
    uint8_t *put = start;
    for (size_t i = 0; i < hex.len; i++) {
        if (start[i] == ' ')
            continue;
        int high = hex_digit(start[i]),
            low = i + 1 < hex.len ? hex_digit(start[i + 1]) : -1;
        if (high < 0 || low < 0)
            return scan_fail(&r->scan, "bytes are two hexadecimal digits each");
        *put++ = (uint8_t)(high << 4 | low);
        i++;
    }
    st->text = (qtty_span){ start, (size_t)(put - start) };
    return true;
}

/** The named file's path: from the folder that the script is in. */
static void
path_beside(const char *script, qtty_span name, qtty_buf *out)
{
    const char *slash = strrchr(script, '/');
    if (slash)
        append(out, script, (size_t)(slash - script) + 1);
    append(out, name.data, name.len);
    append(out, "", 1);
}

bool
read_file(struct reading *r, struct statement *st)
{
    struct script *s = r->script;
    qtty_span name;
    if (!scan_string(&r->scan, &name))
        return false;
    if (name.len == 0 || memchr(name.data, 0, name.len))
        return scan_fail(&r->scan, "no file name");
    qtty_buf path;
    qtty_buf_init(&path, NULL, 0);
    path_beside(s->path, name, &path);
    s->files = with_room(s->files, s->file_count, &s->file_capacity, sizeof *s->files);
    uint8_t **file = &s->files[s->file_count];
    bool read = file_read((const char *)path.data, file, &st->text.len);
    if (read) {
        s->file_count++;
        st->text.data = *file;
    } else {
        scan_fail(&r->scan, "%s: %s", (const char *)path.data, strerror(errno));
    }
    qtty_buf_finish(&path);
    return read;
}

int
pattern_compile(regex_t *out, qtty_span pattern)
{
    qtty_buf text;
    qtty_buf_init(&text, NULL, 0);
    append(&text, pattern.data, pattern.len);
    append(&text, "", 1);
    int status = regcomp(out, (const char *)text.data, REG_EXTENDED);
    qtty_buf_finish(&text);
    return status;
}

bool
read_pattern(struct reading *r, struct statement *st)
{
    regex_t regex;
    char why[128];
    if (!scan_string(&r->scan, &st->text))
        return false;
    if (memchr(st->text.data, 0, st->text.len))
        return scan_fail(&r->scan, "NUL in a pattern");
    int status = pattern_compile(&regex, st->text);
    if (status == 0) {
        regfree(&regex);
        return true;
    }
    regerror(status, &regex, why, sizeof why);
    return scan_fail(&r->scan, "%s", why);
}

bool
read_label(struct reading *r, struct statement *st)
{
    const struct script *s = r->script;
    if (!scan_string(&r->scan, &st->text))
        return false;
    for (size_t i = r->current->first; i < s->statement_count; i++) {
        qtty_span label = s->statements[i].text;
        if (s->statements[i].id == ST_REPLY_SAVE && label.len == st->text.len
            && memcmp(label.data, st->text.data, label.len) == 0)
            return true;
    }
    return scan_fail(&r->scan, "nothing was saved under this label in this case");
}

bool
read_size(struct reading *r, struct statement *st)
{
    uint32_t max = QTTY_ROWS_MAX < QTTY_COLS_MAX ? QTTY_ROWS_MAX : QTTY_COLS_MAX;
    if (!scan_pair(&r->scan, 'x', max, &st->row, &st->col))
        return false;
    if (st->row == 0 || st->col == 0)
        return scan_fail(&r->scan, "a size is 1x1 or more");
    return true;
}

bool
read_cursor(struct reading *r, struct statement *st)
{
    static const char *const words[] = { "pending-wrap", "hidden", "shape", NULL };
    static const char *const shapes[] = { "block", "underline", "bar", NULL };
    static const uint32_t flags[] = { PENDING_WRAP, HIDDEN, HAS_SHAPE };
    if (!scan_pair(&r->scan, ',', NUMBER_MAX, &st->row, &st->col))
        return false;
    while (scan_more(&r->scan)) {
        uint32_t word;
        if (!scan_choice(&r->scan, words, &word))
            return false;
        st->flags |= flags[word];
        if (flags[word] == HAS_SHAPE && !scan_choice(&r->scan, shapes, &st->choice))
            return false;
    }
    return true;
}

bool
read_yes_no(struct reading *r, struct statement *st)
{
    static const char *const words[] = { "no", "yes", NULL };
    return scan_choice(&r->scan, words, &st->choice);
}

bool
read_on_off(struct reading *r, struct statement *st)
{
    static const char *const words[] = { "off", "on", NULL };
    return scan_choice(&r->scan, words, &st->choice);
}

bool
read_row(struct reading *r, struct statement *st)
{
    return scan_number(&r->scan, NUMBER_MAX, &st->row);
}

bool
read_row_text(struct reading *r, struct statement *st)
{
    return read_row(r, st) && read_text(r, st);
}

bool
read_row_yes_no(struct reading *r, struct statement *st)
{
    return read_row(r, st) && read_yes_no(r, st);
}

static void
add_text(struct reading *r, struct statement *st, qtty_span bytes)
{
    struct script *s = r->script;
    s->texts = with_room(s->texts, s->text_count, &s->text_capacity, sizeof *s->texts);
    s->texts[s->text_count++] = (struct text){ bytes, r->scan.line };
    st->count++;
}

bool
read_block(struct reading *r, struct statement *st)
{
    st->first = r->script->text_count;
    if (!scan_end(&r->scan))
        return false;
    while (next_line(r)) {
        qtty_span text;
        if (!scan_more(&r->scan))
            continue;
        if (*r->scan.at != '|')
            return scan_word(&r->scan, &text)
                   && (span_is(text, "end")
                       || scan_fail(&r->scan, "neither '|' nor end"));
        r->scan.at++;
        if (!scan_rest(&r->scan, &text))
            return false;
        add_text(r, st, text);
    }
    return scan_fail(&r->scan, "%s has no end", statement_word(st->id));
}

bool
read_lines(struct reading *r, struct statement *st)
{
    r->current->wants_lines = true;
    return read_block(r, st);
}

/** One word of a `cell` after its text: base, only, width=N or an attribute. */
static bool
read_cell_word(struct reading *r, struct statement *st)
{
    struct script *s = r->script;
    qtty_span word;
    if (!scan_word(&r->scan, &word))
        return false;
    if (span_is(word, "base") && st->flags & HAS_TEXT) {
        st->flags |= BASE;
    } else if (span_is(word, "only")) {
        st->flags |= ONLY;
    } else if (word.len == 7 && !memcmp(word.data, "width=", 6) && word.data[6] >= '0'
               && word.data[6] <= '2') {
        st->flags |= HAS_WIDTH;
        st->width = (uint32_t)(word.data[6] - '0');
    } else {
        s->attributes = with_room(s->attributes, s->attribute_count,
                                  &s->attribute_capacity, sizeof *s->attributes);
        if (!attribute_read(&r->scan, word, &s->attributes[s->attribute_count]))
            return false;
        s->attribute_count++;
        st->count++;
    }
    return true;
}

bool
read_cell(struct reading *r, struct statement *st)
{
    st->first = r->script->attribute_count;
    if (!scan_pair(&r->scan, ',', NUMBER_MAX, &st->row, &st->col))
        return false;
    if (scan_more(&r->scan) && *r->scan.at == '"') {
        st->flags |= HAS_TEXT;
        if (!read_text(r, st))
            return false;
    }
    while (scan_more(&r->scan))
        if (!read_cell_word(r, st))
            return false;
    if (st->flags == 0 && st->count == 0)
        return scan_fail(&r->scan, "cell without anything to check");
    return true;
}

bool
read_clusters(struct reading *r, struct statement *st)
{
    st->first = r->script->text_count;
    if (!read_row(r, st) || !scan_string(&r->scan, &st->text))
        return false;
    while (scan_more(&r->scan)) {
        qtty_span cluster;
        if (!scan_string(&r->scan, &cluster))
            return false;
        add_text(r, st, cluster);
    }
    return true;
}

bool
read_mode(struct reading *r, struct statement *st)
{
    if (scan_more(&r->scan) && *r->scan.at == '?') {
        st->flags |= DEC;
        r->scan.at++;
        if (r->scan.at == r->scan.end || *r->scan.at == ' ')
            return scan_fail(&r->scan, "a number is missing");
    }
    return read_row(r, st) && read_on_off(r, st);
}

bool
read_mouse(struct reading *r, struct statement *st)
{
    return scan_choice(&r->scan, mouse_words, &st->choice);
}

/** N of command-end: the status, -1 for none. */
static bool
read_status(struct reading *r, struct statement *st)
{
    bool negative = *r->scan.at == '-';
    uint32_t number;
    r->scan.at += negative;
    if (!scan_number(&r->scan, NUMBER_MAX, &number))
        return false;
    st->flags |= HAS_VALUE;
    st->value = negative ? -(int32_t)number : (int32_t)number;
    return true;
}

bool
read_event(struct reading *r, struct statement *st)
{
    if (!scan_choice(&r->scan, event_words, &st->choice))
        return false;
    bool valued = event_kinds[st->choice] == QTTY_EVENT_COMMAND_END
                  || event_kinds[st->choice] == QTTY_EVENT_PROGRESS;
    if (valued && scan_more(&r->scan) && *r->scan.at != '"' && !read_status(r, st))
        return false;
    if (!scan_more(&r->scan))
        return true;
    st->flags |= HAS_TEXT;
    return read_text(r, st);
}
