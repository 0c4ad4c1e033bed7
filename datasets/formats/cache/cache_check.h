/* Checks the conditions that a cache must meet. Checksums alone only show that nothing has changed
 * since it was written. Internal to cache_*.c. */
#pragma once

#include "base/arrays/hdf5.h"
#include "base/automata/product.h"
#include "base/sparse/chain.h"
#include "base/sparse/linear.h"

/* count names, each ending with NUL, stride bytes apart: different, and without control characters.
 * Errors: ERROR_DAMAGED, ERROR_HOST_MEMORY. */
enum status check_names(const struct hdf5_file *file, const char *array, size_t count,
                        const char *names, size_t stride);

/* All of these check every number, in parallel. Errors: ERROR_DAMAGED, naming the array and the
 * first wrong row or state. */
enum status check_chain(const struct hdf5_file *file, const struct chain *chain);
enum status check_system(const struct hdf5_file *file, const struct linear *system);
/* The two parts of check_system: check_rows checks the rows of a part with their diagonal;
 * check_vectors checks everything except entries and diagonal. */
enum status check_rows(const struct hdf5_file *file, const struct matrix *a, uint64_t columns);
enum status check_vectors(const struct hdf5_file *file, const struct linear *system);
enum status check_product(const struct hdf5_file *file, const struct product *product);
