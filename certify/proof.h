/* Proven facts about the exact answer of a problem: an answer close to it, and the vectors with
 * which the check bounds the error of any other answer. prove/ makes it once for each problem. */
#pragma once

#include "certify/check.h"

struct problem_proof {
    struct reading reading; /* the reading under which the proof holds */
    bool model;             /* the reading covers all numbers of which the stored ones may be
                               roundings */
    char note[160];         /* how it was proven, or why it was not */
    double *x;              /* n numbers: an answer; NULL: there is none */
    bool by_residual; /* there is no x, and the residual alone bounds the error of an answer: with v
                         and drift or least_drift, or with times (rows in closed form, v too) */
    /* linear, fixpoint, bounded: the exact answer is within `bound` times the weights v of x */
    double *v;          /* n weights; NULL: each is 1 (bounded), or there is no proof */
    double *drift;      /* n numbers from certify_weights; NULL for bounded, and for an optimum */
    double least_drift; /* by_residual, optimum: from certify_closed_choices */
    struct bound bound;
    /* optimum: the same; where v is infinite, x is only a lower bound. All follows from vectors of
     * the states, which the check takes (certify/optimum.h). Steps have none */
    double *low, *high; /* the value is within; infinite, too */
    uint32_t *rank;     /* where low is finite, of the side that needs ranks; of long runs, of the
                           side on which one row of a state is enough */
    uint32_t *level;    /* of long runs, whose bias is w: ranks of the other side */
    /* steady: v and times are those of certify_times */
    struct times times;
    double *distance; /* one for each class, from certify_long_run: error of x */
    double *w;        /* n numbers for certify_average that bound the value; NULL: there are none.
                         optimum: of long runs, for certify_gains */
    /* fixpoint, steady: for small values (prove/small_value.h); NULL: not needed */
    double *y; /* n: an answer with a small relative error in each entry */
    double *u; /* n: its weights */
    /* all */
    double value_low, value_high; /* an interval that contains the value of the property; NaN: none
                                     is known */
    double seconds;               /* time that the proof took */
    bool found;                   /* its vectors come from a folder of proofs */
};
