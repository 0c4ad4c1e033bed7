#define _GNU_SOURCE /* F_DUPFD_CLOEXEC */
#include "harness/process/problem_cache.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "harness/process/builder.h"
#include "harness/process/process.h"
#include "problems/pack.h"

/* A problem may be in use in eight layouts at a time (measure.interleave). */
static const double times_its_size = 8;

static void take_off(struct shelf *shelf, size_t k)
{
    close(shelf->item[k].fd);
    free(shelf->item[k].facts.source);
    free(shelf->item[k].facts.kind);
    memmove(shelf->item + k, shelf->item + k + 1, (--shelf->count - k) * sizeof *shelf->item);
}

void shelf_free(struct shelf *shelf)
{
    while (shelf->count) take_off(shelf, shelf->count - 1);
    free(shelf->item);
    *shelf = (struct shelf){0};
}

/* All but the last. */
static void make_room(struct shelf *shelf)
{
    const double wanted = times_its_size * shelf->item[shelf->count - 1].bytes;
    while (shelf->count > 1 && available_memory() < wanted) take_off(shelf, 0);
}

static enum status put(struct shelf *shelf, int fd, const struct result_problem *facts)
{
    enum status status = OK;
    struct stat file;
    struct shelved item = {.fd = -1};
    TRY(reallocate(&shelf->item, shelf->count + 1, sizeof *shelf->item, "problems"));
    item.fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    if (item.fd < 0 || fstat(fd, &file) != 0)
        TRY(fail(ERROR_HOST_MEMORY, "cannot keep a problem for later: %s", strerror(errno)));
    item.bytes = (double)file.st_size;
    TRY(copy_text(facts->source, &item.facts.source));
    TRY(result_problem_learn(&item.facts, facts));
    shelf->item[shelf->count++] = item;
    return OK;
out:
    if (item.fd >= 0) close(item.fd);
    free(item.facts.source);
    return status;
}

static enum status take(struct shelf *shelf, size_t k, struct result_problem *out, int *fd)
{
    struct shelved item = shelf->item[k];
    memmove(shelf->item + k, shelf->item + k + 1, (shelf->count - 1 - k) * sizeof item);
    shelf->item[shelf->count - 1] = item;
    *fd = fcntl(item.fd, F_DUPFD_CLOEXEC, 0);
    if (*fd < 0)
        return fail(ERROR_HOST_MEMORY, "cannot open a problem that was kept: %s", strerror(errno));
    enum status status = result_problem_learn(out, &item.facts);
    if (status == OK) return OK;
    close(*fd);
    *fd = -1;
    return status;
}

static enum status make(double memory, struct result_problem *out, int *fd)
{
    enum status status = problem_pack_create(fd);
    if (status != OK) return status;
    status = build_problem(*fd, memory, out);
    if (status == OK) return OK;
    close(*fd);
    *fd = -1;
    return status;
}

enum status shelf_open(struct shelf *shelf, double memory, struct result_problem *out, int *fd)
{
    enum status status = OK;
    *fd = -1;
    if (!shelf) return make(memory, out, fd);
    size_t k = 0;
    while (k < shelf->count && strcmp(shelf->item[k].facts.source, out->source)) k++;
    if (k < shelf->count) {
        status = take(shelf, k, out, fd);
    } else {
        status = make(memory, out, fd);
        if (status == OK) status = put(shelf, *fd, out);
    }
    if (status == OK) make_room(shelf);
    else if (*fd >= 0) close(*fd), *fd = -1;
    return status;
}
