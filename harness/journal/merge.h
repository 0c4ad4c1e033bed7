/* Shards of an experiment, and how they become one. */
#pragma once

#include <stdbool.h>

#include "harness/store/results.h"

/* Part index (from 0) of count; all of it where count is 0. */
struct shard {
    uint64_t index, count;
};

/* I/N with 1 <= I <= N. Errors: ERROR_INPUT. */
enum status shard_parse(const char *text, struct shard *out);

/* Returns whether the case belongs to the shard. This depends only on a hash of its problem's
 * source and its variant's name. */
bool shard_has(const struct shard *shard, const char *source, const char *variant);

/* *out = the runs of all, in the order of the plan, which is the same in all; samples of a later
 * one come after those of earlier ones, in order and time. names: for messages. Errors: ERROR_INPUT
 * where they are not of one experiment (force: machine and program may differ), or a case is in two
 * of them and not alike; ERROR_HOST_MEMORY. */
enum status results_merge(size_t count, const struct results *parts, const char *const *names,
                          bool force, struct results *out);
