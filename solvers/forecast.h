/* Forecasts of the time that a method takes, made before a solve. A method that can forecast has
 * method.foresee, which computes from the facts below. The unit of cost is one Jacobi sweep over
 * layouts[0]. The constants of all forecasts come from `make bench-auto`. */
#pragma once

#include "solvers/method.h"

/* Facts about a system: its structure, and results of a few sweeps. */
struct facts {
    const struct place *place;
    enum precision precision;
    bool chain;       /* the system comes from a Markov chain */
    bool long_run;    /* b = 0, on closed classes, ... */
    uint32_t classes; /* ... and the number of these classes */
    bool periodic;    /* undamped sweeps rotate for ever */
    uint32_t n;
    double length;   /* mean number of entries of a row */
    double longest;  /* entries of the longest row */
    double alike;    /* share of the rows that equal the next row, seen from the diagonal */
    double levels;   /* number of rows that wait for each other one by one: those of the lower
                        triangle plus those of the upper one */
    double upper;    /* share of the entries that lie right of the diagonal */
    double fill;     /* multiplications of ILU(0) per entry */
    bool travels;    /* the change of the sweeps is large and does not fall yet: probability mass
                        is still moving */
    double relaxed;  /* Jacobi sweeps to epsilon; NaN: the sweeps that were tried do not tell */
    double in_place; /* the same for Gauss-Seidel, ... */
    bool backward;   /* ... in the direction from the last row to the first, because most entries
                        are right of the diagonal */
    bool one_way;    /* large entries are on the side of the diagonal with most entries */
    double sweep;    /* time of one Jacobi sweep over layouts[0], in s */
    double in_place_cost; /* time of a sweep in place, in Jacobi sweeps */
    double epsilon;       /* error that may remain at the end, as a factor */
};

struct forecast {
    const struct method *method;
    struct solver_options options; /* the defaults, with the options that this way sets */
    double iterations;
    double set_up; /* cost before the first iteration, in sweeps */
    double cost;   /* cost of one iteration, in sweeps */
    /* additional time on a device, in s, before the first iteration and per iteration: for
     * launches, for results that the host waits for, and for rows that wait */
    double set_up_waits, waits;
};

/* Special values of forecast.iterations: the method has no such way; the number is unknown. */
#define FORECAST_NONE INFINITY
#define FORECAST_UNKNOWN NAN

/* Returns the number of sweeps to epsilon if each sweep multiplies the change by `left`. */
double forecast_sweeps(double epsilon, double left);

/* Returns the time in s that a device takes for so many launches of small kernels, and for so many
 * results that the host waits for. 0 on the host. */
double forecast_waits(const struct facts *facts, double launches, double results);

/* Returns the time in s that a device takes for the waits of all rows, once for each triangle,
 * where each row comes after those that it needs. 0 on the host. */
double forecast_triangles(const struct facts *facts);

/* Returns the cost, in sweeps, of `products` reads of the matrix and `passes` passes over a vector.
 */
double forecast_traffic(const struct facts *facts, double products, double passes);

double forecast_bytes(const struct facts *facts); /* bytes that one sweep moves */
double forecast_seconds(const struct facts *facts, const struct forecast *forecast);
