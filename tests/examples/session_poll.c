/* Two shells at once in a loop of one's own: the sessions say what to poll for and until
 * when, and are stepped after each poll. Nothing else blocks. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include <poll.h>
#include <quietty/session.h>
#include <stdio.h>
#include <time.h>

enum { JOBS = 2, WANTS = JOBS * QTTY_WANTS_MAX };

struct job {
    const char *line;
    qtty_session *shell;
    qtty_buf output;
    int32_t exit_code;
};

static uint64_t
now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static bool
is_over(const struct job *job)
{
    qtty_session_state state = qtty_session_phase(job->shell);
    return state == QTTY_SESSION_CLOSED || state == QTTY_SESSION_FAILED;
}

/* Go on with a job as far as it goes without waiting. */
static void
advance(struct job *job)
{
    qtty_result result;
    qtty_session_step(job->shell, NULL, 0, now_ns());
    if (qtty_session_take_result(job->shell, &result)) {
        job->exit_code = result.command_status;
        qtty_buf_append(&job->output, result.output.data, result.output.len);
        qtty_session_close(job->shell, now_ns());
    } else if (job->line != NULL && qtty_session_phase(job->shell) == QTTY_SESSION_LIVE) {
        qtty_send send = QTTY_SEND_INIT;
        send.text = qtty_text(job->line);
        send.submit = true;
        send.minimum = QTTY_EVIDENCE_PROVEN;
        qtty_session_send(job->shell, &send, now_ns());
        job->line = NULL;
    }
}

/* Wait until a job has something to do; yours would poll descriptors of its own, too. */
static void
wait_for(struct job jobs[JOBS])
{
    struct pollfd polled[WANTS];
    nfds_t count = 0;
    uint64_t until = QTTY_NEVER, now = now_ns();
    for (int i = 0; i < JOBS; i++) {
        qtty_want wants[QTTY_WANTS_MAX];
        size_t wanted;
        uint64_t deadline;
        qtty_session_wants(jobs[i].shell, wants, QTTY_WANTS_MAX, &wanted, &deadline);
        until = deadline < until ? deadline : until;
        for (size_t k = 0; k < wanted; k++) {
            short events = (wants[k].events & QTTY_WANT_READ) ? POLLIN : 0;
            if (wants[k].events & QTTY_WANT_WRITE)
                events |= POLLOUT;
            polled[count++] = (struct pollfd){ wants[k].descriptor, events, 0 };
        }
    }
    uint64_t ms = until > now ? (until - now + 999999) / 1000000 : 0;
    poll(polled, count, until == QTTY_NEVER ? -1 : (int)ms);
}

int
main(void)
{
    struct job jobs[JOBS] = { { .line = "sleep 0.1; echo slow; false" },
                              { .line = "echo quick | tr a-z A-Z" } };
    for (int i = 0; i < JOBS; i++) {
        qtty_buf_init(&jobs[i].output, NULL, 0);
        if (qtty_session_create(&jobs[i].shell, NULL, NULL, now_ns(), NULL) != QTTY_OK)
            return 1;
    }
    while (!is_over(&jobs[0]) || !is_over(&jobs[1])) {
        wait_for(jobs);
        for (int i = 0; i < JOBS; i++)
            advance(&jobs[i]);
    }
    for (int i = 0; i < JOBS; i++) {
        printf("shell %d, exit code %d: %.*s", i, (int)jobs[i].exit_code,
               (int)jobs[i].output.len, (const char *)jobs[i].output.data);
        qtty_buf_finish(&jobs[i].output);
        qtty_session_destroy(jobs[i].shell);
    }
    return 0;
}
