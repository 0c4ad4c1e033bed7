/* What a method would take, said before anything is solved: each method that can say so has
 * method.foresee, written against the facts below. The unit of cost is one Jacobi sweep over
 * layouts[0]. The constants of all forecasts come from `make bench-auto`. */
#pragma once

#include "solvers/method.h"

/* What is known of a system: its structure, and what a few sweeps showed. */
struct facts {
    const struct place *place;
    enum precision precision;
    bool chain;    /* the system comes from a Markov chain */
    bool long_run; /* b = 0 on closed classes */
    bool periodic; /* undamped sweeps go round for ever */
    uint32_t n;
    double length;   /* entries of a row, in the mean */
    double upper;    /* of the entries: those right of the diagonal */
    double fill;     /* multiplications of ILU(0), for an entry */
    double relaxed;  /* what a Jacobi sweep, later on, leaves of a change */
    double in_place; /* the same of a Gauss-Seidel sweep, ... */
    bool backward;   /* ... which goes from the last row to the first, as most entries are right of
                        the diagonal */
    double sweep;    /* s, of one Jacobi sweep over layouts[0] */
    double in_place_cost; /* sweeps that one in place takes */
    double epsilon;       /* what is to be left of the error in the end */
};

struct forecast {
    const struct method *method;
    struct solver_options options; /* the defaults, and what the way sets */
    double iterations;
    double set_up; /* sweeps, before the first iteration */
    double cost;   /* sweeps, of one iteration */
};

/* Sweeps until epsilon is left, where each leaves so much of the change before. */
double forecast_sweeps(const struct facts *facts, double left);

/* What reading the matrix and vectors so many times costs, in sweeps. */
double forecast_traffic(const struct facts *facts, double products, double passes);

double forecast_bytes(const struct facts *facts); /* of one sweep */
double forecast_seconds(const struct facts *facts, const struct forecast *forecast);
