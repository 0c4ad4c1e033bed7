/* harness/script/judge.h: judgements of a script on results, which are made by hand here. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/tables/table.h"
#include "base/memory.h"
#include "harness/script/judge.h"
#include "harness/script/script.h"
#include "plots/figures/figure_data.h"
#include "plots/figures/plot.h"
#include "store/judged.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/handmade.h"
#include "tests/support/scratch.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define HEAD                                                                         \
    "local wm = require 'warpmark' return wm.experiment { name = 'x', problems = { " \
    "'random_dd:n=3' }, "                                                            \
    "variants = { 'a/b/c/d' },\n"

/* Three variants on two problems: seq takes 2 s and 8 s, omp 1 s and 8.01 s, cuda has no device. */
static void make_results(struct results *r, const char *script)
{
    handmade_begin(r, "made");
    free(r->script);
    r->script = text_of(script);
    size_t seq = handmade_variant(r, "jacobi", "msr", "seq"),
           omp = handmade_variant(r, "jacobi", "msr", "omp");
    size_t cuda = handmade_variant(r, "power", "msr", "cuda");
    for (int k = 0; k < 2; k++) {
        size_t problem =
            handmade_problem(r, k ? "large" : "small", k ? 4000 : 1000, k ? 16000 : 5000);
        handmade_axis(r, "paper_s", k ? NAN : 20, NULL);
        if (k) r->problems[1].naxes = 0, free(r->problems[1].axes[0].name);
        handmade_run(r, problem, seq, CASE_OK, k ? 8 : 2, 15);
        handmade_run(r, problem, omp, CASE_OK, k ? 8.01 : 1, 15);
        handmade_run(r, problem, cuda, CASE_NO_DEVICE, 1, 15);
    }
}

/* Judges by the script that make_results was given. */
static enum status judge_made_up(struct results *r)
{
    scratch_write("made_up.lua", r->script);
    return judge_with(scratch_path("made_up.lua"), r);
}

static void judge_ok(const char *script, struct results *r)
{
    make_results(r, script);
    if (judge_made_up(r) != OK) fail_msg("%s", fail_message());
}

static void verdicts(void **state)
{
    static const enum claim_verdict expected[] = {VERDICT_HOLDS, VERDICT_DOES_NOT_HOLD,
                                                  VERDICT_NOT_TESTED, VERDICT_NOT_TESTED};
    struct results r;
    judge_ok(HEAD "claims = {"
                  "{ id = 'A', text = 'two threads help', test = function(r)\n"
                  "  local a, b = r.case { problem = 'small', place = 'omp' }, r.case { n = 1000, "
                  "place = 's?q' }\n"
                  "  local q, low, high = r.ratio(a, b)\n"
                  "  return r.faster(a, b), string.format('%.2f %s', q, low <= q and q <= high and "
                  "low > 0.4) end },"
                  "{ id = 'B', text = 'and hinder', test = function(r)\n"
                  "  return r.faster(r.case { n = 1000, place = 'seq' }, r.case { n = 1000, place "
                  "= 'omp' }), 'x' end },"
                  "{ id = 'C', text = 'noise', test = function(r)\n"
                  "  return r.faster(r.case { n = 4000, place = 'omp' }, r.case { n = 4000, place "
                  "= 'seq' }), 'x' end },"
                  "{ id = 'D', text = 'GPU', test = function(r)\n"
                  "  local c = r.case { n = 1000, place = 'cuda' }\n"
                  "  return r.faster(c, r.cases { place = 'seq' }[1]), c.status .. "
                  "tostring(c.solve) end } } }",
             &r);
    assert_int_equal(r.nclaims, COUNT(expected));
    for (size_t k = 0; k < COUNT(expected); k++) assert_int_equal(r.claims[k].verdict, expected[k]);
    assert_string_equal(r.claims[0].id, "A");
    assert_string_equal(r.claims[0].text, "two threads help");
    assert_string_equal(r.claims[0].numbers, "0.50 true");
    assert_string_equal(r.claims[3].numbers, "no_devicenil");
    assert_int_equal(judged_count(&r, VERDICT_NOT_TESTED), 2);
    results_free(&r);
}

/* Each expression of r, the results, as tostring gives it. */
static void values(void **state)
{
    static const struct {
        const char *expression, *expected;
    } list[] = {
        {"r.case { n = 1000, place = 'seq' }.solve", "2"},
        {"r.case { n = 1000, place = 'seq' }.per_iteration", "0.02"},
        {"r.case { n = 1000, place = 'seq' }.iterations", "100"},
        {"r.case { n = 1000, place = 'cuda' }.iterations", "nil"}, /* of a case that is not ok */
        {"r.case { n = 1000, place = 'cuda' }.bytes", "4096"},
        {"r.case { n = 1000, place = 'seq' }.paper_s", "20"},
        {"r.case { n = 4000, place = 'seq' }.paper_s", "nil"},
        {"r.case { n = 4000, place = 'seq' }.extrapolated", "no"},
        {"r.case { n = 4000, place = 'seq' }.note", "nil"},
        {"r.case { n = 5000 }", "nil"},
        {"#r.cases {}", "6"},
        {"#r.cases()", "6"},
        {"#r.cases { place = '{seq,omp}' }", "4"},
        {"#r.cases { variant = '{jacobi/msr,power/m?r}/f64/{cuda,omp}', problem = 'l*' }", "2"},
        {"#r.cases { n = '?000' }", "6"},
        {"#r.cases { paper_s = 20 }", "3"},
        {"#r.cases { paper_s = '*', seed = '*' }", "6"}, /* nothing is left out */
        {"#r.cases { paper_s = '?*' }", "3"},
        {"r.cases { n = 4000 }[2].place", "omp"}, /* the order of the plan */
        {"r.cases { n = 4000 }[2] == r.case { n = 4000, place = 'omp' }", "true"},
        {"#r.problems {}", "2"},
        {"r.problems { label = 'large' }[1].nnz", "16000"},
        {"r.problems {}[1].label .. r.problems {}[1].paper_s", "small20"},
        {"r.interval(r.case { n = 1000, place = 'seq' }) < 2", "true"},
        {"r.interval(r.case { n = 1000, place = 'cuda' })", "nil"},
        {"select('#', r.interval(r.case { n = 1000, place = 'seq' }))", "3"},
        {"select(3, r.interval(r.case { n = 1000, place = 'seq' }))", "false"},
        {"r.ratio(r.case { n = 4000, place = 'cuda' }, r.case { n = 4000, place = 'seq' })", "nil"},
        {"r.ratio(nil, r.case { n = 4000, place = 'seq' })", "nil"},
        {"r.ratio(r.case { n = 4000, place = 'seq' }, r.case { n = 1000, place = 'seq' }, "
         "'per_iteration')",
         "4.0"},
        {"r.faster(nil, nil)", "nil"},
        {"r.show(0.00123, 's')", "1.23 ms"},
        {"r.show(1234567, 'count')", "1,234,567"},
        {"r.show(1.2345, 'ratio')", "1.23"},
        {"r.show(1.21e-7, 'bound')", "1.3e-07"},
        {"r.settings.epsilon", "1e-06"},
        {"r.settings.max_iterations", "1000000"},
        {"r.machine.key:sub(1, 7)", "Example"},
        {"r.machine.gpus", "nil"},
        {"r.quick", "false"},
        {"r.name", "made"},
    };
    for (size_t k = 0; k < COUNT(list); k++) {
        char script[1000];
        struct results r;
        snprintf(script, sizeof script,
                 HEAD "claims = { { id = 'A', text = 'x', test = function(r) return nil, "
                      "tostring((%s)) end } } }",
                 list[k].expression);
        judge_ok(script, &r);
        if (strcmp(r.claims[0].numbers, list[k].expected))
            fail_msg("%s is %s, not %s", list[k].expression, r.claims[0].numbers, list[k].expected);
        results_free(&r);
    }
}

/* The times of all processes of a case count, and it is ok only if all of them were. */
static void processes(void **state)
{
    struct results r;
    handmade_begin(&r, "made");
    free(r.script);
    r.script = text_of(HEAD "claims = { { id = 'A', text = 'x', test = function(r) local a, b = "
                            "table.unpack(r.cases {})\n"
                            "return nil, #r.cases {} .. ' ' .. a.solve .. ' ' .. b.status .. ' ' "
                            ".. tostring(b.solve) end "
                            "} } }");
    size_t first = handmade_variant(&r, "jacobi", "msr", "seq"),
           second = handmade_variant(&r, "jacobi", "msr", "omp");
    size_t problem = handmade_problem(&r, "p", 10, 30);
    handmade_run(&r, problem, first, CASE_OK, 1, 1)->process = 0;
    handmade_run(&r, problem, first, CASE_OK, 3, 2)->process = 1; /* 2.985 and 3.015 */
    handmade_run(&r, problem, second, CASE_OK, 1, 1)->process = 0;
    handmade_run(&r, problem, second, CASE_TIMEOUT, 1, 1)->process = 1;
    if (judge_made_up(&r) != OK) fail_msg("%s", fail_message());
    assert_string_equal(r.claims[0].numbers, "2 2.985 timeout nil");
    results_free(&r);
}

/* With too few samples to decide, a ratio has an infinite interval, and nothing is faster. */
static void few_samples(void **state)
{
    struct results r;
    handmade_begin(&r, "made");
    free(r.script);
    r.script = text_of(HEAD "claims = { { id = 'A', text = 'x', test = function(r) local a, b = "
                            "table.unpack(r.cases {})\n"
                            "local q, low, high = r.ratio(a, b)\n"
                            "local least, most, range = r.interval(b)\n"
                            "return r.faster(a, b), string.format('%g %g %g; %s %s', q, low, high, "
                            "range, least < 4 and most > 4) end } } }");
    handmade_variant(&r, "jacobi", "msr", "seq"), handmade_variant(&r, "jacobi", "msr", "omp");
    handmade_problem(&r, "p", 10, 30);
    handmade_run(&r, 0, 0, CASE_OK, 1, 1), handmade_run(&r, 0, 1, CASE_OK, 4, 3);
    if (judge_made_up(&r) != OK) fail_msg("%s", fail_message());
    assert_string_equal(r.claims[0].numbers, "0.25 0 inf; true true");
    assert_int_equal(r.claims[0].verdict, VERDICT_NOT_TESTED);
    results_free(&r);
}

/* The message ends with "made_up.lua:" and what is expected. */
static void assert_refused(const char *script, const char *message, const char *expected)
{
    const char *place = strstr(message, "made_up.lua:");
    if (!place || strcmp(place + strlen("made_up.lua:"), expected))
        fail_msg("%s\n  gives    %s\n  not ...made_up.lua:%s", script, message, expected);
    assert_null(strchr(message, '\n'));
}

/* The first claim fails by itself; the second is judged all the same. */
static void judge_a_wrong_claim(const char *body, struct results *r)
{
    char script[1000];
    snprintf(script, sizeof script,
             HEAD "claims = { { id = 'A', text = 'x', test = function(r)\n%s end },\n"
                  "{ id = 'B', text = 'y', test = function() return true, 'fine' end } } }",
             body);
    judge_ok(script, r);
    assert_int_equal(r->claims[0].verdict, VERDICT_NOT_JUDGED);
    assert_string_equal(r->claims[0].magnitude, "");
    assert_int_equal(r->claims[1].verdict, VERDICT_HOLDS);
    assert_string_equal(r->claims[1].numbers, "fine");
}

static void wrong_claims(void **state)
{
    static const struct {
        const char *body, *expected;
    } list[] = {
        {"return 1, 'x'", "3: claim A: its test's verdict: true, false or nil is expected, not 1"},
        {"return true",
         "3: claim A: the numbers behind its verdict: one line of text is expected, not nothing"},
        {"return true, 'a\\nb'",
         "3: claim A: the numbers behind its verdict: a text has no line breaks and no control "
         "characters"},
        {"return true, 'x', 3",
         "3: claim A: the figure of its test: the claim declares no magnitude to hold it against"},
        {"return nil + 1, ''", "3: attempt to perform arithmetic on a nil value"},
        {"r.cases { plaec = 'seq' }",
         "3: results.cases: unknown field 'plaec', did you mean 'place'?"},
        {"r.cases { place = {} }",
         "3: results.cases, place: a number or a text is expected, not a table"},
        {"r.cases 'seq'", "3: results.cases: a table of FIELD = value is expected, not 'seq'"},
        {"r.problems { variant = 'x' }", NULL},
        {"r.case { place = 'seq' }",
         "3: results.case: 2 cases match, such as small, jacobi/msr/f64/seq and large, "
         "jacobi/msr/f64/seq; results.cases gives all"},
        {"local x = r.cases {}[1].slove",
         "3: a case: unknown field 'slove', did you mean 'solve'?"},
        {"r.cases {}[1].solve = 1", "3: a case cannot be changed (solve)"},
        {"r.quick = 1", "3: results cannot be changed (quick)"},
        {"r.caes {}", "3: results have no 'caes', did you mean 'cases'?"},
        {"r.ratio(r.problems {}[1], nil)", "3: results.ratio: a case is expected, not a table"},
        {"r.ratio(nil, nil, 'slove')",
         "3: results.ratio: unknown time 'slove', did you mean 'solve'?"},
        {"r.faster(nil, nil, -1)",
         "3: results.faster: the margin: a share such as 0.01 is expected, not -1"},
        {"r.show(1, 'ms')", "3: results.show: unknown unit 'ms', did you mean 's'?"},
        {"r.settings.epsilno()", "3: results.settings has no 'epsilno', did you mean 'epsilon'?"},
        {"error { 1 }", "3: the script raised a table as an error"},
    };
    for (size_t k = 0; k < COUNT(list); k++) {
        struct results r;
        judge_a_wrong_claim(list[k].body, &r);
        if (list[k].expected) assert_refused(list[k].body, r.claims[0].numbers, list[k].expected);
        results_free(&r);
    }
}

/* Endless loops are ended, whatever they do against that. */
static void loops(void **state)
{
    static const char *const list[] = {
        "while true do end",
        "while true do pcall(function() while true do end end) end",
        "while true do coroutine.wrap(function() pcall(function() while true do end end) end)() "
        "end",
        "local function f() return f() end f()",
    };
    static const char expected[] = "the script ran for more than 0.1 s of CPU time: does a loop "
                                   "not end?";
    script_limit(0.1, 0);
    for (size_t k = 0; k < COUNT(list); k++) {
        struct results r;
        judge_a_wrong_claim(list[k], &r);
        assert_non_null(strstr(r.claims[0].numbers, expected));
        results_free(&r);
        make_results(&r, list[k]);
        assert_int_equal(judge_made_up(&r), ERROR_INPUT);
        assert_non_null(strstr(fail_message(), expected));
        results_free(&r);
    }
    script_limit(0, 0);
}

static void memory(void **state)
{
    struct results r;
    judge_a_wrong_claim("return nil, ('x'):rep(1 << 28) .. ('y'):rep(1 << 28)", &r);
    assert_refused("", r.claims[0].numbers, "3: the script takes more than 500 MB of memory");
    results_free(&r);
}

/* A script sees the files beside it, and options and quick as they were. */
static void options_of_the_run(void **state)
{
    struct results r;
    scratch_write("part.lua", "return function(text) return text == 'y,z' end");
    scratch_write("rows.csv", "a,b\r\n1.5,x\n,\"y,z\"\n");
    make_results(
        &r,
        "local wm = require 'warpmark'\n"
        "local part, rows = require 'part', wm.csv 'rows.csv'\n"
        "local o = wm.options({ n = { 1, 2 }, t = { 'a,b', 'c' }, s = 'full' }, { s = 'quick' })\n"
        "return wm.experiment { name = 'x', problems = { 'random_dd:n=3' }, variants = { 'a/b/c/d' "
        "},\n"
        "claims = { { id = 'A', text = 'x', test = function(r) return part(rows[2].b), "
        "table.concat({\n"
        "  #rows, rows[1].a, rows[2].b, tostring(rows[2].a), o.n[1], o.n[3], #o.t, o.s,\n"
        "  tostring(wm.quick) }, ' ') end } } }");
    free(r.options);
    r.options = text_of("n=7,8,9\ns=quick\nt=a,b,c\n");
    r.quick = true;
    if (judge_made_up(&r) != OK) fail_msg("%s", fail_message());
    assert_int_equal(r.claims[0].verdict, VERDICT_HOLDS);
    assert_string_equal(r.claims[0].numbers, "2 1.5 y,z nil 7 9 2 quick true");
    results_free(&r);
}

/* The results of a run are judged by its script and the files as they were, even if they have
 * changed since; nothing is printed twice. */
static void what_the_run_read(void **state)
{
    struct results r;
    struct experiment e;
    scratch_write("rows.csv", "a\n1\n");
    scratch_write("run.lua",
                  "local wm = require 'warpmark' local rows = wm.csv 'rows.csv' print 'described'\n"
                  "return wm.experiment { name = 'x', problems = { 'random_dd:n=3' }, variants = { "
                  "'a/b/c/d' }, claims = { { id = 'A', text = 'x', test = function(r) return true, "
                  "rows[1].a .. '' end } } }");
    assert_int_equal(script_load(&(struct script_request){.path = scratch_path("run.lua")}, &e),
                     OK);
    make_results(&r, "");
    r.nclaims = 0;
    struct claim *claim = APPEND(r.claims, r.nclaims);
    *claim = (struct claim){.id = text_of("A"), .text = text_of("x")};
    scratch_write("rows.csv", "a\n2\n");
    scratch_write("run.lua", "error 'changed'");
    assert_true(results_unjudged(&r));
    if (judge_results(&e, &r) != OK) fail_msg("%s", fail_message());
    assert_false(results_unjudged(&r));
    assert_string_equal(r.claims[0].numbers, "1");
    assert_string_equal(judged_claims_text(&r).text, "1 holds, 0 do not hold, 0 not tested here");
    results_unjudge(&r);
    assert_true(results_unjudged(&r));
    experiment_free(&e);
    results_free(&r);
}

#define TABLE(body) \
    HEAD "tables = { { id = 't', title = 'Times', build = function(r)\n" body " end } } }"

static void tables(void **state)
{
    struct results r;
    struct judged_table t;
    make_results(
        &r,
        TABLE("local rows = {}\n"
              "for i, p in ipairs(r.problems {}) do\n"
              "  local seq, gpu = r.case { problem = p.label, place = 'seq' }, r.case { problem = "
              "p.label, "
              "place = 'cuda' }\n"
              "  rows[i] = { p.label, { seq.solve, mark = '*' }, { mark = gpu.status }, p.paper_s, "
              "false }\n"
              "end\n"
              "return { columns = { { title = 'model' }, { title = 'ours', unit = 's', group = "
              "'CPU' },\n"
              "{ title = 'GPU', unit = 's', group = 'CPU' }, { title = 'paper', unit = 's' },\n"
              "{ title = 'none', unit = 'count' } }, rows = rows, notes = { '* made', 'up' } }"));
    if (judge_made_up(&r) != OK || judged_table_read(&r, &r.tables[0], &t) != OK)
        fail_msg("%s", fail_message());
    assert_true(t.ncolumns == 5 && t.nrows == 2);
    assert_string_equal(t.columns[1].group, "CPU");
    assert_null(t.columns[0].group);
    assert_true(t.columns[0].unit == JUDGED_TEXT && t.columns[4].unit == JUDGED_COUNT);
    assert_string_equal(t.cells[5].text, "large");
    assert_true(t.cells[6].number == 8 && isnan(t.cells[7].number) && isnan(t.cells[8].number));
    assert_string_equal(t.cells[6].mark, "*");
    assert_string_equal(t.cells[7].mark, "no_device");
    assert_true(!t.cells[9].mark && !t.cells[9].text && isnan(t.cells[9].number));
    assert_string_equal(t.notes, "* made\nup");
    judged_table_free(&t);

    /* as it is printed */
    static const char *const printed[] = {
        "Times\n\n"
        "       CPU\n"
        "model     ours     GPU   paper  none\n"
        "-----  -------  ------  ------  ----\n"
        "small  2.00 s*  no GPU  20.0 s     -\n"
        "large  8.00 s*  no GPU       -     -\n\n"
        "* made\nup\n",
        "**Times**\n\n"
        "| model | CPU: ours | CPU: GPU | paper | none |\n"
        "| --- | ---: | ---: | ---: | ---: |\n"
        "| small | 2.00 s\\* | no GPU | 20.0 s | - |\n"
        "| large | 8.00 s\\* | no GPU | - | - |\n\n"
        "\\* made  \nup\n",
        "model,CPU: ours_s,CPU: ours_mark,CPU: GPU_s,CPU: GPU_mark,paper_s,none\n"
        "small,2,*,,no_device,20,\n"
        "large,8,*,,no_device,,\n",
        NULL};
    for (int format = 0; printed[format]; format++) {
        char *text;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        if (table_print(&r, "t", (enum table_format)format, out) != OK)
            fail_msg("%s", fail_message());
        fclose(out);
        assert_string_equal(text, printed[format]);
        free(text);
    }
    results_free(&r);
}

static void wrong_tables(void **state)
{
    static const struct {
        const char *body, *expected;
    } list[] = {
        {"return 1", "3: table t: a table is expected, not 1"},
        {"return { columns = { { title = 'a' } } }", "3: table t: 'rows' is missing"},
        {"return { columns = {}, rows = {} }", "3: table t.columns: the list is empty"},
        {"return { columns = { { title = 'a', unit = 'ms' } }, rows = {} }",
         "3: table t.columns[1].unit: unknown value 'ms', did you mean 's'?"},
        {"return { columns = { { title = 'a' } }, rows = { { 1, 2 } } }",
         "3: table t.rows[1]: there are 1 columns, and a cell at '2'"},
        {"return { columns = { { title = 'a' } }, rows = { { { 1, color = 'red' } } } }",
         "3: table t.rows[1][1]: a cell is a value, or { value, mark = text }, without 'color'"},
        {"return { columns = { { title = 'a', unit = 's' } }, rows = { { true } } }",
         "3: table t.rows[1][1]: a number, a text or nil is expected, not true"},
        {"return { columns = { { title = 'a' } }, rows = {}, note = {} }",
         "3: table t: unknown key 'note', did you mean 'notes'?"},
    };
    for (size_t k = 0; k < COUNT(list); k++) {
        char script[1000];
        struct results r;
        struct judged_table t;
        snprintf(script, sizeof script, TABLE("%s"), list[k].body);
        judge_ok(script, &r);
        assert_refused(list[k].body, r.tables[0].trouble, list[k].expected);
        assert_int_equal(judged_table_read(&r, &r.tables[0], &t), ERROR_INPUT);
        assert_string_equal(fail_message(), r.tables[0].trouble);
        results_free(&r);
    }
}

#define FIGURE(body) HEAD "figures = { { id = 'f', build = function(r)\n" body " end } } }"

static void figures(void **state)
{
    struct results r;
    struct judged_figure f;
    make_results(&r, FIGURE("local points = {}\n"
                            "for i, c in ipairs(r.cases { place = 'seq' }) do points[i] = { c.n, "
                            "c.solve, 1, 9 } end\n"
                            "return { x = { title = 'states', unit = 'count' }, y = { title = "
                            "'time', unit = 's' },\n"
                            "log = 'xy', curves = { { title = 'seq', points = points }, { title = "
                            "'none', points = {} } "
                            "} }"));
    if (judge_made_up(&r) != OK || judged_figure_read(&r, &r.figures[0], &f) != OK)
        fail_msg("%s", fail_message());
    assert_true(!f.faceted && f.npanels == 1 && f.ncurves == 2 && f.npoints == 2);
    const struct judged_point *p = f.points;
    assert_true(p[1].x == 4000 && p[1].y == 8 && p[1].low == 1 && p[1].high == 9 && !p[1].x_text);
    assert_string_equal(f.log, "xy");
    assert_string_equal(f.kind, "lines");
    assert_true(f.y.unit == JUDGED_S);
    judged_figure_free(&f);
    results_free(&r);

    make_results(
        &r,
        FIGURE("return { x = { title = 'm' }, y = { title = 'f', unit = 'ratio' }, kind = 'bars', "
               "panels = {\n"
               "{ title = 'one', curves = { { title = 'c', points = { { 'herman', 2 } } } } },\n"
               "{ title = 'two', curves = {} } } }"));
    if (judge_made_up(&r) != OK || judged_figure_read(&r, &r.figures[0], &f) != OK)
        fail_msg("%s", fail_message());
    assert_true(f.faceted && f.npanels == 2 && f.ncurves == 1 && f.npoints == 1);
    assert_string_equal(f.points[0].x_text, "herman");
    assert_true(isnan(f.points[0].low));
    judged_figure_free(&f);
    results_free(&r);
}

/* Points find their places, whatever the order in which the script gives them. */
static void drawings(void **state)
{
    struct results r;
    struct figure_data d;
    make_results(
        &r,
        FIGURE(
            "return { x = { title = 'n' }, y = { title = 's', unit = 's' }, log = 'x', panels = {\n"
            "{ title = 'one', curves = { { title = 'a', points = { { 5, 2 }, { 1, 3, 2, 4 } } },\n"
            "{ title = 'b', points = { { 3, 7 } } } } },\n"
            "{ title = 'two', curves = { { title = 'b', points = { { 1, 9 } } } } } } }"));
    if (judge_made_up(&r) != OK || figure_data_make(&r, &r.figures[0], &d) != OK)
        fail_msg("%s", fail_message());
    assert_true(d.npanels == 2 && d.panels[0].count == 3 && d.panels[1].count == 1 && d.faceted &&
                !d.by_name);
    assert_int_equal(d.legend.count, 2);
    assert_string_equal(d.legend.name[1], "b");
    static const double x[] = {1, 3, 5, 1}, y[][2] = {{3, NAN}, {NAN, 7}, {2, NAN}, {NAN, 9}};
    for (size_t row = 0; row < 4; row++) {
        assert_true(figure_data_key(&d, row)->number == x[row]);
        for (size_t j = 0; j < 2; j++) {
            double median = pivot_cell(&d.pivot, row, j)->median;
            assert_true(isnan(y[row][j]) ? isnan(median) : median == y[row][j]);
        }
    }
    assert_true(pivot_cell(&d.pivot, 0, 0)->low == 2 && pivot_cell(&d.pivot, 0, 0)->high == 4);
    assert_true(isnan(pivot_cell(&d.pivot, 2, 0)->low));
    figure_data_free(&d);
    results_free(&r);
}

static void wrong_figures(void **state)
{
    static const struct {
        const char *points, *expected;
    } list[] = {
        {"{ { 'herman', 1 } }",
         "3: figure f.panels[1].curves[1].points[1]: x: a number is expected, not 'herman'"},
        {"{ { 1 } }",
         "3: figure f.panels[1].curves[1].points[1]: y: a number is expected, not nothing"},
        {"{ { 1, 0/0 } }", NULL},
        {"{ { 1, 2, 3 } }", "3: figure f.panels[1].curves[1].points[1]: low and high go together"},
        {"{ { 1, 2, 3, 4, 5 } }",
         "3: figure f.panels[1].curves[1].points[1]: a point is { x, y, low, high }, without '5'"},
        {"{ 1 }", "3: figure f.panels[1].curves[1].points[1]: a point { x, y, low, high } is "
                  "expected, not 1"},
    };
    for (size_t k = 0; k < COUNT(list); k++) {
        char script[1000];
        struct results r;
        snprintf(script, sizeof script,
                 FIGURE("return { x = { title = 'x' }, y = { title = 'y' }, curves = { { title = "
                        "'c', points = %s } } }"),
                 list[k].points);
        judge_ok(script, &r);
        assert_true(*r.figures[0].trouble && !r.figures[0].built);
        if (list[k].expected)
            assert_refused(list[k].points, r.figures[0].trouble, list[k].expected);
        results_free(&r);
    }
}

/* A structure has no function: its orders and problems are in the description. Only results that
 * were judged by a script of the user may make the problems again. */
static void structures(void **state)
{
    struct results r;
    struct plot_names names;
    make_results(
        &r, "local wm = require 'warpmark'\n"
            "return wm.experiment { name = 'x', variants = { 'a/b/c/d' }, problems = {\n"
            "{ source = 'random_dd:n=3', label = 'small' },\n"
            "{ source = 'random_dd:n=4', label = 'large' } }, figures = {\n"
            "{ id = 'one', kind = 'structure', problems = { 'large' }, orders = 'native, bfs' },\n"
            "{ id = 'all', kind = 'structure' } } }");
    if (judge_made_up(&r) != OK) fail_msg("%s", fail_message());
    assert_string_equal(r.figures[0].x, "native,bfs");
    assert_string_equal(r.figures[0].where, "large");
    assert_string_equal(r.figures[1].x, "native");
    assert_null(r.figures[1].where);
    for (size_t k = 0; k < 2; k++) {
        assert_int_equal(plot_names(&r, &r.figures[k], &names), OK);
        assert_int_equal(names.count, 1 + k);
        assert_ptr_equal(names.name[k].problem, &r.problems[1]);
        assert_string_equal(names.name[k].stem, k ? "made-all-large" : "made-one-large");
        plot_names_free(&names);
    }
    r.trusted = false;
    assert_int_equal(plot_figures(&r, scratch_folder, "one", false), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "figure 'one': its problems are made again for it, "
                                           "which only a script that you name may ask for"));
    results_free(&r);
}

/* Texts that a stranger wrote into a file: what is missing or of another kind is empty. */
static void strange_texts(void **state)
{
    static const char *const tables[] = {
        "{",
        "3",
        "[]",
        "{}",
        "{\"columns\":3,\"rows\":[[1]],\"notes\":4}",
        "{\"columns\":[{},{\"title\":1,\"unit\":\"x\",\"group\":[]},7],"
        "\"rows\":[[1],[],3,[1,2,3,4],[null,{\"value\":[],\"mark\":2},\"x\"]]}"};
    static const char *const drawn[] = {
        "{}", "{\"panels\":[{},{\"title\":2,\"curves\":[{\"points\":[[1],[1,2],[1,2,3],"
              "[null,2],[\"x\",\"y\"],[1,2,3,4],7]},3,{\"title\":\"c\"}]}]}"};
    struct results r;
    make_results(&r, "");
    handmade_table(&r, "t", "", "", "", NULL);
    handmade_figure(&r, "f", "built", "", NULL, "");
    for (size_t k = 0; k < COUNT(tables); k++) {
        struct judged_table t;
        free(r.tables[0].built);
        r.tables[0].built = text_of(tables[k]);
        assert_int_equal(judged_table_read(&r, &r.tables[0], &t), k > 1 ? OK : ERROR_INPUT);
        if (k == 5) {
            assert_true(t.ncolumns == 3 && t.nrows == 5 && !t.columns[1].group);
            assert_true(t.cells[0].number == 1 && isnan(t.cells[3].number));
            assert_string_equal(t.cells[14].text, "x");
        }
        judged_table_free(&t);
    }
    free(r.tables[0].built);
    r.tables[0].built = text_of("{\"columns\":[{\"title\":\"a\\u001b[31m\"}],\"rows\":"
                                "[[\"b\\u001b]0;c\\u0007\"]],\"notes\":\"\\u009b\"}");
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_int_equal(table_print(&r, "t", TABLE_TEXT, out), OK);
    fclose(out);
    assert_true(strstr(text, "a") && !strpbrk(text, "\x1b\x07") && !strstr(text, "\xc2\x9b"));
    free(text);
    for (size_t k = 0; k < COUNT(drawn); k++) {
        struct judged_figure f;
        free(r.figures[0].built);
        r.figures[0].built = text_of(drawn[k]);
        assert_int_equal(judged_figure_read(&r, &r.figures[0], &f), OK);
        if (k) assert_true(f.npanels == 2 && f.faceted && f.ncurves == 3 && f.npoints == 3);
        if (k) assert_true(isnan(f.points[1].low) && f.points[2].high == 4);
        judged_figure_free(&f);
    }
    struct judged_figure f;
    char *many = calloc(1, 100000);
    strcpy(many, "{\"panels\":[{\"curves\":[{\"points\":[[1,2]");
    for (int k = 0; k < 10000; k++) strcpy(many + 38 + 6 * k, ",[1,2]");
    strcat(many, "]}]}]}");
    free(r.figures[0].built);
    r.figures[0].built = many;
    assert_int_equal(judged_figure_read(&r, &r.figures[0], &f), ERROR_INPUT);
    assert_string_equal(fail_message(), "the figure has more than 1000 curves or 10000 points");
    results_free(&r);
}

#define SPOIL                                                                                   \
    "local none = function() end error, type, ipairs, pairs, next, rawget, assert, tostring = " \
    "none, function() "                                                                         \
    "return 'table' end, none, none, none, none, none, none string.find, string.format, "       \
    "math.tointeger = none, "                                                                   \
    "none, function() return 1 end "

/* A script that has replaced Lua's functions does not change how its results are checked. */
static void spoilt_globals(void **state)
{
    static const char *const figures[] = {
        "return { x = { title = 'x' }, y = { title = 'y' }, curves = { { title = 'c', points = { "
        "{}, {}, {} } } } }",
        "return { x = {}, y = {}, curves = {} }",
        "return { x = { title = 'x', unit = 'zz' }, y = { title = 'y' }, kind = 'pie', panels = 3 "
        "}",
    };
    static const char *const made[] = {
        "return { columns = {}, rows = {} }", "return {}",
        "return { columns = { { title = 't', unit = 'zz' } }, rows = { {} } }"};
    for (size_t k = 0; k < 3; k++) {
        char script[2000];
        struct results r;
        snprintf(script, sizeof script, SPOIL FIGURE("%s"), figures[k]);
        judge_ok(script, &r);
        assert_true(*r.figures[0].trouble);
        results_free(&r);
        snprintf(script, sizeof script, SPOIL TABLE("%s"), made[k]);
        judge_ok(script, &r);
        assert_true(*r.tables[0].trouble);
        results_free(&r);
    }
}

/* If any allocation fails, there is an error of memory, or an item with one, and nothing leaks. */
static void every_allocation_fails(void **state)
{
    enum status status = ERROR_HOST_MEMORY;
    scratch_write("made_up.lua",
                  HEAD "claims = { { id = 'A', text = 'x', test = function(r)\n"
                       "local c = r.cases {} return r.faster(c[1], c[2]), 'x' end } },\n"
                       "tables = { { id = 't', build = function(r)\n"
                       "return { columns = { { title = 'a', group = 'g' } }, rows = { { { "
                       "1, mark = '*' } } },\n"
                       "notes = { 'n' } } end } } }");
    for (long k = 0; status != OK; k += 1 + k / 50) {
        struct results r;
        struct judged_table table = {0};
        make_results(&r, "");
        memory_fail_after(k);
        status = judge_with(scratch_path("made_up.lua"), &r);
        if (status == OK) status = judged_table_read(&r, &r.tables[0], &table);
        memory_fail_after(-1);
        assert_true(status == OK || status == ERROR_HOST_MEMORY || status == ERROR_INPUT);
        judged_table_free(&table);
        results_free(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts),
        cmocka_unit_test(values),
        cmocka_unit_test(processes),
        cmocka_unit_test(few_samples),
        cmocka_unit_test(wrong_claims),
        cmocka_unit_test(loops),
        cmocka_unit_test(memory),
        cmocka_unit_test(options_of_the_run),
        cmocka_unit_test(what_the_run_read),
        cmocka_unit_test(tables),
        cmocka_unit_test(wrong_tables),
        cmocka_unit_test(figures),
        cmocka_unit_test(wrong_figures),
        cmocka_unit_test(drawings),
        cmocka_unit_test(structures),
        cmocka_unit_test(strange_texts),
        cmocka_unit_test(spoilt_globals),
        cmocka_unit_test(every_allocation_fails),
    };
    return cmocka_run_group_tests_name("judge", tests, scratch_create, scratch_remove);
}
