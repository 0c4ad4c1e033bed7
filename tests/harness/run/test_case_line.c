/* Lines about cases that have ended, one by one or together. */
#include <stdlib.h>
#include <string.h>

#include "harness/run/case_line.h"
#include "harness/run/unmeasured.h"
#include "tests/support/cmocka.h"

static void tells(const struct case_result *ended, const char *expected)
{
    char *line;
    assert_int_equal(case_line(ended, &line), OK);
    assert_string_equal(line, expected);
    free(line);
}

static void test_line(void **state)
{
    struct result_sample sample[20];
    char note[] = "stored as msr", nothing[] = "";
    struct case_result ended = {.run = result_run_unknown(), .sample = sample};
    for (int k = 0; k < 20; k++) {
        sample[k] = result_sample_unknown();
        sample[k].host = k % 2 ? 1.5 : 1.46;
    }
    ended.run.note = nothing;
    ended.run.sample_count = 20;
    ended.run.iterations = 4212;
    tells(&ended, "1.48 s ± 2 %, 20 samples, 4,212 iterations");
    sample[3].without_core = 0.5, sample[4].without_core = 0.01;
    tells(&ended, "1.48 s ± 2 %, 20 samples (1 disturbed), 4,212 iterations");
    sample[5].retried = sample[6].retried = true;
    tells(&ended, "1.48 s ± 2 %, 18 samples (1 disturbed), 2 measured again, 4,212 iterations");
    sample[5].retried = sample[6].retried = false;
    ended.run.sample_count = ended.run.iterations = 1;
    ended.run.note = note;
    tells(&ended, "1.46 s, 1 sample, 1 iteration: stored as msr");
    ended.run.sample_count = 3;
    ended.run.extrapolated = true;
    ended.run.iterations = 1000;
    for (int k = 0; k < 3; k++) sample[k].host = 1, sample[k].iterations = 100;
    tells(&ended, "10.0 s (extrapolated), 3 samples, 1,000 iterations: stored as msr");
    ended.run.iterations = MISSING;
    tells(&ended, "10.0 ms an iteration, 3 samples: stored as msr");
    ended.run.status = CASE_TIMEOUT;
    tells(&ended, "timeout: stored as msr");
    ended.run.note = nothing;
    tells(&ended, "timeout");
}

static void test_together(void **state)
{
    struct unmeasured all = {0};
    char *text = NULL;
    size_t size;
    bool first;
    assert_true(status_is_unmeasured(CASE_NO_DEVICE) && !status_is_unmeasured(CASE_CRASHED));
    for (int k = 0; k < 1200; k++) {
        assert_int_equal(unmeasured_add(&all, CASE_NO_DEVICE, "no GPU", k ? "b" : "a", &first), OK);
        assert_int_equal(first, k == 0);
    }
    assert_int_equal(unmeasured_add(&all, CASE_SKIPPED, "no GPU", "c", &first), OK);
    assert_true(first);
    FILE *out = open_memstream(&text, &size);
    unmeasured_say(&all, out);
    fclose(out);
    assert_string_equal(text, "1,200 cases no_device, the first a: no GPU\n");
    free(text);
    unmeasured_free(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_line),
        cmocka_unit_test(test_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
