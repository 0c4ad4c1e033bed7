/* How long cases will take, by what cases of the same variant took.
 *
 * The time of a solve is fitted as a power of each axis of numbers, such as n or density, by least
 * squares of logarithms; what no two problems have shown yet is taken as proportional. Samples of a
 * case take max_time, or what max_samples of them take where that is less, or one solve where that
 * is more; cases take their variant's share of that. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "harness/store/results.h"

enum { PACE_AXES = 6 };

/* Times of one variant in s; NaN: unknown. */
struct variant_pace {
    double taken, budget; /* of its measured cases all in all, and by the settings; sums */
    double square[PACE_AXES + 1][PACE_AXES + 1], right[PACE_AXES + 1]; /* normal equations */
    double power[PACE_AXES + 1]; /* their solution: the logarithm of a factor, and the powers */
    bool absent; /* its last case could not be measured, or was skipped: nor will the next be */
};

struct pace {
    const struct results *plan;
    size_t naxes;
    const char *axis[PACE_AXES]; /* those of positive numbers that differ */
    size_t count;
    struct variant_pace *variant;
};

/* Nothing is known yet. plan: its settings, problems and variants; it stays the caller's, and may
 * get more problems. Errors: ERROR_HOST_MEMORY. */
enum status pace_begin(const struct results *plan, struct pace *out);
void pace_free(struct pace *pace); /* accepts a zeroed one; leaves one */

/* One process of a case took so long, and one of its solves; or it was not measured. */
void pace_learn(struct pace *pace, size_t variant, size_t problem, double taken, double solve);
void pace_learn_absent(struct pace *pace, size_t variant);

/* s that a case will take; where nothing is known of its variant the mean of what is known of
 * others, or NaN. */
double pace_guess(const struct pace *pace, size_t variant, size_t problem);

/* s that a case is still going to take which has taken so many: when it has taken longer than was
 * guessed, as long as it is beyond. */
double pace_rest(double guess, double taken);
