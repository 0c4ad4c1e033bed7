#define _GNU_SOURCE /* memfd_create, seals */
#include "problems/pack.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

/* ARRAY(field, count): every pointer of struct problem, and its number of elements if it is not
 * NULL. */
#define ARRAYS                                      \
    ARRAY(source, strlen(p->source) + 1)            \
    ARRAY(system.a.off.row, rows + 1)               \
    ARRAY(system.a.off.col, nnz)                    \
    ARRAY(system.a.off.val, nnz)                    \
    ARRAY(system.a.diag, rows)                      \
    ARRAY(system.a.group, p->system.a.ngroups + 1)  \
    ARRAY(system.a.most, nnz)                       \
    ARRAY(system.a.stay, 2 * rows)                  \
    ARRAY(system.b, rows)                           \
    ARRAY(system.x0, n)                             \
    ARRAY(system.answer, n)                         \
    ARRAY(system.weight, n)                         \
    ARRAY(written.a.off.val, nnz)                   \
    ARRAY(written.a.diag, rows)                     \
    ARRAY(written.b, rows)                          \
    ARRAY(product.row, nvertices + 1)               \
    ARRAY(product.col, p->product.m)                \
    ARRAY(product.accepting, (nvertices + 63) / 64) \
    ARRAY(fixpoint.initial, n)                      \
    ARRAY(fixpoint.infinite, n)                     \
    ARRAY(optimum.original.a.off.row, all_rows + 1) \
    ARRAY(optimum.original.a.off.col, all_nnz)      \
    ARRAY(optimum.original.a.off.val, all_nnz)      \
    ARRAY(optimum.original.a.diag, all_rows)        \
    ARRAY(optimum.original.a.group, all_states + 1) \
    ARRAY(optimum.original.a.most, all_nnz)         \
    ARRAY(optimum.original.a.stay, 2 * all_rows)    \
    ARRAY(optimum.original.b, all_rows)             \
    ARRAY(optimum.stated, all_states)               \
    ARRAY(optimum.unknown_of, all_states)           \
    ARRAY(steady.class_of, n)                       \
    ARRAY(steady.probability, nclasses)             \
    ARRAY(steady.probability_low, nclasses)         \
    ARRAY(steady.probability_high, nclasses)        \
    ARRAY(steady.weight, n)                         \
    ARRAY(proof.x, n)                               \
    ARRAY(proof.v, n)                               \
    ARRAY(proof.drift, n)                           \
    ARRAY(proof.times.scale, nclasses)              \
    ARRAY(proof.times.slack, nslack)                \
    ARRAY(proof.distance, nclasses)                 \
    ARRAY(proof.w, n)                               \
    ARRAY(proof.y, n)                               \
    ARRAY(proof.u, n)

static const size_t pointer_at[] = {
#define ARRAY(field, count) offsetof(struct problem, field),
    ARRAYS
#undef ARRAY
};

enum { NARRAYS = sizeof pointer_at / sizeof *pointer_at, ALIGNMENT = 64 };

/* Start of the file; the arrays follow in their order, each at the next multiple of ALIGNMENT. */
struct header {
    struct problem problem; /* its pointers only show which arrays are NULL */
    size_t bytes[NARRAYS];
};

static size_t aligned(size_t offset)
{
    return (offset + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static void *pointer_of(const struct problem *problem, size_t k)
{
    void *pointer;
    memcpy(&pointer, (const char *)problem + pointer_at[k], sizeof pointer);
    return pointer;
}

static void set_pointer(struct problem *problem, size_t k, void *pointer)
{
    memcpy((char *)problem + pointer_at[k], &pointer, sizeof pointer);
}

static void pack_measure_arrays(const struct problem *p, size_t bytes[NARRAYS])
{
    const struct matrix *a = &p->system.a;
    const uint64_t n = matrix_unknowns(a), rows = matrix_rows(a), nnz = a->off.nnz;
    const struct matrix *all = &p->optimum.original.a;
    const uint64_t all_rows = all->off.rows, all_nnz = all->off.nnz, all_states = all->ngroups;
    const uint64_t nvertices = p->product.n, nclasses = p->steady.nclasses;
    const uint64_t nslack = matrix_is_stored(a) ? rows : closed_kinds(&a->closed);
    size_t k = 0;
#define ARRAY(field, count) bytes[k++] = p->field ? (count) * sizeof *p->field : 0;
    ARRAYS
#undef ARRAY
}

static size_t total(const size_t bytes[NARRAYS])
{
    size_t size = sizeof(struct header);
    for (size_t k = 0; k < NARRAYS; k++) size = aligned(size) + bytes[k];
    return size;
}

static enum status no_room(double bytes)
{
    return fail(ERROR_HOST_MEMORY, "cannot share a problem of %.6g MB among processes: %s",
                bytes / 1e6,
                errno == EFBIG ? "the limit for files (ulimit -f) is lower" : strerror(errno));
}

/* Lifts the limit for files on disk as far as possible, because this file is only in memory. */
static void lift_file_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
    const struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_FSIZE, &none) != 0) setrlimit(RLIMIT_FSIZE, &limit);
}

static bool pack_put_bytes(int fd, size_t offset, const void *bytes, size_t size)
{
    for (const char *from = bytes; size > 0;) {
        ssize_t written = pwrite(fd, from, size, (off_t)offset);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        from += written;
        offset += (size_t)written;
        size -= (size_t)written;
    }
    return true;
}

enum status problem_pack_create(int *fd)
{
    *fd = memfd_create("warpmark problem", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    return *fd >= 0 ? OK : no_room(0);
}

enum status problem_pack(struct problem *problem, int fd)
{
    struct header header;
    memset(&header, 0, sizeof header);
    header.problem = *problem;
    pack_measure_arrays(problem, header.bytes);
    size_t offset = sizeof header, size = total(header.bytes);
    lift_file_limit();
    bool fine = ftruncate(fd, (off_t)size) == 0 && pack_put_bytes(fd, 0, &header, sizeof header);
    for (size_t k = 0; fine && k < NARRAYS; k++) {
        void *array = pointer_of(problem, k);
        offset = aligned(offset);
        fine = pack_put_bytes(fd, offset, array, header.bytes[k]);
        offset += header.bytes[k];
        if (!fine) break;
        free(array);
        set_pointer(problem, k, NULL);
    }
    fine = fine && fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) == 0;
    enum status status = fine ? OK : no_room((double)size);
    problem_free(problem);
    return status;
}

enum status problem_map(int fd, struct problem_map *out)
{
    struct stat file;
    *out = (struct problem_map){0};
    if (fstat(fd, &file) != 0 || file.st_size < (off_t)sizeof(struct header))
        return fail(ERROR_DAMAGED, "no problem was packed");
    out->size = (size_t)file.st_size;
    out->at = mmap(NULL, out->size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0);
    if (out->at == MAP_FAILED) {
        out->at = NULL;
        return no_room((double)out->size);
    }
    const struct header *header = out->at;
    size_t offset = sizeof *header;
    if (total(header->bytes) != out->size) {
        problem_unmap(out);
        return fail(ERROR_DAMAGED, "no problem was packed");
    }
    out->problem = header->problem;
    for (size_t k = 0; k < NARRAYS; k++) {
        offset = aligned(offset);
        if (pointer_of(&out->problem, k)) set_pointer(&out->problem, k, (char *)out->at + offset);
        offset += header->bytes[k];
    }
    out->problem.written.a.off.row = out->problem.system.a.off.row;
    out->problem.written.a.off.col = out->problem.system.a.off.col;
    return OK;
}

void problem_unmap(struct problem_map *map)
{
    if (map->at) munmap(map->at, map->size);
    *map = (struct problem_map){0};
}
