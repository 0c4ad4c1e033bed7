/* A cycle over a hierarchy. Each level makes one sweep, sets up the next level's system with the
 * shares that the sweep leaves within each aggregate, makes that level's cycle, and makes two
 * sweeps (Horton and Leutenegger 1994; De Sterck et al. 2010). It is a V-cycle, except that level 2
 * is visited twice: this saves as many cycles as a W-cycle, whose small levels are visited often
 * and would take most of the time on a GPU. Level 1 can be visited twice, too. */
#pragma once

#include "solvers/multilevel/hierarchy.h"

enum smoother { SMOOTH_JACOBI, SMOOTH_GAUSS_SEIDEL };

struct cycle {
    enum smoother smoother; /* the last sweep of level 0 is Jacobi's, as its change is measured */
    struct solve *solve;    /* the solve whose row operations smooth level 0; x and work[0] are its
                               vectors. NULL: level 0 is treated like the others */
    struct hierarchy levels;
    struct test *test; /* test of the last sweep of level 0; NULL: none */
    bool setting_up;   /* aggregates are made anew in this cycle, except those of level 0 if it has
                          some */
    bool often;        /* level 1 is visited twice, too; coarse levels then make one sweep less */
    int ready;         /* number of levels whose aggregates are ready in this cycle */
    double entries;    /* entries that all operations have read since the start, for reports */
};

enum {
    SET_UP_CYCLES = 2, /* number of first cycles that set up levels */
    SET_UP_MOST = 4    /* the same if levels stay poor */
};
#define CYCLE_OMEGA 0.8 /* omega of Jacobi's sweeps */

/* Returns whether the next cycle sets up levels, after `made` cycles from the start. */
bool cycle_sets_up(const struct cycle *cycle, uint64_t made);

/* Makes a cycle. It ends with a sweep of level 0 from work[0] to x. */
enum status cycle_make(struct cycle *cycle);
