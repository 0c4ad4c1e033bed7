/* Plain data of an experiment script, without Lua: script.c fills it, run.c executes it. */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "solvers/solver.h"

/* Value of one axis for one problem: a text if text is not NULL, else a number. */
struct axis_value {
    char *name;
    double number; /* NaN for texts */
    char *text;
};

/* axes_free accepts NULL. axes_copy sets *out with new texts, NULL on failure. Errors:
 * ERROR_HOST_MEMORY. */
void axes_free(struct axis_value *axes, size_t count);
enum status axes_copy(size_t count, const struct axis_value *from, struct axis_value **out);

struct experiment_problem {
    char *source; /* argument of problem_open; files are absolute or relative to the working
                     directory */
    char *label;  /* name in tables and legends; the source, unless the script gives another */
    size_t naxes;
    struct axis_value *axes; /* in the order of the script's grid */
    size_t nvariants;
    char **variants; /* patterns of the variants that are measured on it; none: all of the
                        experiment */
    size_t ncounted;
    char **counted; /* patterns of the variants whose iterations are counted on it; overrides
                       settings.count_iterations */
    char *needs, *inside; /* as in struct result_problem */
};

/* Content of the caches when a timed solve begins: what the solve before left there (hot), or
 * nothing useful, since they have been flushed (cold). */
enum cache_mode { CACHE_HOT, CACHE_COLD, NCACHE_MODES };

/* Slowdowns of a GPU after which a sample is taken again. */
enum throttle_rule {
    THROTTLE_NEVER, /* none */
    THROTTLE_HEAT,  /* by heat, by the hardware, by the power supply */
    THROTTLE_ANY,   /* also by the power cap of the software, which a busy card often meets */
    NTHROTTLE_RULES
};

extern const char *const cache_mode_names[], *const throttle_rule_names[]; /* end with NULL */

/* Settings of the iteration and of measuring, with their defaults. Times are in seconds. */
struct settings {
    enum criterion criterion; /* RELATIVE */
    double epsilon;           /* 1e-6 */
    uint64_t max_iterations;  /* 1000000 */
    uint64_t warmup;          /* untimed solves before the first sample: 1 */
    uint64_t min_samples;     /* 12: fewer can hardly show a difference (compare.h) */
    uint64_t max_samples;     /* 100 */
    double max_ci;   /* stop when the 95 % interval of the median is within this share of it, and
                        nine of ten samples are above it by no more than that: 0.02 */
    double max_time; /* stop sampling a case after this long: 5 */
    uint64_t copy_samples; /* timed copies at each place, as a comparison for sweeps; 0: none */
    uint64_t iterations;   /* longer solves are timed in blocks of so many iterations; 0: all solves
                              as a whole */
    bool count_iterations; /* count the iterations of such solves, by one that is not timed: true */
    double require;        /* a larger proven error makes a case inaccurate; NaN: no limit */
    double prove;          /* requested width of the proof (prove/prove.h): 1e-9; 0: no proof */
    double prove_time;     /* longest time of the proof of a problem in s; NaN, the default: about
                              as long as its cases take (LEAST_PROVE_TIME to MOST_PROVE_TIME), or
                              MOST_PROVE_TIME if an error is required, and outside of runs */
    double timeout;        /* longest time of a solve, and of the layout: 300 */
    uint64_t seed;         /* for drawing the order in which cases take turns: 1 */
    uint64_t interleave;   /* number of cases of a problem that take turns: 8; 1: they do not */
    uint64_t processes;    /* processes of each case, one after the other: 1; with a width the most
                              that a case may have */
    double width;          /* wanted width of each case (width_design.h), which then decides the
                              numbers of processes and samples; NaN: none */
    uint64_t memory; /* B of the host that live cases may take together; 0: most of the available
                        memory */
    enum cache_mode cache;       /* CACHE_HOT */
    enum throttle_rule throttle; /* THROTTLE_HEAT */
    uint64_t throttle_retries;   /* most samples of a case that are measured again, because of a GPU
                                    or of the cores: 100 */
    bool counters; /* count instructions, bytes and faults in solves of their own: false */
    bool force; /* iterate even if the method cannot converge: false; not for scripts */
};

enum { LEAST_PROVE_TIME = 10, MOST_PROVE_TIME = 60 }; /* s, of the default */

#define DEFAULT_SETTINGS                                                                        \
    {                                                                                           \
        .criterion = RELATIVE, .epsilon = 1e-6, .max_iterations = 1000000, .warmup = 1,         \
        .min_samples = 12, .max_samples = 100, .max_ci = 0.02, .max_time = 5,                   \
        .count_iterations = true, .timeout = 300, .require = NAN, .prove = 1e-9,                \
        .prove_time = NAN, .seed = 1, .interleave = 8, .processes = 1, .width = NAN,            \
        .throttle = THROTTLE_HEAT, .throttle_retries = 100,                                     \
    }
extern const struct settings default_settings;

/* Returns whether a double can change by less than epsilon. A relative change is at least half a
 * unit in the last place. */
bool epsilon_is_in_reach(enum criterion criterion, double epsilon);

/* A figure of the finished results. x, y, by and facet name fields: see docs/lua.md. A figure of
 * kind "boundary" has a study's second axis as x, its axis as y, and "" as its other texts
 * (analysis/tables/boundary.h). Figures of other kinds that the script makes have only "". */
struct figure {
    char *id, *title;
    char *kind; /* "lines", "bars", "boundary", "built" or "structure" */
    char *x, *y;
    char *by;              /* field with one curve for each value; default "variant" */
    char *facet;           /* field with one panel for each value, or NULL */
    char *where;           /* "field=glob,field=glob", or NULL */
    char *log;             /* axes with a logarithmic scale: "", "x", "y" or "xy" */
    char *built, *trouble; /* what the script made of the results (store/judged.h), or why it
                              failed; NULL or "": nothing */
};

/* A table of the finished results: a line for each distinct value of rows, a column for each
 * distinct value of columns. */
struct table {
    char *id, *title;
    char *rows;            /* fields, separated by commas; "": the script builds the table */
    char *columns;         /* a field; default "variant" */
    char *value;           /* a field; default "solve" */
    char *where;           /* as in struct figure */
    char *built, *trouble; /* as in struct figure */
};

enum claim_verdict {
    VERDICT_NOT_JUDGED, /* or its test failed */
    VERDICT_HOLDS,
    VERDICT_DOES_NOT_HOLD,
    VERDICT_NOT_TESTED,
    NVERDICTS
};

extern const char *const verdict_names[NVERDICTS]; /* "not judged", "holds", "does not hold", ... */

/* A statement about the results, which the script tests when they are complete. */
struct claim {
    char *id, *text;
    enum claim_verdict verdict;
    char *magnitude; /* whether the measured number is as published (store/judged.h); "" if the
                        claim names none */
    char *numbers;   /* text behind the verdict, or why there is none: one line */
};

/* A text that a script has read, by require or wm.csv. */
struct bundled {
    char *name; /* name of its file, relative to the script's folder */
    char *text;
};

/* Search for the place on an axis where two variants change places. */
struct crossover {
    char *id, *axis;
    char *a, *b;             /* names of variants */
    char *source;            /* source of its problems, with "{axis}" instead of the value */
    double from, to;         /* above 0; the first points are problems of the experiment */
    double within;           /* it ends when the interval is at most this share of the place */
    bool whole;              /* the axis has whole numbers only */
    uint64_t points;         /* most points to measure */
    char *study;             /* id in the script, for all values and seeds */
    char *over;              /* second axis, with the value over_value for all points; NULL: none */
    double over_value, seed; /* NaN: none */
};

struct experiment {
    char *name, *title;
    char *paper;         /* paper that it repeats; "": none */
    char *path, *script; /* file name as given; its text */
    char *options;       /* final values of the script's options, one "name=value" in each line */
    bool quick;
    size_t nproblems, nvariants, nwhole, nfigures, ntables, nexpected, ncrossovers, nclaims,
        nbundle;
    struct experiment_problem *problems;
    char **variants; /* patterns: braces and globs, for variants_expand */
    char **whole;    /* patterns of the variants whose solves are timed as a whole; overrides
                        settings.iterations */
    struct figure *figures;
    struct table *tables;
    struct crossover *crossovers;
    struct claim *claims;
    struct bundled *bundle; /* in the order in which they were read */
    char **expected;        /* statuses that do not change the exit code */
    struct settings settings;
    char *skip_axis; /* when a case exceeds its budget, larger problems along this axis are skipped
                        (skip_rule.h); NULL: none are */
    double skip_budget; /* s; if there is an axis */
};

void experiment_free(struct experiment *experiment); /* accepts a zeroed one; leaves one */
