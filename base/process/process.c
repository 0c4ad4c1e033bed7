#define _GNU_SOURCE /* pipe2, sigabbrev_np, syscall */
#include "base/process/process.h"

#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process/child.h"
#include "base/process/clock.h"
#include "base/process/interrupt.h"
#include "base/process/process_tree.h"
#include "base/progress_hook.h"
#include "base/system.h"

static const double look_every = 0.05, /* s between two looks at a child's memory */
    patience = 1,                      /* s before a child that should end is killed */
    stop_patience = 5;                 /* s before a child that was told to stop is killed */

/* Number of times that the kernel has killed because memory was short; NaN if it does not tell. */
static double kernel_kills(void)
{
    return system_number("", "/proc/vmstat", "oom_kill");
}

/* Starting */

__attribute__((noreturn)) static void be_child(process_body *body, void *argument, int channel,
                                               int fd, int output)
{
    setpgid(0, 0);
    signal(SIGTTOU, SIG_IGN); /* a background group may write to the terminal */
    if (output < 0) output = STDERR_FILENO;
    if (!keep_files(channel, fd, output)) {
        no_process();
        dprintf(output, "%s\n", fail_message());
        _exit(1);
    }
    interrupt_install();
    progress_hook_set(NULL, NULL);
    body(argument, CHANNEL, fd >= 0 ? FILE_GIVEN : -1);
    fflush(NULL);
    _exit(0);
}

enum status process_start(process_body *body, void *argument, int fd, bool captured,
                          struct process *out)
{
    int ends[4] = {-1, -1, -1, -1}; /* channel: ours, the child's; output: ours, the child's */
    *out = (struct process){.channel = -1, .output = -1};
    out->deadline = mmap(NULL, sizeof *out->deadline, PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (out->deadline == MAP_FAILED) goto failed;
    *out->deadline = INFINITY;
    out->kills = kernel_kills();
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) goto failed;
    if (captured && pipe2(ends + 2, O_CLOEXEC) != 0) goto failed;
    out->pid = child_fork();
    if (out->pid < 0) goto failed;
    if (out->pid == 0) {
        interrupt_share(out->deadline);
        be_child(body, argument, ends[1], fd, ends[3]);
    }
    setpgid(out->pid, out->pid);
    out->channel = ends[0];
    out->output = ends[2];
    if (captured) fcntl(out->output, F_SETFL, O_NONBLOCK);
    close_files((const int[]){ends[1], ends[3]}, 2);
    return OK;
failed:;
    const enum status status = no_process();
    close_files(ends, 4);
    if (out->deadline != MAP_FAILED) munmap(out->deadline, sizeof *out->deadline);
    *out = (struct process){.channel = -1, .output = -1};
    return status;
}

/* Waiting */

/* Reads some of the output of the process. Returns whether more may be available. */
static bool read_output(struct process *process)
{
    char bytes[4096];
    ssize_t got = process->output >= 0 ? read(process->output, bytes, sizeof bytes) : 0;
    for (ssize_t k = 0; k < got; k++) last_line_take(&process->last, bytes[k]);
    if (got == 0 && process->output >= 0) {
        close(process->output);
        process->output = -1;
    }
    return got > 0;
}

static void kill_group(const struct process *process, int number)
{
    if (process->pid > 0) kill(-process->pid, number);
}

/* Also kills processes that have left its group. */
void process_kill(const struct process *process)
{
    process_tree_kill(process->pid);
    kill_group(process, SIGKILL);
}

/* Checks limits on a child. stop: it should end. ARRIVED: nothing is wrong. */
static enum arrival process_check_limits(struct process *process, bool stop, double memory,
                                         double *used)
{
    double now = clock_now();
    if (stop && !process->stopping) {
        process->stopping = now;
        kill_group(process, SIGTERM);
    }
    if (process->stopping > 0 && now > process->stopping + stop_patience) return STOPPED_HARD;
    if (now > *(volatile double *)process->deadline ||
        (process->end_by > 0 && now > process->end_by))
        return OVER_TIME;
    if (now < process->looked + look_every) return ARRIVED;
    process->looked = now;
    *used = process_tree_memory(process->pid);
    return *used > memory ? OVER_MEMORY : ARRIVED;
}

enum arrival process_wait(struct process *process, double memory, double *used, struct record *out)
{
    for (;;) {
        struct pollfd fds[] = {{process->channel, POLLIN, 0}, {process->output, POLLIN, 0}};
        const bool goes_on = progress_hook_call(process->what, 0, 0);
        int ready = poll(fds, 2, (int)(look_every * 1e3));
        if (ready > 0 && fds[1].revents) read_output(process);
        if (ready > 0 && fds[0].revents)
            return record_receive(process->channel, out) ? ARRIVED : CLOSED;
        enum arrival arrival =
            process_check_limits(process, !goes_on || interrupted(), memory, used);
        if (arrival == ARRIVED) continue;
        process_kill(process);
        return arrival;
    }
}

/* Ending */

/* Waits for the end of a child. Reads its output, so that the child does not wait for us. */
static void await_end(struct process *process)
{
    int end = (int)syscall(SYS_pidfd_open, process->pid, 0); /* becomes readable at its end; -1: an
                                                                old kernel, so look every ms */
    for (double start = clock_now();
         !child_has_ended(process->pid) && clock_now() < start + patience;) {
        struct pollfd fds[] = {{end, POLLIN, 0}, {process->output, POLLIN, 0}};
        poll(fds, 2, end < 0 ? 1 : (int)(look_every * 1e3));
        read_output(process);
    }
    if (end >= 0) close(end);
}

static void describe_end(int state, struct process *ended)
{
    char last[129], how[100];
    if (WIFSIGNALED(state)) {
        const char *name = sigabbrev_np(ended->killed_by);
        snprintf(how, sizeof how, "was killed by SIG%s (%s)", name ? name : "?",
                 strsignal(ended->killed_by));
    } else if (ended->code) snprintf(how, sizeof how, "ended with exit code %d", ended->code);
    else return;
    last_line_show(ended->last.line, last, sizeof last);
    snprintf(ended->how, sizeof ended->how, "its process %s%s%s", how,
             *last ? "; the last line it printed: " : "", last);
}

void process_end(struct process *process)
{
    if (process->pid <= 0) return;
    if (process->channel >= 0) close(process->channel);
    await_end(process);
    const bool by_itself = child_has_ended(process->pid);
    process_kill(process); /* the leader is still there, at least as a zombie, so the group is
                              ours */
    const int state = child_reap(process->pid), number = WIFSIGNALED(state) ? WTERMSIG(state) : 0;
    while (read_output(process)) continue;
    if (process->output >= 0) close(process->output);
    munmap(process->deadline, sizeof *process->deadline);
    *process = (struct process){.channel = -1,
                                .output = -1,
                                .last = process->last,
                                .killed_by = by_itself ? number : 0,
                                .code = by_itself && !number ? WEXITSTATUS(state) : -1,
                                .by_kernel = number == SIGKILL && kernel_kills() > process->kills};
    if (by_itself) describe_end(state, process);
}
