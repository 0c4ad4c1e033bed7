/* The kernel's counters of this process: alone, and beside another process on the same core. */
#define _GNU_SOURCE
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process/clock.h"
#include "harness/machine/usage.h"
#include "tests/support/cmocka.h"

#define PAGES 200

/* Works for this time, and returns how long it took. */
static double work(double seconds, struct result_sample *sample)
{
    struct usage before = {0};
    *sample = result_sample_unknown();
    usage_begin("", &before);
    const double began = clock_now();
    while (clock_now() < began + seconds) continue;
    const double wall = clock_now() - began;
    usage_end("", &before, sample);
    return wall;
}

static void test_pages(void **state)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    struct result_sample sample = result_sample_unknown();
    struct usage before = {0};
    assert_true(isnan(sample.cpu) && sample.minor_faults == MISSING);
    usage_begin("", &before);
    volatile char *memory =
        aligned_alloc(2 << 20, PAGES * page / (2 << 20) * (2 << 20) + (2 << 20));
    assert_non_null((const void *)memory);
    for (size_t k = 0; k < PAGES; k++) memory[k * page] = 1;
    usage_end("", &before, &sample);
    free((void *)memory);
    assert_true(sample.minor_faults >= 1 && sample.minor_faults != MISSING);
    assert_true(sample.cpu >= 0 && sample.major_faults != MISSING);
}

/* The most memory goes up with what is written, and is forgotten where the kernel can. */
static void test_forgotten_peak(void **state)
{
    const size_t size = 64 << 20;
    char *memory = malloc(size);
    assert_non_null(memory);
    memset(memory, 1, size);
    assert_true(((volatile char *)memory)[size / 2] == 1);
    const uint64_t most = usage_peak();
    free(memory);
    assert_true(most != MISSING && most > size && usage_peak() >= most);
    usage_forget_peak();
    const uint64_t later = usage_peak();
    assert_true(later == MISSING || later < most - size / 2);
}

/* A thread that waits leaves its core by itself. */
static void test_waiting(void **state)
{
    struct result_sample sample = result_sample_unknown();
    struct usage before = {0};
    usage_begin("", &before);
    for (int k = 0; k < 5; k++) usleep(1000);
    usage_end("", &before, &sample);
    assert_true(sample.voluntary >= 5 && sample.voluntary != MISSING);
}

/* Two processes on one core: each is interrupted, and gets a part of the time. */
static void test_neighbour(void **state)
{
    struct result_sample sample;
    cpu_set_t all, one;
    assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
    int core = 0;
    while (!CPU_ISSET(core, &all)) core++;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    const pid_t parent = getpid(), neighbour = fork();
    assert_true(neighbour >= 0);
    while (neighbour == 0)
        if (getppid() != parent) _exit(0);
    const double wall = work(0.5, &sample);
    kill(neighbour, SIGKILL);
    waitpid(neighbour, NULL, 0);
    assert_int_equal(sched_setaffinity(0, sizeof all, &all), 0);
    assert_true(sample.involuntary >= 1 && sample.involuntary != MISSING);
    assert_true(sample.cpu > 0 && sample.cpu < 0.9 * wall);
    sample.host = wall, sample.throttle = MISSING;
    assert_true(sample.without_core > 0.1 * wall && sample.without_core < wall + 0.01);
    assert_true(sample_disturbed(&sample) == 1);
}

/* The peak also counts memory that was freed. */
static void test_peak(void **state)
{
    const size_t size = 40 << 20;
    const uint64_t before = usage_peak();
    assert_true(before != MISSING && before > 100000);
    char *memory = malloc(size);
    assert_non_null(memory);
    for (size_t k = 0; k < size; k += 4096) ((volatile char *)memory)[k] = 1;
    free(memory);
    assert_true(usage_peak() >= before + size / 2 && usage_peak() < before + 2 * size);
}

/* One thread has at most one core. */
static void test_alone(void **state)
{
    struct result_sample sample;
    const double wall = work(0.1, &sample);
    assert_true(sample.cpu > 0 && sample.cpu <= wall + 0.02);
    assert_true(sample.without_core >= 0 && sample.without_core <= wall);
    if (!sample.involuntary) assert_true(sample.without_core == 0);
}

/* A kernel that does not count the waiting time of threads: unknown does not mean undisturbed. */
static void test_untold(void **state)
{
    struct usage usage = {0};
    struct result_sample sample = result_sample_unknown();
    usage_begin("/nonexistent", &usage);
    usage_end("/nonexistent", &usage, &sample);
    assert_true(sample.cpu >= 0 && isnan(sample.without_core));
    assert_true(isnan(sample_disturbed(&sample)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pages),          cmocka_unit_test(test_waiting),
        cmocka_unit_test(test_neighbour),      cmocka_unit_test(test_peak),
        cmocka_unit_test(test_alone),          cmocka_unit_test(test_untold),
        cmocka_unit_test(test_forgotten_peak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
