/* Messages for each mistake in an experiment script: one line that names the place, the key and the
 * remedy. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "tests/support/cmocka.h"
#include "tests/support/results/scripts.h"
#include "tests/support/scratch.h"

static void assert_rejected_with(const char *script, const char *override, const char *expected)
{
    struct experiment e;
    enum status status = load_with(script, false, override != NULL, &override, &e);
    if (status == OK) fail_msg("%s\n  was accepted", script);
    assert_int_equal(status, ERROR_INPUT);
    assert_message(script, expected);
    assert_memory_equal(&e, &zeroed, sizeof e);
}

static void assert_rejected(const char *script, const char *expected)
{
    assert_rejected_with(script, NULL, expected);
}

static void wrong_overrides(void **state)
{
    static const char script[] =
        WM "\nlocal o = wm.options { points = 3, d = { 0.5 }, on = true }\nreturn wm.experiment\n"
           "{ name = 'x', variants = { 'v' }, problems = { 'p' } }";
    static const char *const cases[][2] = {
        {"pionts=3",
         "3: pionts=3 on the command line: unknown option 'pionts', did you mean 'points'?"},
        {"max_tim=3",
         "3: max_tim=3 on the command line: unknown option 'max_tim', did you mean 'max_time'?"},
        {"zzzzzzzzz=3", "3: zzzzzzzzz=3 on the command line: unknown option 'zzzzzzzzz' (known: "
                        "cache, copy_samples, "
                        "count_iterations, counters, criterion, epsilon, interleave, iterations, "
                        "max_ci, "
                        "max_iterations, max_samples, max_time, "
                        "memory, min_samples, processes, prove, prove_time, require, seed, "
                        "skip_dominated, throttle, "
                        "throttle_retries, timeout, warmup, width, d, on, "
                        "points)"},
        {"memory=8XB", "3: memory=8XB on the command line: a size such as \"8GB\", \"512MiB\" or "
                       "8000000000 (bytes) is "
                       "expected, not '8XB'"},
        {"require=0", "3: require=0 on the command line: an error above zero such as 1e-6, or "
                      "\"none\" is expected, not 0"},
        {"prove=-1",
         "3: prove=-1 on the command line: a width above zero such as 1e-9, or false is "
         "expected, not -1"},
        {"reqire=1e-6", "3: reqire=1e-6 on the command line: unknown option 'reqire', did you mean "
                        "'require'?"},
        {"count_iterations=0",
         "3: count_iterations=0 on the command line: true or false is expected, not 0"},
        {"skip_dominated=n", "3: skip_dominated=n on the command line: { axis = \"n\", budget = "
                             "\"10s\" }, \"n:10s\" or "
                             "\"none\" is expected, not 'n'"},
        {"skip_dominated=4", "3: skip_dominated=4 on the command line: { axis = \"n\", budget = "
                             "\"10s\" }, \"n:10s\" or "
                             "\"none\" is expected, not 4"},
        {"skip_dominated=n:0",
         "3: skip_dominated=n:0 on the command line.budget: a time above zero such as \"10s\", "
         "\"5m\" or 10 (seconds) is expected, not 0"},
        {"skip_dominated=n:1s", "3: measure.skip_dominated: no problem has an axis 'n'"},
        {"interleave=0",
         "3: interleave=0 on the command line: a whole number from 1 to 1000 is expected, not 0"},
        {"points=1.5", "2: points=1.5 on the command line: a whole number is expected, not 1.5"},
        {"points=", "2: points= on the command line: a whole number is expected, not ''"},
        {"points=1,2", "2: points=1,2 on the command line: a whole number is expected, not '1,2'"},
        {"d=1,a", "2: d=1,a on the command line: a number is expected, not 'a'"},
        {"d=", "2: d= on the command line: a number is expected, not ''"},
        {"d=1e999", "2: d=1e999 on the command line: a number is expected, not inf"},
        {"on=yes", "2: on=yes on the command line: true or false is expected, not 'yes'"},
        {"epsilon=0", "3: epsilon=0 on the command line: a number above zero is expected, not 0"},
        {"criterion=relativ", "3: criterion=relativ on the command line: unknown value 'relativ', "
                              "did you mean 'relative'?"},
        {"min_samples=101", "3: measure: min_samples (101) is more than max_samples (100)"},
        {"points", " 'points' on the command line: key=value is expected, without blanks"},
        {"on-it=3", " 'on-it=3' on the command line: key=value is expected, did you mean "
                    "'on_it=3'?"},
        {"two.lua", " 'two.lua' on the command line: key=value is expected, and one script at a "
                    "time"},
        {"=3", " '=3' on the command line: key=value is expected, without blanks"},
    };
    static const char *const twice[] = {"points=3", "points=3"};
    struct experiment e;
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_rejected_with(script, cases[i][0], cases[i][1]);
    assert_int_equal(load_with(script, false, 2, twice, &e), ERROR_INPUT);
    assert_message(script, " 'points' is given twice on the command line");
}

/* Keys of wm.experiment, each put after BASE on line 1. */
static void wrong_experiments(void **state)
{
    static const char *const cases[][2] = {
        {"nmae = 'y'", "wm.experiment: unknown key 'nmae', did you mean 'name'?"},
        {"'stray'", "wm.experiment: unknown key '1' (known: claims, expect, figures, measure, "
                    "name, paper, problems, solve, "
                    "tables, title, "
                    "variants)"},
        {"name = 3", "name: a text is expected, not 3"},
        {"name = ''", "name: a text is expected, not ''"},
        {"name = 'a/b'", "name: 'a/b' becomes a file name: use letters, digits, '_', '-' and '.'"},
        {"name = '.hidden'",
         "name: '.hidden' becomes a file name: use letters, digits, '_', '-' and '.'"},
        {"title = 'two\\nlines'", "title: a text has no line breaks and no control characters"},
        {"variants = 'jacobi'", "variants: a list, { 'jacobi' }, is expected, not 'jacobi'"},
        {"variants = {}", "variants: the list is empty"},
        {"variants = { 'a', 4 }", "variants[2]: a text is expected, not 4"},
        {"variants = { 'a', 'b', 'a' }", "variants[3]: 'a' is there already, at variants[1]"},
        {"variants = { 'a', k = 'b' }",
         "variants: a plain list is expected, without names and gaps"},
        {"variants = { 'a', nil, 'b' }",
         "variants: a plain list is expected, without names and gaps"},
        {"problems = {}", "problems: the list is empty"},
        {"problems = 'dice'", "problems: a list, { 'dice' }, is expected, not 'dice'"},
        {"problems = { 3 }",
         "problems[1]: a source, a table with a source, or a grid is expected, not 3"},
        {"problems = { 'a', {} }", "problems[2]: the list is empty"},
        {"problems = { { label = 'a' } }", "problems[1]: 'source' is missing"},
        {"problems = { { source = 3 } }", "problems[1].source: a text is expected, not 3"},
        {"problems = { { source = 'a', label = 3 } }",
         "problems[1].label: a text is expected, not 3"},
        {"problems = { { sorce = 'a' } }",
         "problems[1]: unknown key 'sorce', did you mean 'source'?"},
        {"problems = { { source = 'a', lable = 'b' } }",
         "problems[1]: unknown key 'lable', did you mean 'label'?"},
        {"problems = { { source = 'a', size = {} } }",
         "problems[1].size: a number or a text is expected, not a table"},
        {"problems = { { source = 'a', size = 1/0 } }",
         "problems[1].size: a number or a text is expected, not inf"},
        {"problems = { { source = 'a', ['a b'] = 1 } }",
         "problems[1]: 'a b' cannot be the name of an axis"},
        {"problems = { { source = 'a', crossover = 'b' } }",
         "problems[1]: 'crossover' cannot be the name of an axis"},
        {"problems = { 'a', { 'b', 'a' } }", "problems: 'a' is there twice"},
        {"problems = { { source = 'a', label = 'l' }, { source = 'b', label = 'l' } }",
         "problems: 'l' is there twice"},
        {"solve = 3", "solve: a table is expected, not 3"},
        {"solve = { epsilom = 1 }", "solve: unknown key 'epsilom', did you mean 'epsilon'?"},
        {"solve = { epsilon = 0 }", "solve.epsilon: a number above zero is expected, not 0"},
        {"solve = { epsilon = -1e-6 }",
         "solve.epsilon: a number above zero is expected, not -1e-6"},
        {"solve = { epsilon = 1/0 }", "solve.epsilon: a number above zero is expected, not inf"},
        {"solve = { epsilon = '1e-6' }",
         "solve.epsilon: a number above zero is expected, not '1e-6'"},
        {"solve = { criterion = 'relativ' }",
         "solve.criterion: unknown value 'relativ', did you mean 'relative'?"},
        {"measure = { cache = 'cool' }",
         "measure.cache: unknown value 'cool', did you mean 'cold'?"},
        {"measure = { throttle = 'always' }",
         "measure.throttle: unknown value 'always' (known: never, heat, any)"},
        {"solve = { criterion = true }",
         "solve.criterion: one of relative, absolute is expected, not true"},
        {"solve = { max_iterations = 0 }",
         "solve.max_iterations: a whole number from 1 up is expected, not 0"},
        {"solve = { max_iterations = 1.5 }",
         "solve.max_iterations: a whole number from 1 up is expected, not 1.5"},
        {"measure = { max_cii = 1 }", "measure: unknown key 'max_cii', did you mean 'max_ci'?"},
        {"measure = { iterations = -1 }",
         "measure.iterations: a whole number from 0 up is expected, not -1"},
        {"solve = { requires = 1e-6 }", "solve: unknown key 'requires', did you mean 'require'?"},
        {"solve = { require = '1e-6' }", "solve.require: an error above zero such as 1e-6, or "
                                         "\"none\" is expected, not '1e-6'"},
        {"solve = { prove = true }",
         "solve.prove: a width above zero such as 1e-9, or false is expected, not true"},
        {"solve = { require = 1e-6, prove = 0 }",
         "solve: require = 1e-6 needs a proof, and prove = 0 makes none"},
        {"measure = { count_iterations = 1 }",
         "measure.count_iterations: true or false is expected, not 1"},
        {"measure = { whole = 'v' }", "measure.whole: a list, { 'v' }, is expected, not 'v'"},
        {"measure = { whole = { 'v', 'v' } }",
         "measure.whole[2]: 'v' is there already, at measure.whole[1]"},
        {"measure = { skip_dominated = { axis = 'n' } }",
         "measure.skip_dominated: 'budget' is missing"},
        {"measure = { skip_dominated = { axis = 'n', budjet = 1 } }",
         "measure.skip_dominated: unknown key 'budjet', did you mean 'budget'?"},
        {"measure = { warmup = -1 }",
         "measure.warmup: a whole number from 0 up is expected, not -1"},
        {"measure = { min_samples = 0 }",
         "measure.min_samples: a whole number from 1 up is expected, not 0"},
        {"measure = { max_samples = '9' }",
         "measure.max_samples: a whole number from 1 up is expected, not '9'"},
        {"measure = { min_samples = 9, max_samples = 8 }",
         "measure: min_samples (9) is more than max_samples (8)"},
        {"measure = { min_samples = 101 }",
         "measure: min_samples (101) is more than max_samples (100)"},
        {"measure = { width = 0 }",
         "measure.width: a share such as \"2%\" or 0.02 is expected, not 0"},
        {"measure = { width = 0.1, processes = 1 }",
         "measure: width needs several processes, and processes = 1 allows a case only one"},
        {"measure = { max_ci = 2 }",
         "measure.max_ci: a share such as \"2%\" or 0.02 is expected, not 2"},
        {"measure = { max_ci = '2' }",
         "measure.max_ci: a share such as \"2%\" or 0.02 is expected, not '2'"},
        {"measure = { max_ci = '-2%' }",
         "measure.max_ci: a share such as \"2%\" or 0.02 is expected, not '-2%'"},
        {"measure = { max_time = -1 }", "measure.max_time: a time above zero such as \"10s\", "
                                        "\"5m\" or 10 (seconds) is expected, not -1"},
        {"measure = { max_time = '10 parsec' }",
         "measure.max_time: a time above zero such as \"10s\", \"5m\" or 10 (seconds) is expected, "
         "not '10 parsec'"},
        {"measure = { timeout = 0 }", "measure.timeout: a time above zero such as \"10s\", \"5m\" "
                                      "or 10 (seconds) is expected, not 0"},
        {"measure = { timeout = {} }", "measure.timeout: a time above zero such as \"10s\", \"5m\" "
                                       "or 10 (seconds) is expected, not a table"},
        {"expect = {}", "expect: the list is empty"},
        {"expect = { 'not_convergd' }",
         "expect[1]: unknown value 'not_convergd', did you mean 'not_converged'?"},
        {"expect = { 'ok', 'ok' }", "expect[2]: 'ok' is there already, at expect[1]"},
    };
    char script[512], expected[512];
    for (size_t i = 0; i < COUNT(cases); i++) {
        snprintf(script, sizeof script, BASE "%s }", cases[i][0]);
        snprintf(expected, sizeof expected, "1: %s", cases[i][1]);
        assert_rejected(script, expected);
    }
    assert_rejected(WM "return wm.experiment()",
                    "1: wm.experiment: a table is expected, not nothing");
    assert_rejected(WM "return wm.experiment { variants = { 'v' }, problems = { 'p' } }",
                    "1: wm.experiment: 'name' is missing");
    assert_rejected(WM "return wm.experiment { name = 'x', variants = { 'v' } }",
                    "1: wm.experiment: 'problems' is missing");
    assert_rejected(WM "return wm.experiment { name = 'x', problems = { 'p' } }",
                    "1: wm.experiment: 'variants' is missing");
}

static void wrong_figures_and_tables(void **state)
{
    static const char *const cases[][2] = {
        {"figures = {}", "figures: the list is empty"},
        {"figures = { id = 'a' }", "figures: a plain list is expected, without names and gaps"},
        {"figures = { 'a' }", "figures[1]: a table is expected, not 'a'"},
        {"figures = { { id = 'a', x = 'n', y = 'solve', knd = 'bars' } }",
         "figures[1]: unknown key 'knd', did you mean 'kind'?"},
        {"figures = { { x = 'n', y = 'solve' } }", "figures[1]: 'id' is missing"},
        {"figures = { { id = 'a', kind = 'boundary', x = 'n' } }", "figures[1]: 'y' is missing"},
        {"figures = { { id = 'a', kind = 'boundary', x = 'n', y = 'd', log = 'x' } }",
         "figures[1]: unknown key 'log' (known: id, kind, title, x, y)"},
        {"figures = { { id = 'a', kind = 'boundary', x = 'n', y = 'd' } }",
         "figures[1]: no wm.crossover has axis = 'd' and over = { n = ... }"},
        {"figures = { { id = 'a', y = 'solve' } }", "figures[1]: 'x' is missing"},
        {"figures = { { id = 'a', x = 'n' } }", "figures[1]: 'y' is missing"},
        {"figures = { { id = 'a/b', x = 'n', y = 'solve' } }",
         "figures[1].id: 'a/b' becomes a file name: use letters, digits, '_', '-' and '.'"},
        {"figures = { { id = 'a', x = 'n', y = 'solve' }, { id = 'a', x = 'n', y = 'solve' } }",
         "figures[2]: 'a' is there already, at figures[1]"},
        {"figures = { { id = 'a', x = 'n', y = 'slove' } }",
         "figures[1].y: unknown field 'slove', did you mean 'solve'?"},
        {"figures = { { id = 'a', x = 'densty', y = 'solve' } }",
         "figures[1].x: unknown field 'densty', did you mean 'density'?"},
        {"figures = { { id = 'a', x = 'n', y = 'solve', by = 'varaint' } }",
         "figures[1].by: unknown field 'varaint', did you mean 'variant'?"},
        {"figures = { { id = 'a', x = 'n', y = 'solve', facet = 'plaec' } }",
         "figures[1].facet: unknown field 'plaec', did you mean 'place'?"},
        {"figures = { { id = 'a', x = 'n', y = 'solve', kind = 'line' } }",
         "figures[1].kind: unknown value 'line', did you mean 'lines'?"},
        {"figures = { { id = 'a', x = 'n', y = 'solve', log = 'yx' } }",
         "figures[1].log: unknown value 'yx', did you mean 'x'?"},
        {"figures = { { id = 'a', x = 'n', y = 'solve', log = true } }",
         "figures[1].log: one of , x, y, xy is expected, not true"},
        {"figures = { { id = 'a', x = 'n', y = 'solve', where = 'plac=seq' } }",
         "figures[1].where: unknown field 'plac', did you mean 'place'?"},
        {"figures = { { id = 'a', x = 'n', y = 'solve', where = 'seq' } }",
         "figures[1].where: field=pattern,field=pattern is expected, not 'seq'"},
        {"tables = { { id = 'a', rows = 'n', column = 'place' } }",
         "tables[1]: unknown key 'column', did you mean 'columns'?"},
        {"tables = { { id = 'a' } }", "tables[1]: 'rows' is missing"},
        {"tables = { { id = 'a', rows = 'n,densty' } }",
         "tables[1].rows: unknown field 'densty', did you mean 'density'?"},
        {"tables = { { id = 'a', rows = 'n', columns = 'plaec' } }",
         "tables[1].columns: unknown field 'plaec', did you mean 'place'?"},
        {"tables = { { id = 'a', rows = 'n', value = 'slove' } }",
         "tables[1].value: unknown field 'slove', did you mean 'solve'?"},
        {"tables = { { id = 'a', rows = 'n', where = 'place=seq,x' } }",
         "tables[1].where: field=pattern,field=pattern is expected, not 'place=seq,x'"},
        {"tables = { { id = 'a', rows = 'n' }, { id = 'a', rows = 'n' } }",
         "tables[2]: 'a' is there already, at tables[1]"},
    };
    char script[512], expected[512];
    for (size_t i = 0; i < COUNT(cases); i++) {
        snprintf(script, sizeof script, BASE "%s }", cases[i][0]);
        snprintf(expected, sizeof expected, "1: %s", cases[i][1]);
        assert_rejected(script, expected);
    }
}

/* Most of what wm.crossover needs. */
#define SEARCH "id = 'c', a = 'a', b = 'b', axis = 'n', source = 'g:n={n}'"

/* Calls of the module's functions, each on line 2. */
static void wrong_calls(void **state)
{
    static const char *const cases[][2] = {
        {"wm.logspce(1, 2, 3)", "the warpmark module has no 'logspce', did you mean 'logspace'?"},
        {"wm.logspace(0, 1, 3)",
         "wm.logspace: lowest value: a number above zero is expected, not 0"},
        {"wm.logspace(1, 1, 3)", "wm.logspace: the lowest value comes first, below the highest"},
        {"wm.logspace(1, 'a', 3)", "wm.logspace: highest value: a number is expected, not 'a'"},
        {"wm.logspace(1, 2, 1)",
         "wm.logspace: count: a whole number from 2 to 1000000 is expected, not 1"},
        {"wm.linspace({}, 2, 3)", "wm.linspace: lowest value: a number is expected, not a table"},
        {"wm.linspace(1, 2)",
         "wm.linspace: count: a whole number from 2 to 1000000 is expected, not nothing"},
        {"wm.pow2(-1, 3)",
         "wm.pow2: first exponent: a whole number from 0 to 62 is expected, not -1"},
        {"wm.pow2(3, 2)", "wm.pow2: last exponent: a whole number from 3 to 62 is expected, not 2"},
        {"wm.seeds(0)", "wm.seeds: count: a whole number from 1 to 1000000 is expected, not 0"},
        {"wm.seeds(3, -1)",
         "wm.seeds: first: a whole number from 0 to 4503599627370496 is expected, not -1"},
        {"wm.grid()", "wm.grid: a table is expected, not nothing"},
        {"wm.grid { n = { 1 } }", "wm.grid: [1], the generator: a text is expected, not nothing"},
        {"wm.grid { 'g', 'h' }", "wm.grid: '2' cannot be the name of an axis"},
        {"wm.grid { 'g', ['a b'] = 1 }", "wm.grid: 'a b' cannot be the name of an axis"},
        {"wm.grid { 'g', label = 'l' }", "wm.grid: 'label' cannot be the name of an axis"},
        {"wm.grid { 'g', n = {} }", "wm.grid: n: the list is empty"},
        {"wm.grid { 'g', n = true }", "wm.grid: n[1]: a number or a text is expected, not true"},
        {"wm.grid { 'g', n = { 1, 'a,b' } }",
         "wm.grid: n[2]: 'a,b' cannot stand in a source; several values are a list, { 1, 2 }"},
        {"wm.grid { 'g', n = 1/0 }", "wm.grid: n[1]: a number or a text is expected, not inf"},
        {"wm.grid { 'g', n = { 1 }, order = { 'm' } }",
         "wm.grid: order[1]: the grid has no 'm', did you mean 'n'?"},
        {"wm.grid { 'g', n = { 1 }, order = { 'n', 'n' } }",
         "wm.grid: order[2]: 'n' is there twice"},
        {"wm.grid { 'g', n = { 1 }, order = 'n' }",
         "wm.grid: order: a list, { 'n' }, is expected, not 'n'"},
        {"wm.grid { 'g', a = wm.seeds(2000), b = wm.seeds(2000) }",
         "wm.grid: more than 1000000 problems"},
        {"wm.crossover { id = 'c' }", "wm.crossover: 'a' is missing"},
        {"wm.crossover { id = 'c', log = true }",
         "wm.crossover: unknown key 'log' (known: a, axis, b, from, id, over, points, seeds, "
         "source, start, to, whole, within)"},
        {"wm.crossover { " SEARCH ", from = 1, to = 2, seeds = 0 }",
         "wm.crossover.seeds: a whole number from 1 to 1000000 is expected, not 0"},
        {"wm.crossover { " SEARCH ", from = 1, to = 2, over = 3 }",
         "wm.crossover.over: a table such as { n = { 100, 200 } } is expected, not 3"},
        {"wm.crossover { " SEARCH ", from = 1, to = 2, over = {} }",
         "wm.crossover.over: one name and its values are expected, such as { n = { 100, 200 } }, "
         "not an empty table"},
        {"wm.crossover { " SEARCH ", from = 1, to = 2, over = { k = { 1 }, m = { 2 } } }",
         "wm.crossover.over: one name and its values are expected, such as { n = { 100, 200 } }, "
         "not 2 names"},
        {"wm.crossover { " SEARCH ", from = 1, to = 2, over = { 100 } }",
         "wm.crossover.over: '1' cannot be the name of an axis"},
        {"wm.crossover { " SEARCH ", from = 1, to = 2, over = { label = { 1 } } }",
         "wm.crossover.over: 'label' cannot be the name of an axis"},
        {"wm.crossover { " SEARCH ", from = 1, to = 2, over = { seed = { 1 } } }",
         "wm.crossover.over: seeds have a key of their own: seeds = { 1, 2 }"},
        {"wm.crossover { " SEARCH ", from = 1, to = 2, over = { n = { 1 } } }",
         "wm.crossover: over: 'n' is the axis of each search already"},
        {"wm.crossover { " SEARCH ", from = 1, to = 2, over = { m = 5 } }",
         "wm.crossover.over.m: a list is expected, not 5"},
        {"wm.crossover { " SEARCH ", from = 1, to = 2, over = { m = {} } }",
         "wm.crossover.over.m: the list is empty"},
        {"wm.crossover { " SEARCH ", from = 1, to = 2, over = { m = { 1, 'x' } } }",
         "wm.crossover.over.m[2]: a number is expected, not 'x'"},
        {"wm.crossover { " SEARCH ", from = 1, to = 2, over = { m = { 1/0 } } }",
         "wm.crossover.over.m[1]: a number is expected, not inf"},
        {"wm.crossover { " SEARCH ", from = 1, to = 2, over = { m = { 1 } } }",
         "wm.crossover: source: '{m}' is missing, where the value belongs"},
        {"wm.crossover { " SEARCH ", from = 1, to = 2, seeds = 3 }",
         "wm.crossover: source: '{seed}' is missing, where the value belongs"},
        {"wm.crossover { id = 'c', a = 'a', b = 'b', axis = 'n', source = 'g:n={n},s={seed}', "
         "from = 1, to = 2 }",
         "wm.crossover: source: the axis is 'n', so that '{seed}' cannot be filled in; say seeds = "
         "6"},
        {"wm.crossover { id = 'c', a = 'a', b = 'b', axis = 'seed', source = 'g:s={seed}', from = "
         "1, to = 2, seeds = 2 }",
         "wm.crossover: the axis is 'seed', and seeds are those of each search"},
        {"wm.crossover { " SEARCH ", form = 1, to = 2 }",
         "wm.crossover: unknown key 'form', did you mean 'from'?"},
        {"wm.crossover { " SEARCH ", from = 0, to = 2 }",
         "wm.crossover.from: a number above zero is expected, not 0"},
        {"wm.crossover { " SEARCH ", from = 2, to = 2 }",
         "wm.crossover: from (2) comes first, below to (2)"},
        {"wm.crossover { " SEARCH ", from = 1, to = 2, start = 9, points = 8 }",
         "wm.crossover: start (9) is more than points (8)"},
        {"wm.crossover { " SEARCH ", from = 1, to = 2.5, whole = true }",
         "wm.crossover: to: a whole number is expected, not 2.5"},
        {"wm.crossover { " SEARCH ", from = 1, to = 2, whole = 1 }",
         "wm.crossover.whole: true or false is expected, not 1"},
        {"wm.crossover { " SEARCH ", from = 1, to = 2, within = 0 }",
         "wm.crossover.within: a share such as \"2%\" or 0.02 is expected, not 0"},
        {"wm.crossover { id = 'c', a = 'a', b = 'b', axis = 'n', source = 'g:m={m}', from = 1, to "
         "= 2 }",
         "wm.crossover: source: the axis is 'n', so that '{m}' cannot be filled in"},
        {"wm.crossover { id = 'c', a = 'a', b = 'b', axis = 'n', source = 'g:n=1', from = 1, to = "
         "2 }",
         "wm.crossover: source: '{n}' is missing, where the value belongs"},
        {"wm.crossover { id = 'c', a = 'a', b = 'b', axis = 'a b', source = 'g:n={n}', from = 1, "
         "to = 2 }",
         "wm.crossover: axis: 'a b' cannot be the name of an axis"},
        {"wm.crossover { id = 'c', a = 'a', b = 'a', axis = 'n', source = 'g:n={n}', from = 1, to "
         "= 2 }",
         "wm.crossover: a and b are both 'a'"},
        {"wm.options()", "wm.options: the options: a table is expected, not nothing"},
        {"wm.options({}, 3)", "wm.options: the quick options: a table is expected, not 3"},
        {"wm.options { 3 }", "wm.options: '1' cannot be typed as key=value"},
        {"wm.options { ['a b'] = 3 }", "wm.options: 'a b' cannot be typed as key=value"},
        {"wm.options { a = print }",
         "option a: an option is a number, true, false, a text, or a list of one of these"},
        {"wm.options { a = {} }", "option a: the list is empty"},
        {"wm.options { a = { 1, 'b' } }", "option a[2]: a whole number is expected, not 'b'"},
        {"wm.options { a = 1/0 }", "option a: a number is expected, not inf"},
        {"wm.options({ points = 3 }, { pionts = 3 })",
         "wm.options: unknown option 'pionts' in the quick table, did you mean 'points'?"},
        {"wm.options({ points = 3 }, { points = 'a' })",
         "quick option points: a whole number is expected, not 'a'"},
        {"wm.options({ points = 3 }, { points = { 3 } })",
         "quick option points: a whole number is expected, not a table"},
        {"local o = wm.options { points = 3 } o.pionts = o.pionts",
         "unknown option 'pionts', did you mean 'points'?"},
        {"wm.options {} wm.options {}",
         "wm.options: call it once, with every option of the script"},
    };
    char script[512], expected[512];
    for (size_t i = 0; i < COUNT(cases); i++) {
        snprintf(script, sizeof script, WM "\n%s\nreturn 1", cases[i][0]);
        snprintf(expected, sizeof expected, "2: %s", cases[i][1]);
        assert_rejected(script, expected);
    }
}

static void wrong_scripts(void **state)
{
    static const char *const cases[][2] = {
        {"return 3", "1: a script ends with `return wm.experiment{...}`, but this one returned 3"},
        {"local x = 1",
         "1: a script ends with `return wm.experiment{...}`, but this one returned nothing"},
        {WM "return wm.experiment",
         "1: a script ends with `return wm.experiment{...}`, but this one returned a function"},
        {"return {}",
         "1: a script ends with `return wm.experiment{...}`, but this one returned a table"},
        {"", "1: a script ends with `return wm.experiment{...}`, but this one returned nothing"},
        {"\nreturn }", "2: unexpected symbol near '}'"},
        {"\n\nlocal a = nil + 1", "3: attempt to perform arithmetic on a nil value"},
        {"error('two\\n\\tlines')", "1: two lines"},
        {"error('bare', 0)", "1: bare"},
        {"\nerror({})", "2: the script raised a table as an error"},
        {"\nerror()", "2: the script raised a nil as an error"},
        {"os.exit(3)", "1: attempt to call a nil value (field 'exit'): a script ends by return"},
        {"os.execute('true')",
         "1: attempt to call a nil value (field 'execute'): a script starts no programs"},
        {"io.popen('true')",
         "1: attempt to call a nil value (field 'popen'): a script starts no programs"},
        {"package.loadlib('x', 'y')", "1: attempt to call a nil value (field 'loadlib')"},
        {"debug.sethook()", "1: attempt to index a nil value (global 'debug')"},
        {"local n = table.getn({})", "1: attempt to call a nil value (field 'getn'): write #list"},
        {"unpack({})", "1: attempt to call a nil value (global 'unpack'): write table.unpack"},
        {"return wm.experiment {}", "1: attempt to index a nil value (global 'wm'): begin the "
                                    "script with local wm = require \"warpmark\""},
        {"local x\nif x != 1 then end", "2: 'then' expected near '!': not equal is written ~="},
        {"require 'warpmrk'", "1: module 'warpmrk' not found, did you mean 'warpmark'?"},
        {"string.rep()", "1: bad argument #1 to 'rep' (string expected, got no value)"},
        {"return string.rep()", "1: bad argument #1 to 'rep' (string expected, got no value)"},
    };
    static const char *const others[] = {"\x1bLua", "local function f() return 1 + f() end f()",
                                         "coroutine.yield()"};
    struct experiment e;
    for (size_t i = 0; i < COUNT(cases); i++) assert_rejected(cases[i][0], cases[i][1]);
    for (size_t i = 0; i < COUNT(others); i++) {
        assert_int_equal(load_with(others[i], false, 0, NULL, &e), ERROR_INPUT);
        assert_non_null(strstr(fail_message(), "s.lua"));
        assert_null(strchr(fail_message(), '\n'));
    }
}

/* Scripts that do not end, whatever they catch, and those that take all memory. */
static void endless_scripts(void **state)
{
    script_limit(0.2, 0);
    assert_rejected("\nwhile true do end",
                    "2: the script ran for more than 0.2 s of CPU time: does a loop not end?");
    assert_rejected("while true do\npcall(function()\nwhile true do end\nend)\nend",
                    "3: the script ran for more than 0.2 s of CPU time: does a loop not end?");
    assert_rejected("\ncoroutine.wrap(function() while true do end end)()",
                    "2: the script ran for more than 0.2 s of CPU time: does a loop not end?");
    script_limit(0, 1 << 24);
    assert_rejected("local t = {}\nfor i = 1, 1e9 do t[i] = ('x'):rep(1e6) .. i end",
                    "2: the script takes more than 16.8 MB of memory");
    assert_rejected("\nlocal s = ('x'):rep(1e9)",
                    "2: the script takes more than 16.8 MB of memory");
    script_limit(0, 0);
}

static void unreadable_scripts(void **state)
{
    struct experiment e;
    struct script_request request = {.path = scratch_path("none.lua")};
    assert_int_equal(script_load(&request, &e), ERROR_IO);
    assert_non_null(strstr(fail_message(), "none.lua: No such file"));
    request.path = scratch_folder;
    assert_int_equal(script_load(&request, &e), ERROR_IO);
    assert_non_null(strstr(fail_message(), scratch_folder));
    scratch_write_bytes("zero.lua", "return\0 1", 9);
    request.path = scratch_path("zero.lua");
    assert_int_equal(script_load(&request, &e), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "zero.lua is not a Lua script"));
    assert_memory_equal(&e, &zeroed, sizeof e);
}

/* A long call: the line is where wm.experiment stands, tail call or not, also in a coroutine. */
static void lines_of_calls(void **state)
{
    assert_rejected(WM "\n\nreturn wm.experiment {\n name = 'x',\n nmae = 'y',\n}",
                    "3: wm.experiment: unknown key 'nmae', did you mean 'name'?");
    assert_rejected(WM "\nlocal e = wm.experiment {\n nmae = 'y',\n}\nreturn e",
                    "2: wm.experiment: unknown key 'nmae', did you mean 'name'?");
    assert_rejected(WM "\nerror(select(2, coroutine.resume(coroutine.create(function()\n return "
                       "wm.seeds(0)\nend))), 0)",
                    "3: wm.seeds: count: a whole number from 1 to 1000000 is expected, not 0");
}

/* While memory runs out, either the mistake is reported, or the lack of memory. */
static void wrong_claims(void **state)
{
    static const struct {
        const char *script, *expected;
    } list[] = {
        {BASE "claims = { { id = 'A', test = print } } }", "1: claims[1]: 'text' is missing"},
        {BASE "claims = { { id = 'A', text = 'x', test = 1 } } }",
         "1: claims[1].test: a function is expected, not 1"},
        {BASE "claims = { { id = 'A', text = 'x', tset = print } } }",
         "1: claims[1]: unknown key 'tset', did you mean 'test'?"},
        {BASE "claims = { { id = 'A', text = 'x', test = print }, { id = 'A', text = 'y', test = "
              "print } } }",
         "1: claims[2]: 'A' is there already, at claims[1]"},
        {BASE "tables = { { id = 't', build = 1 } } }",
         "1: tables[1].build: a function is expected, not 1"},
        {BASE "tables = { { id = 't', build = print, rows = 'n' } } }",
         "1: tables[1]: unknown key 'rows' (known: build, id, title)"},
        {BASE "figures = { { id = 'f', build = print, x = 'n' } } }",
         "1: figures[1]: unknown key 'x' (known: build, id, title)"},
        {BASE "figures = { { id = 'f', kind = 'structure', problems = { 'random_dd:n=4' } } } }",
         "1: figures[1].problems[1]: no problem is called 'random_dd:n=4', did you mean "
         "'random_dd:n=3'?"},
        {BASE "figures = { { id = 'f', kind = 'structure', orders = 'native,bsf' } } }",
         "1: figures[1].orders: unknown order 'bsf', did you mean 'bfs'?"},
    };
    scratch_write("s.csv", "a\n1\n");
    assert_int_equal(chdir(scratch_folder), 0);
    for (size_t k = 0; k < COUNT(list); k++) {
        struct experiment e;
        assert_int_equal(load_with(list[k].script, false, 0, NULL, &e), ERROR_INPUT);
        assert_message(list[k].script, list[k].expected);
        assert_memory_equal(&e, &zeroed, sizeof e);
    }
}

/* For a mistake in a data file, the message has the line of the file; otherwise that of the script.
 */
static void wrong_data_files(void **state)
{
    static const struct {
        const char *csv, *expected;
    } list[] = {
        {"", "s.lua:1: wm.csv: FOLDER/d.csv is empty"},
        {"a,b\n1,2\n\n3\n", "d.csv:4: 1 cells where the first line has 2"},
        {"a,b\n1,2,3\n", "d.csv:2: 3 cells where the first line has 2"},
        {"a,a\n", "d.csv:1: two columns are called 'a'"},
        {"a,\n", "d.csv:1: a column has no name"},
        {"a\n\"x\n", "d.csv:2: a cell begins with \" and does not end with one"},
        {"a\n\"x\"y\n", "d.csv:2: a comma is expected behind \"x\""},
        {"nmae\n1\n", "s.lua:1: FOLDER/d.csv has no column 'name', did you mean 'nmae'?"},
    };
    struct experiment e;
    for (size_t k = 0; k < COUNT(list); k++) {
        scratch_write("d.csv", list[k].csv);
        assert_int_equal(load_with(WM "local x = wm.csv('d.csv')[1].name", false, 0, NULL, &e),
                         ERROR_INPUT);
        char expected[1600], *folder = strstr(list[k].expected, "FOLDER");
        int before = folder ? (int)(folder - list[k].expected) : (int)strlen(list[k].expected);
        snprintf(expected, sizeof expected, "%s/%.*s%s%s", scratch_folder, before, list[k].expected,
                 folder ? scratch_folder : "", folder ? folder + strlen("FOLDER") : "");
        assert_string_equal(fail_message(), expected);
    }
    assert_int_equal(load_with(WM "wm.csv 'none.csv'", false, 0, NULL, &e), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "none.csv: No such file"));
    assert_int_equal(load_with(WM "wm.csv(1)", false, 0, NULL, &e), ERROR_INPUT);
    assert_message("wm.csv(1)", "1: wm.csv: a text is expected, not 1");
    char *large = malloc((1 << 20) + 2);
    memset(large, 'a', (1 << 20) + 1);
    large[(1 << 20) + 1] = '\0';
    scratch_write("large.csv", large);
    free(large);
    assert_int_equal(load_with(WM "wm.csv 'large.csv'", false, 0, NULL, &e), ERROR_INPUT);
    assert_non_null(
        strstr(fail_message(), "large.csv is too large: a text has at most 1048576 bytes"));
}

static void every_allocation_fails_on_errors(void **state)
{
    struct experiment e;
    bool reported = false;
    for (long k = 0; !reported; k++) {
        memory_fail_after(k);
        enum status status = load_with(BASE "nmae = 'y' }", false, 0, NULL, &e);
        memory_fail_after(-1);
        assert_true(status == ERROR_HOST_MEMORY || status == ERROR_INPUT);
        assert_memory_equal(&e, &zeroed, sizeof e);
        reported = status == ERROR_INPUT;
    }
    assert_message("nmae", "1: wm.experiment: unknown key 'nmae', did you mean 'name'?");
}

/* Replaces all that a script could think our checks are made of. */
#define SPOIL                                                                                   \
    "local wm, nothing, getmetatable = require 'warpmark', function() end, getmetatable "       \
    "for _, lib in next, { string, table, math, utf8, coroutine } do for name in next, lib do " \
    "lib[name] = "                                                                              \
    "nothing end end for name, value in next, _G do if value == require or name == '_G' then "  \
    "else _G[name] = "                                                                          \
    "nothing end end "

/* A script cannot change the checks by changing its globals. */
static void changed_globals(void **state)
{
#define REST "name = 'x', problems = { 'random_dd:n=3' }, variants = { 'a/b/c/d' } }"
    static const char *const cases[][2] = {
        {"return wm.experiment { measure = { cache = 'zzz' }, " REST,
         "1: measure.cache: unknown value 'zzz' (known: hot, cold)"},
        {"return wm.experiment { solve = { epsilon = 'x' }, " REST,
         "1: solve.epsilon: a number above zero is expected, not 'x'"},
        {"return wm.experiment { expect = { 'zzz' }, " REST, NULL},
        {"return wm.experiment { figures = { { id = 'f', kind = 'structure', orders = 'zz' } "
         "}, " REST,
         NULL},
        {"return wm.experiment { tables = { { id = 't' } }, " REST,
         "1: tables[1]: 'rows' is missing"},
        {"return {}",
         "1: a script ends with `return wm.experiment{...}`, but this one returned a table"},
    };
    for (size_t k = 0; k < COUNT(cases); k++) {
        char script[1000];
        struct experiment e;
        snprintf(script, sizeof script, SPOIL "%s", cases[k][0]);
        enum status status = load_with(script, false, 0, NULL, &e);
        if (status != ERROR_INPUT)
            fail_msg("%s: %s", cases[k][0], status == OK ? "accepted" : fail_message());
        if (cases[k][1]) assert_message(script, cases[k][1]);
    }
}

/* No metatable that a script can get at is one that our checks use. */
static void locked_metatables(void **state)
{
    struct experiment e;
    load("local wm = require 'warpmark' assert(getmetatable('') == false) assert(getmetatable(wm) "
         "== false)\n"
         "string.upper = nil assert(('x'):upper() == 'X') assert(require 'string' == string)\n"
         "local shy = setmetatable({ 'a/b/c/d' }, { __pairs = error, __len = error, __index = "
         "error })\n"
         "return wm.experiment { name = 'x', problems = { 'random_dd:n=3' }, variants = shy }",
         &e);
    assert_int_equal(e.nvariants, 1);
    experiment_free(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_overrides),
        cmocka_unit_test(wrong_experiments),
        cmocka_unit_test(wrong_figures_and_tables),
        cmocka_unit_test(wrong_calls),
        cmocka_unit_test(wrong_scripts),
        cmocka_unit_test(endless_scripts),
        cmocka_unit_test(unreadable_scripts),
        cmocka_unit_test(lines_of_calls),
        cmocka_unit_test(wrong_claims),
        cmocka_unit_test(wrong_data_files),
        cmocka_unit_test(changed_globals),
        cmocka_unit_test(locked_metatables),
        cmocka_unit_test(every_allocation_fails_on_errors),
    };
    return cmocka_run_group_tests_name("script_errors", tests, scratch_create, scratch_remove);
}
