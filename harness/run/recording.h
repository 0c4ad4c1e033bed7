/* Records a run: a journal from its first moment on, and results files made from it every few
 * minutes and at the end. Also finds the cases that an earlier run of the same plan recorded, so
 * that they need not be measured again. */
#pragma once

#include "store/journal/journal.h"

struct recording_request {
    const char *output; /* results file; its journal is output.journal. NULL: both are in memory */
    bool resume;        /* go on from the journal or the results file */
    bool retry_failed;  /* and measure failed cases again: crashed, out of time or memory, no GPU */
    bool force; /* with resume: accept another machine or program; else replace a results file
                   at output */
    bool keep_journal; /* also after a complete run */
    double checkpoint; /* s between results files; 0: only at the end */
};

struct recording {
    struct recording_request request;
    char *path; /* path of the journal; NULL: in memory */
    struct journal journal;
    bool replaces; /* output may be replaced: that was requested, or the file is of this run */
    size_t nvariants;
    bool *wanted;             /* nproblems x nvariants: cases that are planned and not measured
                                 yet */
    size_t nplaces;           /* length of wanted */
    size_t nwanted, nkept;    /* cases */
    double elapsed, overhead; /* s, of earlier runs: added to the times of this one */
    uint64_t order;           /* first free place in the order of samples */
    double checkpointed;      /* clock_now() of the last results file */
};

/* Begins a recording. plan: as journal_create needs it. With resume, the plan takes over from the
 * earlier run: its start time, the points that were added for crossovers, and facts of problems
 * that need not be made again. out can be freed in any case. Errors: ERROR_INPUT if a journal is in
 * the way, or the earlier files are of another experiment or run; ERROR_IO; ERROR_DAMAGED;
 * ERROR_HOST_MEMORY. */
enum status recording_begin(const struct recording_request *request, struct results *plan,
                            struct recording *out);

/* Adds the cases of the plan's last problem, which is new. Errors: those of journals. */
enum status recording_add_problem(struct recording *recording, const struct results *plan);

/* recording_wants: whether a case is to be measured. recording_wants_problem: whether any case of a
 * problem is. */
bool recording_wants(const struct recording *recording, size_t problem, size_t variant);
bool recording_wants_problem(const struct recording *recording, size_t problem);

/* Returns whether all processes of a case have finished, as many as the settings or the wanted
 * width ask for; retry_failed: and none of them failed. The
 * runs of a case are neighbours; *k is the first, and moves behind the last. */
bool case_is_finished(const struct results *before, size_t *k, bool retry_failed);

/* From now on only the cases with variants[v] of a problem are wanted. */
void recording_want_only(struct recording *recording, size_t problem, const bool *variants);

/* Brings the journal to the disk now. Errors: ERROR_IO. */
enum status recording_settle(struct recording *recording);

/* Call this between blocks. It brings the journal to the disk and, from time to time, writes a
 * results file; meta: wall and overhead until now. If a results file cannot be written, this is
 * reported on stderr, and tried again later. Errors: ERROR_IO of the journal. */
enum status recording_pause(struct recording *recording, const struct results *meta);

/* Ends the journal; out = all results, with ended, interrupted, wall and overhead of meta. meta and
 * out may be the same; the old content is freed. */
enum status recording_end(struct recording *recording, const struct results *meta,
                          struct results *out);

/* Writes the results file, reads it back, and removes the journal of a run that was not interrupted
 * unless it is to be kept. Nothing where all is in memory. Errors: ERROR_IO, ERROR_DAMAGED; the
 * journal then stays. */
enum status recording_write(struct recording *recording, const struct results *results);

/* Removes the journal of a run that measured nothing; no results file is written. */
void recording_discard(struct recording *recording);

/* Appends to the message of an error where the measurements are, if the journal is on the disk;
 * returns status. */
enum status recording_failed(const struct recording *recording, enum status status);

void recording_free(
    struct recording *recording); /* accepts a zeroed one, leaves one; the files stay */

/* Makes OUTPUT.journal; *out is new. */
enum status journal_path_of(const char *output, char **out);

bool path_exists(const char *path); /* also true for a link without a target */
