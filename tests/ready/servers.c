/* A process a server, which serves one connection after the other and does not outlive
 * us. */
#define _GNU_SOURCE /* kill(2) */
#include "servers.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SLOW_MS = 60, WAITING = 64 };

static void
hang_up_late(int connection)
{
    (void)poll(NULL, 0, SLOW_MS);
    close(connection);
}

static void
echo_back(int connection)
{
    char bytes[4096];
    ssize_t got;
    while ((got = read(connection, bytes, sizeof bytes)) > 0)
        if (write(connection, bytes, (size_t)got) != got)
            break;
    close(connection);
}

static void
serve(int listener, void (*with)(int connection), pid_t parent)
{
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent)
        _exit(1);
    (void)signal(SIGPIPE, SIG_IGN);
    for (;;) {
        int connection = accept(listener, NULL, NULL);
        if (connection >= 0)
            with(connection);
    }
}

static int
listen_anywhere(unsigned *port)
{
    struct sockaddr_in address = { .sin_family = AF_INET,
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, size) != 0
        || listen(listener, WAITING) != 0
        || getsockname(listener, (struct sockaddr *)&address, &size) != 0)
        return -1;
    *port = ntohs(address.sin_port);
    return listener;
}

static pid_t
start(void (*with)(int connection), unsigned *port)
{
    pid_t parent = getpid();
    int listener = listen_anywhere(port);
    pid_t pid = listener >= 0 ? fork() : -1;
    if (pid == 0)
        serve(listener, with, parent);
    if (listener >= 0)
        close(listener);
    return pid;
}

bool
servers_start(struct servers *s)
{
    s->slow = start(hang_up_late, &s->slow_port);
    s->echo = start(echo_back, &s->echo_port);
    return s->slow > 0 && s->echo > 0;
}

static void
end(pid_t pid)
{
    if (pid <= 0)
        return;
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

void
servers_end(struct servers *s)
{
    end(s->slow);
    end(s->echo);
}
