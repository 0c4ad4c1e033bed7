/* The journal of a run: its plan and every sample, appended as they come, so that no record is lost
 * however the run ends. The results file is made from it. docs/results.md describes its bytes.
 *
 * A record is one write(2), and has a checksum; reading stops at the first that is torn or damaged.
 * Records of several cases may alternate, and samples may come before the end of their run is
 * known. Only one process writes a journal: it holds a lock (fcntl), which ends with it and which
 * its children do not have. */
#pragma once

#include <stdbool.h>

#include "store/results.h"

struct journal {
    char *path;    /* NULL: in memory */
    int fd;        /* negative: not open */
    uint64_t size; /* bytes of the complete records */
    double synced; /* clock_now() when all of them were last on the disk */
    bool unsynced; /* some were added since */
};

/* Facts about a journal that journal_read has read. */
struct journal_found {
    bool planned; /* false: the file is empty or ends within the plan, and the results are empty */
    bool ended;   /* the run ended, or was interrupted and recorded that */
    uint64_t bytes, ignored; /* of the file; of its torn or damaged end */
};

/* Makes the run that a plan has for a case that has not started: `interrupted`, "not started".
 * Errors: ERROR_HOST_MEMORY. */
enum status run_not_started(size_t problem, size_t variant, struct result_run *out);

/* Creates path, which must not exist (NULL: a journal in memory), with the plan. The plan is
 * complete, except for problems' facts, runs and samples. Of its runs only problem and variant are
 * read: each is a planned case, in ascending order of problem, then variant. Errors of all
 * functions that write: ERROR_IO with the reason; the current record is then not in the file.
 * ERROR_HOST_MEMORY. */
enum status journal_create(const char *path, const struct results *plan, struct journal *out);

/* Records that a problem was made, or could not be made. row: row of plan->problems. */
enum status journal_problem(struct journal *journal, size_t problem,
                            const struct result_problem *row);

/* Records another problem of the plan, with its axes, behind the others, and the variants to
 * measure on it, in ascending order. */
enum status journal_added(struct journal *journal, const struct result_problem *row,
                          size_t nvariants, const size_t *variants);

/* Records the current state of a crossover. row: row of plan->crossovers. */
enum status journal_crossover(struct journal *journal, size_t crossover,
                              const struct result_crossover *row);

/* Records the speed of a copy (B/s) at the place of a variant. */
enum status journal_copy_bandwidth(struct journal *journal, size_t variant, double bandwidth);

/* Records the next samples of a process of a case. */
enum status journal_samples(struct journal *journal, uint64_t problem, uint64_t variant,
                            uint64_t process, size_t count, const struct result_sample *samples);

/* Records that a process of a case has ended. Its samples are those recorded before;
 * run->sample_offset and sample_count are ignored. */
enum status journal_run(struct journal *journal, const struct result_run *run);

/* Records the fields of results that are not rows: ended, interrupted, wall, overhead. end: this is
 * the last record. */
enum status journal_mark(struct journal *journal, const struct results *meta, bool end);

/* Brings all records to the disk, unless that was done within the last second. fdatasync takes 0.2
 * ms on a virtual disk and some 10 ms on a turning one, so this stays below 1 % of a run. Call it
 * between blocks of samples. */
enum status journal_sync(struct journal *journal);

/* The same, even if it was done within the last second. */
enum status journal_settle(struct journal *journal);

/* Brings all records to the disk and renames the journal, replacing an existing file. */
enum status journal_rename(struct journal *journal, const char *path);

/* Reads the results so far, as journal_read does, without losing the lock. */
enum status journal_results(const struct journal *journal, struct results *out);

void journal_close(struct journal *journal); /* accepts a closed or a zeroed one */

/* Opens an existing journal to keep others from writing it. Errors: ERROR_IO if there is none;
 * ERROR_INPUT if another process writes it. */
enum status journal_lock(const char *path, struct journal *out);

/* Makes results from a journal: runs in order of problem, variant and process, each with its
 * samples. A planned case without a run is `interrupted`, and keeps the samples that it has.
 * Errors: ERROR_IO; ERROR_DAMAGED if the file is no journal, or one of another warpmark;
 * ERROR_HOST_MEMORY. A damaged end is no error. */
enum status journal_read(const char *path, struct journal_found *found, struct results *out);

/* The same for a journal that is open. */
enum status journal_read_locked(const struct journal *journal, struct journal_found *found,
                                struct results *out);

/* For tests of crashes: after each record of samples, writes a line "PROBLEM VARIANT PROCESS
 * ORDER\n" for each of them to fd. Negative: stops that. */
void journal_acknowledge(int fd);

/* Layout of the file, and of a record in front of its payload. Internal to journal*.c and tests. */
enum record_type {
    RECORD_PLAN = 1,
    RECORD_PROBLEM,
    RECORD_COPY_BANDWIDTH,
    RECORD_SAMPLES,
    RECORD_RUN,
    RECORD_CHECKPOINT,
    RECORD_END,
    RECORD_ADDED,
    RECORD_CROSSOVER
};

struct journal_header {
    char magic[8]; /* JOURNAL_MAGIC */
    uint32_t version, schema[2];
    uint32_t columns; /* CRC-32 of the list of columns; programs with different lists have different
                         ones */
    uint32_t checksum; /* CRC-32 of everything before */
};

struct record_header {
    uint32_t type, size; /* size: bytes of the payload */
    uint32_t checksum;   /* CRC-32 of type, size and payload */
};

#define JOURNAL_MAGIC "wmjournl"
enum { JOURNAL_VERSION = 1 };

struct journal_header journal_header(void);
uint32_t record_checksum(const struct record_header *header, const void *payload);

/* Reads size bytes of an open file into *out (new); name is for messages. Errors: ERROR_IO, also if
 * the file is shorter. */
enum status journal_load(const char *name, int fd, uint64_t size, unsigned char **out);

/* Decodes a journal that is in memory; name is for messages. */
enum status journal_decode(const char *name, const unsigned char *bytes, size_t size,
                           struct journal_found *found, struct results *out);
