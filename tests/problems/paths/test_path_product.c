/* Products of random chains and random path formulas against another way to the same probabilities,
 * in exact fractions; known formulas; and what is refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka.h"
#include "tests/support/exact/path_case.h"
#include "tests/support/exact/path_oracle.h"
#include "tests/support/exact/path_value.h"
#include "tests/support/exact/small.h"
#include "tests/support/seed.h"

/* Known formulas */

static void check_known(struct formula *f, double wanted)
{
    struct chain chain = known_path_chain();
    mpq_t *x = exact_numbers(PATH_STATES);
    path_value(&chain, f, x);
    if (mpq_get_d(x[0]) != wanted) {
        print_path_case(&chain, f);
        fail_msg("%g instead of %g", mpq_get_d(x[0]), wanted);
    }
    exact_numbers_free(x, PATH_STATES);
    chain_free(&chain);
    path_trees_free();
}

static void known_formulas(void **state)
{
    check_known(X(A_), 0.75);
    check_known(G(F(C_)), 0.75);
    check_known(F(G(B_)), 0.25);
    check_known(F(G(C_)), 0);
    check_known(G(F(AND(C_, X(NOT(C_))))), 0.75);
    check_known(G(F(AND(C_, X(C_)))), 0);
    check_known(OR(F(G(B_)), G(F(C_))), 1);
    check_known(F(AND(A_, X(AND(A_, X(C_))))), 0.75 * 0.5);
    check_known(path_within(F(C_), -1, 3), 0.75 * 0.75);
    check_known(path_within(F(C_), 3, 3), 0.75 * 0.25);
    check_known(path_within(G(NOT(C_)), 2, 3), 1 - 0.75 * 0.75);
    check_known(path_within(F(A_), 2, -1), 0.75 * 0.5);
    check_known(path_within(F(path_leaf(FORMULA_TRUE)), 2, 1), 0);
    check_known(path_within(G(path_leaf(FORMULA_FALSE)), 2, 1), 1);
    check_known(G(OR(NOT(A_), F(C_))), 1);
    check_known(path_leaf(FORMULA_TRUE), 1);
    check_known(NOT(NOT(A_)), 0);
}

/* a W>=2 b is false only where neither path_holds at step 2 or later, and a & !b did before. */
static void weak_until_has_lower_bounds(void **state)
{
    check_known(W(NOT(A_), B_), 0.25);
    check_known(path_within(W(NOT(A_), B_), 2, -1), 1);
    check_known(path_within(W(NOT(C_), B_), 3, 3), 1 - 0.75 * 0.25);
    check_known(R(A_, NOT(C_)), 1);
}

/* Random formulas */

static int between; /* cases with a probability other than 0 and 1 */

static bool check_random(const struct chain *chain, const struct formula *f)
{
    mpq_t *x = exact_numbers(PATH_STATES), *wanted = exact_numbers(PATH_STATES);
    const bool known = exact_path(chain, f, path_atoms, wanted);
    if (known) {
        path_value(chain, f, x);
        assert_path_values(chain, f, x, wanted);
        bool any = false;
        for (uint32_t i = 0; i < chain_states(chain); i++)
            any |= mpq_sgn(x[i]) && mpq_cmp_ui(x[i], 1, 1);
        between += any;
    }
    exact_numbers_free(x, PATH_STATES);
    exact_numbers_free(wanted, PATH_STATES);
    return known;
}

static void random_formulas(void **state)
{
    const int cases = small_cases(5000);
    int known = 0;
    between = 0;
    for (int k = 0; k < cases; k++) {
        const bool rates = draw(4) == 0;
        struct chain chain = draw_path_chain(rates, PATH_STATES);
        path_trees_free();
        known +=
            check_random(&chain, draw_path_formula(k % 8 ? 2 + (int)draw(4) : 1, !rates, true));
        chain_free(&chain);
    }
    printf("%d of %d cases compared, %d of them neither 0 nor 1\n", known, cases, between);
    assert_true(known > cases * 9 / 10 && between > cases / 12);
}

/* A cycle through all states, and some other transitions. */
static struct chain draw_class(void)
{
    struct chain chain = draw_path_chain(false, PATH_STATES), out = {.type = CHAIN_DTMC};
    struct triplet triplet[2 * PATH_STATES];
    const uint32_t n = chain_states(&chain);
    uint64_t count = 0;
    uint8_t *label;
    for (uint32_t i = 0; i < n; i++) {
        triplet[count++] = (struct triplet){i, (i + 1) % n, 0.5};
        triplet[count++] = (struct triplet){i, (uint32_t)(draw(2) ? draw(n) : (i + 1) % n), 0.5};
    }
    assert_ok(csr_from_triplets(n, count, triplet, &out.transitions));
    assert_ok(chain_add_label(&out, "init", &label));
    label[0] = 1;
    chain_free(&chain);
    return out;
}

static void closed_classes_decide(void **state)
{
    const int cases = small_cases(4000);
    int ones = 0;
    for (int k = 0; k < cases; k++) {
        struct chain chain = draw_class();
        path_trees_free();
        struct formula *f = draw_nested_path(2 + (int)draw(2));
        mpq_t *x = exact_numbers(PATH_STATES);
        check_random(&chain, draw(2) ? G(F(f)) : F(G(f)));
        path_value(&chain, G(F(f)), x);
        ones += mpq_sgn(x[0]);
        exact_numbers_free(x, PATH_STATES);
        chain_free(&chain);
    }
    printf("infinitely often in %d of %d classes\n", ones, cases);
    assert_true(ones > cases / 4 && ones < cases);
}

/* P(f) + P(!f) = 1, also for formulas that are too large for the oracle. */
static void negations_complement(void **state)
{
    mpq_t *x = exact_numbers(PATH_STATES), *y = exact_numbers(PATH_STATES);
    for (int k = 0; k < small_cases(300); k++) {
        struct chain chain = draw_path_chain(draw(2), PATH_STATES);
        path_trees_free();
        struct formula *f = draw_path_formula(4 + (int)draw(4), chain.type == CHAIN_DTMC, true);
        path_value(&chain, f, x);
        path_value(&chain, NOT(f), y);
        for (uint32_t i = 0; i < chain_states(&chain); i++) {
            mpq_add(x[i], x[i], y[i]);
            mpq_set_ui(y[i], 1, 1);
        }
        assert_path_values(&chain, f, x, y);
        chain_free(&chain);
    }
    exact_numbers_free(x, PATH_STATES);
    exact_numbers_free(y, PATH_STATES);
}

/* Starts */

static void only_chosen_states_start(void **state)
{
    struct chain chain = known_path_chain();
    struct path_product product;
    const uint8_t last[] = {0, 0, 0, 0, 1}, none[5] = {0};
    path_trees_free();
    assert_ok(path_product_make(&chain, G(F(C_)), path_atoms, last, false, &product));
    assert_int_equal(product.start_of[0], UINT32_MAX);
    assert_int_equal(product.state_of[product.start_of[4]], 4);
    for (uint32_t k = 0; k < chain_states(&product.chain); k++) {
        assert_true(product.state_of[k] >= 3 && product.accepted[k] == 1);
        assert_int_equal(chain_label(&product.chain, "init")->holds[k], 0);
    }
    path_product_free(&product);
    assert_ok(path_product_make(&chain, F(C_), path_atoms, none, false, &product));
    assert_int_equal(chain_states(&product.chain), 0);
    path_product_free(&product);
    assert_ok(path_product_make(&chain, F(C_), path_atoms, NULL, false, &product));
    for (uint32_t k = 0; k < chain_states(&product.chain); k++)
        assert_int_equal(chain_label(&product.chain, "init")->holds[k], k == product.start_of[0]);
    path_product_free(&product);
    chain_free(&chain);
}

static void deadlocks_keep_their_label(void **state)
{
    struct chain chain = known_path_chain();
    struct path_product product;
    path_trees_free();
    chain_label(&chain, "deadlock")->holds[2] = 1;
    make_path_product(&chain, X(G(NOT(C_))), false, &product);
    for (uint32_t k = 0; k < chain_states(&product.chain); k++)
        assert_int_equal(chain_label(&product.chain, "deadlock")->holds[k],
                         product.state_of[k] == 2);
    path_product_free(&product);
    chain_free(&chain);
}

/* A cycle with a set for each state. */
enum { CYCLE = 70 };

static enum status visit_all(uint32_t sets, struct path_product *product)
{
    static uint8_t holds[CYCLE][CYCLE];
    const uint8_t *atoms[CYCLE];
    struct triplet triplet[CYCLE];
    struct chain chain = {.type = CHAIN_DTMC};
    path_trees_free();
    struct formula *f = path_leaf(FORMULA_TRUE);
    for (uint32_t k = 0; k < CYCLE; k++) {
        atoms[k] = holds[k];
        holds[k][k] = 1;
        triplet[k] = (struct triplet){k, (k + 1) % CYCLE, 1};
    }
    for (uint32_t k = sets; k-- > 0;) f = AND(path_atom(k), X(f));
    assert_ok(csr_from_triplets(CYCLE, CYCLE, triplet, &chain.transitions));
    const enum status status = path_product_make(&chain, f, atoms, NULL, false, product);
    chain_free(&chain);
    return status;
}

static void many_sets_have_one_bit_each(void **state)
{
    static const uint32_t counts[] = {1, 31, 32, 33, 62, 63};
    struct path_product product;
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        assert_ok(visit_all(counts[k], &product));
        for (uint32_t i = 0; i < CYCLE; i++) {
            uint32_t at = product.start_of[i];
            for (int step = 0; step < CYCLE; step++)
                at = product.chain.transitions.col[product.chain.transitions.row[at]];
            assert_int_equal(product.accepted[at], i == 0);
        }
        path_product_free(&product);
    }
    assert_int_equal(visit_all(64, &product), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "more than 63 sets of states"));
}

/* What is refused */

static void check_refused_formula(enum chain_type type, struct formula *f,
                                  const struct formula *where, const char *why)
{
    char text[32];
    struct path_product product;
    struct chain chain = known_path_chain();
    chain.type = type;
    assert_int_equal(path_product_make(&chain, f, path_atoms, NULL, false, &product), ERROR_INPUT);
    snprintf(text, sizeof text, "column %zu: ", where->column);
    if (strncmp(fail_message(), text, strlen(text)) || !strstr(fail_message(), why))
        fail_msg("%s instead of %s%s", fail_message(), text, why);
    assert_null(product.accepted);
    chain_free(&chain);
    path_trees_free();
}

static void bounds_are_whole_numbers_of_steps(void **state)
{
    struct formula *f = path_within(F(A_), -1, 3);
    check_refused_formula(CHAIN_CTMC, X(f), f, "steps of a CTMC are not counted");
    f = path_within(F(A_), -1, 3);
    f->bound.upper = path_number("2.5");
    check_refused_formula(CHAIN_DTMC, f, f->bound.upper, "must be a whole number");
    f = path_within(F(A_), 3000000000 + 1300000000, -1);
    check_refused_formula(CHAIN_DTMC, f, f->bound.lower, "too many");
}

static void other_trees_are_refused(void **state)
{
    struct formula *f = path_number("1");
    check_refused_formula(CHAIN_DTMC, X(AND(f, A_)), f, "sets of states");
    f = path_two(FORMULA_PLUS, X(A_), A_);
    check_refused_formula(CHAIN_DTMC, f, f, "path operator");
}

/* Each conjunct may hold from now on, or not yet. */
static void large_formulas_are_refused(void **state)
{
    struct path_product product;
    struct chain chain = known_path_chain();
    path_trees_free();
    struct formula *f = path_leaf(FORMULA_TRUE), *next = A_;
    for (int k = 0; k < 16; k++) {
        next = X(next);
        f = AND(f, OR(F(next), G(next)));
    }
    assert_int_equal(path_product_make(&chain, f, path_atoms, NULL, false, &product), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "the formula is too large"));
    chain_free(&chain);
}

static void memory_is_freed(void **state)
{
    struct path_product product;
    struct chain chain = known_path_chain();
    path_trees_free();
    struct formula *f = AND(G(OR(NOT(A_), F(C_))), OR(F(G(B_)), G(F(C_))));
    assert_memory_refused(50, path_product_make(&chain, f, path_atoms, NULL, false, &product));
    path_product_free(&product);
    f = U(NOT(B_), AND(A_, X(C_)));
    assert_memory_refused(20, path_product_make(&chain, f, path_atoms, NULL, true, &product));
    path_product_free(&product);
    chain_free(&chain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_formulas),
                                       cmocka_unit_test(weak_until_has_lower_bounds),
                                       cmocka_unit_test(random_formulas),
                                       cmocka_unit_test(closed_classes_decide),
                                       cmocka_unit_test(negations_complement),
                                       cmocka_unit_test(only_chosen_states_start),
                                       cmocka_unit_test(deadlocks_keep_their_label),
                                       cmocka_unit_test(many_sets_have_one_bit_each),
                                       cmocka_unit_test(bounds_are_whole_numbers_of_steps),
                                       cmocka_unit_test(other_trees_are_refused),
                                       cmocka_unit_test(large_formulas_are_refused),
                                       cmocka_unit_test(memory_is_freed)};
    seed_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
