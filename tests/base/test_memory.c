/* base/memory.h, and the message of base/status.h. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tests/support/cmocka.h"
#undef fail /* the project has its own */

static void sizes(void **state)
{
    char *p = NULL, *q = NULL;
    assert_int_equal(allocate(0, 8, "nothing", &p), OK);
    assert_non_null(p);
    free(p);
    assert_int_equal(allocate_zeroed(0, 0, "nothing", &p), OK);
    assert_non_null(p);
    free(p);
    assert_int_equal(allocate_zeroed(1000, 3, "zeros", &p), OK);
    for (int k = 0; k < 3000; k++) assert_int_equal(p[k], 0);
    assert_int_equal(reallocate(&q, 10, 1, "ten"), OK);
    memcpy(q, "123456789", 10);
    assert_int_equal(reallocate(&q, 100000, 1, "more"), OK);
    assert_string_equal(q, "123456789");
    assert_int_equal(reallocate(&q, 0, 1, "none"), OK);
    assert_non_null(q);
    free(p);
    free(q);
}

/* Large blocks begin at a huge page, can be resized like others, and are whole. */
static void large_blocks(void **state)
{
    const size_t bytes = ((size_t)9 << 20) + 5;
    unsigned char *p = NULL, *q = NULL;
    assert_int_equal(allocate_large(bytes, 1, "a large block", &p), OK);
    assert_int_equal((uintptr_t)p % (2 << 20), 0);
    p[0] = 7;
    p[bytes - 1] = 9;
    assert_int_equal(allocate_large(3, 1, "a small block", &q), OK);
    memset(q, 1, 3);
    assert_int_equal(reallocate(&p, 2 * bytes, 1, "a larger one"), OK);
    assert_int_equal(p[0], 7);
    assert_int_equal(p[bytes - 1], 9);
    free(p);
    free(q);
    memory_fail_after(0);
    assert_int_equal(allocate_large(bytes, 1, "a large block", &p), ERROR_HOST_MEMORY);
    memory_fail_after(-1);
    assert_null(p);
}

/* Products that wrap around must not end up small. */
static void absurd_sizes(void **state)
{
    static const size_t counts[][2] = {{SIZE_MAX, 1},
                                       {SIZE_MAX / 8 + 1, 8},
                                       {SIZE_MAX / 2, 2},
                                       {(size_t)1 << 33, (size_t)1 << 33},
                                       {SIZE_MAX, SIZE_MAX}};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        char *p = (char *)&p, kept[] = "kept", *q = kept;
        assert_int_equal(allocate(counts[k][0], counts[k][1], "a whale", &p), ERROR_HOST_MEMORY);
        assert_null(p);
        assert_non_null(strstr(fail_message(), "not enough memory for a whale: "));
        p = (char *)&p;
        assert_int_equal(allocate_large(counts[k][0], counts[k][1], "a whale", &p),
                         ERROR_HOST_MEMORY);
        assert_null(p);
        p = (char *)&p;
        assert_int_equal(allocate_zeroed(counts[k][0], counts[k][1], "a whale", &p),
                         ERROR_HOST_MEMORY);
        assert_null(p);
        assert_int_equal(reallocate(&q, counts[k][0], counts[k][1], "a whale"), ERROR_HOST_MEMORY);
        assert_ptr_equal(q, kept);
    }
    char *p = NULL;
    assert_int_equal(allocate(SIZE_MAX, 1, "a whale", &p), ERROR_HOST_MEMORY);
    assert_string_equal(fail_message(),
                        "not enough memory for a whale: 1.84467e+13 MB were asked for");
}

static void too_large_for_the_machine(void **state)
{
    assert_int_equal(memory_must_fit(0, "nothing"), OK);
    assert_int_equal(memory_must_fit(1e6, "little"), OK);
    assert_int_equal(memory_must_fit(1e21, "herman:n=40"), ERROR_INPUT);
    assert_ptr_equal(
        strstr(fail_message(), "herman:n=40 would take 1e+12 GB of memory; this machine has "),
        fail_message());
    memory_shared(1 << 30);
    assert_int_equal(memory_must_fit(1e18, "much"), OK);
    assert_int_equal(memory_must_fit(1e25, "herman:n=50"), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "1e+16 GB of memory; each of 1073741824 machines has "));
    memory_shared(1);
    assert_int_equal(memory_must_fit(1e18, "much"), ERROR_INPUT);
}

static void texts(void **state)
{
    char *p, *q;
    assert_int_equal(copy_text("", &p), OK);
    assert_string_equal(p, "");
    free(p);
    assert_int_equal(copy_text("a:b", &p), OK);
    assert_int_equal(format_text(&q, "%s=%0*d", p, 5000, 7), OK);
    assert_int_equal(strlen(q), 4 + 5000);
    assert_memory_equal(q, "a:b=000", 7);
    free(p);
    free(q);
}

/* Every function fails at the allocation that was asked for and at all later ones, and works again
 * afterwards. */
static void injected_failures(void **state)
{
    char *p[5] = {NULL};
    for (long k = 0; k < 6; k++) {
        memory_fail_after(k);
        assert_int_equal(allocate(1, 1, "x", &p[0]) == OK, k > 0);
        assert_int_equal(allocate_zeroed(1, 1, "x", &p[1]) == OK, k > 1);
        assert_int_equal(reallocate(&p[2], 1, 1, "x") == OK, k > 2);
        assert_int_equal(copy_text("x", &p[3]) == OK, k > 3);
        assert_int_equal(format_text(&p[4], "x") == OK, k > 4);
        memory_fail_after(-5);
        for (long j = 0; j < 5; j++) {
            assert_int_equal(p[j] != NULL, k > j);
            free(p[j]);
            p[j] = NULL;
        }
    }
    assert_int_equal(allocate(1, 1, "x", &p[0]), OK);
    free(p[0]);
}

enum { THREADS = 4, EACH = 200000 };

static void *allocate_often(void *successes)
{
    for (int k = 0; k < EACH; k++) {
        char *p;
        if (allocate(1, 1, "x", &p) == OK) ++*(long *)successes;
        free(p);
    }
    return NULL;
}

/* Threads together get exactly as many as were granted. */
static void injected_failures_in_threads(void **state)
{
    pthread_t thread[THREADS];
    long successes[THREADS] = {0}, granted = THREADS * EACH / 2, got = 0;
    memory_fail_after(granted);
    for (int k = 0; k < THREADS; k++)
        assert_int_equal(pthread_create(&thread[k], NULL, allocate_often, &successes[k]), 0);
    for (int k = 0; k < THREADS; k++) {
        assert_int_equal(pthread_join(thread[k], NULL), 0);
        got += successes[k];
    }
    memory_fail_after(-1);
    assert_int_equal(got, granted);
}

/* Messages */

static void *message_here(void *out)
{
    strcpy(out, fail_message());
    fail(ERROR_IO, "from the thread");
    return NULL;
}

static void messages(void **state)
{
    char elsewhere[2000] = "x";
    pthread_t thread;
    assert_int_equal(fail(ERROR_INPUT, "%s: %d", "file", 7), ERROR_INPUT);
    assert_string_equal(fail_message(), "file: 7");
    assert_int_equal(fail(ERROR_IO, "wrapped: %s", fail_message()), ERROR_IO);
    assert_string_equal(fail_message(), "wrapped: file: 7");
    assert_int_equal(pthread_create(&thread, NULL, message_here, elsewhere), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_string_equal(elsewhere, ""); /* each thread has its own */
    assert_string_equal(fail_message(), "wrapped: file: 7");
}

static void messages_are_one_line(void **state)
{
    char longest[5000];
    fail(ERROR_INPUT, "a\nb\tc\033[31md\x7f\xc3\xa9%s", "\r\n");
    assert_string_equal(fail_message(), "a?b?c?[31md?\xc3\xa9??");
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    fail(ERROR_INPUT, "%s", longest);
    assert_int_equal(strspn(fail_message(), "x"), strlen(fail_message()));
    assert_in_range(strlen(fail_message()), 500, 4000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes),
        cmocka_unit_test(large_blocks),
        cmocka_unit_test(absurd_sizes),
        cmocka_unit_test(too_large_for_the_machine),
        cmocka_unit_test(texts),
        cmocka_unit_test(injected_failures),
        cmocka_unit_test(injected_failures_in_threads),
        cmocka_unit_test(messages),
        cmocka_unit_test(messages_are_one_line),
    };
    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
