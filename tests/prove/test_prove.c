/* Every problem of this list is proven to the width that is asked for; problems that have no proof
 * say why. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "datasets/formats/cache/cache.h"
#include "prove/averages.h"
#include "prove/prove.h"
#include "prove/relative.h"
#include "prove/value.h"
#include "prove/weights.h"
#include "tests/support/cmocka.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* value: NaN where it is not known */
static const struct {
    const char *source;
    double value;
} cases[] = {
    {"random_dd:n=50,density=0.2", NAN},
    {"identity:n=3", NAN},
    {"tandem:c=5", 5.679249959967679},
    {"tandem:c=7", 7.7465621853360425},
    {"tandem:c=15", 15.798592927169762},
    {"tandem:c=31", 31.81500388515128},
    {"tandem:c=127", NAN}, /* long enough for levels */
    {"tandem:c=7,property=2", NAN},
    {"tandem:c=7,property=3,time=1", NAN},
    {"tandem:c=7,property=4", NAN},
    {"herman:n=5", 3.2},
    {"herman:n=9", 12},
    {"herman:n=5,property=3", 1},
    {"herman:n=5,property=4,steps=20", NAN},
    {"cluster:n=2", NAN},
    {"cluster:n=4,property=2", NAN},
    {"kanban:t=1,property=5", NAN},
    {"fms:n=1,property=5", NAN},
    {"polling:n=4", NAN},
    {"polling:n=4,property=4", NAN},
    {"cell:n=10", NAN},
    {"cell:n=50,property=3", 1},
    {"cell:n=5000", NAN}, /* tridiagonal, and nearly decomposable */
    {"knacl:n1=4,n2=6,n3=3", NAN},
    {"knacl:n1=4,n2=6,n3=3,property=3", 1},
    {"dice", 1. / 6},
    {"dice:property=3", 11. / 3},
    {"brp:n=4,max=2", NAN},
    {"brp:property=2", NAN},
    {"brp:property=6", 0},
    {"leader_sync", 16. / 15},
    {"embedded", NAN},
    {"embedded:property=5", NAN},
    {"two_dice", 1. / 6},
    {"two_dice:property=2", 22. / 3},
    {"firewire", NAN},
    {"markov:n=200", NAN},
};

static void open_and_prove(const char *source, bool model, struct problem *problem)
{
    struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
    settings.model = model;
    if (problem_open(source, problem) != OK || prove_problem(problem, &settings) != OK)
        fail_msg("%s: %s", source, fail_message());
}

/* Room: what the meaning of the stored numbers adds. */
static void check_value(const char *source, const struct problem *problem, double wanted,
                        double room)
{
    const double low = problem->proof.value_low, high = problem->proof.value_high;
    if (problem->kind == KIND_LINEAR) return;
    if (!(low <= high && high - low <= 2 * (1e-9 + room) * fabs(high)))
        fail_msg("%s: [%.17g, %.17g], %s", source, low, high, problem->proof.note);
    const double slack = 1e-14 * fabs(wanted); /* of the number in the list */
    if (!isnan(wanted) && !(low - slack <= wanted && wanted <= high + slack))
        fail_msg("%s: %.17g is not in [%.17g, %.17g]", source, wanted, low, high);
}

static void check_case(size_t k, bool model)
{
    struct problem problem;
    struct proven proven;
    const char *source = cases[k].source;
    open_and_prove(source, model, &problem);
    if (!problem.proof.x) fail_msg("%s: %s", source, problem.proof.note);
    assert_int_equal(prove_answer(&problem, problem.proof.x, &proven), OK);
    if (!(proven.error <= (model ? 1e-8 : 1e-9)))
        fail_msg("%s: error %g, %s", source, proven.error, problem.proof.note);
    if (!strstr(problem.proof.note,
                model && problem.kind != KIND_BOUNDED && problem.kind != KIND_LINEAR
                    ? "for every model"
                    : "as stored") &&
        !problem.solved)
        fail_msg("%s: %s", source, problem.proof.note);
    check_value(source, &problem, cases[k].value, model ? 1e-8 : 0);
    problem_free(&problem);
}

/* The check alone, on a problem that was opened again, finds the same with the vectors. */
static void check_again(const char *source)
{
    struct problem problem, again;
    open_and_prove(source, false, &problem);
    assert_int_equal(problem_open(source, &again), OK);
    struct problem_proof *from = &problem.proof, *to = &again.proof;
    to->x = from->x, to->v = from->v, to->w = from->w, to->y = from->y, to->u = from->u;
    from->x = from->v = from->w = from->y = from->u = NULL;
    assert_int_equal(prove_check(&again, false, 0), OK);
    if (!(to->value_low == from->value_low && to->value_high == from->value_high))
        fail_msg("%s: [%.17g, %.17g] and [%.17g, %.17g]", source, from->value_low, from->value_high,
                 to->value_low, to->value_high);
    problem_free(&problem);
    problem_free(&again);
}

static void test_check(void **state)
{
    (void)state;
    check_again("herman:n=5");
    check_again("tandem:c=5");
    check_again("fms:n=1,property=5");
    check_again("cluster:n=8,property=2");
    check_again("brp:n=4,max=2");
}

/* An answer that is better than the reference says more of the value than that. */
static void test_better_than_the_reference(void **state)
{
    (void)state;
    static const char *const sources[] = {"tandem:c=7", "herman:n=5"};
    for (size_t k = 0; k < COUNT(sources); k++) {
        struct problem rough, good;
        struct proven proven;
        struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
        settings.width = 1e-2;
        assert_ok(problem_open(sources[k], &rough));
        assert_ok(prove_problem(&rough, &settings));
        open_and_prove(sources[k], false, &good);
        assert_ok(prove_answer(&rough, good.proof.x, &proven));
        const double width = rough.proof.value_high - rough.proof.value_low;
        assert_true(proven.high - proven.low < 0.01 * width);
        assert_true(proven.low <= good.proof.value_high && good.proof.value_low <= proven.high);
        problem_free(&rough);
        problem_free(&good);
    }
}

/* Frees what prove_check allocates. */
static void forget_check(struct problem_proof *proof)
{
    double **const made[] = {&proof->drift, &proof->times.scale, &proof->times.slack,
                             &proof->distance};
    for (size_t k = 0; k < COUNT(made); k++) {
        free(*made[k]);
        *made[k] = NULL;
    }
}

static void check_half_of_a_pair(const char *source)
{
    struct problem problem;
    open_and_prove(source, false, &problem);
    struct problem_proof *proof = &problem.proof;
    const uint32_t n = problem.system.a.off.rows;
    const double low = proof->value_low, high = proof->value_high;
    assert_true(!proof->y && !proof->u);
    for (int half = 0; half < 2; half++) {
        double **one = half ? &proof->u : &proof->y;
        assert_ok(allocate(n, sizeof **one, "a proof", one));
        memcpy(*one, half ? proof->v : proof->x, n * sizeof **one);
        forget_check(proof);
        assert_ok(prove_check(&problem, false, 0));
        assert_true(proof->value_low == low && proof->value_high == high);
        free(*one);
        *one = NULL;
    }
    problem_free(&problem);
}

/* One of the pair y, u alone says nothing: of a fixpoint, and of a long run. */
static void test_half_of_a_pair(void **state)
{
    (void)state;
    check_half_of_a_pair("herman:n=5");
    check_half_of_a_pair("tandem:c=5");
}

static void test_as_stored(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(cases); k++) check_case(k, false);
}

static void test_model(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(cases); k++) check_case(k, true);
}

/* Up with probability 0.1, down with 0.9: 1/9^40 or so is reached at the top. */
static void test_small_value(void **state)
{
    (void)state;
    enum { TOP = 40 };
    char tra[4096], lab[64], source[600];
    size_t used = (size_t)snprintf(tra, sizeof tra, "%d %d\n0 0 1\n", TOP + 1, 2 * TOP);
    for (int i = 1; i < TOP; i++)
        used += (size_t)snprintf(tra + used, sizeof tra - used, "%d %d 0.9\n%d %d 0.1\n", i, i - 1,
                                 i, i + 1);
    snprintf(tra + used, sizeof tra - used, "%d %d 1\n", TOP, TOP);
    snprintf(lab, sizeof lab, "0=\"init\" 1=\"deadlock\" 2=\"top\"\n1: 0\n%d: 2\n", TOP);
    scratch_write("ruin.tra", tra);
    scratch_write("ruin.lab", lab);
    snprintf(source, sizeof source, "%s:type=dtmc,goal=top", scratch_path("ruin.tra"));
    struct problem problem;
    open_and_prove(source, false, &problem);
    check_value(source, &problem, 8 / (pow(9, TOP) - 1), 0);
    problem_free(&problem);
}

/* A chain in a file; its states have labels. */
static const char *write_chain(const char *tra, const char *lab, const char *options)
{
    static char source[600];
    scratch_write("chain.tra", tra);
    scratch_write("chain.lab", lab);
    snprintf(source, sizeof source, "%s:%s", scratch_path("chain.tra"), options);
    return source;
}

static const char *const ring = "3 3\n0 1 1\n1 2 3\n2 0 7\n",
                         *const on = "0=\"init\" 1=\"deadlock\" 2=\"on\"\n0: 0 2\n1: 2\n2: 2\n";

/* Also where the value has no width. */
static void test_wider_than_wanted(void **state)
{
    (void)state;
    const char *const sources[] = {"random_dd:n=50,density=0.2",
                                   write_chain(ring, on, "type=ctmc,steady=on")};
    const struct prove_settings settings = {.width = 1e-30, .seconds = 60};
    for (size_t k = 0; k < COUNT(sources); k++) {
        struct problem problem;
        assert_ok(problem_open(sources[k], &problem));
        assert_ok(prove_problem(&problem, &settings));
        if (!strstr(problem.proof.note, "wider than wanted")) fail_msg("%s", problem.proof.note);
        problem_free(&problem);
        open_and_prove(sources[k], false, &problem);
        if (strstr(problem.proof.note, "wider")) fail_msg("%s", problem.proof.note);
        problem_free(&problem);
    }
}

static void test_times_that_prove_nothing(void **state)
{
    (void)state;
    for (int there = 0; there < 2; there++) {
        struct problem problem;
        assert_ok(problem_open(write_chain(ring, on, "type=ctmc,steady=on"), &problem));
        assert_ok(allocate_zeroed(3, sizeof(double), "x", &problem.proof.x));
        if (there) assert_ok(allocate_zeroed(3, sizeof(double), "v", &problem.proof.v));
        problem.proof.x[0] = 1;
        assert_ok(prove_check(&problem, false, 0));
        assert_null(problem.proof.x);
        if (!strstr(problem.proof.note, there ? "v is no time" : "there are no times"))
            fail_msg("%s", problem.proof.note);
        problem_free(&problem);
    }
}

static const char *const walk = "3 4\n0 1 0.5\n0 2 0.5\n1 1 1\n2 2 1\n",
                         *const goal = "0=\"init\" 1=\"deadlock\" 2=\"goal\"\n0: 0\n1: 2\n";

static struct interval value_of(const struct problem *problem)
{
    const double x[] = {0.5, 1, 0};
    return value_at_initial(problem, x, &(struct bound){9, 9}, NULL);
}

/* Numbers that are not negative make none that is, where steps are means. */
static void test_value_range(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        struct problem problem;
        const char *const options[] = {"type=dtmc,goal=goal", "type=dtmc,goal=goal,steps=3",
                                       "type=ctmc,goal=goal,time=3"};
        assert_ok(problem_open(write_chain(walk, goal, options[k]), &problem));
        problem.proof.reading = problem.reading;
        assert_true(value_of(&problem).low == 0);
        assert_true(value_of(&problem).high == (problem.reading.balanced ? 1 : 9.5));
        double *const numbers[] = {problem.system.b, problem.system.x0};
        for (int j = 0; j < 2; j++)
            for (int i = 0; i < 3; i++) {
                const double before = numbers[j][i];
                numbers[j][i] = -1;
                assert_true(value_of(&problem).low == -8.5);
                numbers[j][i] = before;
            }
        assert_true(value_of(&problem).low == 0);
        problem.step = 2 / problem.system.a.diag[0];
        assert_true(value_of(&problem).low == (problem.kind == KIND_BOUNDED ? -8.5 : 0));
        problem_free(&problem);
    }
}

/* The proven error of the reference itself, as a share of the least that the largest entry
 * can be. */
static void test_error_of_the_reference(void **state)
{
    (void)state;
    struct problem problem;
    struct proven proven;
    struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
    settings.width = 1e-4;
    assert_ok(problem_open("herman:n=5", &problem));
    assert_ok(prove_problem(&problem, &settings));
    const struct problem_proof *proof = &problem.proof;
    const uint32_t n = problem.system.a.off.rows;
    double size = 0;
    for (uint32_t i = 0; i < n; i++) size = fmax(size, fabs(proof->x[i]));
    assert_ok(prove_answer(&problem, proof->x, &proven));
    const double error = largest_error(n, &proof->bound, proof->v);
    assert_true(error > 1e-10 * size && error < size / 1024);
    assert_true(fabs(proven.error * (size - error) / error - 1) < 1e-14);
    problem_free(&problem);
}

/* Within no step, and by time 0, nothing moves, nor in many steps where all is decided. */
static void test_no_step(void **state)
{
    (void)state;
    static const char *const options[] = {"type=dtmc,goal=goal,steps=0",
                                          "type=ctmc,goal=goal,time=0",
                                          "type=dtmc,goal=init,steps=1000000000"};
    for (size_t k = 0; k < COUNT(options); k++) {
        struct problem problem;
        open_and_prove(write_chain(walk, goal, options[k]), false, &problem);
        assert_true(problem.solved && problem.proof.bound.above == 0);
        const double value = strstr(options[k], "goal=init") != NULL;
        assert_true(problem.proof.value_low == value && problem.proof.value_high == value);
        problem_free(&problem);
    }
}

/* Without memory to look for zeros, nothing is said to be 0. */
static void test_value_without_memory(void **state)
{
    (void)state;
    struct problem problem;
    assert_ok(problem_open(write_chain(walk, goal, "type=dtmc,goal=goal"), &problem));
    memory_fail_after(0);
    const struct interval value = value_of(&problem);
    memory_fail_after(-1);
    assert_true(value.low == 0 && value.high >= 0.5);
    problem_free(&problem);
}

/* The last row of an answer is alone in its block. */
static void test_averages_of_all_rows(void **state)
{
    (void)state;
    enum { N = 4097 };
    static double x[N], reward[N];
    const double probability = 1, distance = 0;
    struct interval average;
    struct problem problem = {
        .kind = KIND_STEADY,
        .system = {.a = {.off = {.rows = N}}},
        .steady = {.nclasses = 1, .weight = reward, .probability = (double *)&probability}};
    x[0] = x[N - 1] = 0.5;
    reward[N - 1] = 3;
    assert_ok(averages_of_answer(&problem, x, &distance, &average));
    assert_true(average.low > 1.499 && average.low <= 1.5);
    assert_true(average.high >= 1.5 && average.high < 1.501);
}

/* Two pairs of states, between which there is no step for so long that the times to the other are
 * no sums of doubles. */
static void test_times_that_are_too_long(void **state)
{
    (void)state;
    struct problem problem;
    open_and_prove(write_chain("4 6\n0 1 1\n1 0 1\n1 2 1e-20\n2 3 1\n3 2 1\n2 1 3e-20\n",
                               "0=\"init\" 1=\"deadlock\" 2=\"on\"\n0: 0 2\n",
                               "type=ctmc,steady=on"),
                   false, &problem);
    assert_null(problem.proof.x);
    assert_non_null(strstr(problem.proof.note, "too long for double precision"));
    problem_free(&problem);
}

/* Bounds of the value of a long run without classes. */
static void test_value_of_constant(void **state)
{
    (void)state;
    struct problem problem = {.steady = {.constant_low = 0.1, .constant_high = 0.1}};
    struct interval value = value_of_classes(&problem, NULL);
    assert_true(value.low == 0.1 && value.high == 0.1);
    problem.proof.reading.constant = 1e-20;
    value = value_of_classes(&problem, NULL);
    assert_true(value.low == nextafter(0.1, 0) && value.high == nextafter(0.1, 1));
    problem.proof.reading.constant = 0.5;
    value = value_of_classes(&problem, NULL);
    assert_true(value.low > 0.0499 && value.low <= 0.05 && value.high >= 0.15);
}

/* Rows of a matrix that leads up by `up` and down by `down`, and stays at both ends. */
static void make_walk(double up, double down, uint32_t n, struct linear *out)
{
    struct csr *off = &out->a.off;
    *out = (struct linear){.answer = NULL};
    assert_ok(csr_allocate(n, 2 * (uint64_t)n - 4, off));
    assert_ok(allocate(n, sizeof(double), "diag", &out->a.diag));
    assert_ok(allocate_zeroed(n, sizeof(double), "b", &out->b));
    assert_ok(allocate_zeroed(n, sizeof(double), "x0", &out->x0));
    off->nnz = 0;
    for (uint32_t i = 0; i < n; i++) {
        const bool inside = i > 0 && i + 1 < n;
        off->row[i] = off->nnz;
        out->a.diag[i] = inside ? up + down : 1;
        if (inside) off->col[off->nnz] = i - 1, off->val[off->nnz++] = -down;
        if (inside) off->col[off->nnz] = i + 1, off->val[off->nnz++] = -up;
    }
    off->row[n] = off->nnz;
}

/* Weights of rows x_i = b_i are small beside the time that others take, whatever its unit. */
static void test_weights_of_ends(void **state)
{
    (void)state;
    for (double unit = 0x1p-20; unit <= 0x1p20; unit *= 0x1p20) {
        struct linear s;
        double v[10], drift[10];
        bool accepted, order;
        struct budget budget = budget_of(60);
        make_walk(unit, unit, 10, &s);
        assert_ok(find_weights(&s.a, &(struct reading){0}, rough_weights, &budget, v, drift,
                               &accepted, &order));
        assert_true(accepted && v[0] > 0 && v[9] > 0);
        assert_true(is_compared(&s.a));
        for (int i = 1; i < 9; i++) assert_true(v[i] * unit < 20 && drift[i] >= 0.25);
        assert_true(v[0] * unit < 0.1 && v[9] * unit < 0.1);
        s.a.off.val[15] = 1;
        assert_false(is_compared(&s.a));
        s.a.off.val[15] = s.a.diag[9] = 0;
        assert_false(is_compared(&s.a));
        linear_free(&s);
    }
}

/* Scrambles rows so that no order of the rows follows the moves: 5 i, which is never i inside, and
 * 7 i + 6. */
static void scramble(struct csr *off)
{
    const uint32_t n = off->rows;
    for (uint32_t i = 1; i + 1 < n; i++) {
        uint32_t *const col = &off->col[off->row[i]], one = 5 * i % n, other = (7 * i + 6) % n;
        if (one == other) other = n - 1;
        col[0] = one < other ? one : other;
        col[1] = one < other ? other : one;
    }
}

/* The bound is a share of each entry, though these are of all sizes; or there is none. */
static void test_shares_of_entries(void **state)
{
    (void)state;
    enum { ROWS = 401 };
    for (int k = 0; k < 4; k++) {
        struct linear s;
        struct relative_solution found;
        struct budget budget = budget_of(60);
        make_walk(0.45, 0.55, ROWS, &s);
        if (k % 2) scramble(&s.a.off);
        s.b[ROWS - 1] = k < 2 ? 1 : 1e-300;
        assert_ok(relative_solve(&s.a, &(struct reading){0}, s.b, s.x0, 1e-9, &budget, &found));
        const double widest = fmax(found.bound.below, found.bound.above);
        for (uint32_t i = 1; k < 2 && i < ROWS - 1; i++)
            if (!(widest * found.v[i] <= 1e-9 * found.x[i]))
                fail_msg("row %u: %g, %g", i, widest * found.v[i], found.x[i]);
        assert_true(k < 2 || isinf(found.bound.below + found.bound.above));
        assert_false(budget.spent);
        relative_solution_free(&found);
        linear_free(&s);
    }
}

/* Relative to answers of any size. */
static void test_small_answers(void **state)
{
    (void)state;
    for (double size = 1e-12; size <= 1e12; size *= 1e12) {
        struct linear s;
        struct problem problem;
        struct proven proven;
        make_walk(1, 1, 2000, &s);
        s.b[1999] = size;
        assert_ok(cache_write_system(&s, scratch_path("walk.h5")));
        linear_free(&s);
        open_and_prove(scratch_path("walk.h5"), false, &problem);
        assert_ok(prove_answer(&problem, problem.proof.x, &proven));
        assert_true(proven.error <= 1e-9);
        problem_free(&problem);
    }
}

static void check_none(const char *name, const char *text, const char *note)
{
    char source[600];
    struct problem problem;
    struct proven proven;
    scratch_write(name, text);
    snprintf(source, sizeof source, "%s", scratch_path(name));
    open_and_prove(source, false, &problem);
    assert_null(problem.proof.x);
    if (!strstr(problem.proof.note, note)) fail_msg("%s", problem.proof.note);
    assert_int_equal(prove_answer(&problem, problem.system.x0, &proven), OK);
    assert_true(isinf(proven.error) && isnan(proven.low) && isnan(proven.high));
    problem_free(&problem);
}

#define MARKET "%%MatrixMarket matrix coordinate real general\n"

static void test_no_proof(void **state)
{
    (void)state;
    check_none("singular.mtx", MARKET "2 2 4\n1 1 1\n1 2 -1\n2 1 -1\n2 2 1\n", "singular");
    check_none("large.mtx", MARKET "2 2 4\n1 1 1\n1 2 2\n2 1 2\n2 2 1\n", "diagonally dominant");
}

/* Without time, the bounds proven so far are kept. */
static void test_no_time(void **state)
{
    (void)state;
    const char *const sources[] = {"herman:n=7", "tandem:c=15"};
    const struct prove_settings settings = {.width = 1e-9, .seconds = 0};
    for (size_t k = 0; k < COUNT(sources); k++) {
        struct problem problem;
        assert_int_equal(problem_open(sources[k], &problem), OK);
        assert_int_equal(prove_problem(&problem, &settings), OK);
        if (!strstr(problem.proof.note, "time")) fail_msg("%s", problem.proof.note);
        assert_true(isnan(problem.proof.value_low) ||
                    problem.proof.value_low <= problem.proof.value_high);
        problem_free(&problem);
    }
}

static void test_wrong_answers(void **state)
{
    (void)state;
    struct problem problem;
    struct proven proven;
    const char *const sources[] = {"herman:n=5", "tandem:c=5", "herman:n=5,property=4,steps=9"};
    for (size_t k = 0; k < COUNT(sources); k++) {
        open_and_prove(sources[k], false, &problem);
        const uint32_t n = problem.system.a.off.rows;
        double *x = malloc(n * sizeof *x), most = 0;
        for (uint32_t i = 0; i < n; i++) most = fmax(most, fabs(problem.proof.x[i]));
        for (uint32_t i = 0; i < n; i++) x[i] = problem.proof.x[i] + (i % 2 ? 1e-3 : 0) * most;
        assert_int_equal(prove_answer(&problem, x, &proven), OK);
        assert_true(proven.error > 0.9e-3 && proven.error < 1);
        x[n / 2] = NAN;
        assert_int_equal(prove_answer(&problem, x, &proven), OK);
        assert_true(isinf(proven.error));
        x[n / 2] = INFINITY;
        assert_int_equal(prove_answer(&problem, x, &proven), OK);
        assert_true(isinf(proven.error));
        free(x);
        problem_free(&problem);
    }
}

/* A x = b in whole numbers, so that the value of weights is known to the last digit. */
struct whole {
    struct linear system;
    double value;
};

static struct whole draw_whole(void)
{
    enum { MOST = 40 };
    const uint32_t n = 2 + (uint32_t)draw(MOST - 1);
    struct whole out = {.system.a.off.rows = 0};
    struct linear *s = &out.system;
    double x[MOST + 1];
    assert_ok(matrix_allocate(n, 2 * (n - 1), &s->a));
    assert_ok(allocate_zeroed(n, sizeof(double), "b", &s->b));
    assert_ok(allocate_zeroed(n, sizeof(double), "x0", &s->x0));
    assert_ok(allocate(n, sizeof(double), "weight", &s->weight));
    for (uint32_t i = 0; i < n; i++) x[i] = (double)draw(2001) - 1000;
    struct csr *off = &s->a.off;
    off->nnz = 0;
    for (uint32_t i = 0; i < n; i++) {
        off->row[i] = off->nnz;
        s->a.diag[i] = 7 + (double)draw(3);
        s->weight[i] = draw(3) ? (double)draw(21) - 10 : 0;
        s->b[i] = s->a.diag[i] * x[i];
        for (uint32_t j = i ? i - 1 : 1; j <= i + 1 && j < n; j += 2) {
            off->col[off->nnz] = j;
            off->val[off->nnz] = (double)draw(7) - 3;
            s->b[i] += off->val[off->nnz++] * x[j];
        }
        out.value += s->weight[i] * x[i];
    }
    off->row[n] = off->nnz;
    return out;
}

/* The value of weights lies where it is proven to, whichever answer proves it. */
static void test_weights(void **state)
{
    (void)state;
    for (int round = 0; round < 200; round++) {
        struct whole made = draw_whole();
        struct problem problem;
        struct proven proven;
        const char *source = scratch_path("whole.h5");
        assert_ok(cache_write_system(&made.system, source));
        open_and_prove(source, false, &problem);
        const uint32_t n = problem.system.a.off.rows;
        double *x = problem.proof.x, most = 1, size = 0;
        assert_non_null(x);
        for (uint32_t i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
        for (uint32_t i = 0; i < n; i++) size += fabs(problem.system.weight[i]) * most;
        double low = problem.proof.value_low, high = problem.proof.value_high;
        if (!(low <= made.value && made.value <= high && high - low <= 1e-7 * size))
            fail_msg("seed %llu: %g is not in [%.17g, %.17g]", (unsigned long long)seed, made.value,
                     low, high);
        for (uint32_t i = 0; i < n; i++) x[i] += 1e-6 * ((double)draw(2001) - 1000);
        assert_ok(prove_answer(&problem, x, &proven));
        if (!(proven.low <= made.value && made.value <= proven.high))
            fail_msg("seed %llu: %g is not in [%.17g, %.17g]", (unsigned long long)seed, made.value,
                     proven.low, proven.high);
        problem_free(&problem);
        linear_free(&made.system);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_as_stored),
                                       cmocka_unit_test(test_model),
                                       cmocka_unit_test(test_small_value),
                                       cmocka_unit_test(test_check),
                                       cmocka_unit_test(test_no_proof),
                                       cmocka_unit_test(test_no_time),
                                       cmocka_unit_test(test_wrong_answers),
                                       cmocka_unit_test(test_weights),
                                       cmocka_unit_test(test_wider_than_wanted),
                                       cmocka_unit_test(test_times_that_prove_nothing),
                                       cmocka_unit_test(test_value_range),
                                       cmocka_unit_test(test_value_of_constant),
                                       cmocka_unit_test(test_better_than_the_reference),
                                       cmocka_unit_test(test_error_of_the_reference),
                                       cmocka_unit_test(test_no_step),
                                       cmocka_unit_test(test_half_of_a_pair),
                                       cmocka_unit_test(test_value_without_memory),
                                       cmocka_unit_test(test_averages_of_all_rows),
                                       cmocka_unit_test(test_times_that_are_too_long),
                                       cmocka_unit_test(test_weights_of_ends),
                                       cmocka_unit_test(test_small_answers),
                                       cmocka_unit_test(test_shares_of_entries)};
    seed_begin();
    return cmocka_run_group_tests(tests, scratch_create, scratch_remove);
}
