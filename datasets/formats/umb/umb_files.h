/* The members of a UMB file that a chain is made from, which may be anybody's. An archive that is
 * not packed is read where its arrays lie, on all cores; of a packed one, the members are held in
 * memory. Numbers are little-endian, as on every machine that this runs on. */
#pragma once

#include "base/packed/members.h"

/* What Warpmark adds to a CTMC where a probability times an exit rate is not the rate to the bit:
 * the rate of each branch. It is not part of the format; others pass over it. */
#define UMB_RATES "branch-to-rate.bin"

/* Labels and rewards of a model, at most: more are refused. */
enum { UMB_MOST = 10000 };

struct umb_file {
    char *name;
    uint64_t size, offset;
    unsigned char *bytes; /* NULL: at offset in the file */
};

struct umb_files {
    const char *path; /* borrowed */
    struct members members;
    size_t count, room;
    struct umb_file *file;
};

/* Errors: ERROR_IO, ERROR_DAMAGED, ERROR_INPUT, ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status umb_files_open(const char *path, struct umb_files *out);
void umb_files_close(struct umb_files *files); /* accepts a zeroed struct; leaves one */

/* Fails with "path: member: message". */
enum status umb_fail(const struct umb_files *files, enum status code, const char *member,
                     const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The member called name, or NULL. */
const struct umb_file *umb_find(const struct umb_files *files, const char *name);

/* Fails unless it has count elements of `width` bytes. what: what there is one element for. */
enum status umb_check_size(const struct umb_files *files, const struct umb_file *file,
                           const char *what, uint64_t count, unsigned width);

/* All bytes of a member whose size was checked. Errors: as above. */
enum status umb_take(const struct umb_files *files, const struct umb_file *file, void *to);

/* The same of uint64 numbers as uint32; those that do not fit become UINT32_MAX. */
enum status umb_take_narrow(const struct umb_files *files, const struct umb_file *file,
                            uint32_t *to);
