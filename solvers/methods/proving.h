/* What ii, ovi, svi and interval_jor share: sweeps of mat_ops.bracket, which end with a proof. */
#pragma once

#include "solvers/solver.h"

/* The first member of solve->own. */
struct proving {
    enum bracket_rule rule; /* of the sweeps to come */
    double margin, floor;   /* of struct bracket */
    double epsilon;         /* as asked for */
    void *start;            /* n pairs in place memory, NULL where there are none */
};

bool proving_can_use(const struct mat_ops *mat);
/* Whether numbers of the precision can be rounded to known sides here: ERROR_UNSUPPORTED with the
 * reason. Fills own, but for rule and start. */
enum status proving_prepare(struct solve *solve, const struct solve_settings *settings);
/* own->start = pairs (n of them, doubles); in f32 rounded down and up. */
enum status proving_put_start(struct solve *solve, const double *pairs);
void proving_dismiss(struct solve *solve);

/* A sweep by own->rule from x to work[0], and the test of the solve; for callers to complete. */
struct bracket proving_sweep(struct solve *solve);
/* One such sweep; x and work[0] change places. */
enum status proving_step(struct solve *solve);
/* Of the two vectors of pairs. */
struct shares {
    double first, second;
};
/* Takes the answer out of the pairs in x: the middle of what it lies between. work[0] = the lower
 * end. */
enum status proving_finish(struct solve *solve, struct shares low, struct shares middle);
/* method->change: the share (absolute: the size) by which an entry of the answer can be off. */
enum status proving_change(const struct solve *solve, double *out);
