/* Policy iteration: the chain of each policy is solved by a method that solves chains, in the
 * layout and at the place of the solve; the host chooses the rows. Where that method stalls,
 * another one goes on, and the note says so. It begins with rows with which all paths end, and
 * replaces rows by those that are better by more than the chain's residual
 * (solvers/policies/policies.h). Sweeps in place over all choices then say whether the test of
 * value iteration passes, and improve numbers far below the largest. Iterations are those of the
 * inner method, and all sweeps. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sparse/choices_graph.h"
#include "solvers/methods/krylov.h"
#include "solvers/methods/relaxation.h"
#include "solvers/methods/topological.h"
#include "solvers/policies/policies.h"

struct pi_options {
    int inner, precondition, first_sweeps;
};

/* Numbers that the host reads, where the place has them elsewhere. */
enum { HOST_B, HOST_X, HOST_NEXT, NCOPIES };

struct pi {
    struct topological first; /* its first member is for all sweeps in place */
    uint32_t *first_choice, *choice;
    double *copy[NCOPIES]; /* at a place that is not the host */
    bool ends;             /* all paths end with first_choice */
    struct policies policies;
    const struct method *inner; /* of this solve: another one after a stall */
    uint32_t rounds, stalled;   /* stalled: at which policy inner_method did; 0: at none */
};

/* A chain counts as solved if its rows are off by at most so many times what was wanted: the tests
 * of some methods measure something else. */
static const double SLACK = 100;

static const char *const inner_names[] = {"bicgstab",     "gmres",  "multilevel",
                                          "gauss_seidel", "jacobi", NULL};
static const char *const precondition_names[] = {"ilu0", "multilevel", "jacobi", "none", NULL};

static const struct option options[] = {
    {OPTION(struct pi_options, inner), .title = "the method that solves the chain of each policy",
     .words = inner_names, .needs = SOLVES},
    {OPTION(struct pi_options, precondition),
     .title = "what stands before the matrix of these chains, if the method is bicgstab or gmres",
     .words = precondition_names, .needs = SOLVES},
    {OPTION(struct pi_options, first_sweeps),
     .title = "sweeps, component by component, that may be enough without any policy", .above = -1,
     .below = 100001, .fallback = 0, .needs = SOLVES | ON_HOST},
    {0}};

static enum status pi_why_not(const struct place *place, enum precision precision,
                              const struct solver_options *chosen)
{
    (void)chosen;
    if (place->cards <= 1 && !place->ranks && precision == F64) return OK;
    return fail(ERROR_UNSUPPORTED,
                "policy iteration is for precision f64 at places seq, omp and cuda: use method vi");
}

/* Gets b, and room for the iterates. */
static enum status copy_to_host(struct solve *solve)
{
    struct pi *own = solve->own;
    const size_t count[] = {solve->b.entry ? solve->a->n : 0, solve->n, solve->n};
    for (int k = 0; k < NCOPIES; k++)
        if (count[k]) MUST(allocate(count[k], sizeof *own->copy[k], "a vector", &own->copy[k]));
    own->first.in_place.b = own->copy[HOST_B];
    if (!count[HOST_B]) return OK;
    return solve->place->get(own->copy[HOST_B], solve->b.entry, count[HOST_B], sizeof(double));
}

static enum status pi_prepare(struct solve *solve, const struct solve_settings *settings)
{
    struct pi *own = solve->own;
    const struct pi_options *chosen = method_options(&settings->options);
    MUST(vi_gs_prepare(solve, settings));
    if (!solve->place->on_host) MUST(copy_to_host(solve));
    if (chosen->first_sweeps > 0)
        MUST(components_find(settings->matrix, &own->first.components));
    MUST(allocate(solve->n, sizeof *own->first_choice, "a policy", &own->first_choice));
    MUST(allocate(solve->n, sizeof *own->choice, "a policy", &own->choice));
    MUST(choices_that_end(settings->matrix, own->first_choice, &own->ends));
    if (own->ends || chosen->first_sweeps > 0) return OK;
    return fail(ERROR_UNSUPPORTED, "policy iteration needs choices with which all paths end, and "
                                   "there are none: use method vi");
}

static void pi_dismiss(struct solve *solve)
{
    struct pi *own = solve->own;
    free(own->first_choice);
    free(own->choice);
    for (int k = 0; k < NCOPIES; k++) free(own->copy[k]);
    components_free(&own->first.components);
}

static double *host_x(const struct solve *solve)
{
    const struct pi *own = solve->own;
    return solve->place->on_host ? solve->x : own->copy[HOST_X];
}

static bool is_krylov(const struct method *method)
{
    return method->options == krylov_options;
}

static const struct method *inner_method(const struct solve *solve)
{
    const struct pi_options *chosen = method_options(&solve->options);
    return find_method(inner_names[chosen->inner]);
}

static struct solve_settings inner_settings(const struct solve *outer, const struct linear *chain,
                                            double off)
{
    const struct pi_options *chosen = method_options(&outer->options);
    const struct pi *own = outer->own;
    const struct method *method = own->inner;
    struct solve_settings settings = {.criterion = ABSOLUTE,
                                      .epsilon = off,
                                      .scale = 1,
                                      .max_iterations = outer->max_iterations - outer->iterations,
                                      .matrix = &chain->a,
                                      .options = default_options(method, outer->a->layout),
                                      .stop = outer->stop,
                                      .go_on = outer->go_on,
                                      .with = outer->with};
    settings.options.layout = outer->options.layout;
    if (is_krylov(method))
        krylov_choose(&settings.options, precondition_names[chosen->precondition], 30);
    return settings;
}

static enum status run_inner(struct solve *inner, const struct method *method, double *x)
{
    MUST(solve_reset(inner, x));
    MUST(solve_run(inner, method));
    return solve_download(inner, x);
}

/* Of a chain that the method does not solve as far as wanted, it gives the best iterate. */
static void take_outcome(struct solve *outer, const struct solve *inner, bool *ends)
{
    outer->iterations += inner->iterations;
    if (inner->outcome == STOPPED || inner->outcome == DIVERGED) outer->outcome = inner->outcome;
    else if (outer->iterations >= outer->max_iterations) outer->outcome = MAX_ITERATIONS;
    *ends = outer->outcome != CONVERGED;
}

/* How much a row of the chain may be off; x may still be 0. */
static double wanted_of(const struct policies *p, const struct linear *chain, const double *x)
{
    const double wanted = policies_tolerance(p, chain->a.off.rows, x);
    double most = 0;
    for (uint32_t i = 0; i < chain->a.off.rows; i++) most = fmax(most, chain->b[i]);
    return wanted > 0 ? wanted : p->share * (most > 0 ? most : 1);
}

static bool is_solved(const struct linear *chain, double wanted, const double *x)
{
    bool solved = true;
    for (uint32_t i = 0; i < chain->a.off.rows && solved; i++)
        solved = fabs(row_left_over(&chain->a, chain->b, false, i, i, x)) <= wanted;
    return solved;
}

/* Improves x, the numbers of a chain, by own->inner. */
static enum status run_chain(struct solve *outer, const struct linear *chain, double wanted,
                             double *x, bool *ends)
{
    enum status status = OK;
    struct solve inner = {0};
    const struct pi *own = outer->own;
    const struct method *method = own->inner;
    struct stored stored = {0};
    struct solve_settings settings = inner_settings(outer, chain, wanted);
    TRY(stored_build_for(method, outer->place, outer->a->layout, F64, &settings.options, &chain->a,
                         &stored));
    TRY(stored_schedule(method, outer->place, &chain->a, &stored));
    TRY(stored_upload(outer->place, &stored));
    TRY(solve_create(&stored, method, chain->b, &settings, &inner));
    TRY(run_inner(&inner, method, x));
    take_outcome(outer, &inner, ends);
out:
    solve_free(&inner);
    stored_free(&stored);
    return status;
}

/* The method that goes on where the chosen one stalls. */
static const struct method *other_method(const struct solve *solve)
{
    const struct method *chosen = inner_method(solve), *krylov = find_method("bicgstab");
    return chosen == krylov ? find_method("gmres") : krylov;
}

/* policies.solve */
static enum status solve_chain(void *with, const struct linear *chain, double *x, bool *ends)
{
    struct solve *outer = with;
    struct pi *own = outer->own;
    const double wanted = wanted_of(&own->policies, chain, x);
    if (is_solved(chain, wanted, x)) return OK;
    MUST(run_chain(outer, chain, wanted, x, ends));
    if (*ends || own->inner != inner_method(outer)) return OK;
    if (is_solved(chain, SLACK * wanted_of(&own->policies, chain, x), x)) return OK;
    own->stalled = own->rounds + 1;
    own->inner = other_method(outer);
    return run_chain(outer, chain, wanted, x, ends);
}

/* Sweeps over all choices until the test passes, at most `most` times. */
static bool passes(struct solve *solve, uint64_t most)
{
    double largest;
    for (uint64_t k = 0; k < most && solve->iterations < solve->max_iterations; k++) {
        solve->iterations++;
        if (!vi_gs_pass(solve, host_x(solve), &largest)) return true;
        if ((solve->stop && *solve->stop) || (solve->go_on && !solve->go_on(solve->with))) {
            solve->outcome = STOPPED;
            return false;
        }
    }
    return false;
}

static void clip(struct solve *solve)
{
    double *x = host_x(solve);
    for (uint32_t i = 0; i < solve->n; i++) x[i] = fmax(x[i], 0);
}

/* Improves the policy until no row is better by more than a share of the largest number, ever
 * smaller, and until the test passes. The numbers of the smallest share are left to sweeps. The
 * first share finds the policy. Its numbers may pass the test and be far off, where paths are long:
 * the second share is for them. */
static enum status improve(struct solve *solve)
{
    enum { LEAST_ROUNDS = 2 };
    static const double least_share = 1e-15;
    struct pi *own = solve->own;
    double share = solve->test.epsilon;
    bool passed = false;
    for (int round = 0; !passed || round < LEAST_ROUNDS; round++, share *= 1e-3) {
        own->policies.share = fmax(share, least_share);
        MUST(policies_improve(&own->policies, own->choice, host_x(solve), &own->rounds));
        if (solve->outcome != CONVERGED) return OK;
        clip(solve);
        const bool last = share <= least_share;
        passed = passes(solve, last ? solve->max_iterations : 1);
        if (solve->outcome != CONVERGED) return OK;
        if (passed || solve->iterations < solve->max_iterations) continue;
        solve->outcome = MAX_ITERATIONS;
        return OK;
    }
    return OK;
}

/* Sweeps first. *done: there is nothing left to do. */
static enum status sweep_first(struct solve *solve, bool *done)
{
    struct pi *own = solve->own;
    const struct pi_options *chosen = method_options(&solve->options);
    const uint64_t limit = solve->max_iterations, first = (uint64_t)chosen->first_sweeps;
    own->first.foretells = own->ends;
    MUST(topological_solve(solve, &own->first, own->ends && first < limit ? first : limit));
    *done = solve->outcome != MAX_ITERATIONS || !own->ends || solve->iterations >= limit;
    if (!*done) solve->outcome = CONVERGED;
    return OK;
}

static void describe(struct solve *solve)
{
    const struct pi *own = solve->own;
    char stalled[64] = "";
    if (own->stalled)
        snprintf(stalled, sizeof stalled, ", which stalled at policy %u: then by %s", own->stalled,
                 own->inner->name);
    if (own->rounds)
        snprintf(solve->note, sizeof solve->note, "%u %s, by %s%s", own->rounds,
                 own->rounds == 1 ? "policy" : "policies", inner_method(solve)->name, stalled);
    else
        snprintf(solve->note, sizeof solve->note, "no policy: %s",
                 own->ends ? "sweeps were enough" : "with none all paths end, so sweeps alone");
}

static enum status pi_run(struct solve *solve)
{
    struct pi *own = solve->own;
    const struct pi_options *chosen = method_options(&solve->options);
    bool done = false;
    memcpy(own->choice, own->first_choice, solve->n * sizeof *own->choice);
    own->policies = (struct policies){.a = own->first.in_place.a,
                                      .b = own->first.in_place.b,
                                      .largest = own->first.in_place.largest,
                                      .solve = solve_chain,
                                      .with = solve};
    own->inner = inner_method(solve);
    own->rounds = own->stalled = 0;
    solve->outcome = CONVERGED;
    const bool elsewhere = !solve->place->on_host;
    if (elsewhere) MUST(solve_download(solve, host_x(solve)));
    if (chosen->first_sweeps > 0) MUST(sweep_first(solve, &done));
    enum status status = done ? OK : improve(solve);
    if (elsewhere && status == OK) status = solve_put(solve, host_x(solve));
    if (elsewhere && status == OK) status = solve->place->synchronise();
    describe(solve);
    return status;
}

static enum status pi_change(const struct solve *solve, double *out)
{
    const struct pi *own = solve->own;
    if (solve->place->on_host) return vi_gs_change(solve, out);
    MUST(solve_download(solve, own->copy[HOST_NEXT]));
    vi_gs_pass(solve, own->copy[HOST_NEXT], out);
    return OK;
}

const struct method method_pi = {
    .name = "pi",
    .title = "policy iteration",
    .source = "Howard 1960; PRISM's -politer",
    .nwork = 1,
    .products = 1,
    .passes = 2,
    .only_by_name = true,
    .task = TASK_BEST,
    .measure = MEASURE_CHANGE,
    .by_entries = true,
    .options = options,
    .can_use = relaxation_can_use,
    .why_not = pi_why_not,
    .own_bytes = sizeof(struct pi),
    .prepare = pi_prepare,
    .dismiss = pi_dismiss,
    .run = pi_run,
    .change = pi_change,
};
