/* Marks of the groups of b that are not all zero: their positions, and, if there is a GPU, that
 * sweeps which use them make the same iterates, bit for bit, as sweeps that read all of b, in every
 * layout. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/sparse/csr.h"
#include "solvers/groups.h"
#include "solvers/methods/jor.h"
#include "solvers/registry.h"
#include "solvers/solve.h"
#include "tests/support/cmocka.h"
#include "tests/support/seed.h"
#include "tests/support/teams.h"

extern const struct method method_jacobi, method_jor, method_power;

/* n numbers in stretches: zeros, one other number among them, or others throughout; the more zeros,
 * the larger `zeros`.
 */
static double *stretches(uint32_t n, uint64_t zeros)
{
    static const double others[] = {1, -0.5, -0.0, 1e-320, NAN, INFINITY};
    double *x = calloc(n ? n : 1, sizeof *x);
    assert_non_null(x);
    for (uint32_t first = 0, end; first < n; first = end) {
        uint64_t length = 1 + draw(draw(2) ? 40 : 2000), kind = draw(2 + zeros);
        double other = others[draw(sizeof others / sizeof *others)];
        end = n - first < length ? n : first + (uint32_t)length;
        if (kind == 0) x[first + draw(end - first)] = other;
        for (uint32_t i = first; kind == 1 && i < end; i++) x[i] = other;
    }
    return x;
}

static bool has_mark(const double *x, uint32_t n, uint32_t group)
{
    static const double zero = 0;
    for (uint64_t i = (uint64_t)group * GROUP_ENTRIES;
         i < ((uint64_t)group + 1) * GROUP_ENTRIES && i < n; i++)
        if (memcmp(&x[i], &zero, sizeof zero)) return true;
    return false;
}

static void check_marks(uint32_t n, uint64_t zeros)
{
    double *x = stretches(n, zeros);
    uint32_t *marks, groups = (n + GROUP_ENTRIES - 1) / GROUP_ENTRIES, marked = 0;
    for (uint32_t k = 0; k < groups; k++) marked += has_mark(x, n, k);
    assert_int_equal(groups_mark(x, n, &marks), OK);
    assert_int_equal(marks == NULL, marked > groups - marked);
    for (uint32_t i = 0; marks && i < n; i++) {
        uint32_t from = groups_from(groups_near(marks, i), i);
        for (uint32_t k = 0; k < 32; k++)
            if ((from >> k & 1) != has_mark(x, n, i / GROUP_ENTRIES + k))
                fail_msg("seed %llu: %u entries, entry %u, group %u", (unsigned long long)seed, n,
                         i, k);
    }
    free(marks);
    free(x);
}

static void test_marks(void **state)
{
    for (uint32_t n = 0; n < 70; n++) check_marks(n, 20);
    for (int round = 0; round < 200; round++)
        check_marks((uint32_t)draw(8000), draw(2) ? 0 : draw(50));
}

/* On the GPU */

/* Runs of equal rows with a few entries, near and far. */
static struct matrix runs(uint32_t n)
{
    static const int64_t offset[] = {-1500, -700, -1, 1, 650, 2000};
    enum { OFFSETS = sizeof offset / sizeof *offset };
    struct matrix a = {0};
    uint64_t nnz = 0, has = 0;
    if (matrix_allocate(n, OFFSETS * (uint64_t)n, &a) != OK) abort();
    for (uint32_t i = 0, left = 0; i < n; i++) {
        if (left-- == 0) {
            has = draw(1 << OFFSETS);
            left = (uint32_t)draw(draw(3) ? 1000 : 50);
        }
        for (int k = 0; k < OFFSETS; k++) {
            int64_t j = i + offset[k];
            if (j < 0 || j >= n || !(has >> k & 1)) continue;
            a.off.col[nnz] = (uint32_t)j;
            a.off.val[nnz++] = 0.25 / (double)(k + 1);
        }
        a.off.row[i + 1] = nnz;
        a.diag[i] = 2 + (double)(has % 3);
    }
    a.off.nnz = nnz;
    return a;
}

/* x := a few sweeps from x0. Without marks where `all` says so. */
static void sweeps(const struct stored *a, const struct method *method, const double *b,
                   const double *x0, bool all, double *x)
{
    struct solve solve;
    struct solve_settings settings = {.criterion = RELATIVE,
                                      .epsilon = 1e-6,
                                      .step = 0.01,
                                      .options = default_options(method, NULL)};
    ((struct jor_options *)&settings.options.method)->omega = 0.7;
    assert_ok(solve_create(a, method, b, &settings, &solve));
    assert_non_null(solve.b.marks);
    uint32_t *marks = solve.b.marks;
    if (all) solve.b.marks = NULL;
    assert_ok(solve_reset(&solve, x0));
    for (int k = 0; k < 3; k++) assert_ok(method->step(&solve));
    assert_ok(solve_download(&solve, x));
    solve.b.marks = marks;
    solve_free(&solve);
}

static void check_layout(const struct layout *layout, const struct place *place,
                         enum precision precision, const struct matrix *a)
{
    static const struct method *const tried[] = {&method_jacobi, &method_jor, &method_power};
    const uint32_t n = a->off.rows;
    const size_t bytes = n * sizeof(double);
    double *b = stretches(n, 30), *x0 = stretches(n, 0), *x = malloc(bytes),
           *wanted = malloc(bytes);
    struct stored stored;
    assert_non_null(x);
    assert_non_null(wanted);
    for (uint32_t i = 0; i < n; i++) x0[i] = isfinite(x0[i]) ? x0[i] : 3;
    for (uint32_t i = n / 3; i < n; i++) b[i] = 0;
    b[draw(n)] = -0.0;
    assert_ok(stored_build_at(place, layout, precision, NULL, a, &stored));
    assert_ok(stored_upload(place, &stored));
    for (size_t k = 0; k < sizeof tried / sizeof *tried; k++) {
        sweeps(&stored, tried[k], b, x0, false, x);
        sweeps(&stored, tried[k], b, x0, true, wanted);
        if (memcmp(x, wanted, bytes))
            fail_msg("seed %llu: %s, %s, %s", (unsigned long long)seed, tried[k]->name,
                     layout->name, place->name);
    }
    stored_free(&stored);
    free(b);
    free(x0);
    free(x);
    free(wanted);
}

/* cuSPARSE may add up in another order from call to call. */
static void test_sweeps(void **state)
{
    struct matrix a = runs(5003);
    size_t checked = 0;
    for (int p = 0; p < place_count; p++) {
        if (places[p]->on_host || places[p]->probe() != OK) continue;
        if (places[p]->permits &&
            places[p]->permits(&(struct solver_options){.exchange = EXCHANGE_PEER}) != OK)
            continue;
        for (int l = 0; l < layout_count; l++)
            for (int precision = F32; precision <= F64; precision++, checked++) {
                const struct mat_ops *ops =
                    find_mat_ops(layouts[l], places[p], (enum precision)precision);
                if (layouts[l]->makes_rows || !ops || !ops->jacobi ||
                    !find_mat_ops(layouts[l], places[0], F64))
                    continue;
                check_layout(layouts[l], places[p], (enum precision)precision, &a);
            }
    }
    matrix_free(&a);
    if (!checked) skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_marks), cmocka_unit_test(test_sweeps)};
    seed_begin();
    return cmocka_run_group_tests_name("groups", tests, NULL, NULL);
}
