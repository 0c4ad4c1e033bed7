#include "certify/closed/closed_choices.h"

#include "base/sparse/rows.h"
#include "base/team.h"
#include "certify/nearest.h"
#include "certify/row_check.h"

/* A state, with its choices. They stand for x_i - sum_j p_j x_j = pays. */
struct state_choices {
    const struct closed_rows *closed;
    uint64_t i;
    unsigned count;
    struct closed_choice choice[CLOSED_CHOICES];
};

static struct state_choices read_state(const struct closed_rows *closed, uint64_t i)
{
    struct state_choices s = {.closed = closed, .i = i};
    s.count = closed_choices(closed, i, s.choice);
    return s;
}

/* What a choice proves, by the rule of `check`. own: x_i; x: NULL for weights; by: see struct
 * row_at. */
static struct row_proof prove_choice(const struct row_check *check, const struct state_choices *s,
                                     const struct closed_choice *choice, double own, double by)
{
    const struct row_at at = {own, 1, 0, by};
    struct row_sums sums = NO_SUMS;
    row_check_own(check, &at, false, &sums);
    for (uint32_t k = 0; k < choice->count; k++) {
        const uint64_t j = choice->col[k];
        row_check_entry(check, own, false, -choice->val[k],
                        check->x ? check->x[j] : closed_choices_weight(s->closed, j), &sums);
    }
    return row_check_close(check, 0, &at, &sums);
}

/* Returns whether a choice leads to other states, and from reached ones to reached ones. */
static bool choice_stays(const struct state_choices *s, const struct closed_choice *choice,
                         bool reached)
{
    bool stays = choice->count > 0 && choice->count <= CHOICE_ENTRIES;
    for (uint32_t k = 0; k < choice->count && stays; k++)
        stays = choice->col[k] < s->closed->n && choice->col[k] != s->i && choice->val[k] > 0 &&
                choice->val[k] <= 1 && (!reached || closed_is_reached(s->closed, choice->col[k]));
    return stays;
}

/* Returns whether the weights hold at state i. *least: becomes the least drift of its choices, if
 * that is less. */
static bool weights_hold(const struct closed_rows *closed, uint64_t i, double *least)
{
    const struct state_choices s = read_state(closed, i);
    const double own = closed_choices_weight(closed, i);
    const bool reached = closed_is_reached(closed, i);
    bool holds = !signbit(own) && isfinite(own);
    for (unsigned c = 0; c < s.count && holds; c++) {
        double drift = NAN;
        const struct row_check check = {.rule = CHECK_WEIGHTS, .out = &drift};
        holds = choice_stays(&s, &s.choice[c], reached) &&
                prove_choice(&check, &s, &s.choice[c], own, 0).holds;
        *least = fmin(*least, drift);
    }
    return holds;
}

bool certify_closed_choices(const struct closed_rows *closed, double *drift)
{
    double least = INFINITY;
    int bad = 0;
#pragma omp parallel if (team_once(closed->n))
    {
        TO_NEAREST;
#pragma omp for schedule(static) reduction(min : least) reduction(| : bad)
        for (uint64_t i = 0; i < closed->n; i++) bad |= !weights_hold(closed, i, &least);
    }
    *drift = least;
    return !bad && closed->process.initial < closed->n &&
           closed_is_reached(closed, closed->process.initial);
}

/* The distance at state i. On one side every choice counts, and on the other one the best does. */
static struct bound distance_at(const struct closed_rows *closed, double drift,
                                const double *answer, uint64_t i)
{
    const struct state_choices s = read_state(closed, i);
    const struct row_check check = {.rule = CHECK_ANSWER, .x = answer, .b = &closed->process.pays};
    const int every = closed->process.largest;
    double most[2] = {every ? INFINITY : 0, every ? 0 : INFINITY};
    if (s.count == 0) {
        const double off = answer[i] == closed_stated(closed, i) ? 0 : INFINITY;
        return (struct bound){off, off};
    }
    for (unsigned c = 0; c < s.count; c++) {
        const struct row_proof proof = prove_choice(&check, &s, &s.choice[c], answer[i], drift);
        most[every] = fmax(most[every], proof.most[every]);
        most[!every] = fmin(most[!every], proof.most[!every]);
    }
    return (struct bound){most[0], most[1]};
}

struct bound certify_closed_distance(const struct closed_rows *closed, double drift,
                                     const double *answer)
{
    double below = 0, above = 0;
    drift = settled(drift);
#pragma omp parallel if (team_once(closed->n))
    {
        TO_NEAREST;
#pragma omp for schedule(static) reduction(max : below, above)
        for (uint64_t i = 0; i < closed->n; i++) {
            const struct bound bound = distance_at(closed, drift, answer, i);
            below = fmax(below, bound.below);
            above = fmax(above, bound.above);
        }
    }
    return (struct bound){below, above};
}
