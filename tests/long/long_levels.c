/* Levels of a chain that is large for its start: those of the second cycle hardly shrink, and are
 * made once more. */
#include "problems/problem.h"
#include "solvers/multilevel/multilevel.h"
#include "solvers/solve.h"
#include "tests/support/cmocka.h"

extern const struct method method_multilevel;
extern const struct layout layout_msr;
extern const struct place place_seq;

static bool is_poor_after(struct solve *solve, const double *x0, uint64_t cycles)
{
    const struct multilevel *own = solve->own;
    solve->max_iterations = cycles;
    assert_ok(solve_reset(solve, x0));
    assert_ok(solve_run(solve, &method_multilevel));
    return hierarchy_is_poor(&own->cycle.levels);
}

static void poor_levels_are_set_up_again(void **state)
{
    struct problem problem;
    struct stored stored;
    struct solve solve;
    assert_ok(problem_open("cluster:n=320", &problem));
    const struct linear *s = &problem.system;
    const struct solve_settings settings = {.criterion = RELATIVE,
                                            .epsilon = 1e-7,
                                            .matrix = &s->a,
                                            .options =
                                                default_options(&method_multilevel, &layout_msr)};
    assert_ok(stored_build_at(&place_seq, &layout_msr, F64, &settings.options, &s->a, &stored));
    assert_ok(stored_upload(&place_seq, &stored));
    assert_ok(solve_create(&stored, &method_multilevel, s->b, &settings, &solve));
    assert_true(is_poor_after(&solve, s->x0, 2));
    assert_false(is_poor_after(&solve, s->x0, 3));
    assert_false(is_poor_after(&solve, s->x0, 45)); /* 36 now; 58 with the levels of cycle 2 */
    assert_int_equal(solve.outcome, CONVERGED);
    solve_free(&solve);
    stored_free(&stored);
    problem_free(&problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(poor_levels_are_set_up_again)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
