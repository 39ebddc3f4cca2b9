/* Many shells at once, in one thread, with epoll(7): all are opened, each is asked
 * something, all are idle, all are closed. A shell is stepped when a descriptor of its
 * own is ready or its own time has come, so what a turn costs does not grow with their
 * number.
 *
 * usage: many_sessions [SHELLS [MS]]   1000 shells, idle for 1000 ms */
#define _GNU_SOURCE /* clock_gettime, prlimit */

#include <quietty/session.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* Two of a shell's are polled; the others are for looks at it, and for its end. */
enum { EVENTS = 64, DESCRIPTORS_EACH = 11, DESCRIPTORS_MORE = 32, PAGE = 4096 };

struct job {
    qtty_session *shell;
    qtty_want watched[QTTY_WANTS_MAX]; /* in the epoll set */
    size_t watches;
    uint64_t deadline_ns;
    size_t place; /* in the heap */
    bool asked, answered, over;
};

struct crowd {
    struct job *jobs;
    struct job **heap; /* the earliest deadline first */
    size_t size, opened, answered, over;
    int epoll;
    uint64_t steps;
};

static uint64_t
now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void
give_up(const char *what)
{
    perror(what);
    exit(1);
}

/* --- Deadlines ---------------------------------------------------------------------- */

static void
put_at(struct crowd *c, size_t place, struct job *job)
{
    c->heap[place] = job;
    job->place = place;
}

static void
rise(struct crowd *c, struct job *job)
{
    size_t at = job->place;
    for (; at > 0 && c->heap[(at - 1) / 2]->deadline_ns > job->deadline_ns;
         at = (at - 1) / 2)
        put_at(c, at, c->heap[(at - 1) / 2]);
    put_at(c, at, job);
}

static void
sink(struct crowd *c, struct job *job)
{
    size_t at = job->place, next;
    while ((next = 2 * at + 1) < c->opened) {
        if (next + 1 < c->opened
            && c->heap[next + 1]->deadline_ns < c->heap[next]->deadline_ns)
            next++;
        if (c->heap[next]->deadline_ns >= job->deadline_ns)
            break;
        put_at(c, at, c->heap[next]);
        at = next;
    }
    put_at(c, at, job);
}

/* --- Descriptors -------------------------------------------------------------------- */

static bool
is_among(int descriptor, const qtty_want *wants, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (wants[i].descriptor == descriptor)
            return true;
    return false;
}

/* A number that is wanted again can be another file, which epoll does not know yet: the
 * one before was closed meanwhile, and epoll forgot it by itself. */
static void
watch(struct crowd *c, struct job *job, const qtty_want *want)
{
    struct epoll_event event = { .data.ptr = job };
    event.events = ((want->events & QTTY_WANT_READ) ? EPOLLIN : 0u)
                   | ((want->events & QTTY_WANT_WRITE) ? EPOLLOUT : 0u);
    if (epoll_ctl(c->epoll, EPOLL_CTL_MOD, want->descriptor, &event) != 0
        && epoll_ctl(c->epoll, EPOLL_CTL_ADD, want->descriptor, &event) != 0)
        give_up("epoll_ctl");
}

/* After each call that does something: before another session can open a file by a number
 * that this one has closed. */
static void
follow(struct crowd *c, struct job *job)
{
    qtty_want wants[QTTY_WANTS_MAX];
    size_t count;
    qtty_session_wants(job->shell, wants, QTTY_WANTS_MAX, &count, &job->deadline_ns);
    for (size_t i = 0; i < job->watches; i++)
        if (!is_among(job->watched[i].descriptor, wants, count))
            epoll_ctl(c->epoll, EPOLL_CTL_DEL, job->watched[i].descriptor, NULL);
    for (size_t i = 0; i < count; i++)
        watch(c, job, &wants[i]);
    memcpy(job->watched, wants, count * sizeof *wants);
    job->watches = count;
    rise(c, job);
    sink(c, job);
}

/* --- A shell ------------------------------------------------------------------------ */

static void
ask(struct crowd *c, struct job *job)
{
    char line[64];
    qtty_send send = QTTY_SEND_INIT;
    snprintf(line, sizeof line, "echo $((%zu + 1))", (size_t)(job - c->jobs));
    send.text = qtty_text(line);
    send.submit = true;
    send.minimum = QTTY_EVIDENCE_PROVEN;
    job->asked = qtty_session_send(job->shell, &send, now_ns()) == QTTY_OK;
}

static void
take_answer(struct crowd *c, struct job *job)
{
    qtty_result result;
    char line[32];
    size_t len =
        (size_t)snprintf(line, sizeof line, "%zu\n", (size_t)(job - c->jobs) + 1);
    if (job->answered || !qtty_session_take_result(job->shell, &result))
        return;
    if (result.output.len != len || memcmp(result.output.data, line, len) != 0) {
        fprintf(stderr, "shell %zu: another answer\n", (size_t)(job - c->jobs));
        exit(1);
    }
    job->answered = true;
    c->answered++;
}

static void
step(struct crowd *c, struct job *job)
{
    c->steps++;
    qtty_session_step(job->shell, NULL, 0, now_ns());
    qtty_session_state state = qtty_session_phase(job->shell);
    if (state == QTTY_SESSION_FAILED) {
        fprintf(stderr, "shell %zu: %s\n", (size_t)(job - c->jobs),
                qtty_session_error(job->shell));
        exit(1);
    }
    if (state == QTTY_SESSION_LIVE && !job->asked)
        ask(c, job);
    take_answer(c, job);
    c->over += state == QTTY_SESSION_CLOSED && !job->over;
    job->over = state == QTTY_SESSION_CLOSED;
    follow(c, job);
}

static void
open_one(struct crowd *c)
{
    struct job *job = &c->jobs[c->opened];
    qtty_session_config config = QTTY_SESSION_CONFIG_INIT;
    qtty_buf why;
    config.window = (qtty_window){ .rows = 24, .cols = 80 };
    qtty_buf_init(&why, NULL, 0);
    if (qtty_session_create(&job->shell, NULL, &config, now_ns(), &why) != QTTY_OK) {
        fprintf(stderr, "shell %zu: %.*s\n", c->opened, (int)why.len, (char *)why.data);
        exit(1);
    }
    qtty_buf_finish(&why);
    put_at(c, c->opened++, job);
    follow(c, job);
}

/* --- All of them -------------------------------------------------------------------- */

static int
ms_until(uint64_t deadline_ns)
{
    uint64_t now = now_ns();
    if (deadline_ns == QTTY_NEVER)
        return -1;
    return deadline_ns > now ? (int)((deadline_ns - now + 999999) / 1000000) : 0;
}

/* Those that are ready, then those whose time has come.
 * @return how many there were. */
static size_t
turn(struct crowd *c, int wait_ms)
{
    struct epoll_event events[EVENTS];
    int ms = ms_until(c->heap[0]->deadline_ns);
    if (ms < 0 || (wait_ms >= 0 && wait_ms < ms))
        ms = wait_ms;
    uint64_t before = c->steps;
    int ready = epoll_wait(c->epoll, events, EVENTS, ms);
    for (int i = 0; i < ready; i++)
        step(c, events[i].data.ptr);
    uint64_t now = now_ns();
    for (size_t i = 0; i < c->opened && c->heap[0]->deadline_ns <= now; i++)
        step(c, c->heap[0]);
    return (size_t)(c->steps - before);
}

static double
cpu_ms(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1e3
           + (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e3;
}

static double
resident_kib(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%*d %ld", &pages) != 1)
        give_up("/proc/self/statm");
    fclose(file);
    return (double)pages * (PAGE / 1024);
}

/* The soft limit is 1024 in most places, since select(2) knows no more. */
static void
allow_descriptors(size_t shells)
{
    struct rlimit limit;
    rlim_t needed = (rlim_t)shells * DESCRIPTORS_EACH + DESCRIPTORS_MORE;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        give_up("getrlimit");
    limit.rlim_cur = limit.rlim_max;
    if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < needed) {
        fprintf(stderr, "%zu shells need %llu descriptors, of at most %llu\n", shells,
                (unsigned long long)needed, (unsigned long long)limit.rlim_max);
        exit(1);
    }
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0)
        give_up("setrlimit");
}

static void
tell(const char *what, uint64_t *since_ns, double *since_cpu_ms, struct crowd *c)
{
    uint64_t now = now_ns();
    double cpu = cpu_ms();
    printf("%-7s %8.1f ms, of our own CPU %8.1f ms, %llu steps\n", what,
           (double)(now - *since_ns) / 1e6, cpu - *since_cpu_ms,
           (unsigned long long)c->steps);
    *since_ns = now;
    *since_cpu_ms = cpu;
    c->steps = 0;
}

static void
begin(struct crowd *c, size_t shells)
{
    *c = (struct crowd){ .size = shells, .epoll = epoll_create1(EPOLL_CLOEXEC) };
    c->jobs = calloc(shells, sizeof *c->jobs);
    c->heap = calloc(shells, sizeof(struct job *));
    if (c->epoll < 0 || c->jobs == NULL || c->heap == NULL)
        give_up("many_sessions");
}

static void
end(struct crowd *c)
{
    for (size_t i = 0; i < c->opened; i++)
        qtty_session_destroy(c->jobs[i].shell);
    free(c->jobs);
    free(c->heap);
    close(c->epoll);
}

/* New ones are opened while those before them start. */
static void
open_and_ask(struct crowd *c)
{
    while (c->answered < c->size) {
        bool more = c->opened < c->size;
        if (more)
            open_one(c);
        turn(c, more ? 0 : -1);
    }
}

static void
close_all(struct crowd *c)
{
    for (size_t i = 0; i < c->size; i++) {
        qtty_session_close(c->jobs[i].shell, now_ns());
        follow(c, &c->jobs[i]);
    }
    while (c->over < c->size)
        turn(c, -1);
}

int
main(int argc, char **argv)
{
    struct crowd c;
    int shells = argc > 1 ? atoi(argv[1]) : 1000,
        idle_ms = argc > 2 ? atoi(argv[2]) : 1000;
    if (shells < 1 || idle_ms < 1) {
        fprintf(stderr, "usage: many_sessions [SHELLS [MS]]\n");
        return 2;
    }
    allow_descriptors((size_t)shells);
    begin(&c, (size_t)shells);
    double kib = resident_kib(), cpu = cpu_ms();
    uint64_t since = now_ns();

    open_and_ask(&c);
    printf("%d shells, each has answered: %.1f KiB of ours each\n", shells,
           (resident_kib() - kib) / shells);
    tell("opened", &since, &cpu, &c);
    bool quiet = c.heap[0]->deadline_ns == QTTY_NEVER;
    size_t woken = turn(&c, idle_ms);
    tell("idle", &since, &cpu, &c);
    close_all(&c);
    tell("closed", &since, &cpu, &c);
    end(&c);
    if (!quiet || woken != 0)
        fprintf(stderr, "idle shells wanted to be stepped: %zu were\n", woken);
    return quiet && woken == 0 ? 0 : 1;
}
