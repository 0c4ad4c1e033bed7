#include "prove/value.h"

#include <math.h>
#include <stdlib.h>

#include "base/team.h"

static bool any_negative(uint64_t n, const double *x)
{
    int negative = 0;
#pragma omp parallel for reduction(| : negative) if (team_once(n))
    for (uint64_t i = 0; i < (x ? n : 0); i++) negative |= x[i] < 0;
    return negative;
}

/* Returns whether steps keep signs: they do if no entry of I - step A is negative. */
static bool keeps_signs(const struct problem *problem)
{
    const struct linear *s = &problem->system;
    for (uint32_t i = 0; problem->kind == KIND_BOUNDED && i < s->a.off.rows; i++)
        if (s->a.off.row[i] < s->a.off.row[i + 1] && !(problem->step * s->a.diag[i] <= 1))
            return false;
    return true;
}

/* Interval of the value that is known without any answer. Stored rows may sum to a little more than
 * 1, and then the value can exceed 1 even for a probability. */
static struct interval value_range(const struct problem *problem)
{
    const struct linear *s = &problem->system;
    const uint64_t n = problem_unknowns(problem);
    struct interval range = {-INFINITY, INFINITY};
    if (problem->range == RANGE_ANY) return range;
    if (problem->range == RANGE_PROBABILITY && (problem->proof.reading.balanced || problem->solved))
        range.high = 1;
    if (!any_negative(matrix_rows(&s->a), s->b) && !any_negative(n, s->x0) && keeps_signs(problem))
        range.low = 0;
    return range;
}

/* Returns whether row i is x_i = b_i. Proofs of an optimum do not use such rows, which a search of
 * the graph made. */
static bool is_stated_row(const struct problem *problem, uint64_t i)
{
    const struct linear *s = &problem->system;
    return problem->kind != KIND_OPTIMUM && matrix_is_stored(&s->a) && s->b && s->a.diag &&
           matrix_is_stated(&s->a, (uint32_t)i);
}

/* What is known of row i without an answer. Undecided probabilities are neither 0 nor 1, as long as
 * rows do not sum to more than 1. */
static struct interval known_of_row(const struct problem *problem, uint64_t i, bool compared,
                                    const struct interval *range)
{
    const bool stated = is_stated_row(problem, i),
               probability = problem->range == RANGE_PROBABILITY;
    const double b = stated ? problem->system.b[i] : 0;
    const bool never_moves = stated && problem->kind == KIND_BOUNDED && problem->asked.off == 0 &&
                             problem->system.x0[i] == b;
    if (never_moves || (stated && problem->kind == KIND_FIXPOINT)) return (struct interval){b, b};
    if (compared && probability && problem->kind == KIND_FIXPOINT && range->low == 0)
        return (struct interval){0x1p-1074, range->high == 1 ? 1 - 0x1p-53 : range->high};
    return *range;
}

/* Interval of x_i. */
static struct interval row_interval(const struct problem *problem, uint64_t i, double x,
                                    const struct bound *bound, double v)
{
    if (problem->fixpoint.infinite && problem->fixpoint.infinite[i])
        return (struct interval){INFINITY, INFINITY};
    if (problem->kind == KIND_OPTIMUM && isinf(v)) return (struct interval){x, INFINITY};
    return certify_entry(x, bound, v);
}

struct interval asked_interval(const struct asked_value *asked, struct interval x)
{
    if (asked->complement)
        x = (struct interval){certify_add_product(1, -1, x.high, BELOW),
                              certify_add_product(1, -1, x.low, ABOVE)};
    if (!asked->relation) return x;
    const bool below = asked->relation == IS_BELOW || asked->relation == IS_AT_MOST,
               touches = asked->relation == IS_AT_MOST || asked->relation == IS_AT_LEAST;
    double low = asked->limit_low, high = asked->limit_high;
    if (x.low == x.high && x.low == asked_limit(asked)) low = high = x.low;
    const bool surely_below = x.high < low || (x.high == low && below == touches),
               surely_above = x.low > high || (x.low == high && below != touches);
    if (surely_below == surely_above) return (struct interval){0, 1};
    return surely_below == below ? (struct interval){1, 1} : (struct interval){0, 0};
}

/* Interval of the number of a state that is asked for. */
static struct interval row_of(const struct problem *problem, uint64_t i, struct interval x,
                              bool compared, const struct interval *range)
{
    if (x.low < INFINITY) x = interval_meet(x, known_of_row(problem, i, compared, range));
    return asked_interval(&problem->asked, x);
}

/* Interval of the value of a linear system with b. */
static struct interval sum_interval(const struct problem *problem, const double *x,
                                    const struct bound *bound, const double *v)
{
    const double *weight = problem->system.weight;
    struct interval_sum sum = {0};
    for (uint64_t i = 0; i < problem_unknowns(problem); i++)
        if (weight[i] != 0)
            interval_sum_add(&sum, row_interval(problem, i, x[i], bound, v ? v[i] : 1), weight[i]);
    return interval_sum_total(&sum);
}

static bool takes_steps(const struct problem *problem)
{
    return (problem->kind == KIND_BOUNDED || problem->kind == KIND_OPTIMUM) && problem->steps > 0;
}

/* Returns for which rows the non-zero entries alone prove that the number is 0 (new, one byte
 * each); NULL: for none, or there is not enough memory to find out. */
static uint8_t *find_zeros(const struct problem *problem)
{
    const struct linear *s = &problem->system;
    const bool stepped = takes_steps(problem);
    uint8_t *zero = NULL;
    if (!stepped && problem->kind != KIND_FIXPOINT && problem->kind != KIND_BOUNDED) return NULL;
    if (!matrix_is_stored(&s->a) || !s->b || !s->x0) return NULL;
    const uint64_t steps = stepped ? problem->steps : UINT64_MAX;
    const enum status status =
        certify_zeros(&s->a, s->b, s->x0, problem->step, problem->optimum.largest, steps, &zero);
    return status == OK ? zero : NULL;
}

/* Returns whether the value is 0 by its non-zero entries alone. */
static bool value_is_zero(const struct problem *problem)
{
    const struct fixpoint_value *value = &problem->fixpoint;
    uint8_t *zero = find_zeros(problem);
    uint64_t all = 0, zeros = 0;
    if (!zero) return false;
    for (uint64_t i = 0; i < problem_unknowns(problem); i++) {
        all += value->initial[i];
        zeros += value->initial[i] && zero[i] && !(value->infinite && value->infinite[i]);
    }
    free(zero);
    return value->filter == FILTER_MIN ? zeros > 0 : zeros == all;
}

/* An answer and its bound, as value_at_initial takes them. */
struct answer_of {
    const struct problem *problem;
    const double *x;
    const struct bound *bound;
    const double *v;
    struct interval range;
    const uint8_t *zero; /* rows whose number is known to be 0; NULL: none */
};

static struct interval row_of_answer(const struct answer_of *of, uint64_t i)
{
    struct interval row = {0, 0};
    if (!of->zero || !of->zero[i])
        row = row_interval(of->problem, i, of->x[i], of->bound, of->v ? of->v[i] : 1);
    return row_of(of->problem, i, row, of->problem->asked.relation != NO_RELATION, &of->range);
}

/* Returns the number of initial rows; *most and *least: the largest and smallest ends of their
 * intervals. */
static uint64_t extremes_of_rows(const struct answer_of *of, struct interval *most,
                                 struct interval *least)
{
    const uint8_t *initial = of->problem->fixpoint.initial;
    const uint64_t n = initial ? problem_unknowns(of->problem) : 0;
    double most_low = -INFINITY, most_high = -INFINITY, least_low = INFINITY, least_high = INFINITY;
    uint64_t count = 0;
#pragma omp parallel for reduction(max : most_low, most_high) \
    reduction(min : least_low, least_high) reduction(+ : count) if (team_again(n))
    for (uint64_t i = 0; i < n; i++) {
        if (!initial[i]) continue;
        const struct interval row = row_of_answer(of, i);
        most_low = fmax(most_low, row.low), most_high = fmax(most_high, row.high);
        least_low = fmin(least_low, row.low), least_high = fmin(least_high, row.high);
        count++;
    }
    *most = (struct interval){most_low, most_high};
    *least = (struct interval){least_low, least_high};
    return count;
}

struct interval value_at_initial(const struct problem *problem, const double *x,
                                 const struct bound *bound, const double *v)
{
    const struct fixpoint_value *value = &problem->fixpoint;
    const struct asked_value *asked = &problem->asked;
    const bool mean = value->filter != FILTER_MIN && value->filter != FILTER_MAX,
               plain = !asked->complement && !asked->relation && value->filter != FILTER_SUM;
    const struct interval range = value_range(problem);
    uint8_t *zero = !plain && !asked->known && takes_steps(problem) ? find_zeros(problem) : NULL;
    const struct answer_of of = {problem, x, bound, v, range, zero};
    struct interval most, least;
    struct interval_sum sum = {0};
    if (asked->known) return (struct interval){asked->low, asked->high};
    const uint64_t count = extremes_of_rows(&of, &most, &least);
    const bool summed = mean && (count > 1 || value->filter == FILTER_SUM);
    for (uint64_t i = 0; count > 0 && summed && i < problem_unknowns(problem); i++)
        if (value->initial[i]) interval_sum_add(&sum, row_of_answer(&of, i), 1);
    free(zero);
    if (problem->kind == KIND_LINEAR && problem->system.weight && problem->system.b)
        return sum_interval(problem, x, bound, v);
    if (count == 0) return (struct interval){NAN, NAN};
    if (value->filter == FILTER_SUM) {
        most = interval_sum_total(&sum);
        if (least.low >= 0) most.low = fmax(most.low, 0);
    } else if (value->filter == FILTER_MIN) most = least;
    else if (mean && count > 1) most = interval_sum_mean(&sum);
    if (value->filter == FILTER_SUM && asked->relation) /* a count is a whole number */
        most = (struct interval){ceil(most.low), floor(most.high)};
    if (plain) most = interval_meet(most, range);
    return plain && most.low <= 0 && most.high > 0 && value_is_zero(problem)
               ? (struct interval){0, 0}
               : most;
}

void value_of_rows(const struct problem *problem, double *low, double *high)
{
    const struct problem_proof *proof = &problem->proof;
    const struct interval range = value_range(problem);
    uint8_t *zero = proof->x && takes_steps(problem) ? find_zeros(problem) : NULL;
    for (uint64_t i = 0; i < problem_unknowns(problem); i++) {
        const struct interval none = {-INFINITY, INFINITY},
                              row = zero && zero[i] ? (struct interval){0, 0}
                                    : proof->x
                                        ? row_interval(problem, i, proof->x[i], &proof->bound,
                                                       proof->v ? proof->v[i] : 1)
                                        : none,
                              number = row_of(problem, i, row, true, &range);
        low[i] = number.low, high[i] = number.high;
    }
    free(zero);
}

struct interval value_of_classes(const struct problem *problem, const struct interval *average)
{
    const struct steady_value *value = &problem->steady;
    const double share = problem->proof.reading.constant;
    struct interval sum = {
        certify_add_product(value->constant_low, -share, value->constant_low, BELOW),
        certify_add_product(value->constant_high, share, value->constant_high, ABOVE)};
    for (uint32_t c = 0; c < value->nclasses; c++) {
        const double p[] = {value->probability_low[c], value->probability_high[c]};
        const double low = average[c].low, high = average[c].high;
        if (p[1] == 0 || (low == 0 && high == 0)) continue;
        sum.low = certify_add_product(sum.low, p[low < 0], low, BELOW);
        sum.high = certify_add_product(sum.high, p[high > 0], high, ABOVE);
    }
    if (value->most > 0) sum = interval_meet(sum, (struct interval){value->least, value->most});
    return asked_interval(&problem->asked, sum);
}

struct proof_widths proof_widths(const struct problem *problem)
{
    const struct problem_proof *proof = &problem->proof;
    const uint32_t n = problem_unknowns(problem);
    double error = 0;
    if (!proof->x) return (struct proof_widths){INFINITY, INFINITY};
    if (proof->value_low == INFINITY) return (struct proof_widths){0, 0};
    if (problem->kind != KIND_STEADY)
        error = largest_error(n, &proof->bound, proof->v) /
                least_size(n, proof->x, &(struct bound){0, 0}, NULL);
    for (uint32_t c = 0; problem->kind == KIND_STEADY && c < problem->steady.nclasses; c++)
        if (problem->steady.probability[c] > 0) error = fmax(error, proof->distance[c]);
    const double size = fmax(fabs(proof->value_low), fabs(proof->value_high)),
                 half = 0.5 * (proof->value_high - proof->value_low);
    return (struct proof_widths){value_has_width(problem) && half > 0 ? half / size : 0, error};
}
