/* The note of a case about parts that receive many entries from each other. */
#include <stdlib.h>

#include "harness/case/build_layout.h"
#include "harness/ranks/halo_note.h"
#include "tests/support/cmocka.h"

static void says(const char *wanted, struct halo_size one, struct halo_size other,
                 enum row_order order, bool can_reorder)
{
    const struct halo_size sizes[] = {one, other};
    char note[120];
    halo_note(2, sizes, order, can_reorder, note, sizeof note);
    assert_string_equal(note, wanted);
}

static void the_largest_share_is_told(void **state)
{
    const struct halo_size few = {10, 100}, more = {11, 100}, most = {2345, 1000}, none = {0, 0};
    says("", none, none, ORDER_NATIVE, true);
    says("", few, few, ORDER_NATIVE, true);
    says("a part receives 11 entries in an iteration, 11 % of its rows: try +bisection or +bfs",
         few, more, ORDER_NATIVE, true);
    says("a part receives 2,345 entries in an iteration, 234 % of its rows: try +bisection or +bfs",
         most, more, ORDER_COLOUR, true);
    says("a part receives 11 entries in an iteration, 11 % of its rows: try +bisection", more, none,
         ORDER_BFS, true);
    says("a part receives 11 entries in an iteration, 11 % of its rows", more, none,
         ORDER_BISECTION, true);
    says("a part receives 11 entries in an iteration, 11 % of its rows", more, none, ORDER_NATIVE,
         false);
}

static void check_built(const char *source, const char *name, const char *wanted)
{
    struct problem problem;
    struct variant variant;
    struct built_layout built;
    assert_ok(problem_open(source, &problem));
    assert_ok(variant_parse(name, &variant));
    assert_ok(build_layout(&problem, &variant, &built));
    assert_string_equal(built.halo_note, wanted);
    built_layout_free(&built);
    problem_free(&problem);
}

/* Layouts of several GPUs are built on the host. */
static void parts_of_cards_are_counted(void **state)
{
    check_built("tandem:c=31", "jacobi/msr/f64/seq", "");
    check_built("tandem:c=31", "jacobi/msr/f64/cuda2", "");
    check_built("herman:n=7", "jacobi/msr/f64/cuda2",
                "a part receives 64 entries in an iteration, 100 % of its rows: try +bisection or "
                "+bfs");
    check_built("herman:n=7", "jacobi/generated/f64/cuda2",
                "a part receives 64 entries in an iteration, 100 % of its rows");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_largest_share_is_told),
                                       cmocka_unit_test(parts_of_cards_are_counted)};
    return cmocka_run_group_tests_name("halo_note", tests, NULL, NULL);
}
