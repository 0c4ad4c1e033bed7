#include "tests/support/made/random_system.h"
#include "tests/support/made/random_chain.h"

struct linear random_system(uint32_t most)
{
    uint32_t n = 1 + (uint32_t)draw(most);
    struct linear s = {.a = random_matrix(draw(UINT64_MAX), n, (enum shape)draw(NSHAPES))};
    s.x0 = random_vector(draw(UINT64_MAX), 0, n);
    if (draw(2)) s.b = random_vector(draw(UINT64_MAX), 0, n);
    if (draw(2)) s.answer = random_vector(draw(UINT64_MAX), 0, n);
    if (draw(2)) s.weight = random_vector(draw(UINT64_MAX), 0, n);
    return s;
}

static void assert_same_vector(uint32_t n, const double *x, const double *y)
{
    assert_int_equal(x != NULL, y != NULL);
    if (x) assert_memory_equal(x, y, n * sizeof *x);
}

void assert_same_system(const struct linear *x, const struct linear *y)
{
    uint32_t n = x->a.off.rows;
    assert_same_matrix(&x->a.off, &y->a.off);
    assert_same_vector(n, x->a.diag, y->a.diag);
    assert_same_vector(n, x->b, y->b);
    assert_same_vector(n, x->x0, y->x0);
    assert_same_vector(n, x->answer, y->answer);
    assert_same_vector(n, x->weight, y->weight);
}
