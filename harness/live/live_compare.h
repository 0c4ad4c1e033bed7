/* Measures the unclear cases of a comparison again, with both programs in turns, so that slow
 * changes of the machine affect both alike. */
#pragma once

#include "analysis/compare/compare.h"

struct live_request {
    const char *name, *time_name; /* of the option or command, and of its option for the time */
    const char *program[NSIDES];  /* that made the files */
    const char *keep;             /* folder in which every results file is kept; NULL: none is */
    const char *time_text;        /* as the user wrote it; NULL: the default */
    uint64_t rounds;              /* most rounds; at least FEWEST_ROUNDS; MISSING: the last look */
    double seconds;               /* no measurement begins later */
    uint64_t seed;                /* for drawing which program goes first */
    bool force;                   /* the programs may differ from those that made the files */
};

/* Checks rounds and time_text, and fills in seconds and seed; judging->looks: no rounds are given.
 * Errors: ERROR_INPUT. */
enum status live_check(struct live_request *request, struct compare_request *judging);

/* On each side, problem k and variant k are those of case k. Its runs are one for each round:
 * run->process is the round, and run->started (s, since the begin of all) tells which program was
 * first. */
struct live_comparison {
    uint64_t rounds; /* finished rounds */
    size_t ncases;
    double seconds;
    struct results results[NSIDES]; /* empty if no case is unclear, or too few rounds are
                                       finished */
};

/* Measures the unclear cases of comparison, which judging made of files[NSIDES], with the settings
 * of the new file. In each round both programs run each problem, one straight after the other. If
 * judging->looks, a case is measured no more once it is clear at one of live_looks, or if its code
 * did not change, because more rounds cannot make that one faster or slower. Errors:
 * ERROR_ENVIRONMENT if this is not the machine of the files; ERROR_INPUT if a program cannot be
 * run, does not know the script's words, writes another schema, or (unless forced) has other code
 * for a case than the file; ERROR_INTERRUPTED. */
enum status live_compare(const struct comparison *comparison,
                         const struct results *const files[NSIDES],
                         const struct compare_request *judging, const struct live_request *request,
                         struct live_comparison *out);
/* Measures live, and judges again with what was measured, which *live has. *comparison is replaced;
 * it borrows from *live. */
enum status compare_live(const struct results files[NSIDES], const struct compare_request *judging,
                         const struct live_request *request, struct live_comparison *live,
                         struct comparison *comparison);
void live_free(struct live_comparison *live); /* accepts a zeroed one; leaves one */

/* Writes the script that solves one problem by some variants with these settings. folder: starting
 * point of relative file names in the source. Errors: ERROR_IO. */
enum status live_script(const char *path, const char *folder, const struct settings *settings,
                        uint64_t seed, const struct result_problem *problem, size_t count,
                        const char *const *variants);
