/* One run's results in memory, and their HDF5 form. The only module that knows HDF5.
 * docs/results.md lists every dataset.
 *
 * Tables, figures and show work on this structure alone, read back from a file. Missing numbers are
 * NaN (floating point) or MISSING (integers), never 0. Indices refer to the arrays of this
 * structure. */
#pragma once

#include <stdint.h>

#include "base/status.h"
#include "harness/store/experiment.h"
#include "harness/util/missing.h"

/* Every case of the plan ends in one of these. */
enum case_status {
#define STATUS(status, name, words) CASE_##status,
#include "harness/store/statuses.def"
#undef STATUS
    NCASE_STATUSES
};

extern const char *const case_status_names[NCASE_STATUSES]; /* "ok", "not_converged", ... */
extern const char *const case_status_words[NCASE_STATUSES]; /* "ok", "not converged", ... */

/* Returns whether the answer alone decides the status. Any other status can come from a busy or
 * smaller machine. */
bool case_status_of_answer(enum case_status status);

/* Why sampling of a case ended. */
enum stop_reason {
#define STOPPING_RULE(reason, name, when, ends) STOP_##reason,
#include "harness/store/stopping_rules.def"
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

struct result_problem {
    char *source, *label,
        *kind; /* kind: "linear", "fixpoint", "steady"; "" when the problem could not be made */
    size_t naxes;
    struct axis_value *axes; /* by name; problems of one run may have different axes */
    uint64_t n;              /* rows of the system */
    uint64_t states, transitions, classes;
    uint64_t nnz;              /* off-diagonal entries that a sweep reads; edges of a graph */
    uint64_t row_min, row_max; /* of those, per row */
    double diagonal_share; /* of those, on the commonest diagonals (harness/process/diagonals.h);
                              NaN of graphs */
    double generate;       /* s */
    double prove;          /* s, for its proof; NaN: none was wanted */
};

/* Copies what is known of a problem once it is made: all but source, label and axes. Errors:
 * ERROR_HOST_MEMORY, with to as it was. */
enum status result_problem_learn(struct result_problem *to, const struct result_problem *from);

/* The axis of that name; NULL where the problem has none. */
const struct axis_value *problem_axis(const struct result_problem *problem, const char *name);

/* Its value as a text: a number in full, "" for what is missing. buffer: for numbers. */
const char *axis_text(const struct axis_value *axis, char *buffer, size_t size);

struct result_variant {
    char *name; /* "jacobi[vote=store]/msr/f64/cuda" */
    char *method, *layout, *order, *precision, *place;
    bool whole; /* while it runs: its solves are timed as a whole, whatever settings.iterations; not
                   in the file */
};

/* The bound of its convergence test: its own, as its name says, or that of the settings. */
double variant_epsilon(const struct result_variant *variant, const struct settings *settings);

/* Result of one process for a case (problem x variant x settings). Runs of one case are
 * neighbours. */
struct result_run {
    uint64_t problem, variant;
    enum case_status status;
    char *note;        /* the reason, "" where there is nothing to say */
    char *fingerprint; /* of the code that it ran, "" where unknown */
    uint64_t process;  /* 0, 1, ... among the processes of the case */
    uint64_t seed;     /* of the order in which the cases took turns */
    enum stop_reason stop_reason;
    uint64_t iterations; /* of a whole solve; MISSING where extrapolated and not counted */
    bool
        extrapolated; /* its samples time blocks of iterations_timed iterations, not whole solves */
    uint64_t iterations_timed;
    uint64_t bytes;        /* of the layout's arrays */
    uint64_t traffic;      /* B that one iteration reads and writes at least */
    double copy_bandwidth; /* B/s of a copy at the same place; NaN where not measured */
    uint64_t warmup;       /* untimed solves that ran */
    double change, residual, value, reference, error;
    enum proof proof;       /* none: it did not end well, so that there is no answer */
    double estimated_error; /* of the answer (harness/case/error_estimate.h); of bounded problems
                               the difference that the check found */
    bool doubtful;          /* it is above what an answer may be off by (verdict_tolerance) */
    double error_bound; /* proven: the distance of the answer from the exact one, relative to the
                           largest entry (long runs: in the 1-norm); NaN: none */
    double value_low, value_high; /* proven: the exact value lies within; NaN: none */
    char *proof_note;             /* how, or why there is no bound; "" where nobody asked */
    double zeros;                 /* share of the answer's entries that are exactly 0 */
    /* Fields of searches in graphs */
    enum cycle verdict;
    uint64_t outer, sweeps; /* of map: rounds, and sweeps in all of them */
    uint64_t lasso_prefix,
        lasso_cycle; /* edges of the cycle that was checked, and of the way to it */
    uint64_t fly_vertices, fly_edges; /* on the fly: of the part that the search ended with, ... */
    uint64_t fly_rounds;              /* ... and how many parts it went through */
    double layout, upload, download;  /* s, once a case */
    double verify;          /* s, host time spent checking answers; not part of any timing */
    double engine_cpu;      /* s, of an engine's processes; NaN: it is no engine */
    uint64_t engine_memory; /* B that they had at most; MISSING */
    uint64_t
        peak_memory; /* B that the process of the case had at most, shared pages too; MISSING */
    double cpu_energy, gpu_energy;    /* J, of all CPU packages and of its GPUs, in ... */
    double energy_time;               /* ... so many seconds of its blocks; NaN: unknown */
    double control_low, control_high; /* s, the control (harness/case/reference_solve.h) until the
                                         case ended; NaN: none */
    double waited;  /* share of the time of its solves in which a thread was ready but had no core;
                       NaN: unknown */
    double started; /* s after the run began */
    uint64_t sample_offset, sample_count; /* into samples */
};

/* Proven: the distance of the value from the exact one is at most this, relative to the latter.
 * Infinite where that may be 0; NaN where nothing is proven of the value, or there is none. */
double value_bound(const struct result_run *run);

/* An answer of which nothing is proven, and that is too far off by an estimate: its time is no time
 * of a right answer. */
bool run_is_unsure(const struct result_run *run);

/* error_bound, or value_bound where this is larger; NaN: nothing is proven. */
double proven_error(const struct result_run *run);

/* A run of which nothing is known: every number missing, no texts, CASE_OK. */
struct result_run result_run_unknown(void);

/* Frees what it points to. */
void result_run_clear(struct result_run *run);

/* Takes its texts away, which are another's from now on. */
void result_run_disown(struct result_run *run);

/* Nothing is proven of its answer any more. */
void result_run_unproven(struct result_run *run);

/* to = from, with texts of its own. to can be cleared on failure too. Errors: ERROR_HOST_MEMORY. */
enum status result_run_copy(const struct result_run *from, struct result_run *to);

/* One timed solve, or one timed block of iterations. What has no unit below is missing where the
 * place cannot tell. */
struct result_sample {
    double host;    /* s, host clock around a synchronised solve */
    double device;  /* s, the place's own clock (CUDA events); NaN where it has none */
    double engine;  /* s, an engine's own clock; NaN: none */
    double started; /* s after the run began */
    double cpu;     /* s, of all threads of the process, during the sample */
    uint64_t voluntary, involuntary; /* context switches of them: waiting, sent off a core */
    double without_core; /* s that they waited for one, together; 0 where none was sent off one */
    uint64_t minor_faults, major_faults; /* page faults of them: without, with a read from a disk */
    uint64_t order;                      /* position among all samples of the run */
    double cpu_clock;              /* Hz, of the CPU that its first thread was on at the end */
    double sm_clock, memory_clock; /* Hz */
    double temperature;            /* degrees Celsius */
    double power, energy;          /* W; J from start to end */
    uint64_t
        throttle; /* NVML's reasons for lower clocks, one bit each, any time during the sample */
    uint64_t iterations; /* of a block of iterations; MISSING for a whole solve */
    bool retried;        /* the place was throttled, and another sample was taken instead */
};

/* A sample of which nothing is known: every number missing, not retried. */
struct result_sample result_sample_unknown(void);

/* Converts `seconds`, a time of a sample of the run, to a whole solve. It stays the same unless the
 * sample is a block of iterations: then it is the time of one iteration times the iterations of a
 * solve, or NaN if these are unknown. */
double whole_solve(const struct result_run *run, const struct result_sample *sample,
                   double seconds);

/* The same for one iteration; NaN where nothing was iterated. */
double one_iteration(const struct result_run *run, const struct result_sample *sample,
                     double seconds);

#define BUSY_SHARE 0.1 /* of the time spent waiting: from here on times are called too long */

/* NVML's reasons by which a card is slowed down: heat, hardware, power supply. */
#define SLOWED_REASONS ((uint64_t)(8 | 32 | 64 | 128))

/* Returns whether something else took part of the sample's time: its threads together waited
 * without a core for BUSY_SHARE of the sample's time or more, or a card was slowed down. 1: yes; 0:
 * no; NaN: unknown. */
double sample_disturbed(const struct result_sample *sample);

/* How many of the run's samples that count are disturbed; NaN where of none it is known. sample:
 * the first of the run. */
double samples_disturbed(const struct result_run *run, const struct result_sample *sample);

/* Returns whether the run has enough disturbed samples to move its median: a tenth or more of those
 * that count. 1, 0, or NaN if unknown. */
double run_disturbed(const struct result_run *run, const struct result_sample *sample);

struct results;

/* The first sample of a run; where it has none, not to be looked at. */
const struct result_sample *run_samples(const struct results *results,
                                        const struct result_run *run);

/* How many of the run's samples count (all but those that were taken again), and the host times of
 * whole solves that they come to: seconds has room for run->sample_count, or is NULL. sample: the
 * first of the run. */
size_t samples_counted(const struct result_run *run, const struct result_sample *sample,
                       double *seconds);

/* How the search for a crossover ended. */
enum crossing_state {
    CROSSING_UNFINISHED, /* the run ended before the search did */
    CROSSING_FOUND,
    CROSSING_A_FASTER, /* surely, at every point */
    CROSSING_B_FASTER,
    CROSSING_TOO_NOISY, /* not every point is sure, and those that are do not differ */
    CROSSING_UNTIMED,   /* at no point have both ended well */
    NCROSSING_STATES
};

extern const char
    *const crossing_state_names[NCROSSING_STATES]; /* "unfinished", "found", "a_faster", ... */

/* Crossover: the place along an axis where two variants change places as the faster one. Its points
 * are the problems with the text `id` for CROSSOVER_AXIS. */
struct result_crossover {
    char *id, *axis, *a, *b; /* a, b: names of variants */
    enum crossing_state state;
    double at, low, high; /* 95 % interval; 0 or INFINITY where it has no end; all NaN where nothing
                             was found */
    char *below;          /* the variant that is faster below it, "" where nothing was found */
    uint64_t others;      /* further changes of places, above it */
    uint64_t points;      /* where both variants ended well */
    char *study, *over;   /* id of the script's study; its second axis, "" for none; of files before
                             2.9 both are "" */
    double over_value, seed; /* of this search; NaN: it has none */
};

#define CROSSOVER_AXIS "crossover"

/* A search that has not begun; out's texts are new. Errors: ERROR_HOST_MEMORY, nothing is left
 * then. */
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
    char *paper;           /* and artefact that it repeats, "" for none */
    char *script_sha256;   /* of the script's text, 64 hexadecimal digits */
    char *command;         /* the command line */
    char *started, *ended; /* ISO 8601 with time zone */
    char *git_commit;      /* "unknown" outside a checkout; "+dirty" appended where files differ */
    bool quick, interrupted;
    double wall;     /* s, the whole run */
    double overhead; /* s of it spent planning and verifying (writing comes after: the run prints
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
    struct bundled *bundle; /* what the script read, so that it can run again (judge.h) */
    struct claim *claims;
    /* Not in the file */
    bool trusted; /* whoever asks says that its script may open files and take long (--trust) */
    struct judge_process *judge; /* harness/script/judge.h; NULL: none */
};

/* In the order of the plan: by problem and variant; and by process. -1, 0 or 1. */
int case_compare(const struct result_run *a, const struct result_run *b);
int run_compare(const struct result_run *a, const struct result_run *b);

/* How many cases the runs are of: those of one case stand side by side. */
size_t results_case_count(const struct results *results);

void results_free(struct results *results); /* accepts a zeroed one; leaves one */

/* Writes path, whole or not at all, in the place of a results file that is there, but of nothing
 * else. Errors: those of file_store (disk full, no such folder, another file). */
enum status results_write(const char *path, const struct results *results);

/* The same, and path must not exist. */
enum status results_create(const char *path, const struct results *results);

/* Checks that path can be written; with force a results file may exist there. Called before
 * anything is timed. */
enum status results_probe(const char *path, bool force);

/* Reads a file that may be anybody's: the HDF5 library looks at it in a child process, whose
 * answers are checked, and memory stays below four times the file and 64 MiB. Errors: ERROR_IO
 * where the file cannot be read; ERROR_INPUT where it is not HDF5; ERROR_DAMAGED where it is not
 * ours, of another schema, broken, or larger in memory than that. */
enum status results_read(const char *path, struct results *out);

/* The same for a file in memory. name: for messages. */
enum status results_decode(const char *name, const void *bytes, size_t size, struct results *out);
