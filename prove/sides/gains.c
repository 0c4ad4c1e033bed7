/* An end component that is never left has the average that its biases show, from both sides. What
 * else there is leads to components, so it is solved with these averages, once for each side. */
#include "prove/sides/gains.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sparse/quotient.h"
#include "certify/double_sums.h"
#include "certify/nearest.h"
#include "prove/sides/sides.h"

/* Of each component: its averages. `every` is on the side where every row counts, from above for
 * the largest; `some` on the other. */
struct average {
    double every, some;
    bool left;    /* a row leaves the component */
    uint32_t any; /* one of its states */
};

struct search {
    struct problem *problem;
    const struct optimum *of;
    struct choices choices;
    enum side every; /* the side on which every row counts */
    uint32_t *component, count;
    uint8_t *stays;
    struct average *average;
    uint8_t *core; /* states in which a scheduler can stay, and which show `some` */
};

static void search_free(struct search *s)
{
    free(s->component);
    free(s->stays);
    free(s->average);
    free(s->core);
}

struct gains gains_of_side(const struct problem *problem, enum side side)
{
    const struct problem_proof *proof = &problem->proof;
    const bool every = (side == ABOVE) == problem->optimum.largest;
    return (struct gains){.gain = side == ABOVE ? proof->high : proof->low,
                          .bias = proof->w,
                          .rank = every ? proof->level : proof->rank};
}

static enum side other(enum side side)
{
    return side == ABOVE ? BELOW : ABOVE;
}

/* The better of two averages on a side: the one that claims less. */
static double weaker(enum side side, double a, double b)
{
    return side == ABOVE ? fmax(a, b) : fmin(a, b);
}

/* What a row and its biases say of the average, rounded to the side. Equal biases need no
 * rounding. */
static double row_average(const struct search *s, uint32_t i, uint32_t row, enum side side)
{
    const struct csr *off = &s->of->a->off;
    const struct reading *reading = &s->of->reading;
    const double *h = s->problem->optimum.bias, b = s->of->b[row];
    struct double_sum sum = {0, 0, 0};
    for (uint64_t k = off->row[row]; k < off->row[row + 1]; k++)
        add_flow(&sum, -off->val[k], h[off->col[k]], -h[i]);
    if (sum.size == 0) return b;
    const double terms = (double)(off->row[row + 1] - off->row[row]),
                 share = 1.1 * reading->entry * sum.size;
    add_double(&sum, b);
    const double error = double_sum_error(&sum, terms + 3, 0) + share +
                         1.1 * reading->constant * (fabs(b) + fabs(sum.head));
    const double number = side == ABOVE ? double_sum_above(&sum, error)
                                        : double_sum_below(&sum, error);
    return nextafter(number, side == ABOVE ? INFINITY : -INFINITY);
}

/* Of the rows that stay in its component, the weakest (every) or strongest average of a state. */
static double state_average(const struct search *s, uint32_t i, bool every)
{
    const enum side side = every ? s->every : other(s->every);
    double best = s->every == ABOVE ? -INFINITY : INFINITY;
    for (uint32_t r = first_choice(&s->choices, i); r < first_choice(&s->choices, i + 1); r++)
        if (s->stays[r]) best = weaker(s->every, best, row_average(s, i, r, side));
    return best;
}

/* Returns whether a row that stays shows `some` of its component. */
static bool shows_average(const struct search *s, uint32_t i, uint32_t row)
{
    const enum side side = other(s->every);
    const double shown = s->stays[row] ? row_average(s, i, row, side) : 0,
                 some = s->stays[row] ? s->average[s->component[i]].some : 0;
    return s->stays[row] && (side == ABOVE ? shown <= some : shown >= some);
}

/* core = where a scheduler can stay for ever with rows that show `some`. */
static enum status find_core(struct search *s)
{
    uint32_t *component = NULL, count;
    uint8_t *stays = NULL, *shows;
    struct choices choices = s->choices;
    MUST(allocate(s->of->a->off.rows, 1, "a proof", &shows));
    for (uint32_t i = 0; i < choices.states; i++)
        for (uint32_t r = first_choice(&choices, i); r < first_choice(&choices, i + 1); r++)
            shows[r] = shows_average(s, i, r);
    choices.allowed = shows;
    enum status status = end_components(&choices, NULL, &component, &count, &stays);
    for (uint32_t i = 0; status == OK && i < choices.states; i++)
        s->core[i] = component[i] != NO_CLASS;
    free(component);
    free(stays);
    free(shows);
    return status;
}

/* First `some` is tried to be `every`: then bounds meet exactly. Where no state can stay with that,
 * it is what each state of the component has. */
static enum status find_cores(struct search *s)
{
    uint8_t *open;
    MUST(find_core(s));
    MUST(allocate((size_t)s->count + 1, 1, "a proof", &open));
    memset(open, 1, s->count);
    for (uint32_t i = 0; i < s->choices.states; i++)
        if (s->core[i]) open[s->component[i]] = 0;
    for (uint32_t c = 0; c < s->count; c++)
        if (open[c]) s->average[c].some = s->every == ABOVE ? INFINITY : -INFINITY;
    for (uint32_t i = 0; i < s->choices.states; i++) {
        const uint32_t c = s->component[i];
        if (c == NO_CLASS || !open[c]) continue;
        struct average *a = &s->average[c];
        a->some = weaker(other(s->every), a->some, state_average(s, i, false));
        s->core[i] = 1;
    }
    free(open);
    return OK;
}

static enum status find_averages(struct search *s)
{
    const uint32_t n = s->choices.states;
    TO_NEAREST;
    MUST(end_components(&s->choices, NULL, &s->component, &s->count, &s->stays));
    MUST(allocate((size_t)s->count + 1, sizeof *s->average, "a proof", &s->average));
    MUST(allocate_zeroed(n, 1, "a proof", &s->core));
    for (uint32_t c = 0; c < s->count; c++)
        s->average[c] = (struct average){.every = s->every == ABOVE ? -INFINITY : INFINITY};
    for (uint32_t i = 0; i < n; i++) {
        if (s->component[i] == NO_CLASS) continue;
        struct average *a = &s->average[s->component[i]];
        a->every = weaker(s->every, a->every, state_average(s, i, true));
        a->any = i;
        for (uint32_t r = first_choice(&s->choices, i); r < first_choice(&s->choices, i + 1); r++)
            a->left |= !s->stays[r];
    }
    for (uint32_t c = 0; c < s->count; c++) s->average[c].some = s->average[c].every;
    return find_cores(s);
}

static double average_on(const struct search *s, uint32_t component, enum side side)
{
    const struct average *a = &s->average[component];
    return side == s->every ? a->every : a->some;
}

/* Returns the least average on a side if it is below 0, as rounding can make it. */
static double least_average(const struct search *s, enum side side)
{
    double least = 0;
    for (uint32_t c = 0; c < s->count; c++) least = fmin(least, average_on(s, c, side));
    return least;
}

/* The row of an unknown that ends in its component is the last one, and the only one that pays. */
static void set_averages(const struct search *s, enum side side, double least, double *b)
{
    const struct matrix *a = &s->problem->system.a;
    for (uint32_t c = 0; c < s->count; c++) {
        const uint32_t unknown = s->problem->optimum.unknown_of[s->average[c].any];
        b[matrix_first_row(a, unknown + 1) - 1] = average_on(s, c, side) - least;
    }
}

/* x = numbers of all states on a side, from the system with the averages of this side. Numbers of
 * systems are not below 0. */
static enum status find_side(const struct search *s, const double *candidate, double width,
                             struct budget *budget, enum side side, double *x)
{
    enum status status = OK;
    struct sides sides = {0};
    struct problem with = *s->problem;
    const double least = least_average(s, side);
    double *b = NULL;
    TRY(allocate(with.system.a.off.rows, sizeof *b, "a proof", &b));
    memcpy(b, with.system.b, with.system.a.off.rows * sizeof *b);
    set_averages(s, side, least, b);
    with.system.b = b;
    with.range = RANGE_NOT_NEGATIVE; /* averages may have been rounded to more than 1 */
    TRY(sides_find(&with, candidate, width, budget, &sides));
    const double *of = side == ABOVE ? sides.high : sides.low;
    for (uint32_t i = 0; i < s->choices.states; i++) {
        const uint32_t c = s->component[i];
        x[i] = c != NO_CLASS && !s->average[c].left ? average_on(s, c, side)
                                                    : of[with.optimum.unknown_of[i]] + least;
    }
out:
    sides_free(&sides);
    free(b);
    return status;
}

/* Ranks for every row: the most rows that lead from one component, or none, to the next. */
static enum status find_levels(const struct search *s, uint32_t **level)
{
    enum status status = OK;
    struct quotient q = {0};
    struct csr rows = {0};
    uint8_t *rests = NULL;
    uint32_t *rank = NULL;
    TRY(quotient_create(&s->choices, s->component, s->stays, &q));
    TRY(quotient_rows(&q, &s->of->a->off, &rows));
    TRY(allocate(q.states, 1, "a proof", &rests));
    for (uint32_t i = 0; i < q.states; i++) rests[i] = q.group[i] == q.group[i + 1];
    const struct choices choices = {&rows, q.group, q.states, NULL};
    TRY(choices_rank(&choices, BY_EVERY_CHOICE, NULL, rests, &rank));
    TRY(allocate(s->choices.states, sizeof **level, "a proof", level));
    for (uint32_t i = 0; i < s->choices.states; i++) (*level)[i] = rank[q.state[i]];
out:
    quotient_free(&q);
    csr_free(&rows);
    free(rests);
    free(rank);
    return status;
}

/* Ranks for some row: the way to states that stay in a core whose average is claimed at most. */
static enum status find_ranks(const struct search *s, uint32_t **rank)
{
    const enum side side = other(s->every);
    struct gains gains = gains_of_side(s->problem, side);
    struct choices choices = s->choices;
    uint8_t *holds, *goal = NULL;
    gains.rank = NULL;
    MUST(allocate(s->of->a->off.rows, 1, "a proof", &holds));
    enum status status = allocate_zeroed(choices.states, 1, "a proof", &goal);
    for (uint32_t i = 0; status == OK && i < choices.states; i++) {
        if (!s->core[i]) continue;
        const double some = s->average[s->component[i]].some, claimed = gains.gain[i];
        goal[i] = side == ABOVE ? claimed >= some : claimed <= some;
    }
    certify_gain_choices(s->of, side, &gains, holds);
    choices.allowed = holds;
    if (status == OK) status = choices_rank(&choices, BY_SOME_CHOICE, NULL, goal, rank);
    free(goal);
    free(holds);
    return status;
}

static enum status fill_proof(struct search *s, const double *candidate, double width,
                              struct budget *budget)
{
    struct problem_proof *proof = &s->problem->proof;
    const uint32_t n = s->choices.states;
    MUST(allocate(n, sizeof *proof->low, "a proof", &proof->low));
    MUST(allocate(n, sizeof *proof->high, "a proof", &proof->high));
    MUST(allocate(n, sizeof *proof->w, "a proof", &proof->w));
    memcpy(proof->w, s->problem->optimum.bias, n * sizeof *proof->w);
    MUST(find_side(s, candidate, width, budget, BELOW, proof->low));
    MUST(find_side(s, candidate, width, budget, ABOVE, proof->high));
    MUST(find_levels(s, &proof->level));
    return find_ranks(s, &proof->rank);
}

enum status gains_find(struct problem *problem, const struct optimum *of, const double *candidate,
                       double width, struct budget *budget)
{
    enum status status = OK;
    struct search s = {.problem = problem,
                       .of = of,
                       .choices = {&of->a->off, of->a->group, (uint32_t)matrix_unknowns(of->a),
                                   NULL},
                       .every = of->largest ? ABOVE : BELOW};
    TRY(find_averages(&s));
    TRY(fill_proof(&s, candidate, width, budget));
out:
    search_free(&s);
    return status;
}
