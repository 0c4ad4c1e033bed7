/* Submits a campaign: makes its folder, or opens one again, and starts its tasks. */
#pragma once

#include "harness/campaign/campaign.h"

struct submit_request {
    struct campaign_request campaign;
    const char *dir; /* NULL: results/NAME-TIME.campaign */
    const char *to;  /* "slurm", "ssh:HOST,HOST...", "local:K" */
    bool resume, retry_failed;
    uint64_t tasks, gpus; /* slurm: 0: one task; gpus: of each task */
    const char *sbatch;   /* further options, "key=value key=value"; NULL: none */
};

/* Submits the campaign. Errors: ERROR_INPUT for a wrong `to`, or if the folder exists without
 * resume or has other experiments; ERROR_ENVIRONMENT if sbatch or ssh is missing; those of
 * campaign_create and of the launches. */
enum status campaign_submit(const struct submit_request *request);
