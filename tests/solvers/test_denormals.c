/* Denormal numbers during a solve at a place on the host: flushed or kept in every thread;
 * afterwards the setting is as before. */
#include <float.h>
#include <omp.h>

#include "base/team.h"
#include "solvers/solve.h"
#include "tests/support/cmocka.h"

enum { THREADS = 3 };

static volatile double smallest = DBL_MIN, half = 0.5;
static int flushing, keeping; /* threads of the last count */

/* A result that is denormal, and an operand. */
static void count_threads(void)
{
    flushing = keeping = 0;
#pragma omp parallel reduction(+ : flushing, keeping)
    {
        volatile double denormal = smallest * half, next = denormal * 2;
        flushing += denormal == 0 && next == 0;
        keeping += denormal != 0 && next == DBL_MIN;
    }
}

static enum status run(struct solve *solve)
{
    (void)solve;
    count_threads();
    return OK;
}

static enum status run_out_of_memory(struct solve *solve)
{
    (void)solve;
    count_threads();
    return ERROR_HOST_MEMORY;
}

static void denormals_are_as_asked_for(void **state)
{
    static const struct method works = {.name = "works", .run = run},
                               fails = {.name = "fails", .run = run_out_of_memory};
    const struct stored stored = {.n = TEAM_AGAIN};
    for (int p = 0; p < place_count; p++) {
        if (!places[p]->on_host) continue;
        const int threads = places[p]->scheduled ? THREADS : 1; /* seq has but its own */
        omp_set_num_threads(threads);
        for (int k = 0; k < 8; k++) {
            struct solve solve = {.place = places[p], .a = &stored, .method = &works};
            bool before, flush = k & 1, ambient = k & 4;
            solve.options.denormals = flush ? DENORMALS_FLUSH : DENORMALS_KEEP;
            assert_int_equal(places[p]->flush_denormals(ambient, TEAM_AGAIN, &before), OK);
            assert_false(before);
            assert_int_equal(solve_run(&solve, k & 2 ? &fails : &works),
                             k & 2 ? ERROR_HOST_MEMORY : OK);
            assert_int_equal(flush ? flushing : keeping, threads);
            count_threads();
            assert_int_equal(ambient ? flushing : keeping, threads);
            assert_int_equal(places[p]->flush_denormals(false, TEAM_AGAIN, &before), OK);
            assert_int_equal(before, ambient);
        }
    }
}

static void kept_where_small_entries_are_tested(void **state)
{
    for (int p = 0; p < place_count; p++)
        for (int k = 0; k < 4; k++) {
            const struct stored stored = {.precision = k & 1 ? F32 : F64};
            const struct method any = {.name = "any"};
            const struct solve solve = {.place = places[p],
                                        .a = &stored,
                                        .method = &any,
                                        .test.criterion = k & 2 ? ABSOLUTE : RELATIVE};
            assert_int_equal(solve_flushes(&solve), places[p]->on_host && k != 0);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(denormals_are_as_asked_for),
                                       cmocka_unit_test(kept_where_small_entries_are_tested)};
    return cmocka_run_group_tests_name("denormals", tests, NULL, NULL);
}
