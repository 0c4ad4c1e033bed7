#define _GNU_SOURCE /* close_range, pipe2 */
#include "datasets/models/program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/process/process_tree.h"
#include "base/progress_hook.h"
#include "base/text.h"

enum { LOOK = 20, NOT_STARTED = 127 }; /* LOOK: ms */

static void program_limit(int resource, double most)
{
    struct rlimit now;
    if (getrlimit(resource, &now) != 0 || (double)now.rlim_max <= most) return;
    now.rlim_cur = now.rlim_max = (rlim_t)most;
    setrlimit(resource, &now);
}

/* Becomes the program, in the keeper's child. mask: the original signal mask. */
static void program_become(const struct program *program, int output, pid_t keeper,
                           const sigset_t *mask)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != keeper) _exit(NOT_STARTED);
    for (int k = SIGHUP; k <= SIGTERM; k++) signal(k, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    sigprocmask(SIG_SETMASK, mask, NULL);
    program_limit(RLIMIT_FSIZE, program->file_bytes);
    if (dup2(output, 1) < 0 || dup2(output, 2) < 0) _exit(NOT_STARTED);
    close(0); /* so that open() gets this descriptor */
    if (open("/dev/null", O_RDONLY) != 0 || (program->folder && chdir(program->folder) != 0))
        _exit(NOT_STARTED);
    execvp(program->words[0], (char *const *)program->words);
    _exit(NOT_STARTED);
}

/* Ends in the same way as the program. */
static void end_as(int state)
{
    sigset_t none;
    if (WIFEXITED(state)) _exit(WEXITSTATUS(state));
    signal(WTERMSIG(state), SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    raise(WTERMSIG(state));
    _exit(NOT_STARTED);
}

/* The keeper, a child process between us and the program, in which all signals are blocked. It
 * kills all processes that the program leaves behind after the program has ended, we ask for it
 * (SIGTERM), or we have died, even by SIGKILL. */
static void program_keep(const struct program *program, int output, pid_t parent,
                         const sigset_t *mask)
{
    const pid_t own = getpid();
    const struct adopted none = {0};
    int state = NOT_STARTED << 8, number = 0;
    sigset_t awaited;
    setpgid(0, 0); /* our process handles signals of the terminal */
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    program_limit(RLIMIT_CORE, 0);
    if (getppid() != parent) _exit(NOT_STARTED);
    const pid_t pid = fork();
    if (pid == 0) program_become(program, output, own, mask);
    close_range(0, ~0U, 0);
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGTERM);
    sigaddset(&awaited, SIGCHLD);
    while (pid > 0 && number != SIGTERM && waitpid(pid, &state, WNOHANG) == 0)
        sigwait(&awaited, &number);
    adopt_end(&none);
    end_as(state);
}

/* The last line of the output so far, and the last line about an error: Storm prints the model's
 * text behind it. */
struct tail {
    char line[PROGRAM_SAID], error[PROGRAM_SAID];
    size_t length;
    bool ended;
};

static void tail_add(struct tail *tail, const char *bytes, size_t size)
{
    for (size_t k = 0; k < size; k++) {
        const bool end = bytes[k] == '\n' || bytes[k] == '\r';
        if (end && strstr(tail->line, "rror")) memcpy(tail->error, tail->line, sizeof tail->error);
        if (!end && tail->ended) tail->length = 0, tail->ended = false;
        if (end) tail->ended |= tail->length > 0;
        else if (bytes[k] && tail->length + 1 < sizeof tail->line &&
                 (tail->length || bytes[k] != ' '))
            tail->line[tail->length++] = bytes[k];
        tail->line[tail->length] = '\0';
    }
}

static void show(const char *line, char out[PROGRAM_SAID])
{
    size_t used = 0, length;
    for (const char *at = line; *at; used += length) {
        const char *shown = shown_character(&at, &length);
        if (used + length >= PROGRAM_SAID) break;
        memcpy(out + used, shown, length);
    }
    out[used] = '\0';
}

static double program_seconds(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

/* Reads the output that is there; returns false at its end. */
static bool listen_to(int output, struct tail *tail)
{
    char bytes[4096];
    struct pollfd ready = {.fd = output, .events = POLLIN};
    if (poll(&ready, 1, LOOK) <= 0) return true;
    const ssize_t got = read(output, bytes, sizeof bytes);
    if (got > 0) tail_add(tail, bytes, (size_t)got);
    return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

static void program_tell_end(const struct program *program, int state, struct program_end *out)
{
    const int code = WIFEXITED(state) ? WEXITSTATUS(state) : -1;
    out->well = code == 0;
    if (code == NOT_STARTED) snprintf(out->how, sizeof out->how, "it does not start");
    else if (code > 0) snprintf(out->how, sizeof out->how, "exit code %d", code);
    else if (WIFSIGNALED(state) && WTERMSIG(state) == SIGXFSZ)
        snprintf(out->how, sizeof out->how, "its file has more than %.3g GB",
                 program->file_bytes / 1e9);
    else if (code < 0) snprintf(out->how, sizeof out->how, "signal %d", WTERMSIG(state));
}

/* Waits for the end of the program; checks every few milliseconds whether to end it early. No
 * process of the program is left afterwards. */
static enum status program_follow(const struct program *program, pid_t pid, int output,
                                  struct program_end *out)
{
    struct tail tail = {0};
    const double start = program_seconds();
    enum status status = OK;
    bool open = true, ended = false;
    int state = 0;
    while (!ended) {
        if (!progress_hook_call(program->what, 0, 0)) {
            status = progress_hook_stopped();
            break;
        }
        if (program_seconds() - start > program->seconds) {
            snprintf(out->how, sizeof out->how, "no end within %g s", program->seconds);
            break;
        }
        ended = waitpid(pid, &state, WNOHANG) == pid;
        if (open) open = listen_to(output, &tail);
        else if (!ended) usleep(1000 * LOOK);
    }
    for (int k = 0; ended && open && k < LOOK; k++) open = listen_to(output, &tail);
    if (ended) program_tell_end(program, state, out);
    else kill(pid, SIGTERM);
    while (!ended && waitpid(pid, NULL, 0) < 0 && errno == EINTR) continue;
    show(!out->well && *tail.error ? tail.error : tail.line, out->said);
    return status;
}

enum status program_run(const struct program *program, struct program_end *out)
{
    int pair[2];
    const pid_t parent = getpid();
    sigset_t all, mask;
    *out = (struct program_end){0};
    if (pipe2(pair, O_CLOEXEC) != 0) return fail(ERROR_IO, "no pipe: %s", strerror(errno));
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &mask);
    const pid_t pid = fork();
    if (pid == 0) program_keep(program, pair[1], parent, &mask);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    close(pair[1]);
    enum status status = OK;
    if (pid < 0) status = fail(ERROR_HOST_MEMORY, "no process can be started: %s", strerror(errno));
    else status = program_follow(program, pid, pair[0], out);
    close(pair[0]);
    return status;
}
