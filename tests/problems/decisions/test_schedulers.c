/* Questions about all schedulers, from files of PRISM's form to a proven value, against the values
 * of schedulers in exact fractions: none is beyond the interval, and one reaches it.
 *
 * A scheduler with two memories is a chain of state and memory, and a formula's probability in it
 * has another oracle. Total rewards have a best scheduler without a memory. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka.h"
#include "tests/support/exact/path_oracle.h"
#include "tests/support/exact/process_case.h"
#include "tests/support/exact/small.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

enum { TRIES = 300 };

static struct interval proven_path(const struct formula *f, const char *best)
{
    char *text = path_question(f), question[1500];
    snprintf(question, sizeof question, "%s=?[%s]", best, text);
    free(text);
    return proven(question);
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
