/* The ways that take part when method auto chooses, and what they usually take. */
#pragma once

#include "harness/probe/structure.h"
#include "solvers/place.h"

/* Costs are in products with the matrix. usual: iterations. Both 0: what it takes is not known
 * before it was raced; usual alone 0: it makes sweeps, which are tried. */
struct entrant {
    const char *name;  /* method[options] */
    const char *order; /* of the rows; NULL: that which was asked for */
    unsigned where, when;
    unsigned foretold; /* when the costs are known, besides */
    double set_up, iteration, usual;
    double one_thread; /* share of the cost that does not become less with more threads */
    enum loop loop; /* at places of one GPU */
    uint32_t threads; /* it takes part with so many threads, and up to twice as many; 0: always */
};

extern const struct entrant entrants[];
extern const int entrant_count;

/* What decides who takes part. */
struct occasion {
    const struct problem *problem;
    const struct place *place;
    double epsilon;
    uint32_t threads; /* of the place */
    struct structure_facts facts;
    double between; /* share of the entries between two blocks of rows, of which each thread has
                       one; 0: one thread */
};

/* Errors: ERROR_HOST_MEMORY. */
enum status occasion_find(const struct problem *problem, const struct place *place, double epsilon,
                          struct occasion *out);

/* Mean length of rows from which another layout than layouts[0] pays, and short solves are usual.
 */
enum { LONG_ROWS = 64 };

bool takes_part(const struct entrant *entrant, const struct occasion *occasion);
bool makes_sweeps(const struct entrant *entrant);

/* Returns the products that a solve takes, and *iterations; infinite: not known. sweeps: those of a
 * solve by sweeps, as tried; infinite: not known. */
double usual_products(const struct entrant *entrant, const struct occasion *occasion, double sweeps,
                      double *iterations);
