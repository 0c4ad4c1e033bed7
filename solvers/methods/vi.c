/* Value iteration for decision processes, x'_i = the best of b_c + sum_j p_cj x_j over the choices
 * c of unknown i, all from the old x, as PRISM iterates it. Rows are summed up by Jacobi's
 * operation of the layout, which leaves out x_i; the place's operation `best` puts in what stays.
 * On a GPU, one kernel does both where the layout can and rows are choices enough. Option
 * `extrapolate` adds what slow changes have still to bring (docs/notebook/decisions.md).
 *
 * Rows of intervals are summed up with their lower bounds; the place's operation `give` gives out
 * the rest in the order of x (O-maximisation: Givan, Leach, Dean 2000). */
#include <math.h>

#include "solvers/loop.h"
#include "solvers/methods/choices.h"
#include "solvers/methods/relaxation.h"

struct vi_options {
    int extrapolate;
};

static const struct option options[] = {
    {OPTION(struct vi_options, extrapolate),
     .title = "sweeps from one guess at where x ends to the next, made from how its changes fall; "
              "0: no guesses",
     .above = -1, .below = 1001},
    {0}};

/* Changes of x in two spans of sweeps fall by r. A guess is made if r changed by less than this
 * share of 1 - r since the spans before. */
static const double STEADY = 0.05;
/* Spans before a guess: three, to know how steady r is. Twice as many after each guess behind which
 * x moved further than it would have without. */
enum { SPANS = 3, MOST_SPANS = 3 << 10 };

struct vi {
    struct choice_rows choices;
    void *values;         /* of the rows; NULL: one operation takes the best of their sums */
    void *base;           /* x at the begin of a span of sweeps; NULL: no guesses */
    double moved, fall;   /* length of the change in the last span, and as a share of that in the
                             span before; 0: not known */
    double hoped;         /* a good guess makes x move less than this in the next span */
    unsigned spans, wait; /* since the last guess; before the next one */
};

static enum status vi_why_not(const struct place *place, enum precision precision,
                              const struct solver_options *chosen)
{
    const struct vi_options *own = method_options(chosen);
    (void)precision;
    if (own->extrapolate && chosen->loop == LOOP_GRAPH)
        return fail(ERROR_UNSUPPORTED,
                    "the host makes the guesses of extrapolate=%d: use loop=host",
                    own->extrapolate);
    if (place->cards <= 1 && !place->ranks) return OK;
    return fail(ERROR_UNSUPPORTED, "method vi does not share its rows: use place seq, omp or cuda");
}

static enum status vi_prepare(struct solve *solve, const struct solve_settings *settings)
{
    struct vi *own = solve->own;
    const struct vi_options *chosen = method_options(&solve->options);
    if (chosen->extrapolate) MUST(vector_allocate(solve->a, 1, &own->base));
    MUST(choices_bring(solve, settings, true, &own->choices));
    if (best_at_once(solve->mat, solve->a) && !own->choices.intervals) return OK;
    return vector_allocate(solve->a, 1, &own->values);
}

static void vi_dismiss(struct solve *solve)
{
    struct vi *own = solve->own;
    choices_release(solve->place, &own->choices);
    if (own->values) solve->place->release(own->values);
    if (own->base) solve->place->release(own->base);
}

/* Puts x where its changes lead if each span of sweeps makes them `fall` times as long, that is
 * x + (x - base) fall / (1 - fall). Any guess is allowed: the next sweeps go on from there, and
 * these systems have one solution (docs/proofs.md). */
static enum status guess(const struct solve *solve, const struct vi *own)
{
    const double factor[] = {1, own->fall / (1 - own->fall)};
    const void *const x[] = {solve->x, own->base};
    return solve->vec->blend(solve->n,
                             &(struct blend){.count = 2, .factor = factor, .x = x, .y = solve->x});
}

/* Ends a span of sweeps. base becomes x - base first, the change in this span. */
static enum status end_span(const struct solve *solve, struct vi *own)
{
    double squares;
    const struct blend change = {.count = 2,
                                 .factor = (const double[]){-1, 1},
                                 .x = (const void *const[]){own->base, solve->x},
                                 .y = own->base,
                                 .ndots = 1,
                                 .with = (const void *const[]){own->base},
                                 .dot = &squares};
    MUST(solve->vec->blend(solve->n, &change));
    const double moved = sqrt(squares), fall = own->moved > 0 ? moved / own->moved : 0;
    const bool steady = own->fall > 0 && fabs(fall - own->fall) < STEADY * (1 - fall);
    if (++own->spans == 1) {
        own->wait = moved < own->hoped ? SPANS : 2 * own->wait;
        if (own->wait > MOST_SPANS) own->wait = MOST_SPANS;
    }
    own->moved = moved;
    own->fall = fall;
    if (!steady || own->spans < own->wait) return OK;
    MUST(guess(solve, own));
    own->hoped = moved * fall;
    own->moved = own->fall = 0;
    own->spans = 0;
    return OK;
}

static void begin_spans(struct vi *own)
{
    own->moved = own->fall = 0;
    own->hoped = INFINITY;
    own->spans = 0;
    own->wait = SPANS;
}

/* Before a sweep, so that the test always measures a sweep. */
static enum status extrapolate(const struct solve *solve, struct vi *own)
{
    const struct vi_options *chosen = method_options(&solve->options);
    if (solve->iterations % (uint64_t)chosen->extrapolate) return OK;
    if (solve->iterations) MUST(end_span(solve, own));
    else begin_spans(own);
    return solve->vec->copy(solve->n, solve->x, own->base);
}

static enum status vi_sweep(struct solve *solve)
{
    struct vi *own = solve->own;
    void *next = solve->work[0];
    if (own->base) MUST(extrapolate(solve, own));
    struct test *test = relaxation_test(solve);
    if (!own->values) {
        MUST(solve->mat->best(solve->a, &solve->b, &own->choices, solve->x, next, NULL, test));
    } else {
        MUST(solve->mat->jacobi(solve->a, &solve->b, solve->x, own->values, 1, NULL));
        if (own->choices.intervals)
            MUST(solve->vec->give(solve->n, &own->choices, solve->x, own->values));
        MUST(solve->vec->best(solve->n, &own->choices, own->values, solve->x, next, NULL, test));
    }
    swap_iterates(solve);
    return OK;
}

const struct method method_vi = {
    .name = "vi",
    .title = "value iteration",
    .source = "PRISM's sparse engine",
    .nwork = 1,
    .products = 1,
    .passes = 2,
    .row_passes = 2,
    .only_by_name = true,
    .task = TASK_BEST,
    .needs_best = true,
    .takes_intervals = true,
    .measure = MEASURE_CHANGE,
    .by_entries = true,
    .options = options,
    .can_use = relaxation_can_use,
    .why_not = vi_why_not,
    .own_bytes = sizeof(struct vi),
    .prepare = vi_prepare,
    .dismiss = vi_dismiss,
    .step = vi_sweep,
    .run = relaxation_run,
    .change = relaxation_change,
};
