/* The largest or smallest probability or expected reward of a decision process.
 *
 * A search of the graph decides what needs no numbers: states where the value is 0, 1 or infinite.
 * Where the rest would have several solutions, the least of which is not found from below (the
 * smallest reward, with choices that pay nothing) or the largest not from above (the largest
 * probability), end components become one state each.
 *
 * In an interval model each transition has a probability above 0 whatever nature takes, so the
 * search of the graph is the same. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/progress_hook.h"
#include "base/team.h"
#include "problems/decisions/equations.h"

/* Sets of states, one byte each. */
struct decided {
    uint8_t *goal, *through, *no, *yes;
    uint8_t *open; /* neither: the value is to be found */
};

static void decided_free(struct decided *d)
{
    free(d->goal);
    free(d->through);
    free(d->no);
    free(d->yes);
    free(d->open);
}

/* A reward is finite where the goal is certain: for all schedulers, or for some. */
static enum status find_decided(const struct chain *chain, const struct property *property,
                                const struct choices *c, struct decided *out)
{
    const uint32_t n = chain_states(chain);
    const bool reward = property->reward != NULL, largest = property->largest != reward;
    MUST(label_states(chain, property->goal, &out->goal));
    MUST(states_to_pass(chain, property, &out->through));
    MUST(certain_choices(c, out->through, out->goal, largest, &out->no, &out->yes));
    MUST(allocate(n, 1, "states", &out->open));
#pragma omp parallel for schedule(static) if (team_once(n))
    for (uint32_t i = 0; i < n; i++)
        out->open[i] = is_undecided(reward, out->goal[i], out->no[i], out->yes[i]);
    return OK;
}

/* Whether a choice may be part of a best scheduler: with the smallest reward, it must not lead to
 * where the goal may be missed. A decided state keeps its first row. */
static enum status find_allowed(const struct chain *chain, const struct property *property,
                                const struct decided *d, uint8_t **out)
{
    const struct csr *rows = &chain->transitions;
    const bool sure = property->reward && !property->largest;
    MUST(allocate_zeroed(rows->rows, 1, "choices", out));
#pragma omp parallel for schedule(static) if (team_once(rows->nnz))
    for (uint32_t i = 0; i < chain_states(chain); i++)
        for (uint32_t c = chain_row(chain, i); c < chain_row(chain, i + 1); c++) {
            (*out)[c] = d->open[i] || c == chain_row(chain, i);
            for (uint64_t k = rows->row[c]; sure && d->open[i] && k < rows->row[c + 1]; k++)
                (*out)[c] &= d->yes[rows->col[k]];
        }
    return OK;
}

/* Drops choices of open states that lead nowhere else and are not among those that stay for
 * nothing: they pay for ever. */
static void drop_idle(const struct chain *chain, const struct decided *d, struct kept *kept)
{
    const struct csr *rows = &chain->transitions;
#pragma omp parallel for schedule(static) if (team_once(rows->nnz))
    for (uint32_t i = 0; i < chain_states(chain); i++) {
        const uint32_t own = kept->component[i];
        for (uint32_t c = chain_row(chain, i); d->open[i] && c < chain_row(chain, i + 1); c++) {
            bool leaves = kept->stays[c];
            for (uint64_t k = rows->row[c]; k < rows->row[c + 1]; k++) {
                const uint32_t to = rows->col[k];
                leaves |= to != i && (own == NO_CLASS || kept->component[to] != own);
            }
            kept->allowed[c] &= leaves;
        }
    }
}

/* End components that become one state: of open states for the largest probability, and of choices
 * that pay nothing for the smallest reward. Elsewhere there are none in open states, or they do no
 * harm. */
static enum status find_components(const struct chain *chain, const struct property *property,
                                   const struct decided *d, struct kept *out)
{
    enum status status = OK;
    const struct csr *rows = &chain->transitions;
    uint8_t *unpaid = NULL;
    uint32_t count;
    const bool reward = property->reward != NULL;
    TRY(allocate(rows->rows, 1, "choices", &unpaid));
#pragma omp parallel for schedule(static) if (team_once(rows->rows))
    for (uint32_t c = 0; c < rows->rows; c++)
        unpaid[c] = out->allowed[c] && !(reward && property->reward[c] != 0);
    TRY(end_components(&(struct choices){rows, chain->group, chain_states(chain), unpaid}, d->open,
                       &out->component, &count, &out->stays));
out:
    free(unpaid);
    return status;
}

/* The same where each state stays one of its own. */
static enum status find_no_components(const struct chain *chain, struct kept *out)
{
    const uint32_t n = chain_states(chain);
    MUST(allocate_large(n, sizeof *out->component, "states", &out->component));
    memset(out->component, 0xff, n * sizeof *out->component);
    return allocate_zeroed(chain->transitions.rows, 1, "choices", &out->stays);
}

static enum status join_components(const struct chain *chain, const struct property *property,
                                   const struct decided *d, struct kept *out)
{
    const bool joins = property->largest != (property->reward != NULL);
    MUST(joins ? find_components(chain, property, d, out) : find_no_components(chain, out));
    drop_idle(chain, d, out);
    MUST(progress_hook_check());
    return quotient_create(
        &(struct choices){&chain->transitions, chain->group, chain_states(chain), out->allowed},
        out->component, out->stays, &out->quotient);
}

/* The value of each state that the search decided, and 0. */
static enum status find_values(const struct property *property, uint32_t n, const struct decided *d,
                               double **out)
{
    MUST(allocate_zeroed(n, sizeof **out, "values", out));
#pragma omp parallel for schedule(static) if (team_once(n))
    for (uint32_t i = 0; i < (property->reward ? 0 : n); i++) (*out)[i] = d->yes[i];
    return OK;
}

static enum status write_system(const struct chain *chain, const struct property *property,
                                const struct decided *d, struct problem *out)
{
    enum status status = OK;
    struct kept kept = {0};
    double *value = NULL;
    struct linear *s = &out->system;
    const uint32_t n = chain_states(chain);
    TRY(find_allowed(chain, property, d, &kept.allowed));
    TRY(join_components(chain, property, d, &kept));
    TRY(find_values(property, n, d, &value));
    TRY(write_equations(chain, property->reward, &kept.quotient, d->open, value, s));
    TRY(allocate_zeroed(kept.quotient.states, sizeof *s->x0, "x0", &s->x0));
#pragma omp parallel for schedule(static) if (kept.quotient.same && team_once(n))
    for (uint32_t i = 0; i < n; i++) s->x0[kept.quotient.state[i]] = value[i];
    out->optimum.unknown_of = kept.quotient.state;
    kept.quotient.state = NULL;
out:
    free(value);
    kept_free(&kept);
    return status;
}

/* All states and choices; only the goal and what must not be passed is stated. */
static enum status write_original(const struct chain *chain, const struct property *property,
                                  const struct decided *d, struct problem *out)
{
    enum status status = OK;
    const uint32_t n = chain_states(chain);
    uint8_t *open = NULL;
    double *value = NULL;
    struct kept kept = {0};
    TRY(allocate(n, 1, "states", &out->optimum.stated));
    TRY(allocate(n, 1, "states", &open));
    TRY(allocate_zeroed(n, sizeof *value, "values", &value));
#pragma omp parallel for schedule(static) if (team_once(n))
    for (uint32_t i = 0; i < n; i++) {
        open[i] = !d->goal[i] && !(d->through && !d->through[i]);
        out->optimum.stated[i] = !open[i];
        value[i] = !property->reward && d->goal[i];
    }
    TRY(keep_all(chain, open, &kept));
    TRY(write_equations(chain, property->reward, &kept.quotient, open, value,
                        &out->optimum.original));
out:
    free(open);
    free(value);
    kept_free(&kept);
    return status;
}

static enum status take_facts(const struct chain *chain, const struct property *property,
                              const struct decided *d, struct problem *out)
{
    const uint32_t n = chain_states(chain), unknowns = out->system.a.ngroups,
                   *unknown_of = out->optimum.unknown_of;
    MUST(take_initial_unknowns(chain, property->filter, out));
    int solved = true;
#pragma omp parallel for schedule(static) reduction(& : solved) if (team_once(n))
    for (uint32_t i = 0; i < n; i++) solved &= !d->open[i];
    out->solved = solved;
    if (!property->reward) return OK;
    MUST(allocate_zeroed(unknowns, 1, "states", &out->fixpoint.infinite));
#pragma omp parallel for schedule(static) if (team_once(n))
    for (uint32_t i = 0; i < n; i++) {
        if (d->yes[i]) continue;
#pragma omp atomic write
        out->fixpoint.infinite[unknown_of[i]] = 1;
    }
    return OK;
}

enum status reduce_optimum(struct chain *chain, const struct property *property,
                           struct problem *out)
{
    enum status status = OK;
    struct decided d = {0};
    const struct choices c = {&chain->transitions, chain->group, chain_states(chain), NULL};
    out->kind = KIND_OPTIMUM;
    out->range = property->reward ? RANGE_NOT_NEGATIVE : RANGE_PROBABILITY;
    out->optimum.largest = property->largest;
    out->optimum.nature_largest = property->nature_largest;
    out->step = 1;
    if (chain->upper) widen_intervals(chain, &out->optimum.widened);
    out->reading = chain->upper ? (struct reading){.balanced = true}
                                : reading_of_choices(chain, property->reward);
    out->reading.entry = fmax(out->reading.entry, property->rounded);
    TRY(find_decided(chain, property, &c, &d));
    TRY(write_system(chain, property, &d, out));
    TRY(write_original(chain, property, &d, out));
    TRY(progress_hook_check());
    TRY(take_facts(chain, property, &d, out));
out:
    decided_free(&d);
    return status;
}
