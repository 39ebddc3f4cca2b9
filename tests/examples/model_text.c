/* What a model would be told of a shell that it drives: short texts, whose last line says
 * for what the shell waits. Nothing asks a person (profile quiet), and what a person
 * would not see is marked. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include <quietty/text.h>
#include <stdio.h>
#include <time.h>

static uint64_t
now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static qtty_status
tell(qtty_session *shell, const char *line)
{
    qtty_send send = QTTY_SEND_INIT;
    send.text = qtty_text(line);
    send.submit = true;
    send.minimum = QTTY_EVIDENCE_PROVEN;
    qtty_status status = qtty_session_send(shell, &send, now_ns());
    if (status == QTTY_OK)
        status = qtty_session_wait(shell, QTTY_NONE);

    qtty_text_config config = QTTY_TEXT_CONFIG_INIT;
    config.max_bytes = 160;
    qtty_result result;
    qtty_buf text;
    qtty_buf_init(&text, NULL, 0);
    if (status == QTTY_OK && qtty_session_take_result(shell, &result))
        status = qtty_text_send(&config, &result, &text, NULL);
    if (status == QTTY_OK)
        printf("> %s\n%.*s\n", line, (int)text.len, (const char *)text.data);
    qtty_buf_finish(&text);
    return status;
}

int
main(void)
{
    const char *lines[] = { "seq 1000", "printf 'ok \\e[8mrm -rf /\\e[m\\u200b\\n'",
                            "$EDITOR notes 2>/dev/null", "read -p 'name? '" };
    qtty_session_config config = QTTY_SESSION_CONFIG_INIT;
    config.profile = QTTY_PROFILE_QUIET;
    config.hidden = QTTY_HIDDEN_MARKED;

    qtty_session *shell;
    qtty_status status = qtty_session_create(&shell, NULL, &config, now_ns(), NULL);
    if (status == QTTY_OK)
        status = qtty_session_wait(shell, QTTY_NONE);
    for (size_t i = 0; status == QTTY_OK && i < sizeof lines / sizeof lines[0]; i++)
        status = tell(shell, lines[i]);
    if (status != QTTY_OK)
        fprintf(stderr, "%s\n", qtty_status_text(status));

    qtty_session_destroy(shell);
    return status == QTTY_OK ? 0 : 1;
}
