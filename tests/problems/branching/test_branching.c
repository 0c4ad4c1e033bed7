/* E[...] and A[...] against the meaning of each operator, on all paths of a small chain that run
 * into a loop. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problems/branching/branching.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/path_case.h"
#include "tests/support/exact/small.h"
#include "tests/support/seed.h"

enum { FEW_STATES = 4, LONGEST = 13, LATEST = 24 };

/* A path: its first `length` states, the last of which leads back to number `back`. */
struct lasso {
    uint32_t state[LONGEST];
    uint32_t length, back;
};

static uint32_t place_at(const struct lasso *l, uint32_t time)
{
    if (time < l->length) return time;
    return l->back + (time - l->back) % (l->length - l->back);
}

static uint32_t first_step(const struct path_bound *bound)
{
    return bound->lower ? (uint32_t)atoi(bound->lower->text) + bound->lower_strict : 0;
}

/* One behind the last step. */
static uint32_t end_step(const struct path_bound *bound)
{
    return bound->upper ? (uint32_t)atoi(bound->upper->text) + !bound->upper_strict : LATEST;
}

/* Returns whether an operator holds from a place on, if bit k of a and b says whether its operands
 * hold at place k. By the meaning of each; what happens later than LATEST has happened before. */
static bool operator_holds(const struct formula *f, const struct lasso *l, uint32_t place,
                           uint32_t a, uint32_t b)
{
    const uint32_t end = end_step(&f->bound), first = first_step(&f->bound);
    bool all_a = true, any_a = false, only_a = true; /* before now; only_a: and never b */
    if (f->kind == FORMULA_NEXT) return b >> place_at(l, place + 1) & 1;
    for (uint32_t time = 0; time < end; time++) {
        const uint32_t at = place_at(l, place + time);
        const bool now_a = a >> at & 1, now_b = b >> at & 1, inside = time >= first;
        if (inside && f->kind == FORMULA_FINALLY && now_b) return true;
        if (inside && f->kind == FORMULA_GLOBALLY && !now_b) return false;
        if (inside && f->kind == FORMULA_UNTIL && now_b && all_a) return true;
        if (inside && f->kind == FORMULA_RELEASE && !now_b && !any_a) return false;
        if (inside && f->kind == FORMULA_WEAK_UNTIL && !now_a && !now_b && only_a) return false;
        all_a &= now_a;
        any_a |= now_a;
        only_a &= now_a && !now_b;
    }
    return f->kind != FORMULA_FINALLY && f->kind != FORMULA_UNTIL;
}

/* Returns the places of the path where the formula holds: bit k for place k. */
static uint32_t places(const struct formula *f, const struct lasso *l)
{
    const uint32_t a = f->nchildren ? places(f->child[0], l) : 0;
    const uint32_t b = f->nchildren > 1 ? places(f->child[1], l) : a;
    uint32_t found = 0;
    switch (f->kind) {
    case FORMULA_FALSE: return 0;
    case FORMULA_TRUE: return UINT32_MAX;
    case FORMULA_NOT: return ~a;
    case FORMULA_AND: return a & b;
    case FORMULA_OR: return a | b;
    case FORMULA_IMPLIES: return ~a | b;
    case FORMULA_IFF: return ~(a ^ b);
    case FORMULA_ATOM:
        for (uint32_t k = 0; k < l->length; k++)
            found |= (uint32_t)path_holds[f->atom][l->state[k]] << k;
        return found;
    default:
        for (uint32_t k = 0; k < l->length; k++)
            found |= (uint32_t)operator_holds(f, l, k, a, b) << k;
        return found;
    }
}

/* Whether some path satisfies a formula, and whether some path does not. */
struct seen {
    bool yes, no;
};

/* Looks at all paths that begin like this and go on for `most` states. */
static void look_at_paths(const struct chain *chain, struct lasso *l, uint32_t most,
                          const struct formula *f, struct seen *seen)
{
    const struct csr *a = &chain->transitions;
    const uint32_t last = l->state[l->length - 1];
    for (uint64_t k = a->row[last]; k < a->row[last + 1] && !(seen->yes && seen->no); k++) {
        for (l->back = 0; l->back < l->length; l->back++) {
            if (l->state[l->back] != a->col[k]) continue;
            const bool holds = places(f, l) & 1;
            seen->yes |= holds;
            seen->no |= !holds;
        }
        if (l->length == most) continue;
        l->state[l->length++] = a->col[k];
        look_at_paths(chain, l, most, f, seen);
        l->length--;
    }
}

struct counts {
    int both, yes, no; /* states with paths of both kinds, or of one */
};

/* Longer paths are looked at only where short ones do not show what was answered. */
static void check_state(const struct chain *chain, const struct formula *f, uint32_t i, bool exists,
                        bool always, struct counts *counts)
{
    static const uint32_t most[] = {8, LONGEST};
    struct seen seen = {0};
    for (int k = 0; k < 2 && (k == 0 || seen.yes < exists || seen.no < !always); k++)
        look_at_paths(chain, &(struct lasso){.state = {i}, .length = 1}, most[k], f, &seen);
    if (seen.yes != exists || seen.no == always) {
        print_path_case(chain, f);
        fail_msg("state %u: E %d, A %d", i, exists, always);
    }
    counts->both += seen.yes && seen.no;
    counts->yes += !seen.no;
    counts->no += !seen.yes;
}

static void check_quantifiers(const struct chain *chain, const struct formula *f,
                              struct counts *counts)
{
    uint8_t *exists, *always, *never;
    assert_ok(branching_holds(chain, true, f, path_atoms, &exists));
    assert_ok(branching_holds(chain, false, f, path_atoms, &always));
    assert_ok(branching_holds(chain, false, NOT((struct formula *)f), path_atoms, &never));
    for (uint32_t i = 0; i < chain_states(chain); i++) {
        assert_int_equal(exists[i], !never[i]);
        check_state(chain, f, i, exists[i], always[i], counts);
    }
    free(exists);
    free(always);
    free(never);
}

/* Two transitions a state at most, so that there are not too many paths. */
static bool is_narrow(const struct chain *chain)
{
    const struct csr *a = &chain->transitions;
    for (uint32_t i = 0; i < a->rows; i++)
        if (a->row[i + 1] - a->row[i] > 2) return false;
    return true;
}

/* One operator over sets of states. */
static struct formula *draw_operator(bool bounds)
{
    static const enum formula_kind kinds[] = {FORMULA_NEXT,  FORMULA_FINALLY,    FORMULA_GLOBALLY,
                                              FORMULA_UNTIL, FORMULA_WEAK_UNTIL, FORMULA_RELEASE};
    const enum formula_kind kind = kinds[draw(sizeof kinds / sizeof *kinds)];
    struct formula *b = draw_path_formula((int)draw(3), false, false);
    struct formula *f = kind < FORMULA_UNTIL
                            ? path_one(kind, b)
                            : path_two(kind, draw_path_formula((int)draw(3), false, false), b);
    if (bounds && kind != FORMULA_NEXT) draw_path_bound(f);
    return f;
}

/* With so many operators; 0: one over sets of states; above 5: nested. */
static struct formula *draw_case(int operators, bool bounds)
{
    if (operators == 0) return draw_operator(bounds);
    if (operators > 5) return draw_nested_path(operators - 4);
    return draw_path_formula(operators, bounds, true);
}

static void compare_random(int cases, int operators)
{
    int compared = 0;
    struct counts counts = {0};
    for (int k = 0; k < cases; k++) {
        const bool rates = draw(4) == 0, bounds = k % 2 == 0 && !rates;
        struct chain chain = draw_path_chain(rates, k % 4 < 2 ? FEW_STATES : FEW_STATES - 1);
        path_trees_free();
        if (is_narrow(&chain)) {
            check_quantifiers(&chain, draw_case(operators, bounds), &counts);
            compared++;
        }
        chain_free(&chain);
    }
    printf("%d compared; states with both kinds of paths %d, all good %d, all bad %d\n", compared,
           counts.both, counts.yes, counts.no);
    assert_true(compared > cases / 6 && counts.both > compared / 8);
    assert_true(counts.yes > compared / 4 && counts.no > compared / 4);
}

static void random_operators(void **state)
{
    compare_random(small_cases(2000), 0);
}

static void random_formulas(void **state)
{
    for (int operators = 1; operators <= 7; operators++)
        compare_random(small_cases(1000), operators);
}

static void check_states(struct formula *f, bool exists, const char *wanted)
{
    uint8_t *holds;
    char got[8] = "";
    struct chain chain = known_path_chain();
    assert_ok(branching_holds(&chain, exists, f, path_atoms, &holds));
    for (int i = 0; i < 5; i++) got[i] = (char)('0' + holds[i]);
    assert_string_equal(got, wanted);
    free(holds);
    chain_free(&chain);
    path_trees_free();
}

/* State 1 is left with probability 1, but a path can stay. */
static void known_paths(void **state)
{
    path_trees_free();
    check_states(G(A_), true, "01000");
    check_states(F(A_), true, "11000");
    check_states(F(OR(B_, C_)), true, "11111");
    check_states(F(OR(B_, C_)), false, "00111");
    check_states(X(B_), true, "10100");
    check_states(X(B_), false, "00100");
    check_states(U(NOT(C_), C_), true, "11011");
    check_states(path_within(F(C_), -1, 2), true, "11011");
    check_states(path_within(F(C_), -1, 1), true, "01011");
    check_states(path_within(F(C_), 1000000000, -1), true, "11011");
    check_states(path_within(G(NOT(C_)), 1000000000, -1), true, "11100");
    check_states(path_within(U(A_, C_), 1000000000, -1), true, "01000");
}

static void known_formulas(void **state)
{
    path_trees_free();
    check_states(G(X(F(X(C_)))), true, "11011");
    check_states(G(X(F(X(C_)))), false, "00011");
    check_states(AND(G(F(A_)), G(F(NOT(A_)))), true, "00000");
    check_states(AND(G(F(C_)), G(F(NOT(C_)))), true, "11011");
    check_states(AND(G(F(C_)), G(F(NOT(C_)))), false, "00011");
    check_states(F(G(A_)), true, "11000");
    check_states(F(G(A_)), false, "00000");
    check_states(F(G(B_)), false, "00100");
    check_states(G(F(NOT(C_))), false, "11111");
    check_states(U(NOT(B_), U(A_, C_)), true, "11011");
    check_states(U(NOT(B_), U(A_, C_)), false, "00011");
    check_states(U(U(NOT(C_), A_), C_), true, "11010");
    check_states(NOT(F(A_)), true, "10111");
    check_states(NOT(F(A_)), false, "00111");
    check_states(G(path_within(F(C_), -1, 2)), true, "11011");
    check_states(G(path_within(F(C_), -1, 1)), true, "01011");
    check_states(IMPLIES(G(F(NOT(A_))), F(OR(B_, C_))), false, "11111");
}

static void formulas_without_path_operators(void **state)
{
    path_trees_free();
    for (int exists = 0; exists < 2; exists++) {
        check_states(A_, exists, "01000");
        check_states(IMPLIES(A_, B_), exists, "10111");
        check_states(path_leaf(FORMULA_TRUE), exists, "11111");
        check_states(path_leaf(FORMULA_FALSE), exists, "00000");
        check_states(G(F(path_leaf(FORMULA_FALSE))), exists, "00000");
        check_states(X(path_leaf(FORMULA_TRUE)), exists, "11111");
    }
}

static void check_refused_path(enum chain_type type, struct formula *f, const struct formula *where,
                               const char *why)
{
    char text[32];
    uint8_t *holds;
    struct chain chain = known_path_chain();
    chain.type = type;
    assert_int_equal(branching_holds(&chain, true, f, path_atoms, &holds), ERROR_INPUT);
    snprintf(text, sizeof text, "column %zu: ", where->column);
    if (strncmp(fail_message(), text, strlen(text)) || !strstr(fail_message(), why))
        fail_msg("%s instead of %s%s", fail_message(), text, why);
    assert_null(holds);
    chain_free(&chain);
    path_trees_free();
}

static void other_formulas_are_refused(void **state)
{
    path_trees_free();
    struct formula *f = path_number("1");
    check_refused_path(CHAIN_DTMC, U(A_, NOT(f)), f, "sets of states");
    f = path_number("1");
    check_refused_path(CHAIN_DTMC, G(X(f)), f, "sets of states");
    f = path_within(G(A_), -1, 2);
    check_refused_path(CHAIN_CTMC, F(f), f, "steps of a CTMC");
    f = path_within(G(A_), -1, 2);
    check_refused_path(CHAIN_CTMC, f, f, "steps of a CTMC");
    f = path_within(G(A_), -1, 2);
    f->bound.upper = path_number("x");
    check_refused_path(CHAIN_DTMC, f, f->bound.upper, "whole number");
}

static void check_too_large(struct formula *f, const char *why)
{
    uint8_t *holds;
    struct chain chain = known_path_chain();
    assert_int_equal(branching_holds(&chain, true, f, path_atoms, &holds), ERROR_INPUT);
    if (!strstr(fail_message(), why)) fail_msg("%s instead of %s", fail_message(), why);
    assert_null(holds);
    chain_free(&chain);
    path_trees_free();
}

/* X a U c, X X a U c, and so on; with 65 of them, all can be put off at once. Each of F X a, F X X
 * a and so on can come true or not; dead: then a last part fails each time. */
static void too_large_formulas_are_refused(void **state)
{
    path_trees_free();
    struct formula *c = C_, *x = X(A_), *f = path_leaf(FORMULA_TRUE);
    for (int k = 0; k < 65; k++, x = X(x)) f = AND(f, U(x, c));
    check_too_large(f, "more than 64 operators U");
    for (int dead = 0; dead < 2; dead++) {
        x = X(A_);
        f = path_leaf(FORMULA_TRUE);
        for (int k = 0; k < 40; k++, x = X(x)) f = AND(f, F(x));
        check_too_large(dead ? AND(f, U(B_, C_)) : f, "too many of its parts");
    }
    check_too_large(G(path_within(F(B_), 5000, 5000)), "too many of its parts");
}

static void memory_is_freed(void **state)
{
    uint8_t *holds;
    struct chain chain = known_path_chain();
    path_trees_free();
    struct formula *formulas[] = {G(A_), U(A_, C_), path_within(F(C_), 2, -1),
                                  AND(G(F(U(A_, X(C_)))), F(R(A_, X(B_)))),
                                  NOT(G(path_within(F(C_), 1, 2)))};
    for (size_t k = 0; k < sizeof formulas / sizeof *formulas; k++) {
        assert_memory_refused(5, branching_holds(&chain, true, formulas[k], path_atoms, &holds));
        free(holds);
    }
    chain_free(&chain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_operators),
                                       cmocka_unit_test(random_formulas),
                                       cmocka_unit_test(known_paths),
                                       cmocka_unit_test(known_formulas),
                                       cmocka_unit_test(formulas_without_path_operators),
                                       cmocka_unit_test(other_formulas_are_refused),
                                       cmocka_unit_test(too_large_formulas_are_refused),
                                       cmocka_unit_test(memory_is_freed)};
    seed_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
