#include "certify/distance.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/team.h"

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* A difference that is rounded, or too small to be a normal number, is off by no more than is added
 * at the end. v: NULL is ones. */
static struct look look_at(uint32_t n, const double *answer, const double *x, const double *v)
{
    double distance = 0, size = 0, weight = v ? 0 : 1;
    int bad = 0;
#pragma omp parallel for simd schedule(static) reduction(max                       \
                                                         : distance, size, weight) \
    reduction(|                                                                    \
              : bad) if (parallel                                                  \
                         : team_once(n))
    for (uint32_t i = 0; i < n; i++) {
        const double off = fabs(answer[i] - x[i]);
        bad |= !(off <= DBL_MAX);
        distance = larger(off, distance);
        size = larger(fabs(x[i]), size);
        if (v) weight = larger(v[i], weight);
    }
    if (bad) distance = INFINITY;
    if (distance > 0)
        distance = certify_up(distance * (1 + 2 * (long double)DBL_EPSILON) + DBL_MIN);
    return (struct look){distance, size, weight};
}

/* Of what is so small that look_at may take it for zero. */
static double exact_distance(uint32_t n, const double *answer, const double *x)
{
    long double most = 0;
    for (uint32_t i = 0; i < n; i++) {
        const long double off = (long double)answer[i] - x[i];
        if (off > most || -off > most) most = off < 0 ? -off : off;
    }
    return most == 0 ? 0 : certify_up(most);
}

struct look distance_at_most(uint32_t n, const double *answer, const double *x, const double *v)
{
    struct look look = look_at(n, answer, x, v);
    if (!(look.distance > 0)) look.distance = exact_distance(n, answer, x);
    return look;
}

/* Sums over the rows of a class: of so many rows in double, of all in long double. */
enum { ROWS_AT_A_TIME = 64 };

/* What the rounding of such sums, of two factors 1 / mass, and of what is summed up comes to, as a
 * share of the square of the sum of the sizes. */
static long double rounding_share(uint32_t n)
{
    return 8 * (ROWS_AT_A_TIME + 4) * (long double)DBL_EPSILON +
           (4 * (long double)n + 16) * LDBL_EPSILON;
}

/* The sums over the rows of a class, of an answer and of the reference. */
struct masses {
    long double own, its;
};

/* In the 1-norm, both scaled to mass 1, and the sum of the sizes. */
struct difference {
    long double off, size;
};

static void add_masses(const double *answer, const double *x, uint64_t from, uint64_t to,
                       struct masses *sum)
{
    double own = 0, its = 0;
#pragma omp simd reduction(+ : own, its)
    for (uint64_t i = from; i < to; i++) own += answer[i], its += x[i];
    sum->own += own;
    sum->its += its;
}

static void add_difference(const double *answer, const double *x, const struct masses *mass,
                           uint64_t from, uint64_t to, struct difference *sum)
{
    const double scale = (double)(1 / mass->own), its_scale = (double)(1 / mass->its);
    double apart = 0, both = 0;
#pragma omp simd reduction(+ : apart, both)
    for (uint64_t i = from; i < to; i++) {
        const double own = answer[i] * scale, its = x[i] * its_scale;
        apart += fabs(own - its);
        both += fabs(own) + fabs(its);
    }
    sum->off += apart;
    sum->size += both;
}

/* A single class has all rows. */
static void compare_all(uint64_t n, const double *answer, const double *x, struct masses *mass,
                        struct difference *difference)
{
#pragma omp parallel if (team_once(n))
    {
        struct masses masses = {0};
        struct difference mine = {0};
#pragma omp for schedule(static)
        for (uint64_t from = 0; from < n; from += ROWS_AT_A_TIME)
            add_masses(answer, x, from, from + ROWS_AT_A_TIME < n ? from + ROWS_AT_A_TIME : n,
                       &masses);
#pragma omp critical
        mass->own += masses.own, mass->its += masses.its;
#pragma omp barrier
#pragma omp for schedule(static)
        for (uint64_t from = 0; from < n; from += ROWS_AT_A_TIME)
            add_difference(answer, x, mass, from,
                           from + ROWS_AT_A_TIME < n ? from + ROWS_AT_A_TIME : n, &mine);
#pragma omp critical
        difference->off += mine.off, difference->size += mine.size;
    }
}

/* mass, difference: one a class, zeroed. */
static void compare(uint32_t n, const struct classes *classes, const double *answer,
                    const double *x, struct masses *mass, struct difference *difference)
{
    const uint32_t *class_of = classes->of;
    if (classes->count == 1) {
        compare_all(n, answer, x, mass, difference);
        return;
    }
    for (uint32_t i = 0; i < n; i++) add_masses(answer, x, i, i + 1, &mass[class_of[i]]);
    for (uint32_t i = 0; i < n; i++)
        add_difference(answer, x, &mass[class_of[i]], i, i + 1, &difference[class_of[i]]);
}

/* *rounding is part of what it returns. */
static double distance_of(uint32_t n, const struct masses *mass,
                          const struct difference *difference, double *rounding)
{
    const long double smallest =
        4 * (long double)n * DBL_MIN * (1 + (double)(1 / mass->own) + (double)(1 / mass->its));
    *rounding = certify_up(difference->size * difference->size * rounding_share(n) + smallest);
    const long double off = difference->off + *rounding;
    return mass->own > 0 && isfinite(off) ? certify_up(off) : INFINITY;
}

enum status distance_in_sum(uint32_t n, const struct classes *classes, const double *answer,
                            const double *x, double *distance, double *rounding)
{
    enum status status = OK;
    struct masses *mass = NULL;
    struct difference *difference = NULL;
    TRY(allocate_zeroed(classes->count, sizeof *mass, "a proof", &mass));
    TRY(allocate_zeroed(classes->count, sizeof *difference, "a proof", &difference));
    compare(n, classes, answer, x, mass, difference);
    for (uint32_t c = 0; c < classes->count; c++)
        distance[c] = distance_of(n, &mass[c], &difference[c], &rounding[c]);
out:
    free(mass);
    free(difference);
    return status;
}
