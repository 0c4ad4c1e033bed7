#include "certify/intervals.h"

#include "base/team.h"
#include "certify/nearest.h"

struct interval interval_meet(struct interval a, struct interval b)
{
    return (struct interval){fmax(a.low, b.low), fmin(a.high, b.high)};
}

struct interval certify_entry(double x, const struct bound *bound, double v)
{
    return (struct interval){certify_add_product(x, -bound->below, v, BELOW),
                             certify_add_product(x, bound->above, v, ABOVE)};
}

/* About the least size that entry i can have; v NULL: all are 1. */
static double about_least(const double *x, double widest, const double *v, uint64_t i)
{
    return fabs(x[i]) - widest * (v ? v[i] : 1);
}

double least_size(uint64_t n, const double *x, const struct bound *bound, const double *v)
{
    const double widest = fmax(bound->below, bound->above);
    double most = 0;
    uint64_t at = n;
#pragma omp parallel for reduction(max : most) if (team_once(n))
    for (uint64_t i = 0; i < n; i++) {
        const double about = about_least(x, widest, v, i);
        if (about > most) most = about;
    }
    if (!(most > 0)) return 0;
#pragma omp parallel for reduction(min : at) if (team_once(n))
    for (uint64_t i = 0; i < n; i++)
        if (about_least(x, widest, v, i) == most && i < at) at = i;
    if (at == n) return 0;
    return fmax(0, certify_add_product(fabs(x[at]), -widest, v ? v[at] : 1, BELOW));
}

double largest_error(uint64_t n, const struct bound *bound, const double *v)
{
    const double widest = fmax(bound->below, bound->above);
    double most = 0;
#pragma omp parallel for reduction(max : most) if (team_once(n))
    for (uint64_t i = 0; i < n; i++) most = fmax(most, v ? v[i] : 1);
    return widest == 0 ? 0 : certify_add_product(0, widest, most, ABOVE);
}

static void take_middle(double *low, double *high)
{
    const double middle = *high < INFINITY ? *low + 0.5 * (*high - *low) : *low,
                 half =
                     fmax(or_infinite(add_up(middle, -*low)), or_infinite(add_up(*high, -middle)));
    *high = *low == *high ? 0 : half;
    *low = middle;
}

void certify_middles(uint64_t n, double *low, double *high)
{
#pragma omp parallel if (team_once(n))
    {
        TO_NEAREST;
#pragma omp for schedule(static)
        for (uint64_t i = 0; i < n; i++) take_middle(&low[i], &high[i]);
    }
}

static void end_add(struct interval_end *end, double weight, double x)
{
    const double term = weight * x;
    if (isfinite(weight) && isfinite(x)) add_product(&end->sum, weight, x);
    else end->beyond += term;
}

static double end_above(const struct interval_end *end, uint64_t terms, double divisor)
{
    if (end->beyond != 0) return isnan(end->beyond) ? INFINITY : end->beyond;
    const double error = double_sum_error(&end->sum, (double)terms, 0);
    return or_infinite(divide_up(double_sum_above(&end->sum, error), divisor));
}

static struct interval settled_interval(struct interval x)
{
    return (struct interval){settled(x.low), settled(x.high)};
}

static void add_interval(struct interval_sum *sum, struct interval x, double weight)
{
    end_add(&sum->low, -weight, weight < 0 ? x.high : x.low);
    end_add(&sum->high, weight, weight < 0 ? x.low : x.high);
    sum->count++;
}

void interval_sum_add(struct interval_sum *sum, struct interval x, double weight)
{
    TO_NEAREST;
    add_interval(sum, settled_interval(x), settled(weight));
}

struct interval interval_sum_total(const struct interval_sum *sum)
{
    TO_NEAREST;
    if (sum->count == 0) return (struct interval){0, 0};
    if (sum->low.beyond != 0 || sum->high.beyond != 0)
        return (struct interval){-INFINITY, INFINITY};
    return settled_interval((struct interval){-end_above(&sum->low, sum->count, 1),
                                              end_above(&sum->high, sum->count, 1)});
}

struct interval interval_sum_mean(const struct interval_sum *sum)
{
    TO_NEAREST;
    const double count = (double)sum->count;
    return settled_interval((struct interval){-end_above(&sum->low, sum->count, count),
                                              end_above(&sum->high, sum->count, count)});
}

void entries_known_add(struct entries_known *known, struct interval x, double reward)
{
    known->negative |= !(reward >= 0);
    known->mass.low = certify_add_product(known->mass.low, 1, x.low, BELOW);
    known->mass.high = certify_add_product(known->mass.high, 1, x.high, ABOVE);
    known->sum.low = certify_add_product(known->sum.low, x.low, reward, BELOW);
    known->sum.high = certify_add_product(known->sum.high, x.high, reward, ABOVE);
}

struct interval entries_known_average(const struct entries_known *known, double share)
{
    TO_NEAREST;
    const struct interval *mass = &known->mass, *sum = &known->sum;
    if (known->negative || !(mass->low > 0) || !isfinite(sum->high))
        return (struct interval){NAN, NAN};
    share = settled(share);
    return settled_interval(
        (struct interval){-divide_up(multiply_up(add_up(share, -1), sum->low), mass->high),
                          divide_up(multiply_up(add_up(share, 1), sum->high), mass->low)});
}

/* Upper bound of sum / mass for the exact sum (or of -sum / mass: side = -1): the rounded quotient,
 * and the rest of the sum divided by the mass. */
static double mean_above(const struct answer_sums *of, int side, double least_mass,
                         double most_mass)
{
    const struct double_sum *mass = &of->mass;
    struct double_sum rest = {side * of->sum.head, side * of->sum.tail, of->sum.size};
    const double mean = rest.head / mass->head;
    add_product(&rest, -mean, mass->head);
    add_product(&rest, -mean, mass->tail);
    const double error = double_sum_error(&rest, (double)of->count + 2, 0),
                 left = double_sum_above(&rest, error);
    return add_up(mean, divide_up(left, left < 0 ? most_mass : least_mass));
}

/* Bounds p rho = sum / mass, including the error of the mass. The distance does not depend on the
 * mean of the rewards, so half of their spread is enough. */
struct interval certify_average_of_answer(const struct answer_sums *of, double distance,
                                          double share)
{
    TO_NEAREST;
    distance = settled(distance), share = settled(share);
    const double spread = add_up(of->most, -of->least),
                 greatest = fmax(fabs(of->most), fabs(of->least)),
                 mass_off = double_sum_error(&of->mass, (double)of->count, 0),
                 least = double_sum_below(&of->mass, mass_off),
                 most = double_sum_above(&of->mass, mass_off),
                 parts = divide_up(multiply_up(1.05, of->mass.size), least),
                 rounded = divide_up(multiply_up(multiply_up(greatest, parts), mass_off), least),
                 moved = add_up(multiply_up(multiply_up(0.5, distance), spread),
                                multiply_up(share, greatest)),
                 error = add_up(moved, rounded);
    const struct interval range = {certify_add_product(of->least, -share, fabs(of->least), BELOW),
                                   certify_add_product(of->most, share, fabs(of->most), ABOVE)};
    if (of->most == of->least && share * greatest == 0)
        return (struct interval){of->least, of->most};
    if (!(least > 0) || !isfinite(error)) return range;
    return settled_interval(
        interval_meet((struct interval){-add_up(mean_above(of, -1, least, most), error),
                                        add_up(mean_above(of, 1, least, most), error)},
                      range));
}
