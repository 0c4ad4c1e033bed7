#include "certify/optimum.h"

#include <string.h>

#include "base/progress_hook.h"
#include "base/team.h"
#include "certify/interval_row.h"
#include "certify/nearest.h"

enum task { PROVE_SIDE, PROVE_ROWS, PROVE_DRIFT, PROVE_DISTANCE, PROVE_GAIN };

/* A pass over all states. */
struct pass {
    enum task task;
    const struct optimum *of;
    struct row_check check; /* with x and b; of gains without b */
    enum side side;
    bool every, descend;  /* PROVE_SIDE: needed of every row, not of one; ranks, too */
    const uint32_t *rank; /* of PROVE_SIDE and PROVE_GAIN, and perhaps of PROVE_ROWS */
    const double *bias;   /* of gains */
    uint8_t *rows;        /* of PROVE_ROWS */
    double *drift;        /* of PROVE_DRIFT; PROVE_DISTANCE has it in check.by */
};

struct state_proof {
    bool holds;
    struct bound bound;
};

/* Sums up a row, which is state i's. */
DOUBLES struct row_sums sum_choice(const struct row_check *c, const struct row_at *at, uint32_t row)
{
    const struct csr *off = &c->a.off;
    const bool balanced = c->reading.balanced && !matrix_row_is_alone(&c->a, row);
    struct row_sums sums = NO_SUMS;
    row_check_own(c, at, balanced, &sums);
    for (uint64_t k = off->row[row]; k < off->row[row + 1]; k++)
        row_check_entry(c, at->own, balanced, off->val[k], c->x[off->col[k]], &sums);
    return sums;
}

DOUBLES struct row_proof prove_choice(const struct row_check *c, uint32_t i, uint32_t row,
                                      double by)
{
    const bool balanced = c->reading.balanced && !matrix_row_is_alone(&c->a, row);
    const struct row_at at = {c->x[i], balanced ? 1 : c->a.diag[row], 0, by};
    const struct row_sums sums = sum_choice(c, &at, row);
    return row_check_close(c, c->rule == CHECK_WEIGHTS ? 0 : row, &at, &sums);
}

DOUBLES double payment_of(const struct row_check *c, uint32_t row)
{
    return c->b ? c->b[row] : 0;
}

/* Entries are minus probabilities, times a number that is not negative. */
DOUBLES bool has_signs(const struct optimum *o, uint32_t row)
{
    const struct matrix *a = o->a;
    bool right = (o->reading.balanced && !matrix_row_is_alone(a, row)) ||
                 (a->diag[row] >= 0 && a->diag[row] <= DBL_MAX);
    for (uint64_t k = a->off.row[row]; k < a->off.row[row + 1]; k++)
        right &= a->off.val[k] <= 0 && a->off.val[k] >= -DBL_MAX;
    return right;
}

/* Returns whether probabilities sum to 1 at most; for rewards and where paths end, to 1. */
DOUBLES bool is_proper(const struct optimum *o, uint32_t row)
{
    const struct csr *off = &o->a->off;
    struct double_sum sum = {0, 0, 0};
    const bool whole = o->rewards || o->ends || o->gain;
    if (o->a->most) return o->reading.balanced && interval_row_is_sound(o->a, row);
    if (matrix_row_is_alone(o->a, row)) return !whole || o->a->diag[row] == 0;
    if (o->reading.balanced || whole) return o->reading.balanced;
    add_double(&sum, o->a->diag[row]);
    for (uint64_t k = off->row[row]; k < off->row[row + 1]; k++) add_double(&sum, off->val[k]);
    const double terms = (double)(off->row[row + 1] - off->row[row] + 1);
    return double_sum_below(&sum, double_sum_error(&sum, terms, o->reading.entry)) >= 0;
}

DOUBLES bool is_sound(const struct optimum *o, uint32_t i)
{
    const struct matrix *a = o->a;
    const uint32_t first = matrix_first_row(a, i), end = matrix_first_row(a, i + 1);
    const double least = o->ends || o->gain ? -DBL_MAX : 0;
    bool sound = first < end;
    for (uint32_t r = first; r < end; r++)
        sound &= least <= o->b[r] && o->b[r] <= DBL_MAX && has_signs(o, r) &&
                 (o->stated[i] || is_proper(o, r));
    return sound && (!o->stated[i] || matrix_is_stated(a, i));
}

/* Returns whether each term of the row is on the right side of 0, so that it proves x_i without any
 * arithmetic. End components need that: their rows are equations. */
DOUBLES bool has_right_terms(const struct row_check *c, enum side side, uint32_t i, uint32_t row)
{
    const struct csr *off = &c->a.off;
    const double own = c->x[i];
    bool right = side == ABOVE ? payment_of(c, row) <= 0 : payment_of(c, row) >= 0;
    if (matrix_row_is_alone(&c->a, row) ? c->a.diag[row] != 0 : !c->reading.balanced) return false;
    for (uint64_t k = off->row[row]; k < off->row[row + 1]; k++)
        right &= side == ABOVE ? c->x[off->col[k]] <= own : c->x[off->col[k]] >= own;
    return right;
}

/* Products and sums of numbers between these are exact where fma and the sum's error say so. */
DOUBLES bool is_plain(double x)
{
    return x == 0 || (fabs(x) > 1e-100 && fabs(x) < 1e100);
}

/* Returns whether each operation of a balanced row is exact and the row proves x_i: the numbers
 * have few digits, as those of fair coins and of whole payments. */
DOUBLES bool has_exact_sum(const struct row_check *c, enum side side, uint32_t i, uint32_t row)
{
    const struct csr *off = &c->a.off;
    double sum = -payment_of(c, row);
    bool exact = c->reading.balanced && c->reading.entry == 0 && c->reading.constant == 0 &&
                 !matrix_row_is_alone(&c->a, row) && is_plain(sum) && is_plain(c->x[i]);
    for (uint64_t k = off->row[row]; k < off->row[row + 1] && exact; k++) {
        const double other = c->x[off->col[k]], step = c->x[i] - other, p = -off->val[k],
                     product = p * step, next = sum + product, back = next - sum;
        exact = is_plain(other) && is_plain(step) && is_plain(p) && is_plain(product) &&
                step + other == c->x[i] && c->x[i] - step == other && fma(p, step, -product) == 0 &&
                sum - (next - back) == 0 && product - back == 0;
        sum = next;
    }
    return exact && (side == ABOVE ? sum >= 0 : sum <= 0);
}

DOUBLES bool leads_to_infinity(const struct row_check *c, uint32_t row)
{
    bool leads = false;
    for (uint64_t k = c->a.off.row[row]; k < c->a.off.row[row + 1]; k++)
        leads |= c->a.off.val[k] < 0 && c->x[c->a.off.col[k]] > DBL_MAX;
    return leads;
}

/* From above: A x >= b in this row. From below: A x <= b. Multiples of a drift of 0 are finite only
 * where the residual has the right sign. */
DOUBLES bool row_holds(const struct pass *p, uint32_t i, uint32_t row)
{
    const struct row_check *c = &p->check;
    const enum side side = p->side;
    if (has_right_terms(c, side, i, row)) return true;
    if (side == BELOW && leads_to_infinity(c, row)) return true;
    if (c->a.most)
        return interval_row_holds(
            &(struct interval_row){c, i, row, side, (side == ABOVE) == p->of->nature_largest});
    const struct row_proof proof = prove_choice(c, i, row, 0);
    return (proof.holds && proof.most[side == ABOVE] <= 0) || has_exact_sum(c, side, i, row);
}

/* Returns whether a successor has a smaller rank. */
DOUBLES bool row_descends(const struct pass *p, uint32_t i, uint32_t row)
{
    const struct csr *off = &p->check.a.off;
    bool lower = false;
    for (uint64_t k = off->row[row]; k < off->row[row + 1]; k++) {
        const uint32_t j = off->col[k], rank = p->of->stated[j] ? 0 : p->rank[j];
        lower |= off->val[k] < 0 && rank < p->rank[i];
    }
    return lower;
}

/* Returns whether an infinite successor has a smaller rank, or all successors are infinite and have
 * the same one. */
DOUBLES bool row_never_ends(const struct pass *p, uint32_t i, uint32_t row)
{
    const struct csr *off = &p->check.a.off;
    bool lower = false, same = true;
    for (uint64_t k = off->row[row]; k < off->row[row + 1]; k++) {
        const uint32_t j = off->col[k];
        const bool infinite = p->check.x[j] > DBL_MAX;
        lower |= off->val[k] < 0 && infinite && p->rank[j] < p->rank[i];
        same &= infinite && p->rank[j] == p->rank[i];
    }
    return lower || same;
}

/* From above: gain_i + (A bias)_r >= b_r. From below: <=. If all differences of biases have the
 * right sign, and so has gain - b, nothing is calculated. */
DOUBLES bool bias_holds(const struct pass *p, uint32_t i, uint32_t row)
{
    const struct matrix *a = &p->check.a;
    const double gain = p->check.x[i], b = p->of->b[row],
                 terms = (double)(a->off.row[row + 1] - a->off.row[row]);
    struct row_check c = p->check;
    c.x = p->bias;
    if ((p->side == ABOVE ? gain >= b : gain <= b) && has_right_terms(&c, p->side, i, row))
        return true;
    struct double_sum whole = sum_choice(&c, &(struct row_at){.own = p->bias[i]}, row).sum;
    const double moved = add_up(share_of(c.reading.entry, whole.size),
                                share_of(c.reading.constant, add_up(fabs(b), fabs(gain))));
    add_double(&whole, gain);
    add_double(&whole, -b);
    const double error = add_up(double_sum_error(&whole, terms + 3, 0), moved);
    if (!(error <= DBL_MAX)) return false;
    return p->side == ABOVE ? double_sum_below(&whole, error) >= 0
                            : double_sum_above(&whole, error) <= 0;
}

/* Returns whether all successors have the rank of the state. */
DOUBLES bool row_keeps_rank(const struct pass *p, uint32_t i, uint32_t row)
{
    const struct csr *off = &p->check.a.off;
    bool same = true;
    for (uint64_t k = off->row[row]; k < off->row[row + 1]; k++)
        same &= p->rank[off->col[k]] == p->rank[i];
    return same;
}

DOUBLES bool row_proves_gain(const struct pass *p, uint32_t i, uint32_t row)
{
    if (!row_holds(p, i, row)) return false;
    if (!p->rank || row_descends(p, i, row)) return true;
    return row_keeps_rank(p, i, row) && bias_holds(p, i, row);
}

DOUBLES bool row_proves(const struct pass *p, uint32_t i, uint32_t row)
{
    if (p->of->gain) return row_proves_gain(p, i, row);
    if (p->side == BELOW && p->check.x[i] > DBL_MAX) return row_never_ends(p, i, row);
    return (!p->descend || row_descends(p, i, row)) && row_holds(p, i, row);
}

/* Returns whether the rows of a state, or one of them, prove its number. */
DOUBLES bool rows_hold(const struct pass *p, uint32_t i)
{
    const struct matrix *a = &p->check.a;
    for (uint32_t r = matrix_first_row(a, i); r < matrix_first_row(a, i + 1); r++) {
        const bool holds = row_proves(p, i, r);
        if (holds != p->every) return holds;
    }
    return p->every;
}

/* Numbers that claim nothing are infinite from above, and 0 from below. */
DOUBLES bool side_holds(const struct pass *p, uint32_t i)
{
    const double x = p->check.x[i], b = p->of->b[matrix_first_row(&p->check.a, i)];
    if (!is_sound(p->of, i)) return false;
    if (p->side == ABOVE) {
        if (p->of->stated[i]) return x >= b;
        return x > DBL_MAX || (x >= (p->of->ends ? -DBL_MAX : 0) && rows_hold(p, i));
    }
    if (p->of->stated[i]) return fabs(x) <= DBL_MAX && x <= b;
    const bool may_be_infinite = p->of->rewards && p->rank;
    return (fabs(x) <= DBL_MAX || (x > 0 && may_be_infinite)) &&
           ((x <= 0 && !p->of->ends) || rows_hold(p, i));
}

DOUBLES bool gain_holds(const struct pass *p, uint32_t i)
{
    return is_sound(p->of, i) && !p->of->stated[i] && fabs(p->check.x[i]) <= DBL_MAX &&
           fabs(p->bias[i]) <= DBL_MAX && rows_hold(p, i);
}

DOUBLES void mark_rows(const struct pass *p, uint32_t i)
{
    const bool sound = is_sound(p->of, i);
    for (uint32_t r = matrix_first_row(&p->check.a, i); r < matrix_first_row(&p->check.a, i + 1);
         r++)
        p->rows[r] = sound && (p->rank ? row_proves(p, i, r) : row_holds(p, i, r));
}

DOUBLES bool find_drift(const struct pass *p, uint32_t i)
{
    const struct matrix *a = &p->check.a;
    bool holds = p->of->stated[i] ? matrix_is_stated(a, i)
                                  : matrix_first_row(a, i) < matrix_first_row(a, i + 1);
    p->drift[i] = INFINITY;
    for (uint32_t r = matrix_first_row(a, i); r < matrix_first_row(a, i + 1); r++) {
        double drift = NAN;
        struct row_check here = p->check;
        here.out = &drift;
        holds &= prove_choice(&here, i, r, 0).holds && has_signs(p->of, r);
        p->drift[i] = fmin(p->drift[i], drift);
    }
    return holds;
}

/* The side on which every row counts, and the one on which the best does. */
DOUBLES struct state_proof find_distance(const struct pass *p, uint32_t i)
{
    const struct matrix *a = &p->check.a;
    const int every = p->of->largest;
    double most[2] = {every ? INFINITY : 0, every ? 0 : INFINITY};
    bool holds = true;
    for (uint32_t r = matrix_first_row(a, i); r < matrix_first_row(a, i + 1); r++) {
        const struct row_proof proof = prove_choice(&p->check, i, r, p->check.by[i]);
        holds &= proof.holds;
        most[every] = fmax(most[every], proof.most[every]);
        most[!every] = fmin(most[!every], proof.most[!every]);
    }
    return (struct state_proof){holds, {most[0], most[1]}};
}

DOUBLES struct state_proof prove_state(const struct pass *p, uint32_t i)
{
    switch (p->task) {
    case PROVE_SIDE: return (struct state_proof){side_holds(p, i), {0, 0}};
    case PROVE_ROWS: mark_rows(p, i); break;
    case PROVE_DRIFT: return (struct state_proof){find_drift(p, i), {0, 0}};
    case PROVE_DISTANCE: return find_distance(p, i);
    case PROVE_GAIN: return (struct state_proof){gain_holds(p, i), {0, 0}};
    }
    return (struct state_proof){true, {0, 0}};
}

typedef struct state_proof prove_state_fn(const struct pass *p, uint32_t i);

/* As in certify/rows.c: the same bits, with and without calls of fma(). */
static struct state_proof prove_by_call(const struct pass *p, uint32_t i)
{
    return prove_state(p, i);
}

#ifdef __x86_64__
__attribute__((target("fma"))) static struct state_proof prove_by_fma(const struct pass *p,
                                                                      uint32_t i)
{
    return prove_state(p, i);
}
#endif

static prove_state_fn *state_prover(void)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("fma")) return prove_by_fma;
#endif
    return prove_by_call;
}

/* Returns whether nothing but the numbers decides. Shares are small, so that no sign changes. */
static bool is_readable(const struct optimum *o)
{
    const struct reading *reading = &o->reading;
    const bool known = !o->a->most || !(o->ends || o->gain);
    return known && matrix_is_stored(o->a) && o->a->first == 0 && reading->entry >= 0 &&
           reading->entry <= 0.5 && reading->constant >= 0 && reading->constant <= 0.5;
}

static struct state_proof prove_states(const struct pass *p)
{
    const uint32_t n = (uint32_t)matrix_unknowns(&p->check.a);
    prove_state_fn *prove = state_prover();
    enum { SOME = 1 << 12 };
    double below = 0, above = 0;
    int bad = 0;
#pragma omp parallel if (team_once(matrix_entries(&p->check.a) + n))
    {
        TO_NEAREST;
        bool stopped = false;
#pragma omp for schedule(static) reduction(max : below, above) reduction(| : bad)
        for (uint32_t i = 0; i < n; i++) {
            if (i % SOME == 0) stopped = stopped || !progress_hook_call(NULL, 0, 0);
            bad |= stopped;
            if (stopped) continue;
            const struct state_proof proof = prove(p, i);
            bad |= !proof.holds;
            below = fmax(below, proof.bound.below);
            above = fmax(above, proof.bound.above);
        }
    }
    return (struct state_proof){!bad, {below, above}};
}

static struct pass pass_of(const struct optimum *o, enum task task, const double *x)
{
    const enum row_rule rule = task == PROVE_DRIFT ? CHECK_WEIGHTS : CHECK_ANSWER;
    return (struct pass){
        .task = task,
        .of = o,
        .check = {.rule = rule, .a = *o->a, .reading = o->reading, .x = x, .b = o->b}};
}

static struct pass pass_of_side(const struct optimum *o, enum task task, const double *x,
                                enum side side, const uint32_t *rank)
{
    struct pass p = pass_of(o, task, x);
    p.side = side, p.rank = rank;
    p.every = (side == ABOVE) == o->largest, p.descend = (side == ABOVE) == o->rewards;
    return p;
}

/* Theorems 10, 12 and 15. */
bool certify_above(const struct optimum *o, const double *u, const uint32_t *rank)
{
    const struct pass p = pass_of_side(o, PROVE_SIDE, u, ABOVE, rank);
    return is_readable(o) && (rank || !p.descend) && prove_states(&p).holds;
}

/* Theorems 11, 13 and 15. */
bool certify_below(const struct optimum *o, const double *l, const uint32_t *rank)
{
    const struct pass p = pass_of_side(o, PROVE_SIDE, l, BELOW, rank);
    return is_readable(o) && (rank || !p.descend) && prove_states(&p).holds;
}

void certify_choices(const struct optimum *o, const double *x, enum side side, const uint32_t *rank,
                     uint8_t *holds)
{
    struct pass p = pass_of_side(o, PROVE_ROWS, x, side, rank);
    p.rows = holds;
    if (!is_readable(o) || !prove_states(&p).holds) memset(holds, 0, matrix_rows(o->a));
}

static struct pass pass_of_gain(const struct optimum *o, enum task task, enum side side,
                                const struct gains *g)
{
    struct pass p = pass_of_side(o, task, g->gain, side, g->rank);
    p.check.b = NULL, p.bias = g->bias;
    return p;
}

/* Theorem 16. */
bool certify_gains(const struct optimum *o, enum side side, const struct gains *g)
{
    const struct pass p = pass_of_gain(o, PROVE_GAIN, side, g);
    return o->gain && is_readable(o) && prove_states(&p).holds;
}

void certify_gain_choices(const struct optimum *o, enum side side, const struct gains *g,
                          uint8_t *holds)
{
    struct pass p = pass_of_gain(o, PROVE_ROWS, side, g);
    p.rows = holds;
    if (!is_readable(o) || !prove_states(&p).holds) memset(holds, 0, matrix_rows(o->a));
}

/* Theorem 14. */
bool certify_drift(const struct optimum *o, const double *w, double *drift)
{
    struct pass p = pass_of(o, PROVE_DRIFT, w);
    p.drift = drift;
    return is_readable(o) && !o->a->most && prove_states(&p).holds;
}

struct bound certify_distance(const struct optimum *o, const double *drift, const double *answer)
{
    struct pass p = pass_of(o, PROVE_DISTANCE, answer);
    p.check.by = drift;
    const struct state_proof proof = prove_states(&p);
    return is_readable(o) && !o->a->most && proof.holds ? proof.bound
                                                        : (struct bound){INFINITY, INFINITY};
}
