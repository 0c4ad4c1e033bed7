/* A race of the ways to solve a problem at a place. */
#pragma once

#include "harness/case/build_layout.h"
#include "harness/case/variant.h"
#include "harness/probe/entrants.h"

/* What is known of a way, best first. WAY_FORETOLD: from sweeps that were tried, or from what the
 * way usually takes. */
enum way_state {
    WAY_MEASURED,
    WAY_FORETOLD,
    WAY_UNKNOWN,
    WAY_DOUBTFUL,  /* it ended, but its answer is not accurate enough */
    WAY_STOPPED,   /* it was still running when others had ended */
    WAY_FAILED,    /* it ended without an answer */
    WAY_IMPOSSIBLE /* it cannot run here */
};

struct way {
    struct variant variant;
    const struct entrant *entrant; /* harness/probe/entrants.h */
    enum way_state state;
    double seconds; /* from the matrix to the answer, or until it was stopped; 0: by rule; infinite:
                       not known */
    uint64_t iterations; /* 0: not known */
    char why_not[200];   /* WAY_IMPOSSIBLE: the reason */
};

enum { MOST_WAYS = 24 };

struct race {
    struct way way[MOST_WAYS]; /* best first */
    int count;
    bool guessed;   /* no time was measured: the structure decides */
    double seconds; /* that the race took */
};

/* A race that is going on. */
struct racing {
    const struct problem *problem;
    const struct variant *asked;
    struct occasion occasion;
    struct race *race;
    struct built_layout *built; /* the layout in use, uploaded, ... */
    struct variant built_for;   /* ... for ways like this one; its method is NULL: there is none */
    double layout, upload;      /* s that it took */
};

/* Makes the ways in the order, precision, place and options of asked, whose layout may be one that
 * chooses, and sorts them by what a few sweeps foretell. The race has one that can run. All
 * arguments must live as long as racing; the caller frees built. Errors: ERROR_HOST_MEMORY,
 * ERROR_INTERRUPTED, those of the place; ERROR_UNSUPPORTED if no way can run. */
enum status race_begin(struct racing *racing, const struct problem *problem,
                       const struct variant *asked, double epsilon, struct built_layout *built,
                       struct race *race);

/* Lets each way solve the problem once, until it takes twice as long as the fastest. Uses
 * interrupt_arm. Errors: as above. */
enum status race_rounds(struct racing *racing);

/* Makes *built the layout of the best way, if the one in use can become that, or else empty.
 * *handed: whether it is that. */
enum status race_hand_over(struct racing *racing, bool *handed);
