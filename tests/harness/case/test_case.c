/* One case from the layout to the verdict: its end, and its results. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/process/clock.h"
#include "harness/case/case.h"
#include "tests/support/cmocka.h"
#include "tests/support/scratch.h"

/* Jacobi iterates of the first system double in every step; those of the second repeat in a cycle;
 * on the third, BiCGStab's first divisor is zero. */
static const char grows[] =
    "%%MatrixMarket matrix coordinate real general\n2 2 4\n1 1 1\n1 2 2\n2 1 2\n2 2 1\n";
static const char turns[] =
    "%%MatrixMarket matrix coordinate real general\n2 2 4\n1 1 1\n1 2 1\n2 1 -1\n2 2 1\n";
static const char flips[] = "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n2 2 -1\n";
/* State 0 reaches state 2 with probability 1/2, state 3 and 4 surely. */
static const char tosses[] = "5 6\n0 1 0.5\n0 2 0.5\n1 1 1\n2 2 1\n3 2 1\n4 3 1\n";
static const char labels[] =
    "0=\"init\" 1=\"deadlock\" 2=\"done\" 3=\"all\"\n0: 0 3\n1: 3\n2: 2 3\n3: 3\n4: 3\n";

static int set_up(void **state)
{
    if (scratch_create(state)) return -1;
    scratch_write("grows.mtx", grows);
    scratch_write("turns.mtx", turns);
    scratch_write("flips.mtx", flips);
    scratch_write("tosses.tra", tosses);
    scratch_write("tosses.lab", labels);
    return 0;
}

static void open_problem(const char *source, struct problem *out)
{
    if (problem_open(source, out) != OK) fail_msg("%s: %s", source, fail_message());
}

static struct variant variant_of(const char *name)
{
    struct variant variant;
    if (variant_parse(name, &variant) != OK) fail_msg("%s", fail_message());
    return variant;
}

static struct settings three_samples(void)
{
    struct settings settings = default_settings;
    settings.min_samples = settings.max_samples = 3;
    settings.throttle_retries = 0;
    settings.max_time = 1e6; /* also where other programs keep the cores busy */
    return settings;
}

static void measure(const char *source, const char *name, const struct settings *settings,
                    struct case_result *out)
{
    struct problem problem;
    struct variant variant = variant_of(name);
    open_problem(source, &problem);
    assert_int_equal(case_measure(&problem, &variant, settings, clock_now(), out), OK);
    problem_free(&problem);
}

/* If epsilon is near the rounding errors, or below them, no answer is called wrong for this reason.
 */
static void check_near_rounding(const char *source, const char *name, double epsilon)
{
    struct settings settings = three_samples();
    struct case_result result;
    settings.epsilon = epsilon;
    settings.max_samples = settings.min_samples = 1;
    settings.throttle_retries = 0;
    measure(source, name, &settings, &result);
    const struct result_run *run = &result.run;
    const bool limited = run->status == CASE_NOT_CONVERGED && strstr(run->note, "rounding in f64");
    if (run->status != CASE_OK && !(limited && epsilon < 1e-13))
        fail_msg("%s, %s, %g: %s, %s", source, name, epsilon, case_status_names[run->status],
                 run->note);
    case_result_free(&result);
}

static void test_near_rounding(void **state)
{
    static const char *const sources[] = {"tandem:c=31", "kanban:t=2", "fms:n=2", "cluster:n=8"},
                             *const names[] = {"bicgstab[precondition=jacobi]/msr/f64/seq",
                                               "bicgstab[precondition=ilu0]/msr/f64/seq",
                                               "gmres[precondition=ilu0]/msr/f64/seq"};
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++)
        for (size_t m = 0; m < sizeof names / sizeof *names; m++)
            for (double epsilon = 1e-11; epsilon > 5e-16; epsilon /= 100)
                check_near_rounding(sources[k], names[m], epsilon);
}

/* Samples in order, each with a time, one after the other. */
static void check_samples(const struct case_result *result)
{
    double now = 0;
    for (uint64_t k = 0; k < result->run.sample_count; k++) {
        const struct result_sample *sample = &result->sample[k];
        assert_int_equal(sample->order, k);
        assert_true(sample->host > 0 && sample->host < 1e3);
        assert_true(sample->started >= now);
        assert_true(isnan(sample->device)); /* no place on the host has a clock of its own */
        now = sample->started + sample->host;
    }
}

static void check_ended(const struct case_result *result, enum case_status status, const char *note)
{
    const struct result_run *run = &result->run;
    if (run->status != status || strncmp(run->note, note, strlen(note)))
        fail_msg("%s: %s", case_status_names[run->status], run->note);
    if (status == CASE_OK) return;
    assert_int_equal(run->proof, PROOF_NONE);
    assert_int_equal(run->sample_count, 0);
    assert_int_equal(run->stop_reason, STOP_FAILED);
    assert_true(isnan(run->value));
}

static void test_ok(void **state)
{
    const struct settings settings = three_samples();
    uint64_t iterations[2];
    for (int k = 0; k < 2; k++) {
        struct case_result result;
        measure("random_dd:n=300,density=0.05", "jacobi/msr/f64/omp", &settings, &result);
        check_ended(&result, CASE_OK, "");
        check_samples(&result);
        assert_string_equal(result.run.note, "");
        assert_int_equal(result.run.stop_reason, STOP_MAX_SAMPLES);
        assert_int_equal(result.run.sample_count, 3);
        assert_int_equal(result.run.warmup, 1);
        assert_true(result.run.layout > 0 && result.run.upload >= 0 && result.run.download > 0);
        assert_true(result.run.verify > 0 && result.run.started >= 0);
        assert_true(result.run.change < settings.epsilon && result.run.residual < 1e-5);
        assert_true(isnan(result.run.value) && isnan(result.run.error) &&
                    isnan(result.run.reference));
        assert_int_equal(result.run.bytes, 301 * 4 + 4485 * (4 + 8) + 300 * 8);
        iterations[k] = result.run.iterations;
        case_result_free(&result);
        assert_null(result.sample);
        case_result_free(&result);
    }
    assert_true(iterations[0] > 1);
    assert_int_equal(iterations[0], iterations[1]);
}

static void test_error(void **state)
{
    const struct settings settings = three_samples();
    struct case_result result;
    scratch_write(
        "good.mtx",
        "%%MatrixMarket matrix coordinate real general\n2 2 4\n1 1 4\n1 2 1\n2 1 2\n2 2 4\n");
    measure(scratch_path("good.mtx"), "jacobi/msr/f64/seq", &settings, &result);
    check_ended(&result, CASE_OK, "");
    assert_int_equal(result.run.iterations, 15);
    assert_true(fabs(result.run.error - 0x1p-22) < 1e-15); /* worked out by hand: x = 1 + 2^-22 */
    case_result_free(&result);
}

static void test_value(void **state)
{
    const struct settings settings = three_samples();
    struct case_result result;
    char source[1100];
    snprintf(source, sizeof source, "%s:type=dtmc,goal=done", scratch_path("tosses.tra"));
    measure(source, "bicgstab/msr/f64/seq", &settings, &result);
    check_ended(&result, CASE_OK, "");
    assert_true(result.run.value == 0.5);
    case_result_free(&result);
}

/* Chains that mix slowly: an expected reward of 2e7, and a long run of 2/3 in state 2 and 3. */
static void write_slow_chains(void)
{
    scratch_write("long.tra", "3 4\n0 1 0.9999999\n0 2 1e-7\n1 0 1\n2 2 1\n");
    scratch_write("long.lab", "0=\"init\" 1=\"goal\"\n0: 0\n2: 1\n");
    scratch_write("long.srew", "3 2\n0 1\n1 1\n");
    scratch_write("two.tra", "4 6\n0 1 1\n0 2 2e-8\n1 0 1\n2 3 1\n2 0 1e-8\n3 2 1\n");
    scratch_write("two.lab", "0=\"init\" 1=\"goal\"\n0: 0\n2: 1\n3: 1\n");
}

/* The stopping test passes far from the answer: the case is ok, has an estimate of its error, and
 * is doubtful. */
static void test_doubtful(void **state)
{
    static const struct {
        const char *file, *property, *variant;
        double value, exact;
    } cases[] = {
        {"long.tra", "type=dtmc,goal=goal,reward=long.srew", "jacobi/msr/f64/seq", 952382.586, 2e7},
        {"two.tra", "type=ctmc,steady=goal", "jor/msr/f64/seq", 0.5, 2.0 / 3},
        {"two.tra", "type=ctmc,steady=goal", "gauss_seidel/msr/f64/seq", 0.5, 2.0 / 3},
        {"two.tra", "type=ctmc,steady=goal", "power/msr/f64/seq", 0.5, 2.0 / 3},
    };
    const struct settings settings = three_samples();
    write_slow_chains();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct case_result result;
        char source[1100];
        snprintf(source, sizeof source, "%s:%s", scratch_path(cases[k].file), cases[k].property);
        measure(source, cases[k].variant, &settings, &result);
        const struct result_run *run = &result.run;
        const double error = fabs(run->value - cases[k].exact) / cases[k].exact;
        check_ended(&result, CASE_OK, "doubtful: the estimated error of the answer is ");
        assert_true(run->doubtful && run->proof == PROOF_CHECKED);
        assert_true(fabs(run->value - cases[k].value) < 1e-6 * cases[k].value);
        if (!(run->estimated_error > error / 2 && run->estimated_error < 2 * error))
            fail_msg("%s: estimated %g, true %g", cases[k].variant, run->estimated_error, error);
        case_result_free(&result);
    }
}

/* A walk of 201 states whose rows sum to 1 + 9e-7, which is allowed: some 30,000 steps would make
 * that 3 %. */
static void write_growing_walk(void)
{
    static const char labels_of[] = "0=\"init\" 1=\"goal\"\n100: 0\n200: 1\n";
    char text[8192] = "202 402\n0 1 0.999999\n0 201 1e-6\n200 200 1\n201 201 1\n";
    size_t used = strlen(text);
    for (int i = 1; i < 200; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%d %d 0.5\n%d %d 0.5000009\n", i,
                                 i - 1, i, i + 1);
    scratch_write("growing.tra", text);
    scratch_write("growing.lab", labels_of);
}

/* Rows are divided by their sums. */
static void test_divided(void **state)
{
    static const char *const variants[] = {"jacobi/msr/f64/seq", "bicgstab/msr/f64/seq"};
    struct settings settings = three_samples();
    const double ratio = 0.5 / 0.5000009, back = 0.999999,
                 share = (back * ratio - 1) / (1 - back), /* h_i = B (share + ratio^i) */
        exact = (share + pow(ratio, 100)) / (share + pow(ratio, 200));
    settings.epsilon = 1e-12;
    write_growing_walk();
    for (size_t k = 0; k < sizeof variants / sizeof *variants; k++) {
        struct case_result result;
        char source[1100];
        snprintf(source, sizeof source, "%s:type=dtmc,goal=goal", scratch_path("growing.tra"));
        measure(source, variants[k], &settings, &result);
        check_ended(&result, CASE_OK, "");
        if (!(fabs(result.run.value - exact) < 1e-6))
            fail_msg("%.17g, not %.17g", result.run.value, exact);
        case_result_free(&result);
    }
}

/* A cycle that is left once in 1e15 steps, and a row that sums to 1 + 2e-15: this is rounding, so
 * the row is not divided. */
static void write_leaking_cycle(void)
{
    scratch_write("growing.tra", "4 6\n0 1 1\n1 0 0.999999999999999\n1 2 2e-15\n1 3 1e-15\n2 2 1\n"
                                 "3 3 1\n");
    scratch_write("growing.lab", "0=\"init\" 1=\"goal\"\n0: 0\n2: 1\n");
}

static void test_outside(void **state)
{
    static const char *const variants[] = {"bicgstab/msr/f64/seq",
                                           "bicgstab[precondition=jacobi]/msr/f64/seq"};
    struct settings settings = three_samples();
    settings.epsilon = 1e-12;
    write_leaking_cycle();
    for (size_t k = 0; k < sizeof variants / sizeof *variants; k++) {
        struct case_result result;
        char source[1100];
        snprintf(source, sizeof source, "%s:type=dtmc,goal=goal", scratch_path("growing.tra"));
        measure(source, variants[k], &settings, &result);
        check_ended(&result, CASE_WRONG, "entry ");
        if (!strstr(result.run.note, "a probability must lie between 0 and 1"))
            fail_msg("%s", result.run.note);
        case_result_free(&result);
    }
}

/* 2 n of herman's 2^n states are stable and need no more steps; a long run has no zero entry. */
static void test_zeros(void **state)
{
    const struct settings settings = three_samples();
    struct case_result result;
    measure("herman:n=5", "jacobi/msr/f64/seq", &settings, &result);
    check_ended(&result, CASE_OK, "");
    assert_true(result.run.zeros == 10.0 / 32);
    case_result_free(&result);
    measure("tandem:c=3", "jacobi/msr/f32/seq", &settings, &result);
    check_ended(&result, CASE_OK, "");
    assert_true(result.run.zeros == 0);
    case_result_free(&result);
}

/* Every state is decided by the graph: there is nothing to time. */
static void test_solved(void **state)
{
    const struct settings settings = three_samples();
    struct case_result result;
    char source[1100];
    snprintf(source, sizeof source, "%s:type=dtmc,goal=all", scratch_path("tosses.tra"));
    measure(source, "jacobi/msr/f64/seq", &settings, &result);
    check_ended(&result, CASE_OK, "nothing is left to iterate");
    assert_true(result.run.value == 1 && result.run.change == 0 && result.run.residual == 0);
    assert_true(result.run.zeros == 0);
    assert_int_equal(result.run.iterations, 0);
    assert_int_equal(result.run.sample_count, 0);
    assert_int_equal(result.run.stop_reason, STOP_NONE);
    assert_true(isnan(result.run.layout));
    case_result_free(&result);
}

static void test_warmup(void **state)
{
    for (uint64_t warmup = 0; warmup < 5; warmup += 2) {
        struct settings settings = three_samples();
        struct case_result result;
        settings.warmup = warmup;
        measure("random_dd:n=50", "jacobi/msr/f64/seq", &settings, &result);
        check_ended(&result, CASE_OK, "");
        assert_int_equal(result.run.warmup, warmup);
        assert_int_equal(result.run.sample_count, 3);
        case_result_free(&result);
    }
}

/* Any interval is narrow enough: the first check, at min_samples but never at one sample, ends the
 * case. */
static void test_narrow_interval(void **state)
{
    struct settings settings = default_settings;
    settings.max_ci = INFINITY;
    settings.throttle_retries = 0;
    for (uint64_t least = 1; least < 8; least++) {
        struct case_result result;
        settings.min_samples = least;
        measure("random_dd:n=50", "jacobi/msr/f64/seq", &settings, &result);
        assert_int_equal(result.run.stop_reason, STOP_CI);
        assert_int_equal(result.run.sample_count, least > 1 ? least : 2);
        check_samples(&result);
        case_result_free(&result);
    }
}

static void measure_blocks(const struct settings *settings, const char *source, const char *name,
                           struct case_result *out)
{
    measure(source, name, settings, out);
    check_ended(out, CASE_OK, "");
    check_samples(out);
    assert_int_equal(out->run.sample_count, 3);
}

/* Solves that take more iterations than a block are counted and checked once, and timed in blocks;
 * no others. */
static void test_blocks(void **state)
{
    struct settings settings = three_samples();
    struct case_result whole, blocks;
    measure_blocks(&settings, "random_dd:n=50", "jacobi/msr/f64/seq", &whole);
    const uint64_t needed = whole.run.iterations;
    assert_true(needed > 8 && !whole.run.extrapolated && whole.run.iterations_timed == MISSING);
    for (uint64_t warmup = 0; warmup < 3; warmup++)
        for (settings.iterations = needed - 3; settings.iterations <= needed + 1;
             settings.iterations++) {
            bool extrapolated = settings.iterations < needed;
            settings.warmup = warmup;
            measure_blocks(&settings, "random_dd:n=50", "jacobi/msr/f64/seq", &blocks);
            assert_int_equal(blocks.run.extrapolated, extrapolated);
            assert_int_equal(blocks.run.iterations, needed);
            assert_true(blocks.run.iterations_timed ==
                        (extrapolated ? settings.iterations : MISSING));
            assert_true(blocks.run.warmup == (warmup ? warmup : 1));
            assert_true(blocks.run.residual == whole.run.residual &&
                        blocks.run.change == whole.run.change);
            assert_true(blocks.run.download > 0 && blocks.run.verify > 0);
            for (int k = 0; k < 3; k++)
                assert_true(blocks.sample[k].iterations ==
                            (extrapolated ? settings.iterations : MISSING));
            case_result_free(&blocks);
        }
    settings.iterations = 1;
    measure_blocks(&settings, "random_dd:n=50", "jacobi[check=4]/msr/f64/seq", &blocks);
    assert_true(blocks.run.extrapolated && blocks.run.iterations_timed == 4 &&
                blocks.sample[2].iterations == 4);
    case_result_free(&blocks);
    case_result_free(&whole);
}

/* Without a whole solve there is no number of iterations, no answer and no time but that of an
 * iteration. */
static void check_uncounted(const struct case_result *result, const char *note)
{
    const struct result_run *run = &result->run;
    check_ended(result, CASE_OK, note);
    assert_true(run->extrapolated && run->iterations == MISSING && run->iterations_timed == 5);
    assert_true(isnan(run->residual) && isnan(run->value) && isnan(run->change));
    assert_true(run->proof == PROOF_UNCHECKED && isnan(run->estimated_error) && !run->doubtful);
    assert_int_equal(run->sample_count, 3);
    for (int k = 0; k < 3; k++) {
        const struct result_sample *sample = &result->sample[k];
        assert_int_equal(sample->iterations, 5);
        assert_true(isnan(whole_solve(run, sample, sample->host)));
        assert_true(one_iteration(run, sample, 10) == 2);
    }
}

static void test_uncounted(void **state)
{
    struct settings settings = three_samples();
    struct case_result result;
    settings.iterations = 5;
    settings.count_iterations = false;
    measure("random_dd:n=50", "jacobi/msr/f64/seq", &settings, &result);
    check_uncounted(&result,
                    "time per iteration only, no answer was checked: count_iterations is off");
    case_result_free(&result);
    settings.warmup = 0; /* the first block is a sample */
    measure("random_dd:n=50", "jacobi/msr/f64/seq", &settings, &result);
    check_uncounted(&result,
                    "time per iteration only, no answer was checked: count_iterations is off");
    assert_int_equal(result.run.warmup, 0);
    case_result_free(&result);
    settings.iterations = 500; /* more than it takes */
    for (settings.warmup = 0; settings.warmup < 2; settings.warmup++) {
        measure("random_dd:n=50", "jacobi/msr/f64/seq", &settings, &result);
        check_ended(&result, CASE_OK, "");
        assert_true(!result.run.extrapolated && result.run.iterations < 500 &&
                    result.run.residual < 1e-5);
        assert_true(result.run.sample_count == 3 && result.sample[0].iterations == MISSING);
        case_result_free(&result);
    }
    settings = three_samples();
    settings.iterations = 5;
    settings.timeout = 0.1;
    settings.max_iterations = UINT64_MAX;
    measure(scratch_path("turns.mtx"), "jacobi/msr/f64/seq", &settings, &result);
    check_uncounted(
        &result,
        "time per iteration only, no answer was checked: a solve takes more than 0.1 s (timeout)");
    case_result_free(&result);
}

/* Blocks do not improve a bad end, and have no effect on other cases. */
static void test_no_blocks(void **state)
{
    struct settings settings = three_samples();
    struct case_result result;
    settings.iterations = 5;
    settings.max_iterations = 1000;
    measure(scratch_path("turns.mtx"), "jacobi/msr/f64/seq", &settings, &result);
    check_ended(&result, CASE_NOT_CONVERGED, "no convergence within 1000 iterations");
    case_result_free(&result);
    measure(scratch_path("grows.mtx"), "jacobi/msr/f64/seq", &settings, &result);
    check_ended(&result, CASE_NOT_CONVERGED, "no convergence");
    case_result_free(&result);
    measure(scratch_path("flips.mtx"), "bicgstab/msr/f64/seq", &settings, &result);
    check_ended(&result, CASE_NOT_CONVERGED, "the method broke down");
    assert_false(result.run.extrapolated);
    case_result_free(&result);
    settings.iterations = 1;
    measure("identity:n=3", "null/msr/f64/seq", &settings, &result);
    check_ended(&result, CASE_OK, "");
    assert_false(result.run.extrapolated);
    case_result_free(&result);
}

static void test_max_samples(void **state)
{
    struct settings settings = default_settings;
    struct case_result result;
    settings.max_ci = -1; /* no interval is within it */
    settings.max_samples = 17;
    settings.throttle_retries = 0;
    measure("random_dd:n=50", "jacobi/msr/f64/seq", &settings, &result);
    assert_int_equal(result.run.stop_reason, STOP_MAX_SAMPLES);
    assert_int_equal(result.run.sample_count, 17);
    check_samples(&result);
    case_result_free(&result);
}

static void test_max_time(void **state)
{
    struct settings settings = default_settings;
    struct case_result result;
    settings.max_ci = -1;
    settings.max_samples = UINT64_MAX;
    settings.throttle_retries = 0;
    settings.max_time = 0.02;
    double start = clock_now();
    measure("random_dd:n=50", "jacobi/msr/f64/seq", &settings, &result);
    assert_true(clock_now() - start >= 0.02);
    assert_int_equal(result.run.stop_reason, STOP_MAX_TIME);
    assert_true(result.run.sample_count > 1);
    check_samples(&result);
    case_result_free(&result);
    settings.max_time = 1e-9;
    measure("random_dd:n=50", "jacobi/msr/f64/seq", &settings, &result);
    assert_int_equal(result.run.stop_reason, STOP_MAX_TIME);
    assert_int_equal(result.run.sample_count, 1);
    case_result_free(&result);
}

/* Failures of the method, in the warm-up and in the first sample alike. */
static void test_failures(void **state)
{
    static const struct {
        const char *source, *variant;
        uint64_t max_iterations, iterations;
        enum case_status status;
        const char *note;
    } cases[] = {
        {"turns.mtx", "jacobi/msr/f64/seq", 10, 10, CASE_NOT_CONVERGED,
         "no convergence within 10 iterations"},
        {"turns.mtx", "jacobi/msr/f32/omp", 1, 1, CASE_NOT_CONVERGED,
         "no convergence within 1 iteration"},
        {"flips.mtx", "bicgstab/msr/f64/seq", 10, 1, CASE_NOT_CONVERGED, "the method broke down"},
        {"grows.mtx", "jacobi/msr/f64/seq", 10000, 1280, CASE_DIVERGED,
         "an entry is not a finite number after 1280"},
        {"grows.mtx", "jacobi/msr/f32/seq", 10000, 256, CASE_DIVERGED,
         "an entry is not a finite number after 256"},
        {"grows.mtx", "jacobi/msr/f64/omp", 1100, 1100, CASE_DIVERGED,
         "an entry is not a finite number after 1100"},
        {"grows.mtx", "jacobi/msr/f64/omp", 1000, 1000, CASE_NOT_CONVERGED,
         "no convergence within 1000"},
        {"grows.mtx", "gauss_seidel/msr/f64/seq", 10000, 768, CASE_DIVERGED,
         "an entry is not a finite number after 768"},
        {"grows.mtx", "gauss_seidel_backward/msr+bfs/f64/omp", 100, 100, CASE_NOT_CONVERGED,
         "no convergence within"},
        {"grows.mtx", "gauss_seidel_backward/msr/f32/omp", 10000, 256, CASE_DIVERGED,
         "an entry is not a finite number"},
        {"turns.mtx", "null/msr/f64/seq", 10, 0, CASE_WRONG,
         "one more step in f64 changes the answer by 2, more than"},
        {"turns.mtx", "null/msr/f32/omp", 10, 0, CASE_WRONG,
         "one more step in f64 changes the answer by 2, more than"},
    };
    for (size_t k = 0; k < 2 * sizeof cases / sizeof *cases; k++) {
        struct settings settings = three_samples();
        struct case_result result;
        settings.warmup = k % 2;
        settings.max_iterations = cases[k / 2].max_iterations;
        measure(scratch_path(cases[k / 2].source), cases[k / 2].variant, &settings, &result);
        check_ended(&result, cases[k / 2].status, cases[k / 2].note);
        assert_int_equal(result.run.iterations, cases[k / 2].iterations);
        assert_int_equal(result.run.warmup, k % 2);
        if (result.run.status == CASE_WRONG)
            assert_true(result.run.residual == 1 && result.run.error == 1);
        case_result_free(&result);
    }
}

/* Method null is right if there is nothing to do. */
static void test_null(void **state)
{
    const struct settings settings = three_samples();
    struct case_result result;
    measure("identity:n=1000", "null/msr/f64/seq", &settings, &result);
    assert_int_equal(result.run.status, CASE_OK);
    assert_int_equal(result.run.iterations, 0);
    assert_true(result.run.error == 0);
    assert_true(result.sample[2].host < 1e-3);
    case_result_free(&result);
}

/* A solve without end is stopped, and the case after it is not. */
static void test_timeout(void **state)
{
    struct settings settings = three_samples();
    struct case_result result;
    settings.max_iterations = UINT64_MAX;
    settings.timeout = 0.05;
    double start = clock_now();
    measure(scratch_path("turns.mtx"), "jacobi/msr/f64/seq", &settings, &result);
    double elapsed = clock_now() - start;
    assert_true(elapsed >= 0.05 && elapsed < 20);
    check_ended(&result, CASE_TIMEOUT, "stopped after 0.05 s, in iteration ");
    assert_true(result.run.iterations > 0);
    case_result_free(&result);
    settings.timeout = 100;
    measure("random_dd:n=50", "jacobi/msr/f64/seq", &settings, &result);
    check_ended(&result, CASE_OK, "");
    case_result_free(&result);
}

static void test_no_device(void **state)
{
    const struct settings settings = three_samples();
    for (int p = 0; p < place_count; p++) {
        struct case_result result;
        char name[64], reason[512];
        enum status probed = places[p]->probe();
        if (probed == OK) continue;
        snprintf(name, sizeof name, "jacobi/msr/f64/%s", places[p]->name);
        snprintf(reason, sizeof reason, "%s", fail_message());
        measure("random_dd:n=50", name, &settings, &result);
        check_ended(&result, probed == ERROR_ENVIRONMENT ? CASE_NO_DEVICE : CASE_UNSUPPORTED,
                    reason);
        assert_int_equal(result.run.iterations, MISSING);
        assert_int_equal(result.run.bytes, MISSING);
        case_result_free(&result);
    }
}

static void test_no_operation(void **state)
{
    const struct settings settings = three_samples();
    const struct layout elsewhere = {.name = "elsewhere"};
    struct variant variant = variant_of("jacobi/msr/f64/seq");
    struct problem problem;
    struct case_result result;
    variant.layout = &elsewhere;
    open_problem("random_dd:n=50", &problem);
    assert_int_equal(case_measure(&problem, &variant, &settings, clock_now(), &result), OK);
    check_ended(&result, CASE_UNSUPPORTED, "layout elsewhere does not exist at place seq");
    case_result_free(&result);
    problem_free(&problem);
}

/* The power method needs the step of a chain. */
static void test_no_step(void **state)
{
    const struct settings settings = three_samples();
    struct case_result result;
    measure("random_dd:n=50", "power/msr/f64/omp", &settings, &result);
    check_ended(&result, CASE_UNSUPPORTED,
                "method power needs a chain: a linear system gives it no step");
    case_result_free(&result);
}

/* Answers are checked by the method's own map, which changes them by less than epsilon when other
 * maps would not. Power: state 0 is left at rate 1, others at 1000, so Jacobi's step in it would be
 * about 1000 times as large. Gauss-Seidel: rows 1 and 2 converge slowly, and each of the other rows
 * copies the row before it, row 0 the last one. Breadth-first from row 0 every copy comes before
 * the row that it copies, so one sweep in the native order would bring all remaining changes at
 * once. */
static void test_own_map(void **state)
{
    enum { ROWS = 60 };
    const struct settings settings = three_samples();
    struct case_result result;
    char source[1100], matrix[4096] = "%%MatrixMarket matrix coordinate real general\n";
    size_t used = strlen(matrix);
    scratch_write("stiff.tra", "3 4\n0 1 1\n1 0 2\n1 2 1000\n2 1 1000\n");
    scratch_write("stiff.lab", "0=\"init\" 1=\"low\"\n0: 0 1\n");
    snprintf(source, sizeof source, "%s:type=ctmc,steady=low", scratch_path("stiff.tra"));
    measure(source, "power/msr/f64/seq", &settings, &result);
    check_ended(&result, CASE_OK, "");
    assert_true(fabs(result.run.value - 0.5) < 1e-2);
    case_result_free(&result);

    used += (size_t)snprintf(matrix + used, sizeof matrix - used, "%d %d %d\n1 1 1\n1 %d -1\n",
                             ROWS, ROWS, 2 * ROWS, ROWS);
    used += (size_t)snprintf(matrix + used, sizeof matrix - used,
                             "2 2 1\n2 3 -0.99\n3 3 1\n3 2 -0.99\n");
    for (int i = 4; i <= ROWS; i++)
        used += (size_t)snprintf(matrix + used, sizeof matrix - used, "%d %d 1\n%d %d -1\n", i, i,
                                 i, i - 1);
    scratch_write("lags.mtx", matrix);
    measure(scratch_path("lags.mtx"), "gauss_seidel/msr+bfs/f64/seq", &settings, &result);
    check_ended(&result, CASE_OK, "");
    assert_true(result.run.change > 0 && result.run.change < settings.epsilon);
    assert_true(result.run.iterations > ROWS);
    case_result_free(&result);
}

/* The counts of Gauss-Seidel depend on the order of the rows, those of Jacobi do not; the answer
 * never does. The two directions are one another's on a chain whose states are numbered backwards.
 */
static void test_orders(void **state)
{
    const struct settings settings = three_samples();
    static const char *const names[] = {
        "jacobi/msr/f64/seq",           "jacobi/msr+bfs/f64/seq",
        "gauss_seidel/msr/f64/seq",     "gauss_seidel_backward/msr+bfs/f64/seq",
        "gauss_seidel/msr+bfs/f64/omp", "gauss_seidel_backward/msr/f64/omp"};
    static const uint64_t counts[] = {7, 7, 2, 2, 7, 7};
    struct case_result result[6];
    char source[1100];
    /* From 7 down to 0: breadth-first reverses the rows. */
    scratch_write("down.tra", "8 8\n0 0 1\n1 0 1\n2 1 1\n3 2 1\n4 3 1\n5 4 1\n6 5 1\n7 6 1\n");
    scratch_write("down.lab", "0=\"init\" 1=\"end\"\n7: 0\n0: 1\n");
    scratch_write("down.srew", "8 7\n1 1\n2 1\n3 1\n4 1\n5 1\n6 1\n7 1\n");
    snprintf(source, sizeof source, "%s:type=dtmc,reward=down.srew,goal=end",
             scratch_path("down.tra"));
    for (int k = 0; k < 6; k++) {
        measure(source, names[k], &settings, &result[k]);
        check_ended(&result[k], CASE_OK, "");
        assert_true(result[k].run.layout > 0 && result[k].run.download > 0);
        assert_true(result[k].run.value == 7);
    }
    for (int k = 0; k < 6; k++) assert_int_equal(result[k].run.iterations, counts[k]);
    for (int k = 0; k < 6; k++) case_result_free(&result[k]);
}

/* Whichever allocation fails, and all after it: an error or a whole result, and nothing leaks. */
static void test_allocations(void **state)
{
    static const char *const names[] = {"jacobi/msr/f64/seq", "bicgstab/msr/f32/omp",
                                        "gauss_seidel/msr+bfs/f64/omp"};
    const struct settings settings = three_samples();
    struct problem problem;
    open_problem("random_dd:n=50", &problem);
    for (int which = 0; which < 3; which++) {
        struct variant variant = variant_of(names[which]);
        enum status status = ERROR_HOST_MEMORY;
        long k;
        for (k = 0; status != OK; k++) {
            struct case_result result;
            status =
                refused_after(k, case_measure(&problem, &variant, &settings, clock_now(), &result));
            if (status == OK) check_ended(&result, CASE_OK, "");
            else assert_int_equal(status, ERROR_HOST_MEMORY);
            assert_int_equal(result.sample != NULL, status == OK);
            assert_int_equal(result.run.note != NULL, status == OK);
            case_result_free(&result);
        }
        assert_true(k > 10);
    }
    problem_free(&problem);
}

/* Bytes of address space in use. */
static rlim_t address_space(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%lu", &pages) != 1) pages = 0;
    if (file) fclose(file);
    return pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* Memory that runs out for the large arrays alone ends the case, not the program. */
static void test_out_of_memory(void **state)
{
#ifdef __SANITIZE_ADDRESS__
    skip(); /* it needs terabytes of address space */
#endif
    const struct settings settings = three_samples();
    struct variant variant = variant_of("jacobi/msr/f64/seq");
    struct rlimit before, tight;
    struct problem problem;
    struct case_result result;
    open_problem("identity:n=4000000", &problem);
    rlim_t used = address_space();
    assert_true(used > 0);
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    tight = (struct rlimit){.rlim_cur = used + 8000000, .rlim_max = before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_AS, &tight), 0);
    enum status status = case_measure(&problem, &variant, &settings, clock_now(), &result);
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
    problem_free(&problem);
    assert_int_equal(status, OK);
    check_ended(&result, CASE_OOM_HOST, "not enough memory for ");
    case_result_free(&result);
}

/* Least traffic of an iteration: how often it reads the matrix, and reads or writes a vector; b
 * counts if a sweep reads it. */
static void test_traffic(void **state)
{
    static const struct {
        const char *source, *variant;
        uint64_t matrices, vectors, bytes;
    } known[] = {{"random_dd:n=300", "jacobi/msr/f64/seq", 1, 3, 8},
                 {"random_dd:n=300", "jacobi/msr/f32/seq", 1, 3, 4},
                 {"random_dd:n=300", "gauss_seidel/cmsr/f64/seq", 1, 3, 8},
                 {"random_dd:n=300", "bicgstab/msr/f64/seq", 2, 22, 8},
                 {"random_dd:n=300", "bicgstab_merged/msr/f64/seq", 2, 17, 8},
                 {"tandem:c=5", "jacobi/msr/f64/seq", 1, 2, 8},
                 {"tandem:c=5", "power/msr/f64/seq", 1, 2, 8}};
    struct settings settings = three_samples();
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        struct case_result result = {0};
        struct problem problem;
        open_problem(known[k].source, &problem);
        uint64_t n = problem.system.a.off.rows;
        problem_free(&problem);
        measure(known[k].source, known[k].variant, &settings, &result);
        assert_true(result.run.bytes > 8 * n);
        assert_int_equal(result.run.traffic, known[k].matrices * result.run.bytes +
                                                 known[k].vectors * n * known[k].bytes);
        case_result_free(&result);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ok),
        cmocka_unit_test(test_error),
        cmocka_unit_test(test_near_rounding),
        cmocka_unit_test(test_value),
        cmocka_unit_test(test_doubtful),
        cmocka_unit_test(test_divided),
        cmocka_unit_test(test_outside),
        cmocka_unit_test(test_zeros),
        cmocka_unit_test(test_solved),
        cmocka_unit_test(test_warmup),
        cmocka_unit_test(test_narrow_interval),
        cmocka_unit_test(test_max_samples),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_uncounted),
        cmocka_unit_test(test_no_blocks),
        cmocka_unit_test(test_max_time),
        cmocka_unit_test(test_failures),
        cmocka_unit_test(test_null),
        cmocka_unit_test(test_timeout),
        cmocka_unit_test(test_no_device),
        cmocka_unit_test(test_no_operation),
        cmocka_unit_test(test_allocations),
        cmocka_unit_test(test_out_of_memory),
        cmocka_unit_test(test_no_step),
        cmocka_unit_test(test_orders),
        cmocka_unit_test(test_own_map),
        cmocka_unit_test(test_traffic),
    };
    return cmocka_run_group_tests_name("case", tests, set_up, scratch_remove);
}
