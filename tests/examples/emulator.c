/* Embeds a terminal: bytes of a program in; screen, cursor, style and reply out. */
#include <quietty/emulator.h>
#include <stdio.h>
#include <string.h>

static void
print_row(const qtty_emulator *terminal, int32_t row)
{
    qtty_buf text;
    qtty_buf_init(&text, NULL, 0);
    if (qtty_emulator_row_text(terminal, row, &text) == QTTY_OK && text.len > 0)
        printf("row %d: %.*s\n", (int)row, (int)text.len, (const char *)text.data);
    qtty_buf_finish(&text);
}

int
main(void)
{
    const char *output = "loading  10%\rloading 100%\r\n" /* a progress bar */
                         "\x1b[1;32mdone\x1b[m"           /* bold and green */
                         "\x1b[6n";                       /* where is the cursor? */

    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    config.rows = 3;
    config.cols = 40;
    qtty_emulator *terminal;
    qtty_status status = qtty_emulator_create(&terminal, &config);
    if (status != QTTY_OK) {
        fprintf(stderr, "%s\n", qtty_status_text(status));
        return 1;
    }
    qtty_emulator_feed(terminal, (qtty_span){ (const uint8_t *)output, strlen(output) });

    print_row(terminal, 0);
    print_row(terminal, 1);
    qtty_cell cell;
    qtty_emulator_cell(terminal, 1, 0, &cell);
    printf("%s is %s\n", cell.text, cell.style.attributes & QTTY_BOLD ? "bold" : "plain");

    /* What the program would now read from its terminal. */
    qtty_span reply = qtty_emulator_replies(terminal);
    printf("reply: ESC%.*s\n", (int)reply.len - 1, (const char *)reply.data + 1);
    qtty_emulator_take_replies(terminal, reply.len);

    qtty_emulator_destroy(terminal);
    return 0;
}
