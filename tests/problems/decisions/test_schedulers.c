/* Questions about all schedulers, from files of PRISM's form to a proven value, against the values
 * of schedulers in exact fractions: none is beyond the interval, and one reaches it.
 *
 * A scheduler with two memories is a chain of state and memory, and a formula's probability in it
 * has another oracle. Total rewards have a best scheduler without a memory. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sparse/reachability.h"
#include "problems/problem.h"
#include "prove/prove.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/path_case.h"
#include "tests/support/exact/path_oracle.h"
#include "tests/support/exact/small.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

enum { STATES = 4, CHOICES = 2, MEMORIES = 2, TRIES = 300 };

/* Each state has two choices: its rows of two chains. */
struct process {
    uint32_t n;
    struct chain choice[CHOICES];
    uint8_t holds[PATH_ATOMS][STATES];
    double pays[CHOICES][STATES];
};

static struct process draw_process(void)
{
    struct process p;
    p.choice[0] = draw_path_chain(false, STATES);
    p.n = chain_states(&p.choice[0]);
    for (p.choice[1] = draw_path_chain(false, STATES); chain_states(&p.choice[1]) != p.n;) {
        chain_free(&p.choice[1]);
        p.choice[1] = draw_path_chain(false, STATES);
    }
    for (int k = 0; k < PATH_ATOMS; k++) memcpy(p.holds[k], path_holds[k], p.n);
    for (int c = 0; c < CHOICES; c++)
        for (uint32_t i = 0; i < p.n; i++) p.pays[c][i] = draw(3) ? 0 : (double)draw(4);
    return p;
}

/* No choice leaves the last states, nor pays there. Some second choices only stay. */
static void close_last(struct process *p, uint32_t count)
{
    const uint32_t open = p->n > count ? p->n - count : 0;
    for (int c = 0; c < CHOICES; c++) {
        struct csr *a = &p->choice[c].transitions, closed;
        struct triplet triplet[STATES * STATES];
        uint64_t entries = 0;
        for (uint32_t i = 0; i < open; i++) {
            const bool stays = c && draw(2);
            for (uint64_t k = a->row[i]; !stays && k < a->row[i + 1]; k++)
                triplet[entries++] = (struct triplet){i, a->col[k], a->val[k]};
            if (stays) triplet[entries++] = (struct triplet){i, i, 1};
        }
        for (uint32_t i = open; i < p->n; i++) triplet[entries++] = (struct triplet){i, i, 1};
        assert_ok(csr_from_triplets(p->n, entries, triplet, &closed));
        csr_free(a);
        *a = closed;
        for (uint32_t i = open; i < p->n; i++) p->pays[c][i] = 0;
    }
}

static void process_free(struct process *p)
{
    for (int c = 0; c < CHOICES; c++) chain_free(&p->choice[c]);
}

static void write_process(const struct process *p)
{
    FILE *tra = fopen(scratch_path("m.tra"), "w"), *lab = fopen(scratch_path("m.lab"), "w"),
         *srew = fopen(scratch_path("m.srew"), "w"), *trew = fopen(scratch_path("m.trew"), "w");
    const struct csr *a[CHOICES] = {&p->choice[0].transitions, &p->choice[1].transitions};
    const unsigned long entries = a[0]->nnz + a[1]->nnz;
    assert_true(tra && lab && srew && trew);
    fprintf(tra, "%u %u %lu\n", p->n, CHOICES * p->n, entries);
    fprintf(trew, "%u %u %lu\n", p->n, CHOICES * p->n, entries);
    fprintf(srew, "%u 0\n", p->n);
    for (uint32_t i = 0; i < p->n; i++)
        for (int c = 0; c < CHOICES; c++)
            for (uint64_t k = a[c]->row[i]; k < a[c]->row[i + 1]; k++) {
                fprintf(tra, "%u %d %u %.17g\n", i, c, a[c]->col[k], a[c]->val[k]);
                fprintf(trew, "%u %d %u %.17g\n", i, c, a[c]->col[k], p->pays[c][i]);
            }
    fprintf(lab, "0=\"init\" 1=\"deadlock\" 2=\"a\" 3=\"b\" 4=\"c\"\n0: 0");
    for (uint32_t i = 0; i < p->n; i++) {
        const bool some = p->holds[0][i] || p->holds[1][i] || p->holds[2][i];
        if (i && some) fprintf(lab, "\n%u:", i);
        for (int k = 0; k < PATH_ATOMS; k++)
            if (p->holds[k][i]) fprintf(lab, " %d", k + 2);
    }
    fprintf(lab, "\n");
    fclose(tra);
    fclose(lab);
    fclose(srew);
    fclose(trew);
}

struct interval {
    double low, high;
};

static struct interval proven(const char *question)
{
    char source[2000];
    struct problem problem;
    struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
    settings.seconds = 2;
    snprintf(source, sizeof source, "%s:type=mdp,reward=m.srew,prop=%s", scratch_path("m.tra"),
             question);
    assert_ok(problem_open(source, &problem));
    assert_ok(prove_problem(&problem, &settings));
    struct interval found = {problem.proof.value_low, problem.proof.value_high};
    if (problem.asked.known) found = (struct interval){problem.asked.low, problem.asked.high};
    problem_free(&problem);
    assert_true(found.low <= found.high);
    return found;
}

static void name_sets(struct formula *f)
{
    static const char *const names[] = {"a", "b", "c"};
    for (size_t k = 0; k < f->nchildren; k++) name_sets(f->child[k]);
    if (f->kind != FORMULA_ATOM) return;
    f->kind = FORMULA_LABEL;
    f->text = strdup(names[f->atom]);
}

static struct interval proven_path(const struct formula *f, const char *best)
{
    struct formula *named;
    char *text, question[1500];
    assert_ok(formula_copy(f, &named));
    name_sets(named);
    assert_ok(formula_text(named, &text));
    snprintf(question, sizeof question, "%s=?[%s]", best, text);
    free(text);
    formula_free(named);
    return proven(question);
}

/* A scheduler in each state and memory: its choice, and the next memory. */
struct scheduler {
    int choice[STATES][MEMORIES], next[STATES][MEMORIES];
};

static struct scheduler draw_scheduler(int memories)
{
    struct scheduler s = {0};
    for (int i = 0; i < STATES; i++)
        for (int m = 0; m < MEMORIES; m++) {
            s.choice[i][m] = (int)draw(CHOICES);
            s.next[i][m] = (int)draw((uint64_t)memories);
        }
    return s;
}

static struct chain follow(const struct process *p, const struct scheduler *s)
{
    struct chain chain = {.type = CHAIN_DTMC};
    struct triplet triplet[STATES * STATES * MEMORIES];
    uint8_t *init;
    uint64_t count = 0;
    for (uint32_t i = 0; i < p->n; i++)
        for (uint32_t m = 0; m < MEMORIES; m++) {
            const struct csr *a = &p->choice[s->choice[i][m]].transitions;
            for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++)
                triplet[count++] = (struct triplet){
                    MEMORIES * i + m, MEMORIES * a->col[k] + (uint32_t)s->next[i][m], a->val[k]};
        }
    assert_ok(csr_from_triplets(MEMORIES * p->n, count, triplet, &chain.transitions));
    assert_ok(chain_add_label(&chain, "init", &init));
    init[0] = 1;
    return chain;
}

/* *value = the probability from state 0; returns false if the oracle gives up. */
static bool followed_path(const struct process *p, const struct scheduler *s,
                          const struct formula *f, double *value)
{
    uint8_t sets[PATH_ATOMS][STATES * MEMORIES];
    const uint8_t *const atoms[PATH_ATOMS] = {sets[0], sets[1], sets[2]};
    struct chain chain = follow(p, s);
    mpq_t *x = exact_numbers(STATES * MEMORIES);
    for (int k = 0; k < PATH_ATOMS; k++)
        for (uint32_t i = 0; i < MEMORIES * p->n; i++) sets[k][i] = p->holds[k][i / MEMORIES];
    const bool known = exact_path(&chain, f, atoms, x);
    *value = mpq_get_d(x[0]);
    exact_numbers_free(x, STATES * MEMORIES);
    chain_free(&chain);
    return known;
}

static int reached, asked, between;

static void check_path(const struct process *p, const struct formula *f)
{
    const struct interval most = proven_path(f, "Pmax"), least = proven_path(f, "Pmin");
    bool some_most = false, some_least = false;
    for (int k = 0; k < TRIES && !(some_most && some_least); k++) {
        double x;
        const struct scheduler s = draw_scheduler(1 + (k > 60));
        if (!followed_path(p, &s, f, &x)) return;
        if (x > most.high + 1e-15 || x < least.low - 1e-15) {
            print_path_case(&p->choice[0], f);
            print_path_case(&p->choice[1], f);
            fail_msg("%.17g is not in [%.17g, %.17g]", x, least.low, most.high);
        }
        some_most |= x >= most.low - 1e-9;
        some_least |= x <= least.high + 1e-9;
    }
    asked += 2;
    between += (least.high > 1e-9 && least.high < 1 - 1e-9) + (most.low > 1e-9 && most.low < 0.99);
    reached += some_most + some_least;
}

/* Bounds that a question takes: none is below 0, W has no lower one, and the lower one is not above
 * the other. */
static void set_bounds(struct formula *f)
{
    struct path_bound *bound = &f->bound;
    for (size_t k = 0; k < f->nchildren; k++) set_bounds(f->child[k]);
    bound->upper_strict = false;
    if (f->kind == FORMULA_WEAK_UNTIL) bound->lower = NULL;
    if (!bound->lower || !bound->upper) return;
    bound->lower_strict = false;
    if (atoi(bound->lower->text) > atoi(bound->upper->text)) bound->lower = bound->upper;
}

static struct formula *draw_limit(void)
{
    struct formula *f = draw(2) ? path_atom((uint32_t)draw(3)) : draw_nested_path(1 + (int)draw(2));
    if (draw(4) == 0) return draw_nested_path(3);
    return draw(2) ? F(G(f)) : G(F(f));
}

/* What holds again and again, or always from some state on. */
static struct formula *draw_long_run(void)
{
    static const enum formula_kind kinds[] = {FORMULA_AND,   FORMULA_OR,      FORMULA_IMPLIES,
                                              FORMULA_UNTIL, FORMULA_RELEASE, FORMULA_IFF};
    return path_two(kinds[draw(6)], draw_limit(), draw_limit());
}

/* Two memories are not always enough, and not all schedulers are tried. */
static void paths_have_best_schedulers(void **state)
{
    for (int k = 0; k < small_cases(200); k++) {
        struct process p = draw_process();
        close_last(&p, (uint32_t)draw(3));
        path_trees_free();
        struct formula *f =
            k % 3 ? draw_long_run() : draw_path_formula(2 + (int)draw(3), true, true);
        set_bounds(f);
        write_process(&p);
        check_path(&p, f);
        process_free(&p);
    }
    printf("%d of %d values are those of a scheduler that was tried, %d neither 0 nor 1\n", reached,
           asked, between);
    assert_true(asked > small_cases(200) && reached > asked * 0.97 && between > asked / 80);
}

/* Total rewards */

/* The expected total from state 0; infinity where a closed class pays. */
static double followed_total(const struct process *p, const struct scheduler *s)
{
    struct chain chain = follow(p, s);
    const uint32_t n = chain_states(&chain);
    mpq_t *q = exact_transitions(&chain), *x = exact_numbers(n);
    uint32_t *class_of, count;
    uint8_t quiet[STATES * MEMORIES], paid[STATES * MEMORIES] = {0};
    double pays[STATES * MEMORIES];
    assert_ok(closed_classes(&chain.transitions, UINT32_MAX, &class_of, &count));
    for (uint32_t i = 0; i < n; i++) {
        pays[i] = p->pays[s->choice[i / MEMORIES][i % MEMORIES]][i / MEMORIES];
        if (class_of[i] != NO_CLASS && pays[i] != 0) paid[class_of[i]] = 1;
    }
    for (uint32_t i = 0; i < n; i++) quiet[i] = class_of[i] != NO_CLASS && !paid[class_of[i]];
    exact_until(n, q, NULL, quiet, x);
    double total = INFINITY;
    if (mpq_cmp_ui(x[0], 1, 1) == 0) {
        for (uint32_t i = 0; i < n; i++) quiet[i] |= class_of[i] != NO_CLASS;
        exact_reward(n, q, quiet, pays, x);
        total = mpq_get_d(x[0]);
    }
    free(class_of);
    exact_numbers_free(q, (uint64_t)n * n);
    exact_numbers_free(x, n);
    chain_free(&chain);
    return total;
}

static void assert_near(struct interval found, double x)
{
    const bool good = isinf(x) ? found.low == INFINITY
                               : found.low <= x + 1e-14 && x <= found.high + 1e-14 &&
                                     found.high - found.low < 1e-7;
    if (!good) fail_msg("%.17g is not [%.17g, %.17g]", x, found.low, found.high);
}

static void totals_have_best_schedulers(void **state)
{
    int infinite = 0, positive = 0;
    for (int k = 0; k < small_cases(300); k++) {
        struct process p = draw_process();
        double most = 0, least = INFINITY;
        close_last(&p, (uint32_t)draw(3));
        for (uint32_t code = 0; code < 1u << p.n; code++) {
            struct scheduler s = {0};
            for (uint32_t i = 0; i < p.n; i++)
                for (int m = 0; m < MEMORIES; m++) s.choice[i][m] = code >> i & 1;
            const double x = followed_total(&p, &s);
            most = fmax(most, x);
            least = fmin(least, x);
        }
        write_process(&p);
        assert_near(proven("Rmax=?[C]"), most);
        assert_near(proven("Rmin=?[C]"), least);
        infinite += isinf(most) + isinf(least);
        positive += (isfinite(most) && most > 0) + (isfinite(least) && least > 0);
        process_free(&p);
    }
    printf("%d infinite, %d finite and not 0\n", infinite, positive);
    assert_true(infinite > small_cases(300) / 8 && positive > small_cases(300) / 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(paths_have_best_schedulers),
                                       cmocka_unit_test(totals_have_best_schedulers)};
    seed_begin();
    const int failed = cmocka_run_group_tests(tests, scratch_create, scratch_remove);
    path_trees_free();
    return failed;
}
