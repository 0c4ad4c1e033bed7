/* Searches for accepting cycles: every method in every variant against the definition, its counts
 * against plain loops, and the check of lassos. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/automata/lasso.h"
#include "base/memory.h"
#include "harness/case/verify_cycle.h"
#include "solvers/search/search.h"
#include "solvers/solve.h"
#include "tests/support/listed.h"
#include "tests/support/made/random_graph.h"
#include "tests/support/seed.h"
#include "tests/support/teams.h"

enum { MOST = 14, GRAPHS = 10000, DEVICE_GRAPHS = 250, LARGE = 3000 };

/* One search */

struct searched {
    struct search_answer answer;
    uint64_t outer, iterations;
    enum outcome outcome;
};

static struct searched search(const struct variant *v, const struct product *product)
{
    struct stored stored;
    struct solve solve;
    const struct solve_settings settings = {.max_iterations = 1000000, .options = v->options};
    struct searched out;
    assert_ok(stored_build_product(v->method, v->layout, &v->options, product, &stored));
    assert_ok(stored_upload(v->place, &stored));
    assert_ok(solve_create(&stored, v->method, NULL, &settings, &solve));
    for (int again = 0; again < 2; again++) { /* the second one after what the first one left */
        assert_ok(solve_reset(&solve, NULL));
        assert_ok(v->method->run(&solve));
    }
    assert_ok(v->place->synchronise());
    assert_ok(search_answer(&solve, v->method, product, &out.answer));
    out.outer = search_of(&solve)->outer;
    out.iterations = solve.iterations;
    out.outcome = solve.outcome;
    solve_free(&solve);
    stored_free(&stored);
    return out;
}

/* The definition */

struct closure {
    uint32_t edge[32], reach[32]; /* a bit a vertex; reach: over at least one edge */
};

static struct closure close_over(const struct product *p)
{
    struct closure c = {0};
    for (uint32_t u = 0; u < p->n; u++)
        for (uint64_t e = p->row[u]; e < p->row[u + 1]; e++) c.edge[u] |= 1u << p->col[e];
    memcpy(c.reach, c.edge, sizeof c.reach);
    for (uint32_t k = 0; k < p->n; k++)
        for (uint32_t u = 0; u < p->n; u++)
            if (c.reach[u] >> k & 1) c.reach[u] |= c.reach[k];
    return c;
}

static bool counts(const struct product *p, const struct closure *c, uint32_t v)
{
    if (!product_accepting(p, v)) return false;
    return p->initial == NO_VERTEX || p->initial == v || c->reach[p->initial] >> v & 1;
}

static bool has_cycle(const struct product *p, const struct closure *c)
{
    for (uint32_t v = 0; v < p->n; v++)
        if (counts(p, c, v) && c->reach[v] >> v & 1) return true;
    return false;
}

/* MAP as the specification puts it, without its data structures. */
static struct searched map_by_hand(const struct product *p, const struct closure *c,
                                   const struct solver_options *options)
{
    const struct map_options *own = method_options(options);
    struct searched out = {.outcome = CONVERGED};
    int64_t rank[MOST], map[MOST] = {0}, next[MOST], class[MOST] = {0};
    bool marked[MOST], any = false, in_place = own->sweeps == SWEEPS_INPLACE;
    for (uint32_t v = 0; v < p->n; v++) {
        rank[v] = own->ordering == ORDERING_FORWARD ? (int64_t)v + 1 : (int64_t)p->n - v;
        any |= marked[v] = counts(p, c, v);
    }
    while (any) {
        out.outer++;
        for (bool changed = true; changed;) {
            out.iterations++;
            changed = false;
            memcpy(next, map, sizeof next);
            for (uint32_t v = 0; v < p->n; v++)
                for (uint32_t u = 0; u < p->n; u++) {
                    bool edge = own->orientation == ORIENTATION_PRED ? c->edge[u] >> v & 1
                                                                     : c->edge[v] >> u & 1;
                    if (!edge || class[u] != class[v]) continue;
                    int64_t offer = in_place ? next[u] : map[u];
                    if (marked[u] && rank[u] > offer) offer = rank[u];
                    if (offer > next[v]) next[v] = offer;
                }
            changed = memcmp(next, map, sizeof map) != 0;
            memcpy(map, next, sizeof map);
            for (uint32_t v = 0; v < p->n; v++)
                if (map[v] == rank[v]) out.answer.cycle = true;
            if (out.answer.cycle) return out;
        }
        any = false;
        for (uint32_t v = 0; v < p->n; v++) {
            any |= marked[v] &= map[v] >= rank[v];
            class[v] = map[v];
            map[v] = 0;
        }
    }
    return out;
}

static struct searched owcty_by_hand(const struct product *p, const struct closure *c)
{
    struct searched out = {.outcome = CONVERGED};
    uint32_t set = (uint32_t)((UINT64_C(1) << p->n) - 1), before = 0;
    while (set && set != before) {
        uint32_t reached = 0, grown;
        before = set;
        out.iterations++;
        for (uint32_t v = 0; v < p->n; v++)
            if (set >> v & 1 && counts(p, c, v)) reached |= 1u << v;
        do {
            grown = reached;
            for (uint32_t v = 0; v < p->n; v++)
                if (reached >> v & 1) reached |= c->edge[v] & set;
        } while (grown != reached);
        set = reached;
        do {
            grown = 0;
            for (uint32_t v = 0; v < p->n; v++)
                if (set >> v & 1) grown |= c->edge[v];
            reached = set;
            set &= grown;
        } while (set != reached);
    }
    out.answer.cycle = set != 0;
    return out;
}

/* Sweeps in place on many threads read whatever is there: a vertex may be offered itself before it
 * is offered a larger one, or only with it. */
static bool counts_vary(const struct variant *v)
{
    const struct map_options *own = method_options(&v->options);
    return !strcmp(v->method->name, "map") && own->sweeps == SWEEPS_INPLACE &&
           strcmp(v->place->name, "seq");
}

static void check_counts(const struct variant *v, const struct product *p, const struct closure *c,
                         const struct searched *got)
{
    struct searched wanted = {0};
    if (counts_vary(v)) return;
    if (!strcmp(v->method->name, "map")) wanted = map_by_hand(p, c, &v->options);
    else if (!strcmp(v->method->name, "owcty")) wanted = owcty_by_hand(p, c);
    else return;
    assert_int_equal(got->outer, wanted.outer);
    assert_int_equal(got->iterations, wanted.iterations);
}

static void check_search(const struct variant *v, const struct product *p, bool cycle)
{
    struct closure c = close_over(p);
    struct searched got = search(v, p);
    struct lasso lasso;
    assert_int_equal(got.outcome, CONVERGED);
    assert_int_equal(got.answer.cycle, cycle);
    check_counts(v, p, &c, &got);
    if (!cycle) return;
    assert_ok(lasso_find(p, got.answer.witness, &lasso));
    const char *fault = lasso_fault(p, &lasso);
    if (fault) fail_msg("%s", fault);
    lasso_free(&lasso);
}

static void method_agrees_with_the_definition(void **state)
{
    const struct variant *v = *state;
    int graphs = v->place->on_host ? GRAPHS : DEVICE_GRAPHS, cycles = 0;
    if (variant_check(v) != OK) skip();
    draw_from(seed);
    for (int k = 0; k < graphs; k++) {
        struct product p = random_graph(1 + (uint32_t)draw(MOST), 1 + draw(6));
        struct closure c = close_over(&p);
        bool cycle = has_cycle(&p, &c);
        cycles += cycle;
        check_search(v, &p, cycle);
        product_free(&p);
    }
    assert_in_range(cycles, graphs / 5, graphs - graphs / 5);
}

/* More vertices than a block, a bitmap word or a batch has. */
static void large_graphs_agree_with_tarjan(void **state)
{
    const struct variant *v = *state;
    if (variant_check(v) != OK) skip();
    draw_from(seed);
    for (int k = 0; k < 20; k++) {
        struct product p = random_graph(1 + (uint32_t)draw(LARGE), 1 + draw(3));
        struct searched got = search(v, &p);
        struct cycle_verdict verdict;
        assert_ok(verify_cycle(&p, v->method, &got.answer, &verdict));
        if (verdict.fault) fail_msg("graph %d of %u vertices: %s", k, p.n, verdict.fault);
        product_free(&p);
    }
}

/* Chains and rings of two vertices and more, the classical shapes. */
static struct product ring(uint32_t n, uint32_t tail, bool closed)
{
    struct product p = {.n = n, .m = closed ? n : n - 1};
    p.row = words_for((size_t)n + 1, sizeof *p.row);
    p.col = words_for(n, sizeof *p.col);
    p.accepting = words_for(((size_t)n + 63) / 64, sizeof *p.accepting);
    for (uint32_t v = 0; v < n; v++) {
        p.col[v] = v + 1 < n ? v + 1 : tail;
        p.row[v + 1] = v + 1 < n || closed ? v + 1 : v;
    }
    return p;
}

static void long_ways(void **state)
{
    const struct variant *v = *state;
    enum { N = 700 };
    if (variant_check(v) != OK) skip();
    for (int shape = 0; shape < 4; shape++) {
        struct product p = ring(N, shape == 3 ? N - 1 : N / 2, shape > 0);
        uint32_t accepting = shape == 2 ? N / 2 - 1 : N - 1; /* before the ring, or on it */
        make_accepting(&p, accepting);
        struct searched got = search(v, &p);
        assert_int_equal(got.answer.cycle, shape == 1 || shape == 3);
        if (got.answer.cycle) assert_int_equal(got.answer.witness, accepting);
        product_free(&p);
    }
}

/* The check of lassos */

static bool holds(const struct product *p, const struct closure *c, const struct lasso *lasso)
{
    uint64_t length = lasso->prefix + lasso->cycle;
    bool accepting = false, good = lasso->cycle > 0;
    for (uint64_t k = 0; good && k < length; k++) {
        uint32_t v = lasso->vertex[k], to = lasso->vertex[k + 1 < length ? k + 1 : lasso->prefix];
        good = v < p->n && to < p->n && c->edge[v] >> to & 1;
        accepting |= good && k >= lasso->prefix && product_accepting(p, v);
    }
    return good && accepting && (p->initial == NO_VERTEX || lasso->vertex[0] == p->initial);
}

static void mutate(const struct product *p, struct lasso *lasso)
{
    uint64_t length = lasso->prefix + lasso->cycle;
    switch (draw(4)) {
    case 0: lasso->vertex[draw(length)] = (uint32_t)draw(p->n + 2); break;
    case 1:
        if (lasso->cycle > 1) lasso->cycle--;
        break;
    case 2:
        if (lasso->prefix > 0) lasso->prefix--, lasso->cycle++;
        break;
    default:
        if (lasso->cycle > 1) lasso->prefix++, lasso->cycle--;
    }
}

static void mutated_lassos_are_rejected(void **state)
{
    int rejected = 0, kept = 0;
    for (int k = 0; k < 20000; k++) {
        struct product p = random_graph(1 + (uint32_t)draw(MOST), 1 + draw(6));
        struct closure c = close_over(&p);
        struct lasso lasso;
        assert_ok(lasso_find(&p, (uint32_t)draw(p.n), &lasso));
        if (lasso.cycle) {
            assert_true(!lasso_fault(&p, &lasso) == holds(&p, &c, &lasso));
            mutate(&p, &lasso);
            assert_true(!lasso_fault(&p, &lasso) == holds(&p, &c, &lasso));
            if (lasso_fault(&p, &lasso)) rejected++;
            else kept++;
        }
        lasso_free(&lasso);
        product_free(&p);
    }
    assert_true(rejected > 1000 && kept > 100);
}

/* A way is found wherever there is one, and none elsewhere. */
static void lassos_are_found(void **state)
{
    for (int k = 0; k < 3000; k++) {
        struct product p = random_graph(1 + (uint32_t)draw(MOST), 1 + draw(6));
        struct closure c = close_over(&p);
        uint32_t v = (uint32_t)draw(p.n);
        bool near = p.initial == NO_VERTEX || p.initial == v || c.reach[p.initial] >> v & 1;
        struct lasso lasso;
        assert_ok(lasso_find(&p, v, &lasso));
        assert_true((lasso.cycle > 0) == (near && c.reach[v] >> v & 1));
        if (lasso.cycle) assert_int_equal(lasso.vertex[lasso.prefix], v);
        lasso_free(&lasso);
        product_free(&p);
    }
}

static void wrong_verdicts_are_seen(void **state)
{
    for (int k = 0; k < 2000; k++) {
        struct product p = random_graph(1 + (uint32_t)draw(MOST), 1 + draw(6));
        struct closure c = close_over(&p);
        bool cycle = has_cycle(&p, &c);
        struct cycle_verdict verdict;
        for (int m = 0; m < method_count; m++) {
            const struct search_answer no = {false, NO_VERTEX},
                                       yes = {true, (uint32_t)draw(p.n + 1)};
            if (methods[m]->task != TASK_CYCLE) continue;
            assert_ok(verify_cycle(&p, methods[m], &no, &verdict));
            assert_true((verdict.fault == NULL) == !cycle);
            assert_ok(verify_cycle(&p, methods[m], &yes, &verdict));
            if (!cycle) assert_non_null(verdict.fault);
        }
        product_free(&p);
    }
}

/* Every allocation fails once; nothing leaks (the sanitizers look), nothing is made up. */
static void no_memory(void **state)
{
    const struct variant *v = *state;
    if (!v->place->on_host) skip();
    struct product p = ring(9, 3, true);
    p.initial = 2; /* not in breadth-first order */
    make_accepting(&p, 5);
    enum status status = ERROR_HOST_MEMORY;
    for (long k = 0; status != OK; k++) {
        struct stored stored = {0};
        struct solve solve = {0};
        const struct solve_settings settings = {.max_iterations = 1000, .options = v->options};
        struct search_answer answer = {0};
        struct cycle_verdict verdict;
        memory_fail_after(k);
        status = stored_build_product(v->method, v->layout, &v->options, &p, &stored);
        if (status == OK) status = stored_upload(v->place, &stored);
        if (status == OK) status = solve_create(&stored, v->method, NULL, &settings, &solve);
        if (status == OK) status = solve_reset(&solve, NULL);
        if (status == OK) status = v->method->run(&solve);
        if (status == OK) status = search_answer(&solve, v->method, &p, &answer);
        if (status == OK) status = verify_cycle(&p, v->method, &answer, &verdict);
        memory_fail_after(-1);
        if (status == OK) assert_true(answer.cycle && !verdict.fault);
        else assert_int_equal(status, ERROR_HOST_MEMORY);
        solve_free(&solve);
        stored_free(&stored);
    }
    product_free(&p);
}

static void a_stop_and_a_limit_end_a_search(void **state)
{
    const struct variant *v = *state;
    static const volatile sig_atomic_t stop = 1;
    if (variant_check(v) != OK) skip();
    struct product p = ring(200000, 0, false);
    for (uint32_t u = 0; u < p.n; u += 2) make_accepting(&p, u);
    for (int limit = 0; limit < 2; limit++) {
        struct stored stored;
        struct solve solve;
        const struct solve_settings settings = {.max_iterations = limit ? 1 : 1000000,
                                                .options = v->options,
                                                .stop = limit ? NULL : &stop};
        if (limit && strcmp(v->method->name, "map")) continue;
        assert_ok(stored_build_product(v->method, v->layout, &v->options, &p, &stored));
        assert_ok(stored_upload(v->place, &stored));
        assert_ok(solve_create(&stored, v->method, NULL, &settings, &solve));
        assert_ok(solve_reset(&solve, NULL));
        assert_ok(v->method->run(&solve));
        assert_int_equal(solve.outcome, limit ? MAX_ITERATIONS : STOPPED);
        if (limit) assert_int_equal(solve.iterations, 1);
        solve_free(&solve);
        stored_free(&stored);
    }
    product_free(&p);
}

static void add(const char *what, CMUnitTestFunction test, struct variant *v)
{
    char *name = v ? name_of(v) : NULL;
    list_test(test, v, "%s%s%s", v ? name : "", v ? " " : "", what);
    free(name);
}

int main(int argc, char **argv)
{
    static char *const patterns[] = {
        "*/csr/u32/*",
        "map[orientation={succ,pred},ordering={inverse,forward},sweeps={jacobi,inplace}]/csr/u32/*",
        "map[loop=graph,orientation={succ,pred},sweeps={jacobi,inplace}]/csr/u32/cuda", NULL};
    size_t nvariants;
    struct variant *variants = listed_variants(argc, argv, patterns, &nvariants);
    seed_begin();
    for (size_t k = 0; k < nvariants; k++) {
        struct variant *v = &variants[k];
        if (v->place->cards > 1 || (v->place->on_host && variant_check(v) != OK))
            continue; /* never there */
        add("agrees with the definition", method_agrees_with_the_definition, v);
        add("agrees with tarjan on large graphs", large_graphs_agree_with_tarjan, v);
        add("goes long ways", long_ways, v);
        add("stops", a_stop_and_a_limit_end_a_search, v);
        add("reports failing allocations", no_memory, v);
    }
    add("mutated lassos are rejected", mutated_lassos_are_rejected, NULL);
    add("lassos are found", lassos_are_found, NULL);
    add("wrong verdicts are seen", wrong_verdicts_are_seen, NULL);
    int failed = run_listed("cycles", NULL, NULL);
    free(variants);
    return failed;
}
