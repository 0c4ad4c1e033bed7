/* Sums of a decision process with states that reach each other for nothing. */
#include "problems/objectives/sums.h"
#include "tests/support/cmocka.h"

/* States 0 and 1 reach each other for nothing, so they are worth the same: from 1 a half of the
 * paths goes to state 2, which pays 1 and ends. The guess has 0 for state 0, as if it ended. */
static void shared_numbers_go_on(void **state)
{
    (void)state;
    uint64_t row[] = {0, 1, 2, 5, 6, 7, 8};
    uint32_t col[] = {1, 3, 0, 1, 2, 0, 3, 3};
    double val[] = {1, 1, 0.125, 0.375, 0.5, 1, 1, 1};
    const struct csr rows = {.rows = 6, .nnz = 8, .row = row, .col = col, .val = val};
    const uint32_t group[] = {0, 2, 4, 5, 6}, component[] = {0, 0, 1, 1};
    const double pays[] = {0, 0, 0, 0, 1, 0}, wanted[] = {1, 1, 1, 0};
    const uint8_t leaves[] = {0, 1, 1, 0, 1, 1};
    double largest[2], x[] = {0, 0.8, 1, 0};
    const struct sums sums = {.rows = &rows,
                              .group = group,
                              .states = 4,
                              .last = 3,
                              .pays = pays,
                              .allowed = leaves,
                              .component = component,
                              .components = 1,
                              .largest = largest};
    sums_sweep(&sums, x);
    for (int i = 0; i < 4; i++) assert_true(x[i] >= wanted[i] - 1e-12 && x[i] <= wanted[i] + 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(shared_numbers_go_on)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
