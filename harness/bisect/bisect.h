/* Finds the commit that made a case slower. Commits are built in worktrees of a clone of their own,
 * and compared by measuring them in turns. docs/nightly.md says how it decides.
 *
 * All that was built and measured is kept in a folder, so that a search that was killed can go on:
 * it depends only on the results in its notebook, and measures those that are missing. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "analysis/statistics/signed_rank.h"
#include "store/experiment.h"

struct bisect_request {
    const char *repository, *good, *bad; /* good, bad: commits as git names them */
    const char *build;                   /* for sh, in the worktree; NULL: default_build */
    const char *program;                 /* program that it makes, relative to the worktree */
    const char *source, *variant;        /* the case */
    const char *state;                   /* folder; NULL: one below the user's state */
    struct settings settings;            /* max_time: of one measurement */
    double margin;                       /* a share: smaller slowdowns do not count */
    uint64_t rounds; /* of one comparison at most, FEWEST_BISECT_ROUNDS at least */
    bool median;     /* by the median of a measurement's samples; else by the least */
    bool all;        /* measure commits whose code of the case is that of a neighbour, too */
    bool fresh;      /* ignore earlier measurements */
};

enum { FEWEST_BISECT_ROUNDS = 20 };

/* Probability of naming, anywhere in the search, commits that are not slower by the margin. */
#define BISECT_ERROR 0.05

enum bisect_state { COMMIT_UNTRIED, COMMIT_USABLE, COMMIT_SKIPPED };

struct bisect_commit {
    char *hash, *subject;
    enum bisect_state state;
    char *why;            /* it is skipped; or "" */
    char fingerprint[17]; /* of the code of the case; "" where unknown */
    uint64_t iterations;
};

enum bisect_stage { STAGE_ENDS, STAGE_HALVES, STAGE_CONFIRM };
enum bisect_decision { DECIDED_NOT, DECIDED_FIRST, DECIDED_SECOND, DECIDED_SAME };

/* One comparison: low against high; in the stage of halves, mid against both. */
struct bisect_step {
    enum bisect_stage stage;
    size_t low, mid, high; /* rows of commits; mid: SIZE_MAX in other stages */
    size_t rounds;
    double needed;         /* rounds that this noise needs, if nothing is decided */
    struct centre slow[2]; /* logarithms of ratios: mid / low and high / mid, or high / low */
    enum bisect_decision decision; /* FIRST: low to mid is slower, or low to high if there is no
                                      mid */
    bool by_code;                  /* mid has the same code as low or high: nothing was measured */
};

enum bisect_verdict {
    BISECT_FOUND,           /* high is slower than low; all between were skipped */
    BISECT_UNDECIDED,       /* somewhere behind low and up to high: no half is slower for certain */
    BISECT_UNCONFIRMED,     /* found, but not confirmed when it was measured once more */
    BISECT_NOT_REPRODUCIBLE /* bad is not slower than good, or noise hides it */
};
extern const char *const bisect_verdict_names[];

struct bisection {
    char *state; /* its folder */
    size_t ncommits, nsteps, room;
    struct bisect_commit *commits; /* good first, bad last */
    struct bisect_step *steps;     /* ends first */
    enum bisect_verdict verdict;
    size_t low, high;
};

/* Runs the search. Errors: ERROR_INPUT for a wrong request, and if good or bad cannot be built or
 * measured; ERROR_INTERRUPTED; ERROR_IO; ERROR_HOST_MEMORY. After an error the search can go on in
 * the folder. */
enum status bisect(const struct bisect_request *request, struct bisection *out);
void bisection_free(struct bisection *bisection); /* accepts a zeroed one; leaves one */

/* Compares the slowdown by the found commit with the one from good to bad: -1 if it is smaller, 1
 * if it is larger, 0 if their intervals overlap. If not 0, other commits changed the time, too. */
int bisection_excess(const struct bisection *bisection);
