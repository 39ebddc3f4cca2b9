/* The rows of the emulator, joined. */
#include "shown.h"
#include <stdlib.h>

void
shown_init(struct shown *s)
{
    qtty_buf_init(&s->text, NULL, 0);
    qtty_buf_init(&s->cursor, NULL, 0);
}

void
shown_finish(struct shown *s)
{
    qtty_buf_finish(&s->text);
    qtty_buf_finish(&s->cursor);
}

static void
append(qtty_buf *to, const void *bytes, size_t len)
{
    if (qtty_buf_append(to, bytes, len) != QTTY_OK)
        abort();
}

static void
take_row(struct shown *s, const qtty_emulator *e, uint32_t row)
{
    if (qtty_emulator_row_text(e, (int32_t)row, &s->text) != QTTY_OK)
        abort();
    while (s->text.data[s->text.len - 1] == ' ')
        s->text.len--;
    append(&s->text, "\n", 1);
}

static void
take_cursor(struct shown *s, const qtty_emulator *e)
{
    qtty_cursor cursor;
    qtty_cell cell;
    qtty_emulator_cursor(e, &cursor);
    for (uint32_t col = 0; col < cursor.col; col++) {
        (void)qtty_emulator_cell(e, (int32_t)cursor.row, col, &cell);
        append(&s->cursor, cell.text[0] != '\0' ? cell.text : " ",
               cell.text[0] != '\0' ? strlen(cell.text) : 1);
    }
}

void
shown_take(struct shown *s, qtty_session *session)
{
    const qtty_emulator *e = qtty_session_emulator(session);
    uint32_t rows, cols;
    s->text.len = s->cursor.len = 0;
    qtty_emulator_size(e, &rows, &cols);
    append(&s->text, "\n", 1);
    for (uint32_t row = 0; row < rows; row++)
        take_row(s, e, row);
    take_cursor(s, e);
    append(&s->text, "", 1);
    append(&s->cursor, "", 1);
}

static bool
ends_with(const char *text, const char *end)
{
    size_t len = strlen(text), end_len = strlen(end);
    return len >= end_len && strcmp(text + len - end_len, end) == 0;
}

bool
shown_has(const struct shown *s, const char *text, const char *prompt)
{
    return (text == NULL || strstr((const char *)s->text.data, text) != NULL)
           && (prompt == NULL || ends_with((const char *)s->cursor.data, prompt));
}
