/* Counters of the kernel of this machine, memory controllers that a folder tells, and reasons. */
#include <errno.h>
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "harness/counters/counting.h"
#include "harness/counters/cpu_counters.h"
#include "harness/counters/dram_events.h"
#include "tests/support/cmocka.h"
#include "tests/support/fake_root.h"

enum { PAGES = 2000, THREADS = 3 };

/* Touches fresh pages: each is a page fault. */
static void touch(void)
{
    const size_t page = 4096;
    char *bytes =
        mmap(NULL, PAGES * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(bytes != MAP_FAILED);
    madvise(bytes, PAGES * page, MADV_NOHUGEPAGE);
    for (size_t k = 0; k < PAGES; k++) bytes[k * page] = 1;
    munmap(bytes, PAGES * page);
}

static void touch_in_team(int threads)
{
#pragma omp parallel num_threads(threads)
    touch();
}

/* Faults of all threads count between begin and end alone, and add up: of those that were there
 * before the counters, and of those that started later. */
static void test_threads(void **state)
{
    struct cpu_counters *counters;
    struct counts counts;
    touch_in_team(THREADS);
    counts_clear(&counts);
    assert_int_equal(cpu_counters_open("", &counts, &counters), OK);
    touch_in_team(THREADS);
    for (int k = 1; k <= 2; k++) {
        cpu_counters_begin();
        touch_in_team(k * THREADS);
        cpu_counters_end();
        touch_in_team(THREADS);
    }
    cpu_counters_read(counters, &counts);
    cpu_counters_close(counters);
    cpu_counters_close(NULL);
    if (*counts.why[COUNTER_page_faults]) { /* a container forbids the call */
        assert_non_null(strstr(counts.why[COUNTER_page_faults], "perf_event"));
        skip();
    }
    assert_true(counts.value[COUNTER_page_faults] >= 3.0 * THREADS * PAGES);
    assert_true(counts.value[COUNTER_page_faults] < 3.9 * THREADS * PAGES);
    assert_true(counts.value[COUNTER_task_clock] > 0 && counts.value[COUNTER_task_clock] < 60);
    for (int k = 0; k <= COUNTER_dram_written; k++)
        assert_true(isnan(counts.value[k]) == (*counts.why[k] != 0));
}

static void test_why(void **state)
{
    fake_root_create();
    fake_file("/proc/sys/kernel/perf_event_paranoid", "4\n");
    assert_string_equal(cpu_counters_why(fake_root, EACCES),
                        "not allowed (perf_event_paranoid is 4). Run: sudo sysctl "
                        "kernel.perf_event_paranoid=0");
    fake_file("/proc/sys/kernel/perf_event_paranoid", "-1\n");
    assert_string_equal(cpu_counters_why(fake_root, EPERM),
                        "a container or the kernel forbids perf_event_open");
    assert_non_null(strstr(cpu_counters_why(fake_root, ENOENT), "no such counter"));
    assert_non_null(strstr(cpu_counters_why(fake_root, EMFILE), "ulimit -n"));
    assert_non_null(strstr(cpu_counters_why(fake_root, EINVAL), strerror(EINVAL)));
    fake_root_remove();
}

#define IMC "/sys/bus/event_source/devices/uncore_imc_0"

static void test_controllers(void **state)
{
    struct dram_event list[MOST_DRAM_EVENTS];
    fake_root_create();
    assert_int_equal(dram_events(fake_root, list), 0);
    fake_file(IMC "/type", "17\n");
    fake_file(IMC "/cpumask", "0,24\n");
    fake_file(IMC "/format/event", "config:0-7\n");
    fake_file(IMC "/format/umask", "config:8-15\n");
    fake_file(IMC "/events/cas_count_read", "event=0x04,umask=0x03\n");
    fake_file(IMC "/events/cas_count_read.scale", "6.103515625e-5\n");
    fake_file(IMC "/events/cas_count_read.unit", "MiB\n");
    fake_file(IMC "/events/cas_count_write", "event=0x04,nonsense=1\n"); /* no such format */
    fake_file(IMC "/events/data_writes", "event=0x02\n");
    fake_file(IMC "/events/data_writes.scale", "1\n");
    fake_file(IMC "/events/data_writes.unit", "furlongs\n");
    fake_file("/sys/bus/event_source/devices/cpu/type", "4\n");
    assert_int_equal(dram_events(fake_root, list), 2);
    for (int k = 0; k < 2; k++) {
        assert_true(list[k].type == 17 && list[k].config == 0x304 && !list[k].written);
        assert_float_equal(list[k].bytes, 64, 1e-9);
        assert_int_equal(list[k].cpu, k ? 24 : 0);
    }
    fake_file(IMC "/events/data_writes.unit", "MiB\n");
    assert_int_equal(dram_events(fake_root, list), 4);
    assert_true(list[3].written && list[3].config == 2 && list[3].bytes == 1 << 20);
    fake_root_remove();
}

static void test_note(void **state)
{
    struct counts counts;
    char *note;
    counts_clear(&counts);
    assert_int_equal(counts_note(&counts, &note), OK);
    assert_null(note);
    counts_refuse(&counts, COUNTER_page_faults, "forbidden");
    counts_refuse_all(&counts, COUNTER_instructions, COUNTER_cycles, "no such counter");
    counts_refuse(&counts, COUNTER_gpu_l2_hits, "forbidden");
    assert_int_equal(counts_note(&counts, &note), OK);
    assert_string_equal(
        note, "page_faults, gpu_l2_hits: forbidden; instructions, cycles: no such counter");
    free(note);
}

/* Calls, and what they do: nothing but time, an other end, or an error. */
struct solves {
    int calls;
    enum { FINE, OTHER_END, BROKEN, SLOW } kind;
};

static enum status solve(void *with, struct counting *counting, bool *same)
{
    struct solves *solves = with;
    solves->calls++;
    counting_begin(counting);
    if (solves->kind == SLOW) nanosleep(&(struct timespec){0, 20000000}, NULL);
    if (solves->kind == FINE) touch();
    counting_end(counting);
    touch(); /* outside of what counts */
    *same = solves->kind != OTHER_END;
    return solves->kind == BROKEN ? (fail)(ERROR_DEVICE, "it broke") : OK;
}

/* Three solves, fewer if they are slow; a solve that goes wrong is a reason, not an error. */
static void test_solves(void **state)
{
    static const struct {
        struct solves solves;
        int calls, counted;
        const char *why;
    } cases[] = {{{0, FINE}, 3, 3, ""},
                 {{0, SLOW}, 1, 1, ""},
                 {{0, OTHER_END}, 1, 0, "a counted solve did not end as the samples did"},
                 {{0, BROKEN}, 1, 0, "it broke"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct solves solves = cases[k].solves;
        struct counts counts;
        uint64_t counted;
        assert_int_equal(counting_run(solve, &solves, k == 1 ? 0.01 : 60, 0, &counts, &counted),
                         OK);
        assert_int_equal(solves.calls, cases[k].calls);
        assert_int_equal(counted, cases[k].counted);
        if (*cases[k].why) assert_string_equal(counts.why[COUNTER_task_clock], cases[k].why);
        assert_string_equal(counts.why[COUNTER_gpu_instructions], "");
        if (k || *counts.why[COUNTER_page_faults]) continue;
        const double mean = counts.value[COUNTER_page_faults];
        assert_true(mean >= PAGES && mean < 1.5 * PAGES);
    }
}

/* A place of several GPUs is not counted there. */
static void test_cards(void **state)
{
    struct solves solves = {0, FINE};
    struct counts counts;
    uint64_t counted;
    assert_int_equal(counting_run(solve, &solves, 60, 2, &counts, &counted), OK);
    assert_string_equal(counts.why[COUNTER_gpu_dram_read], "only cases on one GPU are counted");
}

/* A block of 10 iterations of a solve of 40: counts are scaled, shares are not. */
static void test_scaled(void **state)
{
    struct result_run run = result_run_unknown();
    run.counter[COUNTER_instructions] = 1000, run.counter[COUNTER_gpu_l2_hits] = 0.5;
    run.iterations = 40;
    assert_true(run_counter(&run, COUNTER_instructions) == 1000);
    assert_true(run_counter_of_iteration(&run, COUNTER_instructions) == 25);
    run.extrapolated = true, run.iterations_timed = 10;
    assert_true(run_counter(&run, COUNTER_instructions) == 4000);
    assert_true(run_counter(&run, COUNTER_gpu_l2_hits) == 0.5);
    run.iterations = MISSING;
    assert_true(isnan(run_counter(&run, COUNTER_instructions)));
    assert_true(run_counter_of_iteration(&run, COUNTER_instructions) == 100);
    assert_true(run_counter_of_iteration(&run, COUNTER_gpu_l2_hits) == 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads),     cmocka_unit_test(test_why),
        cmocka_unit_test(test_controllers), cmocka_unit_test(test_note),
        cmocka_unit_test(test_solves),      cmocka_unit_test(test_cards),
        cmocka_unit_test(test_scaled),
    };
    return cmocka_run_group_tests_name("cpu_counters", tests, NULL, NULL);
}
