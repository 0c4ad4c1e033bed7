/* Mixtures of schedulers: one of them is drawn at the start. */
#pragma once

#include "problems/objectives/weighing.h"

struct schedulers {
    size_t count, room, objectives;
    struct achieved *of;
    double *share; /* of the mixture: not negative */
};

enum status schedulers_add(struct schedulers *s, const struct achieved *one);
void schedulers_free(struct schedulers *s);

/* Finds shares and weights (one for each objective, that sum to 1): the mixture whose least excess
 * over the limits is largest; *excess, in the units of `scale`. first: the first objective that
 * has a limit. Errors: ERROR_HOST_MEMORY. */
enum status mix_to_meet(struct schedulers *s, const double *limit, const double *scale,
                        size_t first, double *weight, double *excess);

/* Finds the mixture with the largest first objective that meets the other limits, raised by `more`
 * in the units of scale, and weights, of which the first is 1. *met: it does. */
enum status mix_to_gain(struct schedulers *s, const double *limit, const double *scale, double more,
                        double *weight, bool *met);

/* Returns whether the mixture surely meets the limits, in exact fractions if that is needed: then
 * shares are calculated again. *low = at least its first objective. */
bool mixture_meets(struct schedulers *s, const struct objective *objective, double *low);
