/* Campaigns on Slurm: one job array, each task of which measures many cases. */
#pragma once

#include "harness/campaign/campaign.h"

struct slurm_request {
    uint64_t tasks, gpus; /* tasks: of the array; gpus: of each task, 0: none */
    const char *options;  /* further options of sbatch, "key=value key=value"; NULL: none */
};

/* Checks that sbatch can be found. Errors: ERROR_ENVIRONMENT. */
enum status slurm_check(void);

/* Writes DIR/job.sh, submits it, and notes the job in DIR/jobs. Errors: ERROR_INPUT if options have
 * another form; ERROR_ENVIRONMENT if sbatch refuses, with its message. */
enum status launch_slurm(const struct campaign *campaign, const struct slurm_request *request);

/* Sets *waiting to the number of tasks of the campaign's jobs in Slurm's queue; 0 without Slurm. */
enum status slurm_waiting(const struct campaign *campaign, size_t *waiting);
