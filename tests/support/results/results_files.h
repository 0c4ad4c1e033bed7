/* Common parts of the tests of results files: writing, reading and refusing random ones in the
 * scratch folder. */
#pragma once

#include "store/columns.h"
#include "tests/support/made/random_results.h"
#include "tests/support/scratch.h"

/* seed_begin, and a scratch folder: cmocka's set-up of a group. */
int create_with_seed(void **state);

void write_ok(const char *path, const struct results *results);
void read_ok(const char *path, struct results *out);

/* Reading fails with this code and a message of one line that has these two parts. */
void refused(const char *path, enum status code, const char *part, const char *other);

/* The whole content of a file, and a zero byte after it; the caller frees it. */
char *slurp(const char *path, size_t *size);

/* A file of small random results, for tests that change it with HDF5's own calls. */
const char *victim(uint64_t nruns, uint64_t most_samples);

const char *column_path(const struct column *column);

/* After all other tests, no file, group, dataset, type or attribute is left open. Must be the last
 * test. */
void test_nothing_open(void **state);
