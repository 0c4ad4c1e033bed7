/* Results that are random in every field, and their comparison field by field, independent of
 * store/columns.def. */
#pragma once

#include "base/memory.h"
#include "store/results.h"
#include "tests/support/cmocka.h"
#include "tests/support/seed.h"

/* count rows of *rows, zeroed. */
#define DRAW_ROWS(rows, count) \
    assert_int_equal(allocate_zeroed(count, sizeof **(rows), "rows", rows), OK)

/* Restarts draw() from key. */
void draw_results(uint64_t key, size_t nruns, uint64_t most_samples, struct results *out);

/* Return whether two results are the same bit for bit; NaN equals NaN. */
bool same_text(const char *a, const char *b);

bool same_real(double a, double b);
bool same_results(const struct results *a, const struct results *b);
