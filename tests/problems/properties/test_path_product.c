/* Products of random chains and random path formulas against another way to the same probabilities,
 * in exact fractions; known formulas; and what is refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problems/properties/path_product.h"
#include "tests/support/chain_sound.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/path_oracle.h"
#include "tests/support/exact/small.h"
#include "tests/support/seed.h"

enum { STATES = 6, ATOMS = 3, NODES = 256 };

/* Trees */

static struct formula pool[NODES], *children[NODES][2];
static char texts[NODES][16];
static size_t used;

static struct formula *leaf(enum formula_kind kind)
{
    assert_true(used < NODES);
    pool[used] = (struct formula){.kind = kind, .child = children[used], .column = used + 1};
    return &pool[used++];
}

static struct formula *one(enum formula_kind kind, struct formula *a)
{
    struct formula *f = leaf(kind);
    f->nchildren = 1;
    f->child[0] = a;
    return f;
}

static struct formula *two(enum formula_kind kind, struct formula *a, struct formula *b)
{
    struct formula *f = one(kind, a);
    f->nchildren = 2;
    f->child[1] = b;
    return f;
}

static struct formula *atom(uint32_t k)
{
    struct formula *f = leaf(FORMULA_ATOM);
    f->atom = k;
    return f;
}

static struct formula *number(long value)
{
    struct formula *f = leaf(FORMULA_NUMBER);
    f->text = texts[f - pool];
    snprintf(f->text, sizeof texts[0], "%ld", value);
    return f;
}

#define F(a) one(FORMULA_FINALLY, a)
#define G(a) one(FORMULA_GLOBALLY, a)
#define X(a) one(FORMULA_NEXT, a)
#define U(a, b) two(FORMULA_UNTIL, a, b)
#define NOT(a) one(FORMULA_NOT, a)
#define AND(a, b) two(FORMULA_AND, a, b)
#define OR(a, b) two(FORMULA_OR, a, b)

static struct formula *within(struct formula *f, long lower, long upper)
{
    if (lower >= 0) f->bound.lower = number(lower);
    if (upper >= 0) f->bound.upper = number(upper);
    return f;
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

static void draw_bound(struct formula *f)
{
    const uint64_t how = draw(4);
    if (how != 0) f->bound.upper = number((long)draw(3) + (how == 2));
    if (how != 1) f->bound.lower = number((long)draw(3));
    f->bound.upper_strict = f->bound.upper && draw(3) == 0;
    f->bound.lower_strict = f->bound.lower && draw(3) == 0;
}

static struct formula *draw_formula(int operators, bool bounds)
{
    static const enum formula_kind kinds[] = {
        FORMULA_NEXT,       FORMULA_FINALLY, FORMULA_GLOBALLY, FORMULA_UNTIL,
        FORMULA_WEAK_UNTIL, FORMULA_RELEASE, FORMULA_FINALLY,  FORMULA_GLOBALLY,
        FORMULA_UNTIL,      FORMULA_NEXT,    FORMULA_NOT,      FORMULA_AND,
        FORMULA_OR,         FORMULA_IMPLIES, FORMULA_IFF,      FORMULA_WEAK_UNTIL};
    if (operators == 0 && draw(24) == 0) return leaf(draw(2) ? FORMULA_TRUE : FORMULA_FALSE);
    if (operators == 0) return draw(4) ? atom((uint32_t)draw(ATOMS)) : NOT(atom((uint32_t)draw(2)));
    const enum formula_kind kind = kinds[draw(sizeof kinds / sizeof *kinds)];
    const bool single = kind == FORMULA_NOT || kind == FORMULA_NEXT || kind == FORMULA_FINALLY ||
                        kind == FORMULA_GLOBALLY;
    const int left = single ? 0 : (int)draw((uint64_t)operators);
    struct formula *b = draw_formula(operators - 1 - left, bounds);
    struct formula *f = single ? one(kind, b) : two(kind, draw_formula(left, bounds), b);
    if (bounds && kind > FORMULA_NEXT && draw(4) == 0) draw_bound(f);
    return f;
}

/* Chains */

static uint8_t holds[ATOMS][STATES];
static const uint8_t *const atoms[] = {holds[0], holds[1], holds[2]};

static void label_chain(struct chain *chain)
{
    uint8_t *init, *deadlock;
    assert_ok(chain_add_label(chain, "init", &init));
    assert_ok(chain_add_label(chain, "deadlock", &deadlock));
    init[0] = 1;
}

/* Entries are eighths, or rates that are. */
static struct chain draw_chain(bool rates)
{
    struct chain chain = {.type = rates ? CHAIN_CTMC : CHAIN_DTMC};
    struct triplet triplet[STATES * STATES];
    const uint32_t n = 2 + (uint32_t)draw(STATES - 1);
    uint64_t count = 0;
    for (uint32_t i = 0; i < n; i++) {
        int eighths[STATES] = {0}, left = 8, more = (int)draw(4);
        while (left > 0) {
            const int part = more-- > 0 ? 1 + (int)draw((uint64_t)(left + 1) / 2) : left;
            eighths[draw(n)] += part;
            left -= part;
        }
        for (uint32_t j = 0; j < n; j++)
            if (eighths[j]) triplet[count++] = (struct triplet){i, j, eighths[j] / 8.};
        for (int k = 0; k < ATOMS; k++) holds[k][i] = (uint8_t)draw(2);
    }
    for (uint64_t k = 0; k < count && rates; k++) triplet[k].val *= 1 + (int)draw(5);
    assert_ok(csr_from_triplets(n, count, triplet, &chain.transitions));
    label_chain(&chain);
    return chain;
}

static void print_case(const struct chain *chain, const struct formula *f)
{
    const struct csr *a = &chain->transitions;
    print_formula(f);
    print_error("\n");
    for (uint32_t i = 0; i < a->rows; i++) {
        print_error("%u (%d%d%d):", i, holds[0][i], holds[1][i], holds[2][i]);
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++)
            print_error(" %u %g", a->col[k], a->val[k]);
        print_error("\n");
    }
}

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

/* x = the probability with which the paths from each state of the chain reach accepted states. */
static void product_value(const struct chain *chain, const struct path_product *product, mpq_t *x)
{
    const uint32_t n = chain_states(&product->chain);
    mpq_t *p = exact_transitions(&product->chain), *y = exact_numbers(n);
    exact_until(n, p, NULL, product->accepted, y);
    for (uint32_t i = 0; i < chain_states(chain); i++) mpq_set(x[i], y[product->start_of[i]]);
    exact_numbers_free(p, (uint64_t)n * n);
    exact_numbers_free(y, n);
}

static void make(const struct chain *chain, const struct formula *f, bool co_safe,
                 struct path_product *product)
{
    if (path_product_make(chain, f, atoms, NULL, co_safe, product) != OK) {
        print_case(chain, f);
        fail_msg("%s", fail_message());
    }
    check_product(chain, product);
}

static void value_of(const struct chain *chain, const struct formula *f, mpq_t *x)
{
    struct path_product product;
    make(chain, f, false, &product);
    product_value(chain, &product, x);
    path_product_free(&product);
}

static void assert_same_values(const struct chain *chain, const struct formula *f, mpq_t *x,
                               mpq_t *wanted)
{
    for (uint32_t i = 0; i < chain_states(chain); i++) {
        if (mpq_equal(x[i], wanted[i])) continue;
        print_case(chain, f);
        fail_msg("state %u: %g instead of %g", i, mpq_get_d(x[i]), mpq_get_d(wanted[i]));
    }
}

/* Random formulas */

static int between; /* cases with a probability other than 0 and 1 */

static bool check_random(const struct chain *chain, const struct formula *f)
{
    mpq_t *x = exact_numbers(STATES), *wanted = exact_numbers(STATES);
    const bool known = exact_path(chain, f, atoms, wanted);
    if (known) {
        value_of(chain, f, x);
        assert_same_values(chain, f, x, wanted);
        bool any = false;
        for (uint32_t i = 0; i < chain_states(chain); i++)
            any |= mpq_sgn(x[i]) && mpq_cmp_ui(x[i], 1, 1);
        between += any;
    }
    exact_numbers_free(x, STATES);
    exact_numbers_free(wanted, STATES);
    return known;
}

static void random_formulas(void **state)
{
    const int cases = small_cases(5000);
    int known = 0;
    between = 0;
    for (int k = 0; k < cases; k++) {
        const bool rates = draw(4) == 0;
        struct chain chain = draw_chain(rates);
        used = 0;
        known += check_random(&chain, draw_formula(k % 8 ? 2 + (int)draw(4) : 1, !rates));
        chain_free(&chain);
    }
    printf("%d of %d cases compared, %d of them neither 0 nor 1\n", known, cases, between);
    assert_true(known > cases * 9 / 10 && between > cases / 12);
}

/* P(f) + P(!f) = 1, also for formulas that are too large for the oracle. */
static void negations_complement(void **state)
{
    mpq_t *x = exact_numbers(STATES), *y = exact_numbers(STATES);
    for (int k = 0; k < small_cases(300); k++) {
        struct chain chain = draw_chain(draw(2));
        used = 0;
        struct formula *f = draw_formula(4 + (int)draw(4), chain.type == CHAIN_DTMC);
        value_of(&chain, f, x);
        value_of(&chain, NOT(f), y);
        for (uint32_t i = 0; i < chain_states(&chain); i++) {
            mpq_add(x[i], x[i], y[i]);
            mpq_set_ui(y[i], 1, 1);
        }
        assert_same_values(&chain, f, x, y);
        chain_free(&chain);
    }
    exact_numbers_free(x, STATES);
    exact_numbers_free(y, STATES);
}

/* Known formulas */

/* 0 -> 1 or 2; 1 -> 1 or 3; 2 and 3 alternate with 0 in nothing. a in 1, b in 2, c in 3. */
static struct chain known_chain(void)
{
    struct chain chain = {.type = CHAIN_DTMC};
    static const struct triplet triplet[] = {{0, 1, 0.75}, {0, 2, 0.25}, {1, 1, 0.5}, {1, 3, 0.5},
                                             {2, 2, 1},    {3, 4, 1},    {4, 3, 1}};
    memset(holds, 0, sizeof holds);
    holds[0][1] = holds[1][2] = holds[2][3] = 1;
    assert_ok(csr_from_triplets(5, sizeof triplet / sizeof *triplet, triplet, &chain.transitions));
    label_chain(&chain);
    return chain;
}

static void check_known(struct formula *f, double wanted)
{
    struct chain chain = known_chain();
    mpq_t *x = exact_numbers(STATES);
    value_of(&chain, f, x);
    if (mpq_get_d(x[0]) != wanted) {
        print_case(&chain, f);
        fail_msg("%g instead of %g", mpq_get_d(x[0]), wanted);
    }
    exact_numbers_free(x, STATES);
    chain_free(&chain);
    used = 0;
}

static void known_formulas(void **state)
{
    check_known(X(atom(0)), 0.75);
    check_known(G(F(atom(2))), 0.75);
    check_known(F(G(atom(1))), 0.25);
    check_known(F(G(atom(2))), 0);
    check_known(G(F(AND(atom(2), X(NOT(atom(2)))))), 0.75);
    check_known(G(F(AND(atom(2), X(atom(2))))), 0);
    check_known(OR(F(G(atom(1))), G(F(atom(2)))), 1);
    check_known(F(AND(atom(0), X(AND(atom(0), X(atom(2)))))), 0.75 * 0.5);
    check_known(within(F(atom(2)), -1, 3), 0.75 * 0.75);
    check_known(within(F(atom(2)), 3, 3), 0.75 * 0.25);
    check_known(within(G(NOT(atom(2))), 2, 3), 1 - 0.75 * 0.75);
    check_known(within(F(atom(0)), 2, -1), 0.75 * 0.5);
    check_known(within(F(leaf(FORMULA_TRUE)), 2, 1), 0);
    check_known(within(G(leaf(FORMULA_FALSE)), 2, 1), 1);
    check_known(G(OR(NOT(atom(0)), F(atom(2)))), 1);
    check_known(leaf(FORMULA_TRUE), 1);
    check_known(NOT(NOT(atom(0))), 0);
}

/* a W>=2 b is false only where neither holds at step 2 or later, and a & !b did before. */
static void weak_until_has_lower_bounds(void **state)
{
    check_known(two(FORMULA_WEAK_UNTIL, NOT(atom(0)), atom(1)), 0.25);
    check_known(within(two(FORMULA_WEAK_UNTIL, NOT(atom(0)), atom(1)), 2, -1), 1);
    check_known(within(two(FORMULA_WEAK_UNTIL, NOT(atom(2)), atom(1)), 3, 3), 1 - 0.75 * 0.25);
    check_known(two(FORMULA_RELEASE, atom(0), NOT(atom(2))), 1);
}

/* Starts */

static void only_chosen_states_start(void **state)
{
    struct chain chain = known_chain();
    struct path_product product;
    const uint8_t last[] = {0, 0, 0, 0, 1}, none[5] = {0};
    used = 0;
    assert_ok(path_product_make(&chain, G(F(atom(2))), atoms, last, false, &product));
    assert_int_equal(product.start_of[0], UINT32_MAX);
    assert_int_equal(product.state_of[product.start_of[4]], 4);
    for (uint32_t k = 0; k < chain_states(&product.chain); k++) {
        assert_true(product.state_of[k] >= 3 && product.accepted[k] == 1);
        assert_int_equal(chain_label(&product.chain, "init")->holds[k], 0);
    }
    path_product_free(&product);
    assert_ok(path_product_make(&chain, F(atom(2)), atoms, none, false, &product));
    assert_int_equal(chain_states(&product.chain), 0);
    path_product_free(&product);
    assert_ok(path_product_make(&chain, F(atom(2)), atoms, NULL, false, &product));
    for (uint32_t k = 0; k < chain_states(&product.chain); k++)
        assert_int_equal(chain_label(&product.chain, "init")->holds[k], k == product.start_of[0]);
    path_product_free(&product);
    chain_free(&chain);
}

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
    uint8_t goal[MONITOR * STATES];
    double each[MONITOR * STATES];
    for (uint32_t i = 0; i < all; i++) {
        goal[i] = i % MONITOR == SATISFIED;
        each[i] = reward[i / MONITOR];
        for (uint32_t j = 0; j < n; j++) {
            const uint32_t to = MONITOR * j + step(i % MONITOR, holds[0][j], holds[1][j]);
            mpq_set(p[(uint64_t)i * all + to], from[i / MONITOR * n + j]);
        }
    }
    exact_until(all, p, NULL, goal, y);
    for (uint32_t i = 0; i < n; i++)
        sure[i] = !mpq_cmp_ui(y[MONITOR * i + step(0, holds[0][i], holds[1][i])], 1, 1);
    exact_reward(all, p, goal, each, y);
    for (uint32_t i = 0; i < n; i++)
        mpq_set(x[i], y[MONITOR * i + step(0, holds[0][i], holds[1][i])]);
    exact_numbers_free(from, (uint64_t)n * n);
    exact_numbers_free(p, (uint64_t)all * all);
    exact_numbers_free(y, all);
}

static void product_reward(const struct chain *chain, const struct formula *f, const double *reward,
                           mpq_t *x)
{
    struct path_product product;
    make(chain, f, true, &product);
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
    double reward[STATES];
    uint8_t sure[STATES];
    mpq_t *x = exact_numbers(STATES), *wanted = exact_numbers(STATES);
    for (int i = 0; i < STATES; i++) reward[i] = (double)draw(5);
    monitored(chain, step, reward, wanted, sure);
    product_reward(chain, f, reward, x);
    for (uint32_t i = 0; i < chain_states(chain); i++) {
        sure_states += sure[i];
        if (!sure[i]) mpq_set(x[i], wanted[i]);
    }
    assert_same_values(chain, f, x, wanted);
    exact_numbers_free(x, STATES);
    exact_numbers_free(wanted, STATES);
}

/* Neither a nor b holds everywhere, or nowhere, and they are not the same, nor complements: such
 * sets make a formula simpler, and then it is satisfied earlier. */
static bool sets_differ(uint32_t n)
{
    bool found[4] = {false};
    for (uint32_t i = 0; i < n; i++) found[2 * holds[0][i] + holds[1][i]] = true;
    return found[0] + found[1] + found[2] + found[3] >= 3;
}

static void rewards_until_formulas(void **state)
{
    sure_states = 0;
    for (int k = 0; k < small_cases(200); k++) {
        struct chain chain = draw_chain(draw(2));
        used = 0;
        struct formula *a = atom(0), *b = atom(1);
        while (!sets_differ(chain_states(&chain))) {
            chain_free(&chain);
            chain = draw_chain(draw(2));
        }
        check_reward(&chain, AND(F(a), F(b)), both_seen);
        check_reward(&chain, F(AND(a, X(b))), pair_seen);
        check_reward(&chain, U(a, b), until_seen);
        check_reward(&chain, NOT(two(FORMULA_RELEASE, NOT(a), NOT(b))), until_seen);
        check_reward(&chain, X(F(a)), later_seen);
        check_reward(&chain, F(X(a)), later_seen);
        check_reward(&chain, X(a), next_seen);
        chain_free(&chain);
    }
    printf("%d states compared\n", sure_states);
    assert_true(sure_states > 1000);
}

/* What a co-safe product accepts is reached with the formula's probability. */
static void co_safe_probabilities(void **state)
{
    struct path_product product;
    int taken = 0;
    mpq_t *x = exact_numbers(STATES), *wanted = exact_numbers(STATES);
    for (int k = 0; k < small_cases(1000); k++) {
        struct chain chain = draw_chain(draw(2));
        used = 0;
        struct formula *f = draw_formula(1 + (int)draw(5), chain.type == CHAIN_DTMC);
        const enum status status = path_product_make(&chain, f, atoms, NULL, true, &product);
        if (status == OK) {
            taken++;
            product_value(&chain, &product, x);
            value_of(&chain, f, wanted);
            assert_same_values(&chain, f, x, wanted);
        } else {
            assert_int_equal(status, ERROR_INPUT);
            assert_non_null(strstr(fail_message(), "a reward until a formula"));
        }
        path_product_free(&product);
        chain_free(&chain);
    }
    exact_numbers_free(x, STATES);
    exact_numbers_free(wanted, STATES);
    assert_true(taken > 100);
}

/* What is refused */

static void check_refused_formula(enum chain_type type, struct formula *f, bool co_safe,
                                  const struct formula *where, const char *why)
{
    char text[32];
    struct path_product product;
    struct chain chain = known_chain();
    chain.type = type;
    assert_int_equal(path_product_make(&chain, f, atoms, NULL, co_safe, &product), ERROR_INPUT);
    snprintf(text, sizeof text, "column %zu: ", where->column);
    if (strncmp(fail_message(), text, strlen(text)) || !strstr(fail_message(), why))
        fail_msg("%s instead of %s%s", fail_message(), text, why);
    assert_null(product.accepted);
    chain_free(&chain);
    used = 0;
}

static void what_is_not_co_safe_is_refused(void **state)
{
    static const char *const why = "a reward until a formula";
    struct formula *f = G(atom(0));
    check_refused_formula(CHAIN_DTMC, AND(F(atom(1)), f), true, f, why);
    f = F(atom(0));
    check_refused_formula(CHAIN_DTMC, two(FORMULA_IMPLIES, f, X(atom(1))), true, f, why);
    f = U(atom(0), atom(1));
    check_refused_formula(CHAIN_DTMC, two(FORMULA_IFF, X(atom(0)), f), true, f, why);
    f = two(FORMULA_WEAK_UNTIL, atom(0), atom(1));
    check_refused_formula(CHAIN_DTMC, X(f), true, f, why);
    f = two(FORMULA_RELEASE, atom(0), atom(1));
    check_refused_formula(CHAIN_DTMC, NOT(NOT(f)), true, f, why);
    f = within(G(atom(0)), 2, -1);
    check_refused_formula(CHAIN_DTMC, f, true, f, why);
}

static void bounds_are_whole_numbers_of_steps(void **state)
{
    struct formula *f = within(F(atom(0)), -1, 3);
    check_refused_formula(CHAIN_CTMC, X(f), false, f, "steps of a CTMC are not counted");
    f = within(F(atom(0)), -1, 3);
    snprintf(f->bound.upper->text, sizeof texts[0], "2.5");
    check_refused_formula(CHAIN_DTMC, f, false, f->bound.upper, "must be a whole number");
    f = within(F(atom(0)), 3000000000 + 1300000000, -1);
    check_refused_formula(CHAIN_DTMC, f, false, f->bound.lower, "too many");
}

static void other_trees_are_refused(void **state)
{
    struct formula *f = number(1);
    check_refused_formula(CHAIN_DTMC, X(AND(f, atom(0))), false, f, "sets of states");
    f = two(FORMULA_PLUS, X(atom(0)), atom(0));
    check_refused_formula(CHAIN_DTMC, f, false, f, "path operator");
}

/* Each conjunct may hold from now on, or not yet. */
static void large_formulas_are_refused(void **state)
{
    struct path_product product;
    struct chain chain = known_chain();
    used = 0;
    struct formula *f = leaf(FORMULA_TRUE), *next = atom(0);
    for (int k = 0; k < 16; k++) {
        next = X(next);
        f = AND(f, OR(F(next), G(next)));
    }
    assert_int_equal(path_product_make(&chain, f, atoms, NULL, false, &product), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "the formula is too large"));
    chain_free(&chain);
}

static void memory_is_freed(void **state)
{
    struct path_product product;
    struct chain chain = known_chain();
    used = 0;
    struct formula *f = AND(G(OR(NOT(atom(0)), F(atom(2)))), OR(F(G(atom(1))), G(F(atom(2)))));
    assert_memory_refused(50, path_product_make(&chain, f, atoms, NULL, false, &product));
    path_product_free(&product);
    f = U(NOT(atom(1)), AND(atom(0), X(atom(2))));
    assert_memory_refused(20, path_product_make(&chain, f, atoms, NULL, true, &product));
    path_product_free(&product);
    chain_free(&chain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_formulas),
                                       cmocka_unit_test(weak_until_has_lower_bounds),
                                       cmocka_unit_test(random_formulas),
                                       cmocka_unit_test(negations_complement),
                                       cmocka_unit_test(only_chosen_states_start),
                                       cmocka_unit_test(rewards_until_formulas),
                                       cmocka_unit_test(co_safe_probabilities),
                                       cmocka_unit_test(what_is_not_co_safe_is_refused),
                                       cmocka_unit_test(bounds_are_whole_numbers_of_steps),
                                       cmocka_unit_test(other_trees_are_refused),
                                       cmocka_unit_test(large_formulas_are_refused),
                                       cmocka_unit_test(memory_is_freed)};
    seed_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
