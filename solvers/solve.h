/* A system stored in a layout at a place, and one run of a method on it: the life cycle that the
 * harness drives.
 *
 *   stored_build    host arrays from the matrix          phase "layout"
 *                   (it may choose another layout: stored.note)
 *   stored_schedule the order of rows, if one is needed  phase "layout"
 *   stored_measure  what bounds rounding, if needed      phase "layout"
 *   stored_upload   to the place                         phase "upload"
 *   solve_create    vectors, work space, scalars         (not timed)
 *   solve_reset     x := x0, counters cleared            (before every sample)
 *   solve_run       iterates                             phase "solve"
 *   solve_download  the answer as f64                    phase "download" */
#pragma once

#include <string.h>

#include "solvers/registry.h"
#include "solvers/solver.h"

/* Builds a matrix in a layout, on the host. options: out keeps those of the layout and of the
 * exchange; NULL: the defaults. */
enum status stored_build(const struct layout *layout, enum precision precision,
                         const struct solver_options *options, const struct matrix *a,
                         struct stored *out);
/* The same for a place, with parts if it has several cards; and for a method, which layouts that
 * choose may look at (NULL: any). */
enum status stored_build_at(const struct place *place, const struct layout *layout,
                            enum precision precision, const struct solver_options *options,
                            const struct matrix *a, struct stored *out);
enum status stored_build_for(const struct method *method, const struct place *place,
                             const struct layout *layout, enum precision precision,
                             const struct solver_options *options, const struct matrix *a,
                             struct stored *out);
/* The same and stored_upload, from rows that are in the memory of the place (solvers/placed.h), in
 * f64; layout->take is not NULL. Errors: those of the place, and of the layout. */
enum status stored_take(const struct place *place, const struct layout *layout,
                        const struct matrix *there, struct stored *out);
/* Makes the schedule for a method that updates in place, at a place that takes rows side by side;
 * otherwise does nothing. a: the matrix that out was built from. */
enum status stored_schedule(const struct method *method, const struct place *place,
                            const struct matrix *a, struct stored *out);
/* Sets longest and least for a method that proves; otherwise does nothing. a: the matrix that out
 * was built from. */
void stored_measure(const struct method *method, const struct matrix *a, struct stored *out);
/* Uploads to the place; frees stored if this fails. */
enum status stored_upload(const struct place *place, struct stored *stored);
void stored_free(
    struct stored *stored); /* on the host or at its place; accepts a zeroed one and leaves one */
size_t stored_array_bytes(const struct stored *stored,
                          int index); /* BYTES_UNKNOWN: see stored_sized */
size_t stored_halo_bytes(const struct stored *stored);
/* Returns the bytes of the schedule, halos and all arrays, with scratch but without arrays of
 * unknown size, whose size stored_upload sets. */
size_t stored_bytes(const struct stored *stored);
bool stored_sized(const struct stored *stored); /* true if all sizes are known */

/* For layout builders: allocate array `index` of a layout on the host. stored_array: raw elements;
 * stored_reals and stored_reciprocals: numbers in the layout's precision, converted from values or
 * from their reciprocals. */
enum status stored_array(struct stored *stored, int index, size_t count, size_t size, void *out);
enum status stored_reals(struct stored *stored, int index, size_t count, const double *values);
enum status stored_reciprocals(struct stored *stored, int index, size_t count,
                               const double *values);
/* Declares scratch, which stored_upload allocates at a device place; BYTES_UNKNOWN: upkeep.open
 * allocates it. */
void stored_scratch(struct stored *stored, int index, size_t bytes);

/* Allocates a vector with `width` numbers for each row of a, which is at its place (for unknowns,
 * too, because rows may be read at their own number); the numbers are not set. Errors: those of the
 * place. To release it: place->release. */
enum status vector_allocate(const struct stored *a, size_t width, void **out);

/* For upkeep.open: allocates array `index` at the place. */
enum status stored_allocate(struct stored *stored, int index, size_t bytes);

size_t real_size(enum precision precision); /* bytes of a number */

/* to[at] := value, in an array of numbers of a precision. */
static inline void put_real(enum precision precision, void *to, size_t at, double value)
{
    if (precision == F32) ((float *)to)[at] = (float)value;
    else ((double *)to)[at] = value;
}

/* Returns the bits of value in a precision. */
static inline uint64_t real_bits(enum precision precision, double value)
{
    uint64_t bits = 0;
    double number;
    put_real(precision, &number, 0, value);
    memcpy(&bits, &number, precision == F32 ? sizeof(float) : sizeof number);
    return bits;
}

/* For layout builders: drops the arrays built so far and stores a in `layout` instead; out->note
 * has the reason. */
enum status stored_instead(const struct layout *layout, const struct matrix *a, struct stored *out);

struct problem;

struct solve_settings {
    enum criterion criterion;
    double epsilon;
    double scale;   /* of the problem: divisor of a relative residual */
    double step;    /* of the problem, for the power method; 0: the problem has none */
    uint64_t steps; /* TASK_STEPS: number of steps of the problem */
    double jumps;   /* TASK_TIME: mean number of steps, time / step */
    uint64_t max_iterations;
    const struct matrix *matrix; /* on the host: the matrix that the stored one was built from;
                                    it outlives the solve. NULL only for methods that are not
                                    by_entries */
    bool placed;  /* its rows are in place memory instead (solvers/placed.h), and so are `weight`
                     and the right-hand side of solve_create. Only for bicgstab and gmres, with
                     precondition none, jacobi or multilevel */
    bool largest; /* TASK_BEST: the largest value is wanted, else the smallest */
    bool nature_largest;      /* of rows of intervals: over their distributions */
    const uint32_t *class_of; /* long runs with several closed classes: the class of each row;
                                 else NULL */
    uint32_t nclasses;
    /* For engines: the right-hand side (NULL: zeros), the start vector and the problem of the same
     * system; NULL: not known */
    const double *b, *x0;
    const struct problem *problem;
    /* Bounds of every entry of the exact answer, n numbers each; if both are equal, they are the
     * entry. NULL: not known */
    const double *lower, *upper;
    /* For precondition=multilevel, if b is not NULL: a weight for each row, not negative, by which
     * rows unite. by_rows: residuals are added up with them, as in the equations of the times of a
     * chain whose long run is about `weight`; otherwise corrections are divided by them, as in
     * those of the long run. A row without entries beside the diagonal stays alone. NULL: all
     * are 1 */
    const double *weight;
    bool by_rows;
    struct solver_options options;
    const volatile sig_atomic_t *stop;
    /* Asked after each iteration that has a test, if loop=host; false: the solve ends with STOPPED.
     * NULL: it goes on */
    bool (*go_on)(void *with);
    void *with;
};

/* Returns whether one kernel takes the best of the rows that it sums up (mat_ops.best), rather than
 * two. Where most unknowns have one row, two are faster: with 1.01 rows each (csma 3/4) 40.6 and
 * 43.5 us, with 1.27 (wlan 6) 164 and 197 us; with 2.1 (consensus 6/2) 45.7 and 37.0
 * (docs/notebook/gpu.md). */
bool best_at_once(const struct mat_ops *mat, const struct stored *a);

/* a must be uploaded (and scheduled, if that has an effect) and outlive the solve; b may be NULL
 * (zeros). */
enum status solve_create(const struct stored *a, const struct method *method, const double *b,
                         const struct solve_settings *settings, struct solve *out);
void solve_free(struct solve *solve); /* accepts a zeroed one, leaves one */

/* x := x0 (n doubles; NULL: x does not change, for a search that sets its own start); no
 * iterations, no votes. */
enum status solve_reset(struct solve *solve, const double *x0);

/* The right-hand side := b (a double for each row), for a solve that was created with one. */
enum status solve_put_b(struct solve *solve, const double *b);

/* The iterate := x (n doubles); x must stay unchanged until the place is synchronised. */
enum status solve_put(struct solve *solve, const double *x);

/* Every entry of the iterate := value. */
enum status solve_fill(struct solve *solve, double value);

/* Calls method->run, with denormal numbers treated as the options say during the run.
 * ERROR_UNSUPPORTED if that is not possible. */
enum status solve_run(struct solve *solve, const struct method *method);
bool solve_flushes(const struct solve *solve); /* true if it takes denormal numbers for zero */

/* Returns whether every run takes the same iterations. */
bool solve_repeats(const struct solve *solve);

/* x (n doubles) := the iterate. */
enum status solve_download(const struct solve *solve, double *x);
