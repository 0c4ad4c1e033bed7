#include "harness/process/run_program.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/output/units.h"
#include "base/process/clock.h"
#include "base/process/interrupt.h"
#include "harness/process/process.h"

static void become_called_program(void *argument, int channel, int fd)
{
    const struct program_call *call = argument;
    (void)channel, (void)fd;
    if (call->output) {
        int file = open(call->output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        if (file < 0 || dup2(file, STDOUT_FILENO) < 0) {
            fprintf(stderr, "%s: %s\n", call->output, strerror(errno));
            _exit(126);
        }
    }
    execvp(call->program, (char *const *)(uintptr_t)call->words);
    fprintf(stderr, "cannot run it: %s\n", strerror(errno));
    fflush(stderr);
    _exit(127);
}

enum status run_program(const struct program_call *call, char *how, size_t size)
{
    struct process process;
    static struct record unused;
    double used;
    MUST(process_start(become_called_program, (void *)(uintptr_t)call, -1, true, &process));
    if (isfinite(call->seconds)) process.end_by = clock_now() + call->seconds;
    const enum arrival arrival = process_wait(&process, INFINITY, &used, &unused);
    process_end(&process, how, size, NULL);
    if (interrupted()) return fail(ERROR_INTERRUPTED, "%s: interrupted", call->words[0]);
    if (arrival == OVER_TIME)
        snprintf(how, size, "it took longer than %s", human_seconds(call->seconds).text);
    return OK;
}
