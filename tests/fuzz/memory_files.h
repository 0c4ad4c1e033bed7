/* Files in memory for fuzz targets, so that an execution makes no system call: everything that is
 * opened, read, written or renamed under MEMORY_FOLDER is here instead of on disk, also for HDF5.
 * The linker puts these functions in the place of the system's (--wrap, see the Makefile). Other
 * paths go to the system. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/types.h>

#define MEMORY_FOLDER "/memory"

/* While this is set, that folder is the working one, and use of any other path ends the program,
 * except Linux's own files in /proc and /sys. */
extern bool memory_files_alone;

/* Makes the file called name in that folder hold exactly these bytes, which are copied. */
void memory_file_put(const char *name, const void *bytes, size_t size);

/* Its bytes and their number, until the file is next written; NULL where there is no such file. */
const unsigned char *memory_file_get(const char *name, size_t *size);

/* Removes all files. */
void memory_files_clear(void);

/* For memory_calls.c. bytes stays allocated when the file is removed, so that the next one needs no
 * memory. */
struct memory_file {
    bool exists;
    char name[200];
    unsigned char *bytes;
    size_t size, room;
    ino_t number; /* a new one whenever the content is replaced: HDF5 asks */
};
struct memory_file *memory_file_find(const char *name);       /* or NULL */
struct memory_file *memory_file_create(const char *name);     /* an empty one */
void memory_file_grow(struct memory_file *file, size_t size); /* by zeros */
ssize_t memory_file_read(const struct memory_file *file, void *to, size_t size, size_t at);
ssize_t memory_file_write(struct memory_file *file, const void *bytes, size_t size, size_t at);
int memory_file_stat(const struct memory_file *file, struct stat *out); /* NULL: the folder; 0 */
