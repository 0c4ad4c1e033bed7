/* Proofs of the answers of a case, and their effect on its status. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/process/clock.h"
#include "harness/case/case.h"
#include "harness/case/prove_case.h"
#include "tests/support/cmocka.h"

static struct settings one_sample(void)
{
    struct settings settings = default_settings;
    settings.warmup = 0;
    settings.min_samples = settings.max_samples = 1;
    settings.max_time = 1e6;
    return settings;
}

/* The caller frees both. */
static void open_proven(const char *source, const struct settings *settings, struct problem *out)
{
    const struct prove_settings proof = proof_wanted(settings);
    assert_int_equal(problem_open(source, out), OK);
    assert_int_equal(prove_problem(out, &proof), OK);
}

static void measure(const struct problem *problem, const char *name,
                    const struct settings *settings, struct case_result *out)
{
    struct variant variant;
    assert_int_equal(variant_parse(name, &variant), OK);
    assert_int_equal(case_measure(problem, &variant, settings, clock_now(), out), OK);
}

static void measure_source(const char *source, const char *name, const struct settings *settings,
                           struct case_result *out)
{
    struct problem problem;
    open_proven(source, settings, &problem);
    measure(&problem, name, settings, out);
    problem_free(&problem);
}

/* As narrow as asked for; ten times narrower than what is required. */
static void test_wanted(void **state)
{
    static const struct {
        double prove, require, width;
    } cases[] = {{1e-9, NAN, 1e-9}, {1e-9, 1e-6, 1e-9}, {1e-6, 1e-6, 1e-7}, {0, NAN, 0}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct settings settings = default_settings;
        settings.prove = cases[k].prove;
        settings.require = cases[k].require;
        settings.prove_time = 7;
        const struct prove_settings wanted = proof_wanted(&settings);
        assert_true(fabs(wanted.width - cases[k].width) <= 1e-12 * cases[k].width);
        assert_true(wanted.seconds == 7 && !wanted.model);
    }
}

/* Each kind of problem. The answer of random_dd is all ones; the values are known. */
static void test_certified(void **state)
{
    static const struct {
        const char *source, *variant;
        double value;
    } cases[] = {{"random_dd:n=50", "jacobi/msr/f64/seq", NAN},
                 {"random_dd:n=50", "jacobi/msr/f32/seq", NAN},
                 {"herman:n=5", "jacobi/msr/f64/seq", 3.2},
                 {"tandem:c=5", "jacobi/msr/f64/seq", 5.679249959967679},
                 {"herman:n=5,property=4,steps=10", "bounded/msr/f64/seq", NAN}};
    struct settings settings = one_sample();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const bool single = strstr(cases[k].variant, "f32") != NULL;
        struct case_result result;
        settings.epsilon = single ? 1e-5 : 1e-6;
        measure_source(cases[k].source, cases[k].variant, &settings, &result);
        const struct result_run *run = &result.run;
        if (run->status != CASE_OK || run->proof != PROOF_CERTIFIED)
            fail_msg("%s: %s, %s", cases[k].source, run->note, run->proof_note);
        assert_true(run->error_bound >= 0 && run->error_bound < 1e-3 && *run->proof_note);
        if (!isnan(run->error)) assert_true(run->error_bound >= run->error);
        const bool exact = !strncmp(cases[k].variant, "bounded", 7);
        assert_int_equal(isnan(run->estimated_error), !exact);
        assert_int_equal(run->doubtful, proven_error(run) > (single ? 1e-4 : 1e-5));
        if (!isnan(cases[k].value))
            assert_true(run->value_low <= cases[k].value && cases[k].value <= run->value_high);
        case_result_free(&result);
    }
}

/* Nothing is proven where nobody asks, though a proof is there. */
static void test_not_wanted(void **state)
{
    struct settings settings = one_sample();
    struct problem problem;
    struct case_result result;
    open_proven("herman:n=5", &settings, &problem);
    settings.prove = 0;
    measure(&problem, "jacobi/msr/f64/seq", &settings, &result);
    assert_int_equal(result.run.proof, PROOF_CHECKED);
    assert_true(isnan(result.run.error_bound) && isnan(result.run.value_low));
    assert_true(result.run.estimated_error > 0);
    assert_string_equal(result.run.proof_note, "");
    case_result_free(&result);
    problem_free(&problem);
}

/* Samples without those that were disturbed and measured again. */
static uint64_t counted(const struct case_result *result)
{
    uint64_t count = 0;
    for (uint64_t k = 0; k < result->run.sample_count; k++) count += !result->sample[k].retried;
    return count;
}

/* An answer that Jacobi's test accepts is not as good as was asked for; one that is, is ok. */
static void test_required(void **state)
{
    struct settings settings = one_sample();
    struct case_result result;
    settings.require = 1e-7;
    measure_source("herman:n=5", "jacobi/msr/f64/seq", &settings, &result);
    const struct result_run *run = &result.run;
    assert_int_equal(run->status, CASE_INACCURATE);
    assert_int_equal(run->proof, PROOF_NONE);
    assert_int_equal(run->stop_reason, STOP_FAILED);
    assert_int_equal(run->sample_count, 0);
    assert_non_null(strstr(run->note, "the proven error is 1.4e-06, "));
    assert_non_null(strstr(run->note, "more than require = 1e-07"));
    assert_true(run->error_bound > 1e-7 && fabs(run->value - 3.2) < 1e-4);
    assert_true(run->value_low <= 3.2 && 3.2 <= run->value_high);
    case_result_free(&result);
    settings.epsilon = 1e-12;
    measure_source("herman:n=5", "jacobi/msr/f64/seq", &settings, &result);
    assert_int_equal(result.run.status, CASE_OK);
    assert_true(result.run.error_bound <= 1e-7);
    assert_int_equal(counted(&result), 1);
    case_result_free(&result);
}

/* Without a proof, for whatever reason, the answer is not as good as was asked for. */
static void test_required_without_proof(void **state)
{
    struct settings settings = one_sample();
    struct problem problem;
    struct case_result result;
    settings.require = 1e-3;
    assert_int_equal(problem_open("herman:n=5", &problem), OK);
    snprintf(problem.proof.note, sizeof problem.proof.note, "made for a test without one");
    measure(&problem, "jacobi/msr/f64/seq", &settings, &result);
    assert_int_equal(result.run.status, CASE_INACCURATE);
    assert_string_equal(result.run.note,
                        "no error is proven, and require = 0.001: made for a test without one");
    assert_true(isnan(result.run.error_bound));
    case_result_free(&result);
    settings.require = NAN;
    measure(&problem, "jacobi/msr/f64/seq", &settings, &result);
    assert_int_equal(result.run.proof, PROOF_CHECKED);
    assert_string_equal(result.run.proof_note, "made for a test without one");
    case_result_free(&result);
    problem_free(&problem);
}

/* Blocks of iterations have no answer. */
static void test_unchecked(void **state)
{
    struct settings settings = one_sample();
    struct case_result result;
    settings.iterations = 2;
    settings.count_iterations = false;
    measure_source("herman:n=5", "jacobi/msr/f64/seq", &settings, &result);
    assert_int_equal(result.run.proof, PROOF_UNCHECKED);
    assert_string_equal(result.run.proof_note, "no answer was checked");
    assert_true(isnan(result.run.error_bound));
    case_result_free(&result);
    settings.require = 1e-3;
    measure_source("herman:n=5", "jacobi/msr/f64/seq", &settings, &result);
    assert_int_equal(result.run.status, CASE_INACCURATE);
    assert_string_equal(result.run.note,
                        "no error is proven, and require = 0.001: no answer was checked");
    case_result_free(&result);
    settings.count_iterations = true;
    measure_source("herman:n=5", "jacobi/msr/f64/seq", &settings, &result);
    assert_true(result.run.extrapolated && result.run.proof == PROOF_CERTIFIED);
    case_result_free(&result);
}

/* Bounded problems are compared with the reference answer, unless its own error is too large. */
static void test_reference(void **state)
{
    const struct settings settings = one_sample();
    struct problem problem;
    struct case_result result;
    open_proven("herman:n=5,property=4,steps=10", &settings, &problem);
    const uint32_t n = problem.system.a.off.rows;
    for (uint32_t i = 0; i < n; i++) problem.proof.x[i] += 0.5;
    measure(&problem, "bounded/msr/f64/seq", &settings, &result);
    assert_int_equal(result.run.status, CASE_WRONG);
    assert_true(isnan(result.run.error_bound));
    case_result_free(&result);
    problem.proof.bound = (struct bound){0.1, 0.1};
    measure(&problem, "bounded/msr/f64/seq", &settings, &result);
    assert_int_equal(result.run.status, CASE_OK);
    case_result_free(&result);
    problem_free(&problem);
}

/* A method that proves, and is off by more than it says, is wrong; one that does not, is not. */
static void test_promise(void **state)
{
    static const struct {
        const char *variant;
        enum case_status status;
    } cases[] = {{"ii/msr/f64/seq", CASE_WRONG}, {"jacobi/msr/f64/seq", CASE_OK}};
    const struct settings settings = one_sample();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct problem problem;
        struct case_result result;
        open_proven("herman:n=5", &settings, &problem);
        measure(&problem, "ii/msr/f64/seq", &settings, &result);
        assert_int_equal(result.run.status, CASE_OK);
        assert_true(result.run.error_bound <= 1.001e-6);
        case_result_free(&result);
        problem.proof.value_low = 3.3, problem.proof.value_high = 3.4;
        measure(&problem, cases[k].variant, &settings, &result);
        assert_int_equal(result.run.status, cases[k].status);
        case_result_free(&result);
        problem_free(&problem);
    }
}

/* The proof of the value of a long run. */
static void test_value(void **state)
{
    struct settings settings = one_sample();
    struct case_result result;
    measure_source("tandem:c=5", "interval_jor/msr/f64/seq", &settings, &result);
    assert_int_equal(result.run.proof, PROOF_CERTIFIED);
    assert_true(result.run.value_low <= 5.679249959967679 &&
                5.679249959967679 <= result.run.value_high);
    assert_true(result.run.value_high - result.run.value_low < 1e-8);
    assert_string_equal(result.run.proof_note,
                        "of the value alone, by the vector of the method and the proof of the "
                        "problem");
    case_result_free(&result);
    settings.require = 1e-9;
    measure_source("tandem:c=5", "interval_jor/msr/f64/seq", &settings, &result);
    assert_int_equal(result.run.status, CASE_INACCURATE);
    case_result_free(&result);
}

/* Searches have no error. */
static void test_search(void **state)
{
    struct settings settings = one_sample();
    struct case_result result;
    settings.require = 1e-9;
    measure_source("peterson:n=2", "tarjan/csr/u32/seq", &settings, &result);
    assert_int_equal(result.run.status, CASE_OK);
    assert_int_equal(result.run.proof, PROOF_CHECKED);
    assert_string_equal(result.run.proof_note, "");
    case_result_free(&result);
}

/* A device that fails at its second answer. */
static int answers_left;

static void broken_close(struct check *check) {}

static enum status broken_answer(struct check *check, const double *answer, struct bound *bound)
{
    *bound = (struct bound){1, 1};
    return answers_left-- > 0 ? OK : (fail)(ERROR_DEVICE_MEMORY, "there is no room");
}

static const struct checker broken = {
    .name = "broken", .close = broken_close, .answer = broken_answer};

static enum status bound_zeros(struct check *check, void *bound)
{
    double zeros[64] = {0};
    assert_true(check->subject.a->off.rows <= 64);
    return check->by->answer(check, zeros, bound);
}

/* The host goes on, and says why. */
static void test_device_that_fails(void **state)
{
    struct problem problem;
    struct bound bound, of_host;
    char *refused = NULL;
    open_proven("herman:n=5", &default_settings, &problem);
    struct check check = {.by = &broken, .subject = prove_subject(&problem)},
                 host = {.by = checkers[0], .subject = check.subject};
    assert_int_equal(bound_zeros(&host, &of_host), OK);
    answers_left = 1;
    assert_int_equal(use_check(&check, bound_zeros, &bound, &refused), OK);
    assert_true(bound.below == 1 && !refused);
    for (int k = 0; k < 2; k++) {
        assert_int_equal(use_check(&check, bound_zeros, &bound, &refused), OK);
        assert_memory_equal(&bound, &of_host, sizeof bound);
        assert_string_equal(refused, "there is no room");
    }
    assert_int_equal(answers_left, -1);
    free(refused);
    problem_free(&problem);
}

/* The GPU bounds its answers as the host does. */
static void test_checked_on_the_gpu(void **state)
{
    static const char *const sources[] = {"herman:n=5", "tandem:c=5"};
    struct variant on_gpu;
    assert_int_equal(variant_parse("jacobi/msr/f64/cuda", &on_gpu), OK);
    if (on_gpu.place->probe() != OK) skip();
    for (int k = 0; k < 2; k++) {
        struct settings settings = one_sample();
        struct problem problem;
        struct case_result host, gpu;
        open_proven(sources[k], &settings, &problem);
        measure(&problem, "jacobi/msr/f64/seq", &settings, &host);
        measure(&problem, "jacobi/msr/f64/cuda", &settings, &gpu);
        assert_int_equal(gpu.run.proof, PROOF_CERTIFIED);
        assert_string_equal(gpu.run.proof_note, host.run.proof_note);
        assert_true(gpu.run.error_bound <= 1.01 * host.run.error_bound);
        case_result_free(&host);
        case_result_free(&gpu);
        problem_free(&problem);
    }
}

/* Rows that are not stored: by the residual of the answer, so a rough one has a wide bound. */
static void test_rows_in_closed_form(void **state)
{
    static const struct {
        const char *source, *variant;
        double value;
    } cases[] = {
        {"tandem:c=15,matrix=none", "bicgstab[precondition=jacobi]/generated/f64/seq",
         15.798592927169762},
        {"tandem:c=15,matrix=none", "jacobi/generated/f32/omp", 15.798592927169762},
        {"herman:n=5,matrix=none", "jacobi/generated/f64/omp", 3.2},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct settings settings = one_sample();
        struct case_result rough, fine;
        settings.epsilon = 1e-3;
        measure_source(cases[k].source, cases[k].variant, &settings, &rough);
        settings.epsilon = 1e-6;
        measure_source(cases[k].source, cases[k].variant, &settings, &fine);
        assert_int_equal(fine.run.status, CASE_OK);
        assert_int_equal(fine.run.proof, PROOF_CERTIFIED);
        assert_true(isnan(fine.run.reference) && isnan(fine.run.estimated_error));
        assert_true(fine.run.error_bound < 1e-3 && fine.run.error_bound < rough.run.error_bound);
        assert_true(fine.run.value_low <= cases[k].value && cases[k].value <= fine.run.value_high);
        settings.require = fine.run.error_bound / 2;
        case_result_free(&rough);
        measure_source(cases[k].source, cases[k].variant, &settings, &rough);
        assert_int_equal(rough.run.status, CASE_INACCURATE);
        case_result_free(&rough);
        case_result_free(&fine);
    }
}

static enum status note_checker(struct check *check, void *with)
{
    *(const struct checker **)with = check->by;
    return OK;
}

/* The check on a GPU has no closed rows: the host checks them, and says why. */
static void test_closed_rows_on_a_gpu(void **state)
{
    struct problem problem;
    struct variant variant;
    const struct checker *by = NULL;
    open_proven("tandem:c=3,matrix=none", &default_settings, &problem);
    assert_int_equal(variant_parse("jacobi/generated/f64/seq", &variant), OK);
    struct place gpu = *variant.place;
    gpu.cards = 1;
    variant.place = &gpu;
    struct measurement m = {.problem = &problem, .variant = &variant};
    const struct check_subject subject = prove_subject(&problem);
    assert_int_equal(use_check_of_case(&m, &subject, note_checker, &by), OK);
    assert_true(by == checkers[0]);
    assert_string_equal(m.check_refused, "the check on a GPU needs stored rows");
    free(m.check_refused);
    problem_free(&problem);
}

static enum status is_usable(void)
{
    return OK;
}

/* A proof is made on one GPU, also for a place of several. */
static void test_place_of_proof(void **state)
{
    struct problem large, small;
    struct place gpu = *find_place("seq");
    gpu.cards = 1;
    gpu.probe = is_usable;
    struct place two = gpu;
    two.cards = 2;
    two.member = &gpu;
    assert_ok(problem_open("tandem:c=255", &large));
    assert_ok(problem_open("tandem:c=15", &small));
    assert_ptr_equal(place_of_proof(&large, &gpu), &gpu);
    assert_ptr_equal(place_of_proof(&large, &two), &gpu);
    assert_null(place_of_proof(&small, &two));
    assert_null(place_of_proof(&large, find_place("seq")));
    assert_null(place_of_proof(&large, NULL));
    problem_free(&large);
    problem_free(&small);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wanted),
        cmocka_unit_test(test_certified),
        cmocka_unit_test(test_rows_in_closed_form),
        cmocka_unit_test(test_closed_rows_on_a_gpu),
        cmocka_unit_test(test_place_of_proof),
        cmocka_unit_test(test_not_wanted),
        cmocka_unit_test(test_required),
        cmocka_unit_test(test_required_without_proof),
        cmocka_unit_test(test_unchecked),
        cmocka_unit_test(test_reference),
        cmocka_unit_test(test_promise),
        cmocka_unit_test(test_value),
        cmocka_unit_test(test_search),
        cmocka_unit_test(test_device_that_fails),
        cmocka_unit_test(test_checked_on_the_gpu),
    };
    return cmocka_run_group_tests_name("prove_case", tests, NULL, NULL);
}
