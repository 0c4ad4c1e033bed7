#define _GNU_SOURCE /* sched_setaffinity, CPU_COUNT */
#include "harness/campaign/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/memory.h"
#include "base/output/shell_word.h"
#include "base/process/child.h"
#include "base/process/interrupt.h"
#include "harness/campaign/claim.h"

enum { MOST_STARTS = 4 };

/* A task, on this machine or on another by ssh. */
struct slot {
    char *name, *log;
    char **argv;    /* ends with NULL */
    cpu_set_t cpus; /* none: all */
    pid_t pid;      /* 0: it has ended */
    int leash;      /* the writing end of its standard input; -1: it has none */
    int starts;
};

struct launch {
    const struct campaign *campaign;
    size_t count;
    struct slot *slots;
    bool leash; /* tasks end when their standard input does */
    char program[PATH_MAX];
};

static _Noreturn void slot_become(const struct slot *slot, int input, int log)
{
    setpgid(0, 0); /* we pass on the terminal's signals ourselves */
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    dup2(input, STDIN_FILENO);
    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    if (CPU_COUNT(&slot->cpus)) sched_setaffinity(0, sizeof slot->cpus, &slot->cpus);
    execvp(slot->argv[0], slot->argv);
    fprintf(stderr, "%s: %s\n", slot->argv[0], strerror(errno));
    _exit(127);
}

static enum status slot_start(struct slot *slot, bool leash)
{
    enum status status = OK;
    int log = -1, input[2] = {-1, -1};
    log = campaign_append(slot->log);
    if (log < 0) TRY(fail(ERROR_IO, "%s: %s", slot->log, strerror(errno)));
    if (leash && pipe2(input, O_CLOEXEC)) TRY(no_process());
    if (!leash) input[0] = open("/dev/null", O_RDONLY | O_CLOEXEC);
    slot->pid = fork();
    if (!slot->pid) slot_become(slot, input[0], log);
    if (slot->pid < 0) {
        slot->pid = 0;
        TRY(no_process());
    }
    slot->starts++;
    slot->leash = input[1];
    input[1] = -1;
out:
    close_files((const int[]){input[0], input[1], log}, 3);
    return status;
}

static enum status count_left(const struct launch *launch, size_t *left, size_t *lost)
{
    struct portion_claim *claims = NULL;
    MUST(claims_read(launch->campaign->dir, launch->campaign->nportions, &claims));
    *left = *lost = 0;
    for (size_t k = 0; k < launch->campaign->nportions; k++) {
        *left += claims[k].state == CLAIM_OPEN || claims[k].state == CLAIM_TAKEN;
        *lost += claims[k].state == CLAIM_LOST;
    }
    free(claims);
    return OK;
}

/* Handles the end of a task: one that died is started again while there is work. */
static enum status slot_ended(struct launch *launch, struct slot *slot, int how)
{
    size_t left, lost;
    const bool died = WIFSIGNALED(how) || (WIFEXITED(how) && WEXITSTATUS(how) == 255);
    slot->pid = 0;
    if (slot->leash >= 0) close(slot->leash);
    slot->leash = -1;
    if (interrupted()) return OK;
    if (WIFSIGNALED(how))
        fprintf(stderr, "task %s died by signal %d: see %s\n", slot->name, WTERMSIG(how),
                slot->log);
    else if (WEXITSTATUS(how))
        fprintf(stderr, "task %s ended with exit code %d: see %s\n", slot->name, WEXITSTATUS(how),
                slot->log);
    MUST(count_left(launch, &left, &lost));
    if (died && left && slot->starts < MOST_STARTS) return slot_start(slot, launch->leash);
    return OK;
}

static void stop(struct launch *launch)
{
    for (struct slot *slot = launch->slots; slot < launch->slots + launch->count; slot++) {
        if (slot->leash >= 0) close(slot->leash);
        else if (slot->pid) kill(slot->pid, SIGTERM);
        slot->leash = -1;
    }
}

static bool any_runs(const struct launch *launch)
{
    for (size_t k = 0; k < launch->count; k++)
        if (launch->slots[k].pid) return true;
    return false;
}

static enum status wait_for_all(struct launch *launch)
{
    enum status status = OK;
    for (bool told = false; any_runs(launch);) {
        int how;
        const pid_t pid = waitpid(-1, &how, WNOHANG);
        for (size_t k = 0; pid > 0 && k < launch->count; k++)
            if (launch->slots[k].pid == pid) TRY(slot_ended(launch, &launch->slots[k], how));
        if (interrupted() && !told) stop(launch);
        told = interrupted();
        if (pid <= 0) usleep(100000);
    }
out:
    if (status != OK) stop(launch);
    return status;
}

/* Returns the final status of the campaign, from the portions that are open or given up. */
static enum status launch_judge(const struct launch *launch)
{
    size_t left, lost;
    MUST(count_left(launch, &left, &lost));
    if (interrupted())
        return fail(ERROR_INTERRUPTED, "stopped with %zu of %zu portions left: go on with --resume",
                    left, launch->campaign->nportions);
    if (left || lost)
        return fail(ERROR_CRASHED,
                    "%zu of %zu portions are left and %zu were given up. See `warpmark status`, "
                    "and go on with --resume",
                    left, launch->campaign->nportions, lost);
    fprintf(stderr, "%s: all %zu portions are done\n", launch->campaign->dir,
            launch->campaign->nportions);
    return OK;
}

static enum status launch_begin(struct launch *launch, const struct campaign *campaign,
                                size_t count)
{
    enum status status = OK;
    char *logs = NULL;
    launch->campaign = campaign;
    const ssize_t length = readlink("/proc/self/exe", launch->program, sizeof launch->program - 1);
    if (length < 0) TRY(fail(ERROR_IO, "/proc/self/exe: %s", strerror(errno)));
    launch->program[length] = '\0';
    TRY(format_text(&logs, "%s/logs", campaign->dir));
    TRY(folder_make(logs));
    TRY(allocate_zeroed(count, sizeof *launch->slots, "tasks", &launch->slots));
    for (size_t k = 0; k < count; k++) launch->slots[k].leash = -1;
    launch->count = count;
out:
    free(logs);
    return status;
}

static enum status name_slot(const struct launch *launch, struct slot *slot, const char *name,
                             size_t nwords)
{
    MUST(copy_text(name, &slot->name));
    MUST(format_text(&slot->log, "%s/logs/%s.log", launch->campaign->dir, name));
    return allocate_zeroed(nwords + 1, sizeof *slot->argv, "a command line", &slot->argv);
}

static enum status run_all(struct launch *launch)
{
    interrupt_install();
    for (size_t k = 0; k < launch->count; k++) MUST(slot_start(&launch->slots[k], launch->leash));
    MUST(wait_for_all(launch));
    return launch_judge(launch);
}

static void launch_free(struct launch *launch)
{
    for (size_t k = 0; launch->slots && k < launch->count; k++) {
        struct slot *slot = &launch->slots[k];
        for (char **word = slot->argv; word && *word; word++) free(*word);
        free(slot->argv);
        free(slot->name);
        free(slot->log);
    }
    free(launch->slots);
}

/* This machine */

/* Takes the k-th of `count` groups of neighbouring CPUs; an empty set if there are too few CPUs. */
static void share_cpus(const cpu_set_t *all, size_t k, size_t count, cpu_set_t *out)
{
    const size_t cpus = (size_t)CPU_COUNT(all);
    size_t seen = 0;
    CPU_ZERO(out);
    for (size_t cpu = 0; cpus >= count && cpu < CPU_SETSIZE; cpu++) {
        if (!CPU_ISSET(cpu, all)) continue;
        if (seen * count / cpus == k) CPU_SET(cpu, out);
        seen++;
    }
}

enum status launch_local(const struct campaign *campaign, size_t tasks)
{
    enum status status = OK;
    struct launch launch = {0};
    cpu_set_t all;
    CPU_ZERO(&all);
    sched_getaffinity(0, sizeof all, &all);
    TRY(launch_begin(&launch, campaign, tasks));
    for (size_t k = 0; k < tasks; k++) {
        struct slot *slot = &launch.slots[k];
        char name[32];
        snprintf(name, sizeof name, "local-%zu", k + 1);
        TRY(name_slot(&launch, slot, name, 3));
        TRY(copy_text(launch.program, &slot->argv[0]));
        TRY(copy_text("work", &slot->argv[1]));
        TRY(copy_text(campaign->dir, &slot->argv[2]));
        share_cpus(&all, k, tasks, &slot->cpus);
    }
    if (tasks > 1)
        fprintf(stderr,
                "%zu tasks share this machine, its caches and its memory: times may be longer than "
                "alone\n",
                tasks);
    TRY(run_all(&launch));
out:
    launch_free(&launch);
    return status;
}

/* Other machines */

/* Makes *out (new), the command line for the shell of a host. */
static enum status remote_line(const struct launch *launch, char **out)
{
    MUST(copy_text("cd", out));
    MUST(append_shell_word(out, launch->campaign->folder));
    MUST(append_text(out, " && exec"));
    MUST(append_shell_word(out, launch->program));
    MUST(append_text(out, " work --leash"));
    return append_shell_word(out, launch->campaign->dir);
}

enum status launch_ssh(const struct campaign *campaign, size_t count, char *const *hosts)
{
    enum status status = OK;
    struct launch launch = {.leash = true};
    TRY(launch_begin(&launch, campaign, count));
    for (size_t k = 0; k < count; k++) {
        struct slot *slot = &launch.slots[k];
        TRY(name_slot(&launch, slot, hosts[k], 6));
        TRY(copy_text("ssh", &slot->argv[0]));
        TRY(copy_text("-o", &slot->argv[1]));
        TRY(copy_text("BatchMode=yes", &slot->argv[2]));
        TRY(copy_text("--", &slot->argv[3]));
        TRY(copy_text(hosts[k], &slot->argv[4]));
        TRY(remote_line(&launch, &slot->argv[5]));
    }
    TRY(run_all(&launch));
out:
    launch_free(&launch);
    return status;
}
