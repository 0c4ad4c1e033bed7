/* From a decision process and its objectives to a process that ends.
 *
 * In the joint product of process and formulas, a path stays in one end component at last. If its
 * rewards are finite, none of its rows pays: so the components are those of rows that pay nothing.
 * In each of them a scheduler can satisfy some sets of formulas for sure, and no others: each of
 * the largest sets is a way to end, which pays 1 for each of its formulas. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sparse/quotient.h"
#include "problems/decisions/equations.h"
#include "problems/objectives/weighing.h"
#include "problems/paths/joint_product.h"

void weighing_free(struct weighing *w)
{
    csr_free(&w->rows);
    free(w->group);
    for (size_t k = 0; k < MOST_OBJECTIVES; k++) free(w->pays[k]);
    linear_free(&w->system);
    free(w->stated);
}

struct making {
    const struct chain *chain;
    const struct objective *objective;
    size_t count, paths;
    struct joint_product joint;
    struct chain product;          /* borrows the rows of the joint product */
    double *pays[MOST_OBJECTIVES]; /* for each row of the product */
    uint8_t *unpaid;               /* rows that pay nothing at all */
    uint8_t *ways, *set;           /* for each pair: the number of largest sets, and these */
    struct merged_ends merged;
    struct quotient kept; /* rows of the merged process after which a path can end for sure */
};

static void making_free(struct making *m)
{
    joint_product_free(&m->joint);
    if (m->product.nlabels) free(m->product.labels[0].holds);
    free(m->product.labels);
    for (size_t k = 0; k < MOST_OBJECTIVES; k++) free(m->pays[k]);
    free(m->unpaid);
    free(m->ways);
    free(m->set);
    merged_ends_free(&m->merged);
    quotient_free(&m->kept);
}

static enum status make_product(struct making *m, const uint8_t *const *atoms, uint32_t start)
{
    const struct formula *path[MOST_OBJECTIVES];
    uint32_t steps = 0;
    struct label *init;
    for (size_t k = 0; k < m->count; k++) {
        const struct objective *o = &m->objective[k];
        if (o->path) path[m->paths++] = o->path;
        else if (o->steps != NO_LAST_STEP && o->steps > steps) steps = o->steps;
    }
    MUST(joint_product_make(m->chain, path, m->paths, atoms, steps, start, &m->joint));
    const struct pair_graph *graph = &m->joint.graph;
    m->product = (struct chain){.type = CHAIN_MDP,
                                .transitions = graph->transitions,
                                .group = graph->group,
                                .ngroups = graph->explored,
                                .rounding = m->chain->rounding};
    MUST(allocate_zeroed(1, sizeof *init, "a label", &init));
    m->product.labels = init;
    m->product.nlabels = 1;
    init->name = (char *)(uintptr_t) "init";
    MUST(allocate_zeroed(graph->explored, 1, "states", &init->holds));
    init->holds[0] = 1;
    return OK;
}

static enum status find_payments(struct making *m)
{
    const struct pair_graph *graph = &m->joint.graph;
    const uint32_t rows = graph->transitions.rows;
    MUST(allocate(rows, 1, "choices", &m->unpaid));
    memset(m->unpaid, 1, rows);
    for (size_t k = 0; k < m->count; k++) {
        const struct objective *o = &m->objective[k];
        MUST(allocate_zeroed(rows, sizeof **m->pays, "rewards", &m->pays[k]));
        for (uint32_t p = 0; p < graph->explored && !o->path; p++) {
            const uint32_t first = chain_row(m->chain, pair_state(graph, p));
            const bool counts = o->steps == NO_LAST_STEP || pair_steps(graph, p) < o->steps;
            for (uint32_t r = graph->group[p]; r < graph->group[p + 1] && counts; r++) {
                m->pays[k][r] = o->reward[first + (r - graph->group[p])];
                m->unpaid[r] &= m->pays[k][r] == 0;
            }
        }
    }
    return OK;
}

/* A reward that is to be large must be finite for all schedulers. */
static enum status check_finite(const struct making *m)
{
    const struct choices c = {&m->product.transitions, m->product.group, m->product.ngroups, NULL};
    uint32_t *component, count;
    uint8_t *stays;
    bool infinite = false;
    MUST(end_components(&c, NULL, &component, &count, &stays));
    for (size_t k = 0; k < m->count; k++)
        for (uint32_t r = 0; r < c.rows->rows && !m->objective[k].negated; r++)
            infinite |= stays[r] && m->pays[k][r] != 0;
    free(component);
    free(stays);
    return infinite
               ? fail(ERROR_INPUT, "a reward of several objectives that is to be large must be "
                                   "finite for all schedulers, and one of these is not")
               : OK;
}

/* Sets with more formulas come first. */
static uint32_t count_bits(uint32_t set)
{
    uint32_t count = 0;
    for (; set; set &= set - 1) count++;
    return count;
}

static enum status add_set(struct making *m, uint32_t set, uint8_t *accepted)
{
    const uint32_t n = m->product.ngroups, sets = 1u << m->paths;
    MUST(find_accepting_ends(&m->joint.graph, m->unpaid, set, accepted));
    for (uint32_t p = 0; p < n; p++) {
        bool known = !accepted[p];
        uint8_t *own = m->set + (size_t)p * sets;
        for (uint32_t w = 0; w < m->ways[p] && !known; w++) known = (own[w] & set) == set;
        if (!known) own[m->ways[p]++] = (uint8_t)set;
    }
    return OK;
}

static enum status find_ways(struct making *m)
{
    enum status status = OK;
    const uint32_t n = m->product.ngroups, sets = 1u << m->paths;
    uint8_t *accepted = NULL;
    TRY(allocate_zeroed(n, 1, "states", &m->ways));
    TRY(allocate((size_t)n * sets, 1, "states", &m->set));
    TRY(allocate(n, 1, "states", &accepted));
    for (uint32_t bits = (uint32_t)m->paths + 1; bits-- > 0;)
        for (uint32_t set = 0; set < sets; set++)
            if (count_bits(set) == bits) TRY(add_set(m, set, accepted));
out:
    free(accepted);
    return status;
}

/* Keeps rows after which the end can be reached for sure; other states keep their first row. */
static enum status keep_ending(struct making *m, struct weighing *out)
{
    enum status status = OK;
    const struct chain *chain = &m->merged.chain;
    const struct csr *a = &chain->transitions;
    const uint32_t n = chain_states(chain), last = n - 1;
    const struct choices c = {a, chain->group, n, NULL};
    uint8_t *goal = NULL, *no = NULL, *yes = NULL, *allowed = NULL, *stays = NULL;
    uint32_t *component = NULL;
    TRY(allocate_zeroed(n, 1, "states", &goal));
    goal[last] = 1;
    TRY(certain_choices(&c, NULL, goal, true, &no, &yes));
    out->start = m->merged.state[0];
    out->impossible = !yes[out->start];
    TRY(allocate(a->rows, 1, "choices", &allowed));
    TRY(allocate_zeroed(a->rows, 1, "choices", &stays));
    TRY(allocate(n, sizeof *component, "states", &component));
    TRY(allocate(n, 1, "states", &out->stated));
    for (uint32_t i = 0; i < n; i++) {
        component[i] = NO_CLASS;
        out->stated[i] = i == last || !yes[i];
        for (uint32_t r = chain->group[i]; r < chain->group[i + 1]; r++) {
            allowed[r] = r == chain->group[i] || !out->stated[i];
            for (uint64_t k = a->row[r]; k < a->row[r + 1] && !out->stated[i]; k++)
                allowed[r] &= yes[a->col[k]];
        }
    }
    TRY(quotient_create(&(struct choices){a, chain->group, n, allowed}, component, stays,
                        &m->kept));
out:
    free(goal);
    free(no);
    free(yes);
    free(allowed);
    free(stays);
    free(component);
    return status;
}

/* A pair of each state of the merged process. */
static enum status find_members(const struct making *m, uint32_t **out)
{
    MUST(allocate_zeroed(chain_states(&m->merged.chain), sizeof **out, "states", out));
    for (uint32_t p = 0; p < m->product.ngroups; p++) (*out)[m->merged.state[p]] = p;
    return OK;
}

/* What row r pays for objective k, which is number `path` of the formulas if it is one. */
static double payment(const struct making *m, size_t k, uint32_t path, uint32_t pair, uint32_t old)
{
    const uint32_t rows = m->product.transitions.rows;
    const bool negated = m->objective[k].negated;
    if (old == NO_ROW) return 0;
    if (old < rows) return negated ? 0 - m->pays[k][old] : m->pays[k][old];
    const uint8_t set = m->set[((size_t)pair << m->paths) + (old - rows)];
    return m->objective[k].path && (set >> path & 1);
}

static enum status take_payments(const struct making *m, struct weighing *out)
{
    enum status status = OK;
    const struct quotient *q = &m->kept;
    uint32_t *member = NULL, path = 0;
    TRY(find_members(m, &member));
    for (size_t k = 0; k < m->count; k++) {
        TRY(allocate_zeroed(q->rows, sizeof **out->pays, "rewards", &out->pays[k]));
        for (uint32_t i = 0; i < q->states; i++)
            for (uint32_t r = q->group[i]; r < q->group[i + 1] && !out->stated[i]; r++)
                out->pays[k][r] = payment(m, k, path, member[i], m->merged.row_of[q->row[r]]);
        path += m->objective[k].path != NULL;
        if (!m->objective[k].path)
            out->share[k] = share_of_products(m->chain, m->objective[k].reward);
    }
out:
    free(member);
    return status;
}

static enum status take_system(struct making *m, struct weighing *out)
{
    enum status status = OK;
    const struct chain *chain = &m->merged.chain;
    const uint32_t n = chain_states(chain);
    uint8_t *open = NULL;
    double *zero = NULL;
    TRY(quotient_rows(&m->kept, &chain->transitions, &out->rows));
    TRY(allocate(n, 1, "states", &open));
    TRY(allocate_zeroed(n, sizeof *zero, "values", &zero));
    for (uint32_t i = 0; i < n; i++) open[i] = !out->stated[i];
    TRY(write_equations(chain, NULL, &m->kept, open, zero, &out->system));
    out->reading = reading_of_choices(chain, NULL);
    out->reading.entry = fmax(out->reading.entry, m->merged.rounded);
    out->states = n;
    out->last = n - 1;
    out->group = m->kept.group;
    m->kept.group = NULL;
out:
    free(open);
    free(zero);
    return status;
}

enum status weighing_make(const struct chain *chain, const struct objective *objective,
                          size_t count, const uint8_t *const *atoms, uint32_t start,
                          struct weighing *out)
{
    enum status status = OK;
    struct making m = {.chain = chain, .objective = objective, .count = count};
    *out = (struct weighing){.count = count};
    TRY(make_product(&m, atoms, start));
    TRY(find_payments(&m));
    TRY(check_finite(&m));
    TRY(find_ways(&m));
    TRY(merge_ends(&m.product, m.unpaid, m.ways, &m.merged));
    TRY(keep_ending(&m, out));
    if (out->impossible) goto out;
    TRY(take_payments(&m, out));
    TRY(take_system(&m, out));
out:
    making_free(&m);
    return status;
}
