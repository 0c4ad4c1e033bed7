#define _GNU_SOURCE /* close_range */
#include "harness/campaign/beat.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/process/child.h"
#include "base/process/clock.h"

double beat_interval(double lease)
{
    return fmin(fmax(lease / 60, 0.05), 5);
}

/* Returns whether standard input ends within the given seconds. Without leash it only waits. */
static bool ends_within(double seconds, bool leash)
{
    char ignored[256];
    struct pollfd input = {.fd = leash ? STDIN_FILENO : -1, .events = POLLIN};
    if (poll(&input, 1, (int)(1000 * seconds)) <= 0) return false;
    return read(STDIN_FILENO, ignored, sizeof ignored) == 0;
}

static _Noreturn void beat(int fd, double interval, bool leash, pid_t parent)
{
    static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ};
    uint64_t count = 0;
    for (size_t k = 0; k < sizeof ignored / sizeof *ignored; k++) signal(ignored[k], SIG_IGN);
    dup2(fd, STDOUT_FILENO);
    close_range(STDERR_FILENO, ~0U, 0);
    while (getppid() == parent) {
        count++;
        ssize_t written = pwrite(STDOUT_FILENO, &count, sizeof count, 0);
        (void)written; /* a reader will take us for lost, and is right */
        if (!ends_within(interval, leash)) continue;
        kill(parent, SIGTERM);
        leash = false;
    }
    _exit(0);
}

enum status beat_start(const char *path, double interval, bool leash, struct beat *out)
{
    const pid_t parent = getpid();
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    *out = (struct beat){0};
    if (fd < 0) return fail(ERROR_IO, "%s: %s", path, strerror(errno));
    out->pid = child_fork();
    if (!out->pid) beat(fd, interval, leash, parent);
    close(fd);
    if (out->pid > 0) return OK;
    out->pid = 0;
    return no_process();
}

void beat_stop(struct beat *beat)
{
    if (!beat->pid) return;
    kill(beat->pid, SIGKILL);
    child_reap(beat->pid);
    *beat = (struct beat){0};
}

/* Reads the counter of a task; 0 if there is none. */
static enum status beat_read_count(const char *dir, const char *task, uint64_t *out)
{
    char *path = NULL;
    int fd;
    *out = 0;
    MUST(format_text(&path, "%s/tasks/%s/beat", dir, task));
    if (file_open(path, O_RDONLY, &fd, NULL) == OK &&
        read(fd, out, sizeof *out) != (ssize_t)sizeof *out)
        *out = 0;
    if (fd >= 0) close(fd);
    free(path);
    return OK;
}

static enum status watched_find(struct watch *watch, const char *task, struct watched **out)
{
    for (size_t k = 0; k < watch->count; k++) {
        *out = &watch->tasks[k];
        if (!strcmp((*out)->task, task)) return OK;
    }
    MUST(reallocate(&watch->tasks, watch->count + 1, sizeof *watch->tasks, "tasks"));
    *out = &watch->tasks[watch->count];
    **out = (struct watched){0};
    MUST(copy_text(task, &(*out)->task));
    watch->count++;
    return OK;
}

enum status watch_look(struct watch *watch, const char *task, struct watched **out)
{
    uint64_t count;
    MUST(watched_find(watch, task, out));
    MUST(beat_read_count(watch->dir, task, &count));
    struct watched *seen = *out;
    if (seen->seen && seen->count == count) return OK;
    seen->different += seen->seen;
    seen->seen = true;
    seen->count = count;
    seen->since = clock_now();
    return OK;
}

void watch_free(struct watch *watch)
{
    for (size_t k = 0; k < watch->count; k++) free(watch->tasks[k].task);
    free(watch->tasks);
    *watch = (struct watch){0};
}
