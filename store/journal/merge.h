/* Shards of an experiment, and how their results are merged. */
#pragma once

#include <stdbool.h>

#include "store/results.h"

/* Part index (from 0) of count; the whole if count is 0. */
struct shard {
    uint64_t index, count;
};

/* Parses I/N with 1 <= I <= N. Errors: ERROR_INPUT. */
enum status shard_parse(const char *text, struct shard *out);

/* Returns whether the case belongs to the shard. This depends only on a hash of its problem's
 * source and its variant's name. */
bool shard_has(const struct shard *shard, const char *source, const char *variant);

/* Merges results. *out has the runs of all parts in the order of the plan, which is the same in
 * all. Samples of a later part come after those of earlier ones, in order and time. names: for
 * messages. Errors: ERROR_INPUT if the parts are not of one experiment (force: machine and program
 * may differ), or if two of them have different results for one case; ERROR_HOST_MEMORY. */
enum status results_merge(size_t count, const struct results *parts, const char *const *names,
                          bool force, struct results *out);
