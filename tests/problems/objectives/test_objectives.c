/* Several objectives of one scheduler, against all schedulers that remember whether they were in a
 * set of states: of a probability to reach it and a total reward they have all best mixtures. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "problems/problem.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/process_case.h"
#include "tests/support/exact/small.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

enum { POINTS = 1 << (3 * MEMORIES) };

struct point {
    double reach, total;
};

/* All that matters: the total is to be large, or to be small and finite. Signs make both large. */
struct cloud {
    int count;
    bool infinite;
    struct point of[POINTS];
};

static struct cloud follow_all(const struct process *p, double reach, double total)
{
    struct cloud cloud = {0};
    for (uint32_t code = 0; code < 1u << (p->n * MEMORIES); code++) {
        struct scheduler s = {0};
        for (uint32_t i = 0; i < p->n; i++)
            for (int m = 0; m < MEMORIES; m++) {
                s.choice[i][m] = code >> (i * MEMORIES + (uint32_t)m) & 1;
                s.next[i][m] = m | p->holds[0][i];
            }
        const double all = followed_total(p, &s);
        cloud.infinite |= isinf(all);
        if (isfinite(all))
            cloud.of[cloud.count++] = (struct point){reach * followed_reach(p, &s, 0), total * all};
    }
    return cloud;
}

/* The largest total of mixtures of two with at least this reach; minus infinity: none has it. */
static double best_total(const struct cloud *cloud, double reach)
{
    double best = -INFINITY;
    for (int a = 0; a < cloud->count; a++)
        for (int b = 0; b < cloud->count; b++) {
            const struct point p = cloud->of[a], q = cloud->of[b];
            if (p.reach < reach) continue;
            best = fmax(best, p.total);
            if (q.reach >= reach) continue;
            const double share = (p.reach - reach) / (p.reach - q.reach);
            best = fmax(best, share * q.total + (1 - share) * p.total);
        }
    return best;
}

static int asked, truths, refused;

static void check_value(const struct cloud *cloud, bool most_reach, bool most_total)
{
    char question[200];
    struct interval found;
    double limit = (double)draw(101) / 100;
    const double best = best_total(cloud, most_reach ? limit : -limit);
    snprintf(question, sizeof question, "multi(P%s%.2f[F \"a\"], R%s=?[C])",
             most_reach ? ">=" : "<=", limit, most_total ? "max" : "min");
    const bool answered = proven_or_refused(question, &found);
    if (most_total && cloud->infinite) return assert_false(answered);
    const double sign = most_total ? 1 : -1;
    /* on the edge it may be unclear whether there is such a scheduler */
    if (best_total(cloud, (most_reach ? limit : -limit) + 1e-9) == -INFINITY) {
        refused += best == -INFINITY;
        if (best == -INFINITY) assert_false(answered);
        return;
    }
    if (!answered) fail_msg("%s: refused", question);
    const double x = sign * best;
    if (!(found.low <= x + 1e-9 && x <= found.high + 1e-9 &&
          found.high - found.low <= 1e-6 * (1 + fabs(x))))
        fail_msg("%s: [%.17g, %.17g] for %.17g", question, found.low, found.high, x);
    asked++;
}

static void check_truth(const struct cloud *cloud, bool most_reach, bool most_total)
{
    char question[200];
    struct interval found;
    const double reach = (double)draw(11) / 10, total = (double)draw(40) / 10,
                 sign = most_total ? 1 : -1, own = most_reach ? reach : -reach;
    snprintf(question, sizeof question, "multi(P%s%.1f[F \"a\"], R%s%.1f[C])",
             most_reach ? ">=" : "<=", reach, most_total ? ">=" : "<=", total);
    if (most_total && cloud->infinite) return assert_false(proven_or_refused(question, &found));
    found = proven(question);
    if (best_total(cloud, own + 1e-9) >= sign * total + 1e-6 && found.low != 1)
        fail_msg("%s: false or unclear, but the best is %.17g", question, best_total(cloud, own));
    if (best_total(cloud, own - 1e-9) < sign * total - 1e-6 && found.high != 0)
        fail_msg("%s: true or unclear, but the best is %.17g", question, best_total(cloud, own));
    truths += found.low == found.high;
}

/* Each point of one cloud is no better than some mixture of the other. */
static void assert_covered(const struct cloud *by, const struct cloud *of, const char *question)
{
    for (int k = 0; k < of->count; k++)
        if (best_total(by, of->of[k].reach - 1e-9) < of->of[k].total - 1e-7)
            fail_msg("%s: (%.17g, %.17g)", question, of->of[k].reach, of->of[k].total);
}

static int corners, curves;

static void check_curve(const struct cloud *cloud, bool most_reach, bool most_total)
{
    char question[200];
    struct problem problem;
    struct cloud found = {0};
    snprintf(question, sizeof question, "multi(P%s=?[F \"a\"], R%s=?[C])",
             most_reach ? "max" : "min", most_total ? "max" : "min");
    const bool answered = ask_process(question, &problem);
    assert_int_equal(answered, cloud->count > 0 && !(most_total && cloud->infinite));
    if (!answered) return;
    const struct best_pairs *curve = &problem.asked.curve;
    assert_true(curve->off <= 1e-7);
    for (uint32_t k = 0; k < curve->count; k++) {
        const double *at = curve->at[k];
        if (k) assert_true(at[0] > at[-2]);
        found.of[found.count++] =
            (struct point){most_reach ? at[0] : -at[0], most_total ? at[1] : -at[1]};
    }
    assert_covered(&found, cloud, question);
    assert_covered(cloud, &found, question);
    corners += (int)curve->count;
    curves++;
    problem_free(&problem);
}

static void mixtures_are_best(void **state)
{
    asked = truths = refused = 0;
    for (int k = 0; k < small_cases(300); k++) {
        struct process p = draw_process();
        if (p.n > 3) {
            process_free(&p);
            continue;
        }
        close_last(&p, 1 + (uint32_t)draw(2));
        const bool most_reach = draw(2), most_total = draw(2);
        const struct cloud cloud = follow_all(&p, most_reach ? 1 : -1, most_total ? 1 : -1);
        write_process(&p);
        check_value(&cloud, most_reach, most_total);
        check_truth(&cloud, most_reach, most_total);
        check_curve(&cloud, most_reach, most_total);
        process_free(&p);
    }
    printf("%d values, %d truths, %d without a scheduler; %d curves with %d corners\n", asked,
           truths, refused, curves, corners);
    assert_true(curves > small_cases(300) / 4 && corners >= curves);
    assert_true(asked > small_cases(300) / 6 && truths > small_cases(300) / 4 && refused > 0);
}

/* Two paths: schedulers with two memories are not beyond the curve, and some are its corners. */

static struct formula *draw_objective(void)
{
    struct formula *a = path_atom((uint32_t)draw(3)), *b = path_atom((uint32_t)draw(3));
    switch (draw(6)) {
    case 0: return F(a);
    case 1: return G(a);
    case 2: return G(F(a));
    case 3: return F(G(a));
    case 4: return U(a, b);
    default: return path_two(draw(2) ? FORMULA_AND : FORMULA_OR, G(F(a)), F(b));
    }
}

static void take_curve(const struct best_pairs *curve, const double *sign, struct cloud *out)
{
    *out = (struct cloud){0};
    for (uint32_t k = 0; k < curve->count; k++)
        out->of[out->count++] =
            (struct point){sign[0] * curve->at[k][0], sign[1] * curve->at[k][1]};
}

static void check_paths(const struct process *p, int *all, int *reached)
{
    enum { TRIES = 200 };
    const struct formula *f[2] = {draw_objective(), draw_objective()};
    const double sign[2] = {draw(2) ? 1 : -1, draw(2) ? 1 : -1};
    char *text[2] = {path_question(f[0]), path_question(f[1])}, question[400];
    struct problem problem;
    struct cloud curve;
    bool seen[CURVE_POINTS] = {false};
    snprintf(question, sizeof question, "multi(P%s=?[%s], P%s=?[%s])", sign[0] > 0 ? "max" : "min",
             text[0], sign[1] > 0 ? "max" : "min", text[1]);
    if (!ask_process(question, &problem)) fail_msg("%s: %s", question, fail_message());
    assert_true(problem.asked.curve.off <= 1e-7);
    take_curve(&problem.asked.curve, sign, &curve);
    for (int k = 0; k < TRIES; k++) {
        const struct scheduler s = draw_scheduler(1 + (k > 40));
        struct cloud one = {.count = 1};
        double x, y;
        if (!followed_path(p, &s, f[0], &x) || !followed_path(p, &s, f[1], &y)) break;
        one.of[0] = (struct point){sign[0] * x, sign[1] * y};
        assert_covered(&curve, &one, question);
        for (int c = 0; c < curve.count; c++)
            seen[c] |= one.of[0].reach >= curve.of[c].reach - 1e-7 &&
                       one.of[0].total >= curve.of[c].total - 1e-7;
    }
    for (int c = 0; c < curve.count; c++) *reached += seen[c];
    *all += curve.count;
    problem_free(&problem);
    free(text[0]);
    free(text[1]);
}

static void paths_have_curves(void **state)
{
    int all = 0, reached = 0;
    const int cases = small_cases(150);
    for (int k = 0; k < cases; k++) {
        struct process p = draw_process();
        path_trees_free();
        close_last(&p, (uint32_t)draw(3));
        write_process(&p);
        check_paths(&p, &all, &reached);
        process_free(&p);
    }
    printf("%d corners of %d curves, %d of them those of a scheduler that was tried\n", all, cases,
           reached);
    assert_true(all > cases && reached > all * 0.9);
}

static enum status open_and_free(const char *question)
{
    char source[400];
    struct problem problem;
    snprintf(source, sizeof source, "%s:type=mdp,reward=m.srew,prop=%s", scratch_path("m.tra"),
             question);
    const enum status status = problem_open(source, &problem);
    if (status == OK) problem_free(&problem);
    return status;
}

static void memory_may_be_refused(void **state)
{
    struct process p = draw_process();
    close_last(&p, p.n); /* all limits below can be met */
    write_process(&p);
    assert_memory_refused(100, open_and_free("multi(P>=0[F \"a\"], Rmin=?[C])"));
    assert_memory_refused(100, open_and_free("multi(Pmax=?[G F \"a\"], Pmin=?[F \"b\"])"));
    assert_memory_refused(50, open_and_free("Pmax=?[(G F \"a\") | (F G \"b\")]"));
    assert_memory_refused(20, open_and_free("Rmax=?[C]"));
    process_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(mixtures_are_best),
                                       cmocka_unit_test(paths_have_curves),
                                       cmocka_unit_test(memory_may_be_refused)};
    seed_begin();
    const int failed = cmocka_run_group_tests(tests, scratch_create, scratch_remove);
    path_trees_free();
    return failed;
}
