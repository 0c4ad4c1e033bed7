#include "harness/ranks/system_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Numbers of 8 bytes come first, so that all are aligned. */
struct head {
    uint64_t n, nnz, has_b;
    uint64_t has_entries;      /* 0: ranks make them, and neither entries nor diagonal follow */
    struct closed_rows closed; /* set if there is only the closed form; nothing follows then */
    double start;
};

struct array_in_file {
    void *pointer; /* to the pointer to it */
    uint64_t bytes;
};

enum { ARRAYS = 6 };

static int arrays_of(const struct head *head, struct rank_system *of,
                     struct array_in_file out[ARRAYS])
{
    const uint64_t number = sizeof(double);
    struct csr *off = &of->a.off;
    int count = 0;
    out[count++] = (struct array_in_file){&off->row, (head->n + 1) * sizeof *off->row};
    if (head->has_entries) out[count++] = (struct array_in_file){&off->val, head->nnz * number};
    if (head->has_entries) out[count++] = (struct array_in_file){&of->a.diag, head->n * number};
    out[count++] = (struct array_in_file){&of->x0, head->n * number};
    if (head->has_b) out[count++] = (struct array_in_file){&of->b, head->n * number};
    if (head->has_entries)
        out[count++] = (struct array_in_file){&off->col, head->nnz * sizeof *off->col};
    return count;
}

static enum status system_file_failed(const char *path, const char *what)
{
    return fail(ERROR_IO, "cannot %s %s: %s", what, path, strerror(errno));
}

enum status system_file_write(const char *path, const struct matrix *a, const double *b,
                              const double *x0, double start)
{
    struct rank_system system = {
        .a = *a, .b = (double *)(uintptr_t)b, .x0 = (double *)(uintptr_t)x0};
    struct head head = {.n = a->off.rows, .nnz = a->off.nnz, .has_b = b != NULL, .start = start};
    struct array_in_file array[ARRAYS];
    head.has_entries = matrix_is_stored(a);
    if (!head.has_entries) head.closed = a->closed;
    const int count = head.closed.form ? 0 : arrays_of(&head, &system, array);
    FILE *file = fopen(path, "wxe");
    if (!file) return system_file_failed(path, "write");
    bool good = fwrite(&head, sizeof head, 1, file) == 1;
    for (int k = 0; k < count && good; k++) {
        const void *at;
        memcpy(&at, array[k].pointer, sizeof at);
        good = fwrite(at, 1, array[k].bytes, file) == array[k].bytes;
    }
    good = fclose(file) == 0 && good;
    return good ? OK : system_file_failed(path, "write");
}

enum status system_file_map(const char *path, struct rank_system *out)
{
    struct array_in_file array[ARRAYS];
    struct head head;
    struct stat info;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return fail(ERROR_IO,
                    "cannot read %s: %s; if rank 0 is on another host, set TMPDIR to a folder that "
                    "both share",
                    path, strerror(errno));
    const bool known = fstat(fd, &info) == 0 && (size_t)info.st_size >= sizeof head;
    const char *at =
        known ? mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
    close(fd);
    if (at == MAP_FAILED) return system_file_failed(path, "read");
    memcpy(&head, at, sizeof head);
    *out = (struct rank_system){
        .a = {.off = {.rows = (uint32_t)head.n, .nnz = head.nnz}, .closed = head.closed},
        .has_b = head.has_b,
        .start = head.start};
    if (head.closed.form) return OK;
    const int count = arrays_of(&head, out, array);
    size_t used = sizeof head;
    for (int k = 0; k < count; used += array[k++].bytes) {
        if (array[k].bytes > (size_t)info.st_size - used)
            return fail(ERROR_IO, "%s is too short", path);
        const char *there = at + used;
        memcpy(array[k].pointer, &there, sizeof there);
    }
    return OK;
}
