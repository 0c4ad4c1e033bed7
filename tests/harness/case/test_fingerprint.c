#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "harness/case/fingerprint.h"
#include "harness/case/variant.h"
#include "tests/support/cmocka.h"

static struct fingerprint of(const char *name)
{
    struct variant v;
    struct fingerprint f;
    if (variant_parse(name, &v) != OK) fail_msg("%s", fail_message());
    assert_int_equal(fingerprint_of(&v, &f), OK);
    return f;
}

/* Returns the fingerprint after the code of one object has changed. */
static struct fingerprint after_change(const char *object, const char *name)
{
    struct code_object *objects;
    struct variant v;
    struct fingerprint f;
    int found = 0;
    assert_int_equal(allocate((size_t)code_object_count, sizeof *objects, "objects", &objects), OK);
    memcpy(objects, code_objects, (size_t)code_object_count * sizeof *objects);
    for (int k = 0; k < code_object_count; k++) {
        if (strcmp(objects[k].name, object)) continue;
        objects[k].hash = "another";
        found++;
    }
    assert_int_equal(found, 1);
    assert_int_equal(variant_parse(name, &v), OK);
    assert_int_equal(fingerprint_from(code_object_count, objects, &v, &f), OK);
    free(objects);
    return f;
}

/* Every variant whose layout has row operations, at a place that is built in, has one. */
static void test_every_variant(void **state)
{
    struct variant *variants;
    size_t count;
    char *patterns[] = {"*/*/*/*"};
    assert_int_equal(variants_expand(1, patterns, &variants, &count), OK);
    for (size_t k = 0; k < count; k++) {
        struct fingerprint f;
        const struct variant *v = &variants[k];
        assert_int_equal(fingerprint_of(v, &f), OK);
        bool built_in = v->place->on_host || v->place->allocate;
        bool known =
            built_in && !v->layout->in_library && find_mat_ops(v->layout, v->place, v->precision);
        if (known != (strlen(f.text) == 16)) {
            char *name;
            assert_int_equal(variant_name(v, &name), OK);
            fail_msg("%s: '%s'", name, f.text);
        }
    }
    assert_true(count > 50);
    free(variants);
}

static void test_what_is_covered(void **state)
{
    static const struct {
        const char *variant, *object;
        bool covered;
    } cases[] = {
        {"jacobi/msr/f64/seq", "solvers/methods/jacobi", true},
        {"jacobi/msr/f64/seq", "solvers/layouts/msr/build", true},
        {"jacobi/msr/f64/seq", "solvers/layouts/msr/cpu.seq.f64", true},
        {"jacobi/msr/f64/seq", "solvers/solve", true},
        {"jacobi/msr/f64/seq", "solvers/loop", true},
        {"jacobi/msr/f64/seq", "base/memory", true},
        {"jacobi/msr/f64/seq", "solvers/layouts/msr/cpu.omp.f64", false},
        {"jacobi/msr/f64/seq", "solvers/layouts/msr/cpu.seq.f32", false},
        {"jacobi/msr/f64/seq", "solvers/layouts/wl/build", false},
        {"jacobi/msr/f64/seq", "solvers/methods/jor", false},
        {"jacobi/msr/f64/seq", "solvers/registry", false},
        {"jor/msr/f64/seq", "solvers/methods/jacobi", true}, /* jor uses jacobi's loop */
        {"uniformisation/wl/f32/omp", "solvers/methods/bounded", true},
        {"jacobi/cmsr/f64/seq", "solvers/layouts/msr/build",
         true}, /* where the matrix does not fit */
        {"jacobi/cmsr/f64/seq", "solvers/layouts/msr/cpu.seq.f64", true},
        {"jacobi/msr/f64/seq", "base/sparse/breadth_first", false},
        {"jacobi/msr+bfs/f64/seq", "base/sparse/breadth_first", true},
        {"jacobi/chwl/f32/omp", "solvers/layouts/hwl/cpu.omp.f32", true},
        {"jacobi/chwl/f32/omp", "solvers/layouts/msr/cpu.omp.f32", false},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct fingerprint before = of(cases[k].variant),
                           after = after_change(cases[k].object, cases[k].variant);
        if (cases[k].covered != (strcmp(before.text, after.text) != 0))
            fail_msg("%s: %s is %scovered", cases[k].variant, cases[k].object,
                     cases[k].covered ? "not " : "");
    }
}

/* Options choose among code that is there in any case. */
static void test_same_code(void **state)
{
    assert_string_equal(of("jacobi/msr/f64/seq").text, of("jacobi[check=4]/msr/f64/seq").text);
    assert_string_not_equal(of("jacobi/msr/f64/seq").text, of("jacobi/msr/f64/omp").text);
    assert_string_not_equal(of("jacobi/msr/f64/seq").text, of("jacobi/wl/f64/seq").text);
    assert_string_not_equal(of("jacobi/msr/f64/seq").text, of("power/msr/f64/seq").text);
}

/* METIS is in none. */
static void test_library(void **state)
{
    assert_string_equal(of("jacobi/msr+bisection/f64/seq").text, "");
    assert_string_not_equal(of("jacobi/msr+bfs/f64/seq").text, "");
}

static void test_no_memory(void **state)
{
    struct variant v;
    struct fingerprint f;
    assert_int_equal(variant_parse("jacobi/msr/f64/seq", &v), OK);
    enum status status = refused_after(0, fingerprint_of(&v, &f));
    assert_int_equal(status, ERROR_HOST_MEMORY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_variant), cmocka_unit_test(test_what_is_covered),
        cmocka_unit_test(test_same_code),     cmocka_unit_test(test_library),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests_name("fingerprint", tests, NULL, NULL);
}
