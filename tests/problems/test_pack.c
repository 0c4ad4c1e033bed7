/* Problems of every kind keep every field and every number when they are packed and mapped. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "problems/pack.h"
#include "prove/prove.h"
#include "tests/support/cmocka.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const sources[] = {
    "identity:n=1",
    "identity:n=0",
    "random_dd:n=50,density=0.2",
    "datasets/data/prism/polling-7/model.tra:type=ctmc,goal=s1a1,avoid=s2a1",
    "datasets/data/prism/polling-7/model.tra:type=ctmc,goal=s1a1,time=1",
    "herman:n=5",
    "tandem:c=3",
    "brp:n=4,max=2",
    "peterson:n=2",
    "datasets/data/prism/machine/model.tra:type=mdp,reward=model.srew,prop=Rmin=?[F \"sold\"]",
};

static void same_array(const char *name, const void *a, const void *b, size_t bytes)
{
    if (!a != !b || (a && memcmp(a, b, bytes))) fail_msg("%s differs", name);
    if ((uintptr_t)b % 64) fail_msg("%s is not aligned", name);
}

static void same_optimum(const struct optimum_facts *a, const struct optimum_facts *b)
{
    const struct matrix *s = &a->original.a, *t = &b->original.a;
    const uint32_t states = s->ngroups, rows = s->off.rows;
    assert_true(a->largest == b->largest && states == t->ngroups && rows == t->off.rows);
    same_array("all group", s->group, t->group, (states + 1) * sizeof *s->group);
    same_array("all row", s->off.row, t->off.row, (rows + 1) * sizeof *s->off.row);
    same_array("all col", s->off.col, t->off.col, s->off.nnz * sizeof *s->off.col);
    same_array("all val", s->off.val, t->off.val, s->off.nnz * sizeof *s->off.val);
    same_array("all diag", s->diag, t->diag, rows * sizeof *s->diag);
    same_array("all b", a->original.b, b->original.b, rows * sizeof *a->original.b);
    same_array("stated", a->stated, b->stated, states);
    same_array("unknown_of", a->unknown_of, b->unknown_of, states * sizeof *a->unknown_of);
}

/* Field by field, independent of the list in pack.c. */
static void same_problem(const struct problem *a, const struct problem *b)
{
    const struct linear *s = &a->system, *t = &b->system;
    const uint32_t n = s->a.off.rows, unknowns = s->a.group ? s->a.ngroups : n;
    assert_string_equal(a->source, b->source);
    assert_int_equal(n, t->a.off.rows);
    assert_int_equal(s->a.off.nnz, t->a.off.nnz);
    same_array("row", s->a.off.row, t->a.off.row, (n + 1) * sizeof *s->a.off.row);
    same_array("col", s->a.off.col, t->a.off.col, s->a.off.nnz * sizeof *s->a.off.col);
    same_array("val", s->a.off.val, t->a.off.val, s->a.off.nnz * sizeof *s->a.off.val);
    same_array("diag", s->a.diag, t->a.diag, n * sizeof *s->a.diag);
    same_array("b", s->b, t->b, n * sizeof *s->b);
    same_array("group", s->a.group, t->a.group, (s->a.ngroups + 1) * sizeof *s->a.group);
    same_optimum(&a->optimum, &b->optimum);
    same_array("x0", s->x0, t->x0, unknowns * sizeof *s->x0);
    same_array("answer", s->answer, t->answer, unknowns * sizeof *s->answer);
    const struct linear *own = problem_written(a), *its = problem_written(b);
    assert_true((own == s) == (its == t) && its->a.off.row == t->a.off.row &&
                its->a.off.col == t->a.off.col && own->a.off.nnz == its->a.off.nnz);
    same_array("written val", own->a.off.val, its->a.off.val, s->a.off.nnz * sizeof *s->a.off.val);
    same_array("written diag", own->a.diag, its->a.diag, n * sizeof *s->a.diag);
    same_array("written b", own->b, its->b, n * sizeof *s->b);
    assert_true(a->reading.entry == b->reading.entry &&
                a->reading.constant == b->reading.constant &&
                a->reading.balanced == b->reading.balanced);
    same_array("initial", a->fixpoint.initial, b->fixpoint.initial, unknowns);
    same_array("infinite", a->fixpoint.infinite, b->fixpoint.infinite, unknowns);
    same_array("class_of", a->steady.class_of, b->steady.class_of, n * sizeof *a->steady.class_of);
    same_array("probability", a->steady.probability, b->steady.probability,
               a->steady.nclasses * sizeof *a->steady.probability);
    same_array("probability_low", a->steady.probability_low, b->steady.probability_low,
               a->steady.nclasses * sizeof *a->steady.probability_low);
    same_array("probability_high", a->steady.probability_high, b->steady.probability_high,
               a->steady.nclasses * sizeof *a->steady.probability_high);
    same_array("weight", a->steady.weight, b->steady.weight, n * sizeof *a->steady.weight);
    const struct product *v = &a->product, *w = &b->product;
    assert_true(v->n == w->n && v->m == w->m && v->initial == w->initial);
    same_array("row", v->row, w->row, (v->n + UINT64_C(1)) * sizeof *v->row);
    same_array("col", v->col, w->col, v->m * sizeof *v->col);
    same_array("accepting", v->accepting, w->accepting,
               (v->n + UINT64_C(63)) / 64 * sizeof *v->accepting);
    assert_true(a->facts.whole == b->facts.whole && a->facts.stored_n == b->facts.stored_n);
    assert_true(a->facts.stored_transitions == b->facts.stored_transitions);
    assert_true(a->kind == b->kind && a->solved == b->solved && a->states == b->states);
    assert_true(a->transitions == b->transitions && a->classes == b->classes &&
                a->steps == b->steps);
    assert_true(a->time == b->time && a->step == b->step && a->start == b->start &&
                a->period == b->period);
    assert_true(a->jacobi_limit == b->jacobi_limit && a->fixpoint.filter == b->fixpoint.filter);
    assert_true(a->steady.nclasses == b->steady.nclasses &&
                a->steady.constant == b->steady.constant);
    assert_true(a->steady.constant_low == b->steady.constant_low &&
                a->steady.constant_high == b->steady.constant_high);
}

static bool open_twice(const char *source, struct problem *a, struct problem *b)
{
    if (problem_open(source, a) != OK) return false;
    assert_int_equal(problem_open(source, b), OK);
    return true;
}

static void test_round_trip(void **state)
{
    bool seen[NKINDS] = {false};
    for (size_t k = 0; k < COUNT(sources); k++) {
        struct problem original, packed;
        struct problem_map map[2];
        int fd;
        if (!open_twice(sources[k], &original, &packed))
            continue; /* identity:n=0 is refused today */
        seen[original.kind] = true;
        double value = problem_value(&original, original.system.x0);
        assert_int_equal(problem_pack_create(&fd), OK);
        assert_int_equal(problem_pack(&packed, fd), OK);
        assert_null(packed.system.a.off.row);
        for (int m = 0; m < 2; m++) {
            if (problem_map(fd, &map[m]) != OK) fail_msg("%s: %s", sources[k], fail_message());
            same_problem(&original, &map[m].problem);
        }
        close(fd); /* the maps stay */
        double mapped = problem_value(&map[1].problem, map[1].problem.system.x0);
        assert_memory_equal(&value, &mapped, sizeof value);
        for (int m = 0; m < 2; m++) problem_unmap(&map[m]);
        problem_unmap(&map[0]);
        problem_free(&original);
    }
    for (int kind = 0; kind < NKINDS; kind++) assert_true(seen[kind]);
}

/* A proof of rows in closed form: of a long run it has nothing for each row. */
static void test_closed_proof(void **state)
{
    static const char *const closed[] = {"tandem:c=3,matrix=none", "herman:n=5,matrix=none"};
    const struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
    for (int k = 0; k < 2; k++) {
        struct problem original, packed;
        struct problem_map map;
        struct proven before, after;
        double x[64];
        int fd;
        for (int i = 0; i < 64; i++) x[i] = 1 + i % 3;
        assert_true(open_twice(closed[k], &original, &packed));
        assert_int_equal(prove_problem(&original, &settings), OK);
        assert_int_equal(prove_problem(&packed, &settings), OK);
        assert_int_equal(problem_pack_create(&fd), OK);
        assert_int_equal(problem_pack(&packed, fd), OK);
        assert_int_equal(problem_map(fd, &map), OK);
        assert_true(map.problem.proof.by_residual && problem_unknowns(&original) <= 64);
        assert_int_equal(prove_answer(&original, x, &before), OK);
        assert_int_equal(prove_answer(&map.problem, x, &after), OK);
        assert_true(before.error == after.error);
        close(fd);
        problem_unmap(&map);
        problem_free(&original);
    }
}

/* A mapped problem cannot be changed. */
static void test_sealed(void **state)
{
    struct problem problem;
    int fd;
    assert_int_equal(problem_open("identity:n=10", &problem), OK);
    assert_int_equal(problem_pack_create(&fd), OK);
    assert_int_equal(problem_pack(&problem, fd), OK);
    assert_true(pwrite(fd, "x", 1, 100) < 0);
    assert_true(ftruncate(fd, 10) < 0);
    assert_true(mmap(NULL, 4096, PROT_WRITE, MAP_SHARED, fd, 0) == MAP_FAILED);
    close(fd);
}

/* A file that was never packed, or not to its end, is no problem. */
static void test_no_problem(void **state)
{
    struct problem_map map;
    static const char zeros[10000];
    int fd;
    assert_int_equal(problem_pack_create(&fd), OK);
    assert_int_equal(problem_map(fd, &map), ERROR_DAMAGED);
    assert_int_equal(write(fd, zeros, sizeof zeros), sizeof zeros);
    assert_int_equal(problem_map(fd, &map), ERROR_DAMAGED);
    assert_true(!map.at && !map.problem.source);
    problem_unmap(&map);
    close(fd);
    assert_int_equal(problem_map(-1, &map), ERROR_DAMAGED);
}

/* A file that cannot be written: the problem is freed all the same. */
static void test_no_room(void **state)
{
    struct problem problem;
    assert_int_equal(problem_open("identity:n=10", &problem), OK);
    assert_int_equal(problem_pack(&problem, -1), ERROR_HOST_MEMORY);
    assert_non_null(strstr(fail_message(), "cannot share a problem of "));
    assert_true(!problem.source && !problem.system.a.off.row);
}

/* A limit for files is none for memory, where the process may lift it. */
static void test_file_limit(void **state)
{
    for (int hard = 0; hard < 2; hard++) {
        struct problem problem;
        struct rlimit low;
        int fd, end;
        assert_int_equal(problem_open("identity:n=10", &problem), OK);
        assert_int_equal(problem_pack_create(&fd), OK);
        assert_int_equal(getrlimit(RLIMIT_FSIZE, &low), 0);
        low = (struct rlimit){100, hard ? 100 : low.rlim_max};
        const pid_t child = fork();
        if (child == 0) {
            const struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
            signal(SIGXFSZ, SIG_IGN);
            if (setrlimit(RLIMIT_FSIZE, &low) != 0) _exit(1);
            if (problem_pack(&problem, fd) == OK) _exit(0);
            _exit(!hard || setrlimit(RLIMIT_FSIZE, &none) == 0);
        }
        assert_true(waitpid(child, &end, 0) == child && end == 0);
        problem_free(&problem);
        close(fd);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_closed_proof),
        cmocka_unit_test(test_sealed),     cmocka_unit_test(test_no_problem),
        cmocka_unit_test(test_no_room),    cmocka_unit_test(test_file_limit),
    };
    return cmocka_run_group_tests_name("pack", tests, NULL, NULL);
}
