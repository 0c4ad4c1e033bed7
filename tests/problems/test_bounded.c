/* Bounded properties of random chains, with every method that is for them at every place: steps
 * against a recursion over the chain itself, times against a matrix exponential. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/process/clock.h"
#include "datasets/formats/prism/prism.h"
#include "harness/case/case.h"
#include "harness/case/variant.h"
#include "problems/problem.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/random_chain.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"
#include "tests/support/teams.h"

enum { LARGEST = 12, CHAINS = 15 };

/* A random chain of this type in the scratch folder, with one reward at least. */
static struct chain write_chain(enum chain_type type)
{
    for (;;) {
        struct chain chain = random_chain(LARGEST);
        if (chain.type == type && chain.nrewards == 1) {
            if (prism_write_chain(&chain, scratch_folder) != OK) fail_msg("%s", fail_message());
            return chain;
        }
        chain_free(&chain);
    }
}

/* A property of a random chain: x0, the states that do not change, and the source. */
struct asked {
    char source[1200];
    double x0[LARGEST];
    bool stays[LARGEST];
};

static struct asked random_property(const struct chain *chain, const char *bound)
{
    struct asked asked = {0};
    const uint8_t *goal = chain->labels[2].holds, *avoid = chain->labels[3].holds;
    bool reward = draw(3) == 0, avoids = draw(2);
    for (uint32_t i = 0; i < chain_states(chain); i++) {
        asked.x0[i] = reward ? reward_of_states(&chain->rewards[0])[i] : goal[i];
        asked.stays[i] = !reward && (goal[i] || (avoids && avoid[i]));
    }
    snprintf(asked.source, sizeof asked.source, "%s:%s%s,%s", scratch_path("model.tra"),
             reward ? "reward=model.srew" : "goal=some",
             !reward && avoids ? ",avoid=two words" : "", bound);
    return asked;
}

/* y = x after one step of the chain, or, for a CTMC, y = Q x. */
static void apply(const struct chain *chain, const struct asked *asked, const double *x, double *y)
{
    const struct csr *a = &chain->transitions;
    bool rates = chain->type == CHAIN_CTMC;
    for (uint32_t i = 0; i < a->rows; i++) {
        double sum = 0;
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++)
            sum += a->val[k] * (x[a->col[k]] - (rates ? x[i] : 0));
        y[i] = asked->stays[i] ? (rates ? 0 : x[i]) : sum;
    }
}

static double fastest(const struct csr *a)
{
    double most = 0;
    for (uint32_t i = 0; i < a->rows; i++) {
        double sum = 0;
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) sum += a->val[k];
        most = fmax(most, sum);
    }
    return most;
}

/* e^(Q t) x by short Taylor steps. */
static void exponentiate(const struct chain *chain, const struct asked *asked, double time,
                         double *x)
{
    uint32_t n = chain_states(chain);
    int parts = 1 + (int)(8 * time * fastest(&chain->transitions));
    for (int part = 0; part < parts; part++) {
        double term[LARGEST], next[LARGEST];
        memcpy(term, x, n * sizeof *x);
        for (int k = 1; k < 20; k++) {
            apply(chain, asked, term, next);
            for (uint32_t i = 0; i < n; i++) {
                term[i] = next[i] * time / parts / k;
                x[i] += term[i];
            }
        }
    }
}

/* Adds the largest loss of f32 in one step of a DTMC, and carries earlier losses on. f32 stores 1 -
 * p for a state that stays with probability p, so a small p has few digits. */
static void add_roundings(const struct chain *chain, const struct asked *asked, const double *x,
                          const double *next, double *lost)
{
    double carried[LARGEST];
    apply(chain, asked, lost, carried);
    for (uint32_t i = 0; i < chain_states(chain); i++) {
        const double terms =
            (double)(chain->transitions.row[i + 1] - chain->transitions.row[i]) + 4;
        lost[i] = carried[i] + (asked->stays[i] ? 0 : terms * FLT_EPSILON / 2 * (x[i] + next[i]));
    }
}

static double largest(const struct chain *chain, const double *x)
{
    double most = 0;
    for (uint32_t i = 0; i < chain_states(chain); i++) most = fmax(most, x[i]);
    return most;
}

/* narrow: whether an f32 answer has the digits that the check asks for. If not, `wrong` is right.
 */
static void check_methods(enum task task, const char *source, double wanted, bool narrow)
{
    int tried = 0;
    for (int m = 0; m < method_count; m++)
        for (int p = 0; p < place_count; p++)
            for (int precision = F32; precision <= F64; precision++) {
                char name[128];
                struct variant variant;
                struct problem problem;
                struct case_result result;
                struct settings settings = default_settings;
                if (methods[m]->task != task || places[p]->probe() != OK) continue;
                settings.epsilon = 1e-9;
                settings.warmup = 0;
                settings.min_samples = settings.max_samples = 3;
                snprintf(name, sizeof name, "%s/msr%s/%s/%s", methods[m]->name,
                         draw(2) ? "+bfs" : "", precision_names[precision], places[p]->name);
                if (variant_parse(name, &variant) != OK || problem_open(source, &problem) != OK ||
                    case_measure(&problem, &variant, &settings, clock_now(), &result) != OK)
                    fail_msg("%s: %s", source, fail_message());
                double off = fabs(result.run.value - wanted), room = precision == F32 ? 1e-4 : 1e-8;
                if (!narrow && precision == F32 && result.run.status == CASE_WRONG) off = 0;
                else if (result.run.status != CASE_OK) off = INFINITY;
                if (!(off <= room * fmax(1, fabs(wanted))))
                    fail_msg("%s, %s: %s (%s), %.12g, not %.12g", source, name,
                             case_status_names[result.run.status], result.run.note,
                             result.run.value, wanted);
                case_result_free(&result);
                problem_free(&problem);
                tried++;
            }
    assert_true(tried >= 4);
}

static uint32_t initial(const struct chain *chain)
{
    return (uint32_t)((uint8_t *)memchr(chain->labels[0].holds, 1, chain_states(chain)) -
                      chain->labels[0].holds);
}

static void steps(void **state)
{
    for (int k = 0; k < CHAINS; k++) {
        char bound[32];
        struct chain chain = write_chain(CHAIN_DTMC);
        uint64_t count = 1 + draw(20);
        snprintf(bound, sizeof bound, "steps=%llu", (unsigned long long)count);
        struct asked asked = random_property(&chain, bound);
        double x[LARGEST], next[LARGEST], lost[LARGEST] = {0};
        memcpy(x, asked.x0, sizeof x);
        for (uint64_t s = 0; s < count; s++) {
            apply(&chain, &asked, x, next);
            add_roundings(&chain, &asked, x, next, lost);
            memcpy(x, next, sizeof x);
        }
        check_methods(TASK_STEPS, asked.source, x[initial(&chain)],
                      largest(&chain, lost) <= 1e-4 * largest(&chain, x));
        chain_free(&chain);
    }
}

static void times(void **state)
{
    for (int k = 0; k < CHAINS; k++) {
        char bound[64];
        struct chain chain = write_chain(CHAIN_CTMC);
        double time = (double)(1 + draw(1000)) / 100 / fastest(&chain.transitions), x[LARGEST];
        snprintf(bound, sizeof bound, "time=%.17g", time);
        struct asked asked = random_property(&chain, bound);
        memcpy(x, asked.x0, sizeof x);
        exponentiate(&chain, &asked, time, x);
        check_methods(TASK_TIME, asked.source, x[initial(&chain)], true);
        chain_free(&chain);
    }
}

static void refused(const char *keys, const char *message)
{
    char source[1200];
    struct problem problem;
    snprintf(source, sizeof source, "%s:%s", scratch_path("model.tra"), keys);
    assert_int_equal(problem_open(source, &problem), ERROR_INPUT);
    if (!strstr(fail_message(), message))
        fail_msg("%s: '%s' without '%s'", keys, fail_message(), message);
}

static void wrong_bounds(void **state)
{
    struct chain chain = write_chain(CHAIN_DTMC);
    refused("goal=some,time=1", "time= is for CTMCs; a DTMC takes steps=K");
    refused("goal=some,steps=1.5", "steps=1.5: needs a whole number");
    refused("goal=some,time=-1", "time=-1: needs a number, not negative");
    refused("goal=some,time=1e-400", "time=1e-400: is too small a number");
    refused("goal=some,time=nan", "time=nan: needs a number, not negative");
    refused("goal=some,steps=2,time=1", "exclude each other");
    refused("steady=some,steps=2", "steady= has no bound");
    refused("goal=some,reward=model.srew,steps=2", "not with both");
    refused("steps=2", "no property");
    chain_free(&chain);
    chain = write_chain(CHAIN_CTMC);
    refused("goal=some,steps=1", "steps= is for DTMCs; a CTMC takes time=T");
    chain_free(&chain);
}

static double solved_value(const char *source)
{
    struct problem problem;
    if (problem_open(source, &problem) != OK) fail_msg("%s", fail_message());
    assert_true(problem.solved && problem.kind == KIND_BOUNDED);
    const double value = problem_value(&problem, problem.system.x0);
    problem_free(&problem);
    return value;
}

static double value_of(const char *keys)
{
    char source[1200];
    snprintf(source, sizeof source, "%s:%s", scratch_path("model.tra"), keys);
    return solved_value(source);
}

/* With a bound of 0, states are what they are. */
static void nothing_moves(void **state)
{
    static const char *const bounds[] = {"type=dtmc,steps=0", "type=ctmc,time=0",
                                         "type=ctmc,time=0e9"};
    scratch_write("model.tra", "3 4\n0 0 0.5\n0 1 0.5\n1 1 1\n2 2 1\n");
    scratch_write("model.lab", "0=\"init\" 1=\"some\"\n0: 0\n1: 1\n2: 1\n");
    scratch_write("model.srew", "3 2\n0 7\n1 3\n");
    scratch_write("model.trew", "3 1\n0 1 100\n");
    for (size_t k = 0; k < 3; k++) {
        char keys[100];
        snprintf(keys, sizeof keys, "%s,goal=some", bounds[k]);
        assert_true(value_of(keys) == 0);
        snprintf(keys, sizeof keys, "%s,goal=init", bounds[k]);
        assert_true(value_of(keys) == 1);
        snprintf(keys, sizeof keys, "%s,reward=model.srew", bounds[k]);
        assert_true(value_of(keys) == 7);
    }
    assert_true(solved_value("cluster:n=2,property=6,time=0") == 0);
    assert_true(solved_value("tandem:c=3,property=3,time=0") == 0);
    assert_true(solved_value("herman:n=3,property=4,steps=0") == 0);
}

/* R=?[I=t] counts what states earn; R=?[S] and R=?[F] count transitions, too. */
static void transitions_at_a_moment(void **state)
{
    struct problem problem;
    scratch_write("model.tra", "2 2\n0 0 1\n1 1 1\n");
    scratch_write("model.lab", "0=\"init\"\n0: 0\n");
    scratch_write("model.srew", "2 1\n0 2\n");
    scratch_write("model.trew", "2 1\n0 0 3\n");
    assert_true(value_of("type=dtmc,reward=model.srew,steps=1") == 2);
    assert_true(value_of("type=ctmc,reward=model.srew,time=0.5") == 2);
    char source[1200];
    snprintf(source, sizeof source, "%s:type=dtmc,reward=model.srew", scratch_path("model.tra"));
    assert_int_equal(problem_open(source, &problem), OK);
    assert_true(problem_value(&problem, problem.system.x0) == 5);
    problem_free(&problem);
    unlink(scratch_path("model.trew"));
}

/* A method for another kind of property is unsupported, and says which one to use. */
static void wrong_methods(void **state)
{
    static const struct {
        const char *source, *variant, *note;
    } cases[] = {{"herman:n=3", "bounded/msr/f64/seq", "is for properties with a bound in steps"},
                 {"herman:n=3", "uniformisation/msr/f64/seq", "with a bound in time"},
                 {"herman:n=3,property=4", "jacobi/msr/f64/seq", "use method bounded"},
                 {"herman:n=3,property=4", "uniformisation/msr/f64/seq", "use method bounded"},
                 {"tandem:c=3,property=3", "bounded/msr/f64/omp", "use method uniformisation"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct variant variant;
        struct problem problem;
        struct case_result result;
        if (variant_parse(cases[k].variant, &variant) != OK ||
            problem_open(cases[k].source, &problem) != OK ||
            case_measure(&problem, &variant, &default_settings, clock_now(), &result) != OK)
            fail_msg("%s", fail_message());
        assert_int_equal(result.run.status, CASE_UNSUPPORTED);
        assert_non_null(strstr(result.run.note, cases[k].note));
        case_result_free(&result);
        problem_free(&problem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(steps),
                                       cmocka_unit_test(times),
                                       cmocka_unit_test(wrong_bounds),
                                       cmocka_unit_test(nothing_moves),
                                       cmocka_unit_test(transitions_at_a_moment),
                                       cmocka_unit_test(wrong_methods)};
    seed_begin();
    return cmocka_run_group_tests(tests, scratch_create, scratch_remove);
}
