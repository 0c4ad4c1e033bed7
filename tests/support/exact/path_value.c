#include "tests/support/exact/path_value.h"

#include "tests/support/chain_sound.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/path_case.h"

/* Transitions of a product are those of the chain; where nothing counts, a self-loop of 1. */
static void check_product(const struct chain *chain, const struct path_product *product)
{
    const struct csr *a = &chain->transitions, *b = &product->chain.transitions;
    assert_true(csr_sound(b));
    assert_int_equal(product->chain.type, chain->type);
    for (uint32_t k = 0; k < b->rows; k++) {
        const uint32_t i = product->state_of[k];
        if (b->row[k + 1] - b->row[k] == 1 && b->col[b->row[k]] == k && b->val[b->row[k]] == 1)
            continue;
        assert_int_equal(b->row[k + 1] - b->row[k], a->row[i + 1] - a->row[i]);
        for (uint64_t e = b->row[k]; e < b->row[k + 1]; e++)
            assert_true(b->val[e] == chain_entry(chain, i, product->state_of[b->col[e]]));
    }
    for (uint32_t i = 0; i < a->rows; i++)
        if (product->start_of[i] != UINT32_MAX)
            assert_int_equal(product->state_of[product->start_of[i]], i);
}

void path_product_value(const struct chain *chain, const struct path_product *product, mpq_t *x)
{
    const uint32_t n = chain_states(&product->chain);
    mpq_t *p = exact_transitions(&product->chain), *y = exact_numbers(n);
    exact_until(n, p, NULL, product->accepted, y);
    for (uint32_t i = 0; i < chain_states(chain); i++) mpq_set(x[i], y[product->start_of[i]]);
    exact_numbers_free(p, (uint64_t)n * n);
    exact_numbers_free(y, n);
}

void make_path_product(const struct chain *chain, const struct formula *f, bool co_safe,
                       struct path_product *product)
{
    if (path_product_make(chain, f, path_atoms, NULL, co_safe, product) != OK) {
        print_path_case(chain, f);
        fail_msg("%s", fail_message());
    }
    check_product(chain, product);
}

void path_value(const struct chain *chain, const struct formula *f, mpq_t *x)
{
    struct path_product product;
    make_path_product(chain, f, false, &product);
    path_product_value(chain, &product, x);
    path_product_free(&product);
}

void assert_path_values(const struct chain *chain, const struct formula *f, mpq_t *x, mpq_t *wanted)
{
    for (uint32_t i = 0; i < chain_states(chain); i++) {
        if (mpq_equal(x[i], wanted[i])) continue;
        print_path_case(chain, f);
        fail_msg("state %u: %g instead of %g", i, mpq_get_d(x[i]), mpq_get_d(wanted[i]));
    }
}
