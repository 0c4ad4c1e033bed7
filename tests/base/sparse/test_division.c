/* Division of rows into parts of about the same bytes. */
#include <stdlib.h>

#include "base/sparse/division.h"
#include "tests/support/cmocka.h"
#include "tests/support/seed.h"

enum { MOST = 200, ROUNDS = 2000 };

/* Lengths of all kinds: none, alike, and a few that are as long as all others. */
static uint32_t draw_rows(uint64_t row[MOST + 1])
{
    const uint32_t n = (uint32_t)draw(MOST + 1);
    const uint64_t longest = UINT64_C(1) << draw(40);
    row[0] = 0;
    for (uint32_t i = 0; i < n; i++) row[i + 1] = row[i] + (draw(4) ? draw(8) : draw(longest));
    return n;
}

static uint64_t bytes_before(const uint64_t *row, uint32_t i)
{
    return 12 * (5 * (uint64_t)i + row[i]);
}

/* The least row with at least the share before it, by trying all. */
static void parts_have_their_share(void **state)
{
    uint64_t row[MOST + 1];
    for (int round = 0; round < ROUNDS; round++) {
        const uint32_t n = draw_rows(row);
        const int parts = 1 + (int)draw(16);
        for (int k = 0; k <= parts; k++) {
            const uint32_t first = division_start(row, n, parts, k);
            uint32_t i = 0;
            while (bytes_before(row, i) * (unsigned)parts < bytes_before(row, n) * (unsigned)k) i++;
            assert_int_equal(first, i);
        }
        assert_int_equal(division_start(row, n, parts, 0), 0);
        assert_int_equal(division_start(row, n, parts, parts), n);
    }
}

/* A row as long as all others together is alone in its part. */
static void a_long_row_has_a_part(void **state)
{
    uint64_t row[] = {0, 1000, 1000, 1000, 1000, 1000, 1000};
    assert_int_equal(division_start(row, 6, 2, 1), 1);
    for (int i = 0; i < 6; i++) row[i] = 0;
    assert_int_equal(division_start(row, 6, 2, 1), 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(parts_have_their_share),
                                       cmocka_unit_test(a_long_row_has_a_part)};
    seed_begin();
    return cmocka_run_group_tests_name("division", tests, NULL, NULL);
}
