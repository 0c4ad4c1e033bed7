/* Exact arithmetic on small systems, with GMP's rational numbers, for comparison with bounds. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <gmp.h>

#include "base/sparse/csr.h"

enum { EXACT_MOST = 12 }; /* rows */

/* A x = b; b NULL is zeros. Created zeroed by exact_init, for any number of rows up to the most. */
struct exact {
    uint32_t n;
    mpq_t a[EXACT_MOST][EXACT_MOST], b[EXACT_MOST], x[EXACT_MOST];
};

void exact_init(struct exact *e);
void exact_clear(struct exact *e);

/* a and b as they are stored; numbers must be finite. */
void exact_set(struct exact *e, const struct matrix *a, const double *b);

/* x = the solution; a and b are overwritten. Returns false if A has no inverse. */
bool exact_solve(struct exact *e);

/* x = the long run of class c of the rates in a (minus R(i,j) in row j, column i; its diagonal is
 * not used); 0 in rows of other classes. false: it is not the only one. */
bool exact_long_run(struct exact *e, const struct matrix *a, const uint32_t *class_of, uint32_t c);

/* x = the same number of steps x + step (b - A x) from x0. */
void exact_steps(struct exact *e, const double *x0, double step, uint64_t steps);

/* x = the solution of dx/dt = b - A x at that time, from x0, to 100 digits at least where
 * time times the largest sum of a row is below 300, and rows without others
 * rest. */
void exact_time(struct exact *e, const double *x0, double time);

/* Returns whether low <= x <= high, where low = centre - below v and high = centre + above v. An
 * infinite bound always holds; centre and v are finite. */
bool exact_within(const mpq_t x, double centre, double below, double above, double v);

/* sum += |x - y|. */
void exact_add_distance(mpq_t sum, const mpq_t x, const mpq_t y);
