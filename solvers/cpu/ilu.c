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
    bool narrow;      /* values are f32 */
    double *wide;     /* the entries of U in f64, if they are stored in f32 */
    uint64_t longest; /* row */
    uint32_t *mark;   /* for each column: position in `entry` of the present row's entry, plus
                         one; 0: none */
    double *entry;    /* entries of the present row; each thread has its own entries and marks */
    real *inverse;    /* reciprocals of D */
    /* For products (solvers/ilu.h): entries between two blocks; a_ii / d_i - 2; h. The entries of
     * all three triangles are those of A over the pivot of the row */
    struct triangle between;
    real *rest, *h;
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
    free_triangle(&f->between);
    free(f->rest);
    free(f->h);
    free(f->wide);
    free(f->mark);
    free(f->entry);
    free(f->inverse);
    free(f);
    ilu->own = NULL;
}

/* Returns whether the triangles may have to keep the entries of A in f64. */
static bool may_be_exact(const struct ilu *ilu)
{
    return ilu->products && PREC == 64;
}

/* Memory that is not written takes none. */
static enum status allocate_triangle(const struct ilu *ilu, uint64_t count, struct triangle *out)
{
    static const char what[] = "an incomplete factorisation";
    const bool narrow = ilu->narrow && !may_be_exact(ilu);
    const uint32_t n = matrix_unknowns(ilu->a);
    MUST(allocate_large((size_t)n + 1, sizeof *out->start, what, &out->start));
    MUST(allocate_large(count, sizeof *out->col, what, &out->col));
    return allocate_large(count, narrow ? sizeof(float) : sizeof(double), what, &out->val);
}

static enum status create_triangle(const struct ilu *ilu, uint64_t count, bool upper,
                                   struct triangle *out)
{
    const uint32_t threads = threads_of(ilu);
    MUST(allocate_triangle(ilu, count, out));
    if (threads < 2 || ilu->blocks > 1) return OK;
    return triangle_schedule_create(matrix_unknowns(ilu->a), upper, threads, &out->schedule);
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

static enum status create_products(const struct ilu *ilu, struct factors *f)
{
    const struct csr *off = &ilu->a->off;
    const uint32_t n = off->rows, *below = f->lower.start, *above = f->upper.start;
    MUST(allocate_large(n, sizeof *f->rest, "a diagonal", &f->rest));
    MUST(allocate_large(n, sizeof *f->h, "a vector", &f->h));
    if (ilu->blocks == 1) return OK;
    MUST(allocate_triangle(ilu, off->nnz - below[n] - above[n], &f->between));
    for (uint32_t i = 0; i <= n; i++)
        f->between.start[i] = (uint32_t)off->row[i] - below[i] - above[i];
    return OK;
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
    if (ilu->products) TRY(create_products(ilu, f));
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
    double *upper;        /* the entries of U */
    uint32_t *mark;
    double *entry;
    bool exact; /* entries beside the diagonal must be those of A, over the row's pivot */
    uint32_t changed, replaced; /* numbers of entries for which they are not, and of pivots */
};

/* Subtracts share times row k from row i, at the marked entries of row i and at the pivot. */
static inline void factoring_eliminate(struct factoring *w, uint32_t i, double share, uint32_t k,
                                       double *pivot)
{
    const struct triangle *u = &w->f->upper;
    for (uint32_t at = u->start[k]; at < u->start[k + 1]; at++) {
        const uint32_t col = u->col[at], place = w->mark[col];
        if (col == i) *pivot -= share * w->upper[at];
        else if (place && w->exact) w->changed += share * w->upper[at] != 0;
        else if (place) w->entry[place - 1] -= share * w->upper[at];
    }
}

/* Computes row i in w->entry; returns its pivot. */
static double factor_row(struct factoring *w, uint32_t i)
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
         k < count && col[k] < i && !w->changed; k++)
        factoring_eliminate(w, i, w->entry[k], col[k], &pivot);
    for (uint32_t k = 0; k < count; k++) w->mark[col[k]] = 0;
    return pivot;
}

/* Stores the entries first .. end - 1 of row i, which are beyond its block. */
static void store_between(const struct factoring *w, uint32_t i, uint64_t first, uint64_t end,
                          double inverse)
{
    const struct csr *off = &w->ilu->a->off;
    const struct factors *f = w->f;
    /* the entries before the block stand first */
    uint32_t at = first == off->row[i] ? f->between.start[i]
                                       : f->between.start[i + 1] - (uint32_t)(end - first);
    for (uint64_t k = first; k < end; k++)
        triangle_put(&f->between, f->narrow, at++, off->col[k],
                     w->entry[k - off->row[i]] * inverse);
}

static bool is_weak(double pivot, double diagonal)
{
    return !(fabs(pivot) >= WEAK_PIVOT * fabs(diagonal)) || !isfinite(1 / pivot);
}

/* Row i of the triangles. L = entry / pivot of the column, or of the row if exact; all others =
 * entry / pivot of the row */
static void store_row(const struct factoring *w, uint32_t i, double inverse)
{
    const struct factors *f = w->f;
    const struct csr *off = &w->ilu->a->off;
    const uint64_t first = off->row[i];
    uint32_t below = f->lower.start[i], above = f->upper.start[i];
    uint64_t k = first + entries_below(off, first, off->row[i + 1], w->block.first);
    const uint64_t end = k + f->lower.start[i + 1] - below + f->upper.start[i + 1] - above;
    if (w->exact && f->between.start) {
        store_between(w, i, first, k, inverse);
        store_between(w, i, end, off->row[i + 1], inverse);
    }
    for (; k < end && off->col[k] < i; k++)
        triangle_put(&f->lower, f->narrow, below++, off->col[k],
                     w->entry[k - first] * (w->exact ? inverse : f->inverse[off->col[k]]));
    for (uint64_t r = end; r-- > k;) {
        w->upper[above] = w->entry[r - first] * inverse;
        triangle_put(&f->upper, f->narrow, above, off->col[r], w->upper[above]);
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

static void factor_one(struct factoring *w, uint32_t i)
{
    const struct matrix *a = w->ilu->a;
    const struct factors *f = w->f;
    const bool pinned = ilu_is_pinned(w->ilu, i);
    double pivot = a->diag[i];
    if (pinned) memset(w->entry, 0, (a->off.row[i + 1] - a->off.row[i]) * sizeof *w->entry);
    else pivot = factor_row(w, i);
    if (!pinned && is_weak(pivot, a->diag[i])) {
        pivot = a->diag[i];
        w->replaced++;
    }
    f->inverse[i] = (real)(1 / pivot);
    if (w->exact) f->rest[i] = (real)(a->diag[i] * f->inverse[i] - 2);
    store_row(w, i, 1 / pivot);
}

static inline struct stretch block_rows(const struct triangle_schedule *s, uint32_t k)
{
    const uint32_t first = s->block[k] << s->shift, size = 1u << s->shift;
    return (struct stretch){first, s->n - first < size ? s->n : first + size};
}

static void factor_block(struct factoring *w, struct stretch rows)
{
    for (uint32_t i = rows.first; i < rows.end; i++) factor_one(w, i);
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
                              .upper = f->narrow ? f->wide : f->upper.val,
                              .mark = f->mark + share_index() * ilu->a->off.rows,
                              .entry = f->entry + share_index() * f->longest,
                              .exact = ilu->exact};
}

static void factor_apart(struct factoring *w)
{
#pragma omp for schedule(static)
    for (uint32_t k = 0; k < w->ilu->blocks; k++) {
        w->block = apart(w->ilu, k);
        factor_block(w, w->block);
    }
}

static inline uint32_t team_to_factor(const struct ilu *ilu, bool by_all)
{
    return by_all || ilu->blocks > 1 ? factoring_threads(threads_of(ilu)) : 1;
}

/* Factors, and counts pivots that were replaced. Returns whether the triangles are as ilu->exact
 * says. */
static bool factor_all(struct ilu *ilu)
{
    struct factors *f = ilu->own;
    const struct triangle_schedule *s = &f->lower.schedule;
    const bool by_all = s->nsteps && (s->gain >= gain_to_factor || team_always);
    uint32_t replaced = 0, changed = 0;
    f->narrow = ilu->narrow && !(ilu->exact && PREC == 64);
#pragma omp parallel num_threads(team_to_factor(ilu, by_all)) reduction(+ : replaced, changed)
    {
        struct factoring w = begin_factoring(ilu);
        if (ilu->blocks > 1) factor_apart(&w);
        else if (by_all) FOR_BLOCKS(s, k, factor_block(&w, block_rows(s, k)))
        else factor_block(&w, w.block);
        replaced += w.replaced;
        changed += w.changed;
    }
    ilu->replaced = replaced;
    return changed == 0;
}

static enum status cpu_ilu_factor(struct ilu *ilu)
{
    if (ilu->blocks == 1) find_schedules(ilu);
    ilu->exact = ilu->products;
    if (factor_all(ilu)) return OK;
    ilu->exact = false;
    factor_all(ilu);
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

/* A pass over one triangle, or over one and the entries between blocks. LOWER, UPPER: the two
 * halves of z = M^-1 r; LEFT, RIGHT, PRODUCT: see solvers/ilu.h */
enum pass { LOWER, UPPER, LEFT, RIGHT, PRODUCT };

struct application {
    const struct factors *f;
    const real *r; /* v of RIGHT and PRODUCT */
    real *z;       /* t of RIGHT and PRODUCT */
    real *y;       /* of LEFT and PRODUCT; LEFT: r, too */
};

ALWAYS_INLINE void solve_lower(const struct application *p, bool narrow, struct stretch rows)
{
    for (uint32_t i = rows.first; i < rows.end; i++)
        p->z[i] = row_rest(&p->f->lower, narrow, i, p->r[i], p->z);
}

/* UPPER reads z, RIGHT reads r. */
ALWAYS_INLINE void solve_upper(const struct application *p, bool narrow, const real *from,
                               struct stretch rows)
{
    for (uint32_t i = rows.end; i-- > rows.first;)
        p->z[i] = row_rest(&p->f->upper, narrow, i, from[i] * p->f->inverse[i], p->z);
}

/* PRODUCT; LEFT: without t, and v is y. */
ALWAYS_INLINE void solve_product(const struct application *p, bool narrow, const real *t,
                                 struct stretch rows)
{
    const struct factors *f = p->f;
    const bool between = t && f->between.start;
    const real *v = t ? p->r : p->y;
    for (uint32_t i = rows.first; i < rows.end; i++) {
        const real own = t ? t[i] : 0;
        real right = v[i] * f->inverse[i] + f->rest[i] * own;
        if (between) right -= row_rest(&f->between, narrow, i, 0, t);
        f->h[i] = row_rest(&f->lower, narrow, i, right, f->h);
        p->y[i] = (f->h[i] + own) / f->inverse[i];
    }
}

ALWAYS_INLINE void pass_rows(const struct application *p, bool narrow, enum pass pass,
                             struct stretch rows)
{
    switch (pass) {
    case LOWER: solve_lower(p, narrow, rows); break;
    case UPPER: solve_upper(p, narrow, p->z, rows); break;
    case LEFT: solve_product(p, narrow, NULL, rows); break;
    case RIGHT: solve_upper(p, narrow, p->r, rows); break;
    default: solve_product(p, narrow, p->z, rows);
    }
}

static void solve_rows(const struct application *p, enum pass pass, struct stretch rows)
{
    if (p->f->narrow) pass_rows(p, true, pass, rows);
    else pass_rows(p, false, pass, rows);
}

/* Decides whether all threads solve: the faster way is taken, and since cores may become busy, all
 * threads are tried again from time to time. */
static bool is_by_all(struct triangle *t)
{
    enum { AGAIN = 8 };
    return t->schedule.nsteps && (t->all <= t->one || ++t->solves % AGAIN == 0 || team_always);
}

static void pass_by_levels(const struct application *p, uint32_t n, struct triangle *t,
                           enum pass pass)
{
    const struct triangle_schedule *s = &t->schedule;
    const bool by_all = is_by_all(t);
    const double began = s->nsteps ? seconds() : 0;
#pragma omp parallel num_threads(by_all ? s->threads : 1)
    {
        if (by_all) FOR_BLOCKS(s, k, solve_rows(p, pass, block_rows(s, k)))
        else solve_rows(p, pass, (struct stretch){0, n});
    }
    if (s->nsteps) *(by_all ? &t->all : &t->one) = seconds() - began;
}

static void make_pass(const struct ilu *ilu, const struct application *p, enum pass pass)
{
    struct factors *f = ilu->own;
    if (ilu->blocks == 1) {
        pass_by_levels(p, ilu->a->off.rows, pass == UPPER || pass == RIGHT ? &f->upper : &f->lower,
                       pass);
        return;
    }
#pragma omp parallel for schedule(static) num_threads(threads_of(ilu))
    for (uint32_t k = 0; k < ilu->blocks; k++) solve_rows(p, pass, apart(ilu, k));
}

static enum status cpu_ilu_solve(const struct ilu *ilu, const void *r, void *z)
{
    const struct application p = {.f = ilu->own, .r = r, .z = z};
    make_pass(ilu, &p, LOWER);
    make_pass(ilu, &p, UPPER);
    return OK;
}

static enum status cpu_ilu_left(const struct ilu *ilu, void *r)
{
    make_pass(ilu, &(struct application){.f = ilu->own, .y = r}, LEFT);
    return OK;
}

static enum status cpu_ilu_right(const struct ilu *ilu, const void *v, void *t)
{
    make_pass(ilu, &(struct application){.f = ilu->own, .r = v, .z = t}, RIGHT);
    return OK;
}

static enum status cpu_ilu_product(const struct ilu *ilu, const void *v, void *t, void *y)
{
    const struct application p = {.f = ilu->own, .r = v, .z = t, .y = y};
    make_pass(ilu, &p, RIGHT);
    make_pass(ilu, &p, PRODUCT);
    return OK;
}

extern const struct ilu_ops EXPORTED(ilu_ops);
const struct ilu_ops EXPORTED(ilu_ops) = {.create = cpu_ilu_create,
                                          .factor = cpu_ilu_factor,
                                          .solve = cpu_ilu_solve,
                                          .left = cpu_ilu_left,
                                          .right = cpu_ilu_right,
                                          .product = cpu_ilu_product,
                                          .destroy = cpu_ilu_destroy};
