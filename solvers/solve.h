/* A system stored in a layout at a place, and one run of a method on it: the life cycle that the harness drives.
 *
 *   stored_build    host arrays from the matrix          phase "layout"; it may choose another layout: stored.note
 *   stored_upload   to the place                         phase "upload"
 *   solve_create    vectors, work space, scalars         (not timed)
 *   solve_reset     x := x0, counters cleared            (before every sample)
 *   method->run     iterates                             phase "solve"
 *   solve_download  the answer as f64                    phase "download" */
#ifndef WARPMARK_SOLVERS_SOLVE_H
#define WARPMARK_SOLVERS_SOLVE_H

#include "solvers/registry.h"
#include "solvers/solver.h"

enum status stored_build(const struct layout *layout, enum precision precision, const struct matrix *a,
                         struct stored *out);
enum status stored_upload(const struct place *place, struct stored *stored);
void stored_free(struct stored *stored); /* on the host or at its place; accepts a zeroed one, leaves one */
size_t stored_bytes(const struct stored *stored);

/* For layout builders: allocate array `index` of a layout on the host, as raw elements, or as numbers in the layout's
 * precision converted from values or their reciprocals. */
enum status stored_array(struct stored *stored, int index, size_t count, size_t size, void *out);
enum status stored_reals(struct stored *stored, int index, size_t count, const double *values);
enum status stored_reciprocals(struct stored *stored, int index, size_t count, const double *values);

/* For layout builders: gives up what was built and stores a in `layout` instead; out->note says why. */
enum status stored_instead(const struct layout *layout, const struct matrix *a, struct stored *out);

struct solve_settings {
    enum criterion criterion;
    double epsilon;
    double scale; /* of the problem: what a relative residual is divided by */
    uint64_t max_iterations;
    struct solver_options options;
    const volatile sig_atomic_t *stop;
};

/* a must be uploaded and outlive the solve; b may be NULL (zeros). */
enum status solve_create(const struct stored *a, const struct method *method, const double *b,
                         const struct solve_settings *settings, struct solve *out);
void solve_free(struct solve *solve); /* accepts a zeroed one, leaves one */

/* x := x0 (n doubles), no iterations, no votes. */
enum status solve_reset(struct solve *solve, const double *x0);

/* x (n doubles) := the iterate. */
enum status solve_download(const struct solve *solve, double *x);

#endif
