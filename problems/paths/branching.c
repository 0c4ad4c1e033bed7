/* A[f] is !E[!f]. E[...] of U and R, with F a = true U a and G a = false R a, goes backward from
 * step to step: before the last step, a U b holds where b does, or where a does and some next state
 * has it; a R b where b does and, or some next state has it, a does. */
#include "problems/paths/branching.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sparse/reachability.h"
#include "base/sparse/transpose.h"
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

/* now = right & (left | X now), the largest such set: states are taken out that have no next state
 * in it, until none is left. */
static enum status stay_in(struct search *s)
{
    enum status status = OK;
    const uint32_t n = s->a->rows;
    struct csr structure = *s->a, back = {0};
    uint32_t *queue = NULL, *count = NULL, first = 0, last = 0;
    structure.val = NULL;
    TRY(transpose(&(struct transposition){.rows = n}, &structure, false, &back));
    TRY(allocate(n, sizeof *queue, "a search", &queue));
    TRY(allocate(n, sizeof *count, "a search", &count));
    for (uint32_t i = 0; i < n; i++) {
        count[i] = (uint32_t)(s->a->row[i + 1] - s->a->row[i]) + s->left[i];
        s->now[i] = s->right[i];
        if (!s->right[i]) queue[last++] = i;
    }
    while (first < last) {
        const uint32_t j = queue[first++];
        for (uint64_t k = back.row[j]; k < back.row[j + 1]; k++) {
            const uint32_t i = back.col[k];
            if (--count[i] || !s->now[i]) continue;
            s->now[i] = 0;
            queue[last++] = i;
        }
    }
out:
    csr_free(&back);
    free(queue);
    free(count);
    return status;
}

/* now = left U right. */
static enum status reach(struct search *s)
{
    uint8_t *no, *yes;
    const enum status status = certain_states(s->a, s->left, s->right, &no, &yes);
    for (uint32_t i = 0; status == OK && i < s->a->rows; i++) s->now[i] = !no[i];
    free(no);
    free(yes);
    return status;
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

/* now = left U[lower,upper] right, or R. */
static enum status within_steps(struct search *s, bool until, uint32_t lower, uint32_t upper)
{
    bool changed = true;
    const uint32_t n = s->a->rows;
    if (lower > upper) memset(s->now, !until, n);
    if (lower > upper) return OK;
    if (upper == NO_LAST_STEP) MUST(until ? reach(s) : stay_in(s));
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
static enum status exists_path(const struct chain *chain, const struct formula *f, bool negated,
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
    if (f->kind != FORMULA_NEXT) return within_steps(s, positive != negated, lower, upper);
    for (uint32_t i = 0; i < n; i++) s->now[i] = some_next(s->a, i, s->right);
    return OK;
}

enum status branching_holds(const struct chain *chain, bool exists, const struct formula *path,
                            const uint8_t *const *atoms, uint8_t **out)
{
    enum status status = OK;
    struct search s = {0};
    *out = NULL;
    if (path->kind < FORMULA_NEXT || path->kind > FORMULA_RELEASE)
        return fail(ERROR_INPUT,
                    "column %zu: E[...] and A[...] need a path operator: X, F, G, U, W, R",
                    path->column);
    for (size_t k = 0; k < path->nchildren; k++)
        if (has_path_operator(path->child[k]))
            return fail(ERROR_INPUT,
                        "column %zu: E[...] and A[...] take one path operator only; put E or A "
                        "before the inner one",
                        path->child[k]->column);
    TRY(search_begin(&chain->transitions, &s));
    TRY(exists_path(chain, path, !exists, atoms, &s));
    for (uint32_t i = 0; i < chain_states(chain) && !exists; i++) s.now[i] = !s.now[i];
    *out = s.now;
    s.now = NULL;
out:
    search_free(&s);
    return status;
}
