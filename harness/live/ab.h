/* Two commits of a repository side by side: both are built, and their programs measure a script's
 * cases in turns. Programs are kept by commit. docs/nightly.md says how it decides. */
#pragma once

#include "harness/live/checkout.h"
#include "harness/live/live_compare.h"

struct ab_request {
    const char *commit[NSIDES]; /* as git names them */
    struct checkout checkout;   /* not open */
    const char *programs;       /* folder of programs; NULL: the user's cache */
    const char *script; /* a file, or an experiment of the new commit; NULL: nightly, quick */
    bool quick;
    const char *const *words; /* key=value for both programs, then NULL */
    struct compare_request judging;
    struct live_request live; /* without programs */
};

struct ab {
    char *name[NSIDES]; /* "main (0123456789ab)" */
    struct results files[NSIDES];
    struct live_comparison live;
    struct comparison comparison; /* borrows from the others */
};

/* Builds, measures and judges. The script runs once by each program, which shows the cases and
 * their code; then those with other code are measured in turns. Errors: ERROR_INPUT if a commit
 * is unknown, cannot be built, or measures nothing; ERROR_INTERRUPTED; those of checkout_open and
 * live_compare. */
enum status ab(struct ab_request *request, struct ab *out);
void ab_free(struct ab *ab); /* accepts a zeroed one; leaves one */
