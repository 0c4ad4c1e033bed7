/* How to iterate: a plain-C file each, written against solvers/operations.h. */
#pragma once

#include <signal.h>

#include "solvers/layout.h"
#include "solvers/place.h"

struct engine;
struct facts;
struct forecast;
struct graph_loop;
struct resident;
struct host_vote;
struct product;
struct solve_settings;

enum { MAX_WORK = 10, MAX_SCALARS = 18 };

/* Enqueues one iteration of a method, or solve->sweeps of them, its test last; a test only where
 * solve->tested. It may swap x with work[0] and leaves every other pointer where it is. On a device
 * it waits for nothing, so that it can be captured. */
typedef enum status step_fn(struct solve *solve);

/* Everything that one run of a method needs; solve_create allocates it all, so that run() allocates
 * nothing. */
struct solve {
    const struct stored *a;
    const struct place *place;
    const struct mat_ops *mat;
    const struct vec_ops *vec;
    size_t n;             /* rows */
    unsigned width;       /* entries that x has a row now; methods may choose fewer than theirs */
    struct rhs b;         /* owned */
    void *x;              /* the iterate; the answer afterwards. A step may swap it with work[0] */
    void *first_x;        /* which of the two x is before the first step */
    void *work[MAX_WORK]; /* method->nwork vectors */
    double *scalar;       /* method->nscalars doubles in place memory */
    struct test test;
    bool tested;             /* whether the step at hand makes the test */
    unsigned temporal_block; /* iterations that a step can make: options.temporal_block where the
                         matrix allows it, else 1 */
    unsigned sweeps;         /* those of the step at hand: temporal_block or 1 */
    struct solver_options options;
    const struct method *method;
    void *own; /* the method's private state: method->own_bytes, zeroed before prepare */
    struct graph_loop *graph;    /* loop=graph: the steps as place->prepare captured them */
    struct resident *resident;   /* loop=resident: what place->prepare made */
    struct host_vote *host_vote; /* vote=host: what place->prepare made */
    uint64_t max_iterations;
    const volatile sig_atomic_t *stop; /* non-zero: end with STOPPED; NULL: never */
    uint64_t iterations;               /* that ran, the last one included */
    enum outcome outcome;
    bool rounded;   /* CONVERGED as far as rounding lets it, which may be short of epsilon */
    char note[440]; /* what the run has to say beside its outcome, or "" */
};

/* What a method's stopping test measures, for the check after timing (harness/case/verify.h). */
enum measure { MEASURE_CHANGE, MEASURE_RESIDUAL, MEASURE_BALANCE, MEASURE_EITHER };

/* Which entries a row sees within one iteration: those before it, or new ones of the rows above or
 * below it. */
enum sweep { SWEEP_AT_ONCE, SWEEP_ASCENDING, SWEEP_DESCENDING };

/* What a method does to A x = b from x0: solve it; or take a given number of steps x' = x + step (b
 * - A x); or as many as a time takes, weighted by their probabilities. Or it searches a graph for
 * an accepting cycle. */
enum task { TASK_SOLVE, TASK_STEPS, TASK_TIME, TASK_CYCLE };

struct method {
    const char *name;
    const char *title;
    const char *source; /* paper and section, or the program whose behaviour it follows */
    int nwork, nscalars;
    unsigned width;       /* entries that x and work[] have a row; 0: 1. The answer is in the first
                             n of x */
    int products, passes; /* of an iteration: times that it reads the matrix, and a vector beside b
                             or writes one */
    bool only_by_name;    /* patterns do not match it: it tests the harness, or is for bounded
                             properties only */
    bool chooses;         /* stands for the method and options that are chosen for a problem before
                             its layout is built (harness/case/choose_variant.h), and never runs */
    const struct engine *engine; /* another program solves (harness/engines/engine.h), and nothing
                                    here runs; NULL: it is ours */
    enum task task;
    enum measure measure;
    bool idle;       /* computes nothing: what time it takes is the clock's */
    bool proves;     /* it calls mat_ops.bracket, and stops when its bounds are close enough */
    bool host_steps; /* its steps or votes need the host: a captured graph cannot repeat them */
    bool needs_peer; /* on several GPUs they read each other's memory: exchange=peer */
    bool moves; /* its tests vote TEST_MOVED; one without that vote ends it in MAX_ITERATIONS */
    bool by_entries;  /* it reads the entries beside the layout: solve_settings.matrix; never with
                         outgoing */
    bool from_bounds; /* it starts from solve_settings.lower and upper */
    bool outgoing; /* long runs only: it takes the transpose of the matrix, and the weights of the
                      property as b */
    bool undamped; /* its iterates rotate for ever on a periodic chain's long run */
    /* what one step of its map changes, in Jacobi's; NULL: 1 */
    double (*relaxation)(const struct solver_options *options);
    bool stepped;     /* its map is x + step (b - A x), with the problem's step */
    bool restarts;    /* it has option restart */
    bool blends;      /* it calls vec_ops.blend, whatever its options */
    bool bursts;      /* its step is one operation that can make several sweeps */
    unsigned blocked; /* ON_HOST, ON_ONE_GPU: where its step heeds solve->sweeps (option
                         temporal_block) */
    enum sweep sweep;
    bool by_components; /* it is walk_components, so that its verdict is checked by walk_nested */
    bool (*can_use)(
        const struct mat_ops *mat); /* whether the row operations that it calls are there */
    const char *absence;            /* why they are not, where that can be said of all */
    const struct option *options;   /* of its own, in solver_options.method; NULL: none */
    /* OK, or ERROR_UNSUPPORTED with the reason why it cannot run there, where the operations do not
     * say it. NULL: it can */
    enum status (*why_not)(const struct place *place, enum precision precision);
    /* What it would take in a way of its own, counted from 0 (solvers/forecast.h); out has the
     * method and its default options. False: there is no such way. NULL: it cannot say, and is
     * never chosen */
    bool (*foresee)(const struct facts *facts, int way, struct forecast *out);
    /* Private state, solve->own. prepare is called by solve_create when all else is there, dismiss
     * by solve_free, also after a prepare that failed. NULL: nothing to do */
    size_t own_bytes;
    enum status (*prepare)(struct solve *solve, const struct solve_settings *settings);
    void (*dismiss)(struct solve *solve);
    step_fn *step; /* what place->loop repeats; NULL where run does without place->loop */
    enum status (*run)(struct solve *solve); /* allocates nothing, prints nothing */
    /* TASK_SOLVE only: *out = what the test measured at the end, or measures in one more iteration
     * where the one before is gone; after run and outside the timed region. The answer has been
     * downloaded. */
    enum status (*change)(const struct solve *solve, double *out);
    /* Methods whose answer only serves to bound the value of the property: *low and *high = what it
     * lies between, after run. NULL: the answer is that of the problem */
    enum status (*interval)(const struct solve *solve, double *low, double *high);
    /* TASK_CYCLE only: whether it looks at edges turned round. NULL: no */
    bool (*transposes)(const struct solver_options *options);
    /* whether each run takes the same iterations. NULL: yes */
    bool (*repeats)(const struct solve *solve);
    /* TASK_CYCLE only, after a run that found: *out = an accepting vertex on a cycle, NO_VERTEX
     * where there is none after all. May compute on the host. */
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
