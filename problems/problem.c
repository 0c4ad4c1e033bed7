#include "problems/problem.h"

#include <math.h>
#include <stdlib.h>

const char *const problem_kind_names[NKINDS] = {"linear", "fixpoint", "steady", "bounded", "graph"};

void problem_free(struct problem *problem)
{
    free(problem->source);
    linear_free(&problem->system);
    product_free(&problem->product);
    free(problem->fixpoint.initial);
    free(problem->fixpoint.infinite);
    free(problem->steady.class_of);
    free(problem->steady.probability);
    free(problem->steady.weight);
    *problem = (struct problem){0};
}

static double fixpoint_value(const struct fixpoint_value *value, uint32_t n, const double *x)
{
    double sum = 0, most = -INFINITY, least = INFINITY;
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (!value->initial[i]) continue;
        double here = value->infinite && value->infinite[i] ? INFINITY : x[i];
        most = here > most ? here : most;
        least = here < least ? here : least;
        sum += here;
        count++;
    }
    if (value->filter == FILTER_MAX) return most;
    return value->filter == FILTER_MIN ? least : sum / count;
}

/* sum_B Pr(B) sum_{i in B} w_i x_i / sum_{i in B} x_i, in one pass over the rows a class (classes are few). */
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

double problem_value(const struct problem *problem, const double *x)
{
    uint32_t n = problem->system.a.off.n;
    switch (problem->kind) {
    case KIND_FIXPOINT:
    case KIND_BOUNDED: return fixpoint_value(&problem->fixpoint, n, x);
    case KIND_STEADY: return steady_value(&problem->steady, n, x);
    default: return NAN;
    }
}

double problem_scale(const struct problem *problem)
{
    const struct linear *s = &problem->system;
    double largest = 0;
    for (uint32_t i = 0; i < s->a.off.n; i++) {
        double size = fabs(s->b ? s->b[i] : s->a.diag[i] * s->x0[i]);
        if (size > largest) largest = size;
    }
    return largest > 0 ? largest : 1;
}
