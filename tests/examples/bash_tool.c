/* The bash tool of a harness: what a model asks to be run, and the text that it is given.
 * Six calls, queued at once; each runs in the shell that the one before it left. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include <quietty/tool.h>
#include <stdio.h>
#include <time.h>

static uint64_t
now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static qtty_span
span(const char *text)
{
    qtty_span s = { (const uint8_t *)text, 0 };
    while (text[s.len] != '\0')
        s.len++;
    return s;
}

int
main(void)
{
    const char *commands[] = { "cd /usr; greet() { echo \"hello, $1\"; }",
                               "pwd; greet model; false",
                               "cat <<END\ntwo lines,\nas one command\nEND",
                               "read -p 'name? ' name",
                               "quietty",
                               "echo \"$name\"; exit 3" };
    qtty_tool *bash;
    qtty_tool_call call;
    qtty_tool_answer answer;
    qtty_status status = qtty_tool_create(&bash, NULL, NULL);
    for (size_t i = 0; status == QTTY_OK && i < sizeof commands / sizeof *commands; i++)
        status = qtty_tool_run(bash, span(commands[i]), 0, now_ns(), &call);
    if (status != QTTY_OK)
        fprintf(stderr, "%s\n", qtty_status_text(status));

    while (status == QTTY_OK && qtty_tool_wait(bash, QTTY_NONE) == QTTY_OK
           && qtty_tool_take(bash, &answer))
        printf("--- %llu\n%.*s\n", (unsigned long long)answer.call, (int)answer.text.len,
               (const char *)answer.text.data);

    qtty_tool_destroy(bash); /* ends what still runs in its shell */
    return status == QTTY_OK ? 0 : 1;
}
