/* E[...] and A[...] of one path operator against their definitions, on all paths of a small chain
 * that run into a loop. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problems/paths/branching.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/path_case.h"
#include "tests/support/exact/small.h"
#include "tests/support/seed.h"

enum { FEW_STATES = 4, LONGEST = 9, LATEST = 40 };

/* A path: its first `length` states, the last of which leads back to number `back`. */
struct lasso {
    uint32_t state[LONGEST];
    uint32_t length, back;
};

static uint32_t state_at(const struct lasso *l, uint32_t time)
{
    if (time < l->length) return l->state[time];
    return l->state[l->back + (time - l->back) % (l->length - l->back)];
}

static bool is_true(const struct formula *f, uint32_t state)
{
    const bool a = f->nchildren && is_true(f->child[0], state);
    const bool b = f->nchildren > 1 && is_true(f->child[1], state);
    switch (f->kind) {
    case FORMULA_ATOM: return path_holds[f->atom][state];
    case FORMULA_NOT: return !a;
    case FORMULA_AND: return a && b;
    case FORMULA_OR: return a || b;
    case FORMULA_IMPLIES: return b || !a;
    case FORMULA_IFF: return a == b;
    default: return f->kind == FORMULA_TRUE;
    }
}

static bool is_true_at(const struct formula *f, const struct lasso *l, uint32_t time)
{
    return is_true(f, state_at(l, time));
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

/* By the meaning of each operator; what happens later than LATEST has happened before. */
static bool satisfies(const struct lasso *l, const struct formula *f)
{
    const struct formula *a = f->child[0], *b = f->child[f->nchildren - 1];
    const uint32_t end = end_step(&f->bound);
    bool all_a = true, any_a = false, only_a = true; /* before now; only_a: and never b */
    if (f->kind == FORMULA_NEXT) return is_true_at(b, l, 1);
    for (uint32_t time = 0; time < end; time++) {
        const bool now_a = is_true_at(a, l, time), now_b = is_true_at(b, l, time);
        const bool inside = time >= first_step(&f->bound);
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

/* Returns whether a path that begins like this satisfies the formula, or does not. */
static bool some_path(const struct chain *chain, struct lasso *l, const struct formula *f,
                      bool wanted)
{
    const struct csr *a = &chain->transitions;
    const uint32_t last = l->state[l->length - 1];
    for (uint64_t k = a->row[last]; k < a->row[last + 1]; k++) {
        for (l->back = 0; l->back < l->length; l->back++)
            if (l->state[l->back] == a->col[k] && satisfies(l, f) == wanted) return true;
        if (l->length == LONGEST) continue;
        l->state[l->length++] = a->col[k];
        if (some_path(chain, l, f, wanted)) return true;
        l->length--;
    }
    return false;
}

static void check_quantifier(const struct chain *chain, const struct formula *f, bool exists)
{
    uint8_t *holds;
    assert_ok(branching_holds(chain, exists, f, path_atoms, &holds));
    for (uint32_t i = 0; i < chain_states(chain); i++) {
        struct lasso l = {.state = {i}, .length = 1};
        const bool wanted = some_path(chain, &l, f, exists) == exists;
        if (holds[i] == wanted) continue;
        print_path_case(chain, f);
        fail_msg("%s in state %u: %d", exists ? "E" : "A", i, holds[i]);
    }
    free(holds);
}

/* Two transitions a state at most, so that there are not too many paths. */
static bool is_narrow(const struct chain *chain)
{
    const struct csr *a = &chain->transitions;
    for (uint32_t i = 0; i < a->rows; i++)
        if (a->row[i + 1] - a->row[i] > 2) return false;
    return true;
}

static struct formula *draw_path(bool bounds)
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

static void random_paths(void **state)
{
    int compared = 0;
    for (int k = 0; k < small_cases(3000); k++) {
        const bool rates = draw(4) == 0;
        struct chain chain = draw_path_chain(rates, k % 2 ? FEW_STATES : FEW_STATES - 1);
        path_trees_free();
        if (is_narrow(&chain)) {
            const struct formula *f = draw_path(k % 2 == 0 && !rates);
            check_quantifier(&chain, f, true);
            check_quantifier(&chain, f, false);
            compared++;
        }
        chain_free(&chain);
    }
    printf("%d compared\n", compared);
    assert_true(compared > 500);
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
    struct formula *f = F(A_);
    check_refused_path(CHAIN_DTMC, G(f), f, "one path operator only");
    f = AND(F(A_), B_);
    check_refused_path(CHAIN_DTMC, f, f, "need a path operator");
    f = path_number("1");
    check_refused_path(CHAIN_DTMC, U(A_, NOT(f)), f, "sets of states");
    f = path_within(G(A_), -1, 2);
    check_refused_path(CHAIN_CTMC, f, f, "steps of a CTMC");
    f = path_within(G(A_), -1, 2);
    f->bound.upper = path_number("x");
    check_refused_path(CHAIN_DTMC, f, f->bound.upper, "whole number");
}

static void memory_is_freed(void **state)
{
    uint8_t *holds;
    struct chain chain = known_path_chain();
    path_trees_free();
    struct formula *stay = G(A_), *reach = U(A_, C_);
    assert_memory_refused(5, branching_holds(&chain, true, stay, path_atoms, &holds));
    free(holds);
    assert_memory_refused(5, branching_holds(&chain, true, reach, path_atoms, &holds));
    free(holds);
    chain_free(&chain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_paths), cmocka_unit_test(known_paths),
        cmocka_unit_test(other_formulas_are_refused), cmocka_unit_test(memory_is_freed)};
    seed_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
