#include "datasets/formats/umb/umb_files.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/progress_hook.h"
#include "base/team.h"

enum { BLOCK = 1 << 17 }; /* bytes that a thread reads at a time */

enum status umb_fail(const struct umb_files *files, enum status code, const char *member,
                     const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return fail(code, "%s: %s: %s", files->path, member, text);
}

/* Opening */

static bool begins(const char *name, const char *start)
{
    return !strncmp(name, start, strlen(start));
}

/* Returns whether we need the member. Valuations of others than states, and other annotations are
 * skipped. */
static bool is_used(const char *name)
{
    static const char *const plain[] = {"index.json",
                                        "state-to-choices.bin",
                                        "choice-to-branches.bin",
                                        "state-is-initial.bin",
                                        "state-to-exit-rate.bin",
                                        "branch-to-target.bin",
                                        "branch-to-probability.bin",
                                        "valuations/states/valuations.bin",
                                        UMB_CLASSES,
                                        UMB_RATES};
    for (size_t k = 0; k < sizeof plain / sizeof *plain; k++)
        if (!strcmp(name, plain[k])) return true;
    return begins(name, "actions/choices/") || begins(name, "annotations/aps/") ||
           begins(name, "annotations/rewards/");
}

static enum status load(struct umb_files *files, struct umb_file *file)
{
    struct members *members = &files->members;
    size_t got = 1;
    MUST(inflow_check(&members->in, file->size));
    MUST(memory_must_fit((double)file->size, files->path));
    MUST(allocate_large(file->size, 1, "a part of a model", &file->bytes));
    for (uint64_t at = 0; at < file->size; at += got) {
        size_t left = file->size - at < BLOCK ? file->size - at : BLOCK;
        MUST(members_read(members, file->bytes + at, left, &got));
        if (!got) return umb_fail(files, ERROR_DAMAGED, file->name, "it is cut off");
    }
    return OK;
}

static enum status add_member(struct umb_files *files)
{
    const struct members *members = &files->members;
    if (files->count == UMB_MOST)
        return fail(ERROR_INPUT, "%s: more than %d labels and rewards", files->path, UMB_MOST);
    if (umb_find(files, members->name))
        return fail(ERROR_DAMAGED, "%s: a member is there twice", files->path);
    MUST(reserve(&files->file, &files->room, files->count + 1, sizeof *files->file,
                 "members of an archive"));
    struct umb_file *file = &files->file[files->count];
    *file = (struct umb_file){.size = members->size, .offset = members->offset};
    MUST(copy_text(members->name, &file->name));
    files->count++;
    if (members->offset == UINT64_MAX) return load(files, file);
    if (members->offset > members->in.size || file->size > members->in.size - members->offset)
        return umb_fail(files, ERROR_DAMAGED, file->name, "it is cut off");
    return OK;
}

enum status umb_files_open(const char *path, struct umb_files *out)
{
    enum status status = OK;
    struct inflow in = {0};
    *out = (struct umb_files){.path = path};
    TRY(inflow_open(path, &in));
    TRY(members_open(&in, true, &out->members));
    while (members_next(&out->members, &status))
        if (is_used(out->members.name)) TRY(add_member(out));
    TRY(status);
out:
    inflow_close(&in);
    if (status != OK) umb_files_close(out);
    return status;
}

void umb_files_close(struct umb_files *files)
{
    members_close(&files->members);
    for (size_t k = 0; k < files->count; k++) {
        free(files->file[k].name);
        free(files->file[k].bytes);
    }
    free(files->file);
    *files = (struct umb_files){0};
}

const struct umb_file *umb_find(const struct umb_files *files, const char *name)
{
    for (size_t k = 0; k < files->count; k++)
        if (!strcmp(files->file[k].name, name)) return &files->file[k];
    return NULL;
}

enum status umb_check_size(const struct umb_files *files, const struct umb_file *file,
                           const char *what, uint64_t count, unsigned width)
{
    if (file->size % width == 0 && file->size / width == count) return OK;
    return umb_fail(files, ERROR_DAMAGED, file->name,
                    "it has %" PRIu64 " bytes, but %s = %" PRIu64 ", each of which needs %u",
                    file->size, what, count, width);
}

/* Reading */

/* Returns 0, or the error: an errno, or -1 if the file ends before. */
static int read_at(const struct umb_files *files, const struct umb_file *file, uint64_t at,
                   void *to, size_t size)
{
    if (file->bytes) {
        memcpy(to, file->bytes + at, size);
        return 0;
    }
    for (size_t done = 0; done < size;) {
        ssize_t got = pread(files->members.in.file, (char *)to + done, size - done,
                            (off_t)(file->offset + at + done));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return got ? errno : -1;
        done += (size_t)got;
    }
    return 0;
}

static int narrow_at(const struct umb_files *files, const struct umb_file *file, uint64_t at,
                     uint32_t *to, size_t size)
{
    uint64_t block[BLOCK / sizeof(uint64_t)];
    int problem = read_at(files, file, at, block, size);
    for (size_t k = 0; !problem && k < size / sizeof *block; k++)
        to[k] = block[k] < UINT32_MAX ? (uint32_t)block[k] : UINT32_MAX;
    return problem;
}

/* One of wide and narrow is NULL. */
static enum status umb_read_blocks(const struct umb_files *files, const struct umb_file *file,
                                   unsigned char *wide, uint32_t *narrow)
{
    atomic_int problem = 0;
    atomic_bool stopped = false;
    atomic_uint_fast64_t done = 0;
#pragma omp parallel for schedule(dynamic) if (team_once(file->size / sizeof(double)))
    for (uint64_t at = 0; at < file->size; at += BLOCK) {
        size_t size = file->size - at < BLOCK ? file->size - at : BLOCK;
        if (problem || stopped) continue;
        int trouble = wide ? read_at(files, file, at, wide + at, size)
                           : narrow_at(files, file, at, narrow + at / sizeof(uint64_t), size);
        if (trouble) problem = trouble;
        if (!progress_hook_call("bytes read", atomic_fetch_add(&done, size) + size, file->size))
            stopped = true;
    }
    if (problem > 0) return fail(ERROR_IO, "cannot read %s: %s", files->path, strerror(problem));
    if (problem) return umb_fail(files, ERROR_DAMAGED, file->name, "it is cut off");
    return stopped ? progress_hook_stopped() : OK;
}

enum status umb_take(const struct umb_files *files, const struct umb_file *file, void *to)
{
    return umb_read_blocks(files, file, to, NULL);
}

enum status umb_take_narrow(const struct umb_files *files, const struct umb_file *file,
                            uint32_t *to)
{
    return umb_read_blocks(files, file, NULL, to);
}
