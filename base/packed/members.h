/* Reads the members of a tar archive in order. The archive may be packed with gzip or xz; its first
 * bytes say so, whatever its name. We do not trust archives: only regular members are read, and
 * only as many bytes as inflow.h allows.
 *
 * An archive is read to the end of the file, because the checksums of the packed bytes are there.
 * Behind the members there are zeros, or more members.
 *
 * A file that is packed with xz but is no archive is read as one member without a name. */
#pragma once

#include "base/packed/inflow.h"

struct archive;
struct archive_entry;

struct members {
    struct inflow in;
    struct archive *archive;
    unsigned char *block; /* what the library reads into */
    enum status failed;   /* error in `in` during a call of the library */
    bool tar, ended;
    /* The current member: */
    const char *name; /* UTF-8 or not; without a leading "/" or "./" */
    uint64_t size;    /* bytes; UINT64_MAX: not known, as it is no archive */
    uint64_t offset;  /* in the file, where its bytes lie there as they are; else UINT64_MAX */
};

enum { MEMBERS_START = 512 };

/* Returns whether an unpacked file with these first bytes is an archive; size: MEMBERS_START, or
 * less if the file is shorter. */
bool members_begin(const char *start, size_t size);

/* Takes over `in`, which must be at its start and is empty afterwards. tar: whether to read it as
 * an archive. out must not move in memory. Errors: ERROR_HOST_MEMORY, and those of inflow_read. */
enum status members_open(struct inflow *in, bool tar, struct members *out);
void members_close(struct members *members); /* accepts a zeroed struct; leaves one */

/* Makes the next regular member current. False at the end, and on failure: *status says which.
 * Errors: ERROR_DAMAGED, and as inflow_read. */
bool members_next(struct members *members, enum status *status);

/* The next bytes of the current member; *got is 0 at its end only. Errors: as above. */
enum status members_read(struct members *members, void *to, size_t size, size_t *got);
