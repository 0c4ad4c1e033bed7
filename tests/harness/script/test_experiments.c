/* The experiments of experiments/ on any results: every claim, table and figure on made-up results,
 * with cases that are missing, without a device, not converged, timed out, extrapolated or fine. No
 * error may occur, and every statement has numbers or a reason. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/tables/table.h"
#include "plots/figures/figure_data.h"
#include "tests/support/listed.h"
#include "tests/support/results/planned.h"
#include "tests/support/seed.h"

/* Kinds of made-up results. */
enum world { ALL_FINE, NO_GPU, MIXED, NOTHING_RAN, NWORLDS };

static const char *const world_names[NWORLDS] = {"all fine", "no GPU", "mixed", "nothing ran"};

static double draw_factor(double spread)
{
    return exp(spread * ((double)draw(1001) / 500 - 1));
}

static void draw_problem(struct result_problem *problem, enum world world)
{
    if (world == NOTHING_RAN || (world == MIXED && draw(10) == 0))
        return; /* it could not be made */
    problem->n = problem->states = 2 + draw(100000);
    problem->nnz = draw(10) * problem->n;
    problem->transitions = problem->n + problem->nnz;
    problem->classes = 1;
    problem->row_min = draw(2);
    problem->row_max = 1 + draw(100);
    problem->diagonal_share = (double)draw(101) / 100;
    problem->generate = draw_factor(5);
}

static enum case_status draw_status(const struct result_problem *problem,
                                    const struct result_variant *variant, enum world world)
{
    bool on_gpu = !strncmp(variant->place, "cuda", 4);
    if (problem->n == MISSING) return CASE_INTERRUPTED;
    if (world == NO_GPU && on_gpu) return CASE_NO_DEVICE;
    return world == MIXED && draw(3) == 0 ? (enum case_status)draw(NCASE_STATUSES) : CASE_OK;
}

static void draw_run(struct results *r, struct result_run *run, enum world world)
{
    const struct result_variant *variant = &r->variants[run->variant];
    const struct made_run made = {.status = draw_status(&r->problems[run->problem], variant, world),
                                  .per_iteration = 1e-3 * draw_factor(3),
                                  .iterations = 1 + draw(1000),
                                  .noise = draw(2) ? 0.2 : 1e-3,
                                  .stream = (uint64_t)(run - r->runs),
                                  .samples = 7};
    planned_run(r, run, &made);
    if (made.status != CASE_OK) return;
    run->bytes = draw(1000000000);
    run->layout = draw_factor(3);
    run->doubtful = world == MIXED && draw(4) == 0; /* no claim sees its time */
    if (run->iterations == MISSING) return;
    run->change = run->residual = 1e-6 * draw_factor(8);
    run->value = draw_factor(1);
    run->zeros = draw(2) ? (double)draw(101) / 100 : 0;
    if (strcmp(variant->precision, "u32")) return;
    run->verdict = draw(2) ? CYCLE_FOUND : CYCLE_NONE;
    run->outer = draw(20), run->sweeps = draw(500);
    run->fly_vertices = draw(100000), run->fly_edges = draw(1000000);
}

/* Drops each tenth case: not in these results. */
static void drop_some(struct results *r)
{
    size_t kept = 0;
    for (size_t k = 0; k < r->nruns; k++) {
        if (draw(10)) r->runs[kept++] = r->runs[k];
        else result_run_clear(&r->runs[k]);
    }
    r->nruns = kept;
}

static void check_claims(const struct results *r)
{
    for (size_t k = 0; k < r->nclaims; k++) {
        const struct claim *claim = &r->claims[k];
        if (claim->verdict == VERDICT_NOT_JUDGED || !*claim->numbers ||
            strstr(claim->numbers, "nan") || strstr(claim->numbers, "nil"))
            fail_msg("%s: claim %s: \"%s\"", r->name, claim->id, claim->numbers);
    }
}

/* Unsure answers stand in no table of fastest variants, whose rows begin with source and variant.
 */
static void check_fastest(const struct results *r, const struct grid *grid)
{
    for (size_t k = 0; k < r->nruns; k++) {
        const struct result_run *run = &r->runs[k];
        for (size_t cell = grid->ncolumns; run_is_unsure(run) && cell < grid->ncells;
             cell += grid->ncolumns)
            assert_false(!strcmp(grid->cells[cell], r->problems[run->problem].source) &&
                         !strcmp(grid->cells[cell + 1], r->variants[run->variant].name));
    }
}

static void check_tables(const struct results *r)
{
    for (size_t k = 0; k < r->ntables; k++) {
        struct grid grid = {0};
        assert_ok(table_grid(r, r->tables[k].id, &grid));
        if (!strcmp(r->tables[k].id, "phases")) check_fastest(r, &grid);
        grid_free(&grid);
    }
}

static void check_figures(const struct results *r)
{
    for (size_t k = 0; k < r->nfigures; k++) {
        struct figure_data data;
        if (!strcmp(r->figures[k].kind, "structure")) continue;
        assert_ok(figure_data_make(r, &r->figures[k], &data));
        figure_data_free(&data);
    }
}

static void check_world(const char *name, bool quick, enum world world)
{
    struct results r;
    planned_begin(name, quick, &r);
    printf("%s%s, %s\n", name, quick ? " --quick" : "", world_names[world]);
    r.settings.max_samples = world == ALL_FINE ? 7 : 1 + draw(7);
    for (size_t k = 0; k < r.nproblems; k++) draw_problem(&r.problems[k], world);
    for (size_t k = 0; k < r.nruns; k++) draw_run(&r, &r.runs[k], world);
    if (world == MIXED) drop_some(&r);
    planned_judge(&r);
    check_claims(&r);
    check_tables(&r);
    check_figures(&r);
    results_free(&r);
}

static void says_something_of_anything(void **state)
{
    for (int quick = 0; quick < 2; quick++)
        for (int world = 0; world < NWORLDS; world++) check_world(*state, quick, (enum world)world);
}

/* Runs those that its arguments name; without any, all. */
int main(int argc, char **argv)
{
    seed_begin();
    planned_find();
    for (size_t k = 0; planned_names[k]; k++) {
        bool wanted = argc == 1;
        for (int i = 1; i < argc; i++) wanted |= !strcmp(argv[i], planned_names[k]);
        if (wanted) list_test(says_something_of_anything, planned_names[k], "%s", planned_names[k]);
    }
    int failed = run_listed("experiments", NULL, NULL);
    planned_forget();
    return failed;
}
