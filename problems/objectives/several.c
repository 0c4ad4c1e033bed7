/* Between what mixtures of schedulers are proven to have, and the hyperplanes that no scheduler is
 * beyond: with weights w >= 0, sum_k w_k v_k <= h for the values v of each scheduler. The mixture
 * that is best so far tells the weights of the next hyperplane, and the scheduler that touches it
 * comes to the mixtures. */
#include <float.h>
#include <math.h>
#include <stdint.h>
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
        MUST(mix_to_gain(&s->schedulers, s->limit, s->scale, 1e-10, ignored, &met));
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

/* Curves: the corners of what mixtures of schedulers have, found by the normals of its edges. */

struct edge {
    double weight[2], most;
};

struct corners {
    size_t count;
    struct achieved at[CURVE_POINTS];   /* the first value ascends, the second one descends */
    struct edge edge[4 * CURVE_POINTS]; /* that were asked */
    size_t edges;
};

static const double near_curve = 1e-9;

/* Returns by how much c is beyond the line from a to b; below 0: it is on the other side. */
static double beyond_line(const struct achieved *a, const struct achieved *b,
                          const struct achieved *c)
{
    const double right = b->low[0] - a->low[0], down = a->low[1] - b->low[1],
                 size = fmax(fmax(fabs(right), fabs(down)), 1e-300);
    return ((c->low[0] - a->low[0]) * down + (c->low[1] - a->low[1]) * right) / size;
}

/* Puts a scheduler among the corners; those that are no corners any more go. */
static enum status add_corner(struct corners *c, const struct achieved *one)
{
    size_t at = 0;
    for (size_t k = 0; k < c->count; k++)
        if (c->at[k].low[0] >= one->low[0] - near_curve &&
            c->at[k].low[1] >= one->low[1] - near_curve)
            return OK;
    if (c->count == CURVE_POINTS)
        return fail(ERROR_INPUT, "the curve has more than %d corners: give one objective a limit",
                    CURVE_POINTS);
    while (at < c->count && c->at[at].low[0] < one->low[0]) at++;
    for (size_t k = c->count++; k > at; k--) c->at[k] = c->at[k - 1];
    c->at[at] = *one;
    for (size_t k = 0; k < c->count;) {
        bool corner = true;
        for (size_t j = 0; j < c->count && corner; j++)
            corner = j == k || c->at[j].low[0] < c->at[k].low[0] - near_curve ||
                     c->at[j].low[1] < c->at[k].low[1] - near_curve;
        if (corner && k > 0 && k + 1 < c->count)
            corner = beyond_line(&c->at[k - 1], &c->at[k + 1], &c->at[k]) > near_curve;
        if (corner) {
            k++;
            continue;
        }
        for (size_t j = k; j + 1 < c->count; j++) c->at[j] = c->at[j + 1];
        c->count--;
        k = 0;
    }
    return OK;
}

static bool was_asked(const struct corners *c, const double *weight)
{
    bool asked = false;
    for (size_t k = 0; k < c->edges; k++)
        asked |=
            fabs(c->edge[k].weight[0] - weight[0]) + fabs(c->edge[k].weight[1] - weight[1]) < 1e-12;
    return asked;
}

static enum status ask_edge(struct search *s, struct corners *c, double first, double second)
{
    const double weight[2] = {first / fmax(first, second), second / fmax(first, second)};
    if (was_asked(c, weight)) return OK;
    if (c->edges == sizeof c->edge / sizeof *c->edge)
        return fail(ERROR_INPUT, "the curve has too many corners: give one objective a limit");
    s->weight[0] = weight[0], s->weight[1] = weight[1];
    const size_t before = s->schedulers.count;
    MUST(ask_weights(s));
    c->edge[c->edges++] = (struct edge){{weight[0], weight[1]}, s->most};
    return s->schedulers.count > before ? add_corner(c, &s->schedulers.of[before]) : OK;
}

/* Asks for the normals of all edges, until there are no new corners. */
static enum status find_corners(struct search *s, struct corners *c)
{
    MUST(ask_edge(s, c, 1, 0));
    MUST(ask_edge(s, c, 0, 1));
    for (size_t before = SIZE_MAX; before != c->edges;) {
        before = c->edges;
        for (size_t k = 0; k + 1 < c->count; k++)
            MUST(ask_edge(s, c, c->at[k].low[1] - c->at[k + 1].low[1],
                          c->at[k + 1].low[0] - c->at[k].low[0]));
    }
    return OK;
}

static double gap_of(const struct corners *c, const struct edge *edge)
{
    double most = -INFINITY;
    for (size_t k = 0; k < c->count; k++)
        most = fmax(most, edge->weight[0] * c->at[k].low[0] + edge->weight[1] * c->at[k].low[1]);
    return edge->most - most + 8 * DBL_EPSILON * (fabs(edge->most) + fabs(most));
}

enum status answer_curve(const struct chain *chain, const struct objective objective[2],
                         const uint8_t *const *atoms, uint32_t start, enum verdict *met,
                         struct best_pairs *out)
{
    enum status status = OK;
    struct search s = {.objective = objective, .count = 2, .schedulers.objectives = 2};
    struct corners *c = NULL;
    *out = (struct best_pairs){0};
    *met = NOT_MET;
    TRY(weighing_make(chain, objective, 2, atoms, start, &s.process));
    if (s.process.impossible) goto out;
    TRY(allocate_zeroed(1, sizeof *c, "a curve", &c));
    s.scale[0] = s.scale[1] = 1;
    TRY(find_corners(&s, c));
    *met = c->count ? MET : NOT_KNOWN;
    for (size_t k = 0; k < c->count; k++)
        for (int v = 0; v < 2; v++) out->at[out->count][v] = c->at[k].low[v], out->count += v;
    for (size_t k = 0; k < c->edges; k++) out->off = fmax(out->off, gap_of(c, &c->edge[k]));
out:
    free(c);
    search_free(&s);
    return status;
}
