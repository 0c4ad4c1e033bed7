/* Random results in the form in which a journal returns them, and their records as a run would
 * write them. */
#pragma once

#include "store/journal/journal.h"
#include "tests/support/results/results_files.h"

/* Random results whose runs ascend by problem, variant and process, without two alike, and whose
 * wall is not shorter than their samples. */
void draw_recorded(uint64_t with_seed, size_t most_runs, uint64_t most_samples,
                   struct results *out);

/* Returns the content of a journal before any measurement; it borrows everything except the runs,
 * which the caller frees. */
struct results plan_of(const struct results *results);

/* For each record: the size of the journal after it, and the numbers of samples and of ended runs
 * until then. */
struct recorded {
    uint64_t size[20000];
    size_t count, samples[20000], runs[20000], problems[20000];
    size_t nproblems; /* planned by now */
};

/* The records of all runs, in random turns of random lengths; log: NULL or zeroed. Stops at an
 * error. */
enum status record_all(struct journal *journal, const struct results *r, struct recorded *log);

enum status write_journal(const char *path, const struct results *results, struct recorded *log);
