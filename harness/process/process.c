#define _GNU_SOURCE /* close_range, pipe2, sigabbrev_np, syscall */
#include "harness/process/process.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include "base/process/clock.h"
#include "base/process/interrupt.h"
#include "base/process/isolated.h"
#include "base/process/process_tree.h"
#include "base/system.h"
#include "harness/process/progress.h"

/* Signals of a crash. A child gets their default action, whatever our own process does on them. */
static const int deadly[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};

static const double look_every = 0.05, /* s between two looks at a child's memory */
    patience = 1,                      /* s before a child that should end is killed */
    stop_patience = 5;                 /* s before a child that was told to stop is killed */

/* Records */

struct record_head {
    uint32_t magic, kind, size, crc;
};

enum { RECORD_MAGIC = 0x574d5231 };

static uint32_t checksum(uint32_t kind, size_t size, const void *bytes)
{
    return size ? (uint32_t)crc32_z(kind, bytes, size) : kind;
}

/* Room for one file descriptor beside a record. */
union file_beside {
    struct cmsghdr head;
    char bytes[CMSG_SPACE(sizeof(int))];
};

/* Sends a record. fd: -1 for none. */
static bool send_with(int channel, uint32_t kind, size_t size, const void *bytes, int fd)
{
    union file_beside beside = {.head = {.cmsg_len = CMSG_LEN(sizeof fd),
                                         .cmsg_level = SOL_SOCKET,
                                         .cmsg_type = SCM_RIGHTS}};
    struct record_head head = {RECORD_MAGIC, kind, (uint32_t)size, checksum(kind, size, bytes)};
    struct iovec parts[] = {{&head, sizeof head}, {(void *)(uintptr_t)bytes, size}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = size ? 2 : 1};
    ssize_t sent;
    if (size > LARGEST_RECORD) return false;
    if (fd >= 0) {
        memcpy(CMSG_DATA(&beside.head), &fd, sizeof fd);
        message.msg_control = &beside;
        message.msg_controllen = sizeof beside;
    }
    do sent = sendmsg(channel, &message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)(sizeof head + size);
}

bool record_send(int channel, uint32_t kind, size_t size, const void *bytes)
{
    return send_with(channel, kind, size, bytes, -1);
}

bool record_send_file(int channel, uint32_t kind, size_t size, const void *bytes, int fd)
{
    return send_with(channel, kind, size, bytes, fd);
}

static int file_of(struct msghdr *message)
{
    const struct cmsghdr *head = CMSG_FIRSTHDR(message);
    int fd = -1;
    if (head && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS &&
        head->cmsg_len == CMSG_LEN(sizeof fd))
        memcpy(&fd, CMSG_DATA(head), sizeof fd);
    return fd;
}

/* Receives a record. fd: NULL if no file is wanted; the kernel then drops one that comes. */
static bool receive_with(int channel, struct record *out, int *fd)
{
    union file_beside beside;
    struct record_head head;
    struct iovec parts[] = {{&head, sizeof head}, {out->bytes, sizeof out->bytes}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    ssize_t got;
    if (fd) {
        *fd = -1;
        message.msg_control = &beside;
        message.msg_controllen = sizeof beside;
    }
    do got = recvmsg(channel, &message, 0);
    while (got < 0 && errno == EINTR);
    if (got >= 0 && fd) *fd = file_of(&message);
    if (got < (ssize_t)sizeof head || message.msg_flags & MSG_TRUNC) return false;
    out->kind = head.kind;
    out->size = head.size;
    return head.magic == RECORD_MAGIC && head.size == (size_t)got - sizeof head &&
           head.crc == checksum(head.kind, head.size, out->bytes);
}

bool record_receive(int channel, struct record *out)
{
    return receive_with(channel, out, NULL);
}

bool record_receive_file(int channel, struct record *out, int *fd)
{
    return receive_with(channel, out, fd);
}

/* Memory */

double process_memory(pid_t pid)
{
    double space, resident, shared;
    system_memory(pid, &space, &resident, &shared);
    return resident - shared;
}

double available_memory(void)
{
    static const struct {
        const char *limit, *used;
    } groups[] = {{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"},
                  {"/sys/fs/cgroup/memory/memory.limit_in_bytes",
                   "/sys/fs/cgroup/memory/memory.usage_in_bytes"}};
    double available = 1024 * system_number("", "/proc/meminfo", "MemAvailable:");
    if (isnan(available))
        available = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    for (int k = 0; k < 2; k++)
        available = fmin(available, system_number("", groups[k].limit, "") -
                                        system_number("", groups[k].used, ""));
    return available;
}

/* Number of times that the kernel has killed because memory was short; NaN if it does not tell. */
static double kernel_kills(void)
{
    return system_number("", "/proc/vmstat", "oom_kill");
}

/* Starting */

__attribute__((noreturn)) static void be_child(process_body *body, void *argument, int channel,
                                               int fd, int output, pid_t parent)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    signal(SIGTTOU, SIG_IGN); /* a background group may write to the terminal */
    for (size_t k = 0; k < sizeof deadly / sizeof *deadly; k++) signal(deadly[k], SIG_DFL);
    if (output < 0) output = STDERR_FILENO;
    if (!keep_files(channel, fd, output)) {
        no_process();
        dprintf(output, "%s\n", fail_message());
        _exit(1);
    }
    interrupt_install();
    body(argument, CHANNEL, fd >= 0 ? FILE_GIVEN : -1);
    fflush(NULL);
    _exit(0);
}

static void close_all(const int *fds, int count)
{
    for (int k = 0; k < count; k++)
        if (fds[k] >= 0) close(fds[k]);
}

enum status process_start(process_body *body, void *argument, int fd, bool captured,
                          struct process *out)
{
    int ends[4] = {-1, -1, -1, -1}; /* channel: ours, the child's; output: ours, the child's */
    pid_t parent = getpid();
    *out = (struct process){.channel = -1, .output = -1};
    out->deadline = mmap(NULL, sizeof *out->deadline, PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (out->deadline == MAP_FAILED) goto failed;
    *out->deadline = INFINITY;
    out->kills = kernel_kills();
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) goto failed;
    if (captured && pipe2(ends + 2, O_CLOEXEC) != 0) goto failed;
    fflush(NULL);
    out->pid = fork();
    if (out->pid < 0) goto failed;
    if (out->pid == 0) {
        interrupt_share(out->deadline);
        be_child(body, argument, ends[1], fd, ends[3], parent);
    }
    setpgid(out->pid, out->pid);
    out->channel = ends[0];
    out->output = ends[2];
    if (captured) fcntl(out->output, F_SETFL, O_NONBLOCK);
    close_all((const int[]){ends[1], ends[3]}, 2);
    return OK;
failed:;
    const enum status status = no_process();
    close_all(ends, 4);
    if (out->deadline != MAP_FAILED) munmap(out->deadline, sizeof *out->deadline);
    *out = (struct process){.channel = -1, .output = -1};
    return status;
}

/* Waiting */

/* Keeps the last line that is not empty. */
static void take_output(struct process *process, const char *bytes, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        if (bytes[k] == '\n') {
            process->line_ended = true;
            continue;
        }
        if (process->line_ended) process->length = 0;
        process->line_ended = false;
        bool plain = bytes[k] >= ' ' && bytes[k] < 127;
        if (process->length < sizeof process->line)
            process->line[process->length++] = plain ? bytes[k] : '?';
    }
}

/* Reads some of the output of the process. Returns whether more may be available. */
static bool read_output(struct process *process)
{
    char bytes[4096];
    ssize_t got = process->output >= 0 ? read(process->output, bytes, sizeof bytes) : 0;
    if (got > 0) take_output(process, bytes, (size_t)got);
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

/* Checks limits on a child. ARRIVED: nothing is wrong. */
static enum arrival process_check_limits(struct process *process, double memory, double *used)
{
    double now = clock_now();
    if (interrupted() && !process->stopping) {
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
        progress_tick();
        int ready = poll(fds, 2, (int)(look_every * 1e3));
        if (ready > 0 && fds[1].revents) read_output(process);
        if (ready > 0 && fds[0].revents)
            return record_receive(process->channel, out) ? ARRIVED : CLOSED;
        enum arrival arrival = process_check_limits(process, memory, used);
        if (arrival == ARRIVED) continue;
        process_kill(process);
        return arrival;
    }
}

/* Ending */

static bool process_has_ended(const struct process *process)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOWAIT | WNOHANG) != 0 ||
           info.si_pid == process->pid;
}

/* Waits for the end of a child. Reads its output, so that the child does not wait for us. */
static void await_end(struct process *process)
{
    int end = (int)syscall(SYS_pidfd_open, process->pid, 0); /* becomes readable at its end; -1: an
                                                                old kernel, so look every ms */
    for (double start = clock_now();
         !process_has_ended(process) && clock_now() < start + patience;) {
        struct pollfd fds[] = {{end, POLLIN, 0}, {process->output, POLLIN, 0}};
        poll(fds, 2, end < 0 ? 1 : (int)(look_every * 1e3));
        read_output(process);
    }
    if (end >= 0) close(end);
}

static void describe_end(const struct process *process, int state, char *how, size_t size)
{
    int used = 0;
    how[0] = '\0';
    if (WIFSIGNALED(state)) {
        int number = WTERMSIG(state);
        const char *name = sigabbrev_np(number);
        used = snprintf(how, size, "its process was killed by SIG%s (%s)", name ? name : "?",
                        strsignal(number));
    } else if (WEXITSTATUS(state)) {
        used = snprintf(how, size, "its process ended with exit code %d", WEXITSTATUS(state));
    }
    if (used > 0 && (size_t)used < size && process->length)
        snprintf(how + used, size - (size_t)used, "; the last line it printed: %.*s",
                 (int)process->length, process->line);
}

void process_end(struct process *process, char *how, size_t size, bool *by_kernel)
{
    char unread[1];
    int state = 0;
    if (by_kernel) *by_kernel = false;
    if (!how) how = unread, size = sizeof unread;
    how[0] = '\0';
    if (process->pid <= 0) return;
    if (process->channel >= 0) close(process->channel);
    await_end(process);
    bool by_itself = process_has_ended(process);
    process_kill(process); /* the leader is still there, at least as a zombie, so the group is
                              ours */
    while (waitpid(process->pid, &state, 0) < 0 && errno == EINTR) continue;
    while (read_output(process)) continue;
    if (by_itself) describe_end(process, state, how, size);
    if (by_kernel)
        *by_kernel =
            WIFSIGNALED(state) && WTERMSIG(state) == SIGKILL && kernel_kills() > process->kills;
    if (process->output >= 0) close(process->output);
    munmap(process->deadline, sizeof *process->deadline);
    int killed_by = by_itself && WIFSIGNALED(state) ? WTERMSIG(state) : 0;
    *process = (struct process){.channel = -1, .output = -1, .killed_by = killed_by};
}
