#define _GNU_SOURCE /* close_range, pipe2, sigabbrev_np */
#include "harness/engines/engine_process.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/process/child.h"
#include "base/process/clock.h"

extern char **environ;

static const double look_every = 0.05, /* s, between looks at the clock and at stop */
    end_seconds = 0.3;                 /* for an engine that closed its output to end */

/* Starting */

enum { IN, OUT, ERR, NSTREAMS };

/* Prints why the program cannot be started. For a script, the interpreter in its first line may be
 * what is missing. */
static void say_why(const char *path, int error)
{
    char line[120] = "";
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0 && read(fd, line, sizeof line - 1) < 0) *line = '\0';
    if (error == ENOEXEC)
        dprintf(STDERR_FILENO, "cannot start %s: no program; a script begins with #!\n", path);
    else if (error == ENOENT && !strncmp(line, "#!", 2))
        dprintf(STDERR_FILENO, "cannot start %.*s, the first line of %s: %s\n",
                (int)strcspn(line, " \r\n"), line, path, strerror(error));
    else dprintf(STDERR_FILENO, "cannot start %s: %s\n", path, strerror(error));
}

__attribute__((noreturn)) static void engine_become(const char *path, char *const *words,
                                                    char *const *environment,
                                                    const int stream[NSTREAMS])
{
    sigset_t none;
    sigemptyset(&none);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGALRM, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    for (int k = 0; k < NSTREAMS; k++)
        if (dup2(stream[k], k) < 0) _exit(126);
    close_range(NSTREAMS, ~0U, 0);
    execve(path, words, environment);
    const int error = errno;
    say_why(path, error);
    _exit(error == ENOENT ? 127 : 126);
}

/* Makes our environment with the number of threads; *out (new) borrows all but the last entry,
 * text. */
static enum status make_environment(int threads, char text[48], char ***out)
{
    size_t count = 0;
    while (environ[count]) count++;
    MUST(allocate(count + 2, sizeof **out, "an environment", out));
    size_t kept = 0;
    for (size_t k = 0; k < count; k++)
        if (!threads || strncmp(environ[k], "OMP_NUM_THREADS=", 16)) (*out)[kept++] = environ[k];
    snprintf(text, 48, "OMP_NUM_THREADS=%d", threads);
    if (threads) (*out)[kept++] = text;
    (*out)[kept] = NULL;
    return OK;
}

static bool open_streams(int ours[NSTREAMS], int theirs[NSTREAMS])
{
    int pair[2];
    for (int k = 0; k < NSTREAMS; k++) ours[k] = theirs[k] = -1;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return false;
    ours[IN] = pair[0], theirs[IN] = pair[1];
    for (int k = OUT; k < NSTREAMS; k++) {
        if (pipe2(pair, O_CLOEXEC) != 0) return false;
        ours[k] = pair[0], theirs[k] = pair[1];
        fcntl(ours[k], F_SETFL, O_NONBLOCK);
    }
    /* none of the files has one of the numbers that they get */
    for (int k = 0; k < NSTREAMS; k++) {
        const int moved = fcntl(theirs[k], F_DUPFD_CLOEXEC, NSTREAMS);
        if (moved < 0) return false;
        close(theirs[k]);
        theirs[k] = moved;
    }
    return true;
}

/* Makes the command line; *out (new) borrows its words. */
static enum status make_words(const char *path, const char *const *arguments, char ***out)
{
    size_t count = 0;
    while (arguments && arguments[count]) count++;
    MUST(allocate(count + 2, sizeof **out, "words", out));
    (*out)[0] = (char *)(uintptr_t)path;
    for (size_t k = 0; k < count; k++) (*out)[k + 1] = (char *)(uintptr_t)arguments[k];
    (*out)[count + 1] = NULL;
    return OK;
}

enum status engine_start(const char *name, const char *path, const char *const *arguments,
                         int threads, struct engine_process *out)
{
    enum status status = OK;
    char **environment = NULL, **words = NULL, text[48];
    int ours[NSTREAMS], theirs[NSTREAMS];
    *out = (struct engine_process){.name = name, .to = -1, .from = -1, .errors = -1, .end = -1};
    if (!open_streams(ours, theirs)) goto failed;
    adopt_begin(&out->adopted);
    TRY(make_environment(threads, text, &environment));
    TRY(make_words(path, arguments, &words));
    out->pid = child_fork();
    if (out->pid == 0) engine_become(path, words, environment, theirs);
    if (out->pid < 0) goto failed;
    out->to = ours[IN], out->from = ours[OUT], out->errors = ours[ERR];
    out->end = (int)syscall(SYS_pidfd_open, out->pid, 0);
    close_files(theirs, NSTREAMS);
    free(environment);
    free(words);
    return OK;
failed:
    status =
        fail(ERROR_HOST_MEMORY, "engine %s: cannot start a process: %s", name, strerror(errno));
out:
    close_files(ours, NSTREAMS);
    close_files(theirs, NSTREAMS);
    free(environment);
    free(words);
    *out = (struct engine_process){0};
    return status;
}

/* Output of the engine, and its end */

static void heed_line(struct engine_process *process)
{
    for (int k = 0; process->heed && process->heed[k] && !*process->heeded; k++)
        if (strstr(process->last.line, process->heed[k]))
            last_line_show(process->last.line, process->heeded, sizeof process->heeded);
}

/* Reads only a part of standard error at a time, so that an engine that never stops printing does
 * not keep us busy. */
static void read_errors(struct engine_process *process)
{
    char bytes[1 << 16];
    if (process->errors < 0) return;
    const ssize_t got = read(process->errors, bytes, sizeof bytes);
    for (ssize_t k = 0; k < got; k++)
        if (last_line_take(&process->last, bytes[k])) heed_line(process);
    if (got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR))) return;
    close(process->errors);
    process->errors = -1;
}

static void await_end(struct engine_process *process, double seconds)
{
    for (double start = clock_now();
         !child_has_ended(process->pid) && clock_now() < start + seconds;) {
        struct pollfd fds[] = {{process->end, POLLIN, 0}, {process->errors, POLLIN, 0}};
        poll(fds, 2, process->end < 0 ? 1 : (int)(look_every * 1e3));
        read_errors(process);
    }
    read_errors(process);
}

void engine_look(struct engine_process *process)
{
    struct tree_use now;
    process_tree_use(process->pid, &now);
    process->use.cpu = fmax(process->use.cpu, now.cpu);
    process->use.peak = fmax(process->use.peak, now.peak);
}

/* Waits for the engine's end and returns its exit state. */
static int engine_reap(struct engine_process *process)
{
    engine_look(process);
    process_tree_kill(process->pid);
    const int state = child_reap(process->pid);
    process->pid = 0;
    adopt_end(&process->adopted);
    return state;
}

static void close_process(struct engine_process *process)
{
    int fds[] = {process->to, process->from, process->errors, process->end};
    close_files(fds, 4);
    free(process->buffer);
    struct engine_process left = {.name = process->name, .use = process->use};
    memcpy(left.heeded, process->heeded, sizeof left.heeded);
    *process = left;
}

/* Ends an engine that is of no use any more, and says why. */
static enum status engine_give_up(struct engine_process *process, const char *why)
{
    char how[128] = "", last[LONGEST_SAID + 1];
    await_end(process, *why ? 0 : end_seconds);
    const bool by_itself = child_has_ended(process->pid);
    const int state = engine_reap(process);
    last_line_show(process->last.line, last, sizeof last);
    if (*why) snprintf(how, sizeof how, "%s", why);
    else if (!by_itself) snprintf(how, sizeof how, "it closed its output");
    else if (WIFSIGNALED(state)) {
        const char *name = sigabbrev_np(WTERMSIG(state));
        snprintf(how, sizeof how, "it was killed by SIG%s (%s)", name ? name : "?",
                 strsignal(WTERMSIG(state)));
    } else snprintf(how, sizeof how, "it ended too early, with exit code %d", WEXITSTATUS(state));
    close_process(process);
    process->not_found = WIFEXITED(state) && WEXITSTATUS(state) == 127;
    return fail(ERROR_CRASHED, "engine %s: %s%s%s", process->name, how,
                *last ? "; its last line of errors: " : "", last);
}

static enum status is_gone(const struct engine_process *process)
{
    return fail(ERROR_CRASHED, "engine %s: it has ended", process->name);
}

/* Talking */

enum status engine_send(struct engine_process *process, const char *bytes, size_t size)
{
    if (process->pid <= 0) return is_gone(process);
    for (size_t sent = 0; sent < size;) {
        const ssize_t now =
            send(process->to, bytes + sent, size - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (now > 0) sent += (size_t)now;
        else if (now < 0 && errno == EAGAIN) return engine_give_up(process, "it does not read");
        else if (now < 0 && errno != EINTR) return engine_give_up(process, "");
    }
    return OK;
}

/* Cuts the next line off the lines behind it in the buffer, and returns it; NULL: there is none. */
static char *buffered_line(struct engine_process *process)
{
    char *end = process->used ? memchr(process->buffer, '\n', process->used) : NULL;
    if (end) *end = '\0';
    return end ? process->buffer : NULL;
}

/* Removes the line that was returned before. */
static void drop_line(struct engine_process *process)
{
    const char *end = process->used ? memchr(process->buffer, '\0', process->used) : NULL;
    if (!end) return;
    process->used -= (size_t)(end + 1 - process->buffer);
    memmove(process->buffer, end + 1, process->used);
}

/* Reads more of the output. *more: there was some. Zero bytes become blanks, since text has
 * none. */
static enum status engine_read_lines(struct engine_process *process, bool *more)
{
    enum { PIECE = 1 << 16 };
    *more = false;
    if (process->used >= LONGEST_LINE)
        return engine_give_up(process, "it sent a line of more than a million bytes");
    MUST(reserve(&process->buffer, &process->room, process->used + PIECE, 1, "a message"));
    char *to = process->buffer + process->used;
    const ssize_t got = read(process->from, to, PIECE);
    if (got == 0) return engine_give_up(process, "");
    if (got < 0) return errno == EAGAIN || errno == EINTR ? OK : engine_give_up(process, "");
    for (char *zero = to; (zero = memchr(zero, '\0', (size_t)(to + got - zero)));) *zero = ' ';
    process->used += (size_t)got;
    *more = true;
    return OK;
}

static enum status over_time(const struct engine_process *process, double seconds)
{
    return fail(ERROR_INTERRUPTED,
                "engine %s: it gave no answer in %g s; does it flush its output?", process->name,
                seconds);
}

enum status engine_receive(struct engine_process *process, double seconds,
                           const volatile sig_atomic_t *stop, const char **line)
{
    const double end = clock_now() + seconds;
    bool more;
    if (process->pid <= 0) return is_gone(process);
    drop_line(process);
    while (!(*line = buffered_line(process))) {
        struct pollfd fds[] = {
            {process->from, POLLIN, 0}, {process->errors, POLLIN, 0}, {process->end, POLLIN, 0}};
        poll(fds, 3, process->end < 0 ? 1 : (int)(look_every * 1e3));
        MUST(engine_read_lines(process, &more));
        if (fds[1].revents) read_errors(process);
        if (more) continue;
        if (child_has_ended(process->pid)) return engine_give_up(process, "");
        if (clock_now() > end || (stop && *stop)) return over_time(process, seconds);
    }
    return OK;
}

void engine_end(struct engine_process *process, double seconds)
{
    if (process->pid <= 0) return;
    close(process->to);
    process->to = -1;
    await_end(process, seconds);
    engine_reap(process);
    close_process(process);
}
