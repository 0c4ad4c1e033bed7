/* Incomplete factorisations on the CPU (solvers/ilu.h). */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"
#include "solvers/cpu/real.h"
#include "solvers/cpu/share.h"
#include "solvers/ilu.h"
#include "solvers/cpu/triangle_schedule.h"

/* A triangle. Row i has entries start[i] .. start[i + 1] - 1: in L ascending, in U descending, so
 * that the entry that was computed last comes last. Entries of pinned rows are 0. */
struct triangle {
    uint32_t *start, *col;
    void *val; /* f32 or f64 */
    struct triangle_schedule schedule;
    double one, all; /* seconds of the last solve of one thread and of all threads; 0: none yet */
    uint32_t solves;
};

/* Rows first .. end - 1. */
struct stretch {
    uint32_t first, end;
};

struct factors {
    struct triangle lower, upper;
    double *wide;     /* the entries of U in f64, if they are stored in f32 */
    uint64_t longest; /* row */
    uint32_t *mark;   /* for each column: position in `entry` of the present row's entry, plus
                         one; 0: none */
    double *entry;    /* entries of the present row; each thread has its own entries and marks */
    real *inverse;    /* reciprocals of D */
};

enum {
    FACTORING = 8
}; /* maximum number of threads that factor, because each needs its own
      marks */

/* Gain that the schedule must promise for the factorisation, because its levels are used only once.
 */
static const double gain_to_factor = 2;

#ifdef _OPENMP
static uint32_t threads_of(const struct ilu *ilu)
{
    return team_again(ilu->a->off.nnz / 2) ? (uint32_t)share_threads(TEAM_MOST) : 1;
}
#else
static uint32_t threads_of(const struct ilu *ilu)
{
    (void)ilu;
    return 1;
}
#endif

/* Returns the rows of block k of those that are factored apart. */
static struct stretch apart(const struct ilu *ilu, uint32_t k)
{
    const struct share rows = share_of(ilu->a->off.rows, k, ilu->blocks);
    return (struct stretch){(uint32_t)rows.first, (uint32_t)rows.end};
}

/* Returns how many of the entries at `first` .. end - 1 have a column below `limit`. */
static uint64_t entries_below(const struct csr *off, uint64_t first, uint64_t end, uint32_t limit)
{
    uint64_t k = first;
    while (k < end && off->col[k] < limit) k++;
    return k - first;
}

static uint32_t factoring_threads(uint32_t threads)
{
    return threads < FACTORING ? threads : FACTORING;
}

static void free_triangle(struct triangle *t)
{
    free(t->start);
    free(t->col);
    free(t->val);
    triangle_schedule_free(&t->schedule);
}

static void cpu_ilu_destroy(struct ilu *ilu)
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

static enum status create_triangle(const struct ilu *ilu, uint64_t count, bool upper,
                                   struct triangle *out)
{
    static const char what[] = "an incomplete factorisation";
    const uint32_t n = matrix_unknowns(ilu->a), threads = threads_of(ilu);
    MUST(allocate_large((size_t)n + 1, sizeof *out->start, what, &out->start));
    MUST(allocate_large(count, sizeof *out->col, what, &out->col));
    MUST(allocate_large(count, ilu->narrow ? sizeof(float) : sizeof(double), what, &out->val));
    if (threads < 2 || ilu->blocks > 1) return OK;
    return triangle_schedule_create(n, upper, threads, &out->schedule);
}

/* Counts the entries of row i in both triangles, of these blocks. */
static void count_entries(const struct csr *off, uint32_t i, struct stretch block, uint32_t *below,
                          uint32_t *above)
{
    const uint64_t first = off->row[i], end = off->row[i + 1],
                   before = entries_below(off, first, end, block.first),
                   lower = entries_below(off, first + before, end, i);
    *below = (uint32_t)lower;
    *above = (uint32_t)entries_below(off, first + before + lower, end, block.end);
}

/* Finds the starts of the rows of both triangles. */
static void find_starts(const struct ilu *ilu, struct factors *f)
{
    uint32_t below, above;
    f->lower.start[0] = f->upper.start[0] = 0;
    for (uint32_t k = 0; k < ilu->blocks; k++) {
        const struct stretch block = apart(ilu, k);
        for (uint32_t i = block.first; i < block.end; i++) {
            count_entries(&ilu->a->off, i, block, &below, &above);
            f->lower.start[i + 1] = f->lower.start[i] + below;
            f->upper.start[i + 1] = f->upper.start[i] + above;
        }
    }
}

static enum status cpu_ilu_create(struct ilu *ilu)
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
    for (uint32_t i = 0; i < off->rows; i++) {
        const uint64_t count = off->row[i + 1] - off->row[i];
        longest = count > longest ? count : longest;
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) below += off->col[k] < i;
    }
    MUST(allocate_zeroed(1, sizeof *f, "an incomplete factorisation", &ilu->own));
    f = ilu->own;
    f->longest = longest;
    TRY(create_triangle(ilu, below, false, &f->lower));
    TRY(create_triangle(ilu, off->nnz - below, true, &f->upper));
    if (ilu->narrow) TRY(allocate_large(off->nnz - below, sizeof *f->wide, "U", &f->wide));
    const size_t threads = factoring_threads(threads_of(ilu));
    TRY(allocate_zeroed(threads * off->rows, sizeof *f->mark, "marks of columns", &f->mark));
    TRY(allocate(threads * longest, sizeof *f->entry, "a row", &f->entry));
    TRY(allocate_large(off->rows, sizeof *f->inverse, "a diagonal", &f->inverse));
    find_starts(ilu, f);
out:
    if (status != OK) cpu_ilu_destroy(ilu);
    return status;
}

static inline void triangle_put(const struct triangle *t, bool narrow, uint32_t at, uint32_t col,
                                double val)
{
    t->col[at] = col;
    if (narrow) ((float *)t->val)[at] = (float)val;
    else ((double *)t->val)[at] = val;
}

/* Data of a thread that factors. */
struct factoring {
    const struct ilu *ilu;
    const struct factors *f;
    struct stretch block; /* rows beyond it are not known */
    double *upper; /* the entries of U */
    uint32_t *mark;
    double *entry;
};

/* Subtracts share times row k from row i, at the marked entries of row i and at the pivot. */
static inline void factoring_eliminate(const struct factoring *w, uint32_t i, double share,
                                       uint32_t k, double *pivot)
{
    const struct triangle *u = &w->f->upper;
    for (uint32_t at = u->start[k]; at < u->start[k + 1]; at++) {
        const uint32_t col = u->col[at], place = w->mark[col];
        if (col == i) *pivot -= share * w->upper[at];
        else if (place) w->entry[place - 1] -= share * w->upper[at];
    }
}

/* Computes row i in w->entry; returns its pivot. */
static double factor_row(const struct factoring *w, uint32_t i)
{
    const struct matrix *a = w->ilu->a;
    const uint64_t first = a->off.row[i];
    const uint32_t count = (uint32_t)(a->off.row[i + 1] - first);
    const uint32_t *col = a->off.col + first;
    double pivot = a->diag[i];
    for (uint32_t k = 0; k < count; k++) {
        w->mark[col[k]] = k + 1;
        w->entry[k] = a->off.val[first + k];
    }
    for (uint32_t k = (uint32_t)entries_below(&a->off, first, first + count, w->block.first);
         k < count && col[k] < i; k++)
        factoring_eliminate(w, i, w->entry[k], col[k], &pivot);
    for (uint32_t k = 0; k < count; k++) w->mark[col[k]] = 0;
    return pivot;
}

static bool is_weak(double pivot, double diagonal)
{
    return !(fabs(pivot) >= WEAK_PIVOT * fabs(diagonal)) || !isfinite(1 / pivot);
}

/* Row i of both triangles: L = entry / pivot of the column, U = entry / pivot of the row */
static void store_row(const struct factoring *w, uint32_t i, double inverse)
{
    const struct factors *f = w->f;
    const struct csr *off = &w->ilu->a->off;
    const uint64_t first = off->row[i];
    uint32_t below = f->lower.start[i], above = f->upper.start[i];
    uint64_t k = first + entries_below(off, first, off->row[i + 1], w->block.first);
    const uint64_t end = k + f->lower.start[i + 1] - below + f->upper.start[i + 1] - above;
    for (; k < end && off->col[k] < i; k++)
        triangle_put(&f->lower, w->ilu->narrow, below++, off->col[k],
                     w->entry[k - first] * f->inverse[off->col[k]]);
    for (uint64_t r = end; r-- > k;) {
        w->upper[above] = w->entry[r - first] * inverse;
        triangle_put(&f->upper, w->ilu->narrow, above, off->col[r], w->upper[above]);
        above++;
    }
}

static bool ilu_is_pinned(const struct ilu *ilu, uint32_t i)
{
    uint32_t low = 0, high = ilu->npins;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (ilu->pin[middle] < i) low = middle + 1;
        else high = middle;
    }
    return low < ilu->npins && ilu->pin[low] == i;
}

/* Factors row i. Returns 1 if the pivot was replaced. */
static uint32_t factor_one(const struct factoring *w, uint32_t i)
{
    const struct matrix *a = w->ilu->a;
    const bool pinned = ilu_is_pinned(w->ilu, i);
    double pivot = a->diag[i];
    bool weak = false;
    if (pinned) memset(w->entry, 0, (a->off.row[i + 1] - a->off.row[i]) * sizeof *w->entry);
    else pivot = factor_row(w, i);
    if (!pinned) weak = is_weak(pivot, a->diag[i]);
    if (weak) pivot = a->diag[i];
    w->f->inverse[i] = (real)(1 / pivot);
    store_row(w, i, 1 / pivot);
    return weak;
}

static inline struct stretch block_rows(const struct triangle_schedule *s, uint32_t k)
{
    const uint32_t first = s->block[k] << s->shift, size = 1u << s->shift;
    return (struct stretch){first, s->n - first < size ? s->n : first + size};
}

static uint32_t factor_block(const struct factoring *w, struct stretch rows)
{
    uint32_t replaced = 0;
    for (uint32_t i = rows.first; i < rows.end; i++) replaced += factor_one(w, i);
    return replaced;
}

/* Calls WORK for every block k of schedule s, in an order that the schedule allows. Called by the
 * threads of a parallel region. */
#define FOR_BLOCKS(s, k, WORK)                                                 \
    for (uint32_t step = 0; step < (s)->nsteps; step++) {                      \
        const uint32_t first_ = (s)->start[step], end_ = (s)->start[step + 1]; \
        if ((s)->wide[step]) {                                                 \
            PRAGMA(omp for schedule(static))                                   \
            for (uint32_t k = first_; k < end_; k++) WORK;                     \
        } else {                                                               \
            PRAGMA(omp single)                                                 \
            for (uint32_t k = first_; k < end_; k++) WORK;                     \
        }                                                                      \
    }
#define PRAGMA(text) _Pragma(#text)

#ifdef _OPENMP
static double seconds(void)
{
    return omp_get_wtime();
}

/* Measures the time of a barrier of so many threads now; some cores may be busy with other work. */
static double time_barrier(uint32_t threads)
{
    enum { BARRIERS = 64 };
    double began = 0;
#pragma omp parallel num_threads(threads)
    {
#pragma omp barrier
#pragma omp master
        began = seconds();
        for (int k = 0; k < BARRIERS; k++) {
#pragma omp barrier
        }
    }
    return (seconds() - began) / BARRIERS;
}

static void find_schedules(struct ilu *ilu)
{
    struct factors *f = ilu->own;
    struct triangle_schedule *const of[] = {&f->lower.schedule, &f->upper.schedule};
    if (of[0]->threads < 2) return;
    const double barrier = time_barrier(of[0]->threads);
#pragma omp parallel for num_threads(2)
    for (int k = 0; k < 2; k++) triangle_schedule_find(&ilu->a->off, barrier, of[k]);
    ilu->threads = of[0]->threads;
    ilu->lower_levels = of[0]->nsteps ? of[0]->nlevels : 0;
    ilu->upper_levels = of[1]->nsteps ? of[1]->nlevels : 0;
}
#else
static double seconds(void)
{
    return 0;
}

static void find_schedules(struct ilu *ilu)
{
    (void)ilu;
}
#endif

/* Prepares the calling thread, of a parallel region, to factor. */
static struct factoring begin_factoring(const struct ilu *ilu)
{
    const struct factors *f = ilu->own;
    return (struct factoring){.ilu = ilu,
                              .f = f,
                              .block = {0, ilu->a->off.rows},
                              .upper = ilu->narrow ? f->wide : f->upper.val,
                              .mark = f->mark + share_index() * ilu->a->off.rows,
                              .entry = f->entry + share_index() * f->longest};
}

static enum status factor_apart(struct ilu *ilu)
{
    uint32_t replaced = 0;
#pragma omp parallel num_threads(factoring_threads(threads_of(ilu))) reduction(+ : replaced)
    {
        struct factoring w = begin_factoring(ilu);
#pragma omp for schedule(static)
        for (uint32_t k = 0; k < ilu->blocks; k++) {
            w.block = apart(ilu, k);
            replaced += factor_block(&w, w.block);
        }
    }
    ilu->replaced = replaced;
    return OK;
}

static enum status cpu_ilu_factor(struct ilu *ilu)
{
    if (ilu->blocks > 1) return factor_apart(ilu);
    const struct factors *f = ilu->own;
    const struct triangle_schedule *s = &f->lower.schedule;
    uint32_t replaced = 0;
    find_schedules(ilu);
    const bool by_all = s->nsteps && (s->gain >= gain_to_factor || team_always);
#pragma omp parallel num_threads(by_all ? factoring_threads(s->threads) : 1) reduction(+ : replaced)
    {
        const struct factoring w = begin_factoring(ilu);
        if (by_all) FOR_BLOCKS(s, k, replaced += factor_block(&w, block_rows(s, k)))
        else replaced = factor_block(&w, (struct stretch){0, ilu->a->off.rows});
    }
    ilu->replaced = replaced;
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

/* z = M^-1 r */
struct application {
    const struct factors *f;
    bool narrow;
    const real *r;
    real *z;
};

ALWAYS_INLINE void solve_lower(const struct application *p, bool narrow, struct stretch rows)
{
    for (uint32_t i = rows.first; i < rows.end; i++)
        p->z[i] = row_rest(&p->f->lower, narrow, i, p->r[i], p->z);
}

ALWAYS_INLINE void solve_upper(const struct application *p, bool narrow, struct stretch rows)
{
    for (uint32_t i = rows.end; i-- > rows.first;)
        p->z[i] = row_rest(&p->f->upper, narrow, i, p->z[i] * p->f->inverse[i], p->z);
}

static void solve_rows(const struct application *p, bool upper, struct stretch rows)
{
    if (upper && p->narrow) solve_upper(p, true, rows);
    else if (upper) solve_upper(p, false, rows);
    else if (p->narrow) solve_lower(p, true, rows);
    else solve_lower(p, false, rows);
}

/* Decides whether all threads solve: the faster way is taken, and since cores may become busy, all
 * threads are tried again from time to time. */
static bool is_by_all(struct triangle *t)
{
    enum { AGAIN = 8 };
    return t->schedule.nsteps && (t->all <= t->one || ++t->solves % AGAIN == 0 || team_always);
}

static void solve_triangle(const struct application *p, uint32_t n, struct triangle *t, bool upper)
{
    const struct triangle_schedule *s = &t->schedule;
    const bool by_all = is_by_all(t);
    const double began = s->nsteps ? seconds() : 0;
#pragma omp parallel num_threads(by_all ? s->threads : 1)
    {
        if (by_all) FOR_BLOCKS(s, k, solve_rows(p, upper, block_rows(s, k)))
        else solve_rows(p, upper, (struct stretch){0, n});
    }
    if (s->nsteps) *(by_all ? &t->all : &t->one) = seconds() - began;
}

static enum status cpu_ilu_solve(const struct ilu *ilu, const void *r, void *z)
{
    struct factors *f = ilu->own;
    const struct application p = {.f = f, .narrow = ilu->narrow, .r = r, .z = z};
    if (ilu->blocks > 1) {
#pragma omp parallel for schedule(static) num_threads(threads_of(ilu))
        for (uint32_t k = 0; k < ilu->blocks; k++) {
            solve_rows(&p, false, apart(ilu, k));
            solve_rows(&p, true, apart(ilu, k));
        }
        return OK;
    }
    solve_triangle(&p, ilu->a->off.rows, &f->lower, false);
    solve_triangle(&p, ilu->a->off.rows, &f->upper, true);
    return OK;
}

extern const struct ilu_ops EXPORTED(ilu_ops);
const struct ilu_ops EXPORTED(ilu_ops) = {.create = cpu_ilu_create,
                                          .factor = cpu_ilu_factor,
                                          .solve = cpu_ilu_solve,
                                          .destroy = cpu_ilu_destroy};
