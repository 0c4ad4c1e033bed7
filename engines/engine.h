/* Parts that the engines in C share: the protocol of docs/engines.md, and systems in memory. An
 * engine has one file with its hello and one that solves; missing.c replaces the second file if the
 * library is missing. */
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
    double scale;                 /* reference size of residuals; 0: they are absolute */
    double aim;                   /* an answer is good enough if its system_residual is at most
                                     this */
    uint64_t most;                /* most iterations */
    double *pinned, *rhs, *start; /* for long runs that are pinned: copies of val, b and x0 in which
                                     one row of each class is x = constant, and the rows of several
                                     classes are scaled to similar sizes; otherwise the same
                                     numbers */
};

struct result {
    const char *outcome;
    int64_t iterations; /* below 0: not counted */
    double seconds;
    char note[160];
};

/* The engine's hello in JSON, with ' in place of ". "missing" tells the user what to install; it is
 * removed if the library is there. */
extern const char engine_hello[];

/* NULL: the library was missing when this was built. */
const char *engine_version(void);

/* Returns an error message, or NULL. */
const char *engine_open(const json_t *message, struct system *system);
void engine_solve(struct result *out);
const double *engine_answer(void);
void engine_close(void);

/* engine_open may call this. Pins one row of each class of *system: the one with the largest value
 * after some sweeps, at about this value. Returns an error message, or NULL. */
const char *system_pin(struct system *system);

/* Largest |b - A x|. For long runs, each row's is divided by a size of its class, as in the check
 * of answers: the largest A_ii x_i of the class over scale; with absolute residuals, the sum of the
 * class, at most 1. */
double system_residual(const struct system *system, const double *x);

double engine_clock(void); /* s */

extern int engine_output; /* descriptor for our messages; standard output goes to standard error,
                             for texts of libraries */
