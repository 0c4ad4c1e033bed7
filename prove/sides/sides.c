/* Components of states that can reach each other are treated level by level, successors first, so a
 * process without cycles takes one sweep. All cores share the components of a level. In a component
 * the lower numbers rise from 0 until they rest. The upper numbers are guessed a little above them:
 * a guess is right if a sweep raises none of its numbers, and then sweeps bring it down (optimistic
 * value iteration, Hartmanns and Kaminski 2020). Each sum is rounded to its side by more than its
 * arithmetic, and the roundings that the reading allows, can be off. */
#include "prove/sides/sides.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/intervals/interval_rows.h"
#include "base/memory.h"
#include "base/progress_hook.h"
#include "base/sparse/component_order.h"
#include "base/team.h"
#include "prove/sides/by_weights.h"

/* Numbers closer to 0 than this lose digits: they become 0 or this. */
static const double least_number = 1e-280;

enum {
    ENTRIES_UNCHECKED = 1 << 18, /* entries of rows between two looks at the clock */
    FEW_SWEEPS = 2000,
    TRIED = 500 /* sweeps that foretell how many it takes */
};

/* What a sweep did: the largest relative change, and whether a number is not yet on its side. */
struct swept {
    double change;
    bool refused;
};

struct search {
    const struct matrix *a;
    const double *b;
    const uint8_t *infinite; /* or NULL */
    const double *candidate; /* or NULL */
    bool largest, balanced, nature_largest;
    uint32_t *order; /* of rows of intervals (interval_order), else NULL */
    double share;    /* by which the reading may move a sum */
    double most;     /* no value is above it */
    double rest;     /* relative changes below it count as none */
    double width;
    uint32_t most_sweeps; /* of a component, on one side */
    bool slow;            /* there was one that needs more */
    uint32_t n;
    struct components components; /* successors first */
    struct sides *sides;
    struct budget *budget;
    uint64_t unchecked;
    struct swept swept; /* by all sweeps of a kind together */
};

/* Part of the order. */
struct part {
    uint32_t first, end;
};

/* A choice that only stays is worth what it is paid for ever. The best scheduler takes it only if
 * that is infinite and largest. */
static double worth_of_staying(const struct search *s, uint32_t row)
{
    return s->largest && s->b[row] == 0 ? 0 : INFINITY;
}

/* The same of a row of intervals. lower: its sum and weight with lower bounds. Staying is divided
 * out, which changes x_i, and so perhaps the order in which the rest is given out. */
static double interval_number(const struct search *s, uint32_t row, struct given lower,
                              const double *x, double own)
{
    enum { MOST_ORDERS = 20 };
    double last = NAN;
    for (int k = 0; k < MOST_ORDERS && own != last; k++) {
        const struct given given = interval_give(s->a, row, own, x, s->nature_largest, s->order);
        last = own;
        own = (lower.sum + given.sum) / (lower.weight + given.weight);
        if (given.stays == 0) return own;
    }
    return own;
}

/* What row r says about x_i, rounded to the side. */
static double row_number(const struct search *s, uint32_t i, uint32_t row, const double *x,
                         enum side side)
{
    const struct csr *off = &s->a->off;
    const uint64_t first = off->row[row], end = off->row[row + 1];
    const double off_by = (double)(end - first + 8) * DBL_EPSILON + s->share;
    double sum = s->b[row], weight = 0;
    if (first == end && s->a->diag[row] == 0) return worth_of_staying(s, row);
    for (uint64_t k = first; k < end; k++) {
        sum -= off->val[k] * x[off->col[k]];
        weight -= off->val[k];
    }
    const double number = s->order
                              ? interval_number(s, row, (struct given){sum, weight, 0}, x, x[i])
                              : sum / (s->balanced && first < end ? weight : s->a->diag[row]);
    return number * (side == ABOVE ? 1 + off_by : 1 - off_by);
}

/* The best of the rows of i. */
static double best_number(const struct search *s, uint32_t i, const double *x, enum side side)
{
    const uint32_t first = matrix_first_row(s->a, i), end = matrix_first_row(s->a, i + 1);
    double best = s->largest ? 0 : INFINITY;
    if (s->infinite && s->infinite[i]) return INFINITY;
    if (matrix_is_stated(s->a, i)) return s->b[first];
    for (uint32_t r = first; r < end; r++) {
        const double number = row_number(s, i, r, x, side);
        best = s->largest ? fmax(best, number) : fmin(best, number);
    }
    if (best == 0) return 0;
    if (side == BELOW) return best < least_number ? 0 : best;
    return fmin(s->most, fmax(best, least_number));
}

/* Counts entries. *left: there is time for more. */
static enum status has_time(struct search *s, uint64_t entries, bool *left)
{
    s->unchecked += entries;
    *left = !s->budget->spent;
    if (s->unchecked < ENTRIES_UNCHECKED) return OK;
    s->unchecked = 0;
    return budget_check(s->budget, left);
}

static void take_number(double number, double *x, enum side side, struct swept *out)
{
    const bool better = side == BELOW ? number > *x : number < *x;
    out->refused |= side == BELOW ? number < *x : number > *x;
    if (!better) return;
    const double larger = fmax(number, *x);
    out->change = fmax(out->change, larger < INFINITY ? fabs(number - *x) / larger : 1);
    *x = number;
}

/* Improves each number of a part; every second time backwards. */
static enum status sweep(struct search *s, struct part part, enum side side, uint32_t turn,
                         struct swept *out, bool *left)
{
    double *x = side == BELOW ? s->sides->low : s->sides->high;
    uint64_t entries = part.end - part.first;
    *out = (struct swept){0};
    for (uint32_t k = part.first; k < part.end; k++) {
        const uint32_t i = s->components.member[turn % 2 ? part.end - 1 - (k - part.first) : k];
        take_number(best_number(s, i, x, side), &x[i], side, out);
        entries +=
            s->a->off.row[matrix_first_row(s->a, i + 1)] - s->a->off.row[matrix_first_row(s->a, i)];
    }
    return has_time(s, entries, left);
}

/* Rows of intervals may have x_i on both sides. */
static bool is_cyclic(const struct search *s, struct part part)
{
    return part.end - part.first > 1 || s->order;
}

/* Returns how many sweeps it takes until changes are a share, if they go on to fall as from half of
 * TRIED sweeps to all. */
static double foretell(double half, double all, double share)
{
    const double fall = log(all / half);
    return fall < 0 ? TRIED + TRIED / 2 * log(share / all) / fall : INFINITY;
}

/* Sweeps until nothing changes by more than a share; *sweeps is their number. */
static enum status improve(struct search *s, struct part part, enum side side, double share,
                           uint32_t *sweeps)
{
    struct swept swept;
    double half = 0;
    bool left = true, slow = false;
    *sweeps = 0;
    do {
        MUST(sweep(s, part, side, (*sweeps)++, &swept, &left));
        if (*sweeps == TRIED / 2) half = swept.change;
        slow = *sweeps >= s->most_sweeps ||
               (*sweeps == TRIED && s->most_sweeps == FEW_SWEEPS && swept.change > share &&
                foretell(half, swept.change, share) > FEW_SWEEPS);
    } while (left && swept.change > share && is_cyclic(s, part) && !slow);
    s->slow |= slow;
    return OK;
}

/* The largest relative distance of both sides among the successors outside. */
static double gap_outside(const struct search *s, struct part part)
{
    const struct csr *off = &s->a->off;
    const struct sides *sides = s->sides;
    const uint32_t own = s->components.of[s->components.member[part.first]];
    double gap = 0;
    for (uint32_t k = part.first; k < part.end; k++) {
        const uint32_t i = s->components.member[k];
        for (uint64_t e = off->row[matrix_first_row(s->a, i)];
             e < off->row[matrix_first_row(s->a, i + 1)]; e++) {
            const uint32_t j = off->col[e];
            if (s->components.of[j] != own && sides->low[j] > 0 && sides->high[j] < INFINITY)
                gap = fmax(gap, (sides->high[j] - sides->low[j]) / sides->low[j]);
        }
    }
    return gap;
}

/* Upper numbers that are a share above the lower ones. */
static void guess(struct search *s, struct part part, double share, double least)
{
    for (uint32_t k = part.first; k < part.end; k++) {
        const uint32_t i = s->components.member[k];
        s->sides->high[i] = fmin(s->most, fmax(s->sides->low[i] * (1 + share), least));
    }
}

/* Sweeps until the guess is right, or for `most` sweeps. */
static enum status settle(struct search *s, struct part part, uint32_t most, bool *right)
{
    struct swept swept = {.change = 1, .refused = true};
    bool left = true;
    for (uint32_t k = 0; k < most && left && swept.refused && swept.change > 0; k++)
        MUST(sweep(s, part, ABOVE, k, &swept, &left));
    *right = !swept.refused;
    return OK;
}

/* Guesses further and further above until a guess is right. */
static enum status guess_high(struct search *s, struct part part, uint32_t sweeps, bool *right)
{
    const double gap = gap_outside(s, part);
    double least = 0;
    *right = false;
    for (double share = s->width / 16; !*right && share < 1 && !s->budget->spent; share *= 16) {
        guess(s, part, gap + share, least);
        MUST(settle(s, part, sweeps, right));
        least = least_number;
    }
    return OK;
}

static enum status find_high(struct search *s, struct part part, uint32_t sweeps)
{
    bool right = false;
    if (is_cyclic(s, part)) MUST(guess_high(s, part, sweeps + 8, &right));
    for (uint32_t k = part.first; k < part.end && !right; k++)
        s->sides->high[s->components.member[k]] = s->most;
    return improve(s, part, ABOVE, s->rest, &sweeps);
}

/* How far apart the sides are. */
struct distance {
    bool narrow;             /* initial unknowns, and the largest, are as narrow as wanted */
    double most, at_initial; /* the largest distance, also among initial unknowns */
};

static struct distance find_distance(const struct search *s, const uint8_t *initial)
{
    const struct sides *sides = s->sides;
    double most = 0, gap = 0, at_initial = 0;
    int narrow = true;
#pragma omp parallel for schedule(static) reduction(max : most, gap, at_initial) \
    reduction(& : narrow) if (team_once(s->n))
    for (uint32_t i = 0; i < s->n; i++) {
        const double low = sides->low[i], high = sides->high[i];
        if (low == INFINITY) continue;
        most = fmax(most, low);
        gap = fmax(gap, high - low);
        if (!initial || !initial[i]) continue;
        at_initial = fmax(at_initial, high - low);
        narrow &= high - low <= 1.9 * s->width * low;
    }
    return (struct distance){narrow && gap <= 1.9 * s->width * most, gap, at_initial};
}

typedef enum status treat_component(struct search *s, struct part part);

static void add_swept(struct swept *all, const struct swept *more)
{
    all->change = fmax(all->change, more->change);
    all->refused |= more->refused;
}

/* Treats the components of a level. Each core has a search of its own. */
static enum status treat_level(struct search *s, treat_component *treat, uint32_t level)
{
    const uint32_t first = s->components.level[level], end = s->components.level[level + 1],
                   *at = s->components.first;
    bool stopped = false;
    uint64_t unchecked = 0;
#pragma omp parallel reduction(max : unchecked) if (team_again(16 * (uint64_t)(end - first)))
    {
        struct budget budget = *s->budget;
        struct search own = *s;
        enum status status = OK;
        own.budget = &budget;
#pragma omp for schedule(dynamic, 64)
        for (uint32_t c = first; c < end; c++)
            if (status == OK && !own.slow) status = treat(&own, (struct part){at[c], at[c + 1]});
        unchecked = own.unchecked;
#pragma omp critical
        {
            stopped |= status != OK;
            add_swept(&s->swept, &own.swept);
            s->slow |= own.slow;
            s->budget->spent |= budget.spent;
        }
    }
    s->unchecked = unchecked;
    return stopped ? progress_hook_stopped() : OK;
}

/* The same for all levels, until a component is slow. */
static enum status treat_all(struct search *s, treat_component *treat)
{
    s->swept = (struct swept){0};
    for (uint32_t level = 0; level < s->components.levels && !s->slow; level++)
        MUST(treat_level(s, treat, level));
    return OK;
}

static enum status sweep_side(struct search *s, struct part part, enum side side)
{
    struct swept swept;
    bool left;
    MUST(sweep(s, part, side, 0, &swept, &left));
    add_swept(&s->swept, &swept);
    return OK;
}

static enum status sweep_below(struct search *s, struct part part)
{
    return sweep_side(s, part, BELOW);
}

static enum status sweep_above(struct search *s, struct part part)
{
    return sweep_side(s, part, ABOVE);
}

enum { STEP = FEW_SWEEPS / 256 };

/* Returns whether STEP sweeps gained so little that all FEW_SWEEPS would hardly gain half. */
static bool gains_little(const struct distance *before, const struct distance *now)
{
    const double most = 1 - 1. / 400;
    return !(now->most < most * before->most) && !(now->at_initial < most * before->at_initial);
}

/* Sweeps over all components while that helps. */
static enum status narrow(struct search *s, const uint8_t *initial)
{
    double change = 1;
    struct distance before = {0}, now;
    s->slow = false;
    for (uint32_t k = 0; k < FEW_SWEEPS && !s->budget->spent; k++) {
        now = find_distance(s, initial);
        if (now.narrow || change <= 4 * DBL_EPSILON) return OK;
        if (k % STEP == 0) {
            if (k > 0 && gains_little(&before, &now)) return OK;
            before = now;
        }
        MUST(treat_all(s, sweep_below));
        change = s->swept.change;
        MUST(treat_all(s, sweep_above));
        change += s->swept.change;
    }
    return OK;
}

static enum status find_component(struct search *s, struct part part)
{
    uint32_t sweeps;
    MUST(improve(s, part, BELOW, s->rest, &sweeps));
    return s->slow ? OK : find_high(s, part, sweeps);
}

/* A component that was slow before goes on where it was. */
static enum status find_components(struct search *s)
{
    s->slow = false;
    return treat_all(s, find_component);
}

/* By sweeps where few are enough; else by weights; else by as many sweeps as it takes. */
static enum status find_all(struct search *s, const struct problem *problem)
{
    bool found = false;
    s->most_sweeps = FEW_SWEEPS;
    MUST(find_components(s));
    if (!s->slow) return OK;
    if (!s->order)
        MUST(sides_by_weights(problem, s->candidate, s->width, s->budget, s->sides, &found));
    if (found || s->budget->spent) return OK;
    s->most_sweeps = UINT32_MAX;
    return find_components(s);
}

static struct search search_of(const struct problem *problem, const double *candidate, double width,
                               struct budget *budget, struct sides *out)
{
    const struct reading *reading = &problem->proof.reading;
    const bool probability = problem->range == RANGE_PROBABILITY && reading->balanced;
    return (struct search){.a = &problem->system.a,
                           .b = problem->system.b,
                           .infinite = problem->fixpoint.infinite,
                           .candidate = candidate,
                           .largest = problem->optimum.largest,
                           .nature_largest = problem->optimum.nature_largest,
                           .balanced = reading->balanced,
                           .share = 2.1 * reading->entry + reading->constant,
                           .most = probability ? 1 : INFINITY,
                           .rest = fmax(4 * DBL_EPSILON, 1e-6 * width),
                           .width = width,
                           .n = (uint32_t)problem_unknowns(problem),
                           .sides = out,
                           .budget = budget};
}

enum status sides_find(const struct problem *problem, const double *candidate, double width,
                       struct budget *budget, struct sides *out)
{
    enum status status = OK;
    struct search s = search_of(problem, candidate, width, budget, out);
    TRY(allocate_large(s.n, sizeof *out->low, "a proof", &out->low));
    TRY(allocate_large(s.n, sizeof *out->high, "a proof", &out->high));
#pragma omp parallel for schedule(static) if (team_once(s.n))
    for (uint32_t i = 0; i < s.n; i++) out->low[i] = 0, out->high[i] = s.most;
    if (s.a->most) TRY(interval_order(s.a, &s.order));
    TRY(components_find(s.a, &s.components));
    TRY(find_all(&s, problem));
    TRY(narrow(&s, problem->fixpoint.initial));
out:
    components_free(&s.components);
    free(s.order);
    return status;
}

void sides_free(struct sides *sides)
{
    free(sides->low);
    free(sides->high);
    *sides = (struct sides){0};
}
