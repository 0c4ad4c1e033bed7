/* Zeros that the entries alone prove, against all paths of a given length. */
#include <stdlib.h>
#include <string.h>

#include "certify/check.h"
#include "tests/support/cmocka.h"
#include "tests/support/seed.h"

enum { CASES = 300, MOST = 7 };

/* A small matrix: entries beside the diagonal are -1; with step 2, a row of 0.5 does not stay. */
struct small {
    uint32_t n;
    bool entry[MOST][MOST];
    double b[MOST], x0[MOST], diag[MOST];
};

static struct small random_small(void)
{
    struct small m = {.n = 1 + (uint32_t)draw(MOST)};
    for (uint32_t i = 0; i < m.n; i++) {
        m.b[i] = draw(8) == 0;
        m.x0[i] = draw(6) == 0;
        m.diag[i] = draw(2) ? 0.5 : 0.25;
        for (uint32_t j = 0; j < m.n; j++) m.entry[i][j] = i != j && draw(4) == 0;
    }
    return m;
}

static void fill(const struct small *m, struct csr *out)
{
    assert_ok(csr_allocate(m->n, (uint64_t)m->n * m->n, out));
    out->nnz = 0;
    for (uint32_t i = 0; i < m->n; i++) {
        out->row[i] = out->nnz;
        for (uint32_t j = 0; j < m->n; j++)
            if (m->entry[i][j]) out->col[out->nnz] = j, out->val[out->nnz++] = -1;
    }
    out->row[m->n] = out->nnz;
}

/* Finds the entries of x that can be other than 0 after so many steps, or (UINT64_MAX) after some
 * number of steps. */
static void walk(const struct small *m, uint64_t steps, bool *may)
{
    for (uint32_t i = 0; i < m->n; i++) may[i] = m->x0[i] > 0 || m->b[i] > 0;
    for (uint64_t k = 0; k < steps && k < MOST; k++) {
        bool before[MOST];
        memcpy(before, may, sizeof before);
        for (uint32_t i = 0; i < m->n; i++) {
            may[i] = m->b[i] > 0 || (before[i] && (m->diag[i] != 0.5 || steps == UINT64_MAX));
            for (uint32_t j = 0; j < m->n; j++) may[i] |= m->entry[i][j] && before[j];
        }
    }
}

static void all_paths(void **state)
{
    static const uint64_t steps[] = {0, 1, 2, 5, UINT64_MAX};
    (void)state;
    for (int k = 0; k < CASES; k++) {
        struct small m = random_small();
        struct matrix a = {.diag = m.diag};
        fill(&m, &a.off);
        for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) {
            bool may[MOST] = {false};
            uint8_t *zero;
            walk(&m, steps[s], may);
            assert_ok(certify_zeros(&a, m.b, m.x0, 2, true, steps[s], &zero));
            for (uint32_t i = 0; i < m.n; i++) assert_int_equal(zero[i], !may[i]);
            free(zero);
        }
        csr_free(&a.off);
    }
}

/* Pairs of rows are groups: each step takes the largest or the smallest of both. */
static void groups(void **state)
{
    int told = 0;
    for (int k = 0; k < CASES; k++) {
        struct small rows = random_small();
        const uint32_t n = rows.n / 2;
        const bool largest = draw(2) == 0;
        const uint64_t steps = draw(4);
        uint32_t group[MOST];
        bool may[MOST] = {false}, before[MOST];
        for (uint32_t i = 0; i <= n; i++) group[i] = 2 * i;
        for (uint32_t r = 0; r < rows.n; r++)
            for (uint32_t j = 0; j < rows.n; j++) rows.entry[r][j] &= j < n && j != r / 2;
        if (!n) continue;
        rows.n = 2 * n;
        struct matrix a = {.diag = rows.diag, .group = group, .ngroups = n};
        fill(&rows, &a.off);
        for (uint32_t i = 0; i < n; i++)
            may[i] = rows.x0[i] > 0 || rows.b[2 * i] > 0 || rows.b[2 * i + 1] > 0;
        for (uint64_t s = 0; s < steps; s++) {
            memcpy(before, may, sizeof before);
            for (uint32_t i = 0; i < n; i++) {
                bool row[2];
                for (uint32_t c = 0; c < 2; c++) {
                    const uint32_t r = 2 * i + c;
                    row[c] = rows.b[r] > 0 || (before[i] && rows.diag[r] != 0.5);
                    for (uint32_t j = 0; j < n; j++) row[c] |= rows.entry[r][j] && before[j];
                }
                may[i] = largest ? row[0] || row[1] : row[0] && row[1];
            }
        }
        uint8_t *zero;
        assert_ok(certify_zeros(&a, rows.b, rows.x0, 2, largest, steps, &zero));
        for (uint32_t i = 0; i < n; i++) assert_int_equal(zero[i], !may[i]);
        for (uint32_t i = 0; i < n; i++) told += steps && !may[i];
        free(zero);
        csr_free(&a.off);
    }
    assert_true(told > CASES / 4);
}

/* Other signs could cancel, so nothing is said. */
static void other_signs(void **state)
{
    uint64_t row[] = {0, 1, 1};
    uint32_t col[] = {1};
    double val[] = {-1}, diag[] = {1, 1}, b[] = {0, 0}, x0[] = {0, 0};
    const struct matrix a = {.off = {.rows = 2, .nnz = 1, .row = row, .col = col, .val = val},
                             .diag = diag};
    double *const places[] = {val, b, x0};
    static const double wrong[] = {1, -1, -1}, right[] = {-1, 0, 0};
    (void)state;
    for (int k = 0; k < 3; k++) {
        uint8_t *zero;
        assert_ok(certify_zeros(&a, b, x0, 1, true, UINT64_MAX, &zero));
        assert_true(zero[0] && zero[1]);
        free(zero);
        places[k][0] = wrong[k];
        assert_ok(certify_zeros(&a, b, x0, 1, true, UINT64_MAX, &zero));
        assert_false(zero[0] || zero[1]);
        free(zero);
        places[k][0] = right[k];
    }
}

/* The same for a positive number in a row before that of the other sign. */
static void other_signs_behind(void **state)
{
    uint64_t row[] = {0, 1, 1};
    uint32_t col[] = {1};
    double val[] = {-1}, diag[] = {1, 1}, b[] = {1, -1}, x0[] = {0, 0};
    const struct matrix a = {.off = {.rows = 2, .nnz = 1, .row = row, .col = col, .val = val},
                             .diag = diag};
    uint8_t *zero;
    (void)state;
    assert_ok(certify_zeros(&a, b, x0, 1, true, UINT64_MAX, &zero));
    assert_false(zero[0] || zero[1]);
    free(zero);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_paths), cmocka_unit_test(groups),
                                       cmocka_unit_test(other_signs),
                                       cmocka_unit_test(other_signs_behind)};
    seed_begin();
    return cmocka_run_group_tests_name("zeros", tests, NULL, NULL);
}
