/* Averages in the long run of decision processes against exact ones, over all memoryless
 * schedulers: proofs contain them and are narrow, their schedulers keep them, and vectors that were
 * changed prove nothing that is false. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "problems/property.h"
#include "prove/prove.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/decisions.h"
#include "tests/support/exact/exact.h"
#include "tests/support/exact/small.h"
#include "tests/support/seed.h"

enum { MOST = DECISION_STATES };

static struct exact exact;

struct gain_case {
    struct decisions d;
    double payment[DECISION_ROWS];
    bool label, largest;
    mpq_t gain[MOST]; /* the best ones */
};

static void case_clear(struct gain_case *c)
{
    for (int i = 0; i < MOST; i++) mpq_clear(c->gain[i]);
}

/* along[i][j]: the chain of these rows comes from i to j. */
static void follow(const struct gain_case *c, const uint32_t *row, bool along[MOST][MOST])
{
    const uint32_t n = c->d.n;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++)
            along[i][j] = i == j || decisions_entry(&c->d, row[i], j) > 0;
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; j < n; j++) along[i][j] |= along[i][k] && along[k][j];
}

/* Unknowns are gains g, then biases h: g + h = payment + P h everywhere. In a class all g are equal
 * and its first h is 0; elsewhere g = P g. */
static void chain_gains(const struct gain_case *c, const uint32_t *row)
{
    const uint32_t n = c->d.n;
    bool along[MOST][MOST];
    mpq_t p;
    mpq_init(p);
    follow(c, row, along);
    exact.n = 2 * n;
    for (uint32_t i = 0; i < 2 * n; i++) {
        mpq_set_ui(exact.b[i], 0, 1);
        for (uint32_t j = 0; j < 2 * n; j++) mpq_set_ui(exact.a[i][j], 0, 1);
    }
    for (uint32_t i = 0; i < n; i++) {
        bool recurs = true;
        uint32_t first = 0;
        for (uint32_t j = 0; j < n; j++) recurs &= !along[i][j] || along[j][i];
        while (!along[i][first]) first++;
        mpq_set_ui(exact.a[i][i], 1, 1);
        mpq_set_ui(exact.a[n + i][n + i], 1, 1);
        mpq_set_d(exact.b[n + i], c->payment[row[i]]);
        mpq_set_ui(exact.a[n + i][i], 1, 1);
        for (uint32_t j = 0; j < n; j++) {
            mpq_set_d(p, decisions_entry(&c->d, row[i], j));
            mpq_sub(exact.a[n + i][n + j], exact.a[n + i][n + j], p);
            if (!recurs) mpq_sub(exact.a[i][j], exact.a[i][j], p);
        }
        if (recurs && first != i) mpq_set_si(exact.a[i][first], -1, 1);
        if (recurs && first == i) { /* its gain follows from the others: h = 0 */
            mpq_set_ui(exact.a[i][i], 0, 1);
            mpq_set_ui(exact.a[i][n + i], 1, 1);
        }
    }
    mpq_clear(p);
    assert_true(exact_solve(&exact));
}

static void find_gains_exactly(struct gain_case *c)
{
    uint32_t row[MOST];
    bool first = true;
    scheduler_first(&c->d, row);
    do {
        chain_gains(c, row);
        for (uint32_t i = 0; i < c->d.n; i++) {
            const int more = mpq_cmp(exact.x[i], c->gain[i]);
            if (first || (c->largest ? more > 0 : more < 0)) mpq_set(c->gain[i], exact.x[i]);
        }
        first = false;
    } while (scheduler_next(&c->d, row));
}

static void draw_case(int k, struct gain_case *c)
{
    const uint64_t kind = draw(4);
    const uint32_t paid = 1 + (uint32_t)draw(4);
    decisions_draw(&c->d, 2);
    c->label = k % 4 == 3;
    c->largest = k % 2;
    for (uint32_t i = 0; i < c->d.n; i++) {
        const bool holds = draw(2);
        for (uint32_t r = c->d.group[i]; r < c->d.group[i + 1]; r++)
            c->payment[r] = c->label    ? holds
                            : kind == 0 ? draw_unit()
                            : kind == 1 ? 3
                                        : (double)draw(paid);
    }
    for (int i = 0; i < MOST; i++) mpq_init(c->gain[i]);
    find_gains_exactly(c);
}

static void make_problem(struct gain_case *c, uint32_t initial, struct problem *out)
{
    struct chain chain = {.type = CHAIN_MDP, .ngroups = c->d.n};
    const struct csr rows = decisions_csr(&c->d);
    uint8_t *holds;
    assert_ok(csr_allocate(rows.rows, rows.nnz, &chain.transitions));
    memcpy(chain.transitions.row, rows.row, (rows.rows + 1) * sizeof *rows.row);
    memcpy(chain.transitions.col, rows.col, rows.nnz * sizeof *rows.col);
    memcpy(chain.transitions.val, rows.val, rows.nnz * sizeof *rows.val);
    assert_ok(allocate((size_t)c->d.n + 1, sizeof *chain.group, "a test", &chain.group));
    memcpy(chain.group, c->d.group, (c->d.n + 1) * sizeof *chain.group);
    assert_ok(chain_add_label(&chain, "init", &holds));
    holds[initial] = 1;
    assert_ok(chain_add_label(&chain, "paid", &holds));
    for (uint32_t i = 0; i < c->d.n; i++) holds[i] = c->payment[c->d.group[i]] == 1;
    const struct property property = {.steady = c->label ? "paid" : NULL,
                                      .reward = c->label ? NULL : c->payment,
                                      .largest = c->largest};
    *out = (struct problem){0};
    assert_ok(copy_text("a decision process", &out->source));
    assert_ok(reduce_best_long_run(&chain, &property, out));
    chain_free(&chain);
}

static bool is_within(mpq_t x, double low, double high)
{
    mpq_t end;
    mpq_init(end);
    bool within = low <= high;
    if (within && low > -INFINITY) mpq_set_d(end, low), within = mpq_cmp(end, x) <= 0;
    if (within && high < INFINITY) mpq_set_d(end, high), within = mpq_cmp(x, end) <= 0;
    mpq_clear(end);
    return within;
}

/* Returns how many states of a proof have numbers that do not contain the gain. */
static uint32_t wrong_states(struct gain_case *c, const struct problem *problem)
{
    const struct problem_proof *proof = &problem->proof;
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < c->d.n; i++) {
        const uint32_t u = problem->optimum.unknown_of[i];
        const double high = proof->v[u] < INFINITY ? proof->x[u] + proof->v[u] : INFINITY;
        wrong += !is_within(c->gain[i], proof->low[i], proof->high[i]);
        wrong += !is_within(c->gain[i], proof->x[u] - proof->v[u] - 1e-300, high + 1e-300);
    }
    return wrong;
}

static void check_scheduler(struct gain_case *c, const struct problem *problem)
{
    uint32_t *choice, row[MOST];
    assert_ok(optimum_scheduler(problem, &choice));
    for (uint32_t i = 0; i < c->d.n; i++) row[i] = c->d.group[i] + choice[i];
    chain_gains(c, row);
    for (uint32_t i = 0; i < c->d.n; i++)
        if (!is_within(exact.x[i], problem->proof.low[i], problem->proof.high[i]))
            fail_msg("state %u: its scheduler has %.17g, not in [%.17g, %.17g]", i,
                     mpq_get_d(exact.x[i]), problem->proof.low[i], problem->proof.high[i]);
    free(choice);
}

static double widest(const struct gain_case *c, const struct problem *problem)
{
    double most = 0;
    for (uint32_t i = 0; i < c->d.n; i++)
        most = fmax(most, problem->proof.high[i] - problem->proof.low[i]);
    return most;
}

static bool is_rare(const struct gain_case *c)
{
    for (uint64_t k = 0; k < c->d.row[c->d.rows]; k++)
        if (c->d.val[k] < 1e-3) return true;
    return false;
}

static void proofs_contain_averages(void **state)
{
    unsigned long tried[2] = {0}, narrow[2] = {0}, exactly = 0;
    (void)state;
    for (int k = 0; k < small_cases(1500); k++) {
        struct gain_case c;
        struct problem problem;
        struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
        draw_case(k, &c);
        const uint32_t initial = (uint32_t)draw(c.d.n);
        make_problem(&c, initial, &problem);
        settings.seconds = 0.5;
        rounding_begin((int)draw(ROUNDINGS));
        assert_ok(prove_problem(&problem, &settings));
        rounding_end();
        const bool rare = is_rare(&c), proven = problem.proof.x != NULL;
        tried[rare]++;
        if (proven) {
            if (wrong_states(&c, &problem)) fail_msg("%d: a gain is outside", k);
            if (!is_within(c.gain[initial], problem.proof.value_low, problem.proof.value_high))
                fail_msg("%d: the value is outside", k);
            check_scheduler(&c, &problem);
        }
        const bool close = proven && widest(&c, &problem) <= 1e-9;
        narrow[rare] += close;
        exactly += proven && widest(&c, &problem) == 0;
        if (!rare && !close)
            printf("%d: [%.17g, %.17g], %s\n", k, problem.proof.value_low, problem.proof.value_high,
                   problem.proof.note);
        problem_free(&problem);
        case_clear(&c);
    }
    for (int rare = 0; rare < 2; rare++)
        printf("%s: %lu tried, %lu narrow\n", rare ? "rare" : "usual", tried[rare], narrow[rare]);
    printf("%lu exact\n", exactly);
    assert_true(tried[0] > 200 && tried[1] > 50);
    assert_int_equal(narrow[0], tried[0]);
    assert_true(exactly > 50);
}

static void change_numbers(uint32_t n, double *x)
{
    const double step = ldexp(1, -(int)draw(50));
    const bool all = draw(2);
    for (uint32_t i = 0; i < n; i++)
        if (all || draw(3) == 0) x[i] += step * ((double)draw(3) - 1);
    if (draw(8) == 0) small_change(x, n, (int)draw(SMALL_CHANGES));
    if (draw(8) == 0) x[draw(n)] = x[draw(n)];
}

static void change_ranks(uint32_t n, uint32_t *rank)
{
    for (uint32_t i = 0; i < n; i++)
        if (draw(6) == 0) rank[i] = (uint32_t)draw(3);
    for (uint32_t i = 0, same = draw(8) == 0; same && i < n; i++) rank[i] = 0;
}

struct vectors {
    double low[MOST], high[MOST], bias[MOST];
    uint32_t rank[MOST], level[MOST];
};

/* Copies the vectors of a proof, or puts them back. */
static void copy_vectors(uint32_t n, struct problem_proof *proof, bool back, struct vectors *v)
{
    double *const of[] = {proof->low, proof->high, proof->w},
                 *const kept[] = {v->low, v->high, v->bias};
    uint32_t *const ranks[] = {proof->rank, proof->level},
                    *const kept_ranks[] = {v->rank, v->level};
    for (int k = 0; k < 3; k++)
        memcpy(back ? of[k] : kept[k], back ? kept[k] : of[k], n * sizeof(double));
    for (int k = 0; k < 2; k++)
        memcpy(back ? ranks[k] : kept_ranks[k], back ? kept_ranks[k] : ranks[k],
               n * sizeof(uint32_t));
}

static void forge(const struct gain_case *c, struct problem_proof *proof)
{
    const uint32_t n = c->d.n;
    if (draw(2)) change_numbers(n, proof->low);
    if (draw(2)) change_numbers(n, proof->high);
    if (draw(3) == 0) change_numbers(n, proof->w);
    if (draw(3) == 0) change_ranks(n, proof->rank);
    if (draw(3) == 0) change_ranks(n, proof->level);
    if (draw(8) == 0)
        for (uint32_t i = 0; i < n; i++) proof->low[i] = proof->high[i] = (double)draw(4) / 2;
}

static void forged_vectors_prove_nothing_false(void **state)
{
    unsigned long accepted = 0, refused = 0, halves = 0;
    (void)state;
    for (int k = 0; k < small_cases(1500); k++) {
        struct gain_case c;
        struct problem problem;
        struct vectors vectors;
        struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
        draw_case(k, &c);
        make_problem(&c, (uint32_t)draw(c.d.n), &problem);
        settings.seconds = 0.5;
        assert_ok(prove_problem(&problem, &settings));
        assert_true(problem.proof.low && problem.proof.level);
        copy_vectors(c.d.n, &problem.proof, false, &vectors);
        for (int t = 0; t < 12; t++) {
            copy_vectors(c.d.n, &problem.proof, true, &vectors);
            forge(&c, &problem.proof);
            rounding_begin((int)draw(ROUNDINGS));
            assert_ok(prove_check(&problem, false, 1e-9));
            rounding_end();
            if (!problem.proof.x) {
                refused++;
                continue;
            }
            accepted++;
            halves += strstr(problem.proof.note, "refuses") != NULL;
            if (wrong_states(&c, &problem)) fail_msg("%d: it proves something false", k);
            check_scheduler(&c, &problem);
        }
        problem_free(&problem);
        case_clear(&c);
    }
    printf("%lu accepted, %lu of one side; %lu refused\n", accepted, halves, refused);
    assert_true(accepted > 300 && halves > 100 && refused > 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(proofs_contain_averages),
                                       cmocka_unit_test(forged_vectors_prove_nothing_false)};
    seed_begin();
    exact_init(&exact);
    const int failed = cmocka_run_group_tests_name("gains", tests, NULL, NULL);
    exact_clear(&exact);
    return failed;
}
