/* Campaigns on Slurm: one job array, each task of which measures many cases. */
#pragma once

#include "harness/campaign/campaign.h"

struct slurm_request {
    uint64_t tasks, gpus; /* of the array; of each task, 0: none */
    const char *options;  /* further ones of sbatch, "key=value key=value"; NULL: none */
};

/* Checks that sbatch can be found. Errors: ERROR_ENVIRONMENT. */
enum status slurm_check(void);

/* Writes DIR/job.sh, submits it, and notes the job in DIR/jobs. Errors: ERROR_INPUT where options
 * have another shape; ERROR_ENVIRONMENT where sbatch refuses, with what it said. */
enum status launch_slurm(const struct campaign *campaign, const struct slurm_request *request);

/* *waiting: tasks of the campaign's jobs that wait in Slurm's queue; 0 where there is no Slurm. */
enum status slurm_waiting(const struct campaign *campaign, size_t *waiting);
