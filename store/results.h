/* The results of one run in memory, and their HDF5 form. Only this module knows HDF5.
 * docs/results.md lists every dataset.
 *
 * Tables, figures and show only use this structure, read back from a file. Missing numbers are NaN
 * (floating point) or MISSING (integers), never 0. Indices refer to the arrays of this
 * structure. */
#pragma once

#include <stdint.h>

#include "base/output/missing.h"
#include "base/status.h"
#include "store/experiment.h"

/* Every case of the plan ends with one of these. */
enum case_status {
#define STATUS(status, name, words) CASE_##status,
#include "store/statuses.def"
#undef STATUS
    NCASE_STATUSES
};

extern const char *const case_status_names[NCASE_STATUSES]; /* "ok", "not_converged", ... */
extern const char *const case_status_words[NCASE_STATUSES]; /* "ok", "not converged", ... */

/* Returns whether the answer alone decides the status. Any other status can come from a busy or
 * smaller machine. */
bool case_status_of_answer(enum case_status status);

/* Reason why sampling of a case ended. */
enum stop_reason {
#define STOPPING_RULE(reason, name, when, ends) STOP_##reason,
#include "store/stopping_rules.def"
#undef STOPPING_RULE
    NSTOP_REASONS
};

extern const char *const stop_reason_names[NSTOP_REASONS];

/* Result of a search. */
enum cycle { CYCLE_UNKNOWN, CYCLE_FOUND, CYCLE_NONE, NCYCLES };

extern const char *const cycle_names[NCYCLES]; /* "unknown", "cycle", "no_cycle" */

/* Strength of the check behind a run's answer. */
enum proof { PROOF_NONE, PROOF_UNCHECKED, PROOF_CHECKED, PROOF_CERTIFIED, NPROOFS };

extern const char *const proof_names[NPROOFS]; /* "none", "unchecked", "checked", ... */

/* What is counted in solves of their own. */
enum counter {
#define COUNTER(name, units, unit, title) COUNTER_##name,
#include "store/counters.def"
#undef COUNTER
    NCOUNTERS
};

extern const char *const counter_names[NCOUNTERS]; /* "task_clock", ... */

struct result_problem {
    char *source, *label,
        *kind; /* kind: "linear", "fixpoint", "steady"; "" if the problem could not be made */
    size_t naxes;
    struct axis_value *axes; /* by name; problems of one run may have different axes */
    uint64_t n;              /* rows of the system */
    uint64_t states, transitions, classes;
    uint64_t nnz;              /* off-diagonal entries that a sweep reads; for a graph its edges */
    uint64_t row_min, row_max; /* of these entries, in a row */
    double diagonal_share;     /* share of these entries on the commonest diagonals
                                  (harness/process/diagonals.h); NaN for graphs */
    double generate;           /* s */
    double reduce;             /* s of it, from the chain and the property to the system; NaN: there
                                  is no chain, or unknown */
    double prove_inside;       /* s of it, for the proofs of questions inside its question */
    uint64_t proven_inside;    /* so many of them */
    char *needs;      /* labels of the problems inside that it needs, one a line, or NULL */
    char *inside;     /* label of the problem inside which it is; NULL: of the script */
    double prove;     /* s for its proof; NaN: none was wanted */
    bool proof_found; /* in the folder of proofs, so prove is the time of the check */
};

/* Copies the facts of a problem that was made: all but source, label and axes. Errors:
 * ERROR_HOST_MEMORY, and `to` stays as it was. */
enum status result_problem_learn(struct result_problem *to, const struct result_problem *from);

/* Returns the axis of that name; NULL if the problem has none. */
const struct axis_value *problem_axis(const struct result_problem *problem, const char *name);

/* Its value as a text: a number in full precision, "" if missing. buffer: for numbers. */
const char *axis_text(const struct axis_value *axis, char *buffer, size_t size);

struct result_variant {
    char *name; /* "jacobi[vote=store]/msr/f64/cuda" */
    char *method, *layout, *order, *precision, *place;
    bool whole; /* only during a run, not in the file: its solves are timed as a whole; overrides
                   settings.iterations */
};

/* Epsilon of the variant's convergence test: its own if its name has one, or that of the
 * settings. */
double variant_epsilon(const struct result_variant *variant, const struct settings *settings);

/* Result of one process for a case (problem x variant x settings). Runs of one case are
 * neighbours. */
struct result_run {
    uint64_t problem, variant;
    enum case_status status;
    char *note;        /* the reason; "" if there is nothing to say */
    char *fingerprint; /* of the code that it ran; "" if unknown */
    uint64_t process;  /* 0, 1, ... among the processes of the case */
    uint64_t seed;     /* for drawing the order in which the cases took turns */
    enum stop_reason stop_reason;
    uint64_t iterations; /* of a whole solve; MISSING if extrapolated and not counted */
    bool extrapolated;   /* its samples are times of blocks of iterations_timed iterations, not of
                            whole solves */
    uint64_t iterations_timed;
    uint64_t bytes;        /* of the layout's arrays */
    uint64_t traffic;      /* least B that one iteration reads and writes */
    double copy_bandwidth; /* B/s of a copy at the same place; NaN if not measured */
    uint64_t warmup;       /* untimed solves that ran */
    double change, residual, value, reference, error;
    enum proof proof;       /* none if the run failed, so that there is no answer */
    double estimated_error; /* of the answer (harness/probe/error_estimate.h); for bounded problems
                               the difference that the check found */
    bool doubtful;          /* the estimate is larger than an answer may be off
                               (verdict_tolerance) */
    double error_bound; /* proven distance of the answer from the exact one, relative to the largest
                           entry (long runs: in the 1-norm); NaN: none */
    double value_low, value_high; /* proven interval of the exact value; NaN: none */
    char *proof_note;             /* how it was proven, or why there is no bound; "" if no proof was
                                     requested */
    double zeros;                 /* share of the answer's entries that are exactly 0 */
    /* Fields of searches in graphs */
    enum cycle verdict;
    uint64_t outer, sweeps; /* method map: rounds, and sweeps in all of them */
    uint64_t lasso_prefix,
        lasso_cycle; /* edges of the cycle that was checked, and of the path to it */
    uint64_t fly_vertices, fly_edges; /* on the fly: size of the part that the search ended with,
                                         ... */
    uint64_t fly_rounds;              /* ... and number of parts that it searched */
    double layout, upload, download;  /* s, measured once */
    double verify;          /* s, host time spent checking answers; not part of any timing */
    double engine_cpu;      /* s of an engine's processes; NaN: it is no engine */
    uint64_t engine_memory; /* most B that they had; MISSING */
    uint64_t
        peak_memory; /* most B that the process of the case had, including shared pages; MISSING */
    double cpu_energy, gpu_energy; /* J of all CPU packages, and of its GPUs, in ... */
    double energy_time;            /* ... this many s of its blocks; NaN: unknown */
    /* s, times of the reference solve (harness/case/reference_solve.h) until the case ended; NaN:
     * none */
    double reference_low, reference_high;
    double waited;  /* share of its solves' time in which a thread was ready but had no core; NaN:
                       unknown */
    double width;   /* of the case (width_design.h); INFINITY: nothing is known of its levels; NaN:
                       none was wanted, or the case is not complete */
    double counter[NCOUNTERS]; /* means over counted solves, or blocks of iterations_timed
                                  iterations; NaN: unknown */
    uint64_t counted_solves;   /* MISSING: none were wanted */
    char *counter_note;        /* what could not be counted, and why; NULL: nothing */
    double started; /* s after the start of the run */
    uint64_t sample_offset, sample_count; /* range in samples */
};

/* Proven bound of the distance of the value from the exact one, relative to the exact one. Infinite
 * if that may be 0; NaN if nothing is proven of the value, or there is none. */
double value_bound(const struct result_run *run);

/* Returns whether the status says that nothing was measured: unsupported, no_device, skipped,
 * interrupted. */
bool status_is_unmeasured(enum case_status status);

/* Returns whether nothing is proven of the answer, and it is too far off by an estimate: its time
 * is then not the time of a right answer. */
bool run_is_unsure(const struct result_run *run);

/* The larger of error_bound and value_bound; NaN: nothing is proven. */
double proven_error(const struct result_run *run);

/* A run without any facts: every number is missing, no texts, CASE_OK. */
struct result_run result_run_unknown(void);

/* Frees the memory that it points to. */
void result_run_clear(struct result_run *run);

/* Removes its texts without freeing them; they now belong to another run. */
void result_run_disown(struct result_run *run);

/* Removes all proofs about its answer. */
void result_run_unproven(struct result_run *run);

/* Copies a run, with texts of its own. `to` can be cleared on failure, too. Errors:
 * ERROR_HOST_MEMORY. */
enum status result_run_copy(const struct result_run *from, struct result_run *to);

/* One timed solve, or one timed block of iterations. Values without a unit below are missing if the
 * place cannot tell them. */
struct result_sample {
    double host;    /* s by the host's clock, around a synchronised solve */
    double device;  /* s by the place's own clock (CUDA events); NaN if it has none */
    double engine;  /* s by an engine's own clock; NaN: none */
    double started; /* s after the start of the run */
    double cpu;     /* s, of all threads of the process, during the sample */
    uint64_t voluntary, involuntary; /* context switches of these threads: to wait; sent off a
                                        core */
    double without_core; /* s that they waited for a core, together; 0 if none was sent off one */
    uint64_t minor_faults, major_faults; /* page faults of these threads: without, with a read from
                                            a disk */
    uint64_t order;                      /* position among all samples of the run */
    double cpu_clock;              /* Hz, of the CPU that its first thread was on at the end */
    double sm_clock, memory_clock; /* Hz */
    double temperature;            /* degrees Celsius */
    double power, energy;          /* W; J from begin to end */
    uint64_t
        throttle; /* NVML's reasons for lower clocks at any time during the sample, one bit each */
    uint64_t iterations; /* iterations of a block; MISSING for a whole solve */
    bool retried;        /* it was disturbed, and another sample was taken instead */
};

/* A sample without any facts: every number is missing, and it is not retried. */
struct result_sample result_sample_unknown(void);

/* Converts `seconds`, a time of a sample of the run, to a whole solve. It stays the same unless the
 * sample is a block of iterations: then it is the time of one iteration times the iterations of a
 * solve, or NaN if these are unknown. */
double whole_solve(const struct result_run *run, const struct result_sample *sample,
                   double seconds);

/* The same for one iteration; NaN if nothing was iterated. */
double one_iteration(const struct result_run *run, const struct result_sample *sample,
                     double seconds);

/* A counter of the run for a whole solve, as whole_solve; or for one iteration. Shares stay. */
double run_counter(const struct result_run *run, enum counter which);
double run_counter_of_iteration(const struct result_run *run, enum counter which);

#define BUSY_SHARE 0.1 /* share of the time spent waiting; from here on, times are too long */
#define BUSY_LEAST \
    0.05              /* s; of less no share is stored: the kernel counts in ticks of up to 10 ms */
#define BUSY_LOAD 0.1 /* for each core; a lower load is this program itself */

/* Returns whether the sample's threads together waited without a core for BUSY_SHARE of its time or
 * more. 1: yes; 0: no; NaN: unknown. */
double sample_lost_core(const struct result_sample *sample);

/* Returns whether something else took part of the sample's time: its threads lost their core, or a
 * card was slowed down. 1: yes; 0: no; NaN: unknown. */
double sample_disturbed(const struct result_sample *sample);

/* Number of disturbed samples among the run's samples that count; NaN if it is unknown for all of
 * them. sample: the first of the run. */
double samples_disturbed(const struct result_run *run, const struct result_sample *sample);

/* Returns whether the run has enough disturbed samples to move its median: a tenth or more of those
 * that count. 1, 0, or NaN if unknown. */
double run_disturbed(const struct result_run *run, const struct result_sample *sample);

struct results;

/* Returns the first sample of a run; do not read it if the run has none. */
const struct result_sample *run_samples(const struct results *results,
                                        const struct result_run *run);

/* Returns how many of the run's samples count (all but those that were taken again). seconds has
 * room for run->sample_count times of whole solves by the host's clock, or is NULL. sample: the
 * first of the run. */
size_t samples_counted(const struct result_run *run, const struct result_sample *sample,
                       double *seconds);

/* Ways in which the search for a crossover ends. */
enum crossing_state {
    CROSSING_UNFINISHED, /* the run ended before the search did */
    CROSSING_FOUND,
    CROSSING_A_FASTER, /* surely faster at every point */
    CROSSING_B_FASTER,
    CROSSING_TOO_NOISY, /* some points are not sure, and those that are sure do not differ */
    CROSSING_UNTIMED,   /* at no point did both end well */
    NCROSSING_STATES
};

extern const char
    *const crossing_state_names[NCROSSING_STATES]; /* "unfinished", "found", "a_faster", ... */

/* Crossover: the place along an axis where two variants change places as the faster one. Its points
 * are the problems with the text `id` for CROSSOVER_AXIS. */
struct result_crossover {
    char *id, *axis, *a, *b; /* a, b: names of variants */
    enum crossing_state state;
    double at, low, high; /* 95 % interval; 0 or INFINITY if it has no end; all NaN if nothing was
                             found */
    char *below;          /* the variant that is faster below it; "" if nothing was found */
    uint64_t others;      /* further changes of places, above it */
    uint64_t points;      /* points at which both variants ended well */
    char *study, *over;   /* id of the script's study; its second axis, "": none; in files before
                             2.9 both are "" */
    double over_value, seed; /* of this search; NaN: it has none */
};

#define CROSSOVER_AXIS "crossover"

/* Makes a search that has not begun; out's texts are new. Errors: ERROR_HOST_MEMORY, then nothing
 * is left. */
enum status crossover_begin(const struct crossover *search, struct result_crossover *out);

/* Returns whether the problem is one of the crossover's points. */
bool crossover_is_point(const struct result_problem *problem,
                        const struct result_crossover *crossover);

/* Name and value of a fact about machine or build, e.g. "cpu" "Intel ...". */
struct fact {
    char *name, *value;
};

struct results {
    char *name, *title, *path, *script, *options;
    char *paper;           /* paper and artefact that it repeats; "": none */
    char *script_sha256;   /* of the script's text, 64 hexadecimal digits */
    char *command;         /* the command line */
    char *started, *ended; /* ISO 8601 with time zone */
    char *git_commit;      /* "unknown" outside a checkout; with "+dirty" if files have changes */
    bool quick, interrupted;
    double wall;     /* s, the whole run */
    double overhead; /* s of it spent planning and verifying (writing comes later; the run prints
                        it) */
    struct settings settings;
    char *skip_axis;    /* as in struct experiment */
    double skip_budget; /* s; NaN without */
    size_t nmachine, nbuild;
    struct fact *machine, *build;
    size_t nproblems, nvariants, nruns, nsamples, nfigures, ntables, ncrossovers, nbundle, nclaims;
    struct result_problem *problems;
    struct result_variant *variants;
    struct result_run *runs;
    struct result_sample *samples;
    struct figure *figures;
    struct table *tables;
    struct result_crossover *crossovers;
    struct bundled *bundle; /* texts that the script read */
    struct claim *claims;
    bool trusted; /* not in the file: judged by a script that the user named, so that the problems
                     of structures may be made again */
};

/* Compare in the order of the plan: by problem and variant; and also by process. -1, 0 or 1. */
int case_compare(const struct result_run *a, const struct result_run *b);
int run_compare(const struct result_run *a, const struct result_run *b);

/* Number of cases; runs of one case are neighbours. */
size_t results_case_count(const struct results *results);

void results_free(struct results *results); /* accepts a zeroed one; leaves one */

/* Writes path, whole or not at all, in the place of a results file that is there, but of nothing
 * else. Errors: those of file_store (disk full, no such folder, another file). */
enum status results_write(const char *path, const struct results *results);

/* Writes path, which must not exist. Otherwise the same. */
enum status results_create(const char *path, const struct results *results);

/* Checks that path can be written; with force a results file may exist there. Called before
 * anything is timed. */
enum status results_probe(const char *path, bool force);

/* Reads a file that may come from anybody: the HDF5 library reads it in a child process, whose
 * answers are checked, and memory stays below four times the file and 64 MiB. Errors: ERROR_IO if
 * the file cannot be read; ERROR_INPUT if it is not HDF5; ERROR_DAMAGED if it is not ours, of
 * another schema, broken, or larger in memory than that. */
enum status results_read(const char *path, struct results *out);

/* Reads a file in memory. name: for messages. */
enum status results_decode(const char *name, const void *bytes, size_t size, struct results *out);
