/* Random trees: their text is read as the same tree. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "problems/properties/formula_read.h"
#include "tests/support/cmocka.h"
#include "tests/support/properties/formula_dump.h"
#include "tests/support/seed.h"

enum { TREES = 10000, DEEPEST = 6 };

static struct formula *random_truth(int depth), *random_path(int depth), *random_number(int depth);

static struct formula *node(enum formula_kind kind, size_t count, struct formula *a,
                            struct formula *b, struct formula *c)
{
    struct formula *out;
    assert_ok(formula_new(kind, count, (struct formula *[]){a, b, c}, &out));
    return out;
}

static struct formula *with_text(struct formula *f, const char *text)
{
    assert_ok(copy_text(text, &f->text));
    return f;
}

static struct formula *leaf(enum formula_kind kind, const char *const *texts, uint64_t count)
{
    return with_text(node(kind, 0, NULL, NULL, NULL), texts[draw(count)]);
}

static struct formula *random_name(void)
{
    static const char *const names[] = {"x", "s_1", "UU", "max_x", "log", "e1", "_"};
    return leaf(FORMULA_NAME, names, 7);
}

/* A number without questions, for bounds and limits. */
static struct formula *random_constant(int depth)
{
    static const char *const numbers[] = {"0", "1", "0.5", "1e-3", ".25", "12", "3E+7"};
    static const char *const functions[] = {"min",   "max", "floor", "ceil",
                                            "round", "pow", "mod",   "log"};
    const uint64_t kind = depth ? draw(9) : draw(2), function = draw(8);
    if (kind == 0) return leaf(FORMULA_NUMBER, numbers, 7);
    if (kind == 1) return random_name();
    struct formula *a = random_constant(depth - 1);
    if (kind == 2) return node(FORMULA_MINUS, 1, a, NULL, NULL);
    if (kind == 3 && function >= 2 && function <= 4)
        return with_text(node(FORMULA_CALL, 1, a, NULL, NULL), functions[function]);
    struct formula *b = random_constant(depth - 1);
    if (kind == 3) return with_text(node(FORMULA_CALL, 2, a, b, NULL), functions[function]);
    if (kind == 4) return node(FORMULA_CHOICE, 3, random_name(), a, b);
    static const enum formula_kind kinds[] = {FORMULA_PLUS, FORMULA_MINUS, FORMULA_TIMES,
                                              FORMULA_DIVIDE};
    return node(kinds[kind - 5], 2, a, b, NULL);
}

static void add_bound(struct formula *path)
{
    const uint64_t which = draw(6);
    if (which >= 3) return;
    if (which != 0) path->bound.lower = random_constant(2);
    if (draw(3) == 0 && which) assert_ok(copy_text(draw(2) ? "cost" : "2", &path->bound.reward));
    if (which == 1 || draw(2)) return (void)(path->bound.lower_strict = which == 1 && draw(2));
    if (which == 2 && draw(2)) assert_ok(formula_copy(path->bound.lower, &path->bound.upper));
    else path->bound.upper = random_constant(2);
    path->bound.upper_strict = which == 0 && draw(2);
}

/* A formula that may stand for a path: over truths and paths. */
static struct formula *random_path(int depth)
{
    static const enum formula_kind kinds[] = {FORMULA_NEXT,    FORMULA_FINALLY, FORMULA_GLOBALLY,
                                              FORMULA_NOT,     FORMULA_UNTIL,   FORMULA_WEAK_UNTIL,
                                              FORMULA_RELEASE, FORMULA_AND,     FORMULA_OR,
                                              FORMULA_IMPLIES, FORMULA_IFF};
    const uint64_t which = draw(12);
    if (!depth || which == 11) return random_truth(depth);
    const bool two = which > 3;
    struct formula *a = random_path(depth - 1), *b = two ? random_path(depth - 1) : NULL;
    struct formula *out = node(kinds[which], two ? 2 : 1, a, b, NULL);
    if (formula_is_path(out)) add_bound(out);
    return out;
}

static struct formula *random_question(enum formula_kind kind, int depth, bool compares)
{
    static const char *const names[] = {"cost", "2", "r_1"};
    struct formula *content =
        kind == FORMULA_STEADY ? random_truth(depth - 1) : random_path(depth - 1);
    const uint64_t which = draw(6);
    if (kind == FORMULA_REWARD && which < 3) {
        static const enum formula_kind kinds[] = {FORMULA_LONG_RUN, FORMULA_CUMULATIVE,
                                                  FORMULA_INSTANT};
        formula_free(content);
        const bool time = which == 2 || (which == 1 && draw(2));
        content = node(kinds[which], time, time ? random_constant(2) : NULL, NULL, NULL);
        content->discounted = which == 1 && time && draw(2);
    }
    const bool amount = kind == FORMULA_REWARD && draw(4) == 0;
    struct formula *out = node(kind, 1 + amount, content, amount ? random_constant(2) : NULL, NULL);
    if (kind == FORMULA_REWARD && !amount && draw(2)) with_text(out, names[draw(3)]);
    if (!compares) return out;
    out->relation = (enum formula_relation)(1 + draw(4));
    out->limit = random_constant(2);
    return out;
}

static struct formula *random_truth(int depth)
{
    static const char *const names[] = {"init", "deadlock", "a_1"};
    static const enum formula_kind logic[] = {FORMULA_AND, FORMULA_OR, FORMULA_IMPLIES,
                                              FORMULA_IFF},
                                   relations[] = {FORMULA_EQUAL,   FORMULA_UNEQUAL,
                                                  FORMULA_LESS,    FORMULA_AT_MOST,
                                                  FORMULA_GREATER, FORMULA_AT_LEAST},
                                   questions[] = {FORMULA_PROBABILITY, FORMULA_STEADY,
                                                  FORMULA_REWARD};
    const uint64_t which = depth ? draw(12) : draw(3);
    if (which == 0) return leaf(FORMULA_LABEL, names, 3);
    if (which == 1) return random_name();
    if (which == 2) return node(draw(2) ? FORMULA_TRUE : FORMULA_FALSE, 0, NULL, NULL, NULL);
    if (which == 3) return random_question(questions[draw(3)], depth, true);
    if (which == 4)
        return node(draw(2) ? FORMULA_EXISTS : FORMULA_FORALL, 1, random_path(depth - 1), NULL,
                    NULL);
    if (which == 5) return node(FORMULA_NOT, 1, random_truth(depth - 1), NULL, NULL);
    if (which < 8)
        return node(relations[draw(6)], 2, random_number(depth - 1), random_number(depth - 1),
                    NULL);
    struct formula *a = random_truth(depth - 1), *b = random_truth(depth - 1);
    if (which == 8) return node(FORMULA_CHOICE, 3, a, b, random_truth(depth - 1));
    return node(logic[draw(4)], 2, a, b, NULL);
}

/* A number that may hold questions. */
static struct formula *random_number(int depth)
{
    static const enum formula_kind questions[] = {FORMULA_PROBABILITY, FORMULA_STEADY,
                                                  FORMULA_REWARD};
    static const char *const operators[] = {"min", "avg", "forall", "sum", "argmax", "print"};
    const uint64_t which = depth ? draw(5) : 3;
    if (which == 0) return random_question(questions[draw(3)], depth, false);
    if (which == 4)
        return node(FORMULA_MULTI, 2, random_question(FORMULA_PROBABILITY, depth, false),
                    random_question(FORMULA_REWARD, depth, draw(2)), NULL);
    if (which == 1) {
        const bool two = draw(2);
        struct formula *states = two ? random_truth(depth - 1) : NULL;
        return with_text(node(FORMULA_FILTER, 1 + two, random_number(depth - 1), states, NULL),
                         operators[draw(6)]);
    }
    if (which == 2)
        return node(FORMULA_PLUS, 2, random_number(depth - 1), random_number(depth - 1), NULL);
    return random_constant(2);
}

static void texts_of_random_trees(void **state)
{
    for (int k = 0; k < TREES; k++) {
        struct formula *f = draw(2) ? random_truth(DEEPEST) : random_number(DEEPEST), *again;
        char *text, *tree = formula_dumped(f);
        assert_ok(formula_text(f, &text));
        if (formula_read(text, &again) != OK) fail_msg("%s: %s", text, fail_message());
        char *of_text = formula_dumped(again);
        if (strcmp(of_text, tree)) fail_msg("%s: %s, but was %s", text, of_text, tree);
        free(text), free(tree), free(of_text);
        formula_free(f);
        formula_free(again);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(texts_of_random_trees)};
    seed_begin();
    return cmocka_run_group_tests_name("random_formulas", tests, NULL, NULL);
}
