/* The check gives the same bits in any rounding mode of each thread of its team, and whether or not
 * denormal numbers are taken for zero; and it restores these modes. */
#include <fenv.h>
#include <math.h>
#include <omp.h>
#include <string.h>

#include "base/team.h"
#include "certify/distance.h"
#include "certify/intervals.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/small.h"

enum { ROWS = 300, FEW = 50, THREADS = 3 }; /* few: one thread sums them up */

static const double tiny = 0x1p-1023, large = 0x1p1000; /* denormal, and what makes up for it */

/* All that the check says of one chain. */
struct said {
    double drift[ROWS], scale, slack[ROWS], distance, low, high, x[ROWS], radius, apart, rounding,
        few_apart, few_rounding;
    struct bound bound;
    struct look look;
    struct interval end, total, mean, known, average;
    double share;
};

/* A ring with ways back, whose rates are denormal. */
struct chain {
    uint64_t row[ROWS + 1];
    uint32_t col[2 * ROWS], class_of[ROWS];
    double val[2 * ROWS], diag[ROWS], v[ROWS], weight[ROWS], b[ROWS], answer[ROWS], other[ROWS],
        little[ROWS];
    struct matrix a;
};

static void chain_make(struct chain *c)
{
    memset(c, 0, sizeof *c);
    for (uint32_t i = 0; i < ROWS; i++) {
        const uint32_t next = (i + 1) % ROWS, back = (i + ROWS - 1) % ROWS;
        c->row[i + 1] = 2 * (uint64_t)(i + 1);
        c->col[2 * i] = next < back ? next : back;
        c->col[2 * i + 1] = next < back ? back : next;
        for (uint32_t k = 2 * i; k < 2 * i + 2; k++)
            c->val[k] = tiny * (c->col[k] == back ? -1.0 / (3 + i % 7) : -0.1);
        c->diag[i] = tiny * (0.4 + 1.0 / (3 + i % 5));
        c->v[i] = i == 0 ? 0 : large * (ROWS - i);
        c->weight[i] = large * (1 + 0.1 * (i % 3));
        c->b[i] = i % 2 ? tiny : 0x1p-30;
        c->answer[i] = large * (0.7 / (i + 1));
        c->little[i] = tiny / (i + 1);
        c->other[i] = c->answer[i] * (1 + 1e-9);
    }
    c->a = (struct matrix){.off = {ROWS, c->row[ROWS], c->row, c->col, c->val}, .diag = c->diag};
}

static void ask(const struct chain *c, struct said *s)
{
    const struct reading stored = {0};
    const struct classes one = {1, c->class_of};
    const struct walk_of_steps walk = {.step = 0.5 / tiny, .time = 1.7 / tiny};
    struct times times = {.scale = &s->scale, .slack = s->slack};
    struct interval_sum sum = {0};
    assert_true(certify_weights(&c->a, &stored, c->weight, s->drift));
    s->bound = certify_answer(&c->a, &stored, c->b, s->drift, c->answer);
    assert_ok(certify_times(&c->a, &stored, &one, c->v, &times));
    assert_ok(certify_long_run(&c->a, &stored, &one, c->v, &times, c->answer, &s->distance));
    assert_ok(certify_average(&c->a, &stored, &one, c->b, c->v, &s->low, &s->high));
    assert_ok(certify_steps(&c->a, NULL, c->answer, &walk, s->x, &s->radius));
    assert_ok(distance_in_sum(ROWS, &one, c->answer, c->other, &s->apart, &s->rounding));
    assert_ok(distance_in_sum(FEW, &one, c->answer, c->other, &s->few_apart, &s->few_rounding));
    s->look = distance_at_most(ROWS, c->little, c->b, NULL);
    s->end = certify_entry(1, &(struct bound){tiny, tiny}, large);
    s->share = certify_share(tiny, large);
    for (uint32_t i = 0; i < ROWS; i++)
        interval_sum_add(&sum, (struct interval){c->little[i], c->little[i]}, large);
    s->total = interval_sum_total(&sum);
    s->mean = interval_sum_mean(&sum);
    struct entries_known known = {.mass = {large, large}, .sum = {tiny, tiny}};
    s->known = entries_known_average(&known, 1e-9);
    struct answer_sums of = {.most = tiny, .least = 0, .count = 1};
    of.mass = (struct double_sum){1, 0, 1};
    of.sum = (struct double_sum){tiny / 2, 0, tiny / 2};
    s->average = certify_average_of_answer(&of, 1e-9, 1e-9);
}

static void this_thread(int mode)
{
    if (mode >= 0) rounding_begin(mode);
    else rounding_end();
}

/* rounding_begin and rounding_end of each thread. LLVM's OpenMP gives the others the modes of the
 * first one, which has its own modes again after a team. */
static void all_threads(int mode)
{
    this_thread(mode);
#pragma omp parallel num_threads(THREADS)
    if (omp_get_thread_num() > 0) this_thread(mode);
}

static void assert_same(struct interval a, struct interval b)
{
    assert_true(a.low == b.low && a.high == b.high);
}

static void bits_are_the_same(void **state)
{
    static struct chain chain;
    static struct said usual, said;
    chain_make(&chain);
    omp_set_num_threads(THREADS);
    team_always = true;
    ask(&chain, &usual);
    assert_true(isfinite(usual.bound.above) && isfinite(usual.distance));
    assert_true(usual.radius < 1e-12 * large && usual.apart > 0);
    for (int mode = 1; mode < ROUNDINGS; mode++) {
        int modes[THREADS] = {0}, before[THREADS] = {0};
        all_threads(mode);
        assert_true((fegetround() == FE_TONEAREST) == (mode % 4 == 0));
#pragma omp parallel num_threads(THREADS)
        before[omp_get_thread_num()] = fegetround();
        memset(&said, 0, sizeof said);
        ask(&chain, &said);
#pragma omp parallel num_threads(THREADS)
        modes[omp_get_thread_num()] = fegetround();
        all_threads(-1);
        assert_memory_equal(before, modes, sizeof modes);
        assert_memory_equal(usual.drift, said.drift, sizeof said.drift);
        assert_memory_equal(usual.slack, said.slack, sizeof said.slack);
        assert_memory_equal(usual.x, said.x, sizeof said.x);
        assert_true(usual.scale == said.scale && usual.radius == said.radius);
        assert_true(usual.bound.below == said.bound.below && usual.bound.above == said.bound.above);
        assert_true(usual.low == said.low && usual.high == said.high);
        assert_true(usual.look.distance == said.look.distance);
        assert_same(usual.end, said.end);
        assert_true(usual.share == said.share);
        assert_same(usual.total, said.total);
        assert_same(usual.mean, said.mean);
        assert_same(usual.known, said.known);
        assert_same(usual.average, said.average);
        assert_true(usual.few_apart == said.few_apart && usual.few_rounding == said.few_rounding);
        /* Threads add their sums in any order. */
        assert_true(said.apart <= usual.apart * (1 + 1e-12));
        assert_true(said.distance <= usual.distance * (1 + 1e-12));
    }
    team_always = false;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bits_are_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
