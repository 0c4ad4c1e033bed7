/* Plain data of an experiment script, without Lua: script.c fills it, run.c executes it. */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "solvers/solver.h"

/* The value of one axis at one problem: a number, or a text where text is not NULL. */
struct axis_value {
    char *name;
    double number; /* NaN for texts */
    char *text;
};

/* axes_free accepts NULL; *out of axes_copy has new texts, and is NULL on failure. Errors:
 * ERROR_HOST_MEMORY. */
void axes_free(struct axis_value *axes, size_t count);
enum status axes_copy(size_t count, const struct axis_value *from, struct axis_value **out);

struct experiment_problem {
    char *source; /* for problem_open; files are absolute or relative to the working directory */
    char *label;  /* what tables and legends show; the source unless the script says otherwise */
    size_t naxes;
    struct axis_value *axes; /* in the order of the script's grid */
    size_t nvariants;
    char **variants; /* patterns of those that are measured on it; none: all of the experiment */
    size_t ncounted;
    char **counted; /* patterns of those whose iterations are counted on it, whatever
                       settings.count_iterations */
};

/* Content of the caches when a timed solve begins: what the solve before left there (hot), or
 * nothing useful, since they have been flushed (cold). */
enum cache_mode { CACHE_HOT, CACHE_COLD, NCACHE_MODES };

/* Which slowdowns of a GPU make a sample be taken again. */
enum throttle_rule {
    THROTTLE_NEVER, /* none */
    THROTTLE_HEAT,  /* those by heat, by the hardware, by the power supply */
    THROTTLE_ANY,   /* those, and the power cap of the software, which a busy card often meets */
    NTHROTTLE_RULES
};

extern const char *const cache_mode_names[], *const throttle_rule_names[]; /* end with NULL */

/* When to stop iterating, and how to measure. Times in seconds. */
struct settings {
    enum criterion criterion; /* RELATIVE */
    double epsilon;           /* 1e-6 */
    uint64_t max_iterations;  /* 1000000 */
    uint64_t warmup;          /* untimed solves before the first sample: 1 */
    uint64_t min_samples;     /* 12: fewer can hardly show a difference (compare.h) */
    uint64_t max_samples;     /* 100 */
    double max_ci;   /* stop when the 95 % interval of the median is within +- this share of it, and
                        nine samples of ten   are above it by no more: 0.02 */
    double max_time; /* stop sampling a case after this long: 5 */
    uint64_t copy_samples; /* timed copies at each place, to compare sweeps with; 0: none */
    uint64_t
        iterations; /* longer solves are timed in blocks of so many iterations; 0: all as a whole */
    bool count_iterations; /* those of such solves, by one that is not timed: true */
    double require; /* a proven error above this makes a case inaccurate; NaN: none is required */
    double prove;   /* wanted width of the proof (prove/prove.h): 1e-9; 0: no proof */
    double prove_time;   /* s, that the proof of a problem may take: 60 */
    double timeout;      /* one solve may take this long, and so may the layout: 300 */
    uint64_t seed;       /* of the order in which cases take turns: 1 */
    uint64_t interleave; /* so many cases of a problem take turns: 8; 1: they do not */
    uint64_t processes;  /* one after the other for each case: 1 */
    uint64_t memory; /* B of the host that live cases may take together; 0: most of what is there */
    enum cache_mode cache;       /* CACHE_HOT */
    enum throttle_rule throttle; /* THROTTLE_HEAT */
    uint64_t throttle_retries;   /* samples of a case that are taken again at most: 10 */
    bool force; /* iterate even where the method cannot converge: false; not for scripts */
};

#define DEFAULT_SETTINGS                                                                           \
    {                                                                                              \
        .criterion = RELATIVE, .epsilon = 1e-6, .max_iterations = 1000000, .warmup = 1,            \
        .min_samples = 12, .max_samples = 100, .max_ci = 0.02, .max_time = 5,                      \
        .count_iterations = true, .timeout = 300, .require = NAN, .prove = 1e-9, .prove_time = 60, \
        .seed = 1, .interleave = 8, .processes = 1, .throttle = THROTTLE_HEAT,                     \
        .throttle_retries = 10,                                                                    \
    }
extern const struct settings default_settings;

/* Returns whether a double can change by less than epsilon. A relative change is at least half a
 * unit in the last place. */
bool epsilon_is_in_reach(enum criterion criterion, double epsilon);

/* A figure over the finished results. x, y, by and facet name fields: see docs/lua.md. One of
 * kind "boundary" has a study's second axis for x, its axis for y, and "" for its other texts
 * (harness/tables/boundary.h). Others are the script's to make (judge.h), and all their texts are
 * "". */
struct figure {
    char *id, *title;
    char *kind; /* "lines", "bars", "boundary", "built" or "structure" */
    char *x, *y;
    char *by;    /* one curve each; "variant" unless said */
    char *facet; /* one panel each, or NULL */
    char *where; /* "field=glob,field=glob", or NULL */
    char *log;   /* axes in logarithmic scale: "", "x", "y" or "xy" */
};

/* A table over the finished results: one line per distinct value of rows, one column per distinct
 * value of columns. */
struct table {
    char *id, *title;
    char *rows;    /* fields, separated by commas; "": the script builds the table (judge.h) */
    char *columns; /* a field; "variant" unless said */
    char *value;   /* a field; "solve" unless said */
    char *where;   /* as in struct figure */
};

/* A statement about the results, which the script tests once they are there (judge.h). */
struct claim {
    char *id, *text;
};

/* A text that a script read beside its own, by require or wm.csv. */
struct bundled {
    char *name; /* of its file, as the script has it: relative to the script's folder */
    char *text;
};

/* A search for the place on an axis where two variants change places. */
struct crossover {
    char *id, *axis;
    char *a, *b;             /* names of variants */
    char *source;            /* of its problems, "{axis}" standing where the value belongs */
    double from, to;         /* above 0; the first points are problems of the experiment */
    double within;           /* done when the interval is this share of the place or less */
    bool whole;              /* the axis has whole numbers only */
    uint64_t points;         /* to measure at most */
    char *study;             /* the id that the script gave: of all values and seeds */
    char *over;              /* second axis, on which all points have over_value; NULL: none */
    double over_value, seed; /* NaN: none */
};

struct experiment {
    char *name, *title;
    char *paper;         /* what it repeats, "" for none */
    char *path, *script; /* file name as given, and its text */
    char *options;       /* the script's options as resolved, one "name=value" a line */
    bool quick;
    size_t nproblems, nvariants, nwhole, nfigures, ntables, nexpected, ncrossovers, nclaims,
        nbundle;
    struct experiment_problem *problems;
    char **variants; /* patterns: braces and globs, for variants_expand */
    char **whole;    /* patterns of those whose solves are timed as a whole, whatever
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
    double skip_budget; /* s; where there is an axis */
};

void experiment_free(struct experiment *experiment); /* accepts a zeroed one; leaves one */
