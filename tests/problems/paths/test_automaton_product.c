/* Products of random chains and random deterministic automata, from files with any acceptance,
 * against another way to the same probabilities in exact fractions; and what is refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/formats/hoa/hoa.h"
#include "problems/paths/automaton_product.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/path_case.h"
#include "tests/support/exact/path_oracle.h"
#include "tests/support/exact/path_value.h"
#include "tests/support/exact/small.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

enum { PLACES = 4, LETTERS = 1 << PATH_ATOMS, SETS = 3, CLAUSES = 3, LITERALS = 2, NOWHERE = -1 };

/* A conjunction of disjunctions; a literal is Inf or Fin of a set or of what is outside of it. */
struct drawn_literal {
    bool fin, outside;
    uint32_t set;
};

struct drawn {
    uint32_t n, initial;
    int target[PLACES][LETTERS]; /* NOWHERE: no edge */
    uint32_t marks[PLACES], edge_marks[PLACES][LETTERS];
    uint32_t nclauses, nliterals[CLAUSES];
    struct drawn_literal literal[CLAUSES][LITERALS];
};

static struct drawn draw_automaton(void)
{
    struct drawn d = {.n = draw(8) ? PLACES : 1 + (uint32_t)draw(PLACES),
                      .nclauses = (uint32_t)draw(CLAUSES + 1)};
    const bool complete = draw(4) > 0, ascends = draw(4) > 0; /* then paths end in few places */
    d.initial = ascends ? 0 : (uint32_t)draw(d.n);
    for (uint32_t q = 0; q < d.n; q++) {
        const bool stays = ascends && q > 0 && draw(3) > 0;
        d.marks[q] = draw(3) ? 0 : (uint32_t)draw(1 << SETS);
        for (uint32_t v = 0; v < LETTERS; v++) {
            const uint32_t to = stays     ? q
                                : ascends ? q + (uint32_t)draw(d.n - q)
                                          : (uint32_t)draw(d.n);
            d.target[q][v] = complete || draw(24) ? (int)to : NOWHERE;
            d.edge_marks[q][v] = draw(2) ? 0 : (uint32_t)draw(1 << SETS);
        }
    }
    for (uint32_t c = 0; c < d.nclauses; c++) {
        d.nliterals[c] = 1 + (uint32_t)draw(LITERALS);
        for (uint32_t k = 0; k < d.nliterals[c]; k++)
            d.literal[c][k] =
                (struct drawn_literal){draw(2) == 0, draw(4) == 0, (uint32_t)draw(SETS)};
    }
    return d;
}

static void put_marks(uint32_t marks, char **out)
{
    if (!marks) return;
    assert_ok(append_text(out, " {"));
    for (uint32_t k = 0; k < SETS; k++)
        if (marks >> k & 1) assert_ok(append_text(out, "%u ", k));
    assert_ok(append_text(out, "}"));
}

static void put_acceptance(const struct drawn *d, char **out)
{
    assert_ok(append_text(out, "Acceptance: %d ", SETS));
    if (!d->nclauses) assert_ok(append_text(out, "t"));
    for (uint32_t c = 0; c < d->nclauses; c++) {
        assert_ok(append_text(out, "%s(", c ? " & " : ""));
        for (uint32_t k = 0; k < d->nliterals[c]; k++) {
            const struct drawn_literal *l = &d->literal[c][k];
            assert_ok(append_text(out, "%s%s(%s%u)", k ? "|" : "", l->fin ? "Fin" : "Inf",
                                  l->outside ? "!" : "", l->set));
        }
        assert_ok(append_text(out, ")"));
    }
}

static void write_automaton(const struct drawn *d)
{
    char *text = NULL;
    assert_ok(append_text(&text, "HOA: v1\nStates: %u\nStart: %u\nAP: 3 \"a\" \"b\" \"c\"\n", d->n,
                          d->initial));
    put_acceptance(d, &text);
    assert_ok(append_text(&text, "\n--BODY--\n"));
    for (uint32_t q = 0; q < d->n; q++) {
        assert_ok(append_text(&text, "State: %u", q));
        put_marks(d->marks[q], &text);
        for (uint32_t v = 0; v < LETTERS; v++) {
            if (d->target[q][v] == NOWHERE) continue;
            assert_ok(append_text(&text, "\n[%s0 & %s1 & %s2] %d", v & 1 ? "" : "!",
                                  v & 2 ? "" : "!", v & 4 ? "" : "!", d->target[q][v]));
            put_marks(d->edge_marks[q][v], &text);
        }
        assert_ok(append_text(&text, "\n"));
    }
    assert_ok(append_text(&text, "--END--\n"));
    scratch_write("a.hoa", text);
    free(text);
}

/* Another way: pairs of a state and the automaton's state before it reads it. */

enum { MOST = PATH_STATES * PLACES + 1 };

struct pairs {
    uint32_t n; /* the last one is rejection */
    uint32_t marks[MOST];
    bool reach[MOST][MOST];
};

static uint32_t letter_of(uint32_t i)
{
    return (uint32_t)(path_holds[0][i] | path_holds[1][i] << 1 | path_holds[2][i] << 2);
}

static mpq_t *make_pairs(const struct drawn *d, const struct chain *chain, struct pairs *out)
{
    const uint32_t n = chain_states(chain), all = n * d->n + 1;
    mpq_t *from = exact_transitions(chain), *p = exact_numbers((uint64_t)all * all);
    *out = (struct pairs){.n = all};
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t q = 0; q < d->n; q++) {
            const uint32_t x = i * d->n + q, v = letter_of(i);
            out->marks[x] = d->marks[q] | d->edge_marks[q][v];
            if (d->target[q][v] == NOWHERE) mpq_set_ui(p[x * all + all - 1], 1, 1);
            for (uint32_t j = 0; j < n && d->target[q][v] != NOWHERE; j++)
                mpq_set(p[x * all + j * d->n + (uint32_t)d->target[q][v]], from[i * n + j]);
        }
    mpq_set_ui(p[all * all - 1], 1, 1);
    for (uint32_t x = 0; x < all; x++)
        for (uint32_t y = 0; y < all; y++) out->reach[x][y] = x == y || mpq_sgn(p[x * all + y]);
    for (uint32_t k = 0; k < all; k++)
        for (uint32_t x = 0; x < all; x++)
            for (uint32_t y = 0; y < all; y++)
                out->reach[x][y] |= out->reach[x][k] && out->reach[k][y];
    exact_numbers_free(from, (uint64_t)n * n);
    return p;
}

static bool visits(const struct pairs *pairs, uint32_t x, const struct drawn_literal *l)
{
    bool found = false;
    for (uint32_t y = 0; y < pairs->n; y++)
        if (pairs->reach[x][y]) found |= (pairs->marks[y] >> l->set & 1) != l->outside;
    return found != l->fin;
}

/* Whether x is in a closed class that satisfies the acceptance. */
static bool accepts(const struct drawn *d, const struct pairs *pairs, uint32_t x)
{
    bool good = !pairs->reach[x][pairs->n - 1];
    for (uint32_t y = 0; y < pairs->n; y++) good &= !pairs->reach[x][y] || pairs->reach[y][x];
    for (uint32_t c = 0; c < d->nclauses && good; c++) {
        bool any = false;
        for (uint32_t k = 0; k < d->nliterals[c]; k++) any |= visits(pairs, x, &d->literal[c][k]);
        good = any;
    }
    return good;
}

static void other_value(const struct drawn *d, const struct chain *chain, mpq_t *x)
{
    struct pairs pairs;
    uint8_t goal[MOST];
    mpq_t *p = make_pairs(d, chain, &pairs), *y = exact_numbers(MOST);
    for (uint32_t k = 0; k < pairs.n; k++) goal[k] = accepts(d, &pairs, k);
    exact_until(pairs.n, p, NULL, goal, y);
    for (uint32_t i = 0; i < chain_states(chain); i++) mpq_set(x[i], y[i * d->n + d->initial]);
    exact_numbers_free(p, (uint64_t)pairs.n * pairs.n);
    exact_numbers_free(y, MOST);
}

static void random_automata(void **state)
{
    int between = 0;
    mpq_t *x = exact_numbers(PATH_STATES), *wanted = exact_numbers(PATH_STATES);
    for (int k = 0; k < small_cases(1000); k++) {
        struct automaton automaton;
        struct path_product product;
        struct chain chain = draw_path_chain(draw(2), PATH_STATES);
        const struct drawn d = draw_automaton();
        write_automaton(&d);
        assert_ok(hoa_read_general(scratch_path("a.hoa"), &automaton));
        assert_ok(automaton_product_make(&chain, &automaton, path_atoms, NULL, &product));
        path_product_value(&chain, &product, x);
        other_value(&d, &chain, wanted);
        for (uint32_t i = 0; i < chain_states(&chain); i++) {
            if (!mpq_equal(x[i], wanted[i]))
                fail_msg("case %d, state %u: %g instead of %g", k, i, mpq_get_d(x[i]),
                         mpq_get_d(wanted[i]));
            between += mpq_sgn(x[i]) > 0 && mpq_cmp_ui(x[i], 1, 1) < 0;
        }
        path_product_free(&product);
        automaton_free(&automaton);
        chain_free(&chain);
    }
    printf("%d values between 0 and 1\n", between);
    assert_true(between > 20);
    exact_numbers_free(x, PATH_STATES);
    exact_numbers_free(wanted, PATH_STATES);
}

/* Known automata against formulas. */

#define HEAD(n, acceptance)                                                              \
    "HOA: v1\nStates: " n "\nStart: 0\nAP: 3 \"a\" \"b\" \"c\"\nAcceptance: " acceptance \
    "\n--BODY--\n"

static void assert_same_as(struct chain *chain, const char *text, const struct formula *f)
{
    struct automaton automaton;
    struct path_product product;
    mpq_t *x = exact_numbers(PATH_STATES), *wanted = exact_numbers(PATH_STATES);
    scratch_write("a.hoa", text);
    assert_ok(hoa_read_general(scratch_path("a.hoa"), &automaton));
    assert_ok(automaton_product_make(chain, &automaton, path_atoms, NULL, &product));
    path_product_value(chain, &product, x);
    path_value(chain, f, wanted);
    assert_path_values(chain, f, x, wanted);
    path_product_free(&product);
    automaton_free(&automaton);
    exact_numbers_free(x, PATH_STATES);
    exact_numbers_free(wanted, PATH_STATES);
}

static void automata_of_formulas(void **state)
{
    for (int k = 0; k < small_cases(200); k++) {
        struct chain chain = draw_path_chain(draw(2), PATH_STATES);
        path_trees_free();
        assert_same_as(&chain, HEAD("1", "1 Inf(0)") "State: 0 [0] 0 {0} [!0] 0\n--END--\n",
                       G(F(A_)));
        assert_same_as(&chain, HEAD("1", "1 Fin(0)") "State: 0 [!0] 0 {0} [0] 0\n--END--\n",
                       F(G(A_)));
        assert_same_as(&chain,
                       HEAD("1", "2 Fin(0) & Inf(1)") "State: 0 [!0&!1] 0 {0} [!0&1] 0 {0 1}"
                                                      " [0&!1] 0 [0&1] 0 {1}\n--END--\n",
                       AND(F(G(A_)), G(F(B_))));
        assert_same_as(&chain, HEAD("2", "0 t") "State: 0 [1] 1 [0&!1] 0 State: [t] 1 1\n--END--\n",
                       W(A_, B_));
        assert_same_as(&chain,
                       HEAD("2", "1 Inf(0)") "State: 0 [1] 1 [0&!1] 0\n"
                                             "State: 1 {0} [t] 1\n--END--\n",
                       U(A_, B_));
        assert_same_as(&chain, HEAD("1", "0 f") "State: 0 [t] 0\n--END--\n",
                       path_leaf(FORMULA_FALSE));
        chain_free(&chain);
    }
}

/* What is refused */

static void check_refused_product(const char *text, const char *why)
{
    struct automaton automaton;
    struct path_product product;
    struct chain chain = known_path_chain();
    scratch_write("a.hoa", text);
    enum status status = hoa_read_general(scratch_path("a.hoa"), &automaton);
    if (status == OK)
        status = automaton_product_make(&chain, &automaton, path_atoms, NULL, &product);
    assert_int_equal(status, ERROR_INPUT);
    if (!strstr(fail_message(), why)) fail_msg("%s instead of %s", fail_message(), why);
    automaton_free(&automaton);
    chain_free(&chain);
}

static void what_is_refused(void **state)
{
    check_refused_product(HEAD("2", "1 Inf(0)") "State: 0 [t] 0 [0] 1 State: 1 [t] 1\n--END--\n",
                          "not deterministic: two edges from its state 0");
    check_refused_product(HEAD("1", "1 Inf(0)") "State: 0 [t] 0 [0] 0 {0}\n--END--\n",
                          "not deterministic");
    check_refused_product(HEAD("1", "1 Inf(1)") "--END--",
                          ":5: column 19: expected an acceptance set (0 to 0)");
    check_refused_product(HEAD("1", "0 Inf(0)") "--END--",
                          "an acceptance set, of which there are none");
    check_refused_product(HEAD("1", "33 t") "--END--", "the number of acceptance sets (0 to 32)");
    check_refused_product(HEAD("1", "1 Inf(0) &") "--END--", "is no formula of Inf(k) and Fin(k)");
    check_refused_product(HEAD("1", "1 Inf(0) Fin(0)") "--END--", "is no formula of");
    check_refused_product(HEAD("1", "1 Inf 0") "--END--", "expected '(', found '0'");
    check_refused_product(HEAD("1", "1 x") "--END--", "expected Inf(k), Fin(k), t, f");
    check_refused_product(HEAD("1", "1 Inf(0)") "State: 0 [t] 0 {1}\n--END--\n",
                          ":7: column 17: expected an acceptance set (0 to 0), found '1}'");
}

/* Two edges for letters that no state is do not matter, nor do edges to the same place. */
static void only_letters_of_the_chain_count(void **state)
{
    struct chain chain = known_path_chain(); /* no state has both a and b */
    path_trees_free();
    assert_same_as(
        &chain,
        HEAD("2", "1 Inf(0)") "State: 0 [0] 1 [!0] 0 [0&1] 0 State: 1 {0} [t] 1 [0] 1\n--END--\n",
        F(A_));
    chain_free(&chain);
}

static void memory_is_given_back(void **state)
{
    struct automaton automaton;
    struct path_product product;
    struct chain chain = known_path_chain();
    scratch_write("a.hoa", HEAD("1", "1 (Inf(0)|Fin(0))") "State: 0 [0] 0 {0} [!0] 0\n--END--\n");
    assert_memory_refused(10, hoa_read_general(scratch_path("a.hoa"), &automaton));
    assert_memory_refused(15,
                          automaton_product_make(&chain, &automaton, path_atoms, NULL, &product));
    path_product_free(&product);
    automaton_free(&automaton);
    chain_free(&chain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_automata), cmocka_unit_test(automata_of_formulas),
        cmocka_unit_test(what_is_refused), cmocka_unit_test(only_letters_of_the_chain_count),
        cmocka_unit_test(memory_is_given_back)};
    seed_begin();
    return cmocka_run_group_tests(tests, scratch_create, scratch_remove);
}
