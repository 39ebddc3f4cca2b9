/* Reads lines: a program's terminal output on standard input, and each line as a person
 * would have read it on standard output, as soon as it can change no more. */
#include <quietty/lines.h>
#include <stdio.h>

static void
print_final(qtty_reader *reader)
{
    qtty_line line;
    uint64_t gap;
    while (qtty_reader_next(reader, &line, &gap) == QTTY_OK)
        printf("%.*s\n", (int)line.text.len, (const char *)line.text.data);
}

static qtty_status
print_lines(qtty_lines *lines, qtty_reader *reader)
{
    uint8_t bytes[4096];
    size_t got;
    while ((got = fread(bytes, 1, sizeof bytes, stdin)) > 0) {
        qtty_status status = qtty_lines_feed(lines, (qtty_span){ bytes, got });
        if (status != QTTY_OK)
            return status;
        print_final(reader);
    }
    qtty_status status = qtty_lines_end(lines);
    print_final(reader);
    return status;
}

int
main(void)
{
    qtty_emulator *terminal = NULL;
    qtty_lines *lines = NULL;
    qtty_reader *reader = NULL;

    qtty_status status = qtty_emulator_create(&terminal, NULL);
    if (status == QTTY_OK)
        status = qtty_lines_create(&lines, NULL, terminal);
    if (status == QTTY_OK)
        status = qtty_reader_create(&reader, lines);
    if (status == QTTY_OK)
        status = print_lines(lines, reader);
    if (status != QTTY_OK)
        fprintf(stderr, "%s\n", qtty_status_text(status));

    qtty_reader_destroy(reader);
    qtty_lines_destroy(lines);
    qtty_emulator_destroy(terminal);
    return status == QTTY_OK ? 0 : 1;
}
