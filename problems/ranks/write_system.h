/* The linear system of a model that a generator explores, made and written by ranks together: no
 * process ever has all states or all rows. The file is the one that a single process writes. */
#pragma once

#include <stdint.h>

#include "base/status.h"

struct source;

/* Whether ranks can do that for a source. Errors: ERROR_INPUT with what it is, and what to do. */
enum status write_system_check(const struct source *source);

struct written_system {
    uint32_t rows;
    uint64_t entries; /* off-diagonal non-zeros */
};

/* By all ranks together, which have met (solvers/ranks/meet.h): rank 0 writes the cache `path` and
 * alone needs to see it; format_origin is set. path appears whole or not at all. Errors, the same
 * on all ranks: those of write_system_check, share_find, own_system_make, own_system_rows, and of
 * writing. */
enum status write_system(const char *source, const char *path, struct written_system *out);
