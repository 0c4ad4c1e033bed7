/* Let d_j be the expected number of departures from a transient state j, multiplied by `scale`: d_j
 * = scale init_j + sum_{i != j} d_i R(i,j) / L_i where L_i = sum_{j != i} R(i,j). The probability
 * of class B is the flow into it. Gauss-Seidel from d = 0, which only grows, runs until no entry
 * changes by more than 1e-14 of itself in a sweep. If that takes long and there are few states,
 * they are eliminated instead. The scale keeps small probabilities away from the smallest doubles.
 *
 * Weights v for the check: M v = scale init + rate v, for a small rate. They are a little larger
 * than d, and their drift is about rate v, so each d_j gets a small relative error. */
#include "problems/reach_classes.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/sparse/reachability.h"
#include "certify/intervals.h"
#include "certify/reading.h"

static const double scale = 0x1p500;

enum { SWEEPS = 1000000, SMALL = 400, SWEEPS_OF_SMALL = 10000 };

struct reach {
    const struct csr *transitions;
    const uint32_t *class_of;
    uint32_t *state;  /* for each row: its state, a transient one that initial can reach */
    uint32_t *row_of; /* for each state: its row; NO_CLASS if it has none */
    uint32_t rows;
    uint64_t roundings;
    uint64_t longest; /* largest number of transitions of a state */
    double *leaving;  /* for each row: L */
    struct matrix m;  /* 1 on the diagonal; off-diagonal: minus the jump probabilities into the
                         row's state */
    double *b, *departures, *weight, *drift;
};

/* Searches the transient states that initial can reach, then computes L of each. */
static enum status reach_find_rows(struct reach *r, uint32_t initial)
{
    const struct csr *t = r->transitions;
    MUST(allocate(t->rows, sizeof *r->state, "states", &r->state));
    MUST(allocate(t->rows, sizeof *r->row_of, "states", &r->row_of));
    for (uint32_t i = 0; i < t->rows; i++) r->row_of[i] = NO_CLASS;
    r->row_of[initial] = 0;
    r->state[r->rows++] = initial;
    for (uint32_t row = 0; row < r->rows; row++) {
        const uint32_t i = r->state[row];
        for (uint64_t k = t->row[i]; k < t->row[i + 1]; k++) {
            const uint32_t j = t->col[k];
            if (r->class_of[j] != NO_CLASS || r->row_of[j] != NO_CLASS) continue;
            r->row_of[j] = r->rows;
            r->state[r->rows++] = j;
        }
    }
    MUST(allocate_zeroed(r->rows, sizeof *r->leaving, "rates", &r->leaving));
    for (uint32_t row = 0; row < r->rows; row++) {
        const uint32_t i = r->state[row];
        for (uint64_t k = t->row[i]; k < t->row[i + 1]; k++)
            if (t->col[k] != i) r->leaving[row] += t->val[k];
        if (t->row[i + 1] - t->row[i] > r->longest) r->longest = t->row[i + 1] - t->row[i];
    }
    return OK;
}

static enum status reach_build_matrix(struct reach *r)
{
    const struct csr *t = r->transitions;
    struct triplet *entry = NULL;
    uint64_t count = 0;
    for (uint32_t row = 0; row < r->rows; row++)
        count += t->row[r->state[row] + 1] - t->row[r->state[row]];
    MUST(allocate(count, sizeof *entry, "jumps", &entry));
    count = 0;
    for (uint32_t row = 0; row < r->rows; row++) {
        const uint32_t i = r->state[row];
        for (uint64_t k = t->row[i]; k < t->row[i + 1]; k++) {
            const uint32_t to = r->row_of[t->col[k]];
            if (to == NO_CLASS || to == row) continue;
            entry[count++] = (struct triplet){to, row, -(t->val[k] / r->leaving[row])};
        }
    }
    enum status status = csr_from_triplets(r->rows, count, entry, &r->m.off);
    free(entry);
    if (status == OK) status = allocate(r->rows, sizeof(double), "jumps", &r->m.diag);
    for (uint32_t row = 0; status == OK && row < r->rows; row++) r->m.diag[row] = 1;
    return status;
}

/* Returns the largest relative change. x only grows. */
static double departures_sweep(const struct reach *r, double rate, double *x)
{
    const struct csr *off = &r->m.off;
    double change = 0;
    for (uint32_t j = 0; j < off->rows; j++) {
        double now = r->b[j];
        for (uint64_t k = off->row[j]; k < off->row[j + 1]; k++)
            now -= off->val[k] * x[off->col[k]];
        now /= 1 - rate;
        if (now - x[j] > change * now) change = (now - x[j]) / now;
        x[j] = now;
    }
    return change;
}

/* Eliminates the states one by one, from the last to the first (Grassmann, Taskar and Heyman 1985).
 * There are no subtractions, so each result has a small relative error, whatever the rates are.
 * rate: rows times rows, zeroed; exit: one for each row, zeroed. */
static void departures_eliminate(struct reach *r, double *rate, double *exit)
{
    const struct csr *t = r->transitions;
    const size_t n = r->rows;
    for (size_t row = 0; row < n; row++)
        for (uint64_t k = t->row[r->state[row]]; k < t->row[r->state[row] + 1]; k++) {
            const uint32_t to = r->row_of[t->col[k]];
            if (to == NO_CLASS) exit[row] += t->val[k];
            else rate[row * n + to] = t->val[k];
        }
    for (size_t k = n - 1; k > 0; k--) {
        double all = exit[k];
        for (size_t j = 0; j < k; j++) all += rate[k * n + j];
        for (size_t i = 0; i < k; i++) {
            const double share = rate[i * n + k] /= all;
            exit[i] += share * exit[k];
            for (size_t j = 0; share > 0 && j < k; j++) rate[i * n + j] += share * rate[k * n + j];
        }
    }
    r->departures[0] = scale / exit[0]; /* expected times in the states, so far */
    for (size_t k = 1; k < n; k++) {
        r->departures[k] = 0;
        for (size_t i = 0; i < k; i++) r->departures[k] += r->departures[i] * rate[i * n + k];
    }
    for (size_t k = 0; k < n; k++) r->departures[k] *= r->leaving[k];
}

static enum status eliminate_states(struct reach *r)
{
    enum status status = OK;
    double *rate = NULL, *exit = NULL;
    TRY(allocate_zeroed((size_t)r->rows * r->rows, sizeof *rate, "rates", &rate));
    TRY(allocate_zeroed(r->rows, sizeof *exit, "rates", &exit));
    departures_eliminate(r, rate, exit);
out:
    free(rate);
    free(exit);
    return status;
}

static enum status try_departures(struct reach *r, int *sweeps)
{
    const bool small = r->rows <= SMALL;
    const int most = small ? SWEEPS_OF_SMALL : SWEEPS;
    for (*sweeps = 1; *sweeps <= most; ++*sweeps)
        if (departures_sweep(r, 0, r->departures) < 1e-14) return OK;
    if (small) return eliminate_states(r);
    return fail(ERROR_INPUT,
                "the probabilities of reaching the closed classes did not settle within %d sweeps",
                SWEEPS);
}

static enum status count_departures(struct reach *r, int *sweeps)
{
    MUST(try_departures(r, sweeps));
    for (uint32_t row = 0; row < r->rows; row++)
        if (!isfinite(r->departures[row]))
            return fail(ERROR_INPUT,
                        "state %u is visited too many times before a closed class is reached: the "
                        "number is too large for double precision",
                        r->state[row]);
    return OK;
}

/* Computes weights from d; returns false if they become much larger than d. */
static bool settle_weights(struct reach *r, double rate, int sweeps)
{
    for (uint32_t j = 0; j < r->rows; j++) r->weight[j] = r->departures[j];
    for (int k = 0; k < 2 * sweeps; k++) {
        if (departures_sweep(r, rate, r->weight) < rate / 4) return true;
        for (uint32_t j = 0; j < r->rows; j++)
            if (!(r->weight[j] <= 8 * r->departures[j])) return false;
    }
    return false;
}

/* Bounds the departures with the largest rate that works, at most 0.25 / all departures. Jump
 * probabilities below the normal numbers have larger errors than the reading says, so there is no
 * bound then. */
static struct bound bound_departures(struct reach *r, const struct reading *reading, int sweeps)
{
    double all = 0;
    if (!numbers_are_normal(&r->m, NULL)) return (struct bound){INFINITY, INFINITY};
    for (uint32_t j = 0; j < r->rows; j++) all += r->departures[j] / scale;
    for (double rate = 0.25 / all; rate > 1e-14; rate /= 16)
        if (settle_weights(r, rate, sweeps) && certify_weights(&r->m, reading, r->weight, r->drift))
            return certify_answer(&r->m, reading, r->b, r->drift, r->departures);
    return (struct bound){INFINITY, INFINITY};
}

/* d val / leaving, with unit 1 instead of scale; side -1: a lower bound, 1: an upper bound, 0:
 * about. It has few roundings. Powers of 2 are handled apart, because the quotient alone may be too
 * small. */
static double flow_of(double val, double leaving, double d, int side)
{
    int up, down;
    const double quotient = frexp(val, &up) / frexp(leaving, &down),
                 flow =
                     ldexp(quotient * d * (1 + side * 4 * DBL_EPSILON), up - down - ilogb(scale));
    return flow < DBL_MIN ? flow + side * DBL_TRUE_MIN : flow;
}

/* Adds the flow from a row into the classes. share: relative error of the jump probabilities and
 * their sum. */
static void add_jumps(const struct reach *r, uint32_t row, struct bound bound, double share,
                      struct class_odds *out)
{
    const struct csr *t = r->transitions;
    const uint32_t i = r->state[row];
    const double d = r->departures[row], leaving = r->leaving[row];
    const struct interval exact = certify_entry(d, &bound, r->weight[row]);
    const double low = fmax(0, exact.low) * (1 - share), high = exact.high * (1 + share);
    for (uint64_t k = t->row[i]; k < t->row[i + 1]; k++) {
        const uint32_t class = r->class_of[t->col[k]];
        if (class == NO_CLASS) continue;
        const double value = t->val[k], least = flow_of(value, leaving, low, -1),
                     most = flow_of(value, leaving, high, 1);
        out->probability[class] += fmax(flow_of(value, leaving, d, 0), DBL_TRUE_MIN);
        out->low[class] = certify_add_product(out->low[class], 1, least, BELOW);
        out->high[class] = fmin(1, certify_add_product(out->high[class], 1, most, ABOVE));
    }
}

static enum status departures_solve(struct reach *r, uint32_t initial, struct class_odds *out)
{
    int sweeps;
    const double share = reading_share(2 * r->roundings + 4 * r->longest + 16);
    const struct reading reading = {.entry = share};
    MUST(reach_build_matrix(r));
    MUST(allocate_zeroed(r->rows, sizeof *r->b, "departures", &r->b));
    MUST(allocate_zeroed(r->rows, sizeof *r->departures, "departures", &r->departures));
    MUST(allocate_zeroed(r->rows, sizeof *r->weight, "departures", &r->weight));
    MUST(allocate(r->rows, sizeof *r->drift, "departures", &r->drift));
    r->b[r->row_of[initial]] = scale;
    MUST(count_departures(r, &sweeps));
    const struct bound bound = bound_departures(r, &reading, sweeps);
    for (uint32_t row = 0; row < r->rows; row++) add_jumps(r, row, bound, share, out);
    return OK;
}

static void reach_free(struct reach *r)
{
    free(r->state);
    free(r->row_of);
    free(r->leaving);
    matrix_free(&r->m);
    free(r->b);
    free(r->departures);
    free(r->weight);
    free(r->drift);
}

enum status reach_classes(const struct csr *transitions, uint64_t roundings,
                          const uint32_t *class_of, uint32_t count, uint32_t initial,
                          struct class_odds *out)
{
    enum status status = OK;
    struct reach r = {.transitions = transitions, .class_of = class_of, .roundings = roundings};
    const uint32_t own = count == 1 ? 0 : class_of[initial];
    TRY(allocate_zeroed(count, sizeof(double), "classes", &out->probability));
    TRY(allocate_zeroed(count, sizeof(double), "classes", &out->low));
    TRY(allocate_zeroed(count, sizeof(double), "classes", &out->high));
    if (own != NO_CLASS) {
        out->probability[own] = out->low[own] = out->high[own] = 1;
        return OK;
    }
    TRY(reach_find_rows(&r, initial));
    TRY(departures_solve(&r, initial, out));
out:
    reach_free(&r);
    return status;
}

void class_odds_free(struct class_odds *odds)
{
    free(odds->probability);
    free(odds->low);
    free(odds->high);
    *odds = (struct class_odds){0};
}
