/* A cycle over a hierarchy: on each level one sweep, the next level's system for the shares that
 * the sweep leaves within each aggregate, that level's cycle, and two sweeps (Horton and
 * Leutenegger 1994; De Sterck et al. 2010). A V-cycle, but that level 2 is visited twice: that
 * saves as many cycles as a W-cycle, whose small levels, visited often, cost a GPU most of its
 * time. */
#pragma once

#include "solvers/multilevel/hierarchy.h"

enum smoother { SMOOTH_JACOBI, SMOOTH_GAUSS_SEIDEL };

struct cycle {
    enum smoother smoother; /* the last sweep of level 0 is Jacobi's, as its change is measured */
    struct solve *solve; /* level 0 is smoothed by its row operations; x and work[0] are its. NULL:
                            level 0 is as the others */
    struct hierarchy levels;
    struct test *test; /* of the last sweep of level 0; NULL: none */
    bool setting_up; /* aggregates are made anew in this cycle, but those of level 0 if it has some
                      */
    int ready;       /* levels whose aggregates this cycle has */
    double entries;  /* that all operations have read since the start, for reports */
};

enum { SET_UP_CYCLES = 2 };
#define CYCLE_OMEGA 0.8 /* of Jacobi's sweeps */

/* The last thing in it is a sweep of level 0 from work[0] to x. */
enum status cycle_make(struct cycle *cycle);
