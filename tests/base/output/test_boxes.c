/* Joining points to products: the same points, each once, and few boxes where there is structure.
 */
#include <stdbool.h>

#include "base/output/boxes.h"
#include "tests/support/cmocka.h"
#include "tests/support/seed.h"

enum { SIDE = 4, CELLS = 1024 };
_Static_assert(SIDE *SIDE *SIDE *SIDE *SIDE == CELLS, "");

static struct box point_at(int cell)
{
    struct box box = {.points = 1};
    for (int axis = 0; axis < BOX_AXES; axis++, cell /= SIDE)
        box.values[axis] = UINT64_C(1) << cell % SIDE;
    return box;
}

static bool contains(const struct box *box, const struct box *point)
{
    for (int axis = 0; axis < BOX_AXES; axis++)
        if (!(box->values[axis] & point->values[axis])) return false;
    return true;
}

static size_t join(const bool *in, struct box *boxes)
{
    size_t points = 0, sum = 0;
    for (int cell = 0; cell < CELLS; cell++)
        if (in[cell]) boxes[points++] = point_at(cell);
    const size_t count = boxes_join(points, boxes);
    for (size_t k = 0; k < count; k++) sum += boxes[k].points;
    assert_int_equal(sum, points);
    for (int cell = 0; cell < CELLS; cell++) {
        const struct box point = point_at(cell);
        size_t having = 0;
        for (size_t k = 0; k < count; k++) having += contains(&boxes[k], &point);
        assert_int_equal(having, in[cell]);
    }
    return count;
}

static void test_random(void **state)
{
    static struct box boxes[CELLS];
    seed_begin();
    for (int density = 0; density <= 10; density++) {
        bool in[CELLS];
        for (int cell = 0; cell < CELLS; cell++) in[cell] = draw(10) < (uint64_t)density;
        const size_t count = join(in, boxes);
        if (density == 0) assert_int_equal(count, 0);
        if (density == 10) assert_int_equal(count, 1);
    }
}

/* All but one value of one axis where another has its first: two products. */
static void test_corner(void **state)
{
    static struct box boxes[CELLS];
    bool in[CELLS];
    for (int cell = 0; cell < CELLS; cell++)
        in[cell] = !(cell % SIDE == 0 && cell / SIDE % SIDE == 3);
    assert_int_equal(join(in, boxes), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_corner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
