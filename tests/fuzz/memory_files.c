#include "tests/fuzz/memory_files.h"

#include <stdlib.h>
#include <string.h>

enum { FILES = 16 };

static struct memory_file files[FILES];

static ino_t last_number = 1;

struct memory_file *memory_file_find(const char *name)
{
    for (struct memory_file *file = files; file < files + FILES; file++)
        if (file->exists && !strcmp(file->name, name)) return file;
    return NULL;
}

struct memory_file *memory_file_create(const char *name)
{
    struct memory_file *file = memory_file_find(name);
    for (struct memory_file *other = files; !file && other < files + FILES; other++)
        if (!other->exists) file = other;
    if (!file || strlen(name) >= sizeof file->name) abort();
    strcpy(file->name, name);
    file->exists = true;
    file->size = 0;
    file->number = ++last_number;
    return file;
}

void memory_file_grow(struct memory_file *file, size_t size)
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
    struct memory_file *file = memory_file_create(name);
    memory_file_grow(file, size);
    if (size) memcpy(file->bytes, bytes, size);
}

const unsigned char *memory_file_get(const char *name, size_t *size)
{
    const struct memory_file *file = memory_file_find(name);
    *size = file ? file->size : 0;
    return file ? file->bytes : NULL;
}

void memory_files_clear(void)
{
    for (struct memory_file *file = files; file < files + FILES; file++) file->exists = false;
}

ssize_t memory_file_read(const struct memory_file *file, void *to, size_t size, size_t at)
{
    size_t left = file && at < file->size ? file->size - at : 0;
    if (size > left) size = left;
    if (size) memcpy(to, file->bytes + at, size);
    return (ssize_t)size;
}

ssize_t memory_file_write(struct memory_file *file, const void *bytes, size_t size, size_t at)
{
    memory_file_grow(file, at + size);
    if (size) memcpy(file->bytes + at, bytes, size);
    return (ssize_t)size;
}

int memory_file_stat(const struct memory_file *file, struct stat *out)
{
    *out = (struct stat){
        .st_mode = file ? S_IFREG | 0644 : S_IFDIR | 0755, .st_nlink = 1, .st_dev = 1};
    out->st_ino = file ? file->number : 1;
    out->st_size = file ? (off_t)file->size : 0;
    out->st_blocks = (out->st_size + 511) / 512;
    out->st_blksize = 4096;
    return 0;
}
