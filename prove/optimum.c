#include "prove/optimum.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sparse/choices_graph.h"
#include "certify/optimum.h"
#include "prove/candidate.h"
#include "prove/reading.h"
#include "prove/sides/sides.h"
#include "prove/value.h"

/* The process as it was read, with numbers of one side for its states. */
struct lifted {
    struct optimum of;
    struct choices choices; /* all of them */
    uint32_t states;
    enum side side;
    double *x;
    uint8_t *holds;   /* for each row */
    uint8_t *through; /* for each state: what the side needs of its rows holds */
    uint32_t *rank, *choice;
};

static void lifted_close(struct lifted *l)
{
    free(l->x);
    free(l->holds);
    free(l->through);
    free(l->rank);
    free(l->choice);
}

static enum status lifted_open(const struct problem *problem, struct lifted *l)
{
    const struct linear *all = &problem->optimum.original;
    const uint32_t states = (uint32_t)matrix_unknowns(&all->a);
    *l = (struct lifted){.of = {.a = &all->a,
                                .reading = problem->proof.reading,
                                .b = all->b,
                                .stated = problem->optimum.stated,
                                .largest = problem->optimum.largest,
                                .rewards = problem->range == RANGE_NOT_NEGATIVE},
                         .choices = {&all->a.off, all->a.group, states, NULL},
                         .states = states};
    MUST(allocate(states, sizeof *l->x, "a proof", &l->x));
    MUST(allocate(all->a.off.rows, 1, "a proof", &l->holds));
    MUST(allocate(states, 1, "a proof", &l->through));
    MUST(allocate(states, sizeof *l->choice, "a proof", &l->choice));
    return OK;
}

static void lift(const struct problem *problem, const double *x, struct lifted *l)
{
    const uint32_t *unknown_of = problem->optimum.unknown_of;
    for (uint32_t i = 0; i < l->states; i++)
        l->x[i] = l->of.stated[i] ? l->of.b[first_choice(&l->choices, i)] : x[unknown_of[i]];
}

/* Returns whether the side needs every row of a state, or one. */
static bool needs_every_row(const struct lifted *l)
{
    return (l->side == ABOVE) == l->of.largest;
}

/* Returns the way on which ranks are needed, along rows that hold. */
static enum way way_of(const struct lifted *l)
{
    if (needs_every_row(l)) return BY_EVERY_CHOICE;
    return l->side == ABOVE ? BY_SURE_CHOICE : BY_SOME_CHOICE;
}

/* Where no row leads to a smaller rank, any row that holds will do. */
static void choose_others(struct lifted *l)
{
    for (uint32_t i = 0; i < l->states; i++)
        for (uint32_t r = first_choice(&l->choices, i + 1);
             l->choice[i] == NO_ROW && r-- > first_choice(&l->choices, i);)
            if (l->holds[r]) l->choice[i] = r;
}

static enum status find_ranks(struct lifted *l)
{
    const bool every = needs_every_row(l);
    struct choices choices = l->choices;
    certify_choices(&l->of, l->x, l->side, l->holds);
    for (uint32_t i = 0; i < l->states; i++) {
        l->through[i] = 1;
        for (uint32_t r = first_choice(&choices, i); every && r < first_choice(&choices, i + 1);
             r++)
            l->through[i] &= l->holds[r];
    }
    if (!every) choices.allowed = l->holds;
    MUST(choices_rank(&choices, way_of(l), l->through, l->of.stated, &l->rank));
    choices_descend(&choices, way_of(l), l->rank, l->choice);
    choose_others(l);
    return OK;
}

/* Numbers of states whose value is infinite: for the largest, the distance to states from which the
 * goal may be missed for ever. */
static enum status find_infinite_ranks(struct lifted *l)
{
    enum status status = OK;
    uint8_t *no = NULL, *yes = NULL;
    if (!l->of.largest) return choices_stage(&l->choices, l->of.stated, &l->rank);
    for (uint32_t i = 0; i < l->states; i++) l->through[i] = !l->of.stated[i];
    TRY(certain_choices(&l->choices, NULL, l->of.stated, false, &no, &yes));
    TRY(choices_rank(&l->choices, BY_SOME_CHOICE, l->through, no, &l->rank));
out:
    free(no);
    free(yes);
    return status;
}

/* For the largest value, the row that leads to a smaller rank, or stays at the same. */
static void choose_infinite(struct lifted *l)
{
    const struct csr *off = &l->of.a->off;
    for (uint32_t i = 0; i < l->states; i++) {
        if (l->x[i] < INFINITY) continue;
        l->choice[i] = NO_ROW;
        for (uint32_t r = first_choice(&l->choices, i);
             l->choice[i] == NO_ROW && r < first_choice(&l->choices, i + 1); r++) {
            bool lower = false, same = true;
            for (uint64_t k = off->row[r]; k < off->row[r + 1]; k++) {
                lower |= l->rank[off->col[k]] < l->rank[i];
                same &= l->rank[off->col[k]] == l->rank[i];
            }
            if (lower || same) l->choice[i] = r;
        }
    }
}

static bool any_infinite(const struct problem *problem)
{
    const uint8_t *infinite = problem->fixpoint.infinite;
    for (uint64_t i = 0; infinite && i < problem_unknowns(problem); i++)
        if (infinite[i]) return true;
    return false;
}

/* *proven: the check accepts x (one number for each unknown) as bounds on this side. */
static enum status check_side(const struct problem *problem, const double *x, enum side side,
                              bool *proven)
{
    enum status status = OK;
    struct lifted l;
    TRY(lifted_open(problem, &l));
    l.side = side;
    lift(problem, x, &l);
    TRY(find_ranks(&l));
    if (side == BELOW && l.of.rewards && any_infinite(problem)) {
        free(l.rank);
        l.rank = NULL;
        TRY(find_infinite_ranks(&l));
        choose_infinite(&l);
    }
    *proven = side == ABOVE ? certify_above(&l.of, l.x, l.rank, l.choice)
                            : certify_below(&l.of, l.x, l.rank, l.choice);
out:
    lifted_close(&l);
    return status;
}

/* Numbers of a side that the check refused become those that hold of every process. */
static void take_what_is_known(const struct problem *problem, bool above, bool below,
                               struct sides *sides)
{
    const bool at_most_1 = problem->range == RANGE_PROBABILITY && problem->proof.reading.balanced;
    for (uint64_t i = 0; i < problem_unknowns(problem); i++) {
        if (!above) sides->high[i] = at_most_1 ? 1 : INFINITY;
        if (!below) sides->low[i] = 0;
    }
}

/* The middle of an interval and half its width, rounded up. Without an upper end the middle is the
 * lower one. */
static void take_middle(double low, double high, double *x, double *v)
{
    *x = high < INFINITY ? low + 0.5 * (high - low) : low;
    *v = fmax(certify_add_product(*x, -1, low, ABOVE), certify_add_product(high, -1, *x, ABOVE));
    if (low == INFINITY) *x = *v = 0; /* the problem knows that it is infinite */
    if (low == high) *v = 0;
}

static enum status take_sides(struct problem *problem, const struct sides *sides)
{
    struct problem_proof *proof = &problem->proof;
    const uint64_t n = problem_unknowns(problem);
    MUST(allocate(n, sizeof *proof->v, "a proof", &proof->v));
    MUST(allocate(n, sizeof *proof->x, "a proof", &proof->x));
    for (uint64_t i = 0; i < n; i++)
        take_middle(sides->low[i], sides->high[i], &proof->x[i], &proof->v[i]);
    proof->bound = (struct bound){1, 1};
    const struct interval value = value_at_initial(problem, proof->x, &proof->bound, proof->v);
    proof->value_low = value.low, proof->value_high = value.high;
    return OK;
}

static void write_refused(struct problem *problem, bool model, bool above, bool below)
{
    char *note = problem->proof.note;
    const size_t room = sizeof problem->proof.note;
    if (above && below) return;
    if (above || below) write_reading(problem, model);
    snprintf(note + strlen(note), room - strlen(note), "%sthe check refuses the bounds from %s",
             above || below ? "; " : "",
             above   ? "below"
             : below ? "above"
                     : "below and from above");
}

enum status prove_optimum(struct problem *problem, const struct prove_settings *settings,
                          struct budget *budget)
{
    enum status status = OK;
    struct sides sides = {0};
    bool above, below;
    TRY(sides_find(problem, candidate_of(settings, &problem->system.a), settings->width, budget,
                   &sides));
    TRY(check_side(problem, sides.high, ABOVE, &above));
    TRY(check_side(problem, sides.low, BELOW, &below));
    write_refused(problem, settings->model, above, below);
    if ((!above && !below) || (!below && any_infinite(problem))) goto out;
    take_what_is_known(problem, above, below, &sides);
    TRY(take_sides(problem, &sides));
out:
    sides_free(&sides);
    return status;
}
