/* One case: a variant on a problem, measured and checked. */
#pragma once

#include "harness/case/build_layout.h"
#include "harness/case/choose_variant.h"
#include "harness/case/on_the_fly.h"
#include "harness/case/stopping_rules.h"
#include "harness/case/variant.h"
#include "harness/machine/gpu_sensors.h"
#include "harness/machine/usage.h"
#include "harness/store/results.h"
#include "problems/problem.h"
#include "prove/prove.h"
#include "solvers/search/search.h"

/* Result of a case. run has the fields of a results file, except indices. sample has
 * run.sample_count entries; their order is counted from 0. */
struct case_result {
    struct result_run run;
    struct result_sample *sample;
    struct result_sample cut; /* the solve that ended the case and is none of its samples; here
                                 only, not in files. Its times are NaN where there was none */
};

/* The state of one case while it is measured; nothing in it is for others but ended. */
struct measurement {
    const struct problem *problem;
    const struct variant *variant; /* that runs: that of `choice` where a method chooses */
    struct choice choice;
    struct settings settings_here; /* with what the variant says itself */
    const struct settings *settings;
    double run_started;
    uint64_t block; /* iterations that a sample times where a solve takes more; 0: samples are whole
                       solves */
    bool undecided; /* whether a solve takes more */
    bool ended;     /* no further block is wanted: out->run is complete */
    struct built_layout built;
    struct solve solve;
    double *answer;             /* of the sample at hand */
    double *verified;           /* the last answer that was checked, or NULL */
    struct search_answer found; /* the same of a graph */
    bool any_verified, any_proven;
    struct check check;    /* on the GPU that the case runs on; empty until an answer is checked */
    char *check_refused;   /* why the host checks in its place; NULL: it does not */
    double worst_error;    /* proven, of the answers so far; infinite: nothing is known of one */
    struct on_the_fly fly; /* the last search on the fly */
    struct sensors sensors;
    struct usage usage; /* before the sample at hand */
    double clock_read;  /* clock_now() when the CPU's clock was read last; 0: never */
    double cpu_clock;   /* Hz, then */
    double watched, cpu_energy, gpu_energy; /* s and J of all blocks */
    struct sampling sampling;
    struct case_result *out;
};

/* For a search on the fly, the problem may be only a source, of kind KIND_PRODUCT. Verdicts are
 * then checked on the part that was generated, else on the problem. */

/* How much is measured without a pause: until so many seconds or samples, but one sample at
 * least. */
struct block {
    double seconds;
    uint64_t samples;
};

/* The three parts of measuring a case. Whatever goes wrong ends up in out->run.status and note, and
 * ends the case; the return values tell only of memory for the result itself. case_end comes last,
 * after an error too; out, which must outlive m, is the caller's to free.
 *
 * case_begin builds the layout and uploads; run_started: clock_now() when the run began, from which
 * all `started` times count. case_block warms up if that is still to be done, takes samples and
 * checks every answer; the samples' number and time end the case within a block, their interval at
 * the end of one.
 *
 * With settings.iterations, the first solve, which is not timed, decides whether samples are whole
 * solves or blocks of iterations from x0; of blocks there is no answer to check. */
enum status case_begin(const struct problem *problem, const struct variant *variant,
                       const struct settings *settings, double run_started, struct measurement *m,
                       struct case_result *out);
enum status case_block(struct measurement *m, const struct block *block);
void case_end(struct measurement *m);

/* All three, in blocks of one sample. */
enum status case_measure(const struct problem *problem, const struct variant *variant,
                         const struct settings *settings, double run_started,
                         struct case_result *out);

void case_result_free(struct case_result *result);
