#include "harness/case/verify.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/intervals/interval_rows.h"
#include "base/memory.h"
#include "base/poisson.h"
#include "base/process/interrupt.h"
#include "base/sparse/rows.h"
#include "base/team.h"

static double row_residual(const struct linear *s, uint64_t i, const double *x)
{
    return row_subtract(&s->a, i, s->b, x, false).left;
}

/* Part of a residual that rounding cannot explain. Rounding is bounded by half a unit in the last
 * place of the sizes for each term, plus some more, which covers the exact answer as f64 stores it
 * and the error of the residual itself. Infinite if the residual is not a number. */
static double beyond_rounding(const struct row_rest *row)
{
    const double units = (double)row->entries + 4;
    const double beyond = fabs(row->left) - units * DBL_EPSILON / 2 * row->size;
    return isnan(beyond) ? INFINITY : beyond > 0 ? beyond : 0;
}

static double larger_value(double a, double b)
{
    return a > b ? a : b;
}

/* Entries smaller than this are judged absolutely. */
static double smallest_exact(const struct checked *by)
{
    double normal = by->precision == F32 ? FLT_MIN : DBL_MIN;
    return by->flushed ? ldexp(normal, 40) : normal;
}

/* Change of an entry with this residual by one step of the method. NaN (inf - inf) becomes
 * infinite, since a maximum would ignore NaN. */
static double entry_change(const struct checked *by, double residual, double diagonal, double old)
{
    double change = by->relaxation * fabs(by->step > 0 ? by->step * residual : residual / diagonal);
    if (isnan(change)) return INFINITY;
    return by->criterion == RELATIVE && fabs(old) >= smallest_exact(by) ? change / fabs(old)
                                                                        : change;
}

/* Largest change by a sweep in place. */
static double sweep_change(const struct linear *s, const struct checked *by, const double *x)
{
    const uint32_t n = matrix_unknowns(&s->a);
    double change = 0;
    memcpy(by->work, x, n * sizeof *x);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t at = by->sweep == SWEEP_DESCENDING ? n - 1 - k : k,
                 i = by->sequence ? by->sequence[at] : at;
        double residual = row_residual(s, i, by->work);
        change = larger_value(change, entry_change(by, residual, s->a.diag[i], x[i]));
        by->work[i] += residual / s->a.diag[i];
    }
    return change;
}

static uint32_t class_of(const struct problem *problem, uint64_t i)
{
    return problem->steady.class_of ? problem->steady.class_of[i] : 0;
}

static uint32_t class_count(const struct problem *problem)
{
    return problem->steady.class_of ? problem->steady.nclasses : 1;
}

/* Measures the size of an answer that may have any size, for each closed class: its largest A_ii
 * x_i; with the absolute criterion its sum, but at most 1. */
static void measure_classes(const struct problem *problem, const struct checked *by,
                            const double *x)
{
    const struct linear *s = &problem->system;
    for (uint32_t c = 0; c < class_count(problem); c++) by->sizes[c] = 0;
    for (uint32_t i = 0; i < s->a.off.rows; i++) {
        double *size = &by->sizes[class_of(problem, i)];
        *size = by->criterion == ABSOLUTE ? fmin(1, *size + fabs(x[i]))
                                          : larger_value(*size, fabs(s->a.diag[i] * x[i]));
    }
}

/* Facts about an answer over all rows: the largest of the rows' numbers, or their sums. */
struct findings {
    double change, worst, size, error, answer, beyond; /* largest */
    double imbalance, flow;                            /* sums */
    bool finite;
};

static bool has_any_size(const struct problem *problem, const struct checked *by)
{
    return by->measure == MEASURE_EITHER && !problem->system.b;
}

/* Looks at the rows of a, which are all of the problem's or a piece. */
static void look_at_part(const struct problem *problem, const struct checked *by,
                         const struct matrix *a, const double *x, struct findings *out)
{
    const bool any_size = has_any_size(problem, by);
    const double *known = problem->system.answer, *b = problem->system.b;
    const uint64_t rows = matrix_rows(a);
    double change = out->change, worst = out->worst, size = out->size, error = out->error,
           answer = out->answer, beyond = out->beyond, imbalance = 0, flow = 0;
    int finite = out->finite;
#pragma omp parallel for schedule(static) reduction(max : change, worst, size, error) \
    reduction(max : answer, beyond) reduction(& : finite) reduction(+ : imbalance, flow) \
    if (team_once(a->off.nnz + rows))
    for (uint64_t r = 0; r < rows; r++) {
        const uint64_t i = row_owner(a, r);
        const struct row_rest row = row_subtract(a, r, b, x, false);
        const double residual = row.left, of = any_size ? by->sizes[class_of(problem, i)] : 1;
        const bool sized = of >= DBL_MIN && of <= DBL_MAX; /* else the quotients below would not be
                                                              numbers */
        double step = entry_change(by, residual, row.diagonal, x[i]);
        if (by->criterion == ABSOLUTE) step /= of;
        change = larger_value(change, sized ? step : INFINITY);
        finite &= isfinite(x[i]) != 0;
        const double left = by->measure == MEASURE_CHANGE ? 0 : beyond_rounding(&row);
        imbalance += left;
        beyond = larger_value(beyond, sized ? left / of : INFINITY);
        flow += fabs(row.diagonal * x[i]);
        worst = larger_value(worst, isnan(residual) ? INFINITY : fabs(residual));
        size = larger_value(size, b ? fabs(b[i]) : fabs(row.diagonal * x[i]));
        if (!known) continue;
        error = larger_value(error, fabs(x[i] - known[i]));
        answer = larger_value(answer, fabs(known[i]));
    }
    *out = (struct findings){
        change,           worst,      size, error, answer, beyond, out->imbalance + imbalance,
        out->flow + flow, finite != 0};
}

static struct verdict conclude(const struct problem *problem, const struct checked *by,
                               const double *x, const struct findings *found)
{
    const struct linear *s = &problem->system;
    const bool relative = by->criterion == RELATIVE;
    double change = found->change;
    if (by->measure == MEASURE_RESIDUAL)
        change = relative ? found->beyond / problem_scale(problem) : found->beyond;
    else if (by->measure == MEASURE_EITHER)
        change =
            fmin(change, s->b && relative ? found->beyond / problem_scale(problem) : found->beyond);
    else if (by->measure == MEASURE_BALANCE)
        change = relative ? found->imbalance / found->flow : found->imbalance;
    else if (by->sweep != SWEEP_AT_ONCE) change = sweep_change(s, by, x);
    return (struct verdict){
        .finite = found->finite,
        .change = change,
        .residual = found->size > 0 ? found->worst / found->size : found->worst,
        .error = s->answer ? found->error / (found->answer > 0 ? found->answer : 1) : NAN};
}

enum status verify_answer(const struct problem *problem, const struct checked *by, const double *x,
                          struct verdict *out)
{
    enum status status = OK;
    struct findings found = {.finite = true};
    struct row_pieces pieces;
    if (has_any_size(problem, by)) measure_classes(problem, by, x);
    MUST(row_pieces_open(problem, &pieces));
    while (pieces.end < problem_unknowns(problem)) {
        if (pieces.end && interrupted())
            TRY(fail(ERROR_INTERRUPTED, "interrupted while the answer was checked"));
        TRY(row_pieces_next(&pieces));
        look_at_part(problem, by, &pieces.rows, x, &found);
    }
    *out = conclude(problem, by, x, &found);
out:
    row_pieces_close(&pieces);
    return status;
}

/* Returns the value of row c, which unknown i owns: b_c + sum_j p_j x_j, with its own p. */
static double choice_value(const struct linear *s, uint32_t c, uint64_t i, const double *x)
{
    double value = s->b ? s->b[c] : 0;
    for (uint64_t k = s->a.off.row[c]; k < s->a.off.row[c + 1]; k++)
        value -= s->a.off.val[k] * x[s->a.off.col[k]];
    return s->a.diag[c] == 1 ? value : value + (1 - s->a.diag[c]) * x[i];
}

/* Returns the best value of unknown i. A sum that is not a number is best. order: of rows of
 * intervals (interval_order), else NULL. */
static double best_value(const struct problem *problem, uint64_t i, const double *x,
                         uint32_t *order)
{
    const struct linear *s = &problem->system;
    const bool largest = problem->optimum.largest;
    double best = largest ? -INFINITY : INFINITY;
    if (!matrix_is_stored(&s->a)) return closed_best(&s->a.closed, i, x);
    for (uint32_t c = s->a.group[i]; c < s->a.group[i + 1] && !isnan(best); c++) {
        double value = choice_value(s, c, i, x);
        if (order) {
            const struct given given =
                interval_give(&s->a, c, x[i], x, problem->optimum.nature_largest, order);
            value += given.sum + given.stays * x[i];
        }
        if (isnan(value) || (largest ? value > best : value < best)) best = value;
    }
    return best;
}

enum status verify_best(const struct problem *problem, const struct checked *by, const double *x,
                        struct verdict *out)
{
    const struct linear *s = &problem->system;
    const uint64_t n = matrix_unknowns(&s->a);
    const struct checked plain = {.criterion = by->criterion,
                                  .precision = by->precision,
                                  .flushed = by->flushed,
                                  .relaxation = 1};
    double change = 0, worst = 0, size = 0;
    int finite = 1;
    uint32_t *order = NULL;
    if (s->a.most) MUST(interval_order(&s->a, &order));
#pragma omp parallel for schedule(static) reduction(max : change, worst, size) \
    reduction(& : finite) if (team_once(matrix_entries(&s->a) + n))
    for (uint64_t i = 0; i < n; i++) {
        const double moved = best_value(problem, i, x, order) - x[i];
        change = larger_value(change, entry_change(&plain, moved, 1, x[i]));
        worst = larger_value(worst, isnan(moved) ? INFINITY : fabs(moved));
        size = larger_value(size, fabs(x[i]));
        finite &= isfinite(x[i]) != 0;
    }
    free(order);
    *out = (struct verdict){.finite = finite != 0,
                            .change = change,
                            .residual = size > 0 ? worst / size : worst,
                            .error = s->answer ? verify_same(problem, x, s->answer).change : NAN};
    return OK;
}

/* Computes sum_k w_k x_k over the iterates x_k. If the number of steps is given, all weight is on
 * the last step. */
struct iterates {
    const struct problem *problem;
    struct poisson weights;
    double *x, *next, *sum;
};

static void add_iterate(struct iterates *it, uint64_t k)
{
    if (k < it->weights.first) return;
    double weight = it->weights.weight[k - it->weights.first];
#pragma omp parallel for schedule(static) if (team_again(problem_unknowns(it->problem)))
    for (uint32_t i = 0; i < problem_unknowns(it->problem); i++) it->sum[i] += weight * it->x[i];
}

static void iterates_advance(struct iterates *it)
{
    const struct linear *s = &it->problem->system;
    double *x = it->x;
#pragma omp parallel for schedule(static) if (team_again(s->a.off.nnz + s->a.off.rows))
    for (uint32_t i = 0; i < s->a.off.rows; i++)
        it->next[i] = x[i] + it->problem->step * row_residual(s, i, x);
    it->x = it->next;
    it->next = x;
}

static enum status weigh_steps(const struct problem *problem, struct poisson *out)
{
    if (!problem->steps) return poisson_create(problem->time / problem->step, DBL_EPSILON, out);
    out->first = out->last = problem->steps;
    enum status status = allocate(1, sizeof *out->weight, "a weight", &out->weight);
    if (status == OK) *out->weight = 1;
    return status;
}

struct verdict verify_same(const struct problem *problem, const double *x, const double *wanted)
{
    const uint32_t n = problem_unknowns(problem);
    double difference = 0, size = 0;
    bool finite = true;
    for (uint32_t i = 0; i < n; i++) {
        finite &= isfinite(x[i]) != 0;
        difference = larger_value(difference, fabs(x[i] - wanted[i]));
        size = larger_value(size, fabs(wanted[i]));
    }
    return (struct verdict){.finite = finite,
                            .change = size > 0 ? difference / size : difference,
                            .residual = NAN,
                            .error = NAN};
}

enum status verify_steps(const struct problem *problem, const double *x, struct verdict *out)
{
    enum status status = OK;
    uint32_t n = problem_unknowns(problem);
    struct iterates it = {.problem = problem};
    TRY(weigh_steps(problem, &it.weights));
    TRY(allocate(n, sizeof *it.x, "a check", &it.x));
    TRY(allocate(n, sizeof *it.next, "a check", &it.next));
    TRY(allocate_zeroed(n, sizeof *it.sum, "a check", &it.sum));
    memcpy(it.x, problem->system.x0, n * sizeof *it.x);
    for (uint64_t k = 0; k < it.weights.last; k++) {
        add_iterate(&it, k);
        iterates_advance(&it);
        if (interrupted()) TRY(fail(ERROR_INTERRUPTED, "interrupted while the answer was checked"));
    }
    add_iterate(&it, it.weights.last);
    *out = verify_same(problem, x, it.sum);
out:
    poisson_free(&it.weights);
    free(it.x);
    free(it.next);
    free(it.sum);
    return status;
}

/* Cuts the interval to the range of weights in its class: no average is below the least or above
 * the largest of them. */
static void meet_weights(const struct problem *problem, uint32_t class, double *low, double *high)
{
    double least = INFINITY, most = -INFINITY;
    for (uint32_t i = 0; i < problem_unknowns(problem); i++) {
        if (problem->steady.class_of[i] != class) continue;
        least = fmin(least, problem->steady.weight[i]);
        most = fmax(most, problem->steady.weight[i]);
    }
    if (least > *low) *low = least;
    if (most < *high) *high = most;
}

enum status verify_average(const struct problem *problem, struct check *check, const double *w,
                           double *low, double *high)
{
    enum status status = OK;
    const struct steady_value *steady = &problem->steady;
    const uint32_t count = steady->nclasses, class = steady->class_of[0];
    double *ends;
    MUST(allocate(2 * (size_t)count, sizeof *ends, "bounds", &ends));
    TRY(check->by->average(check, steady->weight, w, ends, ends + count));
    meet_weights(problem, class, &ends[class], &ends[count + class]);
    const double odds = steady->probability[class];
    *low = certify_add_product(steady->constant, odds, ends[class], BELOW);
    *high = certify_add_product(steady->constant, odds, ends[count + class], ABOVE);
out:
    free(ends);
    return status;
}

double verdict_tolerance(enum precision precision, double epsilon)
{
    return precision == F32 ? larger_value(10 * epsilon, 1e-4) : 10 * epsilon;
}

bool verdict_accepts(const struct verdict *verdict, enum precision precision, double epsilon)
{
    return verdict->finite && verdict->change <= verdict_tolerance(precision, epsilon);
}

static double excess_of(enum answer_range range, double x)
{
    if (range == RANGE_PROBABILITY && x > 1) return x - 1;
    return x < 0 ? -x : 0;
}

/* If several rows have the largest excess, *row is the first of them. */
double answer_range_excess(const struct problem *problem, const double *x, uint64_t *row)
{
    const enum answer_range range = problem->range;
    const uint64_t n = range == RANGE_ANY ? 0 : problem_unknowns(problem);
    double most = 0, size = 0;
#pragma omp parallel for schedule(static) reduction(max : most, size) if (team_once(n))
    for (uint64_t i = 0; i < n; i++) {
        most = larger_value(most, excess_of(range, x[i]));
        size = larger_value(size, fabs(x[i]));
    }
    for (uint64_t i = 0; most > 0 && i < n; i++)
        if (excess_of(range, x[i]) == most) {
            *row = i;
            break;
        }
    return range == RANGE_NOT_NEGATIVE && most > 0 ? most / size : most;
}
