/* Systems without their single rows, against elimination of the whole ones. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "solvers/policies/shorter.h"
#include "tests/support/cmocka.h"
#include "tests/support/csr_sound.h"
#include "tests/support/dense.h"
#include "tests/support/messages.h"
#include "tests/support/seed.h"

enum { ROUNDS = 3000 };

/* A chain that ends: most rows are single, some go back to a row that reads them, single rows may
 * be a circle with a leak, and the last rows have no entries. leaks: rows may sum to less than 1.
 */
static void draw_system(uint32_t n, bool leaks, struct linear *out)
{
    struct triplet entry[3 * MOST];
    struct csr whole;
    uint64_t count = 0;
    assert_ok(allocate(n, sizeof *out->b, "b", &out->b));
    for (uint32_t i = 0; i < n; i++) {
        const bool last = i + 1 + draw(3) >= n;
        const int ways = last ? 0 : draw(4) ? 1 : 2;
        const double rate = 1 + (double)draw(3), first = draw_unit(),
                     keeps = leaks && !draw(3) ? 0.9 : 1;
        out->b[i] = (double)draw(5);
        entry[count++] = (struct triplet){i, i, rate};
        for (int k = 0; k < ways; k++) {
            /* One way leads on, so that all paths end */
            uint32_t j = k + 1 == ways && (!leaks || ways == 2) ? i + 1 + (uint32_t)draw(n - i - 1)
                                                                : (uint32_t)draw(n);
            if (j == i) j = i + 1;
            const double share = ways == 1 && leaks && j < i ? 0.9 : keeps;
            entry[count++] = (struct triplet){i, j,
                                              -rate * share *
                                                  (ways == 1 ? 1
                                                   : k       ? 1 - first
                                                             : first)};
        }
    }
    assert_ok(csr_from_triplets(n, count, entry, &whole));
    assert_ok(csr_split(&whole, &out->a));
    csr_free(&whole);
}

static void solve(const struct linear *s, double *x)
{
    static double a[MOST][MOST + 1];
    const uint32_t n = s->a.off.rows;
    memset(a, 0, sizeof a);
    for (uint32_t i = 0; i < n; i++) {
        a[i][i] = s->a.diag[i];
        a[i][n] = s->b[i];
        for (uint64_t k = s->a.off.row[i]; k < s->a.off.row[i + 1]; k++)
            a[i][s->a.off.col[k]] += s->a.off.val[k];
    }
    dense_solve(n, a, x);
}

static void assert_balanced(const struct matrix *a)
{
    for (uint32_t i = 0; i < a->off.rows; i++) {
        double sum = 0;
        for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++) sum -= a->off.val[k];
        assert_true(matrix_row_is_alone(a, i) || a->diag[i] == sum);
    }
}

static void answers_are_those_of_all_rows(void **state)
{
    int made_some[2] = {0};
    for (int round = 0; round < ROUNDS; round++) {
        struct linear whole = {0};
        struct shorter s;
        double x[MOST], y[MOST], begun[MOST], answer[MOST];
        const uint32_t n = 2 + (uint32_t)draw(MOST - 2);
        const bool leaks = round % 2;
        bool made;
        draw_system(n, leaks, &whole);
        assert_ok(shorter_make(&whole, !leaks, &s, &made));
        if (made) {
            made_some[leaks]++;
            const uint32_t kept = s.system.a.off.rows;
            assert_true(kept < n && csr_sound(&s.system.a.off));
            for (uint32_t i = 0; i < kept && !leaks; i++) assert_true(s.factor[s.kept[i]] == 1);
            if (!leaks) assert_balanced(&s.system.a);
            solve(&whole, answer);
            solve(&s.system, y);
            shorter_end(&s, y, x);
            for (uint32_t i = 0; i < n; i++)
                assert_true(fabs(x[i] - answer[i]) <= 1e-9 * (1 + fabs(answer[i])));
            shorter_begin(&s, x, begun);
            for (uint32_t i = 0; i < kept; i++) assert_true(begun[i] == y[i]);
            /* What is left has two ways, or none, or one that was two */
            for (uint32_t i = 0; i < kept; i++)
                assert_true(whole.a.off.row[s.kept[i] + 1] - whole.a.off.row[s.kept[i]] != 1 ||
                            leaks);
        }
        shorter_free(&s);
        linear_free(&whole);
    }
    assert_true(made_some[0] > ROUNDS / 4 && made_some[1] > ROUNDS / 4);
}

/* A row that only leads back to itself has no answer, and a system of long rows stays as it is. */
static void others_are_left(void **state)
{
    struct triplet closed[] = {{0, 0, 1}, {0, 1, -1}, {1, 1, 1}, {1, 0, -1}, {2, 2, 1}};
    struct triplet wide[] = {{0, 0, 1}, {0, 1, -.5}, {0, 2, -.5}, {1, 1, 1}, {2, 2, 1}};
    const struct {
        struct triplet *entry;
        uint64_t count;
    } cases[] = {{closed, 5}, {wide, 5}};
    for (int k = 0; k < 2; k++) {
        struct linear whole = {0};
        struct shorter s;
        struct csr all;
        bool made;
        assert_ok(csr_from_triplets(3, cases[k].count, cases[k].entry, &all));
        assert_ok(csr_split(&all, &whole.a));
        assert_ok(allocate_zeroed(3, sizeof *whole.b, "b", &whole.b));
        assert_ok(shorter_make(&whole, false, &s, &made));
        assert_false(made);
        shorter_free(&s);
        csr_free(&all);
        linear_free(&whole);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(answers_are_those_of_all_rows),
                                       cmocka_unit_test(others_are_left)};
    seed_begin();
    return cmocka_run_group_tests_name("shorter", tests, NULL, NULL);
}
