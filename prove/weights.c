#include "prove/weights.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"
#include "prove/systems/refine.h"

static bool weights_is_stated(const struct matrix *a, uint32_t i)
{
    return a->off.row[i] == a->off.row[i + 1];
}

bool is_compared(const struct matrix *a)
{
    int compared = 1;
#pragma omp parallel for reduction(& : compared) if (team_once(a->off.nnz))
    for (uint64_t k = 0; k < a->off.nnz; k++) compared &= a->off.val[k] <= 0;
#pragma omp parallel for reduction(& : compared) if (team_once(a->off.rows))
    for (uint32_t i = 0; i < a->off.rows; i++) compared &= a->diag[i] > 0;
    return compared;
}

/* *out = <A>: a itself, or a matrix that shares the rows and columns of a. */
static enum status compare_matrix(const struct matrix *a, struct matrix *out)
{
    enum status status = OK;
    *out = *a;
    if (is_compared(a)) return OK;
    out->off.val = out->diag = NULL;
    TRY(allocate(a->off.nnz, sizeof(double), "a proof", &out->off.val));
    TRY(allocate(a->off.rows, sizeof(double), "a proof", &out->diag));
    for (uint64_t k = 0; k < a->off.nnz; k++) out->off.val[k] = -fabs(a->off.val[k]);
    for (uint32_t i = 0; i < a->off.rows; i++) out->diag[i] = fabs(a->diag[i]);
out:
    return status;
}

/* Wanted weight of rows x_i = b_i: a small one, so that the other rows stay good if <A> is
 * dominant. */
static double stated_weight(const struct matrix *a)
{
    double most = 0;
#pragma omp parallel for reduction(max : most) if (team_once(a->off.rows))
    for (uint32_t i = 0; i < a->off.rows; i++)
        if (!weights_is_stated(a, i)) most = fmax(most, fabs(a->diag[i]));
    return 1 / (16 * (most > 0 ? most : 1));
}

void wanted_drift(const struct matrix *a, double *b)
{
    const double stated = stated_weight(a);
#pragma omp parallel for if (team_once(a->off.rows))
    for (uint32_t i = 0; i < a->off.rows; i++)
        b[i] = weights_is_stated(a, i) ? a->diag[i] * stated : 1;
}

void weights_of_times(const struct matrix *a, const double *x, double each, double *v)
{
    const double stated = stated_weight(a);
#pragma omp parallel for if (team_once(a->off.rows))
    for (uint32_t i = 0; i < a->off.rows; i++)
        v[i] = weights_is_stated(a, i) ? stated : x[i] / each + stated;
}

struct search {
    const struct matrix *a;
    const struct reading *reading;
    double *drift;
    bool accepted;
};

/* Excess of v: it is below 1 if each drift is at least a quarter of the wanted one. */
static enum status weights_excess(void *with, const double *v, double *out)
{
    struct search *s = with;
    double least = 1;
    s->accepted = certify_weights(s->a, s->reading, v, s->drift);
    for (uint32_t i = 0; i < s->a->off.rows; i++)
        if (!weights_is_stated(s->a, i) && !(s->drift[i] >= least)) least = s->drift[i];
    *out = isnan(least) ? INFINITY : (1 - least) / 0.75;
    if (*out < 1 && !s->accepted) *out = 1;
    return OK;
}

bool weights_do(const struct matrix *a, const struct reading *reading, const double *v,
                double *drift)
{
    struct search search = {.a = a, .reading = reading, .drift = drift};
    double excess;
    return weights_excess(&search, v, &excess) == OK && excess < 1;
}

static bool is_dominant(const struct matrix *a)
{
    for (uint32_t i = 0; i < a->off.rows; i++) {
        double rest = fabs(a->diag[i]);
        for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++) rest -= fabs(a->off.val[k]);
        if (!(rest > 0)) return false;
    }
    return true;
}

enum status find_weights(const struct matrix *a, const struct reading *reading, double first,
                         struct budget *budget, double *v, double *drift, bool *accepted,
                         bool *order)
{
    enum status status = OK;
    struct matrix compared = {0};
    double *wanted = NULL, reached;
    *order = true;
    for (uint32_t i = 0; i < a->off.rows; i++) v[i] = 1;
    *accepted = is_dominant(a) && certify_weights(a, reading, v, drift);
    if (*accepted) return OK;
    memset(v, 0, matrix_unknowns(a) * sizeof *v);
    TRY(compare_matrix(a, &compared));
    TRY(allocate(matrix_unknowns(a), sizeof *wanted, "a proof", &wanted));
    wanted_drift(&compared, wanted);
    struct search search = {.a = &compared, .reading = reading, .drift = drift};
    const struct refinement how = {.a = &compared,
                                   .b = wanted,
                                   .balanced = reading->balanced,
                                   .excess = weights_excess,
                                   .with = &search,
                                   .first = first,
                                   .order = order,
                                   .budget = budget};
    TRY(refine(&how, v, &reached));
    *accepted = search.accepted;
out:
    if (compared.off.val != a->off.val) free(compared.off.val);
    if (compared.diag != a->diag) free(compared.diag);
    free(wanted);
    return status;
}
