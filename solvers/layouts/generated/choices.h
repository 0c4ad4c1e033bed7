/* The best choices of decision processes in closed form, on the CPU, in the number type of its
 * file. For each member of base/closed/choices.def there is solvers/layouts/generated/<name>.h with
 *
 *   uint64_t <name>_lines(closed)
 *   int <name>_line(const struct best_pass *, uint64_t line)
 *
 * which computes next in the states of one line, and returns whether one of them fails the test. */
#pragma once

#include "base/closed/choices.h"
#include "solvers/cpu/real.h"

struct best_pass {
    const struct closed_rows *closed;
    const real *x;
    real *next;
    int tested;
    real epsilon;
    int relative;
};

/* next[k] = the best of next[k] and value[k]; the first of equal ones stays. */
ALWAYS_INLINE void take_best(const int largest, real *next, real value)
{
    if (largest ? value > *next : value < *next) *next = value;
}

/* Computes next from what a choice pays, and one successor or two equally likely ones, side by
 * side. */
ALWAYS_INLINE void take_choice(const int first, const int largest, real pays, uint32_t count,
                               const real *one, const real *two, real *restrict next)
{
    for (uint32_t k = 0; k < count; k++) {
        const real value = pays + (two ? (real)0.5 * one[k] + (real)0.5 * two[k] : one[k]);
        if (first) next[k] = value;
        else take_best(largest, next + k, value);
    }
}

/* The same for states first .. first + count - 1 of the line at `next`, from successors that are
 * `one` and `two` states away (two = 0: there is one). is_first: this is their first choice. */
static inline void take_run(const struct best_pass *s, int is_first, uint64_t first, uint32_t count,
                            int64_t one, int64_t two)
{
    const int largest = s->closed->process.largest;
    const real pays = (real)s->closed->process.pays;
    const real *from = s->x + first, *other = from + two;
    real *next = s->next + first;
    from += one;
    if (is_first && two) take_choice(1, 0, pays, count, from, other, next);
    else if (is_first) take_choice(1, 0, pays, count, from, NULL, next);
    else if (two && largest) take_choice(0, 1, pays, count, from, other, next);
    else if (two) take_choice(0, 0, pays, count, from, other, next);
    else if (largest) take_choice(0, 1, pays, count, from, NULL, next);
    else take_choice(0, 0, pays, count, from, NULL, next);
}

/* Returns whether one of count states fails the test. */
static inline int run_fails(const struct best_pass *s, uint64_t first, uint32_t count)
{
    for (uint64_t i = first; s->tested && i < first + count; i++)
        if (fails_test(s->x[i], s->next[i], s->epsilon, s->relative)) return 1;
    return 0;
}
