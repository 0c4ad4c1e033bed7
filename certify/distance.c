#include "certify/distance.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/team.h"
#include "certify/intervals.h"
#include "certify/nearest.h"

static double larger_number(double a, double b)
{
    return a > b ? a : b;
}

/* Each difference is rounded; the factor at the end covers this error. */
struct look distance_at_most(uint32_t n, const double *answer, const double *x, const double *v)
{
    double distance = 0, size = 0, weight = v ? 0 : 1;
    int bad = 0;
#pragma omp parallel if (team_once(n))
    {
        TO_NEAREST;
#pragma omp for simd schedule(static) reduction(max : distance, size, weight) reduction(| : bad)
        for (uint32_t i = 0; i < n; i++) {
            const double off = fabs(answer[i] - x[i]);
            bad |= !(off <= DBL_MAX);
            distance = larger_number(off, distance);
            size = larger_number(fabs(x[i]), size);
            if (v) weight = larger_number(v[i], weight);
        }
    }
    return (struct look){bad ? INFINITY
                             : certify_add_product(0, distance, 1 + 2 * DBL_EPSILON, ABOVE),
                         size, weight};
}

/* Sums over the rows of a class: up to this many rows are summed in one double, then all in two
 * doubles. */
enum { ROWS_AT_A_TIME = 64 };

/* Bound on the rounding errors of such sums, of two factors 1 / mass, and of their terms, as a
 * share of the squared sum of the sizes. */
static double rounding_share(double n)
{
    const double rows = n + 8;
    return 8 * (ROWS_AT_A_TIME + 4) * DBL_EPSILON + 4 * rows * rows * DBL_EPSILON * DBL_EPSILON;
}

/* Sums over the rows of a class: of an answer and of the reference. */
struct masses {
    struct double_sum own, its;
};

/* Distance of both in the 1-norm, each scaled to mass 1, and the sum of the sizes. */
struct difference {
    struct double_sum off, size;
};

static double mass_of(const struct double_sum *sum)
{
    return sum->head + sum->tail;
}

static void add_masses(const double *answer, const double *x, uint64_t from, uint64_t to,
                       struct masses *sum)
{
    double own = 0, its = 0;
#pragma omp simd reduction(+ : own, its)
    for (uint64_t i = from; i < to; i++) own += answer[i], its += x[i];
    add_double(&sum->own, own);
    add_double(&sum->its, its);
}

static void add_difference(const double *answer, const double *x, const struct masses *mass,
                           uint64_t from, uint64_t to, struct difference *sum)
{
    const double scale = 1 / mass_of(&mass->own), its_scale = 1 / mass_of(&mass->its);
    double apart = 0, both = 0;
#pragma omp simd reduction(+ : apart, both)
    for (uint64_t i = from; i < to; i++) {
        const double own = answer[i] * scale, its = x[i] * its_scale;
        apart += fabs(own - its);
        both += fabs(own) + fabs(its);
    }
    add_double(&sum->off, apart);
    add_double(&sum->size, both);
}

/* Compares answers with a single class, which has all rows. */
static void compare_all(uint64_t n, const double *answer, const double *x, struct masses *mass,
                        struct difference *difference)
{
#pragma omp parallel if (team_once(n))
    {
        TO_NEAREST;
        struct masses masses = {0};
        struct difference mine = {0};
#pragma omp for schedule(static)
        for (uint64_t from = 0; from < n; from += ROWS_AT_A_TIME)
            add_masses(answer, x, from, from + ROWS_AT_A_TIME < n ? from + ROWS_AT_A_TIME : n,
                       &masses);
#pragma omp critical
        add_double_sum(&mass->own, &masses.own), add_double_sum(&mass->its, &masses.its);
#pragma omp barrier
#pragma omp for schedule(static)
        for (uint64_t from = 0; from < n; from += ROWS_AT_A_TIME)
            add_difference(answer, x, mass, from,
                           from + ROWS_AT_A_TIME < n ? from + ROWS_AT_A_TIME : n, &mine);
#pragma omp critical
        add_double_sum(&difference->off, &mine.off), add_double_sum(&difference->size, &mine.size);
    }
}

/* Computes masses and differences, one for each class; both start zeroed. */
static void compare_classes(uint32_t n, const struct classes *classes, const double *answer,
                            const double *x, struct masses *mass, struct difference *difference)
{
    TO_NEAREST;
    const uint32_t *class_of = classes->of;
    if (classes->count == 1) {
        compare_all(n, answer, x, mass, difference);
        return;
    }
    for (uint32_t i = 0; i < n; i++) add_masses(answer, x, i, i + 1, &mass[class_of[i]]);
    for (uint32_t i = 0; i < n; i++)
        add_difference(answer, x, &mass[class_of[i]], i, i + 1, &difference[class_of[i]]);
}

/* *rounding is part of the returned distance. */
static double distance_of(uint32_t n, const struct masses *mass,
                          const struct difference *difference, double *rounding)
{
    TO_NEAREST;
    const double rows = settled(n), own = mass_of(&mass->own),
                 size = add_up(difference->size.head, difference->size.tail),
                 smallest = multiply_up(4 * rows * DBL_MIN,
                                        1.01 * (1 + 1 / own + 1 / mass_of(&mass->its)));
    *rounding = add_up(multiply_up(multiply_up(size, size), rounding_share(rows)), smallest);
    const double off = double_sum_above(&difference->off, *rounding);
    return settled(own > 0 ? or_infinite(off) : INFINITY);
}

enum status distance_in_sum(uint32_t n, const struct classes *classes, const double *answer,
                            const double *x, double *distance, double *rounding)
{
    enum status status = OK;
    struct masses *mass = NULL;
    struct difference *difference = NULL;
    TRY(allocate_zeroed(classes->count, sizeof *mass, "a proof", &mass));
    TRY(allocate_zeroed(classes->count, sizeof *difference, "a proof", &difference));
    compare_classes(n, classes, answer, x, mass, difference);
    for (uint32_t c = 0; c < classes->count; c++)
        distance[c] = distance_of(n, &mass[c], &difference[c], &rounding[c]);
out:
    free(mass);
    free(difference);
    return status;
}
