/* Common parts of ii, ovi, svi and interval_jor: sweeps of mat_ops.bracket, which end with a proof.
 */
#pragma once

#include "solvers/solver.h"

/* The first member of solve->own. */
struct proving {
    enum bracket_rule rule; /* rule of the next sweeps */
    double margin, floor;   /* as in struct bracket */
    double epsilon;         /* as the user asked for */
    void *start;            /* n pairs in place memory; NULL if there is no start */
    struct choice_rows choices; /* rows that are choices; group is NULL if they are not */
    void *values;               /* as in struct bracket */
};

bool proving_can_use(const struct mat_ops *mat);
/* Checks whether numbers of the precision can be rounded to known sides here; if not,
 * ERROR_UNSUPPORTED with the reason. Fills own, except rule and start. */
enum status proving_prepare(struct solve *solve, const struct solve_settings *settings);
/* own->start = pairs, n pairs of doubles; in f32 they are rounded down and up. */
enum status proving_put_start(struct solve *solve, const double *pairs);
void proving_dismiss(struct solve *solve);
/* Returns a sweep by own->rule from x to work[0], with the test of the solve; callers complete it.
 */
struct bracket proving_sweep(struct solve *solve);
/* One such sweep; x and work[0] change places. */
enum status proving_step(struct solve *solve);
/* Factors of the first and the second number of each pair. */
struct shares {
    double first, second;
};
/* Writes the answer from the pairs in x: the middle of its bounds. work[0] = the lower bounds. */
enum status proving_finish(struct solve *solve, struct shares low, struct shares middle);
/* method->change: the largest relative error (absolute criterion: the error) that an entry of the
 * answer can have. */
enum status proving_change(const struct solve *solve, double *out);
