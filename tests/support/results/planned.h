/* The experiments of experiments/ with made-up results: planned as for a run, but nothing is
 * measured. Programs start in the project's folder, as `make check` does. */
#pragma once

#include "base/memory.h"
#include "base/random.h"
#include "harness/run/plan.h"
#include "harness/script/script.h"
#include "tests/support/made/handmade.h"
#include "tests/support/seed.h"

enum { MOST_PLANNED = 64 };

/* "spin09-table1", ...: sorted, ending with NULL. */
extern char *planned_names[MOST_PLANNED + 1];

void planned_find(void);
void planned_forget(void);
void planned_load(const char *name, bool quick, struct experiment *out);

/* Its plan: all cases, none of which has run. */
void planned_begin(const char *name, bool quick, struct results *out);

/* Judges results of the experiment that was planned last, by its script. */
void planned_judge(struct results *r);

/* The result to make for a run. */
struct made_run {
    enum case_status status;
    double per_iteration; /* s */
    uint64_t iterations;  /* of a whole solve */
    double noise;         /* share by which a sample is off at most */
    uint64_t stream;      /* of the noise */
    uint64_t samples;     /* at most */
};

/* Fills in status, times and iterations of a planned run, with as many samples as the settings
 * allow, timed as a whole or in blocks as the settings say. */
void planned_run(struct results *r, struct result_run *run, const struct made_run *made);
