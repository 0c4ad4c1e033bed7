/* Problems that are made once for several runs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "harness/process/problem_cache.h"
#include "problems/pack.h"
#include "tests/support/cmocka.h"

static struct prove_settings wanted = DEFAULT_PROVE_SETTINGS;

static struct result_problem problem_of(char *source)
{
    return (struct result_problem){.source = source};
}

/* The file of the problem, and what is known of it; the caller closes it. */
static int open_ok(struct problem_cache *cache, char *source, struct result_problem *out)
{
    int fd;
    *out = problem_of(source);
    assert_int_equal(problem_cache_open(cache, INFINITY, &wanted, out, &fd), OK);
    assert_true(fd >= 0);
    return fd;
}

static void check_file(int fd, uint32_t n)
{
    struct problem_map map;
    assert_int_equal(problem_map(fd, &map), OK);
    assert_int_equal(map.problem.system.a.off.rows, n);
    problem_unmap(&map);
}

/* The second time nothing is made: the time of generation, which is never exactly the same twice,
 * is the first one. */
static void test_once(void **state)
{
    struct problem_cache cache = {0};
    struct result_problem first, again, other;
    char forty[] = "random_dd:n=40", nine[] = "identity:n=9";
    int fds[] = {open_ok(&cache, forty, &first), open_ok(&cache, nine, &other),
                 open_ok(&cache, forty, &again)};
    assert_int_equal(cache.count, 2);
    assert_true(first.generate > 0 && again.generate == first.generate);
    assert_true(again.n == 40 && again.nnz == first.nnz && !strcmp(again.kind, "linear"));
    assert_true(again.row_min == first.row_min && again.row_max == first.row_max);
    assert_int_equal(other.n, 9);
    assert_string_equal(cache.item[1].facts.source, forty); /* the one that was wanted last */
    problem_cache_free(&cache);                             /* what was given out stays */
    check_file(fds[0], 40);
    check_file(fds[1], 9);
    check_file(fds[2], 40);
    for (int k = 0; k < 3; k++) close(fds[k]);
    free(first.kind);
    free(again.kind);
    free(other.kind);
}

/* A kept proof is used if it is as good as asked for, or had all the time that it needed. It counts
 * as found. The time of an unused proof is not reported. */
static void test_proofs(void **state)
{
    static const struct {
        double width, seconds;
        bool made;
    } cases[] = {{1e-6, 60, true},     {1e-3, 60, false}, {1e-6, 9, false},  {0, 60, false},
                 {1e-9, 60, true},     {1e-6, 60, false}, {1e-9, 99, false}, {1e-12, 1e-9, true},
                 {1e-12, 1e-9, false}, {1e-12, 60, true}};
    struct problem_cache cache = {0};
    char forty[] = "random_dd:n=40";
    double generated = 0;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct result_problem problem;
        wanted = (struct prove_settings){.width = cases[k].width, .seconds = cases[k].seconds};
        close(open_ok(&cache, forty, &problem));
        assert_int_equal(cache.count, 1);
        assert_int_equal(problem.generate != generated, cases[k].made);
        assert_int_equal(isnan(problem.prove), cases[k].width == 0);
        assert_int_equal(problem.proof_found, !cases[k].made && cases[k].width > 0);
        generated = problem.generate;
        free(problem.kind);
    }
    wanted = (struct prove_settings)DEFAULT_PROVE_SETTINGS;
    problem_cache_free(&cache);
}

static void test_none(void **state)
{
    struct result_problem problem;
    char source[] = "identity:n=9";
    int fd = open_ok(NULL, source, &problem);
    check_file(fd, 9);
    close(fd);
    free(problem.kind);
}

/* A problem that cannot be made is not kept. */
static void test_failure(void **state)
{
    struct problem_cache cache = {0};
    char source[] = "./absent.mtx";
    struct result_problem problem = problem_of(source);
    int fd;
    assert_int_not_equal(problem_cache_open(&cache, INFINITY, &wanted, &problem, &fd), OK);
    assert_true(fd == -1 && cache.count == 0 && problem.kind == NULL);
    problem_cache_free(&cache);
}

/* Kept problems are removed, the oldest first, if a new one and its cases would not have room
 * beside them. */
static void test_room(void **state)
{
    struct problem_cache cache = {0};
    struct result_problem problem;
    char sources[][16] = {"identity:n=3", "identity:n=4", "identity:n=5"};
    for (int k = 0; k < 3; k++) {
        close(open_ok(&cache, sources[k], &problem));
        free(problem.kind);
    }
    assert_int_equal(cache.count, 3);
    cache.item[0].bytes = 1e18; /* now it is the last that is larger than any memory */
    close(open_ok(&cache, sources[0], &problem));
    free(problem.kind);
    assert_int_equal(cache.count, 1);
    assert_string_equal(cache.item[0].facts.source, sources[0]);
    problem_cache_free(&cache);
}

/* If there is no memory for the proof, the problem is still usable, and its note says so. */
static void test_no_room_for_a_proof(void **state)
{
    enum status status = ERROR_HOST_MEMORY;
    struct problem_map map;
    int fd = -1;
    for (long k = 0; status != OK; k++) {
        char source[] = "identity:n=4";
        struct result_problem problem = problem_of(source);
        status = refused_after(k, problem_cache_open(NULL, INFINITY, &wanted, &problem, &fd));
        free(problem.kind);
        assert_true(k < 1000);
    }
    assert_int_equal(problem_map(fd, &map), OK);
    assert_null(map.problem.proof.x);
    assert_string_equal(map.problem.proof.note, "the proof takes more memory than there is");
    problem_unmap(&map);
    close(fd);
}

/* If any allocation fails, nothing leaks, and the earlier content stays. */
static void test_allocations(void **state)
{
    wanted.width = 0;
    enum status status = ERROR_HOST_MEMORY;
    for (long k = 0; status != OK; k++) {
        struct problem_cache cache = {0};
        struct result_problem problem;
        char first[] = "identity:n=3", second[] = "identity:n=4";
        int fd;
        close(open_ok(&cache, first, &problem));
        free(problem.kind);
        problem = problem_of(second);
        status = refused_after(k, problem_cache_open(&cache, INFINITY, &wanted, &problem, &fd));
        assert_true((fd >= 0) == (status == OK));
        assert_int_equal(cache.count, status == OK ? 2 : 1);
        if (fd >= 0) close(fd);
        free(problem.kind);
        problem_cache_free(&cache);
        assert_true(k < 1000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_once),        cmocka_unit_test(test_proofs),
        cmocka_unit_test(test_none),        cmocka_unit_test(test_no_room_for_a_proof),
        cmocka_unit_test(test_failure),     cmocka_unit_test(test_room),
        cmocka_unit_test(test_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
