/* The files of all tasks become results files: one for each experiment and kind of machine, so
 * that no table or mean mixes times of different hardware. */
#pragma once

#include "harness/campaign/campaign.h"

struct collect_request {
    const char *folder; /* where the files go */
    bool force;         /* they may replace results files */
};

/* Writes NAME.h5, or where machines differ NAME-1.h5, NAME-2.h5, ...; says on stdout what is
 * complete, and of each missing case why. *code: as run_exit_code has it; EXIT_INTERRUPTED where
 * cases are missing. Errors: those of gather, results_merge and results_write. */
enum status campaign_collect(const struct campaign *campaign, const struct collect_request *request,
                             int *code);
