/* Ranks make and write the linear system of a model that a generator explores: no process ever has
 * all states or all rows. The file is the same as the one that a single process writes. */
#pragma once

#include <stdint.h>

#include "base/status.h"

struct source;

/* Checks that ranks can do that for a source. Errors: ERROR_INPUT with the reason and advice. */
enum status write_system_check(const struct source *source);

struct written_system {
    uint32_t rows;
    uint64_t entries; /* off-diagonal non-zeros */
};

/* All ranks call this together after they have met (solvers/ranks/meet.h). Rank 0 writes the cache
 * `path`, and only rank 0 needs access to it; format_origin must be set. path is written completely
 * or not at all. Errors, the same on all ranks: those of write_system_check, share_find,
 * own_system_make, own_system_rows, and of writing. */
enum status write_system(const char *source, const char *path, struct written_system *out);
