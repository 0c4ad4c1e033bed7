/* Files in memory for fuzz targets, so that an execution makes no system call: whatever is opened,
 * read, written or renamed under MEMORY_FOLDER is found here instead of on disk, also by HDF5. The
 * linker puts these functions in the place of the system's (--wrap, see the Makefile). Other paths
 * go to the system. */
#ifndef WARPMARK_TESTS_FUZZ_MEMORY_FILES_H
#define WARPMARK_TESTS_FUZZ_MEMORY_FILES_H

#include <stdbool.h>
#include <stddef.h>

#define MEMORY_FOLDER "/memory-files"

/* While it is set, that folder is the working one, and the use of any other ends the program, but
 * for what Linux says of itself in /proc and /sys. */
extern bool memory_files_alone;

/* Makes the file called name in that folder hold exactly these bytes, which are copied. */
void memory_file_put(const char *name, const void *bytes, size_t size);

/* Its bytes and their number, until the file is next written; NULL where there is no such file. */
const unsigned char *memory_file_get(const char *name, size_t *size);

/* Removes all files. */
void memory_files_clear(void);

#endif
