/* Unclear cases of a comparison, measured again by both programs in turns, so that what changes
 * with the minutes meets both alike. */
#pragma once

#include "harness/compare/compare.h"

struct live_request {
    const char *program; /* the warpmark that made the base; the other side is this program */
    const char *keep;    /* folder that gets every results file; NULL: none is kept */
    uint64_t rounds;     /* at most; FEWEST_ROUNDS at least */
    double seconds;      /* no measurement begins later */
    uint64_t seed;       /* of who goes first */
    bool force;          /* the programs may differ from those that made the files */
};

/* The k-th problem, and variant, of each side is the k-th case; its runs are one a round,
 * run->process being the round and run->started (s, after all began) telling who was first. */
struct live_comparison {
    uint64_t rounds; /* that are over */
    size_t ncases;
    double seconds;
    struct results results[NSIDES]; /* empty where no case is unclear or too few rounds are over */
};

/* Measures the unclear cases of comparison, which judging made of files[NSIDES], with the settings
 * of the new file. In each round each problem is run by both programs, one straight after the
 * other. If judging->looks, a case that is clear at one of live_looks is measured no more, nor is
 * one whose code did not change, which more rounds cannot make faster or slower. Errors:
 * ERROR_ENVIRONMENT where this is not the machine of the files; ERROR_INPUT where a program cannot
 * be run, does not know the script's words, writes another schema, or (unless forced) has other
 * code for a case than the file; ERROR_INTERRUPTED. */
enum status live_compare(const struct comparison *comparison,
                         const struct results *const files[NSIDES],
                         const struct compare_request *judging,
                         const struct live_request *request, struct live_comparison *out);
void live_free(struct live_comparison *live); /* accepts a zeroed one; leaves one */

/* The script that solves one problem by some variants with these settings. folder: what a relative
 * file name of the source begins in. Errors: ERROR_IO. */
enum status live_script(const char *path, const char *folder, const struct settings *settings,
                        uint64_t seed, const struct result_problem *problem, size_t count,
                        const char *const *variants);
