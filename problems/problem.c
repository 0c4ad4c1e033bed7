#include "problems/problem.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/team.h"
#include "problems/source.h"

const char *const problem_kind_names[NKINDS] = {"linear",  "fixpoint", "steady",
                                                "bounded", "graph",    "optimum"};

void problem_free(struct problem *problem)
{
    free(problem->source);
    linear_free(&problem->system);
    free(problem->written.a.off.val);
    free(problem->written.a.diag);
    free(problem->written.b);
    product_free(&problem->product);
    free(problem->fixpoint.initial);
    free(problem->fixpoint.infinite);
    linear_free(&problem->optimum.original);
    free(problem->optimum.stated);
    free(problem->optimum.unknown_of);
    free(problem->optimum.bias);
    free(problem->steady.class_of);
    free(problem->steady.probability);
    free(problem->steady.probability_low);
    free(problem->steady.probability_high);
    free(problem->steady.weight);
    problem_forget_proof(problem);
    *problem = (struct problem){0};
}

void problem_forget_proof(struct problem *problem)
{
    struct problem_proof *proof = &problem->proof;
    double *const arrays[] = {proof->x,           proof->v,        proof->drift, proof->times.scale,
                              proof->times.slack, proof->distance, proof->w,     proof->y,
                              proof->u,           proof->low,      proof->high};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) free(arrays[k]);
    free(proof->rank);
    free(proof->level);
    *proof = (struct problem_proof){0};
}

const struct linear *problem_written(const struct problem *problem)
{
    return problem->written.a.diag ? &problem->written : &problem->system;
}

enum status problem_needs_matrix(const struct problem *problem, const char *what)
{
    return matrix_check_stored(&problem->system.a, "", what, "leave out matrix=none");
}

double asked_limit(const struct asked_value *asked)
{
    return 0.5 * (asked->limit_low + asked->limit_high);
}

double asked_number(const struct asked_value *asked, double x)
{
    const double limit = asked_limit(asked);
    if (asked->complement) x = 1 - x;
    switch (asked->relation) {
    case IS_BELOW: return x < limit;
    case IS_AT_MOST: return x <= limit;
    case IS_ABOVE: return x > limit;
    case IS_AT_LEAST: return x >= limit;
    default: return x;
    }
}

const char *asked_truth(const struct asked_value *asked, double low, double high)
{
    if (!asked->truth) return NULL;
    return low == 1 ? "true" : high == 0 ? "false" : "unclear";
}

static double fixpoint_value(const struct problem *problem, uint64_t n, const double *x)
{
    const struct fixpoint_value *value = &problem->fixpoint;
    double sum = 0, most = -INFINITY, least = INFINITY;
    uint64_t count = 0;
    for (uint64_t i = 0; i < n; i++) {
        if (!value->initial[i]) continue;
        const double here =
            asked_number(&problem->asked, value->infinite && value->infinite[i] ? INFINITY : x[i]);
        most = here > most ? here : most;
        least = here < least ? here : least;
        sum += here;
        count++;
    }
    if (value->filter == FILTER_MAX) return most;
    if (value->filter == FILTER_SUM) return sum;
    return value->filter == FILTER_MIN ? least : sum / (double)count;
}

/* sum_B Pr(B) sum_{i in B} w_i x_i / sum_{i in B} x_i, with one pass over the rows for each class
 * (there are few). */
static double steady_value(const struct steady_value *value, uint32_t n, const double *x)
{
    double total = value->constant;
    for (uint32_t c = 0; c < value->nclasses; c++) {
        double mass = 0, weighted = 0;
        if (value->probability[c] == 0) continue;
        for (uint32_t i = 0; i < n; i++) {
            if (value->class_of[i] != c) continue;
            mass += x[i];
            weighted += x[i] * value->weight[i];
        }
        if (mass != 0) total += value->probability[c] * weighted / mass;
    }
    return total;
}

/* The same for one class of all rows, with weights in closed form. */
static double closed_value(const struct closed_rows *closed, const double *x)
{
    double mass = 0, weighted = 0;
#pragma omp parallel for reduction(+ : mass, weighted) if (team_once(closed->n))
    for (uint64_t i = 0; i < closed->n; i++) {
        mass += x[i];
        weighted += x[i] * closed_reward(closed, i);
    }
    return mass != 0 ? weighted / mass : 0;
}

static double weighted_value(const struct linear *s, const double *x)
{
    double mass = s->b ? 1 : 0, weighted = 0;
    for (uint32_t i = 0; i < s->a.off.rows; i++) {
        if (!s->b) mass += x[i];
        weighted += x[i] * s->weight[i];
    }
    return mass != 0 ? weighted / mass : NAN;
}

double problem_value(const struct problem *problem, const double *x)
{
    const uint64_t n = problem_unknowns(problem);
    const struct asked_value *asked = &problem->asked;
    if (asked->known) return asked->low + 0.5 * (asked->high - asked->low);
    switch (problem->kind) {
    case KIND_FIXPOINT:
    case KIND_OPTIMUM:
    case KIND_BOUNDED: return fixpoint_value(problem, n, x);
    case KIND_STEADY:
        return asked_number(asked, problem->steady.weight
                                       ? steady_value(&problem->steady, (uint32_t)n, x)
                                       : closed_value(&problem->system.a.closed, x));
    case KIND_LINEAR: return problem->system.weight ? weighted_value(&problem->system, x) : NAN;
    default: return NAN;
    }
}

const char *solved_why(const struct problem *problem)
{
    return problem->asked.known && problem->asked.inner
               ? "nothing is left to iterate: the proofs of the questions inside it tell the value"
               : "nothing is left to iterate: the transitions alone decide every state";
}

static bool is_average(const struct problem *problem, uint32_t *count)
{
    const struct fixpoint_value *value = &problem->fixpoint;
    *count = 0;
    if (problem->kind == KIND_OPTIMUM) return false;
    if (problem->asked.complement || problem->asked.relation || problem->asked.known) return false;
    for (uint32_t i = 0; i < problem_unknowns(problem); i++) {
        if (value->initial[i] && value->infinite && value->infinite[i]) return false;
        *count += value->initial[i];
    }
    return *count == 1 || value->filter == FILTER_AVG;
}

static bool is_one_class(const struct steady_value *value)
{
    return value->nclasses == 1 && value->probability[0] == 1 && value->constant == 0;
}

enum status problem_weights(const struct problem *problem, double **out)
{
    const uint32_t n = problem_unknowns(problem);
    const double *weight = NULL;
    uint32_t count = 0;
    *out = NULL;
    if (problem->kind == KIND_LINEAR) weight = problem->system.weight;
    else if (problem->kind == KIND_STEADY && is_one_class(&problem->steady) &&
             !problem->asked.relation)
        weight = problem->steady.weight;
    if (!weight && !(problem->kind == KIND_FIXPOINT && is_average(problem, &count))) return OK;
    MUST(allocate(n, sizeof **out, "weights", out));
    for (uint32_t i = 0; i < n; i++)
        (*out)[i] = weight ? weight[i] : problem->fixpoint.initial[i] ? 1.0 / count : 0;
    return OK;
}

/* Returns whether row i is x_i = b_i / A_ii, independent of other rows. Of rows in closed form, b
 * is 0 in those. */
static bool is_fixed(const struct csr *off, uint64_t i)
{
    return off->rows && off->row[i] == off->row[i + 1];
}

bool any_row_is_fixed(const struct csr *off)
{
    uint32_t i = 0;
    while (i < off->rows && !is_fixed(off, i)) i++;
    return i < off->rows;
}

void largest_sizes_add(const struct linear *s, const struct matrix *rows, const double *diag,
                       struct largest_sizes *out)
{
    const struct csr *off = &rows->off;
    const uint64_t n = matrix_rows(rows);
    const bool eliminates = s->b && any_row_is_fixed(&s->a.off);
    double most = out->most, fixed = out->fixed;
#pragma omp parallel for reduction(max : most, fixed) if (team_once(matrix_entries(rows) + n))
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t at = rows->first + i;
        double sum = s->b ? s->b[at] : diag[at] * s->x0[at];
        if (eliminates)
            for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) {
                const uint32_t j = off->col[k];
                if (is_fixed(&s->a.off, j)) sum -= off->val[k] * (s->b[j] / diag[j]);
            }
        if (is_fixed(off, i)) fixed = fmax(fixed, fabs(sum));
        else most = fmax(most, fabs(sum));
    }
    *out = (struct largest_sizes){most, fixed};
}

double largest_sizes_scale(const struct largest_sizes *found)
{
    if (found->most > 0) return found->most;
    return found->fixed > 0 ? found->fixed : 1;
}

double problem_scale(const struct problem *problem)
{
    const struct linear *s = &problem->system;
    struct largest_sizes found = {0};
    if (problem->scale > 0) return problem->scale;
    if (s->b || s->a.diag) largest_sizes_add(s, &s->a, s->a.diag, &found);
    else found.most = closed_largest(&s->a.closed) * problem->x0;
    return largest_sizes_scale(&found);
}
