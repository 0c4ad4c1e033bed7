/* Replacements of the system's functions on files; the linker puts them in the place of the
 * originals. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/memory_files.h"

enum { OPEN_FILES = 32, FIRST_DESCRIPTOR = 1 << 20 };

/* file NULL and used: the folder itself. */
static struct descriptor {
    bool used;
    struct memory_file *file;
    size_t at;
} descriptors[OPEN_FILES];

bool memory_files_alone;

/* The name behind the folder, "" for the folder itself, NULL for a path elsewhere. While a target
 * runs, the folder is the working one, and those of engines hold none. */
static const char *name_in(const char *path)
{
    const size_t length = sizeof MEMORY_FOLDER - 1;
    if (!strncmp(path, MEMORY_FOLDER, length) && path[length] == '/') return path + length + 1;
    if (!strcmp(path, MEMORY_FOLDER)) return "";
    if (memory_files_alone && (*path != '/' || strstr(path, "/engines/"))) return path;
    if (memory_files_alone && strncmp(path, "/proc/", 6) && strncmp(path, "/sys/", 5)) {
        fprintf(stderr, "a file outside is used: %s\n", path);
        abort();
    }
    return NULL;
}

static struct descriptor *of_number(int fd)
{
    if (fd < FIRST_DESCRIPTOR || fd >= FIRST_DESCRIPTOR + OPEN_FILES) return NULL;
    struct descriptor *d = &descriptors[fd - FIRST_DESCRIPTOR];
    return d->used ? d : NULL;
}

/* Returns the descriptor that /proc/self/fd/N names, or NULL. */
static struct descriptor *of_link(const char *path)
{
    static const char links[] = "/proc/self/fd/";
    return strncmp(path, links, sizeof links - 1) ? NULL : of_number(atoi(path + sizeof links - 1));
}

static int refuse(int why)
{
    errno = why;
    return -1;
}

static int open_file(struct memory_file *file)
{
    for (int k = 0; k < OPEN_FILES; k++) {
        if (descriptors[k].used) continue;
        descriptors[k] = (struct descriptor){true, file, 0};
        return FIRST_DESCRIPTOR + k;
    }
    return refuse(EMFILE);
}

static int open_here(const char *name, int flags)
{
    struct memory_file *file = memory_file_find(name);
    if (*name && !file && !(flags & O_CREAT)) return refuse(ENOENT);
    if (*name && (!file || flags & O_TRUNC)) file = memory_file_create(name);
    return open_file(file);
}

static int stat_here(const char *name, struct stat *out)
{
    const struct memory_file *file = memory_file_find(name);
    return *name && !file ? refuse(ENOENT) : memory_file_stat(file, out);
}

/* Both names of a function, with and without 64, and what is called for other files. */
#define PROTOTYPES(returns, name, ...)  \
    returns __real_##name(__VA_ARGS__); \
    returns __wrap_##name(__VA_ARGS__); \
    returns __wrap_##name(__VA_ARGS__)

/* mode_t mode: what follows the flags of a file to be made. */
#define GET_MODE(flags)                                       \
    va_list more;                                             \
    va_start(more, flags);                                    \
    mode_t mode = (flags)&O_CREAT ? va_arg(more, mode_t) : 0; \
    va_end(more)

#define BOTH(define, name) define(name) define(name##64)

#define OPEN(name)                                                               \
    PROTOTYPES(int, name, const char *path, int flags, ...)                      \
    {                                                                            \
        GET_MODE(flags);                                                         \
        const struct descriptor *linked = of_link(path);                         \
        if (linked) return open_file(linked->file);                              \
        const char *here = name_in(path);                                        \
        return here ? open_here(here, flags) : __real_##name(path, flags, mode); \
    }
BOTH(OPEN, open)

/* To write so is libFuzzer's own: a failing input, when a target ends in the middle. */
#define FOPEN(name)                                                            \
    PROTOTYPES(FILE *, name, const char *path, const char *mode)               \
    {                                                                          \
        const char *here = *mode == 'w' ? NULL : name_in(path);                \
        const struct memory_file *file = here ? memory_file_find(here) : NULL; \
        if (!here) return __real_##name(path, mode);                           \
        if (!file) errno = ENOENT;                                             \
        return file ? fmemopen(file->bytes, file->size, "r") : NULL;           \
    }
BOTH(FOPEN, fopen)

#define STAT(name)                                                     \
    PROTOTYPES(int, name, const char *path, struct stat *out)          \
    {                                                                  \
        const struct descriptor *linked = of_link(path);               \
        if (linked) return memory_file_stat(linked->file, out);        \
        const char *here = name_in(path);                              \
        return here ? stat_here(here, out) : __real_##name(path, out); \
    }
BOTH(STAT, stat)
BOTH(STAT, lstat)

/* A function whose result is `here` for a descriptor d of ours, and else that of the call. */
#define OF_DESCRIPTOR(returns, name, here, call, ...) \
    PROTOTYPES(returns, name, __VA_ARGS__)            \
    {                                                 \
        const struct descriptor *d = of_number(fd);   \
        return d ? (here) : __real_##name call;       \
    }
#define FSTAT(name) \
    OF_DESCRIPTOR(int, name, memory_file_stat(d->file, out), (fd, out), int fd, struct stat *out)
#define PREAD(name)                                                               \
    OF_DESCRIPTOR(ssize_t, name, memory_file_read(d->file, to, size, (size_t)at), \
                  (fd, to, size, at), int fd, void *to, size_t size, off_t at)
#define PWRITE(name)                                                                 \
    OF_DESCRIPTOR(ssize_t, name, memory_file_write(d->file, from, size, (size_t)at), \
                  (fd, from, size, at), int fd, const void *from, size_t size, off_t at)
BOTH(FSTAT, fstat)
BOTH(PREAD, pread)
BOTH(PWRITE, pwrite)
OF_DESCRIPTOR(int, fsync, 0, (fd), int fd)
OF_DESCRIPTOR(int, flock, 0, (fd, how), int fd, int how)

#define LSEEK(name)                                                                    \
    PROTOTYPES(off_t, name, int fd, off_t by, int from)                                \
    {                                                                                  \
        struct descriptor *d = of_number(fd);                                          \
        if (!d) return __real_##name(fd, by, from);                                    \
        size_t base = from == SEEK_SET ? 0 : from == SEEK_CUR ? d->at : d->file->size; \
        return (off_t)(d->at = base + (size_t)by);                                     \
    }
BOTH(LSEEK, lseek)

#define FTRUNCATE(name)                             \
    PROTOTYPES(int, name, int fd, off_t size)       \
    {                                               \
        const struct descriptor *d = of_number(fd); \
        if (!d) return __real_##name(fd, size);     \
        memory_file_grow(d->file, (size_t)size);    \
        d->file->size = (size_t)size;               \
        return 0;                                   \
    }
BOTH(FTRUNCATE, ftruncate)

PROTOTYPES(ssize_t, read, int fd, void *to, size_t size)
{
    struct descriptor *d = of_number(fd);
    if (!d) return __real_read(fd, to, size);
    ssize_t got = memory_file_read(d->file, to, size, d->at);
    d->at += (size_t)got;
    return got;
}

PROTOTYPES(ssize_t, write, int fd, const void *bytes, size_t size)
{
    struct descriptor *d = of_number(fd);
    if (!d) return __real_write(fd, bytes, size);
    d->at += (size_t)memory_file_write(d->file, bytes, size, d->at);
    return (ssize_t)size;
}

PROTOTYPES(int, close, int fd)
{
    struct descriptor *d = of_number(fd);
    if (!d) return __real_close(fd);
    d->used = false;
    return 0;
}

/* To read alone; the stream takes the place of the descriptor. */
PROTOTYPES(FILE *, fdopen, int fd, const char *mode)
{
    struct descriptor *d = of_number(fd);
    if (!d) return __real_fdopen(fd, mode);
    d->used = false;
    return fmemopen(d->file->bytes, d->file->size, "r");
}

PROTOTYPES(int, access, const char *path, int how)
{
    const char *here = name_in(path);
    struct stat facts;
    return here ? stat_here(here, &facts) : __real_access(path, how);
}

PROTOTYPES(int, unlink, const char *path)
{
    const char *here = name_in(path);
    if (!here) return __real_unlink(path);
    struct memory_file *file = memory_file_find(here);
    if (!file) return refuse(ENOENT);
    file->exists = false;
    return 0;
}

PROTOTYPES(int, rename, const char *from, const char *to)
{
    const char *old = name_in(from), *fresh = name_in(to);
    if (!old || !fresh) return __real_rename(from, to);
    struct memory_file *file = memory_file_find(old), *replaced = memory_file_find(fresh);
    if (!file) return refuse(ENOENT);
    if (replaced) replaced->exists = false;
    strcpy(file->name, fresh);
    return 0;
}

PROTOTYPES(int, renameat2, int from_folder, const char *from, int to_folder, const char *to,
           unsigned how)
{
    const char *old = name_in(from), *fresh = name_in(to);
    if (!old || !fresh) return __real_renameat2(from_folder, from, to_folder, to, how);
    return memory_file_find(fresh) ? refuse(EEXIST) : rename(from, to);
}

/* In a folder in memory: files without a name, which are not to be had there. */
#define OPENAT(name)                                                                              \
    PROTOTYPES(int, name, int folder, const char *path, int flags, ...)                           \
    {                                                                                             \
        GET_MODE(flags);                                                                          \
        return of_number(folder) ? refuse(EOPNOTSUPP) : __real_##name(folder, path, flags, mode); \
    }
BOTH(OPENAT, openat)
