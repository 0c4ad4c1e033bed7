/* How long cases will take, by what those of the same variant took on the problems before. Problems
 * have places in the order in which they are taken: 0, 1, ...
 *
 * Times of solves go on growing as they did between the last two problems. Samples of a case take
 * max_time, or what max_samples of them take where that is less, or one solve where that is more:
 * in this proportion a case of longer solves takes longer. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "harness/store/experiment.h"

/* Of one variant. s; NaN: unknown. */
struct variant_pace {
    double taken, solve; /* its last case that was measured: all in all, and one solve */
    double before;       /* one solve, on the problem before that */
    size_t at, before_at;
    bool absent; /* its last case could not be measured, or was skipped: nor will the next be */
};

struct pace {
    const struct settings *settings;
    size_t count;
    struct variant_pace *variant;
};

/* Nothing is known yet. Errors: ERROR_HOST_MEMORY. */
enum status pace_begin(const struct settings *settings, size_t nvariants, struct pace *out);
void pace_free(struct pace *pace); /* accepts a zeroed one; leaves one */

/* One process of a case of the variant took so long, and one of its solves; or it was not measured.
 */
void pace_learn(struct pace *pace, size_t variant, size_t at, double taken, double solve);
void pace_learn_absent(struct pace *pace, size_t variant);

/* s that one of the variant will take on the problem at this place; where nothing is known of it
 * the mean of what is known of others, or NaN. */
double pace_guess(const struct pace *pace, size_t variant, size_t at);

/* s that a case is still going to take which has taken so many: when it has taken longer than was
 * guessed, as long as it is beyond. */
double pace_rest(double guess, double taken);
