/* Results made by hand, for the tests of what comes out of a results file. Everything is on the
 * heap: results_free. */
#pragma once

#include "base/memory.h"
#include "store/results.h"

char *text_of(const char *text);

/* The array with room for one more element, which is zeroed and returned. */
#define APPEND(array, count)                                                                   \
    ((reallocate(&(array), (count) + 1, sizeof *(array), "a test") == OK ? (void)0 : abort()), \
     memset(&(array)[count], 0, sizeof *(array)), &(array)[(count)++])

void handmade_begin(struct results *r, const char *name);
size_t handmade_problem(struct results *r, const char *label, uint64_t n, uint64_t nnz);

/* An axis of the last problem; a text where text is not NULL. */
void handmade_axis(struct results *r, const char *name, double number, const char *text);

size_t handmade_variant(struct results *r, const char *method, const char *layout,
                        const char *place);

/* A run with count samples around solve seconds, the least, the greatest, the next of each: none
 * seems to depend on the one before it. For any status but CASE_OK the numbers are there all the
 * same, so that tests see whether they leak out. */
struct result_run *handmade_run(struct results *r, size_t problem, size_t variant,
                                enum case_status status, double solve, size_t count);

void handmade_figure(struct results *r, const char *id, const char *kind, const char *x,
                     const char *facet, const char *log);
void handmade_table(struct results *r, const char *id, const char *rows, const char *by,
                    const char *value, const char *where);
