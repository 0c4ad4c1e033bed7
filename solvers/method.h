/* A method says how to iterate. Each one is a plain C file, written against solvers/operations.h.
 */
#pragma once

#include <signal.h>

#include "solvers/layout.h"
#include "solvers/place.h"

struct depth_first;
struct engine;
struct graph_loop;
struct resident;
struct host_vote;
struct product;
struct solve_settings;

enum { MAX_WORK = 10, MAX_SCALARS = 18 };

/* Enqueues one iteration of a method, or solve->sweeps iterations; the last one has a test if
 * solve->tested. It may swap x with work[0] and leaves every other pointer in place. On a device it
 * waits for nothing, so that a graph can capture it. */
typedef enum status step_fn(struct solve *solve);

/* Everything that one run of a method needs; solve_create allocates it all, so that run() allocates
 * nothing. */
struct solve {
    const struct stored *a;
    const struct place *place;
    const struct mat_ops *mat;
    const struct vec_ops *vec;
    size_t n;             /* unknowns: entries of a vector */
    unsigned width;       /* entries of x per row now; methods may choose fewer than their
                             method->width */
    struct rhs b;         /* owned */
    void *x;              /* the iterate; the answer afterwards. A step may swap it with work[0] */
    void *first_x;        /* the vector that is x before the first step */
    void *work[MAX_WORK]; /* method->nwork vectors */
    double *scalar;       /* method->nscalars doubles, in place memory */
    struct test test;
    bool tested;             /* true if the current step makes the test */
    unsigned temporal_block; /* iterations that a step can make: options.temporal_block if the
                                matrix allows it, else 1 */
    unsigned sweeps;         /* iterations of the current step: temporal_block or 1 */
    struct solver_options options;
    const struct method *method;
    void *own; /* the method's private state: method->own_bytes, zeroed before prepare */
    struct graph_loop *graph;    /* loop=graph: the captured steps of place->prepare */
    struct resident *resident;   /* loop=resident: data of place->prepare */
    struct host_vote *host_vote; /* vote=host: data of place->prepare */
    uint64_t max_iterations;
    const volatile sig_atomic_t *stop; /* non-zero: end with STOPPED; NULL: never */
    bool (*go_on)(void *with);         /* see struct solve_settings */
    void *with;
    uint64_t iterations; /* number of iterations that ran, including the last one */
    enum outcome outcome;
    bool rounded;   /* the solve CONVERGED as far as rounding allows, perhaps not to epsilon */
    char note[440]; /* message of the run beside its outcome, or "" */
};

/* The quantity that a method's stopping test measures, for the check after timing
 * (harness/case/verify.h). */
enum measure { MEASURE_CHANGE, MEASURE_RESIDUAL, MEASURE_BALANCE, MEASURE_EITHER };

/* The entries that a row reads within one iteration: all from the iteration before, or new ones of
 * the rows above or below it. */
enum sweep { SWEEP_AT_ONCE, SWEEP_ASCENDING, SWEEP_DESCENDING };

/* The task of a method for A x = b and x0. TASK_SOLVE: solve the system. TASK_STEPS: take a given
 * number of steps x' = x + step (b - A x). TASK_TIME: take as many steps as fit into a time,
 * weighted by their probabilities. TASK_CYCLE: search a graph for an accepting cycle. TASK_BEST:
 * rows are choices, and x_i is the best of those of unknown i. */
enum task { TASK_SOLVE, TASK_STEPS, TASK_TIME, TASK_CYCLE, TASK_BEST };

struct method {
    const char *name;
    const char *title;
    const char *source; /* paper and section, or the program whose behaviour it follows */
    int nwork, nscalars;
    unsigned width;       /* entries of x and work[] per row; 0 means 1. The answer is in the
                             first n entries of x */
    int products, passes; /* per iteration: number of reads of the matrix, and of reads or writes
                             of a vector other than b */
    int row_passes;       /* the same for vectors with a number for each row; b is not counted */
    bool only_by_name;    /* patterns do not match its name: it tests the harness, or is for
                             bounded properties or decision processes only */
    bool chooses;         /* stands for a method and options that are chosen for a problem before
                             its layout is built (harness/case/choose_variant.h), and never runs
                             itself */
    const struct engine *engine; /* another program solves (harness/engines/engine.h), and
                                    nothing runs here; NULL: the method is ours */
    enum task task;
    bool takes_choices; /* TASK_SOLVE: it also does TASK_BEST */
    bool needs_best; /* TASK_BEST: of the choices it needs mat_ops.best alone, so they need not be
                        stored */
    bool takes_intervals; /* TASK_BEST: also of rows of intervals */
    enum measure measure;
    bool idle;       /* computes nothing: its time is that of the clock */
    bool proves;     /* it calls mat_ops.bracket, and stops when its bounds are close enough */
    bool host_steps; /* its steps or votes need the host: a captured graph cannot repeat them */
    bool moves; /* its tests vote TEST_MOVED; a test without that vote ends it in MAX_ITERATIONS */
    bool by_entries;  /* it reads entries of solve_settings.matrix, not only the layout; never
                         together with outgoing */
    bool from_bounds; /* it starts from solve_settings.lower and upper */
    bool outgoing; /* long runs only: it takes the transpose of the matrix, and the weights of the
                      property as b */
    bool undamped; /* its iterates rotate for ever on a periodic chain's long run */
    /* factor of the change of one step of its map to that of Jacobi's map; NULL: 1 */
    double (*relaxation)(const struct solver_options *options);
    bool stepped;     /* its map is x + step (b - A x), with the problem's step */
    bool bursts;      /* its step is one operation that can make several sweeps */
    bool recurs;      /* its step can be mat_ops.recurrence, with several iterations */
    unsigned blocked; /* ON_HOST, ON_ONE_GPU: places where its step obeys solve->sweeps (option
                         temporal_block) */
    enum sweep sweep;
    /* returns whether rows are wanted level by level (schedule.h), where the layout can sweep
     * through them. NULL: they never are */
    bool (*by_level)(const struct solver_options *options);
    bool (*can_use)(
        const struct mat_ops *mat); /* returns whether the row operations that it calls exist */
    const char *absence;            /* the reason if they do not exist, if it is the same for all */
    const struct option *options;   /* its own options, in solver_options.method; NULL: none */
    /* Returns OK, or ERROR_UNSUPPORTED with the reason why it cannot run there with these options
     * although its operations exist. NULL: it can run */
    enum status (*why_not)(const struct place *place, enum precision precision,
                           const struct solver_options *options);
    /* Private state, solve->own. solve_create calls prepare after everything else exists;
     * solve_free calls dismiss, also after a prepare that failed. NULL: nothing to do */
    size_t own_bytes;
    enum status (*prepare)(struct solve *solve, const struct solve_settings *settings);
    void (*dismiss)(struct solve *solve);
    step_fn *step; /* the step that place->loop repeats; NULL if run does not use place->loop */
    enum status (*run)(struct solve *solve); /* allocates nothing, prints nothing */
    /* TASK_SOLVE and TASK_BEST only: *out = the value that the test measured at the end, or
     * measures in one more iteration if the iterate before is gone. Called after run and outside
     * the timed region. The answer has been downloaded. */
    enum status (*change)(const struct solve *solve, double *out);
    /* For methods whose answer only serves to bound the value of the property: *low and *high =
     * bounds of the value, after run. NULL: the answer is that of the problem */
    enum status (*interval)(const struct solve *solve, double *low, double *high);
    /* TASK_CYCLE only: returns whether it reads edges in the reverse direction. NULL: it does not
     */
    bool (*transposes)(const struct solver_options *options);
    /* returns whether every run takes the same iterations. NULL: it does */
    bool (*repeats)(const struct solve *solve);
    /* TASK_CYCLE only: the depth-first search that run makes (solvers/search/depth_first.h). NULL:
     * it makes none */
    uint32_t (*walk)(struct depth_first *walk);
    /* TASK_CYCLE only, after a run that found a cycle: *out = an accepting vertex on a cycle, or
     * NO_VERTEX if there is none after all. May compute on the host. */
    enum status (*witness)(const struct solve *solve, const struct product *product, uint32_t *out);
};

static inline size_t method_width(const struct method *method)
{
    return method->width ? method->width : 1;
}

static inline double method_relaxation(const struct method *method,
                                       const struct solver_options *options)
{
    return method->relaxation ? method->relaxation(options) : 1;
}
