/* The operations on levels (solvers/multilevel/levels.h) of every place that has them against those
 * of place seq: the same aggregates, patterns and maps bit for bit, and numbers that differ by
 * roundings. Levels of several cards are parts: test_multilevel has those. Places that are missing
 * are skipped. test_levels [PATTERN]: tests whose name matches. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solvers/cuda/levels/levels.h"
#include "solvers/solver.h"
#include "tests/support/listed.h"
#include "tests/support/seed.h"
#include "tests/support/teams.h"

enum kind { PLAIN, EQUAL, WIDE_RANGE, PATH, HUB, DENSE, FULL, NSORTS };
enum { MOST_DRAWN = 320 /* columns of a row */ };

struct levels_case {
    const struct place *place;
    enum kind kind;
    bool system; /* it has a b; else a long run */
};

static const struct place *reference;

/* A level on the host, and the same at a place. */
struct twin {
    const struct place *place;
    struct level host, there;
};

static void *host_room(size_t bytes)
{
    void *p = calloc(bytes + 8, 1);
    if (!p) abort();
    return p;
}

static void *room(const struct place *place, size_t bytes)
{
    void *p = NULL;
    assert_ok(place->allocate(bytes + 8, &p));
    return p;
}

static void *bring(const struct place *place, const void *from, size_t bytes)
{
    void *p = room(place, bytes);
    assert_ok(place->put(p, from, bytes));
    assert_ok(place->synchronise());
    return p;
}

static void same(const struct twin *t, const char *what, const void *host, const void *there,
                 size_t count, size_t size)
{
    char *got = host_room(count * size);
    if (count) assert_ok(t->place->get(got, there, count, size));
    for (size_t k = 0; k < count; k++)
        if (memcmp(got + k * size, (const char *)host + k * size, size) != 0)
            fail_msg("%s, seed %llu: %s[%zu] of %zu differs", t->place->name,
                     (unsigned long long)seed, what, k, count);
    free(got);
}

static void near(const struct place *place, const char *what, const double *host,
                 const double *there, size_t count, double share)
{
    double *got = host_room(count * sizeof *got);
    if (count) assert_ok(place->get(got, there, count, sizeof *got));
    for (size_t k = 0; k < count; k++)
        if (got[k] != host[k] && !(fabs(got[k] - host[k]) <= share * fabs(host[k])))
            fail_msg("%s, seed %llu: %s[%zu] of %zu is %.17g, not %.17g", place->name,
                     (unsigned long long)seed, what, k, count, got[k], host[k]);
    free(got);
}

/* Rates between rows, each from column to row; what is drawn twice is dropped. */
static uint64_t draw_row(enum kind kind, uint32_t n, uint32_t i, uint32_t *col)
{
    const uint32_t few = kind == FULL    ? MOST_DRAWN - 20
                         : kind == DENSE ? 60
                                         : 1 + (uint32_t)draw(5);
    uint64_t count = 0;
    if (kind == PATH || draw(8)) {
        if (i > 0) col[count++] = i - 1;
        if (i + 1 < n) col[count++] = i + 1;
    }
    for (uint32_t k = 0; kind != PATH && k < few; k++) col[count++] = (uint32_t)draw(n);
    if (kind == HUB) {
        if (i > 0) count = 1, col[0] = 0;
        else
            for (uint32_t j = 1; j < n; j++) col[count++] = j;
    }
    return count;
}

static int ascending(const void *a, const void *b)
{
    const uint32_t *i = a, *j = b;
    return (*i > *j) - (*i < *j);
}

static double draw_rate(enum kind kind)
{
    if (kind == EQUAL) return 1 + (double)draw(2);
    if (kind == WIDE_RANGE) return pow(10, 24 * draw_unit() - 12);
    return 0.1 + draw_unit();
}

static void draw_entries(struct level *a, enum kind kind)
{
    uint32_t *col = host_room((a->n + MOST_DRAWN) * sizeof *col);
    a->row = host_room((a->n + 1) * sizeof *a->row);
    a->col = host_room((size_t)a->n * MOST_DRAWN * sizeof *a->col);
    a->val = host_room((size_t)a->n * MOST_DRAWN * sizeof *a->val);
    for (uint32_t i = 0; i < a->n; i++) {
        uint64_t count = draw_row(kind, a->n, i, col);
        qsort(col, count, sizeof *col, ascending);
        for (uint64_t k = 0; k < count; k++) {
            if (col[k] == i || (k > 0 && col[k] == col[k - 1])) continue;
            a->col[a->nnz] = col[k];
            a->val[a->nnz++] = -draw_rate(kind);
        }
        a->row[i + 1] = a->nnz;
    }
    free(col);
}

static double draw_x(enum kind kind)
{
    static const double hard[] = {0, 1e-100, 1};
    if (kind == EQUAL) return 1;
    return draw(6) ? draw_unit() : hard[draw(sizeof hard / sizeof *hard)];
}

static struct level draw_level(enum kind kind, uint32_t n, bool system)
{
    struct level a = {.n = n};
    draw_entries(&a, kind);
    a.diag = host_room(n * sizeof *a.diag);
    a.x = host_room(n * sizeof *a.x);
    a.next = host_room(n * sizeof *a.next);
    if (system) a.b = host_room(n * sizeof *a.b);
    for (uint64_t k = 0; k < a.nnz; k++) a.diag[a.col[k]] -= a.val[k];
    for (uint32_t i = 0; i < n; i++) {
        a.x[i] = draw_x(kind);
        if (system) {
            a.diag[i] += 0.1 + draw_unit();
            a.b[i] = draw(2) ? draw_unit() : 0;
        }
    }
    return a;
}

static void add_aggregates(struct level *a)
{
    a->aggregate = host_room(a->n * sizeof *a->aggregate);
    a->start = host_room((a->n + 1) * sizeof *a->start);
    a->member = host_room(a->n * sizeof *a->member);
    a->map = host_room(level_map_room(a->nnz) * sizeof *a->map);
}

static struct twin twin_of(const struct place *place, struct level host)
{
    struct twin t = {place, host, host};
    struct level *b = &t.there;
    b->row = bring(place, host.row, (host.n + 1) * sizeof *b->row);
    b->col = bring(place, host.col, host.nnz * sizeof *b->col);
    b->val = bring(place, host.val, host.nnz * sizeof *b->val);
    b->diag = bring(place, host.diag, host.n * sizeof *b->diag);
    b->x = bring(place, host.x, host.n * sizeof *b->x);
    b->next = bring(place, host.next, host.n * sizeof *b->next);
    if (host.b) b->b = bring(place, host.b, host.n * sizeof *b->b);
    if (host.out_start) {
        b->out_start = bring(place, host.out_start, (host.n + 1) * sizeof *b->out_start);
        b->out_entry = bring(place, host.out_entry, host.nnz * sizeof *b->out_entry);
    }
    add_aggregates(&t.host);
    b->aggregate = room(place, host.n * sizeof *b->aggregate);
    b->start = room(place, (host.n + 1) * sizeof *b->start);
    b->member = room(place, host.n * sizeof *b->member);
    b->map = room(place, level_map_room(host.nnz) * sizeof *b->map);
    return t;
}

static void free_level(const struct place *place, const struct level *a, bool host)
{
    void *owned[] = {a->row,       a->col,       a->val,       a->diag,  a->b,      a->x,  a->next,
                     a->out_start, a->out_entry, a->aggregate, a->start, a->member, a->map};
    for (size_t k = 0; k < sizeof owned / sizeof *owned; k++) {
        if (host) free(owned[k]);
        else if (owned[k]) place->release(owned[k]);
    }
}

static void twin_free(struct twin *t)
{
    free_level(t->place, &t->host, true);
    free_level(t->place, &t->there, false);
}

/* Aggregates, twice at the place: they do not depend on what was there before. */
static uint32_t compare_aggregates(const struct twin *t, void *scratch, void *there)
{
    uint32_t count = 0, other = 0;
    assert_ok(reference->levels->aggregate(&t->host, scratch, &count));
    for (int again = 0; again < 2; again++) {
        assert_ok(t->place->levels->aggregate(&t->there, there, &other));
        assert_int_equal(count, other);
        same(t, "aggregate", t->host.aggregate, t->there.aggregate, t->host.n, sizeof(uint32_t));
        same(t, "start", t->host.start, t->there.start, count + 1, sizeof(uint32_t));
        same(t, "member", t->host.member, t->there.member, t->host.n, sizeof(uint32_t));
    }
    return count;
}

static void host_rows(struct level *c, bool system)
{
    c->row = host_room((c->n + 1) * sizeof *c->row);
    c->diag = host_room(c->n * sizeof *c->diag);
    c->x = host_room(c->n * sizeof *c->x);
    c->next = host_room(c->n * sizeof *c->next);
    c->out_start = host_room((c->n + 1) * sizeof *c->out_start);
    if (system) c->b = host_room(c->n * sizeof *c->b);
}

static void host_entries(struct level *c)
{
    c->col = host_room(c->nnz * sizeof *c->col);
    c->val = host_room(c->nnz * sizeof *c->val);
    c->out_entry = host_room(c->nnz * sizeof *c->out_entry);
}

static uint32_t bits_of(uint32_t word)
{
    uint32_t count = 0;
    for (; word; word &= word - 1) count++;
    return count;
}

/* The map of CUDA from that of a host, of a level whose next one has `count` entries. */
static void compare_lists(const struct twin *t, uint64_t count)
{
    const uint64_t nnz = t->host.nnz, words = nnz / 32 + 1;
    uint32_t *list = host_room(nnz * sizeof *list);
    uint64_t *place = host_room((count + 2) * sizeof *place);
    struct map_word *word = host_room(words * sizeof *word);
    for (uint64_t k = 0; k < nnz; k++)
        if (t->host.map[k] != NO_ENTRY) place[t->host.map[k] + 2]++;
    for (uint64_t e = 2; e < count + 2; e++) place[e] += place[e - 1];
    for (uint64_t k = 0; k < nnz; k++)
        if (t->host.map[k] != NO_ENTRY) list[place[t->host.map[k] + 1]++] = (uint32_t)k;
    for (uint64_t e = 0; e <= count; e++) word[place[e] / 32].begins |= 1u << place[e] % 32;
    for (uint64_t v = 0, before = 0; v < words; before += bits_of(word[v++].begins))
        word[v].before = (uint32_t)before;
    same(t, "list", list, t->there.map, place[count], sizeof *list);
    same(t, "words", word, t->there.map + (nnz + 1) / 2 * 2, words, sizeof *word);
    free(list);
    free(place);
    free(word);
}

static void compare_patterns(const struct twin *t, const struct twin *c)
{
    same(c, "row", c->host.row, c->there.row, c->host.n + 1, sizeof(uint64_t));
    same(c, "col", c->host.col, c->there.col, c->host.nnz, sizeof(uint32_t));
    same(c, "out_start", c->host.out_start, c->there.out_start, c->host.n + 1, sizeof(uint32_t));
    same(c, "out_entry", c->host.out_entry, c->there.out_entry, c->host.nnz, sizeof(uint32_t));
    if (t->place->on_host) same(t, "map", t->host.map, t->there.map, t->host.nnz, sizeof(uint32_t));
    else compare_lists(t, c->host.nnz);
}

/* The next level of a twin, its pattern only. */
static struct twin next_level(const struct twin *t, uint32_t n, void *scratch, void *there)
{
    struct level c = {.n = n};
    uint64_t nnz = 0;
    host_rows(&c, t->host.b);
    assert_ok(reference->levels->count(&t->host, &c, scratch, &c.nnz));
    host_entries(&c);
    assert_ok(reference->levels->connect(&t->host, &c, scratch));
    struct twin next = twin_of(t->place, c);
    assert_ok(t->place->levels->count(&t->there, &next.there, there, &nnz));
    assert_true(nnz == c.nnz);
    assert_ok(t->place->levels->connect(&t->there, &next.there, there));
    compare_patterns(t, &next);
    return next;
}

static void compare_numbers(const struct twin *t, const struct twin *c)
{
    const struct level_ops *ref = reference->levels, *ops = t->place->levels;
    assert_ok(ref->weigh(&t->host, &c->host));
    assert_ok(ops->weigh(&t->there, &c->there));
    near(t->place, "weight", t->host.next, t->there.next, t->host.n, 1e-13);
    near(t->place, "sum of x", c->host.x, c->there.x, c->host.n, 1e-12);
    if (t->host.b) near(t->place, "sum of b", c->host.b, c->there.b, c->host.n, 1e-12);
    assert_ok(ref->product(&t->host, &c->host));
    assert_ok(ops->product(&t->there, &c->there));
    near(t->place, "val", c->host.val, c->there.val, c->host.nnz, 1e-12);
    near(t->place, "diag", c->host.diag, c->there.diag, c->host.n, t->host.b ? 1e-9 : 1e-12);
    assert_ok(ref->prolong(&t->host, &c->host));
    assert_ok(ops->prolong(&t->there, &c->there));
    near(t->place, "x", t->host.x, t->there.x, t->host.n, 1e-11);
}

static void compare_smoothing(const struct twin *t)
{
    assert_ok(reference->levels->smooth(&t->host, 0.8));
    assert_ok(t->place->levels->smooth(&t->there, 0.8));
    near(t->place, "smoothed x", t->host.next, t->there.next, t->host.n, 1e-10);
}

/* The largest residual of a row as a share of its terms. */
static double worst_residual(const struct level *a, const double *x)
{
    double worst = 0;
    for (uint32_t i = 0; i < a->n; i++) {
        double left = a->b[i] - a->diag[i] * x[i], size = a->b[i] + fabs(a->diag[i] * x[i]);
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) {
            left -= a->val[k] * x[a->col[k]];
            size += fabs(a->val[k] * x[a->col[k]]);
        }
        if (size > 0) worst = fmax(worst, fabs(left) / size);
    }
    return worst;
}

/* Rates may be 24 orders apart, so only residuals say whether a system is solved. */
static void compare_solutions(const struct twin *t)
{
    double *x = host_room(t->host.n * sizeof *x);
    assert_ok(t->place->get(x, t->there.x, t->host.n, sizeof *x));
    const double here = worst_residual(&t->host, t->host.x), there = worst_residual(&t->host, x);
    if (!(there <= fmax(2 * here, 1e-9)))
        fail_msg("%s, seed %llu: residuals of %g, not %g", t->place->name, (unsigned long long)seed,
                 there, here);
    free(x);
}

static void compare_elimination(const struct twin *t)
{
    const size_t bytes = LEVEL_COARSEST * LEVEL_COARSEST * sizeof(double);
    double *dense = host_room(bytes), *there = room(t->place, bytes);
    assert_ok(reference->levels->eliminate(&t->host, dense));
    assert_ok(t->place->levels->eliminate(&t->there, there));
    if (t->host.b) compare_solutions(t);
    else near(t->place, "eliminated x", t->host.x, t->there.x, t->host.n, 1e-9);
    free(dense);
    t->place->release(there);
}

/* One sweep at place seq. */
static void sweep(struct level *a)
{
    double *x = a->x;
    assert_ok(reference->levels->smooth(a, 0.8));
    a->x = a->next;
    a->next = x;
}

/* The cycle of solvers/multilevel/cycle.c at place seq, from the first of `left` levels on. */
static void visit(struct twin *t, int left)
{
    const struct level_ops *ref = reference->levels;
    struct level *a = &t[0].host, *c = &t[1].host;
    double dense[LEVEL_COARSEST * LEVEL_COARSEST];
    if (a->n <= LEVEL_COARSEST) {
        assert_ok(ref->eliminate(a, dense));
        return;
    }
    sweep(a);
    if (left > 1) {
        assert_ok(ref->weigh(a, c));
        assert_ok(ref->product(a, c));
        visit(t + 1, left - 1);
        assert_ok(ref->prolong(a, c));
    }
    for (int k = 0; left == 1 && k < 8; k++) sweep(a);
    sweep(a);
    sweep(a);
}

static double *copy_of(const double *from, size_t count)
{
    double *to = host_room(count * sizeof *to);
    memcpy(to, from, count * sizeof *to);
    return to;
}

/* Returns the relative change of x after a tail, at place seq, if entries have rounding errors. If
 * rates are far apart, diagonals that are sums of both signs lose their digits. */
static double rounding_of_tail(struct twin *t, int left)
{
    struct level *a = &t->host;
    double *x = copy_of(a->x, a->n), *val = copy_of(a->val, a->nnz), worst = 0;
    for (uint64_t k = 0; k < a->nnz; k++) a->val[k] *= 1 + 4 * DBL_EPSILON * (draw(3) - 1.0);
    visit(t, left);
    double *other = copy_of(a->x, a->n);
    memcpy(a->x, x, a->n * sizeof *x);
    memcpy(a->val, val, a->nnz * sizeof *val);
    visit(t, left);
    for (uint32_t i = 0; i < a->n; i++)
        if (a->x[i] > 0) worst = fmax(worst, fabs(other[i] / a->x[i] - 1));
    free(x);
    free(val);
    free(other);
    return worst;
}

static void compare_tails(struct twin *t, int left)
{
    const size_t bytes = LEVEL_COARSEST * LEVEL_COARSEST * sizeof(double);
    double *there = room(t->place, bytes);
    struct level list[LEVELS_MOST];
    for (int k = 0; k < left; k++) list[k] = t[k].there;
    const double rounding = rounding_of_tail(t, left);
    assert_ok(t->place->levels->tail(list, left, 0.8, there));
    near(t->place, "x after a tail", t->host.x, t->there.x, t->host.n, fmax(1e-8, 10 * rounding));
    t->place->release(there);
}

/* Levels until rows are few or do not unite; how many there are. */
static int compare_hierarchies(struct twin *t)
{
    const struct place *place = t->place;
    const size_t here = reference->levels->scratch_bytes(t->host.n, t->host.nnz),
                 there = place->levels->scratch_bytes(t->host.n, t->host.nnz);
    void *scratch = host_room(here), *scratch_there = room(place, there);
    int count = 1;
    for (; t->host.n > LEVEL_COARSEST && count < LEVELS_MOST; count++, t++) {
        const uint32_t n = compare_aggregates(t, scratch, scratch_there);
        if (n > t->host.n - t->host.n / 8) break;
        t[1] = next_level(t, n, scratch, scratch_there);
        compare_smoothing(t);
        compare_numbers(t, &t[1]);
    }
    free(scratch);
    place->release(scratch_there);
    return count;
}

static void compare_levels(const struct place *place, struct level finest)
{
    static struct twin t[LEVELS_MOST + 1];
    t[0] = twin_of(place, finest);
    const int count = compare_hierarchies(t);
    if (t[count - 1].host.n <= LEVEL_COARSEST) compare_elimination(&t[count - 1]);
    int k = 0;
    while (k < count - 1 && t[k].host.n > place->levels->tail_rows) k++;
    if (place->levels->tail && t[k].host.n <= place->levels->tail_rows)
        compare_tails(&t[k], count - k);
    for (k = 0; k < count; k++) twin_free(&t[k]);
}

static void test_levels(void **state)
{
    const struct levels_case *c = *state;
    if (c->place->probe() != OK) skip();
    draw_from(seed + (uint64_t)c->kind);
    for (int size = 0; size < (c->kind == FULL ? 3 : 4); size++) {
        static const uint32_t below[] = {40, 400, 3000, 20000};
        const uint32_t n = 2 + (uint32_t)draw(below[size]);
        compare_levels(c->place, draw_level(c->kind, n, c->system));
    }
}

static double *draw_vector(uint32_t n, double scale)
{
    double *x = host_room(n * sizeof *x);
    for (uint32_t i = 0; i < n; i++) x[i] = scale * draw_unit();
    return x;
}

static const double **vectors_of(struct window *w, int k)
{
    const double **all[] = {&w->diag,
                            (const double **)&w->x,
                            (const double **)&w->before,
                            &w->last,
                            (const double **)&w->after[0],
                            (const double **)&w->after[1],
                            (const double **)&w->after[2],
                            (const double **)&w->change[0],
                            (const double **)&w->change[1],
                            (const double **)&w->change[2]};
    return k < (int)(sizeof all / sizeof *all) ? all[k] : NULL;
}

static void check_vote(const struct place *place, const struct window *w, enum criterion criterion,
                       double size, int wanted)
{
    struct test test = {
        .criterion = criterion, .epsilon = size, .flag = bring(place, &(int){0}, sizeof(int))};
    assert_ok(place->levels->judge(w, 0.5, &test));
    assert_ok(place->poll(&test));
    assert_int_equal(test.votes, wanted);
    place->release(test.flag);
}

/* Just above what a test allows and just below, first for the residual, then for the change of a
 * cycle. */
static void check_votes(const struct place *place, const struct window *host,
                        const struct window *there)
{
    struct window none = *there;
    const double size = host->sums[0] / host->sums[1],
                 change = host->sums[2] / host->sums[3] / WINDOW_CHANGE;
    none.last = NULL;
    check_vote(place, &none, RELATIVE, 1e9, TEST_UNSATISFIED);
    if (2 * size > change) {
        check_vote(place, there, RELATIVE, 2.01 * size, 0);
        check_vote(place, there, RELATIVE, 1.99 * size, TEST_UNSATISFIED);
    }
    if (2 * host->sums[0] > change) {
        check_vote(place, there, ABSOLUTE, 2.01 * host->sums[0], 0);
        check_vote(place, there, ABSOLUTE, 1.99 * host->sums[0], TEST_UNSATISFIED);
    }
    double sums[4] = {0, 1, 1, 1};
    assert_ok(place->put(there->sums, sums, sizeof sums));
    assert_ok(place->synchronise());
    check_vote(place, there, RELATIVE, 1.01 / WINDOW_CHANGE, 0);
    check_vote(place, there, RELATIVE, 0.99 / WINDOW_CHANGE, TEST_UNSATISFIED);
}

/* The window on the host, and its copy at the place. */
static void compare_windows(const struct place *place, struct window *host, struct window *there)
{
    const struct level_ops *ref = reference->levels, *ops = place->levels;
    assert_ok(ref->measure(host));
    assert_ok(ops->measure(there));
    const int sums = WINDOW_SUMS - WINDOW_MOST * (WINDOW_MOST + 1) / 2 +
                     (host->older + 1) * (host->older + 2) / 2;
    near(place, "sum", host->sums, there->sums, (size_t)sums, 1e-9);
    check_votes(place, host, there);
    assert_ok(place->put(there->sums, host->sums, WINDOW_SUMS * sizeof *host->sums));
    assert_ok(ref->fit(host));
    assert_ok(ops->fit(there));
    near(place, "coefficient", host->coefficient, there->coefficient, WINDOW_MOST, 1e-9);
    assert_ok(ref->combine(host));
    assert_ok(ops->combine(there));
    near(place, "x", host->x, there->x, host->n, 1e-8);
    near(place, "after", host->after[host->slot], there->after[host->slot], host->n, 0);
    near(place, "change", host->change[host->slot], there->change[host->slot], host->n, 0);
}

static void check_window(const struct place *place, uint32_t n, int older, double noise)
{
    struct window host = {.n = n, .older = older, .slot = older % (WINDOW_MOST - 1)};
    host.sums = host_room(WINDOW_SUMS * sizeof(double));
    host.coefficient = host_room(WINDOW_MOST * sizeof(double));
    struct window there = host;
    for (int k = 0; vectors_of(&host, k); k++) {
        *vectors_of(&host, k) = draw_vector(n, k < 7 ? 1 : noise);
        *vectors_of(&there, k) = bring(place, *vectors_of(&host, k), n * sizeof(double));
    }
    there.sums = room(place, WINDOW_SUMS * sizeof(double));
    there.coefficient = room(place, WINDOW_MOST * sizeof(double));
    compare_windows(place, &host, &there);
    for (int k = 0; vectors_of(&host, k); k++) {
        free((void *)*vectors_of(&host, k));
        place->release((void *)*vectors_of(&there, k));
    }
    free(host.sums);
    free(host.coefficient);
    place->release(there.sums);
    place->release(there.coefficient);
}

static void test_window(void **state)
{
    const struct levels_case *c = *state;
    if (c->place->probe() != OK) skip();
    for (int older = 0; older < WINDOW_MOST; older++) {
        check_window(c->place, 1 + (uint32_t)draw(100), older, 1);
        check_window(c->place, 100000 + (uint32_t)draw(100000), older, 1);
        check_window(c->place, 1000, older, 1e-3);
    }
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"plain", "equal", "wide range", "path",
                                        "hub",   "dense", "full"};
    static struct levels_case cases[64];
    int count = 0;
    seed_begin();
    for (int k = 0; k < place_count; k++)
        if (strcmp(places[k]->name, "seq") == 0) reference = places[k];
    assert_non_null(reference->levels);
    for (int k = 0; k < place_count; k++) {
        const struct place *place = places[k];
        if (!place->levels || place == reference || place->cards > 1) continue;
        for (int which = 0; which < 2 * NSORTS; which++) {
            struct levels_case *c = &cases[count++];
            *c = (struct levels_case){place, which % NSORTS, which >= NSORTS};
            list_test(test_levels, c, "levels/%s/%s/%s", place->name, names[c->kind],
                      c->system ? "system" : "long run");
        }
        list_test(test_window, &cases[count - 1], "window/%s", place->name);
    }
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    return run_listed("levels", NULL, NULL);
}
