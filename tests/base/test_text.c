#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/random_word.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void doubles(void **state)
{
    static const struct {
        const char *text;
        double value;
    } good[] = {
        {"0", 0},
        {"1", 1},
        {"-2.5", -2.5},
        {"+3", 3},
        {".5", 0.5},
        {"5.", 5},
        {"1e-6", 1e-6},
        {"1E3", 1000},
        {"1e+3", 1000},
        {"007", 7},
        {"1e-400", 0},
        {"-1e-400", 0},
        {"4.9e-324", 4.9e-324},
        {"0.1", 0.1},
        {"1e308", 1e308},
        {"-0", -0.0},
        {"0.30000000000000004", 0.1 + 0.2},
        {"179769313486231570000e288", 1.7976931348623157e308},
    };
    static const char *const bad[] = {
        "",    " ",     "1 ",     " 1",  "1,5",  "1.5x", "x",   "--1",   "+-1",     "1e",
        "e5",  "1e5.5", ".",      "-",   "1..2", "0x10", "inf", "-inf",  "nan",     "NAN",
        "INF", "1e400", "-1e400", "1_0", "1\n",  "1f",   "1-2", "1e--2", "infinity"};
    for (size_t k = 0; k < COUNT(good); k++) {
        double value = NAN;
        assert_true(parse_double(good[k].text, &value));
        assert_true(value == good[k].value);
    }
    for (size_t k = 0; k < COUNT(bad); k++) {
        double value = 42;
        if (parse_double(bad[k], &value)) fail_msg("'%s' is read as %g", bad[k], value);
        assert_true(value == 42);
    }
}

/* Every finite double comes back from its shortest exact text. */
static void doubles_return(void **state)
{
    for (uint64_t k = 0; k < 20000; k++) {
        uint64_t bits = random_bits(seed, 0, k);
        double value, back;
        char text[64];
        memcpy(&value, &bits, sizeof value);
        snprintf(text, sizeof text, "%.17g", value);
        if (!isfinite(value)) {
            assert_false(parse_double(text, &back));
            continue;
        }
        assert_true(parse_double(text, &back));
        assert_memory_equal(&back, &value, sizeof value);
    }
}

static void counts(void **state)
{
    static const struct {
        const char *text;
        uint64_t value;
    } good[] = {
        {"0", 0},
        {"00012", 12},
        {"2e6", 2000000},
        {"1.5e3", 1500},
        {"12.0", 12},
        {"+7", 7},
        {"9007199254740993", 9007199254740993u}, /* not a double */
        {"18446744073709551615", UINT64_MAX},
        {"1e18", 1000000000000000000u},
        {"9223372036854775808.0", 1ull << 63},
    };
    static const char *const bad[] = {
        "",    "-1", "1.5", "1e-1", "18446744073709551616",       "1e19", "1e400", " 1",   "1 ",
        "0x2", "2k", "inf", "nan",  "99999999999999999999999999", "e",    "-1e3",  "1,000"};
    for (size_t k = 0; k < COUNT(good); k++) {
        uint64_t value = 99;
        assert_true(parse_count(good[k].text, &value));
        assert_true(value == good[k].value);
    }
    for (size_t k = 0; k < COUNT(bad); k++) {
        uint64_t value = 42;
        if (parse_count(bad[k], &value))
            fail_msg("'%s' is read as %llu", bad[k], (unsigned long long)value);
        assert_true(value == 42);
    }
}

static void seconds(void **state)
{
    static const struct {
        const char *text;
        double value;
    } good[] = {
        {"10s", 10},   {"250ms", 0.25}, {"5us", 5e-6},    {"2m", 120},
        {"1h", 3600},  {"1.5", 1.5},    {"0", 0},         {".5s", 0.5},
        {"1e3", 1000}, {"1e-3", 0.001}, {"1e-3s", 0.001}, {"2E3ms", 2},
    };
    static const char *const bad[] = {"",      "s",      "10 s", "10S",   "10min",  "10sec",
                                      "1d",    "ms",     "1.s.", "1s1",   "inf",    "nan",
                                      "0x1s",  "1e",     "1es",  "--1s",  "10s ",   " 10s",
                                      "1e400", "1e306h", "1ns",  "1e3.5", "1e400us"};
    for (size_t k = 0; k < COUNT(good); k++) {
        double value = NAN;
        if (!parse_seconds(good[k].text, &value)) fail_msg("'%s' is refused", good[k].text);
        assert_true(fabs(value - good[k].value) <= 1e-15 * good[k].value);
    }
    for (size_t k = 0; k < COUNT(bad); k++) {
        double value = 42;
        if (parse_seconds(bad[k], &value)) fail_msg("'%s' is read as %g s", bad[k], value);
        assert_true(value == 42);
    }
    char digits[200];
    double value = 42;
    memset(digits, '1', sizeof digits - 1);
    digits[sizeof digits - 1] = '\0';
    assert_false(parse_seconds(digits, &value));
}

/* Names */

static const char *const fields[] = {"proof", "problem", "seed", NULL};
static const char *const fruits[] = {"apple", "banana", "cherry", "banner", NULL};

static void nearest_names(void **state)
{
    static const char *const letters[] = {"n", "density", "seed", NULL}, *const none[] = {NULL};
    assert_string_equal(nearest_name("aple", fruits), "apple");
    assert_string_equal(nearest_name("banan", fruits), "banana");
    assert_string_equal(nearest_name("bannar", fruits), "banner");
    assert_string_equal(nearest_name("cherry", fruits), "cherry");
    assert_string_equal(nearest_name("desnity", letters), "density");
    assert_string_equal(nearest_name("m", letters), "n");
    assert_null(nearest_name("zucchini", fruits));
    assert_null(nearest_name("xy", letters));
    assert_null(nearest_name("apple", none));
}

/* A word longer than any name is near none of them, however long it is. */
static void long_words_are_near_nothing(void **state)
{
    char word[1000];
    for (size_t length = 40; length < sizeof word; length++) {
        memset(word, 'x', length);
        word[length] = '\0';
        assert_null(nearest_name(word, fruits));
    }
}

static void suggestions(void **state)
{
    static const char *const none[] = {NULL};
    char buffer[64], small[16];
    assert_ptr_equal(suggest_name("aple", fruits, buffer, sizeof buffer), buffer);
    assert_string_equal(buffer, ", did you mean 'apple'?");
    assert_string_equal(suggest_name("prob", fields, buffer, sizeof buffer),
                        ", did you mean 'problem'?");
    assert_string_equal(suggest_name("prof", fields, buffer, sizeof buffer),
                        ", did you mean 'proof'?");
    assert_string_equal(suggest_name("kiwi fruit", fruits, buffer, sizeof buffer),
                        " (known: apple, banana, cherry, banner)");
    static const char *const numbers[] = {"1", "2", NULL};
    assert_string_equal(suggest_name("3", numbers, buffer, sizeof buffer), " (known: 1, 2)");
    assert_string_equal(suggest_name("kiwi fruit", none, buffer, sizeof buffer), "");
    for (size_t size = 1; size <= sizeof small; size++) {
        char whole[64];
        memset(small, '#', sizeof small);
        suggest_name("kiwi fruit", fruits, whole, sizeof whole);
        suggest_name("kiwi fruit", fruits, small, size);
        assert_int_equal(strlen(small), size - 1);
        assert_memory_equal(small, whole, size - 1);
        if (size < sizeof small) assert_int_equal(small[size], '#');
    }
}

static void words_of_others(void **state)
{
    static const char *const places[] = {"seq", "omp", "cuda", "cuda2", NULL},
                             *const options[] = {"-o", "--quick", "--max-iterations", "--variants",
                                                 NULL},
                             *const settings[] = {"min_samples", "max_time", NULL};
    static const struct {
        const char *word, *const *names, *meant;
    } cases[] = {{"gpu", places, "cuda"},
                 {"GPU", places, "cuda"},
                 {"CUDA2", places, "cuda2"},
                 {"sequential", places, "seq"},
                 {"parallel", places, "omp"},
                 {"--maxiters", options, "--max-iterations"},
                 {"--Max_Iterations", options, "--max-iterations"},
                 {"quick", options, "--quick"},
                 {"--variant", options, "--variants"},
                 {"--output", options, "-o"},
                 {"runs", settings, "min_samples"},
                 {"minsamples", settings, "min_samples"}};
    char buffer[128], wanted[128];
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        snprintf(wanted, sizeof wanted, ", did you mean '%s'?", cases[k].meant);
        assert_string_equal(suggest_name(cases[k].word, cases[k].names, buffer, sizeof buffer),
                            wanted);
    }
    assert_string_equal(suggest_name("-v", options, buffer, sizeof buffer),
                        " (known: -o, --quick, --max-iterations, --variants)");
    assert_string_equal(suggest_name("-", places, buffer, sizeof buffer),
                        " (known: seq, omp, cuda, cuda2)");
}

/* Levenshtein's distance from its definition. */
static size_t distance(const char *a, const char *b)
{
    if (!*a) return strlen(b);
    if (!*b) return strlen(a);
    size_t replaced = distance(a + 1, b + 1) + (*a != *b), dropped = distance(a + 1, b) + 1,
           inserted = distance(a, b + 1) + 1;
    size_t least = replaced < dropped ? replaced : dropped;
    return least < inserted ? least : inserted;
}

static void nearest_names_by_definition(void **state)
{
    size_t none = 0;
    for (uint64_t k = 0; k < 2000; k++) {
        char word[8], names[4][8];
        const char *candidates[5] = {NULL}, *wanted = NULL;
        size_t least = SIZE_MAX;
        random_word(10, k, 7, "abc", word);
        for (uint64_t c = 0; c < 4; c++) {
            random_word(12, 4 * k + c, 7, "abc", names[c]);
            candidates[c] = names[c];
            if (*names[c] && distance(word, names[c]) < least) { /* nobody means the empty name */
                least = distance(word, names[c]);
                wanted = names[c];
            }
        }
        if (least > strlen(word) / 3 + 1) wanted = NULL;
        none += !wanted;
        assert_ptr_equal(nearest_name(word, candidates), wanted);
    }
    assert_in_range(none, 20, 1800);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doubles),
        cmocka_unit_test(doubles_return),
        cmocka_unit_test(counts),
        cmocka_unit_test(seconds),
        cmocka_unit_test(nearest_names),
        cmocka_unit_test(long_words_are_near_nothing),
        cmocka_unit_test(suggestions),
        cmocka_unit_test(words_of_others),
        cmocka_unit_test(nearest_names_by_definition),
    };
    seed_begin();
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
