/* Between what mixtures of schedulers are proven to have, and the hyperplanes that no scheduler is
 * beyond: with weights w >= 0, sum_k w_k v_k <= h for the values v of each scheduler. The mixture
 * that is best so far tells the weights of the next hyperplane, and the scheduler that touches it
 * comes to the mixtures. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "problems/objectives/mixture.h"

enum { MOST_ROUNDS = 100 };

struct search {
    struct weighing process;
    const struct objective *objective;
    size_t count;
    struct schedulers schedulers;
    double limit[MOST_OBJECTIVES], scale[MOST_OBJECTIVES], weight[MOST_OBJECTIVES];
    double most; /* of the last weights: no scheduler has more */
    bool fresh;  /* its scheduler is known, and has other numbers than those before */
};

static void search_free(struct search *s)
{
    weighing_free(&s->process);
    schedulers_free(&s->schedulers);
}

static bool is_near(const struct search *s, const struct achieved *a, const struct achieved *b)
{
    bool near = true;
    for (size_t k = 0; k < s->count; k++)
        near &= fabs(a->low[k] - b->low[k]) <= 1e-13 * s->scale[k];
    return near;
}

/* Asks for the best weighted sum. */
static enum status ask_weights(struct search *s)
{
    struct achieved one;
    MUST(weighing_best(&s->process, s->weight, &s->most, &one, &s->fresh));
    for (size_t j = 0; j < s->schedulers.count && s->fresh; j++)
        s->fresh = !is_near(s, &s->schedulers.of[j], &one);
    if (!s->fresh) return OK;
    for (size_t k = 0; k < s->count; k++) s->scale[k] = fmax(s->scale[k], fabs(one.low[k]));
    return schedulers_add(&s->schedulers, &one);
}

/* Returns the last hyperplane's bound on the part of the objectives that have no limit: rounded up.
 */
static double beyond_limits(const struct search *s)
{
    double sum = s->most, size = fabs(s->most);
    for (size_t k = 0; k < s->count; k++) {
        if (s->objective[k].asked) continue;
        sum -= s->weight[k] * s->objective[k].low;
        size += fabs(s->weight[k] * s->objective[k].low);
    }
    return sum + size * 16 * DBL_EPSILON;
}

/* One scheduler for each objective. */
static enum status begin(struct search *s)
{
    for (size_t k = 0; k < s->count; k++) {
        s->limit[k] = s->objective[k].asked ? 0 : s->objective[k].high;
        s->scale[k] = fmax(1, fabs(s->limit[k]));
    }
    for (size_t k = 0; k < s->count; k++) {
        for (size_t j = 0; j < s->count; j++) s->weight[j] = j == k;
        MUST(ask_weights(s));
    }
    return OK;
}

/* Limits alone, those of the objectives from `first` on. */
static enum status meet_limits(struct search *s, size_t first, struct objectives_answer *out)
{
    double excess, low;
    out->met = s->count == first ? MET : NOT_KNOWN;
    for (int round = 0; round < MOST_ROUNDS && s->schedulers.count && out->met == NOT_KNOWN;
         round++) {
        MUST(mix_to_meet(&s->schedulers, s->limit, s->scale, first, s->weight, &excess));
        if (excess > -1e-9 && mixture_meets(&s->schedulers, s->objective, &low)) {
            out->met = MET;
            break;
        }
        for (size_t k = 0; k < s->count; k++) s->weight[k] /= s->scale[k];
        MUST(ask_weights(s));
        if (beyond_limits(s) < 0) out->met = NOT_MET;
        if (!s->fresh) break;
    }
    return OK;
}

/* What the best mixture has: if its limits cannot be checked exactly, of one that is a little
 * inside of them. */
static enum status mix(struct search *s, double *low)
{
    bool met;
    double ignored[MOST_OBJECTIVES], found;
    MUST(mix_to_gain(&s->schedulers, s->limit, s->scale, 0, s->weight, &met));
    if (!met || !mixture_meets(&s->schedulers, s->objective, &found)) {
        MUST(mix_to_gain(&s->schedulers, s->limit, s->scale, 1e-11, ignored, &met));
        if (!met || !mixture_meets(&s->schedulers, s->objective, &found)) return OK;
    }
    *low = fmax(*low, found);
    return OK;
}

/* The largest first objective. */
static enum status gain(struct search *s, struct objectives_answer *out)
{
    for (int round = 0; round < MOST_ROUNDS; round++) {
        MUST(mix(s, &out->low));
        MUST(ask_weights(s));
        out->high = fmin(out->high, beyond_limits(s));
        if (!s->fresh || out->high - out->low <= 1e-10 * (1 + fabs(out->high))) break;
    }
    return OK;
}

enum status answer_objectives(const struct chain *chain, const struct objective *objective,
                              size_t count, const uint8_t *const *atoms, uint32_t start,
                              struct objectives_answer *out)
{
    enum status status = OK;
    struct search s = {.objective = objective, .count = count, .schedulers.objectives = count};
    const size_t first = objective[0].asked;
    *out = (struct objectives_answer){NOT_KNOWN, -INFINITY, INFINITY};
    TRY(weighing_make(chain, objective, count, atoms, start, &s.process));
    if (s.process.impossible) {
        out->met = NOT_MET;
        goto out;
    }
    TRY(begin(&s));
    TRY(meet_limits(&s, first, out));
    if (first && out->met == MET) TRY(gain(&s, out));
out:
    search_free(&s);
    return status;
}
