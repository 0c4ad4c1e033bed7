/* The hash of a system: the same for the same one, another for any other. */
#include <omp.h>
#include <string.h>

#include "harness/proofs/system_hash.h"
#include "tests/support/cmocka.h"

#define MACHINE "datasets/data/prism/machine/model.tra:type=mdp,reward=model.srew,"

static void hash(const struct problem *problem, char out[SYSTEM_HASH])
{
    if (system_hash(problem, out) != OK) fail_msg("%s", fail_message());
    assert_int_equal(strspn(out, "0123456789abcdef"), SYSTEM_HASH - 1);
}

static struct problem opened(const char *source)
{
    struct problem problem;
    if (problem_open(source, &problem) != OK) fail_msg("%s", fail_message());
    return problem;
}

/* Files of other versions stay of use. Python's hashlib made this one. */
static void test_stays(void **state)
{
    struct problem problem = opened("identity:n=3");
    char text[SYSTEM_HASH];
    hash(&problem, text);
    assert_string_equal(text, "53b849d3dd891abfedbb0816d8491e49f7c0ecd2d945bdb056f9b1bb3f77cfda");
    problem_free(&problem);
}

static void flip(struct problem *problem, const char *before, void *at)
{
    unsigned char *byte = at;
    char after[SYSTEM_HASH];
    *byte ^= 1;
    hash(problem, after);
    assert_string_not_equal(before, after);
    *byte ^= 1;
    hash(problem, after);
    assert_string_equal(before, after);
}

/* Any bit of any array, and what is no array. */
static void test_all_counts(void **state)
{
    static const char *const sources[] = {"tandem:c=3",
                                          "herman:n=5",
                                          "random_dd:n=20",
                                          "tandem:c=3,property=3,time=1",
                                          MACHINE "prop=Rmin=?[F \"sold\"]",
                                          MACHINE "prop=Pmax=?[F<=3 \"sold\"]"};
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++) {
        struct problem p = opened(sources[k]);
        char text[SYSTEM_HASH];
        if (p.kind != KIND_BOUNDED && p.kind != KIND_OPTIMUM)
            assert_ok(problem_weights(&p, &p.system.weight));
        hash(&p, text);
        const struct linear *all = &p.optimum.original;
        void *const arrays[] = {&p.system.a.off.row[1],
                                &p.system.a.off.col[1],
                                &p.system.a.off.val[1],
                                &p.system.a.diag[1],
                                p.system.b,
                                p.system.x0,
                                p.fixpoint.initial,
                                p.fixpoint.infinite,
                                &p.asked.complement,
                                &p.asked.relation,
                                &p.asked.limit_low,
                                &p.asked.off,
                                &p.asked.known,
                                &p.asked.high,
                                &p.asked.truth,
                                p.steady.class_of,
                                all->a.group,
                                all->a.off.row,
                                all->a.off.col,
                                all->a.off.val,
                                all->b,
                                p.optimum.stated,
                                p.optimum.unknown_of,
                                p.kind == KIND_OPTIMUM ? &p.optimum.largest : NULL,
                                p.steps ? p.system.a.group : NULL,
                                p.steady.probability,
                                p.steady.weight,
                                p.system.weight,
                                &p.kind,
                                &p.range,
                                &p.fixpoint.filter,
                                &p.steps,
                                &p.time,
                                &p.step,
                                &p.steady.constant};
        for (size_t a = 0; a < sizeof arrays / sizeof *arrays; a++)
            if (arrays[a]) flip(&p, text, arrays[a]);
        p.source[0] ^= 1; /* is not a part of it */
        char same[SYSTEM_HASH];
        hash(&p, same);
        assert_string_equal(text, same);
        problem_free(&p);
    }
}

static void test_threads(void **state)
{
    struct problem p = opened("random_dd:n=2000,density=0.3");
    char one[SYSTEM_HASH], many[SYSTEM_HASH];
    hash(&p, many);
    omp_set_num_threads(1);
    hash(&p, one);
    assert_string_equal(one, many);
    problem_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_stays),
                                       cmocka_unit_test(test_all_counts),
                                       cmocka_unit_test(test_threads)};
    return cmocka_run_group_tests_name("system_hash", tests, NULL, NULL);
}
