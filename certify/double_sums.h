/* The arithmetic of the check: sums of doubles that know how far they may be from the exact ones,
 * and single operations that are rounded upwards. C and CUDA compile the same source; C rounds to
 * nearest and keeps denormal numbers, which certify/nearest.h sees to.
 *
 * u = 2^-53. An operation is off by at most u times its result. Below the normal numbers it is off
 * by at most 2^-1075, and a sum by nothing. TwoSum (`lost_by`) finds what a sum lost, exactly, and
 * fma(a, b, -fl(a b)) what a product lost, if that is at least 2^-969 in size; C's fma() is rounded
 * correctly, with or without an instruction for it (Joldes, Muller, Popescu 2017, section 2).
 *
 * m terms are added in any order, also by way of partial sums. Each term is h + l:
 * h = fl(a b) and l = fl(a b - h), which is exact but for underflow; of a flow a (x + y), where x +
 * y = d + e exactly, h = fl(a d) and l = fl(a e + fl(a d - h)), which is off by at most 3.1 u^2
 * |h|. So |l| <= 2.1 u |h|. Let S = sum |h|, and m u < 0.001.
 * - `head` sums up the h. TwoSum finds what each of the at most m additions lost, exactly: r. The
 *   partial sums are at most 1.01 S, so sum |r| <= 1.01 m u S.
 * - `tail` sums up the r and l by at most 2 m rounded additions, so it is off by at most
 *   2.01 m u (sum |r| + sum |l|) <= 2.01 m u (1.01 m + 2.1) u S.
 * So head + tail is off by at most 4 (m + 8)^2 u^2 S. Below the normal numbers a product, and what
 * is left of it, are off by at most 2^-1074 each: (m + 8) DBL_MIN is far more. Sums lose nothing
 * there. `size` is S by rounded additions, so at least 0.999 S; sum |h + l| <= 1.01 S <= 1.02 size,
 * again but for underflow. Sums near the largest double say nothing: TwoSum could overflow. */
#pragma once

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* Operations that no compiler fuses. */
#ifdef __CUDACC__
#define DOUBLES static __device__ __forceinline__
#define add_nearest __dadd_rn
#define multiply_nearest __dmul_rn
#define multiply_add __fma_rn
#else
#define DOUBLES static inline __attribute__((always_inline))
#define add_nearest(a, b) ((a) + (b))
#define multiply_nearest(a, b) ((a) * (b))
#define multiply_add(a, b, c) fma(a, b, c)
#endif

struct double_sum {
    double head, tail, size;
};

/* Error of the rounded sum: the exact value of a + b minus `sum`. */
DOUBLES double lost_by(double a, double b, double sum)
{
    const double of_b = add_nearest(sum, -a);
    return add_nearest(add_nearest(a, -add_nearest(sum, -of_b)), add_nearest(b, -of_b));
}

/* Results rounded up: the smallest double that is not below the exact result. If the rounding error
 * is not known, the next double after that. */
#ifdef __CUDACC__
#define add_up __dadd_ru
#define multiply_up __dmul_ru
#define divide_up __ddiv_ru
#else
/* Returns the next double, or near the smallest doubles possibly the one after it (Rump,
 * Zimmermann, Boldo, Melquiond 2009). It needs no function call, because rows need it often. */
static inline double step_up(double x)
{
    return x == -INFINITY ? -DBL_MAX : x + (fabs(x) * 0x1.0000000000001p-53 + DBL_TRUE_MIN);
}

static inline double add_up(double a, double b)
{
    const double sum = a + b;
    return lost_by(a, b, sum) <= 0 ? sum : step_up(sum);
}

static inline double multiply_up(double a, double b)
{
    const double product = a * b;
    const bool known = a == 0 || b == 0 || fabs(product) >= 0x1p-969;
    return known && fma(a, b, -product) <= 0 ? product : step_up(product);
}

static inline double divide_up(double a, double b)
{
    const double quotient = a / b, rest = fma(-quotient, b, a);
    const bool known = a == 0 || (fabs(a) >= 0x1p-900 && fabs(quotient) >= DBL_MIN);
    return known && (b < 0 ? rest >= 0 : rest <= 0) ? quotient : step_up(quotient);
}
#endif

DOUBLES double or_infinite(double x)
{
    return fabs(x) <= DBL_MAX ? x : INFINITY;
}

DOUBLES void double_sum_add(struct double_sum *sum, double head, double tail, double size)
{
    const double total = add_nearest(sum->head, head);
    sum->tail = add_nearest(sum->tail, add_nearest(lost_by(sum->head, head, total), tail));
    sum->head = total;
    sum->size = add_nearest(sum->size, size);
}

DOUBLES void add_double(struct double_sum *sum, double term)
{
    double_sum_add(sum, term, 0, fabs(term));
}

/* Adds a b. */
DOUBLES void add_product(struct double_sum *sum, double a, double b)
{
    const double head = multiply_nearest(a, b);
    double_sum_add(sum, head, multiply_add(a, b, -head), fabs(head));
}

/* Adds a (x + y). */
DOUBLES void add_flow(struct double_sum *sum, double a, double x, double y)
{
    const double apart = add_nearest(x, y), rest = lost_by(x, y, apart),
                 head = fabs(apart) < DBL_MAX / 8 ? multiply_nearest(a, apart) : INFINITY;
    double_sum_add(sum, head, multiply_add(a, rest, multiply_add(a, apart, -head)), fabs(head));
}

DOUBLES void add_double_sum(struct double_sum *sum, const struct double_sum *more)
{
    double_sum_add(sum, more->head, more->tail, more->size);
}

/* Bound on the distance from the exact sum, if each term had a relative error of up to `share`
 * before; infinite if no bound is known. */
DOUBLES double double_sum_error(const struct double_sum *sum, double terms, double share)
{
    const double count = terms + 8, unit = DBL_EPSILON / 2;
    if (!(count < 1e12 && sum->size < DBL_MAX / 8)) return INFINITY;
    const double rounding = multiply_up(multiply_up(2 * count * unit, count), 2 * unit),
                 whole = add_up(rounding, multiply_up(1.05, share));
    return add_up(multiply_up(whole, sum->size), multiply_up(count, DBL_MIN));
}

/* At least sum + error; NaN or infinite where the sum is no number. */
DOUBLES double double_sum_above(const struct double_sum *sum, double error)
{
    return add_up(sum->head, add_up(sum->tail, error));
}

DOUBLES double double_sum_below(const struct double_sum *sum, double error)
{
    return -add_up(-sum->head, add_up(-sum->tail, error));
}
