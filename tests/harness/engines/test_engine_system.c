/* Common code of the engines in C for systems (engines/system.h): a residual counts in its own
 * class, and the pinned rows of all classes have sizes of the same order. */
#include "engines/system.c"

#include "tests/support/cmocka.h"

enum { RING = 5, N = 2 * RING, ENTRIES = 2 * N };
static const double slow = 1e-8;

static uint64_t row[N + 1];
static uint32_t col[ENTRIES], class_of[N];
static double val[ENTRIES], pinned[ENTRIES], b[N], x0[N], rhs[N], start[N];

/* Two rings whose states pass all to the next: rates 1, and rates 1e-8. */
static struct system two_rings(void)
{
    for (uint32_t i = 0; i < N; i++) {
        const uint32_t first = i < RING ? 0 : RING, before = first + (i - first + RING - 1) % RING;
        const double rate = i < RING ? 1 : slow;
        const bool wraps = before > i;
        class_of[i] = i >= RING;
        x0[i] = start[i] = 1.0 / RING;
        col[2 * i] = wraps ? i : before;
        col[2 * i + 1] = wraps ? before : i;
        val[2 * i] = wraps ? rate : -rate;
        val[2 * i + 1] = -val[2 * i];
        row[i + 1] = 2 * (i + 1);
    }
    memcpy(pinned, val, sizeof val);
    return (struct system){.n = N,
                           .entries = ENTRIES,
                           .row = row,
                           .col = col,
                           .val = val,
                           .b = b,
                           .x0 = x0,
                           .nclasses = 2,
                           .class_of = class_of,
                           .scale = 1.0 / RING,
                           .aim = 1e-9 / RING,
                           .pinned = pinned,
                           .rhs = rhs,
                           .start = start};
}

/* One entry of the slow ring is a tenth too large: that is a tenth of its flow, whatever the fast
 * ring's is, and whatever the scale of the answer. */
static void a_residual_counts_in_its_own_class(void **state)
{
    struct system s = two_rings();
    double x[N];
    assert_true(system_residual(&s, x0) <= 1e-15);
    for (int k = 0; k < 3; k++) {
        for (uint32_t i = 0; i < N; i++) x[i] = x0[i] * (k == 0 ? 1 : k == 1 ? 1e-20 : 1e20);
        x[N - 1] *= 1.1;
        assert_true(fabs(system_residual(&s, x) / s.scale - 0.1 / 1.1) < 1e-6);
    }
    s.scale = 0; /* absolute: over the mass */
    memcpy(x, x0, sizeof x);
    x[N - 1] *= 1.1;
    assert_true(fabs(system_residual(&s, x) - slow * 0.1 / RING) < 1e-12);
    for (uint32_t i = 0; i < N; i++) x[i] *= 1e-3;
    assert_true(fabs(system_residual(&s, x) / (slow * 0.1 / RING / 1.02) - 1) < 1e-6);
}

static void pinned_rows_have_sizes_of_one_order(void **state)
{
    struct system s = two_rings();
    assert_null(system_pin(&s));
    for (uint32_t i = 0; i < N; i++)
        for (uint64_t k = row[i]; k < row[i + 1]; k++)
            assert_true(pinned[k] == 0 || (fabs(pinned[k]) > 0.5 && fabs(pinned[k]) < 2));
    for (uint32_t i = 0; i < N; i++)
        if (rhs[i] != 0) assert_true(fabs(rhs[i] / start[i]) > 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_residual_counts_in_its_own_class),
        cmocka_unit_test(pinned_rows_have_sizes_of_one_order),
    };
    return cmocka_run_group_tests_name("systems of engines", tests, NULL, NULL);
}
