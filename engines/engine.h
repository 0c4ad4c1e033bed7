/* What the engines in C share: the protocol of docs/engines.md, and systems in memory. An engine is
 * a file that says hello and one that solves; missing.c stands in for that without the library. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct system {
    uint32_t n;
    uint64_t entries;
    const uint64_t *row;
    const uint32_t *col;
    const double *val, *b, *x0;
    uint32_t nclasses;            /* closed classes; 0: not a long run */
    const uint32_t *class_of;     /* NULL: one class */
    double scale;                 /* of residuals; 0: absolute */
    double aim;                   /* the largest system_residual of an answer */
    uint64_t most;                /* iterations */
    double *pinned, *rhs, *start; /* of long runs that are pinned: val, b and x0 with one row of
                                     each class x = constant, and the rows of several classes
                                     scaled to sizes of one order; else the same */
};

struct result {
    const char *outcome;
    int64_t iterations; /* below 0: not counted */
    double seconds;
    char note[160];
};

/* 'key': value, with ' in place of ". "missing" says what to install; it is left out where the
 * library is there. */
extern const char engine_hello[];

/* NULL: the library was not there when this was built. */
const char *engine_version(void);

/* What is wrong, or NULL. */
const char *engine_open(const json_t *message, struct system *system);
void engine_solve(struct result *out);
const double *engine_answer(void);
void engine_close(void);

/* engine_open may call these. system_pin: *system with one row of each class pinned, the heaviest
 * after some sweeps, at about its value. */
const char *system_pin(struct system *system);

/* The largest |b - A x|; of long runs over the size of its class, as the check of answers measures
 * it: the largest A_ii x_i of the class over scale; absolutely, its sum, but 1 at most. */
double system_residual(const struct system *system, const double *x);

double engine_clock(void); /* s */

extern int engine_output; /* where answers go; standard output is for what libraries print */
