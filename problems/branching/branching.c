/* A[f] is !E[!f]. E[f] is decided by exists_path.h, but for one operator with bounds over sets of
 * states: there can be many more steps than an automaton can count. It goes backward from step to
 * step: before the last step, a U b holds where b does, or where a does and some next state has it;
 * a R b where b does and, or some next state has it, a does. F a = true U a and G a = false R a. */
#include "problems/branching/branching.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "problems/branching/exists_path.h"
#include "problems/paths/path_parts.h"

struct search {
    const struct csr *a;
    uint8_t *left, *right; /* operands of U or R */
    uint8_t *now, *next;   /* where the formula holds at this step, and at the next one */
};

static void search_free(struct search *s)
{
    free(s->left);
    free(s->right);
    free(s->now);
    free(s->next);
}

static bool some_next(const struct csr *a, uint32_t i, const uint8_t *set)
{
    bool found = false;
    for (uint64_t k = a->row[i]; k < a->row[i + 1] && !found; k++) found = set[a->col[k]];
    return found;
}

/* One step back; early: before the lower bound, where right does not count. Returns whether `now`
 * has changed. */
static bool step_back(struct search *s, bool until, bool early)
{
    const uint32_t n = s->a->rows;
    memcpy(s->next, s->now, n);
    for (uint32_t i = 0; i < n; i++) {
        const bool more = some_next(s->a, i, s->next);
        if (until) s->now[i] = (!early && s->right[i]) || (s->left[i] && more);
        else s->now[i] = (early || s->right[i]) && (s->left[i] || more);
    }
    return memcmp(s->next, s->now, n) != 0;
}

/* now = left U right, or R, without bounds. */
static enum status search_unbounded(struct search *s, const struct chain *chain, bool until)
{
    const uint8_t *const sets[] = {s->left, s->right};
    struct formula left = {.kind = FORMULA_ATOM, .atom = 0};
    struct formula right = {.kind = FORMULA_ATOM, .atom = 1};
    struct formula *children[] = {&left, &right};
    const struct formula pair = {
        .kind = until ? FORMULA_UNTIL : FORMULA_RELEASE, .nchildren = 2, .child = children};
    uint8_t *found;
    MUST(exists_path(chain, &pair, false, sets, &found));
    memcpy(s->now, found, s->a->rows);
    free(found);
    return OK;
}

/* now = left U[lower,upper] right, or R. */
static enum status within_steps(struct search *s, const struct chain *chain, bool until,
                                uint32_t lower, uint32_t upper)
{
    bool changed = true;
    const uint32_t n = s->a->rows;
    if (lower > upper) memset(s->now, !until, n);
    if (lower > upper) return OK;
    if (upper == NO_LAST_STEP) MUST(search_unbounded(s, chain, until));
    else memcpy(s->now, s->right, n);
    for (uint32_t k = lower; k < upper && upper != NO_LAST_STEP && changed; k++)
        changed = step_back(s, until, false);
    changed = true;
    for (uint32_t k = 0; k < lower && changed; k++) changed = step_back(s, until, true);
    return OK;
}

/* Writes where a formula, or its negation, holds; NULL: is true. */
static enum status write_set(uint32_t n, const struct formula *f, const uint8_t *const *atoms,
                             bool negated, uint8_t *set)
{
    if (f) MUST(check_state_formula(f));
    for (uint32_t i = 0; i < n; i++) set[i] = (!f || state_formula_holds(f, atoms, i)) != negated;
    return OK;
}

/* a W b is (!a | b) R (a | b), and its negation (a & !b) U (!a & !b); left and right are a and b,
 * or !a and !b. */
static void weak_operands(struct search *s, bool negated)
{
    for (uint32_t i = 0; i < s->a->rows; i++) {
        const bool a = s->left[i], b = s->right[i];
        s->left[i] = negated ? !a && b : !a || b;
        s->right[i] = negated ? a && b : a || b;
    }
}

static enum status search_begin(const struct csr *a, struct search *s)
{
    *s = (struct search){.a = a};
    MUST(allocate(a->rows, 1, "states of a path formula", &s->left));
    MUST(allocate(a->rows, 1, "states of a path formula", &s->right));
    MUST(allocate(a->rows, 1, "states of a path formula", &s->now));
    return allocate(a->rows, 1, "states of a path formula", &s->next);
}

/* s->now = E[f], or E[!f]. */
static enum status search_back(const struct chain *chain, const struct formula *f, bool negated,
                               const uint8_t *const *atoms, struct search *s)
{
    uint32_t lower, upper;
    const uint32_t n = chain_states(chain);
    const bool positive = f->kind == FORMULA_FINALLY || f->kind == FORMULA_UNTIL;
    const struct formula *left = f->nchildren > 1 ? f->child[0] : NULL;
    MUST(path_steps(chain->type, f, &lower, &upper));
    MUST(write_set(n, f->child[f->nchildren - 1], atoms, negated, s->right));
    MUST(write_set(n, left, atoms, left ? negated : positive == negated, s->left));
    if (f->kind == FORMULA_WEAK_UNTIL) weak_operands(s, negated);
    return within_steps(s, chain, positive != negated, lower, upper);
}

static enum status exists_bounded(const struct chain *chain, const struct formula *f, bool negated,
                                  const uint8_t *const *atoms, uint8_t **out)
{
    enum status status = OK;
    struct search s = {0};
    *out = NULL;
    TRY(search_begin(&chain->transitions, &s));
    TRY(search_back(chain, f, negated, atoms, &s));
    *out = s.now;
    s.now = NULL;
out:
    search_free(&s);
    return status;
}

/* Returns whether it is one operator with bounds over sets of states. */
static bool is_bounded_operator(const struct formula *f)
{
    bool single = f->bound.lower || f->bound.upper;
    for (size_t k = 0; k < f->nchildren && single; k++) single = !has_path_operator(f->child[k]);
    return single;
}

/* Rows of a state are consecutive, so all its choices together are one row. *row (new) = where the
 * row of each state begins. */
static enum status join_choices(const struct chain *chain, uint64_t **row, struct chain *out)
{
    const uint32_t n = chain_states(chain);
    const struct csr *a = &chain->transitions;
    MUST(allocate((size_t)n + 1, sizeof **row, "states", row));
    for (uint32_t i = 0; i <= n; i++) (*row)[i] = a->row[chain_row(chain, i)];
    *out = (struct chain){.type = chain->type, .transitions = *a};
    out->transitions.rows = n;
    out->transitions.row = *row;
    return OK;
}

enum status branching_holds(const struct chain *chain, bool exists, const struct formula *path,
                            const uint8_t *const *atoms, uint8_t **out)
{
    uint64_t *row;
    struct chain joined;
    *out = NULL;
    MUST(join_choices(chain, &row, &joined));
    const enum status status = is_bounded_operator(path)
                                   ? exists_bounded(&joined, path, !exists, atoms, out)
                                   : exists_path(&joined, path, !exists, atoms, out);
    free(row);
    for (uint32_t i = 0; status == OK && i < chain_states(chain) && !exists; i++)
        (*out)[i] = !(*out)[i];
    return status;
}
