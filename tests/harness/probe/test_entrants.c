/* What method auto takes on a GPU by the structure alone, as docs/auto.md says it. No GPU is
 * needed for that. */
#include <math.h>
#include <string.h>

#include "harness/probe/entrants.h"
#include "tests/support/cmocka.h"

/* Returns the entrant that is foretold to need the fewest products; NULL: none is. */
static const struct entrant *foretold(const char *source)
{
    const struct entrant *best = NULL;
    const struct place gpu = {.name = "a GPU", .cards = 1};
    struct problem problem;
    struct occasion occasion;
    double least = INFINITY, iterations;
    assert_int_equal(problem_open(source, &problem), OK);
    assert_int_equal(occasion_find(&problem, &gpu, 1e-6, &occasion), OK);
    for (int k = 0; k < entrant_count; k++) {
        const double products = takes_part(&entrants[k], &occasion)
                                    ? usual_products(&entrants[k], &occasion, INFINITY, &iterations)
                                    : INFINITY;
        if (products < least) least = products, best = &entrants[k];
    }
    problem_free(&problem);
    return best;
}

static void takes(const char *source, const char *name, enum loop loop, const char *order)
{
    const struct entrant *taken = foretold(source);
    print_message("%s: %s\n", source, taken ? taken->name : "nothing");
    assert_non_null(taken);
    assert_string_equal(taken->name, name);
    assert_int_equal(taken->loop, loop);
    assert_true(order ? taken->order && !strcmp(taken->order, order) : !taken->order);
}

static void rows_without_cycles(void **state)
{
    (void)state;
    takes("brp:n=64,max=4", "jacobi", LOOP_RESIDENT, NULL);
    takes("brp:n=1024,max=5", "gauss_seidel", LOOP_HOST, "components");
}

static void small_chains_stay_in_one_kernel(void **state)
{
    (void)state;
    takes("tandem:c=63", "bicgstab[precondition=jacobi]", LOOP_RESIDENT, NULL);
    takes("kanban:t=3", "bicgstab[precondition=jacobi]", LOOP_RESIDENT, NULL);
    takes("herman:n=9", "bicgstab[precondition=jacobi]", LOOP_RESIDENT, NULL);
}

static void large_chains_go_by_their_levels(void **state)
{
    (void)state;
    takes("polling:n=16", "bicgstab[precondition=ilu0]", LOOP_HOST, NULL);
    takes("tandem:c=1023,property=2", "bicgstab[precondition=jacobi]", LOOP_HOST, NULL);
    takes("tandem:c=255", "bicgstab[precondition=jacobi]", LOOP_HOST, NULL);
    takes("tandem:c=1023", "multilevel", LOOP_HOST, NULL);
    takes("kanban:t=4", "bicgstab[precondition=ilu0]", LOOP_HOST, NULL);
    takes("herman:n=13", "bicgstab[precondition=jacobi]", LOOP_HOST, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_without_cycles),
        cmocka_unit_test(small_chains_stay_in_one_kernel),
        cmocka_unit_test(large_chains_go_by_their_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
