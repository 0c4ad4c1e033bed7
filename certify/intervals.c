#include "certify/intervals.h"

#include "certify/sums.h"

struct interval interval_meet(struct interval a, struct interval b)
{
    return (struct interval){.low = b.low <= a.low ? a.low
                                    : isnan(b.low) ? a.low
                                                   : b.low,
                             .high = b.high >= a.high ? a.high
                                     : isnan(b.high)  ? a.high
                                                      : b.high};
}

/* The product, the sum, and what is added to it are each off by u times the size of the terms at
 * most. */
double certify_add_product(double x, double a, double b, int side)
{
    const long double factor = a, other = b, product = factor * other;
    if (isfinite(a) && isfinite(b) && (factor == 0 || other == 0)) return x;
    if (!isfinite(product)) return side * INFINITY;
    const long double lost = 4 * LDBL_EPSILON * (fabsl(x) + fabsl(product));
    return side < 0 ? certify_down(x + product - lost) : certify_up(x + product + lost);
}

struct interval certify_entry(double x, const struct bound *bound, double v)
{
    return (struct interval){certify_add_product(x, -bound->below, v, -1),
                             certify_add_product(x, bound->above, v, 1)};
}

double least_size(uint64_t n, const double *x, const struct bound *bound, const double *v)
{
    const double widest = fmax(bound->below, bound->above);
    double least = 0;
    for (uint64_t i = 0; i < n; i++)
        least = fmax(least, certify_add_product(fabs(x[i]), -widest, v ? v[i] : 1, -1));
    return least;
}

double largest_error(uint64_t n, const struct bound *bound, const double *v)
{
    const double widest = fmax(bound->below, bound->above);
    double most = 0;
    for (uint64_t i = 0; i < n; i++) most = fmax(most, v ? v[i] : 1);
    return widest == 0 ? 0 : certify_up((long double)widest * most);
}

void interval_sum_add(struct interval_sum *sum, struct interval x, double weight)
{
    const long double one = (long double)weight * x.low, other = (long double)weight * x.high;
    sum->low += fminl(one, other);
    sum->high += fmaxl(one, other);
    sum->size += fabsl(one) + fabsl(other);
    sum->count++;
}

/* Of each end: a product and an addition a term, and what the error itself is rounded by. */
static long double error_of(const struct interval_sum *sum)
{
    return sum->size * (sum->count + 4) * LDBL_EPSILON;
}

struct interval interval_sum_total(const struct interval_sum *sum)
{
    const long double error = error_of(sum);
    if (sum->count == 0) return (struct interval){0, 0};
    if (!isfinite(sum->size)) return (struct interval){-INFINITY, INFINITY};
    return (struct interval){certify_down(sum->low - error), certify_up(sum->high + error)};
}

struct interval interval_sum_mean(const struct interval_sum *sum)
{
    const long double error = error_of(sum), count = sum->count;
    return (struct interval){
        isinf(sum->low) ? (double)sum->low : certify_down((sum->low - error) / count),
        isinf(sum->high) ? (double)sum->high : certify_up((sum->high + error) / count)};
}

void entries_known_add(struct entries_known *known, struct interval x, double reward)
{
    known->negative |= !(reward >= 0);
    known->mass.low = certify_add_product(known->mass.low, 1, x.low, -1);
    known->mass.high = certify_add_product(known->mass.high, 1, x.high, 1);
    known->sum.low = certify_add_product(known->sum.low, x.low, reward, -1);
    known->sum.high = certify_add_product(known->sum.high, x.high, reward, 1);
}

struct interval entries_known_average(const struct entries_known *known, double share)
{
    const struct interval *mass = &known->mass, *sum = &known->sum;
    if (known->negative || !(mass->low > 0) || !isfinite(sum->high))
        return (struct interval){NAN, NAN};
    return (struct interval){certify_down((1 - (long double)share) * sum->low / mass->high),
                             certify_up((1 + (long double)share) * sum->high / mass->low)};
}

/* p rho = sum / mass; each of these is off by what its additions lose. The distance says nothing of
 * the mean of all rewards, so that half of what they differ by is enough. */
struct interval certify_average_of_answer(const struct answer_sums *of, double distance,
                                          double share)
{
    const long double spread = (long double)of->most - of->least,
                      greatest = fmax(fabs(of->most), fabs(of->least)), parts = of->size / of->mass,
                      rounded = LDBL_EPSILON * (6 * of->depth + 8) * greatest * parts * (1 + parts),
                      error = (0.5L * distance * spread + share * greatest + rounded) *
                              (1 + 16 * LDBL_EPSILON),
                      mean = of->sum / of->mass;
    const struct interval range = {certify_add_product(of->least, -share, fabs(of->least), -1),
                                   certify_add_product(of->most, share, fabs(of->most), 1)};
    if (spread == 0 && share * greatest == 0) return (struct interval){of->least, of->most};
    if (!(of->mass > 0) || !isfinite(error)) return range;
    return interval_meet((struct interval){certify_down(mean - error), certify_up(mean + error)},
                         range);
}
