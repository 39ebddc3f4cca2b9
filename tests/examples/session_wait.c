/* Drives a real bash: a line in; out comes what it printed, and its status, as soon as
 * the shell, or a program in it, waits for more. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include <quietty/session.h>
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
run(qtty_session *shell, const char *line)
{
    qtty_send send = QTTY_SEND_INIT;
    send.text = qtty_text(line);
    send.submit = true;                  /* with a carriage return */
    send.minimum = QTTY_EVIDENCE_PROVEN; /* no silence counts as an answer */
    qtty_status status = qtty_session_send(shell, &send, now_ns());
    if (status == QTTY_OK)
        status = qtty_session_wait(shell, QTTY_NONE);

    qtty_result result;
    if (status == QTTY_OK && qtty_session_take_result(shell, &result)) {
        printf("[%s] ", line);
        if (result.command_status >= 0)
            printf("exit code %d\n", (int)result.command_status);
        else
            printf("not finished\n");
        printf("%.*s", (int)result.output.len, (const char *)result.output.data);
    }
    return status;
}

int
main(void)
{
    const char *lines[] = { "cd /usr",        "pwd",
                            "echo hi; false", "read -p 'name? ' name",
                            "quietty",        "echo \"hello, $name\"" };
    qtty_session *shell;
    qtty_status status = qtty_session_create(&shell, NULL, NULL, now_ns(), NULL);
    if (status == QTTY_OK)
        status = qtty_session_wait(shell, QTTY_NONE); /* for the first prompt */
    for (size_t i = 0; status == QTTY_OK && i < sizeof lines / sizeof lines[0]; i++)
        status = run(shell, lines[i]);
    if (status != QTTY_OK)
        fprintf(stderr, "%s\n", qtty_status_text(status));

    qtty_session_destroy(shell); /* ends what still runs in it */
    return status == QTTY_OK ? 0 : 1;
}
