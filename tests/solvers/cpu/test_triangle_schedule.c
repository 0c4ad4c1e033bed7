/* Schedules of triangular systems: the conditions of a right one, and factors and solves by them
 * against one thread, bit for bit. */
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "problems/problem.h"
#include "solvers/ilu.h"
#include "solvers/place.h"
#include "solvers/solve.h"
#include "solvers/cpu/triangle_schedule.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/random_matrix.h"
#include "tests/support/seed.h"
#include "tests/support/teams.h"

enum { ROUNDS = 60, MOST_ROWS = 3000 };

static const int teams[] = {1, 2, 3, 7};
enum { NTEAMS = sizeof teams / sizeof *teams };

/* Entries anywhere, near the diagonal, or at the distance of a grid's lines; strength 0: none. */
static struct matrix draw_matrix(uint32_t n, int kind, uint64_t strength)
{
    struct triplet *triplet = calloc((size_t)n * (strength + 1), sizeof *triplet);
    const uint32_t line = 1 + (uint32_t)draw(n);
    struct csr whole;
    struct matrix a;
    uint64_t count = 0;
    assert_non_null(triplet);
    for (uint32_t i = 0; i < n; i++) {
        triplet[count++] = (struct triplet){i, i, 4 + draw_unit()};
        for (uint64_t e = 0; e < strength; e++) {
            uint32_t j = (uint32_t)draw(n);
            if (kind == 1) j = (i + 1 + (uint32_t)draw(5)) % n;
            if (kind == 2) j = draw(2) ? (i + 1) % n : (i + line) % n;
            if (i == j) continue;
            const uint32_t low = i < j ? i : j, high = i < j ? j : i;
            triplet[count++] = draw(2) ? (struct triplet){low, high, draw_unit() - 0.5}
                                       : (struct triplet){high, low, draw_unit() - 0.5};
        }
    }
    assert_ok(csr_from_triplets(n, count, triplet, &whole));
    assert_ok(csr_split(&whole, &a));
    csr_free(&whole);
    free(triplet);
    return a;
}

/* One entry before the diagonal in every row. */
static struct matrix path(uint32_t n)
{
    struct matrix a = {0};
    assert_ok(matrix_allocate(n, n - 1, &a));
    for (uint32_t i = 0; i < n; i++) {
        a.diag[i] = 2;
        if (i > 0) a.off.col[i - 1] = i - 1, a.off.val[i - 1] = -0.75;
        a.off.row[i + 1] = i;
    }
    return a;
}

static struct matrix diagonal(uint32_t n)
{
    struct matrix a = {0};
    assert_ok(csr_allocate(n, 0, &a.off));
    memset(a.off.row, 0, (n + (size_t)1) * sizeof *a.off.row);
    a.diag = malloc(n * sizeof *a.diag);
    assert_non_null(a.diag);
    for (uint32_t i = 0; i < n; i++) a.diag[i] = 1 + i % 3;
    return a;
}

/* Every block once, in the order of its step; a row only after those that it reads, and no two
 * blocks of a wide step share an entry. */
static void check_schedule(const struct csr *off, const struct triangle_schedule *s)
{
    const uint32_t blocks = (s->n + (1u << s->shift) - 1) >> s->shift;
    uint32_t *step_of = malloc(blocks * sizeof *step_of);
    assert_non_null(step_of);
    memset(step_of, 0xff, blocks * sizeof *step_of);
    assert_int_equal(s->start[0], 0);
    assert_int_equal(s->start[s->nsteps], blocks);
    for (uint32_t step = 0; step < s->nsteps; step++)
        for (uint32_t k = s->start[step]; k < s->start[step + 1]; k++) {
            assert_true(s->block[k] < blocks && step_of[s->block[k]] == UINT32_MAX);
            if (k > s->start[step]) assert_true((s->block[k] > s->block[k - 1]) != s->upper);
            step_of[s->block[k]] = step;
        }
    for (uint32_t i = 0; i < s->n; i++)
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) {
            const uint32_t b = i >> s->shift, before = off->col[k] >> s->shift;
            if ((off->col[k] > i) != s->upper || b == before) continue;
            if (step_of[before] > step_of[b] ||
                (step_of[before] == step_of[b] && s->wide[step_of[b]]))
                fail_msg("seed %llu: row %u of %u in step %u reads row %u in step %u",
                         (unsigned long long)seed, i, s->n, step_of[b], off->col[k],
                         step_of[before]);
        }
    free(step_of);
}

static void schedules_keep_the_order(void **state)
{
    for (int round = 0; round < ROUNDS; round++) {
        struct matrix a =
            draw_matrix(1 + (uint32_t)draw(draw(2) ? MOST_ROWS : 40), (int)draw(3), draw(4));
        for (int k = 0; k < 2 * NSHIFTS; k++) {
            struct triangle_schedule s;
            assert_ok(triangle_schedule_create(a.off.rows, k % 2, 2 + (uint32_t)draw(6), &s));
            team_always = draw(2);
            s.barrier = (double)draw(2000);
            triangle_schedule_build(&a.off, triangle_shifts[k / 2], &s);
            team_always = true;
            check_schedule(&a.off, &s);
            triangle_schedule_free(&s);
        }
        matrix_free(&a);
    }
}

/* The schedule that is chosen where a barrier takes 1 us. */
static struct triangle_schedule chosen(const struct matrix *a, uint32_t threads)
{
    struct triangle_schedule s;
    team_always = false;
    assert_ok(triangle_schedule_create(a->off.rows, false, threads, &s));
    triangle_schedule_find(&a->off, 1e-6, &s);
    team_always = true;
    return s;
}

/* Rows of one level go side by side, those of a path on one thread. */
static void threads_take_what_pays(void **state)
{
    struct matrix none = diagonal(100000), chain = path(100000);
    struct triangle_schedule s = chosen(&none, 4);
    assert_true(s.nsteps == 1 && s.wide[0] && s.gain > 2.5);
    check_schedule(&none.off, &s);
    triangle_schedule_free(&s);
    for (uint32_t threads = 1; threads < 40; threads += 3) {
        s = chosen(&chain, threads);
        assert_int_equal(s.nsteps, 0);
        triangle_schedule_free(&s);
    }
    matrix_free(&none);
    matrix_free(&chain);
}

/* z = M^-1 r at a place, after factors made and used twice; the pivots replaced. */
static uint32_t factored_at(const struct place *place, enum precision precision, struct ilu ilu,
                            const void *r, void *z)
{
    const struct ilu_ops *ops = place->ilu[precision];
    assert_ok(ops->create(&ilu));
    for (int twice = 0; twice < 2; twice++) {
        assert_ok(ops->factor(&ilu));
        for (int again = 0; again < 2; again++) assert_ok(ops->solve(&ilu, r, z));
    }
    ops->destroy(&ilu);
    return ilu.replaced;
}

/* A row that is pinned has the diagonal alone. */
static void check_pin(enum precision precision, double diag, double r, const void *z, size_t row)
{
    const double got = precision == F64 ? ((const double *)z)[row] : ((const float *)z)[row];
    if (!(fabs(got * diag - r) <= 1e-6 * fabs(r)))
        fail_msg("seed %llu: pinned row %zu is %g, not %g / %g", (unsigned long long)seed, row, got,
                 r, diag);
}

static void check_bits(const char *what, const struct matrix *a, enum precision precision,
                       bool narrow)
{
    extern const struct place place_seq, place_omp;
    const uint32_t n = a->off.rows;
    const uint64_t pin[] = {n / 3};
    const size_t size = real_size(precision);
    const struct ilu ilu = {
        .a = a, .pin = pin, .npins = (uint32_t)draw(2), .narrow = narrow, .blocks = 1};
    double *drawn = random_vector(seed, draw(1000), n);
    char *r = malloc(3 * n * size), *one = r + n * size, *other = one + n * size;
    assert_true(drawn && r);
    for (uint32_t i = 0; i < n; i++) put_real(precision, r, i, drawn[i]);
    const uint32_t replaced = factored_at(&place_seq, precision, ilu, r, one);
    if (ilu.npins) check_pin(precision, a->diag[*pin], drawn[*pin], one, *pin);
    for (int t = 0; t < NTEAMS; t++) {
        omp_set_num_threads(teams[t]);
        memset(other, 0xff, n * size);
        assert_int_equal(factored_at(&place_omp, precision, ilu, r, other), replaced);
        if (memcmp(one, other, n * size))
            fail_msg("%s, seed %llu: %d threads do not get what one gets", what,
                     (unsigned long long)seed, teams[t]);
    }
    free(drawn);
    free(r);
}

static void check_all_bits(const char *what, const struct matrix *a)
{
    const int before = omp_get_max_threads();
    check_bits(what, a, F64, true);
    check_bits(what, a, F64, false);
    check_bits(what, a, F32, true);
    omp_set_num_threads(before);
}

static void threads_get_the_bits_of_one_on_models(void **state)
{
    static const char *const sources[] = {"tandem:c=31",
                                          "cluster:n=6",
                                          "kanban:t=2",
                                          "fms:n=2",
                                          "polling:n=6",
                                          "polling:n=6,property=2",
                                          "herman:n=7",
                                          "brp:n=16,max=3",
                                          "random_dd:n=300,density=0.02",
                                          "tandem:c=9,property=2"};
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++) {
        struct problem problem;
        assert_ok(problem_open(sources[k], &problem));
        check_all_bits(sources[k], &problem.system.a);
        problem_free(&problem);
    }
}

static void threads_get_the_bits_of_one_on_hostile_rows(void **state)
{
    struct matrix hostile[] = {path(5000), diagonal(5000), path(1), diagonal(1)};
    for (size_t k = 0; k < sizeof hostile / sizeof *hostile; k++) {
        check_all_bits("a path or a diagonal", &hostile[k]);
        matrix_free(&hostile[k]);
    }
    for (int round = 0; round < ROUNDS; round++) {
        struct matrix a = draw_matrix(1 + (uint32_t)draw(MOST_ROWS), (int)draw(3), draw(6));
        check_all_bits("random rows", &a);
        matrix_free(&a);
    }
}

static void failing_allocations_leave_nothing(void **state)
{
    enum status status = ERROR_HOST_MEMORY;
    long k;
    for (k = 0; status != OK; k++) {
        struct triangle_schedule s;
        status = refused_after(k, triangle_schedule_create(50, false, 2, &s));
        if (status != OK) assert_true(status == ERROR_HOST_MEMORY && !s.start);
        triangle_schedule_free(&s);
    }
    assert_int_equal(k, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(schedules_keep_the_order),
        cmocka_unit_test(threads_take_what_pays),
        cmocka_unit_test(threads_get_the_bits_of_one_on_models),
        cmocka_unit_test(threads_get_the_bits_of_one_on_hostile_rows),
        cmocka_unit_test(failing_allocations_leave_nothing),
    };
    seed_begin();
    return cmocka_run_group_tests_name("triangle schedule", tests, NULL, NULL);
}
