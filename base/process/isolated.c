#include "base/process/isolated.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process/child.h"
#include "base/system.h"

/* File descriptors of the child: those of child.h, and one more that it may open. */
enum { ONE_MORE = FILE_GIVEN + 1, NFILES };

/* Kind of the child's last record, plus the status of the work; its bytes are the message. */
enum { KIND_END = UINT32_MAX - 255 };

/* The child */

static enum status send_message(void *channel, uint32_t kind, const void *bytes, size_t size)
{
    if (record_send(*(const int *)channel, kind, size, bytes)) return OK;
    return fail(ERROR_CRASHED, "nobody takes what the child answers");
}

static void confine(const struct isolation *limits)
{
    double space, resident, shared;
    for (int k = 0; k < 3; k++) signal((const int[]){SIGXCPU, SIGTERM, SIGINT}[k], SIG_DFL);
    system_memory(0, &space, &resident, &shared);
    limit_resource(RLIMIT_AS, space + (double)limits->memory);
    limit_resource(RLIMIT_CPU, limits->seconds);
    limit_resource(RLIMIT_FSIZE, 0);
    limit_resource(RLIMIT_CORE, 0);
    limit_resource(RLIMIT_NOFILE, NFILES);
}

__attribute__((noreturn)) static void be_isolated(const struct isolation *limits,
                                                  isolated_work *work, void *argument, int channel,
                                                  int fd)
{
    enum status status;
    if (keep_files(channel, fd, -1)) {
        confine(limits);
        channel = CHANNEL;
        status = work(argument, FILE_GIVEN, send_message, &channel);
    } else {
        status = no_process();
    }
    const char *message = status == OK ? "" : fail_message();
    record_send(channel, KIND_END + (uint32_t)status, strlen(message), message);
    _exit(0);
}

/* The parent */

static enum status take_ending(const struct record *end)
{
    const uint32_t status = end->kind - KIND_END;
    if (status == OK) return OK;
    return fail(status <= ERROR_CRASHED ? (enum status)status : ERROR_CRASHED, "%.*s",
                (int)end->size, (const char *)end->bytes);
}

/* Receives messages. *dead: the child ended without a last message; the caller must find out
 * why. */
static enum status receive_messages(int channel, message_fn *take, void *taker, bool *dead)
{
    struct record record;
    while (!(*dead = !record_receive(channel, &record))) {
        if (record.kind >= KIND_END) return take_ending(&record);
        MUST(take(taker, record.kind, record.bytes, record.size));
    }
    return ERROR_CRASHED;
}

static enum status tell_death(const struct isolation *limits, int state)
{
    int number = WIFSIGNALED(state) ? WTERMSIG(state) : 0;
    if (number == SIGXCPU || number == SIGKILL)
        return fail(ERROR_CRASHED, "it took more than %u s of processor time, or was killed",
                    limits->seconds);
    if (number)
        return fail(ERROR_CRASHED, "its process was killed by signal %d (%s)", number,
                    strsignal(number));
    return fail(ERROR_CRASHED, "its process ended with exit code %d", WEXITSTATUS(state));
}

static bool off;

void isolation_set(bool on)
{
    off = !on;
}

enum status isolated(const struct isolation *limits, isolated_work *work, void *argument, int fd,
                     message_fn *take, void *taker)
{
    int ends[2];
    bool dead;
    if (off) return work(argument, fd, take, taker);
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends)) return no_process();
    const pid_t child = child_fork();
    if (child == 0) be_isolated(limits, work, argument, ends[1], fd);
    enum status status = child < 0 ? no_process() : OK;
    close(ends[1]);
    if (status == OK) {
        status = receive_messages(ends[0], take, taker, &dead);
        kill(child, SIGKILL); /* it has nothing more to say */
        const int state = child_reap(child);
        if (dead) status = tell_death(limits, state);
    }
    close(ends[0]);
    return status;
}
