#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/output/glob.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/random_word.h"

/* From the definition: a star is nothing, or any character and a star. */
static bool matches(const char *pattern, const char *text)
{
    if (!*pattern) return !*text;
    if (*pattern == '*') return matches(pattern + 1, text) || (*text && matches(pattern, text + 1));
    return *text && (*pattern == '?' || *pattern == *text) && matches(pattern + 1, text + 1);
}

static void globs(void **state)
{
    assert_true(glob_match("", ""));
    assert_false(glob_match("", "a"));
    assert_true(glob_match("*", ""));
    assert_true(glob_match("***", "abc"));
    assert_false(glob_match("?", ""));
    assert_true(glob_match("jacobi*/msr/f?4/*", "jacobi[check=10]/msr/f64/seq"));
    assert_false(glob_match("jacobi/msr/f64", "jacobi/msr/f64/seq"));
    assert_false(glob_match("*/seq", "jacobi/msr/f64/seqs"));
    assert_true(glob_match("*a*b*", "xxabab"));
    assert_true(glob_match("a[b]", "a[b]")); /* brackets are themselves */
}

static void globs_by_definition(void **state)
{
    size_t yes = 0, rounds = 200000;
    for (uint64_t k = 0; k < rounds; k++) {
        char pattern[8], text[8];
        random_word(20, k, 7, "ab*?", pattern);
        random_word(22, k, 7, "ab", text);
        bool wanted = matches(pattern, text);
        yes += wanted;
        if (glob_match(pattern, text) != wanted) fail_msg("'%s' and '%s'", pattern, text);
    }
    assert_in_range(yes, rounds / 100, rounds / 2);
}

/* A pattern that takes exponential time where stars are tried from left to right without need. */
static void globs_are_fast(void **state)
{
    char text[5001], pattern[2001];
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    for (size_t k = 0; k + 1 < sizeof pattern; k++) pattern[k] = k % 2 ? 'a' : '*';
    pattern[sizeof pattern - 2] = 'b';
    pattern[sizeof pattern - 1] = '\0';
    assert_false(glob_match(pattern, text));
}

/* Braces */

struct list {
    char text[512];
    int left; /* texts until one is an error */
};

static enum status append(const char *one, void *context)
{
    struct list *list = context;
    if (list->left-- == 0) return (fail)(ERROR_INPUT, "enough"); /* not the macro of cmocka */
    size_t used = strlen(list->text);
    snprintf(list->text + used, sizeof list->text - used, "%s;", one);
    return OK;
}

static void braces(void **state)
{
    static const struct {
        const char *pattern, *texts;
    } cases[] = {
        {"", ";"},
        {"a}", "a};"},
        {"{a}", "a;"},
        {"x{a,bc}y", "xay;xbcy;"},
        {"{,a}b", "b;ab;"},
        {"{}", ";"},
        {"{a,b}/{1,2}", "a/1;a/2;b/1;b/2;"},
        {"j[c={1,2}]/*", "j[c=1]/*;j[c=2]/*;"},
        {"{j[v=s,c=2],p}/m", "j[v=s,c=2]/m;p/m;"},
        {"{j[c={1,2}],p}", "j[c=1];j[c=2];p;"},
        {"{{a,b},c{1,2}}d", "ad;bd;c1d;c2d;"},
        {"{a]{b,c},d}", "a]b;a]c;d;"},
        {"}{a,b}", "}a;}b;"},
        {"{[a,b}", "[a,b;"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct list list = {.left = -1};
        assert_int_equal(expand_braces(cases[k].pattern, append, &list), OK);
        assert_string_equal(list.text, cases[k].texts);
    }
}

static void braces_end_with_an_error(void **state)
{
    bool found = true;
    struct list list = {.left = 3};
    assert_int_equal(expand_braces("{a,b}{1,2}", append, &list), ERROR_INPUT);
    assert_string_equal(fail_message(), "enough");
    assert_string_equal(list.text, "a1;a2;b1;");
    assert_int_equal(pattern_match("x{a,b", "xa", &found), ERROR_INPUT);
    assert_string_equal(fail_message(), "pattern 'x{a,b': '{' without '}'");
    assert_int_equal(pattern_match("{{a}", "a", &found), ERROR_INPUT);
    assert_string_equal(fail_message(), "pattern '{{a}': '{' without '}'");
    assert_int_equal(pattern_match("{a,b}{1,2", "a1", &found), ERROR_INPUT);
    assert_string_equal(fail_message(), "pattern '{a,b}{1,2': '{' without '}'");
    assert_false(found);
}

/* However many braces there are, the work has an end that is known. */
static void braces_have_a_limit(void **state)
{
    bool found = false;
    char pattern[LONGEST_PATTERN + 2] = "";
    for (int k = 0; k < 30; k++) strcat(pattern, "{a,b}");
    assert_int_equal(pattern_match(pattern, "a", &found), ERROR_INPUT);
    assert_string_equal(fail_message(),
                        "pattern '{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}...' "
                        "stands for more than 10000 patterns: use fewer braces");
    pattern[5 * 13] = '\0'; /* 8,192 */
    assert_int_equal(pattern_match(pattern, "bbbbbbbbbbbbb", &found), OK);
    assert_true(found);
    memset(pattern, '{', LONGEST_PATTERN + 1);
    assert_int_equal(pattern_match(pattern, "a", &found), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "has more than 10000 characters"));
    memset(pattern + LONGEST_PATTERN / 2, '}', LONGEST_PATTERN / 2);
    pattern[LONGEST_PATTERN] = '\0';
    assert_int_equal(pattern_match(pattern, "a", &found), OK);
}

/* Two braces of words without braces match what any of the four patterns does. */
static void patterns_by_definition(void **state)
{
    size_t yes = 0, rounds = 50000;
    for (uint64_t k = 0; k < rounds; k++) {
        char word[4][4], text[8], pattern[64], one[16];
        bool wanted = false, found;
        for (uint64_t w = 0; w < 4; w++) random_word(30 + 2 * w, k, 3, "ab*?", word[w]);
        random_word(40, k, 7, "ab", text);
        snprintf(pattern, sizeof pattern, "{%s,%s}a{%s,%s}", word[0], word[1], word[2], word[3]);
        for (int w = 0; w < 4; w++) {
            snprintf(one, sizeof one, "%sa%s", word[w / 2], word[2 + w % 2]);
            wanted = wanted || matches(one, text);
        }
        assert_int_equal(pattern_match(pattern, text, &found), OK);
        yes += wanted;
        if (found != wanted) fail_msg("'%s' and '%s'", pattern, text);
    }
    assert_in_range(yes, rounds / 100, rounds / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(globs),
        cmocka_unit_test(globs_by_definition),
        cmocka_unit_test(globs_are_fast),
        cmocka_unit_test(braces),
        cmocka_unit_test(braces_end_with_an_error),
        cmocka_unit_test(braces_have_a_limit),
        cmocka_unit_test(patterns_by_definition),
    };
    seed_begin();
    return cmocka_run_group_tests_name("pattern", tests, NULL, NULL);
}
