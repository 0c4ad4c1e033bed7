/* Guesses how long cases will take, from the times of other cases of the same variant.
 *
 * The time of a solve is fitted as a power of each axis of numbers, such as n or density, by least
 * squares of logarithms. The power of an axis of which nothing is known yet is taken as 1. By the
 * settings, the samples of a case take max_time, or the time of max_samples solves if that is less,
 * but at least one solve. A case takes the share of this that its variant has taken so far. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "store/results.h"

enum { PACE_AXES = 6 };

/* Times of one variant in s; NaN: unknown. */
struct variant_pace {
    double taken, budget; /* sums over its measured cases: time that they took, and time by the
                             settings */
    double square[PACE_AXES + 1][PACE_AXES + 1], right[PACE_AXES + 1]; /* normal equations */
    double power[PACE_AXES + 1]; /* their solution: the logarithm of a factor, and the powers */
    bool absent; /* its last case could not be measured, or was skipped; the same is expected of the
                    next one */
};

struct pace {
    const struct results *plan;
    size_t naxes;
    const char *axis[PACE_AXES]; /* axes of positive numbers that differ */
    size_t count;
    struct variant_pace *variant;
};

/* Begins without knowledge. plan: its settings, problems and variants are used; it stays the
 * caller's, and may get more problems. Errors: ERROR_HOST_MEMORY. */
enum status pace_begin(const struct results *plan, struct pace *out);
void pace_free(struct pace *pace); /* accepts a zeroed one; leaves one */

/* pace_learn learns the time of a process of a case, and of one of its solves. pace_learn_absent
 * learns that a case was not measured. */
void pace_learn(struct pace *pace, size_t variant, size_t problem, double taken, double solve);
void pace_learn_absent(struct pace *pace, size_t variant);

/* Time in s that a case will take. If nothing is known of its variant: the mean over other
 * variants, or NaN. */
double pace_guess(const struct pace *pace, size_t variant, size_t problem);

/* Time in s that a case will still take, after it has taken this long. If it has taken longer than
 * guessed, it is expected to take as long again as it is over. */
double pace_rest(double guess, double taken);
