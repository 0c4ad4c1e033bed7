/* Experiment scripts: allowed content, results, and lack of memory. For mistakes see
 * test_script_errors.c. */
#include <fcntl.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/random.h"
#include "store/fields.h"
#include "tests/support/cmocka.h"
#include "tests/support/results/scripts.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

static void defaults(void **state)
{
    struct experiment e;
    load(BASE "}", &e);
    assert_string_equal(e.name, "x");
    assert_string_equal(e.title, "x");
    assert_string_equal(e.path, scratch_path("s.lua"));
    assert_string_equal(e.script, BASE "}");
    assert_string_equal(e.options, "");
    assert_false(e.quick);
    assert_int_equal(e.nproblems, 1);
    assert_string_equal(e.problems[0].source, "random_dd:n=3");
    assert_string_equal(e.problems[0].label, "random_dd:n=3");
    assert_int_equal(e.problems[0].naxes, 0);
    assert_int_equal(e.nvariants, 1);
    assert_string_equal(e.variants[0], "a/b/c/d");
    assert_int_equal(e.nfigures + e.ntables + e.nexpected, 0);
    assert_int_equal(e.settings.criterion, default_settings.criterion);
    assert_true(e.settings.epsilon == default_settings.epsilon);
    assert_int_equal(e.settings.max_iterations, default_settings.max_iterations);
    assert_int_equal(e.settings.warmup, default_settings.warmup);
    assert_int_equal(e.settings.min_samples, default_settings.min_samples);
    assert_int_equal(e.settings.max_samples, default_settings.max_samples);
    assert_true(e.settings.max_ci == default_settings.max_ci);
    assert_true(e.settings.max_time == default_settings.max_time);
    assert_true(e.settings.timeout == default_settings.timeout);
    assert_true(isnan(e.settings.width) && e.settings.processes == 1);
    assert_true(isnan(e.settings.require) && e.settings.prove == 1e-9);
    assert_true(isnan(e.settings.prove_time));
    assert_int_equal(e.settings.cache, CACHE_HOT);
    assert_int_equal(e.settings.throttle, THROTTLE_HEAT);
    assert_int_equal(e.settings.throttle_retries, default_settings.throttle_retries);
    experiment_free(&e);
    assert_memory_equal(&e, &zeroed, sizeof e);
    experiment_free(&e);
}

/* The first points of a search are problems, with the value as one axis and the search as another;
 * whole numbers do not repeat. A source that is a file is found from the script's folder. */
static void searches(void **state)
{
    struct experiment e;
    load(WM "return wm.experiment { name = 'x', variants = { 'a', 'b' }, problems = { 'identity', "
            "wm.crossover { id = 'c',"
            " a = 'a', b = 'b', axis = 'n', source = './m.tra:n={n},k={n}', from = 2, to = 5, "
            "whole = true, start = 6,"
            " points = 9, within = '10%' }, wm.crossover { id = 'd', a = 'b', b = 'a', axis = "
            "'density',"
            " source = 'random_dd:density={density}', from = 1e-4, to = 1e-2, start = 3 } },"
            " figures = { { id = 'f', x = 'density', y = 'solve', facet = 'crossover' } } }",
         &e);
    assert_int_equal(e.ncrossovers, 2);
    const struct crossover *c = e.crossovers;
    assert_string_equal(c->id, "c");
    assert_string_equal(c->a, "a");
    assert_string_equal(c->b, "b");
    assert_string_equal(c->axis, "n");
    assert_string_equal(c->source, scratch_path("./m.tra:n={n},k={n}"));
    assert_true(c->from == 2 && c->to == 5 && c->whole && c->points == 9 && c->within == 0.1);
    assert_string_equal(c[1].source, "random_dd:density={density}");
    assert_true(!c[1].whole && c[1].points == 15 && c[1].within == 0.05);
    static const char *const labels[] = {"identity",        "c n=2",         "c n=3",
                                         "c n=4",           "c n=5",         "d density=0.0001",
                                         "d density=0.001", "d density=0.01"};
    assert_int_equal(e.nproblems, COUNT(labels));
    for (size_t k = 0; k < COUNT(labels); k++) assert_string_equal(e.problems[k].label, labels[k]);
    const struct experiment_problem *p = &e.problems[2];
    assert_string_equal(p->source, scratch_path("./m.tra:n=3,k=3"));
    assert_int_equal(p->naxes, 2);
    assert_string_equal(p->axes[0].name, "n");
    assert_true(p->axes[0].number == 3);
    assert_string_equal(p->axes[1].name, "crossover");
    assert_string_equal(p->axes[1].text, "c");
    assert_string_equal(c->study, "c");
    assert_true(!c->over && isnan(c->over_value) && isnan(c->seed));
    experiment_free(&e);
}

/* One for each value of the second axis and each seed, values first. */
static void searches_over_an_axis(void **state)
{
    struct experiment e;
    load(WM "return wm.experiment { name = 'x', variants = { 'a', 'b' }, problems = { wm.crossover "
            "{ id = 'd', a = 'a', b = 'b', axis = 'density', source = "
            "'random_dd:n={n},density={density},seed={seed}', from = 1e-4, to = 1e-2, start = 2, "
            "over = { n = { 100, 1e3 } }, seeds = { 7, 9 } } }, tables = { { id = 't', rows = "
            "'n,density' } } }",
         &e);
    static const char *const ids[] = {"d.n100.seed7", "d.n100.seed9", "d.n1000.seed7",
                                      "d.n1000.seed9"};
    assert_int_equal(e.ncrossovers, COUNT(ids));
    for (size_t k = 0; k < COUNT(ids); k++) {
        const struct crossover *c = &e.crossovers[k];
        assert_string_equal(c->id, ids[k]);
        assert_string_equal(c->study, "d");
        assert_string_equal(c->over, "n");
        assert_true(c->over_value == (k < 2 ? 100 : 1000) && c->seed == (k % 2 ? 9 : 7));
    }
    assert_string_equal(e.crossovers[2].source, "random_dd:n=1000,density={density},seed=7");
    assert_int_equal(e.nproblems, 8);
    const struct experiment_problem *p = &e.problems[4];
    assert_string_equal(p->source, "random_dd:n=1000,density=0.0001,seed=7");
    assert_int_equal(p->naxes, 3);
    assert_string_equal(p->axes[2].name, "n");
    assert_true(p->axes[2].number == 1000);
    experiment_free(&e);
}

static const char everything[] =
    "#!/usr/bin/env warpmark\n" WM "\n"
    "local o = wm.options({ n = { 10, 20 }, d = 0.5, on = true, word = 'a b' }, { n = { 3 } })\n"
    "return wm.experiment {\n"
    "  name = 'all-of_it.1', title = 'All of it', variants = { 'a', 'b/{c,d}' },\n"
    "  problems = { wm.grid { 'random_dd', n = o.n, density = { 0.1 }, shape = { 'band' }, seed = "
    "7 },\n"
    "               { 'identity:n=4', { source = '../d/m.tra:goal=g', label = 'L', size = 2, kind "
    "= 'real' } } },\n"
    "  solve = { epsilon = 1e-10, criterion = 'absolute', max_iterations = 10000 },\n"
    "  measure = { warmup = 0, min_samples = 5, max_samples = 7, max_ci = '2.5%', max_time = "
    "'250ms', timeout = '2m', width = '1.5%' "
    "},\n"
    "  figures = { { id = 'f', x = 'density', y = 'solve', facet = 'size', log = 'xy', kind = "
    "'bars', by = 'place',\n"
    "                title = 'F', where = 'n=1*, variant=jacobi[a=1,b=2]*' }, { id = 'g', x = 'n', "
    "y = 'solve' } },\n"
    "  tables = { { id = 'f', rows = 'n , problem', columns = 'shape', value = 'iterations', where "
    "= 'status=ok' },\n"
    "             { id = 'g', rows = 'n' } },\n"
    "  expect = { 'not_converged', 'diverged' },\n"
    "}\n";

static void every_key(void **state)
{
    struct experiment e;
    load(everything, &e);
    assert_string_equal(e.name, "all-of_it.1");
    assert_string_equal(e.title, "All of it");
    assert_string_equal(e.options, "d=0.5\nn=10,20\non=true\nword=a b\n");
    assert_string_equal(e.variants[1], "b/{c,d}");
    assert_int_equal(e.settings.criterion, ABSOLUTE);
    assert_true(e.settings.epsilon == 1e-10 && e.settings.max_ci == 0.025 &&
                e.settings.max_time == 0.25);
    assert_true(e.settings.timeout == 120);
    assert_true(e.settings.width == 0.015 && e.settings.processes == 30);
    assert_int_equal(e.settings.max_iterations, 10000);
    assert_int_equal(e.settings.warmup, 0);
    assert_int_equal(e.settings.min_samples, 5);
    assert_int_equal(e.settings.max_samples, 7);
    assert_int_equal(e.nexpected, 2);
    assert_string_equal(e.expected[1], "diverged");
    experiment_free(&e);
}

static void assert_dominance(const char *word, const char *axis, double seconds)
{
    struct experiment e;
    const char script[] = WM "return wm.experiment { name = 'x', variants = { 'a/b/c/d' }, "
                             "problems = wm.grid { 'random_dd', n = { 3, 4 } }, "
                             "measure = { skip_dominated = { axis = 'n', budget = '10s' } } }";
    enum status status = load_with(script, false, word ? 1 : 0, &word, &e);
    if (status != OK) fail_msg("%s", fail_message());
    if (axis) assert_string_equal(e.skip_axis, axis);
    else assert_null(e.skip_axis);
    if (axis) assert_true(e.skip_budget == seconds);
    experiment_free(&e);
}

/* Settings of proofs, and of the required error. */
static void proofs(void **state)
{
    static const struct {
        const char *solve, *word;
        double require, prove, seconds;
    } cases[] = {
        {"require = 1e-5", NULL, 1e-5, 1e-9, NAN},
        {"require = 1e-5", "require=none", NAN, 1e-9, NAN},
        {"require = 1e-5", "require=1e-3", 1e-3, 1e-9, NAN},
        {"require = false, prove_time = '2m'", NULL, NAN, 1e-9, 120},
        {"prove_time = '2m'", "prove_time=auto", NAN, 1e-9, NAN},
        {"prove = false", NULL, NAN, 0, NAN},
        {"prove = false", "prove=1e-7", NAN, 1e-7, NAN},
        {"prove = 1e-4", "prove=false", NAN, 0, NAN},
        {"prove = 1e-4", "prove=0", NAN, 0, NAN},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct experiment e;
        char script[512];
        snprintf(script, sizeof script, "%ssolve = { %s } }", BASE, cases[k].solve);
        const char *words[] = {cases[k].word};
        assert_int_equal(load_with(script, false, cases[k].word != NULL, words, &e), OK);
        const double wanted = cases[k].require, require = e.settings.require;
        assert_true(require == wanted || (isnan(require) && isnan(wanted)));
        assert_true(e.settings.prove == cases[k].prove);
        assert_true(e.settings.prove_time == cases[k].seconds ||
                    (isnan(e.settings.prove_time) && isnan(cases[k].seconds)));
        experiment_free(&e);
    }
}

static void long_solves(void **state)
{
    struct experiment e;
    load(BASE "}", &e);
    assert_true(e.settings.iterations == 0 && e.settings.count_iterations && !e.skip_axis);
    experiment_free(&e);
    load(BASE "measure = { iterations = 100, count_iterations = false } }", &e);
    assert_true(e.settings.iterations == 100 && !e.settings.count_iterations);
    experiment_free(&e);
    load(BASE "measure = { iterations = 100, whole = { 'a/*/f64/seq', 'b' } } }", &e);
    assert_int_equal(e.nwhole, 2);
    assert_string_equal(e.whole[0], "a/*/f64/seq");
    assert_string_equal(e.whole[1], "b");
    experiment_free(&e);
    const char *words[] = {"count_iterations=false", "iterations=7"};
    assert_int_equal(load_with(BASE "measure = { count_iterations = true } }", false, 2, words, &e),
                     OK);
    assert_true(e.settings.iterations == 7 && !e.settings.count_iterations);
    experiment_free(&e);
    assert_dominance(NULL, "n", 10);
    assert_dominance("skip_dominated=n:5ms", "n", 0.005);
    assert_dominance("skip_dominated=n:2.5", "n", 2.5);
    assert_dominance("skip_dominated=none", NULL, 0);
}

static void problems(void **state)
{
    struct experiment e;
    char file[1100];
    load(everything, &e);
    assert_int_equal(e.nproblems, 4);
    assert_string_equal(e.problems[1].source, "random_dd:density=0.1,n=20,seed=7,shape=band");
    const struct axis_value *axes = e.problems[1].axes;
    assert_int_equal(e.problems[1].naxes, 3);
    assert_string_equal(axes[0].name, "density");
    assert_true(axes[0].number == 0.1 && axes[1].number == 20 && isnan(axes[2].number));
    assert_null(axes[1].text);
    assert_string_equal(axes[2].text, "band");
    assert_string_equal(e.problems[2].source, "identity:n=4");
    snprintf(file, sizeof file, "%s/../d/m.tra:goal=g", scratch_folder);
    assert_string_equal(e.problems[3].source, file);
    assert_string_equal(e.problems[3].label, "L");
    assert_int_equal(e.problems[3].naxes, 2);
    assert_string_equal(e.problems[3].axes[0].text, "real");
    assert_true(e.problems[3].axes[1].number == 2);
    experiment_free(&e);
}

static void figures_and_tables(void **state)
{
    struct experiment e;
    load(everything, &e);
    assert_int_equal(e.nfigures, 2);
    const struct figure *f = e.figures;
    assert_string_equal(f[0].title, "F");
    assert_string_equal(f[0].kind, "bars");
    assert_string_equal(f[0].by, "place");
    assert_string_equal(f[0].facet, "size");
    assert_string_equal(f[0].where, "n=1*, variant=jacobi[a=1,b=2]*");
    assert_string_equal(f[0].log, "xy");
    assert_string_equal(f[1].title, "g");
    assert_string_equal(f[1].kind, "lines");
    assert_string_equal(f[1].by, "variant");
    assert_string_equal(f[1].log, "");
    assert_null(f[1].facet);
    assert_null(f[1].where);
    const struct table *t = e.tables;
    assert_int_equal(e.ntables, 2);
    assert_string_equal(t[0].rows, "n,problem");
    assert_string_equal(t[0].columns, "shape");
    assert_string_equal(t[0].value, "iterations");
    assert_string_equal(t[0].where, "status=ok");
    assert_string_equal(t[1].title, "g");
    assert_string_equal(t[1].columns, "variant");
    assert_string_equal(t[1].value, "solve");
    experiment_free(&e);
}

/* Sources that are files are found from the script's folder; absolute paths and generators stay. */
static void folders(void **state)
{
    struct experiment e;
    char file[1100];
    load(WM "return wm.experiment { name = 'x', variants = { 'v' }, problems = { 'm.tra', "
            "'/abs/m.tra:goal=a.b', 'dice',\n"
            "'random_dd:density=0.5', wm.grid { './m.mtx', k = { 1 } } } }",
         &e);
    snprintf(file, sizeof file, "%s/m.tra", scratch_folder);
    assert_string_equal(e.problems[0].source, file);
    assert_string_equal(e.problems[0].label, "m.tra");
    assert_string_equal(e.problems[1].source, "/abs/m.tra:goal=a.b");
    assert_string_equal(e.problems[2].source, "dice");
    assert_string_equal(e.problems[3].source, "random_dd:density=0.5");
    snprintf(file, sizeof file, "%s/./m.mtx:k=1", scratch_folder);
    assert_string_equal(e.problems[4].source, file);
    experiment_free(&e);
}

static void assert_sources(const char *list, size_t count, const char *const *sources)
{
    char script[2048];
    struct experiment e;
    snprintf(script, sizeof script,
             WM "return wm.experiment { name = 'x', variants = { 'v' }, problems = { %s } }", list);
    load(script, &e);
    assert_int_equal(e.nproblems, count);
    for (size_t i = 0; i < count; i++) assert_string_equal(e.problems[i].source, sources[i]);
    experiment_free(&e);
}

static void grids(void **state)
{
    static const char *const by_name[] = {"g:a=1,b=x", "g:a=1,b=y", "g:a=2,b=x", "g:a=2,b=y"};
    static const char *const by_order[] = {"g:b=x,c=0.5,a=1", "g:b=x,c=0.5,a=2", "g:b=y,c=0.5,a=1",
                                           "g:b=y,c=0.5,a=2"};
    static const char *const numbers[] = {"g:a=2000",
                                          "g:a=0.1",
                                          "g:a=1e-5",
                                          "g:a=1e20",
                                          "g:a=-3",
                                          "g:a=0.30000000000000004",
                                          "g:a=9007199254740993",
                                          "g:a=123456789012",
                                          "g:a=1.5e300"};
    static const char *const single[] = {"dice"};
    assert_sources("wm.grid { 'g', b = { 'x', 'y' }, a = { 1, 2.0 } }", 4, by_name);
    assert_sources(
        "wm.grid { 'g', b = { 'x', 'y' }, a = { 1, 2 }, c = 0.5, order = { 'b', 'c', 'a' } }", 4,
        by_order);
    assert_sources("wm.grid { 'g', a = { 2e3, 0.1, 1e-5, 1e20, -3, 0.1 + 0.2, 9007199254740993, "
                   "123456789012, 1.5e300 } }",
                   9, numbers);
    assert_sources("wm.grid { 'dice' }", 1, single);
}

static void ranges(void **state)
{
    static const char *const log[] = {"g:a=0.0001", "g:a=0.000215443", "g:a=0.000464159",
                                      "g:a=0.001",  "g:a=0.00215443",  "g:a=0.00464159",
                                      "g:a=0.01"};
    static const char *const wide[] = {"g:a=1e-20", "g:a=1e-10", "g:a=1", "g:a=10000000000",
                                       "g:a=1e20"};
    static const char *const ends[] = {"g:a=0.3333333333333333", "g:a=1.7320508075688772"};
    static const char *const lin[] = {"g:a=0",   "g:a=0.1", "g:a=0.2",
                                      "g:a=0.3", "g:a=0.4", "g:a=0.5"};
    static const char *const pow[] = {"g:a=1", "g:a=2", "g:a=4", "g:a=8"};
    static const char *const high[] = {"g:a=4611686018427387904"};
    static const char *const seeds[] = {"g:a=1", "g:a=2", "g:a=3"};
    static const char *const later[] = {"g:a=0", "g:a=1"};
    assert_sources("wm.grid { 'g', a = wm.logspace(1e-4, 1e-2, 7) }", 7, log);
    assert_sources("wm.grid { 'g', a = wm.logspace(1e-20, 1e20, 5) }", 5, wide);
    assert_sources("wm.grid { 'g', a = wm.logspace(1 / 3, 3 ^ 0.5, 2) }", 2, ends);
    assert_sources("wm.grid { 'g', a = wm.linspace(0, 0.5, 6) }", 6, lin);
    assert_sources("wm.grid { 'g', a = wm.pow2(0, 3) }", 4, pow);
    assert_sources("wm.grid { 'g', a = wm.pow2(62, 62) }", 1, high);
    assert_sources("wm.grid { 'g', a = wm.seeds(3) }", 3, seeds);
    assert_sources("wm.grid { 'g', a = wm.seeds(2, 0) }", 2, later);
}

/* Any finite double reads back from the source string, by the shortest text that does so. */
static void numbers_round_trip(void **state)
{
    enum { VALUES = 200 };
    double value[VALUES];
    char script[16384];
    struct experiment e;
    int used = snprintf(script, sizeof script,
                        WM "return wm.experiment { name = 'x', variants = { 'v' }, problems = "
                           "wm.grid { 'g', a = {");
    for (uint64_t i = 0; i < VALUES; i++) {
        uint64_t bits = random_bits(seed, 0, i);
        memcpy(&value[i], &bits, sizeof bits);
        if (!isfinite(value[i])) value[i] = random_unit(bits);
        used += snprintf(script + used, sizeof script - (size_t)used, " %a,", value[i]);
    }
    snprintf(script + used, sizeof script - (size_t)used, "} } }");
    load(script, &e);
    assert_int_equal(e.nproblems, VALUES);
    for (size_t i = 0; i < VALUES; i++) {
        char shorter[64];
        const char *text = e.problems[i].source + strlen("g:a=");
        size_t digits = 0;
        for (const char *c = text; *c && *c != 'e'; c++) digits += *c >= '0' && *c <= '9';
        assert_true(strtod(text, NULL) == value[i] && e.problems[i].axes[0].number == value[i]);
        snprintf(shorter, sizeof shorter, "%.*e", (int)digits - 2, value[i]);
        if (digits > 1 && fabs(value[i]) >= DBL_MIN && strchr(text, 'e'))
            assert_true(strtod(shorter, NULL) != value[i]);
    }
    experiment_free(&e);
}

/* Unless said, min_samples goes no further than max_samples. */
static void few_samples(void **state)
{
    static const char *const given[] = {"max_samples=3"};
    struct experiment e;
    load(BASE "measure = { max_samples = 5 } }", &e);
    assert_int_equal(e.settings.min_samples, 5);
    experiment_free(&e);
    assert_int_equal(load_with(BASE "}", false, 1, given, &e), OK);
    assert_int_equal(e.settings.min_samples, 3);
    experiment_free(&e);
}

static void options_and_overrides(void **state)
{
    static const char script[] =
        WM "local o = wm.options({ n = { 1, 2 }, d = { 0.5, 1 }, k = 3, on = false, word = 'a', "
           "words = { 'p', 'q' } },\n"
           "  { n = { 9 }, k = 4 })\n"
           "assert(math.type(o.k) == 'integer' and math.type(o.d[1]) == 'float' and type(o.on) == "
           "'boolean')\n"
           "return wm.experiment { name = 'x', variants = { 'v' }, problems = wm.grid { 'g', n = "
           "o.n },\n"
           "  title = wm.quick and 'quick' or 'full', measure = { max_time = 1 } }";
    static const char *const given[] = {"n=7,8e0",      "d=1e-3",
                                        "on=true",      "word=",
                                        "words=r,s,t",  "max_time=2m",
                                        "max_ci=5%",    "k=0x10",
                                        "epsilon=1e-3", "criterion=absolute",
                                        "warmup=0",     "cache=cold",
                                        "throttle=any", "throttle_retries=0",
                                        "counters=true"};
    struct experiment e;
    assert_int_equal(load_with(script, false, 0, NULL, &e), OK);
    assert_string_equal(e.options, "d=0.5,1\nk=3\nn=1,2\non=false\nword=a\nwords=p,q\n");
    assert_string_equal(e.title, "full");
    experiment_free(&e);
    assert_int_equal(load_with(script, true, 0, NULL, &e), OK);
    assert_string_equal(e.options, "d=0.5,1\nk=4\nn=9\non=false\nword=a\nwords=p,q\n");
    assert_string_equal(e.title, "quick");
    assert_true(e.quick);
    experiment_free(&e);
    if (load_with(script, true, COUNT(given), given, &e) != OK) fail_msg("%s", fail_message());
    assert_string_equal(e.options, "d=0.001\nk=16\nn=7,8\non=true\nword=\nwords=r,s,t\n");
    assert_int_equal(e.nproblems, 2);
    assert_true(e.settings.max_time == 120 && e.settings.max_ci == 0.05 &&
                e.settings.epsilon == 1e-3);
    assert_int_equal(e.settings.criterion, ABSOLUTE);
    assert_int_equal(e.settings.warmup, 0);
    assert_int_equal(e.settings.cache, CACHE_COLD);
    assert_int_equal(e.settings.throttle, THROTTLE_ANY);
    assert_int_equal(e.settings.throttle_retries, 0);
    assert_true(e.settings.counters);
    experiment_free(&e);
}

/* An option of the script hides the setting of the same name, which the script then sets itself. */
static void option_hides_setting(void **state)
{
    static const char *const given[] = {"epsilon=0.25"};
    struct experiment e;
    assert_int_equal(
        load_with(WM
                  "local o = wm.options { epsilon = 0.5 } return wm.experiment { name = 'x',\n"
                  "variants = { 'v' }, problems = { 'p' }, solve = { epsilon = o.epsilon / 2 } }",
                  false, 1, given, &e),
        OK);
    assert_true(e.settings.epsilon == 0.125);
    assert_string_equal(e.options, "epsilon=0.25\n");
    experiment_free(&e);
}

static void siblings(void **state)
{
    struct experiment e;
    scratch_write(
        "helper.lua",
        "local wm = require 'warpmark'\nreturn { sizes = wm.pow2(1, 2), bad = function()\n"
        "return wm.pow2(2, 1) end }");
    scratch_write("broken.lua", "\nreturn )");
    load(WM "local h = require 'helper' assert(h == require 'helper') return wm.experiment { name "
            "= 'x', variants = { "
            "'v' }, "
            "problems = wm.grid { 'g', n = h.sizes } }",
         &e);
    assert_int_equal(e.nproblems, 2);
    experiment_free(&e);
    assert_int_equal(load_with("require('helper').bad()", false, 0, NULL, &e), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "helper.lua:3: wm.pow2: last exponent"));
    assert_int_equal(load_with("require 'broken'", false, 0, NULL, &e), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "broken.lua:2: unexpected symbol near ')'"));
    assert_int_equal(load_with("return require 'sub.none'", false, 0, NULL, &e), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "s.lua:1: module 'sub.none' not found:"));
    assert_non_null(strstr(fail_message(), "/sub/none.lua"));
    assert_int_equal(load_with("return require '.none'", false, 0, NULL, &e), ERROR_INPUT);
    assert_non_null(
        strstr(fail_message(), "require '.none': a module's name begins in the script's folder"));
    assert_null(strchr(fail_message(), '\n'));
}

/* Redirects fd to a file while a script runs. Returns a copy of the old fd. */
static int divert(int fd, const char *name)
{
    int saved = dup(fd), file = open(scratch_path(name), O_CREAT | O_TRUNC | O_WRONLY, 0600);
    assert_true(saved >= 0 && file >= 0);
    fflush(NULL);
    dup2(file, fd);
    close(file);
    return saved;
}

static void restore(int fd, int saved)
{
    fflush(NULL);
    dup2(saved, fd);
    close(saved);
}

static void assert_content(const char *name, const char *expected)
{
    char text[256];
    FILE *file = fopen(scratch_path(name), "rb");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(text, expected);
}

static void printing(void **state)
{
    struct experiment e;
    int out = divert(1, "stdout"), err = divert(2, "stderr");
    enum status status =
        load_with("print('a', 1, nil) io.write('b\\n') io.stdout:write('c\\n')\n" BASE "}", false,
                  0, NULL, &e);
    restore(1, out);
    restore(2, err);
    assert_int_equal(status, OK);
    assert_content("stdout", "");
    assert_content("stderr", "a\t1\tnil\nb\nc\n");
    experiment_free(&e);
}

static void byte_order_mark(void **state)
{
    struct experiment e;
    load("\xef\xbb\xbf" BASE "}", &e);
    experiment_free(&e);
    load("\xef\xbb\xbf#!x\n" BASE "}", &e);
    experiment_free(&e);
}

#define ASKS "cluster:n=1,prop="

/* Questions inside questions are problems behind those of the script, each once: with the axes on
 * which the problems agree that need it, and with the variants of all. */
static void questions_inside_questions(void **state)
{
    static const char script[] = WM
        "return wm.experiment { name = 'x', variants = { 'a', 'b', 'c' }, problems = {"
        " { source = '" ASKS "P=?[F[1,3] \"minimum\"]', label = 'one', t = 1, k = 5, variants = "
        "{ 'a' }, counted = { 'a' } },"
        " { source = '" ASKS "P=?[F[2,4] P>=0.5[X \"minimum\"]]', label = 'two', t = 1 },"
        " { source = '" ASKS "P=?[F[2,4] \"minimum\"]', label = 'three', t = 1, k = 4, variants = "
        "{ 'b', 'a' } }, 'identity' } }";
    static const char *const problems[][4] = {
        {"one", "", "one.inside1", NULL},
        {"two", "", "two.inside1\ntwo.inside2", NULL},
        {"three", "", "one.inside1", NULL},
        {"identity", "", "", NULL},
        {"one.inside1", "one", "", ASKS "filter(max, P=?[F<=2 \"minimum\"])"},
        {"two.inside1", "two", "", ASKS "filter(max, P=?[X \"minimum\"])"},
        {"two.inside2", "two", "two.inside1", ASKS "filter(max, P=?[F<=2 P>=0.5[X \"minimum\"]])"},
    };
    struct experiment e;
    load(script, &e);
    assert_int_equal(e.nproblems, COUNT(problems));
    for (size_t k = 0; k < COUNT(problems); k++) {
        const struct experiment_problem *p = &e.problems[k];
        assert_string_equal(p->label, problems[k][0]);
        assert_string_equal(p->inside ? p->inside : "", problems[k][1]);
        assert_string_equal(p->needs ? p->needs : "", problems[k][2]);
        if (problems[k][3]) assert_string_equal(p->source, problems[k][3]);
    }
    const struct experiment_problem *shared = &e.problems[4];
    assert_int_equal(shared->naxes, 1);
    assert_string_equal(shared->axes[0].name, "t");
    assert_int_equal(shared->nvariants, 2);
    assert_string_equal(shared->variants[0], "a");
    assert_string_equal(shared->variants[1], "b");
    assert_int_equal(shared->ncounted, 1);
    assert_int_equal(e.problems[5].nvariants, 0);
    experiment_free(&e);
    enum status status = ERROR_HOST_MEMORY;
    for (long k = 0; status != OK; k += 1 + k / 200) {
        status = refused_after(k, load_with(script, false, 0, NULL, &e));
        if (status != OK) assert_non_null(strstr(fail_message(), "memory"));
    }
    experiment_free(&e);
}

/* A problem of the script that is inside another one is not added again, nor is anything for a
 * search. */
static void nothing_inside_to_add(void **state)
{
    struct experiment e;
    load(WM "return wm.experiment { name = 'x', variants = { 'a', 'b' }, problems = { '" ASKS
            "P=?[F[1,3] \"minimum\"]', { source = '" ASKS
            "filter(max, P=?[F<=2 \"minimum\"])', label = 'own', variants = { 'a' } }, "
            "wm.crossover { id = 'c', a = 'a', b = 'b', axis = 't', source = '" ASKS
            "P=?[F[{t},9] \"minimum\"]', from = 1, to = 8, start = 2 } } }",
         &e);
    assert_int_equal(e.nproblems, 4);
    assert_string_equal(e.problems[0].needs, "own");
    assert_int_equal(e.problems[1].nvariants, 1);
    for (size_t k = 1; k < 4; k++) assert_true(!e.problems[k].needs && !e.problems[k].inside);
    experiment_free(&e);
}

/* If any allocation fails, in Lua or in our code, the message is the same, and nothing leaks. */
static void every_allocation_fails(void **state)
{
    static const char *const given[] = {"n=1,2", "max_time=2m"};
    struct experiment e;
    enum status status = ERROR_HOST_MEMORY;
    scratch_write("helper.lua", "return { 'v' }");
    char script[sizeof everything + 64];
    snprintf(script, sizeof script, "%s", everything);
    memcpy(strstr(script, "{ 'a', 'b/{c,d}' }"), "require  'helper' ", 18);
    long k = 0;
    for (; status != OK; k++) {
        status = refused_after(k, load_with(script, true, COUNT(given), given, &e));
        if (status == OK) break;
        assert_int_equal(status, ERROR_HOST_MEMORY);
        assert_non_null(strstr(fail_message(), "memory"));
        assert_memory_equal(&e, &zeroed, sizeof e);
    }
    assert_true(k > 1000);
    assert_int_equal(e.nproblems, 4);
    experiment_free(&e);
}

static void assert_bundled(const char *path, bool quick, size_t problems, size_t variants)
{
    struct experiment e;
    struct script_request request = {.path = path, .quick = quick};
    if (script_load(&request, &e) != OK) fail_msg("%s", fail_message());
    assert_int_equal(e.nproblems, problems);
    assert_int_equal(e.nvariants, variants);
    for (size_t i = 0; i < e.nproblems; i++) {
        char *source = e.problems[i].source, *colon = strchr(source, ':');
        if (!strchr(source, '/')) continue;
        *colon = '\0';
        assert_int_equal(access(source, R_OK), 0);
    }
    experiment_free(&e);
}

static void bundled_experiments(void **state)
{
    assert_bundled("experiments/quickstart.lua", false, 13, 2);
    assert_bundled("experiments/quickstart.lua", true, 7, 2);
    assert_bundled("experiments/crossover.lua", false, 600, 2);
    assert_bundled("experiments/crossover.lua", true, 16, 2);
}

/* The manual's example loads, and the manual names every field. */
static void manual(void **state)
{
    static char text[1 << 16];
    struct experiment e;
    FILE *file = fopen("docs/lua.md", "rb");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    assert_true(feof(file));
    fclose(file);
    for (size_t i = 0; field_names[i]; i++) {
        char quoted[64];
        snprintf(quoted, sizeof quoted, "`%s`", field_names[i]);
        if (!strstr(text, quoted)) fail_msg("docs/lua.md does not mention the field %s", quoted);
    }
    char *example = strstr(text, "```lua\n") + strlen("```lua\n");
    *strstr(example, "```") = '\0';
    load(example, &e);
    assert_int_equal(e.nproblems, 2 * 10 * 20 + 1);
    experiment_free(&e);
}

/* Files that a script reads are kept, each once; cells are numbers, texts or empty. */
static void data_files(void **state)
{
    struct experiment e;
    scratch_write(
        "rows.csv",
        "\xef\xbb\xbfname,s,note\r\nherman,22.5,\"a, \"\"b\"\"\"\r\n\r\ncluster,,oom\r\n");
    scratch_write("part.lua", "return require('warpmark').csv 'rows.csv'");
    load(WM
         "local rows, again = wm.csv 'rows.csv', require 'part'\n"
         "assert(#rows == 2 and rows.names[3] == 'note' and #rows.names == 3 and #again == 2)\n"
         "assert(rows[1].name == 'herman' and rows[1].s == 22.5 and rows[1].note == 'a, \"b\"')\n"
         "assert(rows[2].s == nil and rows[2].note == 'oom')\n"
         "return wm.experiment { name = 'x', problems = { 'random_dd:n=3' }, variants = { "
         "'a/b/c/d' } }",
         &e);
    assert_int_equal(e.nbundle, 2);
    assert_string_equal(e.bundle[0].name, "rows.csv");
    assert_string_equal(e.bundle[1].name, "part.lua");
    assert_string_equal(e.bundle[1].text, "return require('warpmark').csv 'rows.csv'");
    experiment_free(&e);
    assert_memory_equal(&e, &zeroed, sizeof e);
}

static void claims_and_functions(void **state)
{
    struct experiment e;
    load(BASE "claims = { { id = 'S1', text = 'one', test = function() end }, { id = 'S2', text = "
              "'two', test = print } },"
              "tables = { { id = 't', title = 'T', build = function() end } },"
              "figures = { { id = 'f', build = function() end }, { id = 's', kind = 'structure', "
              "orders = 'bfs' } } }",
         &e);
    assert_int_equal(e.nclaims, 2);
    assert_string_equal(e.claims[1].id, "S2");
    assert_string_equal(e.claims[1].text, "two");
    assert_string_equal(e.tables[0].title, "T");
    assert_string_equal(e.tables[0].rows, "");
    assert_string_equal(e.figures[0].kind, "built");
    assert_string_equal(e.figures[1].kind, "structure");
    assert_string_equal(e.figures[0].x, "");
    assert_string_equal(e.figures[1].x, "bfs");
    experiment_free(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(data_files),
        cmocka_unit_test(claims_and_functions),
        cmocka_unit_test(searches),
        cmocka_unit_test(searches_over_an_axis),
        cmocka_unit_test(defaults),
        cmocka_unit_test(proofs),
        cmocka_unit_test(long_solves),
        cmocka_unit_test(every_key),
        cmocka_unit_test(problems),
        cmocka_unit_test(figures_and_tables),
        cmocka_unit_test(folders),
        cmocka_unit_test(grids),
        cmocka_unit_test(ranges),
        cmocka_unit_test(numbers_round_trip),
        cmocka_unit_test(few_samples),
        cmocka_unit_test(options_and_overrides),
        cmocka_unit_test(option_hides_setting),
        cmocka_unit_test(siblings),
        cmocka_unit_test(printing),
        cmocka_unit_test(byte_order_mark),
        cmocka_unit_test(every_allocation_fails),
        cmocka_unit_test(questions_inside_questions),
        cmocka_unit_test(nothing_inside_to_add),
        cmocka_unit_test(bundled_experiments),
        cmocka_unit_test(manual),
    };
    seed_begin();
    return cmocka_run_group_tests_name("script", tests, scratch_create, scratch_remove);
}
