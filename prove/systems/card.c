#include "prove/systems/card.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/sparse/reachability.h"
#include "base/team.h"
#include "prove/systems/equations.h"
#include "solvers/methods/krylov.h"
#include "solvers/placed.h"

enum { MOST_PINS = 1024 /* classes of a long run */ };

bool card_can(const struct place *place)
{
    return place && place->placed && checkers[checker_count - 1]->rows;
}

/* The pinned rows, ascending, and 1 / scale of each row. */
struct pinned_rows {
    uint32_t *pin, count;
    double *factor, *b;
};

static int ascending_rows(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static enum status find_pinning(const struct row_scale *scale, struct pinned_rows *out)
{
    const uint32_t n = problem_unknowns(scale->problem), classes = scale->classes.count;
    *out = (struct pinned_rows){0};
    MUST(allocate(classes, sizeof *out->pin, "a proof", &out->pin));
    MUST(allocate(n, sizeof *out->factor, "a proof", &out->factor));
    MUST(allocate(n, sizeof *out->b, "a proof", &out->b));
    for (uint32_t c = 0; c < classes; c++)
        if (scale->pinned->state[c] != NO_CLASS) out->pin[out->count++] = scale->pinned->state[c];
    qsort(out->pin, out->count, sizeof *out->pin, ascending_rows);
#pragma omp parallel for if (team_once(n))
    for (uint32_t i = 0; i < n; i++) {
        out->factor[i] = 1 / row_scale_of(scale, i);
        out->b[i] = !is_pinned_row(scale->pinned, &scale->classes, i);
    }
    return OK;
}

static void pinned_rows_free(struct pinned_rows *pinning)
{
    free(pinning->pin);
    free(pinning->factor);
    free(pinning->b);
}

static enum status solve_placed(const struct place *place, const struct matrix *there,
                                const struct coarsening *coarsening, const double *b, double off,
                                struct budget *budget, double *x, bool *found)
{
    struct equations equations;
    MUST(equations_place(place, there, coarsening, budget, &equations));
    const enum status status = equations_solve(&equations, b, off, x);
    *found = status == OK && equations.solve.place && equations.solve.outcome == CONVERGED;
    equations_free(&equations);
    return status;
}

enum status card_times(struct check *check, const struct row_scale *scale, const double *weight,
                       struct budget *budget, double *v, bool *found)
{
    enum status status = OK;
    struct matrix rows, pinned = {0};
    struct pinned_rows pinning = {0};
    const struct coarsening coarsening = {weight, true};
    *found = false;
    if (scale->classes.count > MOST_PINS) return OK;
    TRY(check->by->rows(check, true, &rows));
    TRY(find_pinning(scale, &pinning));
    TRY(placed_pin(budget->place, &rows, pinning.count, pinning.pin, pinning.factor, &pinned));
    TRY(solve_placed(budget->place, &pinned, &coarsening, pinning.b, 0.4, budget, v, found));
out:
    placed_free(budget->place, &pinned);
    pinned_rows_free(&pinning);
    return status;
}

enum status card_weights(struct check *check, const double *wanted, double off,
                         struct budget *budget, double *v, bool *found)
{
    struct matrix rows;
    MUST(check->by->rows(check, false, &rows));
    return solve_placed(budget->place, &rows, &(struct coarsening){NULL}, wanted, off, budget, v,
                        found);
}

/* r = b - A x, with 0 in pinned rows. Returns its largest size. */
static double find_residual(const struct linear *s, const uint32_t *class_of,
                            const struct pinned *pinned, const double *x, double *r)
{
    double most = 0;
#pragma omp parallel for schedule(static) reduction(max : most) if (team_once(s->a.off.nnz))
    for (uint32_t i = 0; i < s->a.off.rows; i++) {
        double sum = (s->b ? s->b[i] : 0) - s->a.diag[i] * x[i];
        for (uint64_t k = s->a.off.row[i]; k < s->a.off.row[i + 1]; k++)
            sum -= s->a.off.val[k] * x[s->a.off.col[k]];
        r[i] = pinned && pinned->state[class_of[i]] == i ? 0 : sum;
        most = fmax(most, fabs(r[i]));
    }
    return most;
}

/* The system of a refinement: the problem's rows, or those with pinned ones. *own: what is to be
 * freed. */
static enum status refined_rows(struct check *check, const struct problem *problem,
                                const struct pinned *pinned, const struct place *place,
                                struct matrix *rows, struct matrix *own)
{
    enum status status = OK;
    struct pinned_rows pins = {0};
    struct row_scale scale = {.problem = problem,
                              .pinned = pinned,
                              .classes = {problem->steady.nclasses, problem->steady.class_of}};
    MUST(check->by->rows(check, false, rows));
    if (!pinned) return OK;
    TRY(allocate(scale.classes.count, sizeof *scale.rate, "a proof", &scale.rate));
    for (uint32_t c = 0; c < scale.classes.count; c++) scale.rate[c] = INFINITY;
    TRY(find_pinning(&scale, &pins));
    TRY(placed_pin(place, rows, pins.count, pins.pin, pins.factor, own));
    *rows = *own;
out:
    free(scale.rate);
    pinned_rows_free(&pins);
    return status;
}

enum status card_refine(struct check *check, const struct problem *problem,
                        const struct pinned *pinned, double aim, struct budget *budget, double *x,
                        bool *found)
{
    enum status status = OK;
    const struct linear *s = problem_written(problem);
    const uint32_t n = s->a.off.rows;
    struct matrix rows, own = {0};
    double *r = NULL, *d = NULL;
    *found = false;
    TRY(allocate(n, sizeof *r, "a proof", &r));
    TRY(allocate(n, sizeof *d, "a proof", &d));
    TRY(refined_rows(check, problem, pinned, budget->place, &rows, &own));
    const double most = find_residual(s, problem->steady.class_of, pinned, x, r);
    if (!(most > 0 && isfinite(most))) goto out;
    TRY(solve_placed(budget->place, &rows, &(struct coarsening){NULL}, r, aim * most, budget, d,
                     found));
#pragma omp parallel for if (team_once(n))
    for (uint32_t i = 0; i < n; i++) x[i] += *found ? d[i] : 0;
out:
    placed_free(budget->place, &own);
    free(r);
    free(d);
    return status;
}

static bool answer_has_time(void *with)
{
    bool left;
    return budget_check(with, &left) == OK && left;
}

/* The system of settings->b and settings->x0. */
static enum status run_answer(const struct stored *stored, const struct method *method,
                              const struct solve_settings *settings, double *x, bool *found)
{
    enum status status = OK;
    struct solve solve = {0};
    TRY(solve_create(stored, method, settings->b, settings, &solve));
    TRY(solve_reset(&solve, settings->x0));
    TRY(solve_run(&solve, method));
    TRY(solve_download(&solve, x));
    *found = solve.outcome == CONVERGED;
out:
    solve_free(&solve);
    return status;
}

/* The ways of a case that are tried for an answer. */
static const struct {
    const char *precondition;
    uint64_t most;
} answer_ways[] = {{"jacobi", 600}, {"multilevel", 200}, {"jacobi", 20000}};

enum status card_answer(struct check *check, const struct problem *problem, double epsilon,
                        struct budget *budget, double *x, bool *found)
{
    enum status status = OK;
    const struct method *method = find_method("bicgstab");
    struct matrix rows;
    struct stored stored = {0};
    *found = false;
    MUST(check->by->rows(check, false, &rows));
    TRY(stored_take(budget->place, find_layout("msr"), &rows, &stored));
    struct solve_settings settings = {.criterion = RELATIVE,
                                      .epsilon = epsilon,
                                      .scale = problem_scale(problem),
                                      .matrix = &rows,
                                      .placed = true,
                                      .b = problem_written(problem)->b,
                                      .x0 = problem->system.x0,
                                      .class_of = problem->steady.class_of,
                                      .nclasses = problem->steady.nclasses,
                                      .options = default_options(method, stored.layout),
                                      .go_on = answer_has_time,
                                      .with = budget};
    const bool slow = problem->kind == KIND_STEADY && !has_long_rows(&rows);
    for (size_t k = slow ? 1 : 0; k < sizeof answer_ways / sizeof *answer_ways; k++) {
        if (*found || budget->spent) break;
        settings.max_iterations = answer_ways[k].most;
        krylov_choose(&settings.options, answer_ways[k].precondition, 1);
        TRY(run_answer(&stored, method, &settings, x, found));
    }
out:
    stored_free(&stored);
    return status;
}
