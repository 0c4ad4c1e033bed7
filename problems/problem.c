#include "problems/problem.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/team.h"

const char *const problem_kind_names[NKINDS] = {"linear", "fixpoint", "steady", "bounded", "graph"};

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
    free(problem->steady.class_of);
    free(problem->steady.probability);
    free(problem->steady.probability_low);
    free(problem->steady.probability_high);
    free(problem->steady.weight);
    free(problem->proof.x);
    free(problem->proof.v);
    free(problem->proof.drift);
    free(problem->proof.times.scale);
    free(problem->proof.times.slack);
    free(problem->proof.distance);
    free(problem->proof.w);
    free(problem->proof.y);
    free(problem->proof.u);
    *problem = (struct problem){0};
}

const struct linear *problem_written(const struct problem *problem)
{
    return problem->written.a.diag ? &problem->written : &problem->system;
}

enum status problem_needs_matrix(const struct problem *problem, const char *what)
{
    if (matrix_is_stored(&problem->system.a)) return OK;
    return fail(ERROR_UNSUPPORTED,
                "%s needs the rows of the matrix, and with matrix=none none are stored: leave out "
                "matrix=none",
                what);
}

static double fixpoint_value(const struct fixpoint_value *value, uint64_t n, const double *x)
{
    double sum = 0, most = -INFINITY, least = INFINITY;
    uint64_t count = 0;
    for (uint64_t i = 0; i < n; i++) {
        if (!value->initial[i]) continue;
        double here = value->infinite && value->infinite[i] ? INFINITY : x[i];
        most = here > most ? here : most;
        least = here < least ? here : least;
        sum += here;
        count++;
    }
    if (value->filter == FILTER_MAX) return most;
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
    switch (problem->kind) {
    case KIND_FIXPOINT:
    case KIND_BOUNDED: return fixpoint_value(&problem->fixpoint, n, x);
    case KIND_STEADY:
        return problem->steady.weight ? steady_value(&problem->steady, (uint32_t)n, x)
                                      : closed_value(&problem->system.a.closed, x);
    case KIND_LINEAR: return problem->system.weight ? weighted_value(&problem->system, x) : NAN;
    default: return NAN;
    }
}

static bool is_average(const struct problem *problem, uint32_t *count)
{
    const struct fixpoint_value *value = &problem->fixpoint;
    *count = 0;
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
    else if (problem->kind == KIND_STEADY && is_one_class(&problem->steady))
        weight = problem->steady.weight;
    if (!weight && !(problem->kind == KIND_FIXPOINT && is_average(problem, &count))) return OK;
    MUST(allocate(n, sizeof **out, "weights", out));
    for (uint32_t i = 0; i < n; i++)
        (*out)[i] = weight ? weight[i] : problem->fixpoint.initial[i] ? 1.0 / count : 0;
    return OK;
}

/* Returns whether row i is x_i = b_i / A_ii, independent of other rows. */
static bool is_fixed(const struct linear *s, uint32_t i)
{
    return s->a.off.row[i] == s->a.off.row[i + 1];
}

/* |b_i| after the columns of fixed rows are eliminated; b = 0: |A_ii x0_i|. */
static double reduced_size(const struct linear *s, uint32_t i)
{
    const struct csr *off = &s->a.off;
    if (!s->b) return fabs(s->a.diag[i] * s->x0[i]);
    double sum = s->b[i];
    for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) {
        uint32_t j = off->col[k];
        if (is_fixed(s, j)) sum -= off->val[k] * (s->b[j] / s->a.diag[j]);
    }
    return fabs(sum);
}

/* A fixed row has no entries, and b of a closed form is 0 there, so nothing is eliminated. */
static double closed_scale(const struct problem *problem)
{
    const struct closed_rows *closed = &problem->system.a.closed;
    const double *b = problem->system.b;
    double largest = b ? 0 : closed_largest(closed) * problem->x0;
#pragma omp parallel for reduction(max : largest) if (team_once(closed->n))
    for (uint64_t i = 0; i < (b ? closed->n : 0); i++) largest = fmax(largest, fabs(b[i]));
    return largest > 0 ? largest : 1;
}

double problem_scale(const struct problem *problem)
{
    const struct linear *s = &problem->system;
    double largest = 0, fixed = 0;
    if (matrix_is_made(&s->a)) return problem->scale;
    if (!matrix_is_stored(&s->a)) return closed_scale(problem);
    for (uint32_t i = 0; i < s->a.off.rows; i++) {
        double size = reduced_size(s, i), *most = is_fixed(s, i) ? &fixed : &largest;
        if (size > *most) *most = size;
    }
    if (largest > 0) return largest;
    return fixed > 0 ? fixed : 1;
}
