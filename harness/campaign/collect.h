/* Merges the files of all tasks into results files: one for each experiment and kind of machine, so
 * that no table or mean mixes times of different hardware. */
#pragma once

#include "harness/campaign/campaign.h"

struct collect_request {
    const char *folder; /* folder for the results files */
    bool force;         /* they may replace results files */
};

/* Writes NAME.h5, or NAME-1.h5, NAME-2.h5, ... for several kinds of machines. Prints on stdout what
 * is complete, and why each missing case is missing. *code: that of run_exit_code; EXIT_INTERRUPTED
 * if cases are missing. Errors: those of gather, results_merge and results_write. */
enum status campaign_collect(const struct campaign *campaign, const struct collect_request *request,
                             int *code);
