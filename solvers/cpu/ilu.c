/* Incomplete factorisations on the CPU (solvers/ilu.h). */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "solvers/cpu/real.h"
#include "solvers/ilu.h"

/* Row i has the entries start[i] .. start[i + 1] - 1: of L ascending, of U descending, so that the
 * entry that was computed last comes last. */
struct triangle {
    uint32_t *start, *col;
    void *val; /* f32 or f64 */
};

struct factors {
    struct triangle lower, upper;
    double *wide;   /* the entries of U, where they are stored in f32 */
    uint32_t *mark; /* of each column: where the row at hand has it in entry, plus one */
    double *entry;  /* of the longest row */
    real *inverse;  /* of D */
};

static void free_triangle(struct triangle *t)
{
    free(t->start);
    free(t->col);
    free(t->val);
}

static void destroy(struct ilu *ilu)
{
    struct factors *f = ilu->own;
    if (!f) return;
    free_triangle(&f->lower);
    free_triangle(&f->upper);
    free(f->wide);
    free(f->mark);
    free(f->entry);
    free(f->inverse);
    free(f);
    ilu->own = NULL;
}

static enum status create_triangle(uint32_t n, uint64_t count, bool narrow, struct triangle *out)
{
    static const char what[] = "an incomplete factorisation";
    MUST(allocate_large((size_t)n + 1, sizeof *out->start, what, &out->start));
    MUST(allocate_large(count, sizeof *out->col, what, &out->col));
    return allocate_large(count, narrow ? sizeof(float) : sizeof(double), what, &out->val);
}

static enum status create(struct ilu *ilu)
{
    enum status status = OK;
    const struct csr *off = &ilu->a->off;
    struct factors *f;
    uint64_t below = 0, longest = 0;
    if (off->nnz > UINT32_MAX)
        return fail(ERROR_UNSUPPORTED,
                    "precondition=ilu0 takes at most 2^32 entries beside the diagonal, and the "
                    "matrix has %llu",
                    (unsigned long long)off->nnz);
    for (uint32_t i = 0; i < off->n; i++) {
        const uint64_t count = off->row[i + 1] - off->row[i];
        longest = count > longest ? count : longest;
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) below += off->col[k] < i;
    }
    MUST(allocate_zeroed(1, sizeof *f, "an incomplete factorisation", &ilu->own));
    f = ilu->own;
    TRY(create_triangle(off->n, below, ilu->narrow, &f->lower));
    TRY(create_triangle(off->n, off->nnz - below, ilu->narrow, &f->upper));
    if (ilu->narrow) TRY(allocate_large(off->nnz - below, sizeof *f->wide, "U", &f->wide));
    TRY(allocate_zeroed(off->n, sizeof *f->mark, "marks of columns", &f->mark));
    TRY(allocate(longest, sizeof *f->entry, "a row", &f->entry));
    TRY(allocate_large(off->n, sizeof *f->inverse, "a diagonal", &f->inverse));
out:
    if (status != OK) destroy(ilu);
    return status;
}

static inline void put(const struct triangle *t, bool narrow, uint32_t at, uint32_t col, double val)
{
    t->col[at] = col;
    if (narrow) ((float *)t->val)[at] = (float)val;
    else ((double *)t->val)[at] = val;
}

/* Takes row k times its share from row i, whose entries are marked: what falls on entries of row i,
 * and on the pivot. */
static inline void eliminate(const struct factors *f, const double *upper, uint32_t i, double share,
                             uint32_t k, double *pivot)
{
    for (uint32_t at = f->upper.start[k]; at < f->upper.start[k + 1]; at++) {
        const uint32_t col = f->upper.col[at], place = f->mark[col];
        if (col == i) *pivot -= share * upper[at];
        else if (place) f->entry[place - 1] -= share * upper[at];
    }
}

/* Computes row i in f->entry; returns its pivot. */
static double factor_row(const struct factors *f, const struct matrix *a, const double *upper,
                         uint32_t i)
{
    const uint64_t first = a->off.row[i];
    const uint32_t count = (uint32_t)(a->off.row[i + 1] - first);
    const uint32_t *col = a->off.col + first;
    double pivot = a->diag[i];
    for (uint32_t k = 0; k < count; k++) {
        f->mark[col[k]] = k + 1;
        f->entry[k] = a->off.val[first + k];
    }
    for (uint32_t k = 0; k < count && col[k] < i; k++)
        eliminate(f, upper, i, f->entry[k], col[k], &pivot);
    for (uint32_t k = 0; k < count; k++) f->mark[col[k]] = 0;
    return pivot;
}

static bool is_weak(double pivot, double diagonal)
{
    return !(fabs(pivot) >= WEAK_PIVOT * fabs(diagonal)) || !isfinite(1 / pivot);
}

/* Appends row i to both triangles: L = entry / pivot of the column, U = entry / pivot of the row */
static void store_row(const struct ilu *ilu, double *upper, uint32_t i, double inverse)
{
    const struct factors *f = ilu->own;
    const struct csr *off = &ilu->a->off;
    const uint64_t first = off->row[i], end = off->row[i + 1];
    uint32_t below = f->lower.start[i], above = f->upper.start[i];
    uint64_t k = first;
    for (; k < end && off->col[k] < i; k++)
        put(&f->lower, ilu->narrow, below++, off->col[k],
            f->entry[k - first] * f->inverse[off->col[k]]);
    for (uint64_t r = end; r-- > k;) {
        upper[above] = f->entry[r - first] * inverse;
        put(&f->upper, ilu->narrow, above, off->col[r], upper[above]);
        above++;
    }
    f->lower.start[i + 1] = below;
    f->upper.start[i + 1] = above;
}

static enum status factor(struct ilu *ilu)
{
    const struct factors *f = ilu->own;
    const struct matrix *a = ilu->a;
    double *upper = ilu->narrow ? f->wide : f->upper.val;
    ilu->replaced = 0;
    f->lower.start[0] = f->upper.start[0] = 0;
    for (uint32_t i = 0, next = 0; i < a->off.n; i++) {
        double pivot = a->diag[i];
        if (next < ilu->npins && ilu->pin[next] == i) {
            next++;
            f->lower.start[i + 1] = f->lower.start[i];
            f->upper.start[i + 1] = f->upper.start[i];
            f->inverse[i] = (real)(1 / pivot);
            continue;
        }
        pivot = factor_row(f, a, upper, i);
        if (is_weak(pivot, a->diag[i])) {
            ilu->replaced++;
            pivot = a->diag[i];
        }
        f->inverse[i] = (real)(1 / pivot);
        store_row(ilu, upper, i, 1 / pivot);
    }
    return OK;
}

ALWAYS_INLINE real value_at(const struct triangle *t, bool narrow, uint32_t at)
{
    return narrow ? (real)((const float *)t->val)[at] : (real)((const double *)t->val)[at];
}

/* r_i - sum of row i times z, the last entry last. */
ALWAYS_INLINE real row_rest(const struct triangle *t, bool narrow, uint32_t i, real rest,
                            const real *z)
{
    for (uint32_t at = t->start[i]; at < t->start[i + 1]; at++)
        rest -= value_at(t, narrow, at) * z[t->col[at]];
    return rest;
}

ALWAYS_INLINE void solve_all(const struct factors *f, bool narrow, uint32_t n, const real *r,
                             real *z)
{
    for (uint32_t i = 0; i < n; i++) z[i] = row_rest(&f->lower, narrow, i, r[i], z);
    for (uint32_t i = n; i-- > 0;) z[i] = row_rest(&f->upper, narrow, i, z[i] * f->inverse[i], z);
}

static enum status solve(const struct ilu *ilu, const void *r, void *z)
{
    if (ilu->narrow) solve_all(ilu->own, true, ilu->a->off.n, r, z);
    else solve_all(ilu->own, false, ilu->a->off.n, r, z);
    return OK;
}

extern const struct ilu_ops EXPORTED(ilu_ops);
const struct ilu_ops EXPORTED(ilu_ops) = {
    .create = create, .factor = factor, .solve = solve, .destroy = destroy};
