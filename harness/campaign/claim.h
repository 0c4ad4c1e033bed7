/* Claims record which task measures which portion of a campaign's cases.
 *
 * A claim is a file in one of four folders of the campaign. Its name is PORTION.OWNERS.LOST in
 * open/, with .TASK behind it in the other folders. It is empty, unless the failed cases of its
 * portion are to be measured again. Every change is one rename(2), which only one of several
 * processes can make, on one machine or many. OWNERS counts the tasks that had the claim before and
 * gave it back or were lost; LOST counts those that were lost. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

enum claim_state {
    CLAIM_OPEN,  /* no task has it */
    CLAIM_TAKEN, /* a task measures its cases */
    CLAIM_DONE,  /* they are on the disk, in the file of the task */
    CLAIM_LOST,  /* given up: MOST_LOST tasks were lost while they had it */
    NCLAIM_STATES
};

enum { MOST_LOST = 3, TASK_LENGTH = 128 };

struct portion_claim {
    enum claim_state state;
    size_t portion;
    unsigned owners, lost;
    char task[TASK_LENGTH]; /* "" while open */
};

/* Makes the four folders below the folder dir. Errors of all: ERROR_IO; ERROR_HOST_MEMORY. */
enum status claims_prepare(const char *dir);

/* Makes an open claim that nobody had. */
enum status claim_create(const char *dir, size_t portion);

/* Lists all claims in one state, by portion; *out is new. A file with another name is left out, and
 * so is any entry that is not a regular file (a FIFO, a link). */
enum status claims_list(const char *dir, enum claim_state state, struct portion_claim **out,
                        size_t *count);

/* Reads the state of each of `count` portions; *out is new. A claim that moves meanwhile has its
 * old or its new state. ERROR_DAMAGED if a portion has no claim. */
enum status claims_read(const char *dir, size_t count, struct portion_claim **out);

/* Moves the claim to the state `to`. *moved: false if another process was faster. */
enum status claim_move(const char *dir, const struct portion_claim *claim,
                       const struct portion_claim *to, bool *moved);

/* Opens a claim again, whatever state it is in, and sets its count of lost tasks to zero. retry:
 * its failed cases are to be measured again. */
enum status claim_reopen(const char *dir, const struct portion_claim *claim, bool retry);

/* Sets *out to whether the claim was reopened with retry. */
enum status claim_retries(const char *dir, const struct portion_claim *claim, bool *out);
