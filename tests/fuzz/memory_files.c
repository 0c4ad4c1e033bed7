#include "tests/fuzz/memory_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>

enum { FILES = 16, OPEN_FILES = 32, FIRST_DESCRIPTOR = 1 << 20, LONGEST_NAME = 200 };

/* bytes stays allocated when the file is removed, so that the next one needs no memory. */
static struct file {
    bool exists;
    char name[LONGEST_NAME];
    unsigned char *bytes;
    size_t size, room;
    ino_t number; /* a new one whenever the content is replaced: HDF5 asks */
} files[FILES];

/* file NULL and used: the folder itself. */
static struct descriptor {
    bool used;
    struct file *file;
    size_t at;
} descriptors[OPEN_FILES];

static ino_t last_number = 1;

bool memory_files_alone;

/* The name behind the folder, "" for the folder itself, NULL for a path elsewhere. While a target
 * runs, the folder is the working one. */
static const char *name_in(const char *path)
{
    const size_t length = sizeof MEMORY_FOLDER - 1;
    if (!strncmp(path, MEMORY_FOLDER, length) && path[length] == '/') return path + length + 1;
    if (!strcmp(path, MEMORY_FOLDER)) return "";
    if (memory_files_alone && *path != '/') return path;
    if (memory_files_alone && strncmp(path, "/proc/", 6) && strncmp(path, "/sys/", 5)) {
        fprintf(stderr, "a file outside is used: %s\n", path);
        abort();
    }
    return NULL;
}

static struct file *find(const char *name)
{
    for (struct file *file = files; file < files + FILES; file++)
        if (file->exists && !strcmp(file->name, name)) return file;
    return NULL;
}

static struct file *create(const char *name)
{
    struct file *file = find(name);
    for (struct file *other = files; !file && other < files + FILES; other++)
        if (!other->exists) file = other;
    if (!file || strlen(name) >= LONGEST_NAME) abort();
    strcpy(file->name, name);
    file->exists = true;
    file->size = 0;
    file->number = ++last_number;
    return file;
}

static void grow(struct file *file, size_t size)
{
    if (size > file->room) {
        file->room = 2 * size + 4096;
        file->bytes = realloc(file->bytes, file->room);
        if (!file->bytes) abort();
    }
    if (size > file->size) memset(file->bytes + file->size, 0, size - file->size);
    if (size > file->size) file->size = size;
}

void memory_file_put(const char *name, const void *bytes, size_t size)
{
    struct file *file = create(name);
    grow(file, size);
    if (size) memcpy(file->bytes, bytes, size);
}

const unsigned char *memory_file_get(const char *name, size_t *size)
{
    const struct file *file = find(name);
    *size = file ? file->size : 0;
    return file ? file->bytes : NULL;
}

void memory_files_clear(void)
{
    for (struct file *file = files; file < files + FILES; file++) file->exists = false;
}

static struct descriptor *of_number(int fd)
{
    if (fd < FIRST_DESCRIPTOR || fd >= FIRST_DESCRIPTOR + OPEN_FILES) return NULL;
    struct descriptor *d = &descriptors[fd - FIRST_DESCRIPTOR];
    return d->used ? d : NULL;
}

/* What /proc/self/fd/N names, or NULL. */
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

static int open_file(struct file *file)
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
    struct file *file = find(name);
    if (*name && !file && !(flags & O_CREAT)) return refuse(ENOENT);
    if (*name && (!file || flags & O_TRUNC)) file = create(name);
    return open_file(file);
}

static ssize_t read_at(const struct file *file, void *to, size_t size, size_t at)
{
    size_t left = file && at < file->size ? file->size - at : 0;
    if (size > left) size = left;
    if (size) memcpy(to, file->bytes + at, size);
    return (ssize_t)size;
}

static ssize_t write_at(struct file *file, const void *bytes, size_t size, size_t at)
{
    grow(file, at + size);
    if (size) memcpy(file->bytes + at, bytes, size);
    return (ssize_t)size;
}

static int describe(const struct file *file, struct stat *out)
{
    *out = (struct stat){
        .st_mode = file ? S_IFREG | 0644 : S_IFDIR | 0755, .st_nlink = 1, .st_dev = 1};
    out->st_ino = file ? file->number : 1;
    out->st_size = file ? (off_t)file->size : 0;
    out->st_blocks = (out->st_size + 511) / 512;
    out->st_blksize = 4096;
    return 0;
}

static int stat_here(const char *name, struct stat *out)
{
    const struct file *file = find(name);
    return *name && !file ? refuse(ENOENT) : describe(file, out);
}

/* Both names of a function, with and without 64, and what is called for other files. */
#define PROTOTYPES(returns, name, ...)  \
    returns __real_##name(__VA_ARGS__); \
    returns __wrap_##name(__VA_ARGS__); \
    returns __wrap_##name(__VA_ARGS__)

#define OPEN(name)                                                               \
    PROTOTYPES(int, name, const char *path, int flags, ...)                      \
    {                                                                            \
        va_list more;                                                            \
        va_start(more, flags);                                                   \
        mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;                \
        va_end(more);                                                            \
        const struct descriptor *linked = of_link(path);                         \
        if (linked) return open_file(linked->file);                              \
        const char *here = name_in(path);                                        \
        return here ? open_here(here, flags) : __real_##name(path, flags, mode); \
    }
OPEN(open)
OPEN(open64)

/* To write so is libFuzzer's own: a failing input, when a target ends in the middle. */
#define FOPEN(name)                                                  \
    PROTOTYPES(FILE *, name, const char *path, const char *mode)     \
    {                                                                \
        const char *here = *mode == 'w' ? NULL : name_in(path);      \
        const struct file *file = here ? find(here) : NULL;          \
        if (!here) return __real_##name(path, mode);                 \
        if (!file) errno = ENOENT;                                   \
        return file ? fmemopen(file->bytes, file->size, "r") : NULL; \
    }
FOPEN(fopen)
FOPEN(fopen64)

#define STAT(name)                                                     \
    PROTOTYPES(int, name, const char *path, struct stat *out)          \
    {                                                                  \
        const struct descriptor *linked = of_link(path);               \
        if (linked) return describe(linked->file, out);                \
        const char *here = name_in(path);                              \
        return here ? stat_here(here, out) : __real_##name(path, out); \
    }
STAT(stat)
STAT(stat64)
STAT(lstat)
STAT(lstat64)

#define FSTAT(name)                                                 \
    PROTOTYPES(int, name, int fd, struct stat *out)                 \
    {                                                               \
        const struct descriptor *d = of_number(fd);                 \
        return d ? describe(d->file, out) : __real_##name(fd, out); \
    }
FSTAT(fstat)
FSTAT(fstat64)

#define PREAD(name)                                                                          \
    PROTOTYPES(ssize_t, name, int fd, void *to, size_t size, off_t at)                       \
    {                                                                                        \
        const struct descriptor *d = of_number(fd);                                          \
        return d ? read_at(d->file, to, size, (size_t)at) : __real_##name(fd, to, size, at); \
    }
PREAD(pread)
PREAD(pread64)

#define PWRITE(name)                                                            \
    PROTOTYPES(ssize_t, name, int fd, const void *bytes, size_t size, off_t at) \
    {                                                                           \
        const struct descriptor *d = of_number(fd);                             \
        return d ? write_at(d->file, bytes, size, (size_t)at)                   \
                 : __real_##name(fd, bytes, size, at);                          \
    }
PWRITE(pwrite)
PWRITE(pwrite64)

#define LSEEK(name)                                                                    \
    PROTOTYPES(off_t, name, int fd, off_t by, int from)                                \
    {                                                                                  \
        struct descriptor *d = of_number(fd);                                          \
        if (!d) return __real_##name(fd, by, from);                                    \
        size_t base = from == SEEK_SET ? 0 : from == SEEK_CUR ? d->at : d->file->size; \
        return (off_t)(d->at = base + (size_t)by);                                     \
    }
LSEEK(lseek)
LSEEK(lseek64)

#define FTRUNCATE(name)                             \
    PROTOTYPES(int, name, int fd, off_t size)       \
    {                                               \
        const struct descriptor *d = of_number(fd); \
        if (!d) return __real_##name(fd, size);     \
        grow(d->file, (size_t)size);                \
        d->file->size = (size_t)size;               \
        return 0;                                   \
    }
FTRUNCATE(ftruncate)
FTRUNCATE(ftruncate64)

PROTOTYPES(ssize_t, read, int fd, void *to, size_t size)
{
    struct descriptor *d = of_number(fd);
    if (!d) return __real_read(fd, to, size);
    ssize_t got = read_at(d->file, to, size, d->at);
    d->at += (size_t)got;
    return got;
}

PROTOTYPES(ssize_t, write, int fd, const void *bytes, size_t size)
{
    struct descriptor *d = of_number(fd);
    if (!d) return __real_write(fd, bytes, size);
    d->at += (size_t)write_at(d->file, bytes, size, d->at);
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

PROTOTYPES(int, fsync, int fd)
{
    return of_number(fd) ? 0 : __real_fsync(fd);
}

PROTOTYPES(int, flock, int fd, int how)
{
    return of_number(fd) ? 0 : __real_flock(fd, how);
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
    struct file *file = find(here);
    if (!file) return refuse(ENOENT);
    file->exists = false;
    return 0;
}

PROTOTYPES(int, rename, const char *from, const char *to)
{
    const char *old = name_in(from), *fresh = name_in(to);
    if (!old || !fresh) return __real_rename(from, to);
    struct file *file = find(old), *replaced = find(fresh);
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
    return find(fresh) ? refuse(EEXIST) : rename(from, to);
}

/* In a folder in memory: files without a name, which are not to be had there. */
#define OPENAT(name)                                                                              \
    PROTOTYPES(int, name, int folder, const char *path, int flags, ...)                           \
    {                                                                                             \
        va_list more;                                                                             \
        va_start(more, flags);                                                                    \
        mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;                                 \
        va_end(more);                                                                             \
        return of_number(folder) ? refuse(EOPNOTSUPP) : __real_##name(folder, path, flags, mode); \
    }
OPENAT(openat)
OPENAT(openat64)
