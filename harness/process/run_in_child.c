#include "harness/process/run_in_child.h"

#include <string.h>

#include "base/output/units.h"

struct errand {
    child_work *work;
    void *argument;
};

static void run_errand(void *argument, int channel, int fd)
{
    const struct errand *errand = argument;
    static struct record reply;
    enum status status = errand->work(errand->argument, fd, &reply);
    if (status == OK) record_send(channel, OK, reply.size, reply.bytes);
    else record_send(channel, (uint32_t)status, strlen(fail_message()), fail_message());
}

enum status run_in_child(const char *what, child_work *work, void *argument, int fd, double memory,
                         struct record *reply)
{
    struct errand errand = {work, argument};
    struct process process;
    double used;
    MUST(process_start(run_errand, &errand, fd, false, &process));
    enum arrival arrival = process_wait(&process, memory, &used, reply);
    process_end(&process);
    if (process.by_kernel)
        return fail(ERROR_HOST_MEMORY, "%s: the kernel killed its process because memory ran out",
                    what);
    if (arrival == OVER_MEMORY)
        return fail(ERROR_HOST_MEMORY, "%s takes more memory than %s", what,
                    human_quantity(UNIT_BYTES, memory).text);
    if (arrival == STOPPED_HARD) return fail(ERROR_INTERRUPTED, "interrupted");
    if (arrival != ARRIVED || reply->kind > ERROR_CRASHED)
        return fail(ERROR_CRASHED, "%s: %s", what,
                    *process.how ? process.how : "its process ended without a result");
    if (reply->kind == OK) return OK;
    return fail((enum status)reply->kind, "%.*s", (int)reply->size, (const char *)reply->bytes);
}
