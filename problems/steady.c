/* Long-run behaviour: pi Q = 0 on each closed class B that can be reached, as E_i x_i = sum_{j !=
 * i} R(j,i) x_j with E_i = sum_{j != i} R(i,j), from the uniform start x_i = 1/|B|. Several classes
 * stand side by side in one system; a class of one state needs no solving. The probability of
 * reaching each class is found beforehand. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sparse/reachability.h"
#include "base/sparse/transpose.h"
#include "base/team.h"
#include "certify/intervals.h"
#include "certify/reading.h"
#include "problems/property.h"
#include "problems/reach_classes.h"

enum status state_weights(const struct chain *chain, const struct property *property, double **out)
{
    enum status status = OK;
    uint8_t *holds = NULL;
    uint32_t n = chain_states(chain);
    if (property->steady) TRY(label_states(chain, property->steady, &holds));
    TRY(allocate(n, sizeof **out, "weights", out));
#pragma omp parallel for if (team_once(n))
    for (uint32_t i = 0; i < n; i++) (*out)[i] = holds ? holds[i] : property->reward[i];
out:
    free(holds);
    return status;
}

static enum status initial_state(const struct chain *chain, uint32_t nclasses, uint32_t *out)
{
    const uint8_t *init = chain_label(chain, "init")->holds;
    uint32_t count = 0, first = UINT32_MAX;
#pragma omp parallel for reduction(+ : count) reduction(min : first) \
    if (team_once(chain_states(chain)))
    for (uint32_t i = 0; i < chain_states(chain); i++) {
        count += init[i];
        if (init[i] && i < first) first = i;
    }
    *out = first;
    if (count == 1 || nclasses == 1) return OK;
    return fail(ERROR_INPUT,
                "%u states are initial and the chain has %u closed classes: the long run has no "
                "single value",
                count, nclasses);
}

/* Rows of the system: the states of reachable classes of more than one state, in their order. */
struct selection {
    uint32_t *row_of; /* of each state, NO_CLASS where it has none; NULL: state i has row i */
    uint32_t *size;   /* of each class */
    struct class_odds odds;
    uint32_t rows, initial; /* initial: the first initial state */
    double fastest;         /* max_i sum_j R(i,j) over the rows, self-loops included */
};

static uint32_t row_of_state(const struct selection *s, uint32_t i)
{
    return s->row_of ? s->row_of[i] : i;
}

static void count_members(const uint32_t *class_of, uint32_t n, uint32_t nclasses,
                          struct selection *s)
{
    uint32_t members = 0; /* of the only class */
#pragma omp parallel for reduction(+ : members) if (nclasses == 1 && team_once(n))
    for (uint32_t i = 0; i < n; i++) {
        if (class_of[i] == NO_CLASS) continue;
        if (nclasses == 1) members++;
        else s->size[class_of[i]]++;
    }
    if (nclasses == 1) s->size[0] = members;
}

static enum status number_rows(const uint32_t *class_of, uint32_t n, struct selection *s)
{
    MUST(allocate(n, sizeof *s->row_of, "rows", &s->row_of));
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t c = class_of[i];
        const bool kept = c != NO_CLASS && s->size[c] > 1 && s->odds.probability[c] > 0;
        s->row_of[i] = kept ? s->rows++ : NO_CLASS;
    }
    return OK;
}

static double find_fastest(const struct csr *r, const struct selection *s)
{
    double fastest = 0;
#pragma omp parallel for reduction(max : fastest) if (team_once(r->nnz))
    for (uint32_t i = 0; i < r->rows; i++) {
        double rate = 0;
        if (row_of_state(s, i) == NO_CLASS) continue;
        for (uint64_t k = r->row[i]; k < r->row[i + 1]; k++) rate += r->val[k];
        if (rate > fastest) fastest = rate;
    }
    return fastest;
}

static enum status select_rows(const struct chain *chain, const uint32_t *class_of,
                               uint32_t nclasses, struct selection *s)
{
    const struct csr *r = &chain->transitions;
    MUST(initial_state(chain, nclasses, &s->initial));
    MUST(allocate_zeroed(nclasses, sizeof *s->size, "classes", &s->size));
    MUST(reach_classes(r, 1 + chain->rounding.transitions, class_of, nclasses, s->initial,
                       &s->odds));
    count_members(class_of, r->rows, nclasses, s);
    if (nclasses == 1 && s->size[0] == r->rows && r->rows > 1) s->rows = r->rows;
    else MUST(number_rows(class_of, r->rows, s));
    s->fastest = find_fastest(r, s);
    return OK;
}

static enum status sum_rates(const struct csr *r, const struct selection *s, struct matrix *out)
{
    MUST(allocate_large(s->rows, sizeof *out->diag, "the diagonal", &out->diag));
#pragma omp parallel for if (team_once(r->nnz))
    for (uint32_t i = 0; i < r->rows; i++) {
        const uint32_t row = row_of_state(s, i);
        double rate = 0;
        for (uint64_t k = r->row[i]; row != NO_CLASS && k < r->row[i + 1]; k++)
            if (r->col[k] != i) rate += r->val[k];
        if (row != NO_CLASS) out->diag[row] = rate;
    }
    return OK;
}

/* E on the diagonal, -R^T beside it. r is freed meanwhile. */
static enum status steady_build_matrix(struct csr *r, const struct selection *s, struct matrix *out)
{
    const struct transposition how = {
        .rank = s->row_of, .rows = s->rows, .beside = true, .negative = true};
    MUST(sum_rates(r, s, out));
    return transpose(&how, r, true, &out->off);
}

/* Removes class c, which has one state, from those with rows, and adds it to the constant. A weight
 * that is not a whole number may have been rounded, at most twice. */
static void add_constant(struct steady_value *value, struct class_odds *odds, uint32_t c,
                         double weight)
{
    const double low = odds->low[c], high = odds->high[c],
                 size = weight == rint(weight) ? 0 : fabs(weight),
                 down = certify_add_product(weight, -DBL_EPSILON, size, BELOW),
                 up = certify_add_product(weight, DBL_EPSILON, size, ABOVE);
    odds->probability[c] = odds->low[c] = odds->high[c] = 0;
    value->constant_low =
        certify_add_product(value->constant_low, down < 0 ? high : low, down, BELOW);
    value->constant_high =
        certify_add_product(value->constant_high, up > 0 ? high : low, up, ABOVE);
}

static void find_range(const uint32_t *class_of, const double *weight, uint32_t n,
                       const struct selection *s, struct steady_value *value)
{
    double least = 1, most = 0;
#pragma omp parallel for reduction(min : least) reduction(max : most) if (team_once(n))
    for (uint32_t i = 0; i < n; i++) {
        if (class_of[i] == NO_CLASS || s->odds.high[class_of[i]] == 0) continue;
        least = fmin(least, weight[i]);
        most = fmax(most, weight[i]);
    }
    value->least = least;
    value->most = most;
}

static void add_constants(const uint32_t *class_of, const double *weight, uint32_t n,
                          struct selection *s, struct steady_value *value)
{
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t c = class_of[i];
        if (c == NO_CLASS || s->size[c] != 1) continue;
        value->constant += s->odds.probability[c] * weight[i];
        add_constant(value, &s->odds, c, weight[i]);
    }
}

/* Fills the rows. Classes of one state go into the constant. */
static enum status steady_fill_rows(const uint32_t *class_of, const double *weight, uint32_t n,
                                    struct selection *s, struct problem *out)
{
    struct steady_value *value = &out->steady;
    MUST(allocate_large(s->rows, sizeof *out->system.x0, "x0", &out->system.x0));
    MUST(allocate_large(s->rows, sizeof *value->class_of, "classes", &value->class_of));
    MUST(allocate_large(s->rows, sizeof *value->weight, "weights", &value->weight));
    if (s->row_of) add_constants(class_of, weight, n, s, value);
#pragma omp parallel for if (team_once(n))
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t row = row_of_state(s, i), c = class_of[i];
        if (row == NO_CLASS) continue;
        out->system.x0[row] = 1.0 / s->size[c];
        value->class_of[row] = c;
        value->weight[row] = weight[i];
    }
    return OK;
}

/* Reading of the rates, and of the weights: exactly 1 for a label. */
static struct reading find_model(const struct chain *chain, const struct property *property,
                                 const double *weight)
{
    const struct chain_rounding *rounding = &chain->rounding;
    if (!chain_rounding_is_known(chain, weight)) return (struct reading){0};
    return (struct reading){.entry = reading_share(1 + rounding->transitions),
                            .constant =
                                property->steady ? 0 : reading_share(1 + rounding->rewards)};
}

/* The step of the power method is PRISM's, one for all classes. */
static void fill_facts(const struct selection *s, uint32_t nclasses, struct problem *out)
{
    out->solved = s->rows == 0;
    out->classes = out->steady.nclasses = nclasses;
    out->step = s->rows ? 0.99 / s->fastest : 1;
    out->start = row_of_state(s, s->initial) == NO_CLASS ? 0 : row_of_state(s, s->initial);
}

/* With z_i = E_i x_i, Jacobi is z' = z P for the jump chain P. Where P has period d, the masses m_k
 * of its cyclic classes, at first sums of E_i for the uniform start, go round for ever, and the
 * relative change tends to max_k |m_(k-1) / m_k - 1|. */
static enum status rotating_limit(const double *diag, uint32_t n, const uint32_t *phase,
                                  uint32_t period, const uint32_t *class_of, uint32_t class,
                                  double *limit)
{
    double *mass = NULL;
    MUST(allocate_zeroed(period, sizeof *mass, "cyclic classes", &mass));
    for (uint32_t i = 0; i < n; i++)
        if (class_of[i] == class) mass[phase[i]] += diag[i];
    for (uint32_t k = 0; k < period; k++) {
        double change = fabs(mass[(k + 1) % period] / mass[k] -
                             1); /* rows lead backward: to the class before */
        if (change > *limit) *limit = change;
    }
    free(mass);
    return OK;
}

/* is_all: all rows are one class. */
static enum status find_periods(bool is_all, struct problem *out)
{
    const struct matrix *a = &out->system.a;
    enum status status = OK;
    uint32_t n = matrix_unknowns(a), *phase = NULL;
    TRY(allocate_large(n, sizeof *phase, "cyclic classes", &phase));
#pragma omp parallel for if (team_once(n))
    for (uint32_t i = 0; i < n; i++) phase[i] = NO_CLASS;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t period;
        if (phase[i] != NO_CLASS) continue;
        TRY(cyclic_classes(&a->off, i, is_all, phase, &period));
        if (period > out->period) out->period = period;
        if (period > 1)
            TRY(rotating_limit(a->diag, n, phase, period, out->steady.class_of,
                               out->steady.class_of[i], &out->jacobi_limit));
    }
out:
    free(phase);
    return status;
}

enum status reduce_steady(struct chain *chain, const struct property *property, struct problem *out)
{
    enum status status = OK;
    const uint32_t n = chain_states(chain);
    uint32_t *class_of = NULL, nclasses = 0;
    double *weight = NULL;
    struct selection s = {0};
    out->kind = KIND_STEADY;
    out->range = RANGE_NOT_NEGATIVE;
    TRY(divide_by_sums(chain, out));
    out->reading.balanced = false; /* columns are not, and the check needs no diagonal here */
    out->reading = sums_in_entries(out->reading);
    out->reading.constant = share_of_products(chain, property->reward);
    TRY(state_weights(chain, property, &weight));
    TRY(closed_classes(&chain->transitions, chain_source(chain), &class_of, &nclasses));
    TRY(select_rows(chain, class_of, nclasses, &s));
    if (!out->divided.rows) out->model = find_model(chain, property, weight);
    TRY(steady_build_matrix(&chain->transitions, &s, &out->system.a));
    csr_free(&chain->transitions);
    if (property->steady) find_range(class_of, weight, n, &s, &out->steady);
    TRY(steady_fill_rows(class_of, weight, n, &s, out));
    TRY(find_periods(!s.row_of, out));
    fill_facts(&s, nclasses, out);
    out->steady.probability = s.odds.probability;
    out->steady.probability_low = s.odds.low;
    out->steady.probability_high = s.odds.high;
    s.odds = (struct class_odds){0};
out:
    csr_free(&chain->transitions);
    free(class_of);
    free(weight);
    free(s.row_of);
    free(s.size);
    class_odds_free(&s.odds);
    return status;
}
