/* A sweep of more than 2^32 rows on a GPU: tandem with c = 50,000, 5,000,150,001 states, against
 * the closed form on the host, near rows 0, 2^31, 2^32 and the last one, where pieces of the rows
 * begin and where numbers outgrow 32 bits. Needs 80 GB of a GPU in f64, 40 GB in f32; skipped
 * without. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/closed/tandem.h"
#include "solvers/solve.h"
#include "tests/support/listed.h"

enum { C = 50000, PERIOD = (1 << 22) - 3, NEAR = 4096 };

/* Content of x: no two columns near each other have the same number. */
static double x_of(uint64_t i)
{
    return 1 + (double)(i % PERIOD) / PERIOD;
}

static enum status fill(const struct variant *v, uint64_t n, void *x)
{
    const size_t size = real_size(v->precision);
    enum status status = OK;
    char *period = malloc(PERIOD * size);
    assert_non_null(period);
    for (uint64_t i = 0; i < PERIOD; i++) put_real(v->precision, period, i, x_of(i));
    for (uint64_t first = 0; first < n && status == OK; first += PERIOD)
        status = v->place->put((char *)x + first * size, period,
                               (n - first < PERIOD ? n - first : PERIOD) * size);
    if (status == OK) status = v->place->synchronise();
    free(period);
    return status;
}

static double add(enum precision precision, double sum, double value, double x)
{
    return precision == F64 ? sum + value * x : (float)sum + (float)value * (float)x;
}

/* The next value of row i, as layout msr adds it. */
static double next_of(enum precision precision, const struct closed_rows *closed, uint64_t i)
{
    double sum = 0;
    struct closed_entries row;
    const double inverse = 1 / closed_row_diagonal(closed, i);
    row.next = 0;
    do {
        closed_row(closed, i, &row);
        for (uint32_t k = 0; k < row.count; k++)
            sum = add(precision, sum, row.val[k], x_of(row.base + row.col[k]));
    } while (row.next);
    return precision == F64 ? (0 - sum) * inverse : (0 - (float)sum) * (float)inverse;
}

static void check_near(const struct variant *v, const struct closed_rows *closed, const void *next,
                       uint64_t middle)
{
    const size_t size = real_size(v->precision);
    const uint64_t first = middle < NEAR ? 0 : middle - NEAR,
                   end = middle + NEAR < closed->n ? middle + NEAR : closed->n;
    char *got = malloc((end - first) * size);
    assert_non_null(got);
    assert_ok(v->place->get(got, (const char *)next + first * size, end - first, size));
    for (uint64_t i = first; i < end; i++) {
        double wanted = 0;
        put_real(v->precision, &wanted, 0, next_of(v->precision, closed, i));
        if (memcmp(got + (i - first) * size, &wanted, size))
            fail_msg("row %llu differs", (unsigned long long)i);
    }
    free(got);
}

static void rows_beyond_32_bits(void **state)
{
    const struct variant *v = *state;
    const struct matrix a = {.closed = tandem_closed(C)};
    const uint64_t n = a.closed.n, width = C + 1,
                   near[] = {0,
                             2 * width,
                             (uint64_t)1 << 31,
                             (uint64_t)1 << 32,
                             ((uint64_t)1 << 32) + width,
                             2 * ((uint64_t)1 << 31) - width,
                             n};
    void *x = NULL, *next = NULL;
    struct stored stored;
    if (variant_check(v) != OK) skip();
    const bool room = v->place->allocate(n * real_size(v->precision), &x) == OK &&
                      v->place->allocate(n * real_size(v->precision), &next) == OK;
    if (room) {
        assert_ok(stored_build_at(v->place, v->layout, v->precision, NULL, &a, &stored));
        assert_ok(stored_upload(v->place, &stored));
        assert_ok(fill(v, n, x));
        assert_ok(find_mat_ops(v->layout, v->place, v->precision)
                      ->jacobi(&stored, NULL, x, next, 1, NULL));
        for (size_t k = 0; k < sizeof near / sizeof *near; k++)
            check_near(v, &a.closed, next, near[k]);
        stored_free(&stored);
    }
    if (next) v->place->release(next);
    if (x) v->place->release(x);
    if (!room) skip();
}

int main(int argc, char **argv)
{
    static char *const patterns[] = {"jacobi/generated/*/cuda", NULL};
    size_t count;
    struct variant *variants = listed_variants(argc, argv, patterns, &count);
    for (size_t k = 0; k < count; k++) {
        char *name = name_of(&variants[k]);
        list_test(rows_beyond_32_bits, &variants[k], "%s", name);
        free(name);
    }
    int failed = run_listed("rows beyond 32 bits", NULL, NULL);
    free(variants);
    return failed;
}
