#include "tests/support/exact/path_oracle.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STATES = 120, MOST_PARTS = 64, NO_BOUND = -1 };

mpq_t *exact_numbers(uint64_t n)
{
    mpq_t *numbers = malloc((n + 1) * sizeof *numbers);
    for (uint64_t k = 0; k < n; k++) mpq_init(numbers[k]);
    return numbers;
}

void exact_numbers_free(mpq_t *numbers, uint64_t n)
{
    for (uint64_t k = 0; k < n; k++) mpq_clear(numbers[k]);
    free(numbers);
}

mpq_t *exact_transitions(const struct chain *chain)
{
    const struct csr *a = &chain->transitions;
    const uint32_t n = a->rows;
    mpq_t *p = exact_numbers((uint64_t)n * n), sum;
    mpq_init(sum);
    for (uint32_t i = 0; i < n; i++) {
        mpq_set_ui(sum, 0, 1);
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) {
            mpq_set_d(p[(uint64_t)i * n + a->col[k]], a->val[k]);
            mpq_add(sum, sum, p[(uint64_t)i * n + a->col[k]]);
        }
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++)
            mpq_div(p[(uint64_t)i * n + a->col[k]], p[(uint64_t)i * n + a->col[k]], sum);
    }
    mpq_clear(sum);
    return p;
}

/* Systems (I - P) x = b of the states that are left */

/* left = those outside the goal that can reach it through `through`. */
static void find_left(uint32_t n, const mpq_t *p, const uint8_t *through, const uint8_t *goal,
                      uint8_t *left)
{
    bool more = true;
    memset(left, 0, n);
    while (more) {
        more = false;
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; j < n && !left[i] && !goal[i] && (!through || through[i]); j++)
                if ((goal[j] || left[j]) && mpq_sgn(p[(uint64_t)i * n + j])) left[i] = more = true;
    }
}

static void subtract(mpq_t x, const mpq_t factor, const mpq_t y)
{
    mpq_t product;
    if (!mpq_sgn(y)) return;
    mpq_init(product);
    mpq_mul(product, factor, y);
    mpq_sub(x, x, product);
    mpq_clear(product);
}

/* a: m rows of m + 1 numbers, the right-hand side last; it becomes the solution. */
static void eliminate(uint32_t m, mpq_t *a)
{
    const uint64_t w = (uint64_t)m + 1;
    mpq_t factor;
    mpq_init(factor);
    for (uint32_t k = 0; k < m; k++) {
        for (uint32_t j = m + 1; j-- > k;) mpq_div(a[k * w + j], a[k * w + j], a[k * w + k]);
        for (uint32_t i = 0; i < m; i++) {
            if (i == k || !mpq_sgn(a[i * w + k])) continue;
            mpq_set(factor, a[i * w + k]);
            for (uint32_t j = k; j <= m; j++) subtract(a[i * w + j], factor, a[k * w + j]);
        }
    }
    mpq_clear(factor);
}

/* x of the states in left: (I - P) x = b; others keep theirs. */
static void solve_left(uint32_t n, const mpq_t *p, const uint8_t *left, const mpq_t *b, mpq_t *x)
{
    uint32_t *state = malloc((n + 1) * sizeof *state), m = 0;
    for (uint32_t i = 0; i < n; i++)
        if (left[i]) state[m++] = i;
    mpq_t *a = exact_numbers((uint64_t)m * (m + 1)), one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    for (uint32_t i = 0; i < m; i++) {
        mpq_t *row = a + (uint64_t)i * (m + 1);
        for (uint32_t j = 0; j < m; j++) mpq_neg(row[j], p[(uint64_t)state[i] * n + state[j]]);
        mpq_add(row[i], row[i], one);
        mpq_set(row[m], b[state[i]]);
    }
    eliminate(m, a);
    for (uint32_t i = 0; i < m; i++) mpq_set(x[state[i]], a[(uint64_t)i * (m + 1) + m]);
    mpq_clear(one);
    exact_numbers_free(a, (uint64_t)m * (m + 1));
    free(state);
}

void exact_until(uint32_t n, const mpq_t *p, const uint8_t *through, const uint8_t *goal, mpq_t *x)
{
    uint8_t *left = malloc(n + 1);
    mpq_t *b = exact_numbers(n);
    find_left(n, p, through, goal, left);
    for (uint32_t i = 0; i < n; i++) {
        mpq_set_ui(x[i], goal[i] != 0, 1);
        for (uint32_t j = 0; j < n; j++)
            if (goal[j]) mpq_add(b[i], b[i], p[(uint64_t)i * n + j]);
    }
    solve_left(n, p, left, b, x);
    exact_numbers_free(b, n);
    free(left);
}

void exact_reward(uint32_t n, const mpq_t *p, const uint8_t *goal, const double *reward, mpq_t *x)
{
    uint8_t *left = malloc(n + 1);
    mpq_t *b = exact_numbers(n);
    find_left(n, p, NULL, goal, left);
    for (uint32_t i = 0; i < n; i++) {
        mpq_set_d(b[i], reward[i]);
        mpq_set_ui(x[i], 0, 1);
    }
    solve_left(n, p, left, b, x);
    exact_numbers_free(b, n);
    free(left);
}

/* The chain as it is split. A part of the formula is a bit of each state. */
struct split {
    uint32_t n;
    mpq_t *p, *weight; /* weight: the probability of this state, from the state it comes from */
    uint32_t origin[2 * MOST_STATES];
    uint64_t parts[2 * MOST_STATES];
    int nparts;
    const uint8_t *const *atoms;
    bool too_large;
};

static bool has(const struct split *s, uint32_t state, int part)
{
    return s->parts[state] >> part & 1;
}

static int new_part(struct split *s)
{
    if (s->nparts == MOST_PARTS) s->too_large = true;
    return s->too_large ? 0 : s->nparts++;
}

static void set_part(struct split *s, uint32_t state, int part, bool value)
{
    s->parts[state] = (s->parts[state] & ~(1ull << part)) | (uint64_t)value << part;
}

/* Whether X b, or a U b (a >= 0), can be `now` in state i and `later` in state j after it. */
static bool fits(const struct split *s, int a, int b, uint32_t i, uint32_t j, bool now, bool later)
{
    if (a < 0) return has(s, j, b) == now;
    if (has(s, i, b)) return now;
    return has(s, i, a) ? now == later : !now;
}

/* Splits each state i into those with X b or a U b, which has probability q[i] there, and those
 * without. Returns the part. */
static int split_states(struct split *s, int a, int b, const mpq_t *q)
{
    struct split old = *s;
    uint32_t from[2 * MOST_STATES], n = 0;
    const int part = new_part(s);
    mpq_t *share = exact_numbers(2ull * old.n);
    for (uint32_t i = 0; i < old.n; i++)
        for (int value = 0; value < 2; value++) {
            mpq_set_ui(share[n], !value, 1);
            if (value) mpq_set(share[n], q[i]);
            else mpq_sub(share[n], share[n], q[i]);
            if (!mpq_sgn(share[n])) continue;
            s->parts[n] = old.parts[i];
            set_part(s, n, part, value);
            s->origin[n] = old.origin[i];
            from[n++] = i;
        }
    s->n = n;
    s->p = exact_numbers((uint64_t)n * n);
    s->weight = exact_numbers(n);
    for (uint32_t x = 0; x < n; x++) {
        mpq_mul(s->weight[x], old.weight[from[x]], share[x]);
        for (uint32_t y = 0; y < n; y++) {
            mpq_t *to = &s->p[(uint64_t)x * n + y];
            if (!fits(&old, a, b, from[x], from[y], has(s, x, part), has(s, y, part))) continue;
            mpq_mul(*to, old.p[(uint64_t)from[x] * old.n + from[y]], share[y]);
            mpq_div(*to, *to, share[x]);
        }
    }
    exact_numbers_free(share, 2ull * old.n);
    exact_numbers_free(old.p, (uint64_t)old.n * old.n);
    exact_numbers_free(old.weight, old.n);
    return part;
}

static void sets_of(const struct split *s, int part, uint8_t *set)
{
    for (uint32_t i = 0; i < s->n; i++) set[i] = has(s, i, part);
}

static int next_part(struct split *s, int b)
{
    if (s->n > MOST_STATES) s->too_large = true;
    if (s->too_large) return 0;
    const uint32_t n = s->n;
    mpq_t *q = exact_numbers(n);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++)
            if (has(s, j, b)) mpq_add(q[i], q[i], s->p[(uint64_t)i * n + j]);
    const int part = split_states(s, -1, b, q);
    exact_numbers_free(q, n);
    return part;
}

static int until_part(struct split *s, int a, int b)
{
    uint8_t through[2 * MOST_STATES], goal[2 * MOST_STATES];
    if (s->n > MOST_STATES) s->too_large = true;
    if (s->too_large) return 0;
    const uint32_t n = s->n;
    mpq_t *q = exact_numbers(n);
    sets_of(s, a, through);
    sets_of(s, b, goal);
    exact_until(n, s->p, through, goal, q);
    const int part = split_states(s, a, b, q);
    exact_numbers_free(q, n);
    return part;
}

/* The part with a truth table: bit 2 a + b. */
static int truth(struct split *s, int a, int b, unsigned table)
{
    const int part = new_part(s);
    for (uint32_t i = 0; i < s->n; i++)
        set_part(s, i, part, table >> (2 * has(s, i, a) + has(s, i, b)) & 1);
    return part;
}

enum { NEITHER = 1, AND = 8, OR = 14, IMPLIES = 11, IFF = 9, NOT_A = 3, NONE = 0, EVERY = 15 };

static int negation(struct split *s, int a)
{
    return truth(s, a, a, NOT_A);
}

/* a U[lower,upper] b as nested X. */
static int bounded_until(struct split *s, int a, int b, long lower, long upper)
{
    if (upper != NO_BOUND && lower > upper) return truth(s, a, a, NONE);
    int part = upper == NO_BOUND ? until_part(s, a, b) : b;
    for (long k = lower; k < upper && !s->too_large; k++)
        part = truth(s, b, truth(s, a, next_part(s, part), AND), OR);
    for (long k = 0; k < lower && !s->too_large; k++) part = truth(s, a, next_part(s, part), AND);
    return part;
}

static void bounds_of(const struct formula *f, long *lower, long *upper)
{
    const struct path_bound *bound = &f->bound;
    *lower = bound->lower ? atol(bound->lower->text) + bound->lower_strict : 0;
    *upper = bound->upper ? atol(bound->upper->text) - bound->upper_strict : NO_BOUND;
    if (bound->upper && *upper < 0) *lower = 1, *upper = 0;
}

static int part_of(struct split *s, const struct formula *f);

/* F a = true U a, G a = !F !a, a R b = !(!a U !b), a W b = !((a & !b) U (!a & !b)). */
static int path_part(struct split *s, const struct formula *f)
{
    long lower, upper;
    const int b = part_of(s, f->child[f->nchildren - 1]);
    const int a = f->nchildren > 1 ? part_of(s, f->child[0]) : truth(s, b, b, EVERY);
    bounds_of(f, &lower, &upper);
    switch (f->kind) {
    case FORMULA_NEXT: return next_part(s, b);
    case FORMULA_FINALLY:
    case FORMULA_UNTIL: return bounded_until(s, a, b, lower, upper);
    case FORMULA_GLOBALLY: return negation(s, bounded_until(s, a, negation(s, b), lower, upper));
    case FORMULA_RELEASE:
        return negation(s, bounded_until(s, negation(s, a), negation(s, b), lower, upper));
    default:
        return negation(s,
                        bounded_until(s, truth(s, a, b, 4), truth(s, a, b, NEITHER), lower, upper));
    }
}

static int atom_part(struct split *s, const struct formula *f)
{
    const int part = new_part(s);
    for (uint32_t i = 0; i < s->n; i++)
        set_part(s, i, part,
                 f->kind == FORMULA_ATOM ? s->atoms[f->atom][s->origin[i]]
                                         : f->kind == FORMULA_TRUE);
    return part;
}

static int part_of(struct split *s, const struct formula *f)
{
    static const unsigned tables[] = {
        [FORMULA_AND] = AND, [FORMULA_OR] = OR, [FORMULA_IMPLIES] = IMPLIES, [FORMULA_IFF] = IFF};
    if (s->too_large) return 0;
    if (f->nchildren == 0) return atom_part(s, f);
    if (f->kind == FORMULA_NOT) return negation(s, part_of(s, f->child[0]));
    if (f->kind > FORMULA_IFF) return path_part(s, f);
    const int a = part_of(s, f->child[0]), b = part_of(s, f->child[1]);
    return truth(s, a, b, tables[f->kind]);
}

bool exact_path(const struct chain *chain, const struct formula *formula,
                const uint8_t *const *atoms, mpq_t *x)
{
    const uint32_t n = chain_states(chain);
    struct split s = {.n = n, .p = exact_transitions(chain), .atoms = atoms};
    s.weight = exact_numbers(n);
    for (uint32_t i = 0; i < n; i++) {
        mpq_set_ui(s.weight[i], 1, 1);
        s.origin[i] = i;
    }
    const int part = part_of(&s, formula);
    for (uint32_t i = 0; i < n; i++) mpq_set_ui(x[i], 0, 1);
    for (uint32_t k = 0; k < s.n; k++)
        if (has(&s, k, part)) mpq_add(x[s.origin[k]], x[s.origin[k]], s.weight[k]);
    exact_numbers_free(s.p, (uint64_t)s.n * s.n);
    exact_numbers_free(s.weight, s.n);
    return !s.too_large;
}
