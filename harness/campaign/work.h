/* A task of a campaign: takes portions until none is left. */
#pragma once

#include "harness/campaign/campaign.h"

struct work_request {
    const char *command; /* the command line, for the record */
    bool leash;          /* the end of standard input counts as SIGTERM */
};

/* Measures portions of the campaign in dir until none is open, and each one that another task holds
 * belongs to a task that lives. Portions of lost tasks are taken over. SIGTERM gives back
 * unfinished portions, and returns ERROR_INTERRUPTED. Errors: ERROR_INPUT if the campaign is of
 * another warpmark, or its experiments have changed; those of run_experiment. */
enum status campaign_work(const char *dir, const struct work_request *request);
