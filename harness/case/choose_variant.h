/* Method auto: the best way to solve a problem is chosen before its layout is built. */
#pragma once

#include "harness/case/race.h"

/* Races all ways in the order, precision, place and options of asked, whose layout may be one that
 * chooses. Each way solves the problem once, until it takes much longer than the fastest. The
 * winner is kept in the user's cache, for choose_variant. epsilon: of the error. Errors:
 * ERROR_HOST_MEMORY, ERROR_INTERRUPTED, those of the place; ERROR_UNSUPPORTED for a graph or a
 * bounded property. */
enum status race_all(const struct problem *problem, const struct variant *asked, double epsilon,
                     struct race *out);

struct choice {
    struct variant variant;
    char note[640]; /* what was chosen and why; "" if there is nothing to say */
    bool uploaded;  /* *built has the layout of the choice, uploaded to its place */
    double upload;  /* time of the upload in s */
};

/* Sets out->variant to asked, or to the choice of its method: the winner that the cache knows; or
 * else the best by a few sweeps, which take a small share of the solve. *built, zeroed before, may
 * then have the layout. Errors: those of race_all. */
enum status choose_variant(const struct problem *problem, const struct variant *asked,
                           double epsilon, struct built_layout *built, struct choice *out);
