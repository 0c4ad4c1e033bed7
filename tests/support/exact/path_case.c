#include "tests/support/exact/path_case.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/cmocka.h"
#include "tests/support/seed.h"

enum { NODES = 256 };

uint8_t path_holds[PATH_ATOMS][PATH_STATES];
const uint8_t *const path_atoms[PATH_ATOMS] = {path_holds[0], path_holds[1], path_holds[2]};

static struct formula pool[NODES], *children[NODES][2];
static char texts[NODES][24];
static size_t used;

void path_trees_free(void)
{
    used = 0;
}

struct formula *path_leaf(enum formula_kind kind)
{
    assert_true(used < NODES);
    pool[used] = (struct formula){.kind = kind, .child = children[used], .column = used + 1};
    return &pool[used++];
}

struct formula *path_one(enum formula_kind kind, struct formula *a)
{
    struct formula *f = path_leaf(kind);
    f->nchildren = 1;
    f->child[0] = a;
    return f;
}

struct formula *path_two(enum formula_kind kind, struct formula *a, struct formula *b)
{
    struct formula *f = path_one(kind, a);
    f->nchildren = 2;
    f->child[1] = b;
    return f;
}

struct formula *path_atom(uint32_t k)
{
    struct formula *f = path_leaf(FORMULA_ATOM);
    f->atom = k;
    return f;
}

struct formula *path_number(const char *text)
{
    struct formula *f = path_leaf(FORMULA_NUMBER);
    f->text = texts[f - pool];
    snprintf(f->text, sizeof texts[0], "%s", text);
    return f;
}

static struct formula *number(long value)
{
    char text[sizeof texts[0]];
    snprintf(text, sizeof text, "%ld", value);
    return path_number(text);
}

struct formula *path_within(struct formula *f, long lower, long upper)
{
    if (lower >= 0) f->bound.lower = number(lower);
    if (upper >= 0) f->bound.upper = number(upper);
    return f;
}

void draw_path_bound(struct formula *f)
{
    const uint64_t how = draw(4);
    if (how != 0) f->bound.upper = number((long)draw(3) + (how == 2));
    if (how != 1) f->bound.lower = number((long)draw(3));
    f->bound.upper_strict = f->bound.upper && draw(3) == 0;
    f->bound.lower_strict = f->bound.lower && draw(3) == 0;
}

static enum formula_kind draw_kind(bool paths)
{
    static const enum formula_kind kinds[] = {
        FORMULA_NEXT,       FORMULA_FINALLY, FORMULA_GLOBALLY,   FORMULA_UNTIL,
        FORMULA_WEAK_UNTIL, FORMULA_RELEASE, FORMULA_FINALLY,    FORMULA_GLOBALLY,
        FORMULA_UNTIL,      FORMULA_NEXT,    FORMULA_WEAK_UNTIL, FORMULA_NOT,
        FORMULA_AND,        FORMULA_OR,      FORMULA_IMPLIES,    FORMULA_IFF};
    enum { FIRST = 11, KINDS = sizeof kinds / sizeof *kinds };
    return kinds[paths ? draw(KINDS) : FIRST + draw(KINDS - FIRST)];
}

struct formula *draw_path_formula(int operators, bool bounds, bool paths)
{
    if (operators == 0 && draw(24) == 0) return path_leaf(draw(2) ? FORMULA_TRUE : FORMULA_FALSE);
    if (operators == 0) return path_atom((uint32_t)draw(PATH_ATOMS));
    const enum formula_kind kind = draw_kind(paths);
    const bool single = kind == FORMULA_NOT || kind == FORMULA_NEXT || kind == FORMULA_FINALLY ||
                        kind == FORMULA_GLOBALLY;
    const int left = single ? 0 : (int)draw((uint64_t)operators);
    struct formula *b = draw_path_formula(operators - 1 - left, bounds, paths), *f;
    if (single) f = path_one(kind, b);
    else f = path_two(kind, draw_path_formula(left, bounds, paths), b);
    if (bounds && kind > FORMULA_NEXT && draw(4) == 0) draw_path_bound(f);
    return f;
}

struct formula *draw_nested_path(int depth)
{
    static const enum formula_kind kinds[] = {FORMULA_UNTIL, FORMULA_WEAK_UNTIL, FORMULA_RELEASE};
    struct formula *literal = path_atom((uint32_t)draw(PATH_ATOMS)), *f = literal;
    if (draw(2)) literal = NOT(literal);
    if (depth == 0) return literal;
    f = draw_nested_path(depth - 1);
    if (draw(8) == 0) return X(f);
    if (draw(4) == 0) return draw(2) ? F(f) : G(f);
    if (draw(4) == 0) f = NOT(f);
    if (draw(2))
        f = path_two(draw(2) ? FORMULA_AND : FORMULA_OR, f, path_atom((uint32_t)draw(PATH_ATOMS)));
    return draw(2) ? path_two(kinds[draw(3)], literal, f) : path_two(kinds[draw(3)], f, literal);
}

static void label_chain(struct chain *chain)
{
    uint8_t *init, *deadlock;
    assert_ok(chain_add_label(chain, "init", &init));
    assert_ok(chain_add_label(chain, "deadlock", &deadlock));
    init[0] = 1;
}

struct chain draw_path_chain(bool rates, uint32_t most)
{
    struct chain chain = {.type = rates ? CHAIN_CTMC : CHAIN_DTMC};
    struct triplet triplet[PATH_STATES * PATH_STATES];
    const uint32_t n = 2 + (uint32_t)draw(most - 1);
    uint64_t count = 0;
    for (uint32_t i = 0; i < n; i++) {
        int eighths[PATH_STATES] = {0}, left = 8, more = (int)draw(4);
        while (left > 0) {
            const int part = more-- > 0 ? 1 + (int)draw((uint64_t)(left + 1) / 2) : left;
            eighths[draw(n)] += part;
            left -= part;
        }
        for (uint32_t j = 0; j < n; j++)
            if (eighths[j]) triplet[count++] = (struct triplet){i, j, eighths[j] / 8.};
        for (int k = 0; k < PATH_ATOMS; k++) path_holds[k][i] = (uint8_t)draw(2);
    }
    for (uint64_t k = 0; k < count && rates; k++) triplet[k].val *= 1 + (int)draw(5);
    assert_ok(csr_from_triplets(n, count, triplet, &chain.transitions));
    label_chain(&chain);
    return chain;
}

struct chain known_path_chain(void)
{
    struct chain chain = {.type = CHAIN_DTMC};
    static const struct triplet triplet[] = {{0, 1, 0.75}, {0, 2, 0.25}, {1, 1, 0.5}, {1, 3, 0.5},
                                             {2, 2, 1},    {3, 4, 1},    {4, 3, 1}};
    memset(path_holds, 0, sizeof path_holds);
    path_holds[0][1] = path_holds[1][2] = path_holds[2][3] = 1;
    assert_ok(csr_from_triplets(5, sizeof triplet / sizeof *triplet, triplet, &chain.transitions));
    label_chain(&chain);
    return chain;
}

/* For messages; with all its brackets. */
static void print_formula(const struct formula *f)
{
    static const char *const names[] = {
        [FORMULA_TRUE] = "true",  [FORMULA_FALSE] = "false", [FORMULA_NOT] = "!",
        [FORMULA_AND] = "&",      [FORMULA_OR] = "|",        [FORMULA_IMPLIES] = "=>",
        [FORMULA_IFF] = "<=>",    [FORMULA_NEXT] = "X",      [FORMULA_FINALLY] = "F",
        [FORMULA_GLOBALLY] = "G", [FORMULA_UNTIL] = "U",     [FORMULA_WEAK_UNTIL] = "W",
        [FORMULA_RELEASE] = "R"};
    if (f->kind == FORMULA_ATOM) {
        print_error("%c", 'a' + (int)f->atom);
        return;
    }
    print_error("(");
    if (f->nchildren == 2) print_formula(f->child[0]);
    print_error(" %s", names[f->kind]);
    if (f->bound.lower)
        print_error("%s%s", f->bound.lower_strict ? ">" : ">=", f->bound.lower->text);
    if (f->bound.upper)
        print_error("%s%s", f->bound.upper_strict ? "<" : "<=", f->bound.upper->text);
    print_error(" ");
    if (f->nchildren) print_formula(f->child[f->nchildren - 1]);
    print_error(")");
}

void print_path_case(const struct chain *chain, const struct formula *f)
{
    const struct csr *a = &chain->transitions;
    print_formula(f);
    print_error("\n");
    for (uint32_t i = 0; i < a->rows; i++) {
        print_error("%u (%d%d%d):", i, path_holds[0][i], path_holds[1][i], path_holds[2][i]);
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++)
            print_error(" %u %g", a->col[k], a->val[k]);
        print_error("\n");
    }
}
