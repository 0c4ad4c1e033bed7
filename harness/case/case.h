/* Measures and checks one case: a variant on a problem. */
#pragma once

#include "harness/case/build_layout.h"
#include "harness/case/choose_variant.h"
#include "harness/case/on_the_fly.h"
#include "harness/case/stopping_rules.h"
#include "harness/case/variant.h"
#include "harness/machine/gpu_sensors.h"
#include "harness/machine/usage.h"
#include "problems/problem.h"
#include "prove/prove.h"
#include "solvers/search/search.h"
#include "store/results.h"

/* Result of a case. run has the fields of a results file, except indices. sample has
 * run.sample_count entries; their order is counted from 0. */
struct case_result {
    struct result_run run;
    struct result_sample *sample;
    struct result_sample cut; /* the solve that ended the case and is not a sample; it is not stored
                                 in files. Its times are NaN if there was none */
};

/* Makes the proof of the problem when the first answer of a case is there, before that is checked.
 * So the answer can be a candidate for the reference answer. */
struct late_proof {
    enum status (*make)(void *with, const double *answer); /* one number for each row; NULL: the
                                                              answer is a value alone */
    void *with;
};

/* State of one case while it is measured; only `ended` is for others. */
struct measurement {
    const struct problem *problem;
    const struct variant *variant; /* the variant that runs: that of `choice` if a method chooses */
    struct choice choice;
    struct settings settings_here; /* with settings that the variant overrides */
    const struct settings *settings;
    double run_started;
    uint64_t block; /* iterations of a sample if a solve takes more than that; 0: samples are whole
                       solves */
    bool undecided; /* it is not known yet whether a solve takes more */
    bool ended;     /* no further block is wanted: out->run is complete */
    struct built_layout built;
    struct solve solve;
    double *answer;             /* answer of the current sample */
    double *verified;           /* the last answer that was checked, or NULL */
    struct search_answer found; /* the same for a graph */
    bool any_verified, any_proven;
    struct check check;    /* on the GPU that the case runs on; empty until an answer is checked */
    char *check_refused;   /* why the host checks instead; NULL: it does not */
    double worst_error;    /* proven error of the worst answer so far; infinite: an answer has no
                              proof */
    struct on_the_fly fly; /* the last search on the fly */
    struct sensors sensors;
    struct usage usage; /* before the current sample */
    double clock_read;  /* clock_now() when the CPU's clock was read last; 0: never */
    double cpu_clock;   /* in Hz, at that time */
    double watched, cpu_energy, gpu_energy; /* s and J over all blocks */
    struct sampling sampling;
    struct counting *counting; /* of the current solve, which is counted; NULL: it is not */
    const struct late_proof *late_proof; /* NULL: there is none, or it is made */
    double proving;                      /* s that it took, which are part of no other time */
    struct case_result *out;
};

/* For a search on the fly, the problem may be only a source, of kind KIND_PRODUCT. Verdicts are
 * then checked on the part that was generated, else on the problem. */

/* Limits of measuring without a pause: it ends after so many seconds or samples, but not before one
 * sample. */
struct block {
    double seconds;
    uint64_t samples;
};

/* The three parts of measuring a case. A failure is stored in out->run.status and note, and ends
 * the case; the return values only report lack of memory for the result itself. Call case_end last,
 * after an error, too; the caller frees out, which must outlive m.
 *
 * case_begin builds the layout and uploads it; run_started: clock_now() at the start of the run,
 * from which all `started` times count. case_block warms up if that was not done yet, takes samples
 * and checks every answer. The number and time of samples can end the case within a block, their
 * interval at the end of one.
 *
 * With settings.iterations, the first solve, which is not timed, decides whether samples are whole
 * solves or blocks of iterations from x0. Blocks have no answer to check. */
enum status case_begin(const struct problem *problem, const struct variant *variant,
                       const struct settings *settings, double run_started, struct measurement *m,
                       struct case_result *out);
enum status case_block(struct measurement *m, const struct block *block);
void case_end(struct measurement *m);

/* Does all three, in blocks of one sample. */
enum status case_measure(const struct problem *problem, const struct variant *variant,
                         const struct settings *settings, double run_started,
                         struct case_result *out);

/* The same for a problem without a proof, which is made with the first answer. It takes its time
 * while nothing is timed, and is not made for a case that comes to no answer. Errors: those of the
 * proof end the case, too. */
enum status case_measure_and_prove(const struct problem *problem, const struct variant *variant,
                                   const struct settings *settings, double run_started,
                                   const struct late_proof *late_proof, struct case_result *out);

void case_result_free(struct case_result *result);
