/* The members of a UMB file from which a chain is made. They are not trusted. If the archive is not
 * packed, arrays are read directly from their places in it, on all cores; otherwise its members are
 * held in memory. Numbers are little-endian, as on all supported machines. */
#pragma once

#include "base/packed/members.h"

/* Rates of the branches, which Warpmark adds to a CTMC if some probability times its exit rate is
 * not exactly the rate. The member is not part of the format, so other programs ignore it. */
#define UMB_RATES "branch-to-rate.bin"

/* Which class of values each state has; without it all have the first. */
#define UMB_CLASSES "valuations/states/valuation-to-class.bin"

/* Largest number of labels and rewards of a model; more are refused. */
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

/* Fails unless the member has count elements of `width` bytes. what: the objects that have one
 * element each. */
enum status umb_check_size(const struct umb_files *files, const struct umb_file *file,
                           const char *what, uint64_t count, unsigned width);

/* Reads all bytes of a member whose size was checked. Errors: as above. */
enum status umb_take(const struct umb_files *files, const struct umb_file *file, void *to);

/* The same, but converts uint64 numbers to uint32; numbers that do not fit become UINT32_MAX. */
enum status umb_take_narrow(const struct umb_files *files, const struct umb_file *file,
                            uint32_t *to);
