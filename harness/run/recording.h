/* Records a run: a journal from its first moment on, and results files made from it every few
 * minutes and at the end. Also finds the cases that an earlier run of the same plan recorded, so
 * that they need not be measured again. */
#pragma once

#include "harness/journal/journal.h"

struct recording_request {
    const char *output; /* results file; its journal is output.journal. NULL: all in memory */
    bool resume;        /* go on where the journal, or the file, ends */
    bool
        retry_failed; /* and measure again what crashed, ran out of time or memory, or had no GPU */
    bool force;       /* with resume: even where machine or program are others; else output may be a
                         results file */
    bool keep_journal; /* also after a complete run */
    double checkpoint; /* s between results files; 0: at the end only */
};

struct recording {
    struct recording_request request;
    char *path; /* of the journal; NULL: in memory */
    struct journal journal;
    bool replaces; /* output may be there: it was asked for, is of this run, or was written by it */
    size_t nvariants;
    bool *wanted;             /* nproblems x nvariants: planned, and not measured yet */
    size_t nplaces;           /* of wanted */
    size_t nwanted, nkept;    /* cases */
    double elapsed, overhead; /* s, of the runs before: to be added to the times of this one */
    uint64_t order;           /* first place that is free in the order of samples */
    double checkpointed;      /* clock_now() */
};

/* plan: as journal_create wants it. With resume, what it lacks of plan->started the points of
 * crossovers that were added, and facts of problems that need not be made again is taken over. out
 * can be freed in any case. Errors: ERROR_INPUT where a journal is in the way, or what is there is
 * of another experiment or run; ERROR_IO; ERROR_DAMAGED; ERROR_HOST_MEMORY. */
enum status recording_begin(const struct recording_request *request, struct results *plan,
                            struct recording *out);

/* The last problem of the plan has come to it since: its cases are wanted. Errors: those of
 * journals. */
enum status recording_add_problem(struct recording *recording, const struct results *plan);

/* recording_wants: whether a case is to be measured. recording_wants_problem: whether any case of a
 * problem is. */
bool recording_wants(const struct recording *recording, size_t problem, size_t variant);
bool recording_wants_problem(const struct recording *recording, size_t problem);

/* The runs of a case stand side by side, *k being the first; it moves behind the last. Whether all
 * processes are there and have finished; retry_failed: and none of them went wrong. */
bool case_is_finished(const struct results *before, size_t *k, bool retry_failed);

/* From now on these cases of a problem are wanted, and no others: variants[v]. */
void recording_want_only(struct recording *recording, size_t problem, const bool *variants);

/* Brings the journal to the disk now. Errors: ERROR_IO. */
enum status recording_settle(struct recording *recording);

/* Between blocks: brings the journal to the disk and, when it is time, writes a results file; meta:
 * wall and overhead as of now. A results file that cannot be written is told on stderr, and tried
 * again. Errors: ERROR_IO of the journal. */
enum status recording_pause(struct recording *recording, const struct results *meta);

/* Ends the journal; out = all results, with meta's ended, interrupted, wall and overhead. meta and
 * out may be one: what it held is freed. */
enum status recording_end(struct recording *recording, const struct results *meta,
                          struct results *out);

/* Writes the results file, reads it back, and removes the journal of a run that was not interrupted
 * unless it is to be kept. Nothing where all is in memory. Errors: ERROR_IO, ERROR_DAMAGED; the
 * journal then stays. */
enum status recording_write(struct recording *recording, const struct results *results);

/* Says behind the message of an error where what was measured is, if the journal is on the disk;
 * returns status. */
enum status recording_failed(const struct recording *recording, enum status status);

void recording_free(
    struct recording *recording); /* accepts a zeroed one, leaves one; the files stay */

/* OUTPUT.journal; *out is new. */
enum status journal_path_of(const char *output, char **out);

bool path_exists(const char *path); /* a link that leads nowhere, too */
