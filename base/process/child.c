#define _GNU_SOURCE /* close_range */
#include "base/process/child.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Signals of a crash. A child gets their default action, whatever our own process does on them. */
static const int deadly[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};

static int next_of(const int kept[3], int from)
{
    int next = INT_MAX;
    for (int k = 0; k < 3; k++)
        if (kept[k] >= from && kept[k] < next) next = kept[k];
    return next;
}

/* Closes all other descriptors, so that there are free ones below the limit. */
static void close_others(const int kept[3])
{
    int from = 0;
    for (int next; (next = next_of(kept, from)) < INT_MAX; from = next + 1)
        if (next > from) close_range((unsigned)from, (unsigned)next - 1, 0);
    close_range((unsigned)from, ~0U, 0);
}

/* Moves a descriptor behind ours, so that dup2 does not overwrite it. */
static bool move_behind(int *fd)
{
    if (*fd < 0 || *fd > FILE_GIVEN) return true;
    *fd = fcntl(*fd, F_DUPFD, FILE_GIVEN + 1);
    return *fd >= 0;
}

bool keep_files(int channel, int fd, int errors)
{
    const bool given = fd >= 0;
    if (errors == channel || errors == fd || fcntl(errors, F_GETFD) < 0) errors = -1;
    close_others((const int[]){channel, fd, errors});
    if (!move_behind(&channel) || !move_behind(&fd)) return false;
    if (errors != STDERR_FILENO && !move_behind(&errors)) return false;
    const int null = open("/dev/null", O_RDWR);
    if (errors < 0) errors = null;
    if (null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(errors, STDERR_FILENO) < 0 ||
        dup2(STDERR_FILENO, STDOUT_FILENO) < 0 || dup2(channel, CHANNEL) < 0 ||
        (given && dup2(fd, FILE_GIVEN) < 0))
        return false;
    close_range(given ? FILE_GIVEN + 1 : FILE_GIVEN, ~0U, 0);
    return true;
}

enum status no_process(void)
{
    const int why = errno == EINVAL ? EMFILE : errno; /* F_DUPFD gives EINVAL if the limit is very
                                                         low */
    const bool files = why == EMFILE || why == ENFILE;
    return fail(files ? ERROR_IO : ERROR_HOST_MEMORY, "cannot start a process: %s%s", strerror(why),
                files ? ". Allow more: ulimit -n 64" : "");
}

void limit_resource(int resource, double most)
{
    struct rlimit now;
    if (getrlimit(resource, &now) != 0 || (double)now.rlim_max <= most) return;
    now.rlim_cur = now.rlim_max = (rlim_t)most;
    setrlimit(resource, &now);
}

pid_t child_fork(void)
{
    const pid_t parent = getpid();
    fflush(NULL);
    const pid_t pid = fork();
    if (pid != 0) return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    for (size_t k = 0; k < sizeof deadly / sizeof *deadly; k++) signal(deadly[k], SIG_DFL);
    return 0;
}

bool child_has_ended(pid_t pid)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT | WNOHANG) != 0 || info.si_pid == pid;
}

int child_reap(pid_t pid)
{
    int state = 0;
    while (waitpid(pid, &state, 0) < 0 && errno == EINTR) continue;
    return state;
}

void close_files(const int *fds, int count)
{
    for (int k = 0; k < count; k++)
        if (fds[k] >= 0) close(fds[k]);
}
