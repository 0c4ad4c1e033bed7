#define _GNU_SOURCE /* memfd_create */
#include "plots/figures/spy_apart.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/output/units.h"
#include "harness/process/progress.h"
#include "base/process/process_tree.h"
#include "harness/process/run_in_child.h"
#include "harness/process/sandbox.h"
#include "problems/source.h"
#include "store/journal/journal_encoding.h"

#define ENOUGH_MEMORY 2e9
enum { ENOUGH_SECONDS = 60 };

static unsigned most_seconds = ENOUGH_SECONDS;
static double most_memory = ENOUGH_MEMORY, spent; /* spent: s of CPU time by sources that are not
                                                     trusted */

void spy_limit(unsigned seconds, double memory)
{
    most_seconds = seconds ? seconds : ENOUGH_SECONDS;
    most_memory = memory > 0 ? memory : ENOUGH_MEMORY;
    spent = 0;
}

struct look {
    const char *source;
    const bool *wanted;
    unsigned seconds; /* of CPU time; 0: any number */
};

/* Bytes */

static void put_panel(const struct spy_panel *panel, struct encoder *out)
{
    const struct raster *raster = &panel->raster;
    int order = ORDER_NATIVE;
    while (strcmp(panel->order, spy_orders[order])) order++;
    put_count(out, order);
    put_count(out, raster->n);
    put_count(out, raster->nnz);
    put_count(out, raster->width);
    put_count(out, raster->bandwidth);
    put_bytes(out, raster->within, sizeof raster->within);
    put_bytes(out, raster->count, (size_t)raster->side * raster->side * sizeof *raster->count);
}

void spy_put(const struct spy *spy, struct encoder *out)
{
    put_count(out, spy->chain);
    put_count(out, spy->npanels);
    for (size_t p = 0; p < spy->npanels; p++) put_panel(&spy->panel[p], out);
}

static uint64_t get_below(struct decoder *in, uint64_t least, uint64_t end)
{
    uint64_t value = get_count(in);
    if (in->status == OK && (value < least || value >= end)) in->status = ERROR_DAMAGED;
    return in->status == OK ? value : least;
}

static void get_panel(struct decoder *in, struct spy_panel *out)
{
    struct raster *raster = &out->raster;
    out->order = spy_orders[get_below(in, 0, NORDERS)];
    raster->n = (uint32_t)get_below(in, 1, UINT32_MAX);
    raster->nnz = get_count(in);
    raster->width = (uint32_t)get_below(in, (raster->n - 1) / SPY_DOTS + 1, UINT32_MAX);
    raster->side = (raster->n - 1) / raster->width + 1;
    raster->bandwidth = (uint32_t)get_below(in, 0, raster->n);
    size_t size = (size_t)raster->side * raster->side * sizeof *raster->count;
    const unsigned char *within = get_bytes(in, sizeof raster->within);
    const unsigned char *count = get_bytes(in, size);
    if (!count) return;
    memcpy(raster->within, within, sizeof raster->within);
    in->status = allocate(size, 1, "a raster", &raster->count);
    if (in->status == OK) memcpy(raster->count, count, size);
}

enum status spy_get(struct decoder *in, struct spy *out)
{
    out->chain = get_below(in, 0, 2);
    size_t panels = get_below(in, 1, MAX_SPY_PANELS + 1);
    while (out->npanels < panels && in->status == OK) get_panel(in, &out->panel[out->npanels++]);
    if (in->status != OK) spy_free(out);
    return in->status;
}

/* The process */

static enum status look_in_child(void *argument, int fd, struct record *reply)
{
    const struct look *look = argument;
    enum status status = OK;
    struct spy spy = {0};
    struct encoder bytes = {0};
    reply->size = 0;
    if (look->seconds) TRY(sandbox_limit(look->seconds, 0));
    progress_watch(look->source);
    status = spy_look(look->source, look->wanted, &spy);
    progress_unwatch();
    TRY(status);
    spy_put(&spy, &bytes);
    TRY(bytes.status);
    if (!write_all(fd, bytes.byte, bytes.used))
        TRY(fail(ERROR_HOST_MEMORY, "no memory for a raster: %s", strerror(errno)));
out:
    free(bytes.byte);
    spy_free(&spy);
    return status;
}

/* Our side */

/* CPU time of all our child processes that have ended. */
static double children_seconds(void)
{
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

static enum status read_panels(int fd, struct spy *out)
{
    off_t size = lseek(fd, 0, SEEK_END);
    void *bytes = size > 0 ? mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
    if (bytes == MAP_FAILED) return fail(ERROR_CRASHED, "a process ended without a raster");
    struct decoder in = {.at = bytes, .end = (unsigned char *)bytes + size};
    enum status status = spy_get(&in, out);
    munmap(bytes, (size_t)size);
    return status == ERROR_DAMAGED ? fail(ERROR_CRASHED, "a process left a damaged raster")
                                   : status;
}

static enum status look_apart(struct look *job, double memory, struct spy *out)
{
    struct record reply;
    int fd = memfd_create("raster", MFD_CLOEXEC);
    if (fd < 0) return fail(ERROR_HOST_MEMORY, "no memory for a raster: %s", strerror(errno));
    enum status status = run_in_child(job->source, look_in_child, job, fd, memory, &reply);
    if (status == OK) status = read_panels(fd, out);
    close(fd);
    out->source = job->source;
    return status;
}

static enum status over_limit(const char *what)
{
    return fail(ERROR_INPUT,
                "%s; structures take %u s of CPU time in all and %s each at most: if you trust the "
                "results file, add --trust",
                what, most_seconds, human_quantity(UNIT_BYTES, most_memory).text);
}

static enum status look_bounded(struct look *job, struct spy *out)
{
    if (source_opens_files(job->source))
        return fail(ERROR_INPUT,
                    "its source %s is a file: if you trust the results file, add --trust",
                    job->source);
    if (spent >= most_seconds) return over_limit("the time for structures is over");
    double before = children_seconds();
    job->seconds = most_seconds - (unsigned)spent;
    enum status status = look_apart(job, most_memory + process_memory(getpid()), out);
    spent += children_seconds() - before;
    if (status != ERROR_CRASHED && status != ERROR_HOST_MEMORY) return status;
    return over_limit(fail_message());
}

enum status spy_look_apart(const char *source, const bool wanted[NORDERS], bool trusted,
                           struct spy *out)
{
    struct look job = {.source = source, .wanted = wanted};
    *out = (struct spy){0};
    return trusted ? look_apart(&job, INFINITY, out) : look_bounded(&job, out);
}
