#include "prove/systems/card.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/sparse/reachability.h"
#include "base/team.h"
#include "prove/systems/equations.h"
#include "prove/systems/sweeps.h"
#include "solvers/methods/krylov.h"
#include "solvers/placed.h"

enum { MOST_PINS = 1024 /* classes of a long run */ };

bool card_can(const struct place *place)
{
    return place && place->placed && checkers[checker_count - 1]->rows;
}

/* The system of times, or of a refinement, in place memory. */
struct placed_system {
    const struct place *place;
    uint32_t *pin, count;   /* on the host: the pinned rows, ascending */
    double *rate, *factor;  /* of each class, and of each row: 1 / scale */
    uint32_t *class_of;     /* NULL: there is one class */
    struct matrix rows;     /* with pinned rows */
    double *b, *x, *weight; /* NULL where they are not needed */
};

static void placed_system_free(struct placed_system *s)
{
    void *there[] = {s->rate, s->factor, s->class_of, s->b, s->x, s->weight};
    for (size_t k = 0; k < sizeof there / sizeof *there; k++)
        if (there[k]) s->place->release(there[k]);
    if (s->place) placed_free(s->place, &s->rows);
    free(s->pin);
}

static int ascending_rows(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static enum status list_pins(const struct row_scale *scale, struct placed_system *s)
{
    const uint32_t classes = scale->classes.count;
    MUST(allocate(classes, sizeof *s->pin, "a proof", &s->pin));
    for (uint32_t c = 0; c < classes; c++)
        if (scale->pinned->state[c] != NO_CLASS) s->pin[s->count++] = scale->pinned->state[c];
    qsort(s->pin, s->count, sizeof *s->pin, ascending_rows);
    return OK;
}

static enum status new_numbers(const struct place *place, size_t n, double **out)
{
    return place->allocate(n * sizeof **out, (void **)out);
}

/* Makes the rows of the system from these. */
static enum status scale_and_pin(const struct matrix *rows, const struct row_scale *scale,
                                 struct placed_system *s)
{
    const struct place *place = s->place;
    const size_t n = rows->off.rows, classes = scale->classes.count;
    MUST(list_pins(scale, s));
    MUST(place_bring(place, scale->rate, classes * sizeof *s->rate, &s->rate));
    if (classes > 1)
        MUST(place_bring(place, scale->classes.of, n * sizeof *s->class_of, &s->class_of));
    MUST(new_numbers(place, n, &s->factor));
    MUST(place->placed->scale(rows, &(struct placed_scale){s->rate, s->class_of}, s->factor));
    return placed_pin(place, rows, s->count, s->pin, s->factor, &s->rows);
}

/* y, in place memory: value in the pinned rows. */
static enum status set_pins(const struct placed_system *s, double value, double *y)
{
    for (uint32_t k = 0; k < s->count; k++)
        MUST(s->place->put(y + s->pin[k], &value, sizeof value));
    return s->place->synchronise();
}

/* y, in place memory, = 1 everywhere: the diagonal divided by itself. */
static enum status set_to_ones(const struct place *place, const struct matrix *rows, double *y)
{
    return place->vec[F64]->quotient(rows->off.rows, rows->diag, rows->diag, y);
}

/* All vectors are in place memory. */
static enum status solve_there(const struct place *place, const struct matrix *rows,
                               const struct coarsening *coarsening, const double *b, double off,
                               struct budget *budget, double *x, bool *found)
{
    struct equations equations;
    MUST(equations_place(place, rows, coarsening, b, off, budget, &equations));
    const enum status status = equations_solve_placed(&equations, x, found);
    equations_free(&equations);
    return status;
}

/* b and x are on the host. */
static enum status solve_placed(const struct place *place, const struct matrix *rows,
                                const double *b, double off, struct budget *budget, double *x,
                                bool *found)
{
    enum status status = OK;
    const size_t n = rows->off.rows;
    double *there = NULL, *answer = NULL;
    TRY(place_bring(place, b, n * sizeof *b, &there));
    TRY(new_numbers(place, n, &answer));
    TRY(solve_there(place, rows, &(struct coarsening){NULL}, there, off, budget, answer, found));
    TRY(place->get(x, answer, n, sizeof *x));
out:
    if (there) place->release(there);
    if (answer) place->release(answer);
    return status;
}

/* The weight of a row is its rough answer times its scale. */
static enum status find_weight(const double *rough, struct placed_system *s)
{
    const size_t n = s->rows.off.rows;
    MUST(new_numbers(s->place, n, &s->weight));
    return s->place->vec[F64]->quotient(n, rough, s->factor, s->weight);
}

enum status card_times(struct check *check, const struct row_scale *scale, const double *rough,
                       struct budget *budget, double *v, bool *found)
{
    enum status status = OK;
    struct matrix rows;
    struct placed_system s = {.place = budget->place};
    *found = false;
    if (scale->classes.count > MOST_PINS) return OK;
    TRY(check->by->rows(check, true, &rows));
    TRY(scale_and_pin(&rows, scale, &s));
    if (rough) TRY(find_weight(rough, &s));
    TRY(new_numbers(s.place, rows.off.rows, &s.b));
    TRY(new_numbers(s.place, rows.off.rows, &s.x));
    TRY(set_to_ones(s.place, &rows, s.b));
    TRY(set_pins(&s, 0, s.b));
    const struct coarsening coarsening = {s.weight, true};
    TRY(solve_there(s.place, &s.rows, &coarsening, s.b, 0.4, budget, s.x, found));
    if (*found) TRY(s.place->get(v, s.x, rows.off.rows, sizeof *v));
out:
    placed_system_free(&s);
    return status;
}

enum status card_rough_answer(struct check *check, const struct place *place, int sweeps,
                              double **rough)
{
    enum status status = OK;
    const double omega = 0.9;
    struct matrix rows;
    struct stored stored = {0};
    double *next = NULL;
    MUST(check->by->rows(check, false, &rows));
    TRY(stored_take(place, find_layout("msr"), &rows, &stored));
    TRY(new_numbers(place, rows.off.rows, rough));
    TRY(new_numbers(place, rows.off.rows, &next));
    TRY(set_to_ones(place, &rows, *rough));
    const struct mat_ops *ops = find_mat_ops(stored.layout, place, F64);
    for (int k = 0; k < sweeps; k++) {
        double *const before = *rough;
        TRY(ops->jacobi(&stored, NULL, before, next, omega, NULL));
        *rough = next;
        next = before;
    }
out:
    if (next) place->release(next);
    stored_free(&stored);
    return status;
}

enum status card_rough_in_place(const struct linear *system, const struct place *place, int sweeps,
                                double **rough)
{
    enum status status = OK;
    const size_t n = system->a.off.rows;
    double *x = NULL, *before = NULL;
    TRY(allocate_large(n, sizeof *x, "a proof", &x));
    TRY(allocate_large(n, sizeof *before, "a proof", &before));
    copy_large(x, system->x0, n * sizeof *x);
    rough_sweeps(&system->a, sweeps, before, x);
    TRY(place_bring(place, x, n * sizeof *x, rough));
    TRY(place->synchronise());
out:
    free(x);
    free(before);
    return status;
}

void card_release(const struct place *place, double *rough)
{
    if (rough) place->release(rough);
}

enum status card_weights(struct check *check, const double *wanted, double off,
                         struct budget *budget, double *v, bool *found)
{
    struct matrix rows;
    MUST(check->by->rows(check, false, &rows));
    return solve_placed(budget->place, &rows, wanted, off, budget, v, found);
}

/* The rows of a refinement: the problem's, or those with pinned ones, which s has. */
static enum status refined_rows(struct check *check, const struct problem *problem,
                                const struct pinned *pinned, struct placed_system *s,
                                struct matrix *rows)
{
    enum status status = OK;
    struct row_scale scale = {.problem = problem,
                              .pinned = pinned,
                              .classes = {problem->steady.nclasses, problem->steady.class_of}};
    MUST(check->by->rows(check, false, rows));
    if (!pinned) return OK;
    TRY(allocate(scale.classes.count, sizeof *scale.rate, "a proof", &scale.rate));
    for (uint32_t c = 0; c < scale.classes.count; c++) scale.rate[c] = INFINITY;
    TRY(scale_and_pin(rows, &scale, s));
    *rows = s->rows;
out:
    free(scale.rate);
    return status;
}

/* r = b - A x, with 0 in pinned rows; *most = its largest size. s: has the pins; its b may be
 * NULL. */
static enum status find_residual(const struct placed_system *s, const struct matrix *rows,
                                 double *r, double *most)
{
    const struct vec_ops *vec = s->place->vec[F64];
    struct stored stored;
    MUST(stored_take(s->place, find_layout("msr"), rows, &stored));
    enum status status =
        find_mat_ops(stored.layout, s->place, F64)->residual(&stored, s->b, s->x, r);
    if (status == OK) status = set_pins(s, 0, r);
    if (status == OK)
        status = vec->blend(rows->off.rows, &(struct blend){.y = r, .largest = most});
    stored_free(&stored);
    return status;
}

enum status card_refine(struct check *check, const struct problem *problem,
                        const struct pinned *pinned, double aim, struct budget *budget, double *x)
{
    enum status status = OK;
    const double *b = problem_written(problem)->b, one[] = {1, 1};
    const struct place *place = budget->place;
    struct matrix rows;
    struct placed_system s = {.place = place};
    double *r = NULL, *d = NULL, most;
    bool found;
    TRY(refined_rows(check, problem, pinned, &s, &rows));
    const size_t n = rows.off.rows;
    if (b) TRY(place_bring(place, b, n * sizeof *b, &s.b));
    TRY(place_bring(place, x, n * sizeof *x, &s.x));
    TRY(new_numbers(place, n, &r));
    TRY(new_numbers(place, n, &d));
    TRY(find_residual(&s, &rows, r, &most));
    if (!(most > 0 && isfinite(most))) goto out;
    TRY(solve_there(place, &rows, &(struct coarsening){NULL}, r, aim * most, budget, d, &found));
    TRY(place->vec[F64]->blend(n, &(struct blend){.count = 2,
                                                  .factor = one,
                                                  .x = (const void *[]){s.x, d},
                                                  .y = s.x,
                                                  .largest = &most}));
    if (!isfinite(most)) goto out;
    TRY(place->get(x, s.x, n, sizeof *x));
out:
    if (r) place->release(r);
    if (d) place->release(d);
    placed_system_free(&s);
    return status;
}

static bool answer_has_time(void *with)
{
    bool left;
    return budget_check(with, &left) == OK && left;
}

/* The system of b, in place memory, and settings->x0. */
static enum status run_answer(const struct stored *stored, const struct method *method,
                              const struct solve_settings *settings, const double *b, double *x,
                              bool *found)
{
    enum status status = OK;
    struct solve solve = {0};
    TRY(solve_create(stored, method, b, settings, &solve));
    TRY(solve_reset(&solve, settings->x0));
    TRY(solve_run(&solve, method));
    TRY(solve_download(&solve, x));
    *found = solve.outcome == CONVERGED;
out:
    solve_free(&solve);
    return status;
}

enum speed { SLOW_CHAINS = 1, OTHERS = 2, ALL = SLOW_CHAINS | OTHERS };

/* The ways of a case that are tried for an answer. multilevel alone finds that of cluster 480 in 61
 * cycles, where bicgstab with it does not end in 1,000. */
static const struct {
    enum speed speed;
    const char *method, *precondition; /* precondition NULL: the method takes rows on the host */
    uint64_t most;
} answer_ways[] = {{SLOW_CHAINS, "multilevel", NULL, 200},
                   {OTHERS, "bicgstab", "jacobi", 600},
                   {ALL, "bicgstab", "multilevel", 200},
                   {ALL, "bicgstab", "jacobi", 20000}};

enum status card_answer(struct check *check, const struct problem *problem, double epsilon,
                        struct budget *budget, double *x, bool *found)
{
    enum status status = OK;
    const struct linear *s = problem_written(problem);
    struct matrix rows;
    struct stored stored = {0};
    double *b = NULL;
    *found = false;
    MUST(check->by->rows(check, false, &rows));
    if (s->b) TRY(place_bring(budget->place, s->b, rows.off.rows * sizeof *b, &b));
    TRY(stored_take(budget->place, find_layout("msr"), &rows, &stored));
    struct solve_settings settings = {.criterion = RELATIVE,
                                      .epsilon = epsilon,
                                      .scale = problem_scale(problem),
                                      .b = s->b,
                                      .x0 = problem->system.x0,
                                      .class_of = problem->steady.class_of,
                                      .nclasses = problem->steady.nclasses,
                                      .go_on = answer_has_time,
                                      .with = budget};
    const enum speed speed =
        problem->kind == KIND_STEADY && !has_long_rows(&rows) ? SLOW_CHAINS : OTHERS;
    for (size_t k = 0; k < sizeof answer_ways / sizeof *answer_ways; k++) {
        if (!(answer_ways[k].speed & speed)) continue;
        if (*found || budget->spent) break;
        const struct method *method = find_method(answer_ways[k].method);
        settings.max_iterations = answer_ways[k].most;
        settings.options = default_options(method, stored.layout);
        settings.placed = answer_ways[k].precondition != NULL;
        settings.matrix = settings.placed ? &rows : &s->a;
        if (settings.placed) krylov_choose(&settings.options, answer_ways[k].precondition, 1);
        const enum status ran = run_answer(&stored, method, &settings, b, x, found);
        if (ran != ERROR_UNSUPPORTED) TRY(ran);
    }
out:
    stored_free(&stored);
    if (b) budget->place->release(b);
    return status;
}
