/* Prints the result of one solve for people. */
#pragma once

#include "harness/case/case.h"
#include "harness/machine/busy.h"
#include "harness/proofs/scheduled.h"
#include "problems/problem.h"

struct solved {
    struct problem problem;
    const struct variant *variant;
    const struct settings *settings;
    struct case_result result;
    char *name;      /* of the variant */
    char *property;  /* property in PRISM's notation or LTL; NULL: a linear system */
    double generate; /* s; NaN: part of the solve */
    double prove;    /* s; NaN: no proof was wanted, or none is possible */
    struct busy before, after;
    struct scheduled scheduled;
};

/* The times of the solve, even of one without an answer; NULL if it has none. */
const struct result_sample *solved_sample(const struct solved *solved);

/* Prints to stdout the value and how sure it is, sizes, times, and what to do next. */
enum status solved_print(const struct solved *solved);
