/* Rewards until path formulas: products that show when a path has satisfied one, against monitors
 * in exact fractions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka.h"
#include "tests/support/exact/path_case.h"
#include "tests/support/exact/path_oracle.h"
#include "tests/support/exact/path_value.h"
#include "tests/support/exact/small.h"
#include "tests/support/seed.h"

/* Rewards until a formula: a monitor of four states reads the path; 3: satisfied. */

enum { SATISFIED = 3, MONITOR = 4 };

static uint32_t both_seen(uint32_t m, bool a, bool b)
{
    return m | a | (uint32_t)b << 1;
}

static uint32_t pair_seen(uint32_t m, bool a, bool b)
{
    return m == SATISFIED || (m == 1 && b) ? SATISFIED : a;
}

static uint32_t until_seen(uint32_t m, bool a, bool b)
{
    return m ? m : b ? SATISFIED : a ? 0 : 2;
}

/* 0 at first, then 1. */
static uint32_t later_seen(uint32_t m, bool a, bool b)
{
    return m == SATISFIED || (m && a) ? SATISFIED : 1;
}

/* 0 at first, then 1; 2: the second state was without a. */
static uint32_t next_seen(uint32_t m, bool a, bool b)
{
    return m == 0 ? 1 : m == 1 ? a ? SATISFIED : 2 : m;
}

typedef uint32_t (*monitor)(uint32_t m, bool a, bool b);

/* x = expected sum until satisfied, sure[i] = 1 where it is defined. */
static void monitored(const struct chain *chain, monitor step, const double *reward, mpq_t *x,
                      uint8_t *sure)
{
    const uint32_t n = chain_states(chain), all = MONITOR * n;
    mpq_t *from = exact_transitions(chain), *p = exact_numbers((uint64_t)all * all);
    mpq_t *y = exact_numbers(all);
    uint8_t goal[MONITOR * PATH_STATES];
    double each[MONITOR * PATH_STATES];
    for (uint32_t i = 0; i < all; i++) {
        goal[i] = i % MONITOR == SATISFIED;
        each[i] = reward[i / MONITOR];
        for (uint32_t j = 0; j < n; j++) {
            const uint32_t to = MONITOR * j + step(i % MONITOR, path_holds[0][j], path_holds[1][j]);
            mpq_set(p[(uint64_t)i * all + to], from[i / MONITOR * n + j]);
        }
    }
    exact_until(all, p, NULL, goal, y);
    for (uint32_t i = 0; i < n && i < PATH_STATES; i++)
        sure[i] = !mpq_cmp_ui(y[MONITOR * i + step(0, path_holds[0][i], path_holds[1][i])], 1, 1);
    exact_reward(all, p, goal, each, y);
    for (uint32_t i = 0; i < n; i++)
        mpq_set(x[i], y[MONITOR * i + step(0, path_holds[0][i], path_holds[1][i])]);
    exact_numbers_free(from, (uint64_t)n * n);
    exact_numbers_free(p, (uint64_t)all * all);
    exact_numbers_free(y, all);
}

static void product_reward(const struct chain *chain, const struct formula *f, const double *reward,
                           mpq_t *x)
{
    struct path_product product;
    make_path_product(chain, f, true, &product);
    const uint32_t n = chain_states(&product.chain);
    double *each = malloc(n * sizeof *each);
    mpq_t *p = exact_transitions(&product.chain), *y = exact_numbers(n);
    for (uint32_t k = 0; k < n; k++) each[k] = reward[product.state_of[k]];
    exact_reward(n, p, product.accepted, each, y);
    for (uint32_t i = 0; i < chain_states(chain); i++) mpq_set(x[i], y[product.start_of[i]]);
    exact_numbers_free(p, (uint64_t)n * n);
    exact_numbers_free(y, n);
    free(each);
    path_product_free(&product);
}

static int sure_states; /* that were compared */

static void check_reward(const struct chain *chain, const struct formula *f, monitor step)
{
    double reward[PATH_STATES];
    uint8_t sure[PATH_STATES];
    mpq_t *x = exact_numbers(PATH_STATES), *wanted = exact_numbers(PATH_STATES);
    for (int i = 0; i < PATH_STATES; i++) reward[i] = (double)draw(5);
    monitored(chain, step, reward, wanted, sure);
    product_reward(chain, f, reward, x);
    for (uint32_t i = 0; i < chain_states(chain); i++) {
        sure_states += sure[i];
        if (!sure[i]) mpq_set(x[i], wanted[i]);
    }
    assert_path_values(chain, f, x, wanted);
    exact_numbers_free(x, PATH_STATES);
    exact_numbers_free(wanted, PATH_STATES);
}

/* Neither a nor b holds everywhere, or nowhere, and they are not the same, nor complements: such
 * sets make a formula simpler, and then it is satisfied earlier. */
static bool sets_differ(uint32_t n)
{
    bool found[4] = {false};
    for (uint32_t i = 0; i < n; i++) found[2 * path_holds[0][i] + path_holds[1][i]] = true;
    return found[0] + found[1] + found[2] + found[3] >= 3;
}

static void rewards_until_formulas(void **state)
{
    sure_states = 0;
    for (int k = 0; k < small_cases(200); k++) {
        struct chain chain = draw_path_chain(draw(2), PATH_STATES);
        path_trees_free();
        struct formula *a = A_, *b = B_;
        while (!sets_differ(chain_states(&chain))) {
            chain_free(&chain);
            chain = draw_path_chain(draw(2), PATH_STATES);
        }
        check_reward(&chain, AND(F(a), F(b)), both_seen);
        check_reward(&chain, F(AND(a, X(b))), pair_seen);
        check_reward(&chain, U(a, b), until_seen);
        check_reward(&chain, NOT(R(NOT(a), NOT(b))), until_seen);
        check_reward(&chain, X(F(a)), later_seen);
        check_reward(&chain, F(X(a)), later_seen);
        check_reward(&chain, X(a), next_seen);
        chain_free(&chain);
    }
    printf("%d states compared\n", sure_states);
    assert_true(sure_states > 1000);
}

/* x = expected sum of rewards until the product accepts. */
static void assert_same_rewards(const struct chain *chain, const struct formula *f,
                                const struct formula *g)
{
    double reward[PATH_STATES];
    mpq_t *x = exact_numbers(PATH_STATES), *wanted = exact_numbers(PATH_STATES);
    for (int i = 0; i < PATH_STATES; i++) reward[i] = (double)(1 + draw(5));
    product_reward(chain, f, reward, wanted);
    product_reward(chain, g, reward, x);
    assert_path_values(chain, g, x, wanted);
    exact_numbers_free(x, PATH_STATES);
    exact_numbers_free(wanted, PATH_STATES);
}

/* Returns whether f is co-safe, and then compares it with parts that hold one step later. */
static bool check_waiting(const struct chain *chain, struct formula *f)
{
    struct path_product product;
    struct formula *next = path_atom((uint32_t)draw(PATH_ATOMS)), *all = path_leaf(FORMULA_TRUE);
    if (path_product_make(chain, f, path_atoms, NULL, true, &product) != OK) return false;
    path_product_free(&product);
    assert_same_rewards(chain, AND(f, X(all)), AND(f, OR(X(next), NOT(X(next)))));
    assert_same_rewards(chain, AND(f, X(all)), AND(f, X(OR(next, NOT(next)))));
    assert_same_rewards(chain, X(X(f)), X(AND(X(all), X(f))));
    return true;
}

/* X true, and X a | X !a, is satisfied when the next state is read and not before, as in PRISM: its
 * reward is that of one step. */
static void next_is_waited_for(void **state)
{
    int compared = 0;
    for (int k = 0; k < small_cases(500); k++) {
        struct chain chain = draw_path_chain(draw(2), PATH_STATES);
        path_trees_free();
        compared += check_waiting(&chain, draw_path_formula((int)draw(4), false, true));
        chain_free(&chain);
    }
    assert_true(compared > 50);
}

/* What a co-safe product accepts is reached with the formula's probability, by two other ways. */
static void co_safe_probabilities(void **state)
{
    struct path_product product;
    int taken = 0;
    mpq_t *x = exact_numbers(PATH_STATES), *wanted = exact_numbers(PATH_STATES);
    for (int k = 0; k < small_cases(1000); k++) {
        struct chain chain = draw_path_chain(draw(2), PATH_STATES);
        path_trees_free();
        struct formula *f = draw_path_formula(1 + (int)draw(5), chain.type == CHAIN_DTMC, true);
        const enum status status = path_product_make(&chain, f, path_atoms, NULL, true, &product);
        if (status == OK) {
            taken++;
            path_product_value(&chain, &product, x);
            path_value(&chain, f, wanted);
            assert_path_values(&chain, f, x, wanted);
            if (exact_path(&chain, f, path_atoms, wanted)) assert_path_values(&chain, f, x, wanted);
        } else {
            assert_int_equal(status, ERROR_INPUT);
            assert_non_null(strstr(fail_message(), "a reward until a formula"));
        }
        path_product_free(&product);
        chain_free(&chain);
    }
    exact_numbers_free(x, PATH_STATES);
    exact_numbers_free(wanted, PATH_STATES);
    assert_true(taken > 100);
}

/* What is refused */

static void check_refused_formula(struct formula *f, const struct formula *where, const char *why)
{
    char text[32];
    struct path_product product;
    struct chain chain = known_path_chain();
    assert_int_equal(path_product_make(&chain, f, path_atoms, NULL, true, &product), ERROR_INPUT);
    snprintf(text, sizeof text, "column %zu: ", where->column);
    if (strncmp(fail_message(), text, strlen(text)) || !strstr(fail_message(), why))
        fail_msg("%s instead of %s%s", fail_message(), text, why);
    assert_null(product.accepted);
    chain_free(&chain);
    path_trees_free();
}

static void what_is_not_co_safe_is_refused(void **state)
{
    static const char *const why = "a reward until a formula";
    struct formula *f = G(A_);
    check_refused_formula(AND(F(B_), f), f, why);
    f = F(A_);
    check_refused_formula(IMPLIES(f, X(B_)), f, why);
    f = U(A_, B_);
    check_refused_formula(IFF(X(A_), f), f, why);
    f = W(A_, B_);
    check_refused_formula(X(f), f, why);
    f = R(A_, B_);
    check_refused_formula(NOT(NOT(f)), f, why);
    f = G(X(C_));
    check_refused_formula(path_within(W(NOT(f), A_), 1, 3), f, why);
    f = path_within(G(A_), 2, -1);
    check_refused_formula(f, f, why);
}

static void memory_is_freed(void **state)
{
    struct path_product product;
    struct chain chain = known_path_chain();
    path_trees_free();
    struct formula *f = U(NOT(B_), AND(A_, OR(X(C_), X(NOT(C_)))));
    assert_memory_refused(20, path_product_make(&chain, f, path_atoms, NULL, true, &product));
    path_product_free(&product);
    chain_free(&chain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rewards_until_formulas),
                                       cmocka_unit_test(next_is_waited_for),
                                       cmocka_unit_test(co_safe_probabilities),
                                       cmocka_unit_test(what_is_not_co_safe_is_refused),
                                       cmocka_unit_test(memory_is_freed)};
    seed_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
