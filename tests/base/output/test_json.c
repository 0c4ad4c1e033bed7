/* The JSON writer. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/output/json.h"
#include "store/results.h"
#include "tests/support/cmocka.h"

static char *buffer;
static size_t size;

static struct json open_json(bool one_line)
{
    struct json json = {.out = open_memstream(&buffer, &size), .one_line = one_line};
    assert_non_null(json.out);
    return json;
}

static void close_and_compare(struct json *json, const char *expected)
{
    fclose(json->out);
    assert_string_equal(buffer, expected);
    free(buffer);
}

static void write_sample(struct json *json)
{
    json_open_object(json, NULL);
    json_text(json, "name", "a");
    json_open_array(json, "list");
    json_number(json, NULL, 0.5);
    json_count(json, NULL, 3);
    json_open_object(json, NULL);
    json_close_object(json);
    json_open_object(json, NULL);
    json_bool(json, "yes", true);
    json_bool(json, "no", false);
    json_close_object(json);
    json_close_array(json);
    json_open_array(json, "empty");
    json_close_array(json);
    json_text(json, "nothing", NULL);
    json_close_object(json);
}

static void nests_on_one_line(void **state)
{
    struct json json = open_json(true);
    write_sample(&json);
    close_and_compare(
        &json,
        "{\"name\": \"a\", \"list\": [0.5, 3, {}, {\"yes\": true, \"no\": false}], \"empty\": [], "
        "\"nothing\": null}\n");
}

static void nests_on_many_lines(void **state)
{
    struct json json = open_json(false);
    write_sample(&json);
    close_and_compare(
        &json, "{\n  \"name\": \"a\",\n  \"list\": [\n    0.5,\n    3,\n    {},\n    {\n      "
               "\"yes\": true,\n"
               "      \"no\": false\n    }\n  ],\n  \"empty\": [],\n  \"nothing\": null\n}\n");
}

static void writes_documents_one_after_another(void **state)
{
    struct json json = open_json(true);
    for (int i = 0; i < 2; i++) {
        json_open_array(&json, NULL);
        json_close_array(&json);
    }
    close_and_compare(&json, "[]\n[]\n");
}

static void check_text(const char *text, const char *expected)
{
    struct json json = open_json(true);
    json_open_array(&json, NULL);
    json_text(&json, NULL, text);
    json_close_array(&json);
    close_and_compare(&json, expected);
}

static void escapes(void **state)
{
    check_text("say \"hi\" \\ /", "[\"say \\\"hi\\\" \\\\ /\"]\n");
    check_text("a\nb\tc\x01\x7f", "[\"a\\u000ab\\u0009c\\u0001\\u007f\"]\n");
    check_text("µ – \xf0\x9f\x98\x80", "[\"µ – \xf0\x9f\x98\x80\"]\n");
}

static void replaces_what_is_not_utf8(void **state)
{
    check_text("\xff", "[\"\\ufffd\"]\n");
    check_text("a\xc3", "[\"a\\ufffd\"]\n");                     /* cut off */
    check_text("\xc0\xaf", "[\"\\ufffd\\ufffd\"]\n");            /* overlong '/' */
    check_text("\xe0\x80\x80", "[\"\\ufffd\\ufffd\\ufffd\"]\n"); /* overlong */
    check_text("\xed\xa0\x80", "[\"\\ufffd\\ufffd\\ufffd\"]\n"); /* half of a surrogate pair */
    check_text("\xf4\x90\x80\x80", "[\"\\ufffd\\ufffd\\ufffd\\ufffd\"]\n"); /* above U+10FFFF */
    check_text("\xe2\x82z", "[\"\\ufffd\\ufffdz\"]\n");
}

static void writes_numbers(void **state)
{
    struct json json = open_json(true);
    json_open_array(&json, NULL);
    json_number(&json, NULL, 1e300);
    json_number(&json, NULL, 1.0 / 3);
    json_number(&json, NULL, -0.0);
    json_number(&json, NULL, NAN);
    json_number(&json, NULL, INFINITY);
    json_number(&json, NULL, -INFINITY);
    json_count(&json, NULL, 18446744073709551614u);
    json_count(&json, NULL, MISSING);
    json_close_array(&json);
    close_and_compare(
        &json,
        "[1e+300, 0.3333333333333333, -0, null, \"inf\", \"-inf\", 18446744073709551614, null]\n");
}

/* Every one- and two-byte text inside a document that another program parses. */
static void is_valid_for_python(void **state)
{
    if (system("python3 -c pass >/dev/null 2>&1") != 0) skip();
    FILE *python = popen("python3 -m json.tool >/dev/null 2>&1", "w");
    assert_non_null(python);
    struct json json = {.out = python};
    json_open_array(&json, NULL);
    for (int i = 1; i < 256; i++)
        for (int j = 0; j < 256; j++) json_text(&json, NULL, (const char[]){(char)i, (char)j, 0});
    write_sample(&json);
    json_close_array(&json);
    assert_int_equal(pclose(python), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nests_on_one_line),
        cmocka_unit_test(nests_on_many_lines),
        cmocka_unit_test(writes_documents_one_after_another),
        cmocka_unit_test(escapes),
        cmocka_unit_test(replaces_what_is_not_utf8),
        cmocka_unit_test(writes_numbers),
        cmocka_unit_test(is_valid_for_python),
    };
    return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
