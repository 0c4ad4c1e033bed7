#define _GNU_SOURCE /* close_range */
#include "base/process/program.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/process/child.h"
#include "base/process/clock.h"
#include "base/process/interrupt.h"
#include "base/process/process.h"
#include "base/process/process_tree.h"
#include "base/progress_hook.h"

static bool redirect(const char *output)
{
    const int file = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    return file >= 0 && dup2(file, STDOUT_FILENO) >= 0;
}

/* Becomes the program, in the keeper's child. */
static void program_become(const struct program *program)
{
    sigset_t none;
    setpgid(0, 0);
    close(CHANNEL);
    for (int k = SIGHUP; k <= SIGTERM; k++) signal(k, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (program->file_bytes > 0) limit_resource(RLIMIT_FSIZE, program->file_bytes);
    if ((!program->output || redirect(program->output)) &&
        (!program->folder || chdir(program->folder) == 0))
        execvp(program->words[0], (char *const *)(uintptr_t)program->words);
    dprintf(STDERR_FILENO, "cannot run it: %s\n", strerror(errno));
    _exit(PROGRAM_NOT_STARTED);
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
    _exit(PROGRAM_NOT_STARTED);
}

/* The keeper, a child process between us and the program, in which all signals are blocked. It
 * kills all processes that the program leaves behind after the program has ended. If we ask for it
 * (SIGTERM) or have died, even by SIGKILL, it passes SIGTERM on, and waits no longer than 3 s. */
static void program_keep(void *argument, int channel, int fd)
{
    static const struct timespec grace = {.tv_sec = 3};
    const struct adopted none = {0};
    int state = PROGRAM_NOT_STARTED << 8;
    sigset_t awaited;
    (void)channel, (void)fd;
    sigfillset(&awaited);
    sigprocmask(SIG_SETMASK, &awaited, NULL);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    limit_resource(RLIMIT_CORE, 0);
    const pid_t pid = child_fork();
    if (pid == 0) program_become(argument);
    if (pid > 0) setpgid(pid, pid);
    close_range(0, CHANNEL - 1, 0);
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGTERM);
    sigaddset(&awaited, SIGCHLD);
    for (bool told = false; pid > 0 && waitpid(pid, &state, WNOHANG) == 0;) {
        const int number = sigtimedwait(&awaited, NULL, told ? &grace : NULL);
        if (number < 0 && errno == EAGAIN) break;
        if (number == SIGTERM) kill(-pid, SIGTERM);
        told |= number == SIGTERM;
    }
    adopt_end(&none);
    end_as(state);
}

static void tell_briefly(const struct program *program, const struct process *ended, char *out,
                         size_t size)
{
    if (ended->code == PROGRAM_NOT_STARTED) snprintf(out, size, "it does not start");
    else if (ended->killed_by == SIGXFSZ)
        snprintf(out, size, "its file has more than %.3g GB", program->file_bytes / 1e9);
    else if (ended->killed_by) snprintf(out, size, "signal %d", ended->killed_by);
    else if (ended->code) snprintf(out, size, "exit code %d", ended->code);
}

enum status program_run(const struct program *program, struct program_end *out)
{
    static struct record unused;
    struct process process;
    double used;
    *out = (struct program_end){0};
    MUST(process_start(program_keep, (void *)(uintptr_t)program, -1, true, &process));
    process.what = program->what;
    process.end_by = clock_now() + program->seconds;
    const enum arrival arrival = process_wait(&process, INFINITY, &used, &unused);
    const bool stopped = process.stopping > 0 || interrupted();
    process_end(&process);
    if (stopped) return progress_hook_stopped();
    out->code = process.code;
    tell_briefly(program, &process, out->brief, sizeof out->brief);
    if (arrival == OVER_TIME)
        snprintf(out->brief, sizeof out->brief, "no end within %g s", program->seconds);
    strcpy(out->how, arrival == OVER_TIME ? out->brief : process.how);
    last_line_show(process.last.line, out->said, sizeof out->said);
    last_line_show(process.last.error, out->error, sizeof out->error);
    return OK;
}
