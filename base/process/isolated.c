#define _GNU_SOURCE /* close_range, pipe2 */
#include "base/process/isolated.h"

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

#include "base/file.h"
#include "base/system.h"

/* File descriptors of the child: those of isolated.h, and one more that it may open. */
enum { ONE_MORE = FILE_GIVEN + 1, NFILES };

enum { KIND_END = UINT32_MAX };

struct frame {
    uint32_t kind, size;
};

/* The child's last message: the result of the work. */
struct ending {
    int32_t status;
    char message[1024];
};

/* Pipes */

static bool read_exactly(int fd, void *bytes, size_t size)
{
    for (char *at = bytes; size;) {
        ssize_t got = read(fd, at, size);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

static enum status send_message(void *channel, uint32_t kind, const void *bytes, size_t size)
{
    const struct frame frame = {kind, (uint32_t)size};
    const int *fd = channel;
    if (write_all(*fd, &frame, sizeof frame) && write_all(*fd, bytes, size)) return OK;
    return fail(ERROR_CRASHED, "nobody takes what the child answers");
}

/* The child */

static void limit_resource(int resource, uint64_t most)
{
    struct rlimit old, new = {most, most};
    if (!getrlimit(resource, &old) && old.rlim_max < new.rlim_max)
        new = (struct rlimit){old.rlim_max, old.rlim_max};
    setrlimit(resource, &new);
}

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

static void confine(const struct isolation *limits)
{
    static const int deadly[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL,
                                 SIGXCPU, SIGTERM, SIGINT, SIGPIPE};
    double space, resident, shared;
    for (size_t k = 0; k < sizeof deadly / sizeof *deadly; k++) signal(deadly[k], SIG_DFL);
    system_memory(0, &space, &resident, &shared);
    limit_resource(RLIMIT_AS, (uint64_t)space + limits->memory);
    limit_resource(RLIMIT_CPU, limits->seconds);
    limit_resource(RLIMIT_FSIZE, 0);
    limit_resource(RLIMIT_CORE, 0);
    limit_resource(RLIMIT_NOFILE, NFILES);
}

__attribute__((noreturn)) static void be_child(const struct isolation *limits, isolated_work *work,
                                               void *argument, int channel, int fd, pid_t parent)
{
    struct ending ending = {0};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    if (keep_files(channel, fd, -1)) {
        confine(limits);
        channel = CHANNEL;
        ending.status = (int32_t)work(argument, FILE_GIVEN, send_message, &channel);
    } else {
        ending.status = (int32_t)no_process();
    }
    if (ending.status != OK) snprintf(ending.message, sizeof ending.message, "%s", fail_message());
    send_message(&channel, KIND_END, &ending, sizeof ending);
    _exit(0);
}

/* The parent */

static enum status take_ending(const unsigned char *bytes, size_t size)
{
    struct ending ending;
    if (size != sizeof ending) return fail(ERROR_CRASHED, "its process answered nonsense");
    memcpy(&ending, bytes, sizeof ending);
    ending.message[sizeof ending.message - 1] = '\0';
    if (ending.status == OK) return OK;
    bool known = ending.status > OK && ending.status <= ERROR_CRASHED;
    return fail(known ? (enum status)ending.status : ERROR_CRASHED, "%s", ending.message);
}

/* Receives messages. *dead: the child ended without a last message; the caller must find out
 * why. */
static enum status receive_messages(int channel, message_fn *take, void *taker, bool *dead)
{
    unsigned char bytes[LARGEST_MESSAGE];
    for (;;) {
        struct frame frame;
        *dead = !read_exactly(channel, &frame, sizeof frame) || frame.size > sizeof bytes ||
                !read_exactly(channel, bytes, frame.size);
        if (*dead) return ERROR_CRASHED;
        if (frame.kind == KIND_END) return take_ending(bytes, frame.size);
        MUST(take(taker, frame.kind, bytes, frame.size));
    }
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

/* Kills the child, which has nothing more to say, and returns how it ended. */
static int kill_and_reap(pid_t child)
{
    int state = 0;
    kill(child, SIGKILL);
    while (waitpid(child, &state, 0) < 0 && errno == EINTR) continue;
    return state;
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
    pid_t parent = getpid();
    if (off) return work(argument, fd, take, taker);
    if (pipe2(ends, O_CLOEXEC)) return no_process();
    pid_t child = fork();
    if (child == 0) be_child(limits, work, argument, ends[1], fd, parent);
    enum status status = child < 0 ? no_process() : OK;
    close(ends[1]);
    if (status == OK) {
        status = receive_messages(ends[0], take, taker, &dead);
        int state = kill_and_reap(child);
        if (dead) status = tell_death(limits, state);
    }
    close(ends[0]);
    return status;
}
