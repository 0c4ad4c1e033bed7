/* Readers of other programs' results: files of the programs themselves (tests/support/foreign), and
 * places in random JSON texts. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "store/foreign/files.h"
#include "store/foreign/foreign.h"
#include "tests/support/cmocka.h"
#include "tests/support/seed.h"

static struct results read_all(const char *path)
{
    struct gathered gathered = {0};
    struct results results;
    const struct gathered_origin origin = {.command = "", .changed = "then"};
    assert_int_equal(foreign_read(path, &gathered), OK);
    assert_int_equal(gather_finish(&gathered, &origin, &results), OK);
    return results;
}

/* Sum of the times of a run's samples. */
static double total(const struct results *r, size_t run)
{
    double sum = 0;
    for (size_t k = 0; k < r->runs[run].sample_count; k++)
        sum += run_samples(r, &r->runs[run])[k].host;
    return sum;
}

static void test_hyperfine(void **state)
{
    struct results r = read_all("tests/support/foreign/hyperfine.json");
    assert_string_equal(r.name, "hyperfine");
    assert_string_equal(r.started, "then");
    assert_int_equal(r.nruns, 3);
    assert_int_equal(r.nsamples, 24); /* `false` was run for both values of n */
    assert_string_equal(r.problems[2].label, "sleep 0.02");
    assert_true(problem_axis(&r.problems[2], "n")->number == 2);
    assert_true(total(&r, 0) > 0.06 && total(&r, 0) < 6);
    assert_false(r.runs[0].extrapolated);
    assert_int_equal(r.runs[1].status, CASE_CRASHED);
    results_free(&r);
}

/* A repetition is one block of iterations. */
static void test_google_benchmark(void **state)
{
    struct results r = read_all("tests/support/foreign/google_benchmark.json");
    assert_int_equal(r.nruns, 2);
    assert_int_equal(r.runs[0].sample_count, 6);
    const struct result_sample *s = run_samples(&r, &r.runs[0]);
    assert_true(r.runs[0].extrapolated && r.runs[0].iterations_timed == s->iterations);
    const double once = whole_solve(&r.runs[0], s, s->host);
    assert_true(once > 1e-8 && once < 1e-2);
    assert_true(fabs(s->host - once * (double)s->iterations) < 1e-9 * s->host);
    assert_int_equal(r.runs[1].status, CASE_CRASHED);
    assert_string_equal(r.runs[1].note, "no data");
    assert_non_null(strstr(r.started, "2026-"));
    results_free(&r);
}

/* Places */

static json_t *draw_json(int depth)
{
    static const char *const texts[] = {"", "a", "a,b", "\"", "\\", "{", "]", "\n", "é", "a:b"};
    const uint64_t kind = draw(depth > 0 ? 6 : 4), count = kind < 4 ? 0 : draw(4);
    if (kind == 0) return json_integer((json_int_t)draw(1000));
    if (kind == 1) return json_real(draw_unit());
    if (kind == 2) return draw(2) ? json_true() : json_null();
    if (kind == 3) return json_string(texts[draw(10)]);
    json_t *out = kind == 4 ? json_array() : json_object();
    for (uint64_t k = 0; k < count; k++) {
        if (kind == 4) json_array_append_new(out, draw_json(depth - 1));
        else json_object_set_new(out, texts[draw(10)], draw_json(depth - 1));
    }
    return out;
}

/* Where "FILE:LINE:COLUMN: " of the message points to. */
static size_t pointed(const char *text)
{
    size_t line, column, at = 0;
    assert_int_equal(sscanf(fail_message(), "f:%zu:%zu: here", &line, &column), 2);
    for (; line > 1; line--) at += strcspn(text + at, "\n") + 1;
    return at + column - 1;
}

/* Fails at every value below the spot, and reads what stands there. */
static void check_places(const struct spot *spot, const char *text)
{
    const char *key;
    json_t *value, *found;
    assert_int_equal(spot_fail(spot, "here"), ERROR_INPUT);
    found = json_loads(text + pointed(text), JSON_DECODE_ANY | JSON_DISABLE_EOF_CHECK, NULL);
    const bool all = !spot->up && spot->in->lines; /* it points to the first text */
    assert_true(all || json_equal(found, spot->json));
    json_decref(found);
    for (size_t k = 0; k < json_array_size(spot->json); k++) {
        const struct spot entry = spot_entry(spot, k);
        check_places(&entry, text);
    }
    json_object_foreach(spot->json, key, value)
    {
        const struct spot member = spot_member(spot, key);
        check_places(&member, text);
    }
}

static void test_places(void **state)
{
    seed_begin();
    for (int k = 0; k < 2000; k++) {
        char *text = NULL;
        struct document document;
        const size_t texts = 1 + draw(2);
        assert_int_equal(copy_text("", &text), OK);
        for (size_t t = 0; t < texts; t++) {
            json_t *json = draw(2) ? json_array() : json_object();
            if (json_is_array(json)) json_array_append_new(json, draw_json(3));
            else json_object_set_new(json, "k\"", draw_json(3));
            char *one = json_dumps(json, JSON_INDENT(draw(3)) | (draw(2) ? JSON_ENSURE_ASCII : 0));
            assert_int_equal(append_text(&text, "%s%s", t ? "\n" : draw(2) ? " " : "", one), OK);
            free(one);
            json_decref(json);
        }
        assert_int_equal(document_read("f", text, strlen(text), &document), OK);
        assert_true(document.lines == (texts > 1));
        const struct spot root = spot_root(&document);
        check_places(&root, text);
        document_free(&document);
        free(text);
    }
}

/* Every beginning of a file is refused in one line, or is one. */
static void test_beginnings(void **state)
{
    static const char *const paths[] = {"tests/support/foreign/hyperfine.json",
                                        "tests/support/foreign/google_benchmark.json"};
    for (int p = 0; p < 2; p++) {
        char *text;
        size_t size;
        assert_int_equal(file_text(paths[p], &text, &size), OK);
        while (text[size - 1] == '\n') size--;
        for (size_t length = 0; length < size; length++) {
            struct gathered gathered = {0};
            char *part = strndup(text, length);
            assert_int_equal(foreign_decode("f", part, length, &gathered), ERROR_INPUT);
            assert_int_equal(strncmp(fail_message(), "f:", 2), 0);
            gather_free(&gathered);
            free(part);
        }
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hyperfine), cmocka_unit_test(test_google_benchmark),
        cmocka_unit_test(test_places), cmocka_unit_test(test_beginnings)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
