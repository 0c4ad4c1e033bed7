/* What a method would take, said before anything is solved: each method that can say so has
 * method.foresee, written against the facts below. The unit of cost is one Jacobi sweep over
 * layouts[0]. The constants of all forecasts come from `make bench-auto`. */
#pragma once

#include "solvers/method.h"

/* What is known of a system: its structure, and what a few sweeps showed. */
struct facts {
    const struct place *place;
    enum precision precision;
    bool chain;       /* the system comes from a Markov chain */
    bool long_run;    /* b = 0 on closed classes, ... */
    uint32_t classes; /* ... so many of them */
    bool periodic;    /* undamped sweeps go round for ever */
    uint32_t n;
    double length;   /* entries of a row, in the mean */
    double longest;  /* of the longest row */
    double alike;    /* of the rows: those that the next one equals, about the diagonal */
    double levels;   /* rows that wait for each other, one by one: those of the lower triangle and
                        of the upper one, added */
    double upper;    /* of the entries: those right of the diagonal */
    double fill;     /* multiplications of ILU(0), for an entry */
    bool travels;    /* what sweeps change does not fall yet, but is large: mass is on its way */
    double relaxed;  /* sweeps of Jacobi to epsilon; NaN: what was tried does not tell */
    double in_place; /* the same of Gauss-Seidel, ... */
    bool backward;   /* ... which goes from the last row to the first, as most entries are right of
                        the diagonal */
    bool one_way;    /* large entries are on the side where most are */
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
    /* s, what a device takes beside: for launches, for the host, and for rows that wait */
    double set_up_waits, waits;
};

/* Of iterations: this way is none; nobody knows how many it takes. */
#define FORECAST_NONE INFINITY
#define FORECAST_UNKNOWN NAN

/* Sweeps until epsilon is left, where each leaves so much of the change before. */
double forecast_sweeps(double epsilon, double left);

/* On a device, s: so many launches of small kernels, and results that the host waits for. 0 on the
 * host. */
double forecast_waits(const struct facts *facts, double launches, double results);

/* On a device, s: all rows, once for each triangle, each after those that it needs. 0 on the host.
 */
double forecast_triangles(const struct facts *facts);

/* What reading the matrix and vectors so many times costs, in sweeps. */
double forecast_traffic(const struct facts *facts, double products, double passes);

double forecast_bytes(const struct facts *facts); /* of one sweep */
double forecast_seconds(const struct facts *facts, const struct forecast *forecast);
