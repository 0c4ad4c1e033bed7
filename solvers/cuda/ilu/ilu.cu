/* Incomplete factorisations on a GPU (solvers/ilu.h): L and U in the order of A's entries; rows are
 * taken level by level. Levels come from the pattern, and are found within the timed run, too. If
 * levels are wide, cuSPARSE solves with copies of L and U; or copies in the order of their levels
 * are solved level by level. */
#include <stdlib.h>

#include "solvers/cuda/device.h"
#include "solvers/cuda/ilu/by_level.cuh"
#include "solvers/cuda/ilu/rows.cuh"
#include "solvers/cuda/ilu/spsv.h"
#include "solvers/cuda/levels/each.cuh"
#include "solvers/cuda/levels/lists.h"

extern "C" {
#include "base/memory.h"
#include "solvers/place.h"
extern const struct place place_cuda;
}

enum {
    LEVELS_AT_ONCE = 16 /* number of levels whose rows are loaded while those of the first one
                           wait */
};

struct counters {
    unsigned long long ticket[2];
    uint32_t replaced;
};

struct factors {
    struct split_rows p;
    uint32_t *row, *middle, *col;
    double *a, *diag, *entry;
    void *val, *inverse, *y;
    uint32_t *order[2]; /* the rows of L and of U, level by level */
    unsigned blocks[2]; /* number of blocks that take them */
    uint32_t levels[2];
    uint32_t *level[2]; /* level of each row, and room to sort them */
    uint32_t *more;     /* room to sort orders */
    struct counters *counters;
    void *temp;
    size_t temp_bytes;
    void *memory;                     /* one allocation for all of these */
    struct spsv_triangle triangle[2]; /* for cuSPARSE, in an allocation of their own */
    void *triangles;
    struct spsv *spsv; /* NULL: cuSPARSE does not solve */
    /* For triangles=levels, in an allocation of their own; NULL: not so */
    void *by_level;
    struct level_triangle side[2];
    uint32_t *rank[2];       /* number of each row in the order of each triangle */
    uint64_t *first;         /* n + 1: room to add up the lengths of rows */
    void *level_y, *level_z; /* results of L and of U, each in its order */
};

static unsigned blocks_for(uint64_t rows)
{
    const uint64_t blocks = (rows + TAKING_THREADS - 1) / TAKING_THREADS;
    const unsigned most = TAKING_BLOCKS * device_multiprocessors();
    return blocks == 0 ? 1 : blocks < most ? (unsigned)blocks : most;
}

static enum status factors_clear(void *at, int byte, size_t bytes)
{
    return device_status(cudaMemsetAsync(at, byte, bytes, device_stream()), "clearing");
}

/* Launches take_rows with a ticket that counts from 0. */
template <class Rows>
static enum status take_all(const Rows &rows, const struct factors *f, unsigned blocks,
                            const uint32_t *order, bool descending, int ticket)
{
    take_rows<<<blocks, TAKING_THREADS, 0, device_stream()>>>(
        rows, f->p.n, order, descending, &f->counters->ticket[ticket], device_guard());
    return device_launched("rows that wait for others");
}

/* Memory */

static void cuda_ilu_destroy(struct ilu *ilu)
{
    struct factors *f = (struct factors *)ilu->own;
    if (!f) return;
    spsv_free(f->spsv);
    if (f->triangles) place_cuda.release(f->triangles);
    if (f->by_level) place_cuda.release(f->by_level);
    for (struct level_triangle &t : f->side) free(t.part);
    if (f->memory) place_cuda.release(f->memory);
    free(f);
    ilu->own = NULL;
}

template <class T>
static void factors_take(struct scratch_rest *rest, T **out, size_t count, size_t size)
{
    *out = (T *)scratch_take(rest, count * size);
}

static void factors_divide(struct scratch_rest *rest, const struct ilu *ilu, size_t real,
                           struct factors *f)
{
    const size_t n = ilu->a->off.rows, nnz = ilu->a->off.nnz, word = sizeof(uint32_t);
    factors_take(rest, &f->row, n + 1, word);
    factors_take(rest, &f->middle, n, word);
    factors_take(rest, &f->col, nnz, word);
    factors_take(rest, &f->a, nnz, sizeof *f->a);
    factors_take(rest, &f->diag, n, sizeof *f->diag);
    factors_take(rest, &f->entry, nnz, sizeof *f->entry);
    f->val = f->entry;
    if (ilu->narrow) factors_take(rest, &f->val, nnz, sizeof(float));
    factors_take(rest, &f->inverse, n, real);
    factors_take(rest, &f->y, n, real);
    for (int k = 0; k < 2; k++) factors_take(rest, &f->order[k], n, word);
    for (int k = 0; k < 2; k++) factors_take(rest, &f->level[k], n, word);
    factors_take(rest, &f->more, n, word);
    factors_take(rest, &f->counters, 1, sizeof *f->counters);
    f->temp_bytes = sort_pairs_bytes(n);
    if (f->temp_bytes < exclusive_sum_bytes(n + 1)) f->temp_bytes = exclusive_sum_bytes(n + 1);
    factors_take(rest, &f->temp, f->temp_bytes, 1);
    f->p = {(uint32_t)n, f->row, f->middle, f->col};
}

/* Uploads the starts of rows and the positions of their diagonals, with 32 bits in place of 64. */
static enum status factors_put_rows(const struct csr *off, struct factors *f)
{
    enum status status = OK;
    uint32_t *row = NULL, *middle = NULL;
    const size_t n = off->rows;
    TRY(allocate(n + 1, sizeof *row, "rows", &row));
    TRY(allocate(n, sizeof *middle, "rows", &middle));
    row[n] = (uint32_t)off->nnz;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t k = off->row[i];
        row[i] = (uint32_t)k;
        while (k < off->row[i + 1] && off->col[k] < i) k++;
        middle[i] = (uint32_t)k;
    }
    TRY(place_cuda.put(f->row, row, (n + 1) * sizeof *row));
    TRY(place_cuda.put(f->middle, middle, n * sizeof *middle));
    TRY(place_cuda.synchronise());
out:
    free(row);
    free(middle);
    return status;
}

static enum status put_matrix(const struct matrix *a, struct factors *f)
{
    const struct csr *off = &a->off;
    MUST(factors_put_rows(off, f));
    MUST(place_cuda.put(f->col, off->col, off->nnz * sizeof *f->col));
    MUST(place_cuda.put(f->a, off->val, off->nnz * sizeof *f->a));
    MUST(place_cuda.put(f->diag, a->diag, off->rows * sizeof *f->diag));
    return place_cuda.synchronise();
}

/* Finds the order of one triangle. Rows of a level ascend, because the sort keeps their order. */
static enum status find_order(struct factors *f, int upper)
{
    const uint32_t n = f->p.n;
    uint32_t *values[2] = {f->order[upper], f->more}, last;
    MUST(factors_clear(f->counters, 0, sizeof *f->counters));
    MUST(factors_clear(f->level[0], 0xff, n * sizeof *f->level[0]));
    MUST(take_all(level_rows{f->p, upper != 0, f->level[0]}, f, blocks_for(n), NULL, upper, 0));
    MUST(for_each(n, "rows in order", [=] __device__(uint64_t i) { values[0][i] = (uint32_t)i; }));
    MUST(sort_pairs(f->temp, f->temp_bytes, f->level, values, n, n));
    f->order[upper] = values[0];
    f->more = values[1];
    MUST(place_cuda.get(&last, f->level[0] + n - 1, 1, sizeof last));
    f->levels[upper] = last + 1;
    f->blocks[upper] = blocks_for(LEVELS_AT_ONCE * (uint64_t)n / f->levels[upper]);
    return OK;
}

/* Triangles for cuSPARSE */

/* Fills row starts and columns of a triangle: L without its diagonal, U with it. */
static void fill_pattern(const struct csr *off, bool upper, struct spsv_triangle *t)
{
    t->entries = 0;
    for (uint32_t i = 0; i < off->rows; i++) {
        t->row[i] = t->entries;
        if (upper) t->col[t->entries++] = (int)i;
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++)
            if ((off->col[k] > i) == upper) t->col[t->entries++] = (int)off->col[k];
    }
    t->row[off->rows] = t->entries;
}

static enum status put_pattern(const struct csr *off, bool upper, struct spsv_triangle *out)
{
    enum status status = OK;
    struct spsv_triangle t = {};
    TRY(allocate((size_t)off->rows + 1, sizeof *t.row, "rows", &t.row));
    TRY(allocate(off->rows + off->nnz, sizeof *t.col, "columns", &t.col));
    fill_pattern(off, upper, &t);
    TRY(place_cuda.put(out->row, t.row, ((size_t)off->rows + 1) * sizeof *t.row));
    TRY(place_cuda.put(out->col, t.col, (size_t)t.entries * sizeof *t.col));
    TRY(place_cuda.synchronise());
out:
    free(t.row);
    free(t.col);
    return status;
}

/* Returns the number of entries below the diagonal. */
static uint64_t entries_below(const struct csr *off)
{
    uint64_t below = 0;
    for (uint32_t i = 0; i < off->rows; i++)
        for (uint64_t k = off->row[i]; k < off->row[i + 1] && off->col[k] < i; k++) below++;
    return below;
}

/* Both triangles have as many entries as A and one more a row, the diagonal. */
static void divide_triangles(struct scratch_rest *rest, const struct csr *off, size_t real,
                             struct spsv_triangle triangle[2])
{
    const uint64_t below = entries_below(off);
    for (int upper = 0; upper < 2; upper++) {
        struct spsv_triangle *t = &triangle[upper];
        const size_t entries = upper ? off->nnz - below + off->rows : below;
        t->n = (int)off->rows;
        t->entries = (int)entries;
        factors_take(rest, &t->row, (size_t)off->rows + 1, sizeof *t->row);
        factors_take(rest, &t->col, entries, sizeof *t->col);
        factors_take(rest, &t->val, entries, real);
    }
}

static enum status make_triangles(const struct csr *off, size_t real, struct factors *f)
{
    struct scratch_rest rest = {NULL, 0};
    divide_triangles(&rest, off, real, f->triangle);
    MUST(place_cuda.allocate(rest.used, &f->triangles));
    rest = {(char *)f->triangles, 0};
    divide_triangles(&rest, off, real, f->triangle);
    for (int upper = 0; upper < 2; upper++) MUST(put_pattern(off, upper, &f->triangle[upper]));
    return spsv_create(&f->triangle[0], &f->triangle[1], real == sizeof(float) ? F32 : F64, f->y,
                       &f->spsv);
}

template <class real, class stored>
static enum status fill_triangles(const struct factors *f)
{
    const split_rows p = f->p;
    const stored *from = (const stored *)f->val;
    const real *inverse = (const real *)f->inverse;
    const int *row[2] = {f->triangle[0].row, f->triangle[1].row};
    real *val[2] = {(real *)f->triangle[0].val, (real *)f->triangle[1].val};
    return for_each(p.n, "triangles", [=] __device__(uint64_t i) {
        const real pivot = 1 / inverse[i];
        real *lower = val[0] + row[0][i], *upper = val[1] + row[1][i];
        for (uint32_t e = p.row[i]; e < p.middle[i]; e++) *lower++ = (real)from[e];
        *upper++ = pivot;
        for (uint32_t e = p.middle[i]; e < p.row[i + 1]; e++) *upper++ = pivot * (real)from[e];
    });
}

/* Triangles level by level */

/* Divides memory for both triangles; their entries and levels are known. */
static void divide_levels(struct scratch_rest *rest, const struct ilu *ilu, size_t real,
                          struct factors *f)
{
    const size_t n = f->p.n, word = sizeof(uint32_t);
    for (int upper = 0; upper < 2; upper++) {
        struct level_triangle *t = &f->side[upper];
        factors_take(rest, &t->start, t->nlevels + (size_t)1, word);
        factors_take(rest, &t->row, n + 1, word);
        factors_take(rest, &t->column, t->entries, word);
        factors_take(rest, &t->val, t->entries, ilu->narrow ? sizeof(float) : sizeof(double));
        factors_take(rest, &t->from_at, n, word);
        factors_take(rest, &f->rank[upper], n, word);
    }
    factors_take(rest, &f->side[1].inverse, n, real);
    factors_take(rest, &f->first, n + 1, sizeof *f->first);
    factors_take(rest, &f->level_y, n, real);
    factors_take(rest, &f->level_z, n, real);
}

/* Makes the starts of levels and rows of a triangle, right after find_order. */
static enum status start_levels(struct factors *f, int upper)
{
    const split_rows p = f->p;
    const struct level_triangle t = f->side[upper];
    const uint32_t *level = f->level[0], *order = f->order[upper];
    uint32_t *rank = f->rank[upper];
    uint64_t *first = f->first;
    MUST(for_each((uint64_t)p.n + 1, "rows by level", [=] __device__(uint64_t i) {
        if (i == p.n) t.start[t.nlevels] = p.n;
        else if (i == 0 || level[i] != level[i - 1]) t.start[level[i]] = (uint32_t)i;
        if (i < p.n) rank[order[i]] = (uint32_t)i;
        first[i] = i < p.n ? side_of(p, order[i], upper != 0).count : 0;
    }));
    MUST(exclusive_sum(f->temp, f->temp_bytes, first, first, (uint64_t)p.n + 1));
    return for_each((uint64_t)p.n + 1, "rows by level",
                    [=] __device__(uint64_t i) { t.row[i] = (uint32_t)first[i]; });
}

/* Cuts the levels of a triangle into parts. */
static enum status cut_levels(struct level_triangle *t)
{
    enum status status = OK;
    uint32_t *start = NULL;
    TRY(allocate((size_t)t->nlevels + 1, sizeof *start, "levels", &start));
    TRY(place_cuda.get(start, t->start, (size_t)t->nlevels + 1, sizeof *start));
    TRY(schedule_parts(t->nlevels, start, ALL_TEAMS, &t->part, &t->nparts));
out:
    free(start);
    return status;
}

static enum status make_levels(const struct ilu *ilu, size_t real, struct factors *f)
{
    struct scratch_rest rest = {NULL, 0};
    const uint64_t below = entries_below(&ilu->a->off);
    for (int upper = 0; upper < 2; upper++) {
        f->side[upper].entries = (uint32_t)(upper ? ilu->a->off.nnz - below : below);
        f->side[upper].nlevels = f->levels[upper];
    }
    divide_levels(&rest, ilu, real, f);
    MUST(place_cuda.allocate(rest.used, &f->by_level));
    rest = {(char *)f->by_level, 0};
    divide_levels(&rest, ilu, real, f);
    for (int upper = 0; upper < 2; upper++) {
        MUST(find_order(f, upper));
        MUST(start_levels(f, upper));
        MUST(cut_levels(&f->side[upper]));
    }
    return OK;
}

/* Copies the factors into the order of their levels. */
template <class real, class stored>
static enum status fill_levels(const struct factors *f)
{
    const split_rows p = f->p;
    const stored *from = (const stored *)f->val;
    const real *inverse = (const real *)f->inverse;
    for (int upper = 0; upper < 2; upper++) {
        const struct level_triangle t = f->side[upper];
        const uint32_t *order = f->order[upper], *rank = f->rank[upper], *of_lower = f->rank[0];
        stored *val = (stored *)t.val;
        real *to_inverse = (real *)t.inverse;
        MUST(for_each(p.n, "triangles by level", [=] __device__(uint64_t i) {
            const uint32_t row = order[i];
            const row_side s = side_of(p, row, upper != 0);
            for (uint32_t k = 0; k < s.count; k++) {
                t.column[t.row[i] + k] = rank[p.col[s.at(k)]];
                val[t.row[i] + k] = from[s.at(k)];
            }
            t.from_at[i] = upper ? of_lower[row] : row;
            if (upper) to_inverse[i] = inverse[row];
        }));
    }
    return OK;
}

template <class real, class stored>
static enum status solve_levels(const struct factors *f, const real *r, real *z)
{
    for (int upper = 0; upper < 2; upper++) {
        const struct level_triangle *t = &f->side[upper];
        real *y = (real *)f->level_y, *x = upper ? (real *)f->level_z : y;
        const triangle_walk<real, stored> rows = {t->row,
                                                  t->column,
                                                  (const stored *)t->val,
                                                  t->entries,
                                                  (const real *)t->inverse,
                                                  upper ? y : r,
                                                  t->from_at,
                                                  x,
                                                  upper ? z : NULL,
                                                  f->order[upper]};
        const level_walk<triangle_walk<real, stored>> w = {rows, t->start, false, NULL};
        MUST((walk_levels<triangle_walk<real, stored>, VOTE_BLOCK>(w, t->part, t->nparts)));
    }
    return OK;
}

/* Creation */

static bool fits_cusparse(const struct csr *off)
{
    return off->rows + off->nnz <= INT32_MAX;
}

/* Chooses the solver of the triangles if the user has not chosen one. */
static enum triangles choose_triangles(const struct csr *off, const struct factors *f)
{
    const double levels = (double)f->levels[0] + f->levels[1];
    if (off->nnz < ILU_WIDE * levels) return TRIANGLES_ROWS;
    if (off->nnz <= (uint64_t)ILU_LONG * off->rows) return TRIANGLES_LEVELS;
    return fits_cusparse(off) && spsv_available() == OK ? TRIANGLES_CUSPARSE : TRIANGLES_ROWS;
}

static enum status cuda_ilu_create(struct ilu *ilu, size_t real)
{
    enum status status = OK;
    struct scratch_rest rest = {NULL, 0};
    struct factors *f;
    if (ilu->triangles == TRIANGLES_CUSPARSE && !fits_cusparse(&ilu->a->off))
        return fail(ERROR_UNSUPPORTED,
                    "triangles=cusparse takes at most 2^31 entries, and the matrix has %llu: use "
                    "triangles=rows",
                    (unsigned long long)(ilu->a->off.rows + ilu->a->off.nnz));
    if (ilu->a->off.nnz > UINT32_MAX)
        return fail(ERROR_UNSUPPORTED,
                    "precondition=ilu0 takes at most 2^32 entries beside the diagonal, and the "
                    "matrix has %llu",
                    (unsigned long long)ilu->a->off.nnz);
    MUST(allocate_zeroed(1, sizeof *f, "an incomplete factorisation", &ilu->own));
    f = (struct factors *)ilu->own;
    factors_divide(&rest, ilu, real, f);
    TRY(place_cuda.allocate(rest.used, &f->memory));
    rest = {(char *)f->memory, 0};
    factors_divide(&rest, ilu, real, f);
    TRY(put_matrix(ilu->a, f));
    for (int upper = 0; upper < 2; upper++) TRY(find_order(f, upper));
    ilu->lower_levels = f->levels[0], ilu->upper_levels = f->levels[1];
    if (ilu->triangles == TRIANGLES_AUTO) ilu->triangles = choose_triangles(&ilu->a->off, f);
    if (ilu->triangles == TRIANGLES_CUSPARSE) TRY(make_triangles(&ilu->a->off, real, f));
    if (ilu->triangles == TRIANGLES_LEVELS) TRY(make_levels(ilu, real, f));
out:
    if (status != OK) cuda_ilu_destroy(ilu);
    return status;
}

template <class real, class stored>
static enum status pin_rows(const struct ilu *ilu, const struct factor_rows<real, stored> &rows,
                            uint64_t *pin)
{
    if (ilu->npins == 0) return OK;
    MUST(place_cuda.put(pin, ilu->pin, ilu->npins * sizeof *pin));
    return for_each(ilu->npins, "pinned rows",
                    [=] __device__(uint64_t k) { rows.pin((uint32_t)pin[k]); });
}

template <class real, class stored>
static enum status factor_as(struct ilu *ilu)
{
    struct factors *f = (struct factors *)ilu->own;
    const size_t bytes = f->p.n * sizeof(real);
    const factor_rows<real, stored> rows = {f->p,
                                            f->a,
                                            f->diag,
                                            f->entry,
                                            (stored *)f->val,
                                            (real *)f->inverse,
                                            &f->counters->replaced};
    for (int upper = 0; upper < (f->spsv ? 1 : 2); upper++) {
        MUST(find_order(f, upper));
        if (f->by_level) MUST(start_levels(f, upper));
    }
    MUST(factors_clear(f->counters, 0, sizeof *f->counters));
    MUST(factors_clear(f->inverse, 0xff, bytes));
    MUST(factors_clear(f->y, 0xff, bytes));
    MUST(pin_rows(ilu, rows, (uint64_t *)f->level[0])); /* the levels follow each other */
    MUST(take_all(rows, f, f->blocks[0], f->order[0], false, 0));
    if (f->spsv) {
        MUST((fill_triangles<real, stored>(f)));
        MUST(spsv_analyse(f->spsv));
    }
    if (f->by_level) MUST((fill_levels<real, stored>(f)));
    return place_cuda.get(&ilu->replaced, &f->counters->replaced, 1, sizeof ilu->replaced);
}

template <class real, class stored>
static enum status solve_as(const struct factors *f, const real *r, real *z)
{
    const stored *val = (const stored *)f->val;
    real *y = (real *)f->y;
    if (f->spsv) return spsv_solve(f->spsv, r, z);
    if (f->by_level) return solve_levels<real, stored>(f, r, z);
    const triangle_rows<real, stored> lower = {f->p, false, val, NULL, r, y, z},
                                      upper = {f->p, true, val, (const real *)f->inverse, y, z, y};
    MUST(factors_clear(f->counters, 0, sizeof *f->counters));
    MUST(take_all(lower, f, f->blocks[0], f->order[0], false, 0));
    return take_all(upper, f, f->blocks[1], f->order[1], false, 1);
}

template <class real>
struct ilu_operations {
    static enum status create(struct ilu *ilu)
    {
        return cuda_ilu_create(ilu, sizeof(real));
    }

    static enum status factor(struct ilu *ilu)
    {
        return ilu->narrow ? factor_as<real, float>(ilu) : factor_as<real, double>(ilu);
    }

    static enum status solve(const struct ilu *ilu, const void *r, void *z)
    {
        const struct factors *f = (const struct factors *)ilu->own;
        return ilu->narrow ? solve_as<real, float>(f, (const real *)r, (real *)z)
                           : solve_as<real, double>(f, (const real *)r, (real *)z);
    }
};

extern "C" const struct ilu_ops ilu_ops_cuda_f32, ilu_ops_cuda_f64;
extern "C" const struct ilu_ops ilu_ops_cuda_f32 = {
    ilu_operations<float>::create, ilu_operations<float>::factor, ilu_operations<float>::solve,
    cuda_ilu_destroy, NULL, NULL, NULL};
extern "C" const struct ilu_ops ilu_ops_cuda_f64 = {
    ilu_operations<double>::create, ilu_operations<double>::factor, ilu_operations<double>::solve,
    cuda_ilu_destroy, NULL, NULL, NULL};
