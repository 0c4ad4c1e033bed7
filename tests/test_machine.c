/* The facts that travel in every results file. */
#include "harness/machine.h"

#include <stdarg.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/memory.h"

static void check_facts(const struct fact *facts, size_t count, const char *const *names)
{
    for (size_t k = 0; k < count; k++) {
        assert_true(*facts[k].name && *facts[k].value);
        assert_null(strpbrk(facts[k].value, "\n\t\""));
    }
    for (; *names; names++)
        if (!*fact_value(facts, count, *names)) fail_msg("no fact '%s'", *names);
    assert_string_equal(fact_value(facts, count, "no such fact"), "");
}

static void test_machine(void **state)
{
    (void)state;
    static const char *const names[] = {"cpu", "cores", "memory", "os", "kernel", "governor", "load", "key", NULL};
    struct fact *facts;
    size_t count;
    assert_int_equal(machine_facts(&facts, &count), OK);
    check_facts(facts, count, names);
    assert_int_equal(atol(fact_value(facts, count, "cores")), sysconf(_SC_NPROCESSORS_ONLN));
    const char *key = fact_value(facts, count, "key"), *cpu = fact_value(facts, count, "cpu");
    assert_non_null(strstr(key, fact_value(facts, count, "memory")));
    assert_true(!strcmp(cpu, "unknown") || !strncmp(key, cpu, strlen(cpu)));
    facts_free(facts, count);
}

static void test_build(void **state)
{
    (void)state;
    static const char *const names[] = {"compiler", "flags", "cuda", NULL};
    struct fact *facts;
    size_t count;
    assert_int_equal(build_facts(&facts, &count), OK);
    check_facts(facts, count, names);
    assert_non_null(strstr(fact_value(facts, count, "flags"), "-std=c11"));
    facts_free(facts, count);
    assert_true(*build_commit());
}

static void test_no_memory(void **state)
{
    (void)state;
    enum status (*const all[])(struct fact **, size_t *) = {machine_facts, build_facts};
    for (int which = 0; which < 2; which++) {
        enum status status = ERROR_HOST_MEMORY;
        for (long k = 0; status != OK; k++) {
            struct fact *facts;
            size_t count;
            memory_fail_after(k);
            status = all[which](&facts, &count);
            memory_fail_after(-1);
            if (status != OK) assert_int_equal(status, ERROR_HOST_MEMORY);
            assert_int_equal(facts != NULL, status == OK);
            assert_int_equal(count != 0, status == OK);
            facts_free(facts, count);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_machine),
        cmocka_unit_test(test_build),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests_name("machine", tests, NULL, NULL);
}
