/* Reads the journals that the tasks of a campaign have written, and chooses which record of each
 * case counts. */
#pragma once

#include "harness/campaign/campaign.h"
#include "harness/campaign/claim.h"

/* The file of one task for one experiment. */
struct task_file {
    char *task;
    char *broken; /* why it cannot be read; NULL: it can */
    struct results results;
};

struct gathered {
    size_t count;
    struct task_file *files; /* by name of the task */
};

/* Reads all files that there are. A torn or damaged end is left out; a file that cannot be read at
 * all, or is not of this plan, is kept with its reason. Errors: ERROR_IO of the folder;
 * ERROR_HOST_MEMORY. */
enum status gather(const struct campaign *campaign, size_t experiment, const struct results *plan,
                   struct gathered *out);
void gathered_free(struct gathered *gathered); /* accepts a zeroed one */

/* Returns whether some file has the complete case. retry: failed records do not count. */
bool gathered_has(const struct gathered *gathered, size_t problem, size_t variant, bool retry);

/* Record of a planned case that counts. Successful records come before failed ones, then the one of
 * the task that has the claim, then the first. */
struct choice {
    size_t file;         /* of gathered; gathered->count: none */
    size_t first, count; /* runs of its results */
    size_t records;      /* complete ones in all files */
    bool good;           /* it did not go wrong */
    const struct portion_claim *claim;
};

/* Chooses a record for each run of the plan; *out is new. claims: of all portions of the
 * campaign. */
enum status gathered_choose(const struct gathered *gathered, const struct campaign *campaign,
                            size_t experiment, const struct results *plan,
                            const struct portion_claim *claims, struct choice **out);

/* Explains by its claim why a case has no record; *out is new. */
enum status choice_reason(const struct gathered *gathered, const struct campaign *campaign,
                          const struct choice *choice, char **out);

/* Reads the state that a task last reported ("running", "ended", "failed: ...") and the name of its
 * host; "unknown" if it reported nothing. The texts are new. */
enum status task_told(const struct campaign *campaign, const char *task, char **end, char **host);
