/* What is proven of the exact answer of a problem: an answer close to it, and the vectors with
 * which the check bounds the error of any other answer. prove/ makes it once a problem. */
#pragma once

#include "certify/check.h"

struct problem_proof {
    struct reading reading; /* what the stored numbers were taken for */
    bool model;             /* each number was taken for all that it may be a rounding of */
    char note[160];         /* how it was proven; where nothing was, why */
    double *x;              /* n numbers: an answer; NULL: nothing is known */
    bool by_residual; /* there is no x, and an answer is bounded by its residual alone: by v and
                         drift, or by times (rows in closed form, v too) */
    /* linear, fixpoint, bounded: the exact answer lies within bound times the weights of x */
    double *v;     /* n weights; NULL: each is 1 (bounded), or there is no proof */
    double *drift; /* n: of certify_weights; NULL of bounded */
    struct bound bound;
    /* steady: v and times are those of certify_times */
    struct times times;
    double *distance; /* one a class: of x, from certify_long_run */
    double *w;        /* n: of certify_average, for the value; NULL: there is none */
    /* fixpoint, steady: where the value is small (prove/small_value.h); NULL: there is none */
    double *y; /* n: an answer, each of whose entries is known to a share of itself */
    double *u; /* n: its weights */
    /* all */
    double value_low, value_high; /* an interval that has the value of the property; NaN: none */
    double seconds;               /* that the proof took */
};
