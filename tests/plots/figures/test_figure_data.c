/* Arrangement of figures: shared panels, logarithmic axes, and captions. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plots/figures/figure_data.h"
#include "plots/figures/gnuplot_write.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/handmade.h"

static const char *const places[] = {"seq", "omp", "cuda"};

/* Variants of methods x layouts x places on two sizes; the next of them ten times as slow. */
static void make_many(struct results *r, size_t nmethods, size_t nlayouts, size_t nplaces,
                      const char *kind, const char *x, const char *log)
{
    static const char *const methods[] = {"jacobi", "power", "bicgstab", "jor"},
                             *const layouts[] = {"msr", "wl", "sdia", "pattern", "cwl"};
    handmade_begin(r, "many");
    for (size_t m = 0; m < nmethods; m++)
        for (size_t l = 0; l < nlayouts; l++)
            for (size_t p = 0; p < nplaces; p++)
                handmade_variant(r, methods[m], layouts[l], places[p]);
    for (size_t k = 0; k < 2; k++) {
        size_t problem = handmade_problem(r, k ? "large" : "small", k ? 4000 : 1000, 5000);
        for (size_t v = 0; v < r->nvariants; v++)
            handmade_run(r, problem, v, CASE_OK, 1e-3 * pow(10, (double)v), 8);
    }
    handmade_figure(r, "f", kind, x, NULL, log);
}

static void make_data(const struct results *r, struct figure_data *data)
{
    if (figure_data_make(r, &r->figures[0], data) != OK) fail_msg("%s", fail_message());
}

static void check_caption(const struct figure_data *data, const char *text)
{
    if (!strstr(data->caption, text)) fail_msg("'%s' is not in '%s'", text, data->caption);
}

/* In every panel at most eight curves, each curve in one panel. */
static void check_panels(const struct figure_data *data, size_t npanels)
{
    size_t drawn = 0;
    assert_int_equal(data->npanels, npanels);
    for (size_t p = 0; p < data->npanels; p++) {
        size_t count = 0;
        for (size_t j = 0; j < data->legend.count; j++)
            count += figure_data_in_panel(data, &data->panels[p], j);
        assert_in_range(count, 1, MOST_CURVES_OF_PANEL);
        drawn += count;
    }
    assert_int_equal(drawn, data->legend.count);
}

static void eight_curves_share_a_panel(void **state)
{
    struct results r;
    struct figure_data data;
    make_many(&r, 4, 2, 1, "lines", "n", "y");
    make_data(&r, &data);
    check_panels(&data, 1);
    assert_null(strstr(data.caption, "panel"));
    figure_data_free(&data);
    results_free(&r);
}

static void more_are_split_by_the_axis_that_needs_the_fewest_panels(void **state)
{
    static const struct {
        size_t methods, layouts, places, panels;
        const char *axis;
    } list[] = {{3, 3, 1, 3, "method"},
                {2, 5, 1, 2, "method"},
                {4, 2, 3, 3, "place"},
                {4, 2, 2, 2, "layout"}};
    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        struct results r;
        struct figure_data data;
        char text[60];
        make_many(&r, list[k].methods, list[k].layouts, list[k].places, "lines", "n", "y");
        make_data(&r, &data);
        check_panels(&data, list[k].panels);
        assert_string_equal(data.split.axis, list[k].axis);
        snprintf(text, sizeof text, "Each panel shows one %s;", list[k].axis);
        check_caption(&data, text);
        assert_true(data.split.nlooks <= MOST_CURVES_OF_PANEL);
        figure_data_free(&data);
        results_free(&r);
    }
}

static void neighbours_share_a_panel_where_no_axis_helps(void **state)
{
    struct results r;
    struct figure_data data;
    make_many(&r, 1, 5, 2, "lines", "place", "y");
    r.figures[0].by = text_of("solve"); /* each its own curve, by no part of a variant */
    r.figures[0].x[0] = 'n', r.figures[0].x[1] = 0;
    make_data(&r, &data);
    check_panels(&data, (data.legend.count + 7) / 8);
    check_caption(&data, "2 panels share the curves; a panel has at most 8.");
    figure_data_free(&data);
    results_free(&r);
}

/* A logarithmic axis has no zero to begin at. */
static void bars_begin_at_zero_or_are_dots(void **state)
{
    for (int log = 0; log < 2; log++) {
        struct results r;
        struct figure_data data;
        struct scale scale;
        make_many(&r, 2, 1, 1, "bars", "problem", log ? "y" : "");
        make_data(&r, &data);
        assert_true(data.by_name && data.bars == !log);
        check_caption(&data, log ? "Dots: median of the samples. Whiskers: 95 % interval of the "
                                   "median."
                                 : "Bars: ");
        figure_data_value_scale(&data, &data.panels[0], 40, &scale);
        assert_true(log ? scale.low > 0 : scale.low == 0);
        figure_data_free(&data);
        results_free(&r);
    }
}

/* Proven errors of 0, and answers without one, along either axis. */
static void errors_that_cannot_be_drawn_are_counted(void **state)
{
    for (int upright = 0; upright < 2; upright++) {
        struct results r;
        struct figure_data data;
        make_many(&r, 3, 1, 1, "lines", upright ? "n" : "error_bound", "xy");
        for (size_t k = 0; k < r.nruns; k++) r.runs[k].error_bound = k ? 1e-9 * (double)k : 0;
        r.runs[4].error_bound = r.runs[5].error_bound = NAN;
        if (upright) free(r.figures[0].y), r.figures[0].y = text_of("error_bound");
        make_data(&r, &data);
        check_caption(&data, "\nNot on the logarithmic axis: 1 value that is not positive.");
        check_caption(&data, "\nNot shown: 2 values that are not known.");
        figure_data_free(&data);
        results_free(&r);
    }
}

/* Samples that are all the same have an interval of no length. */
static void whiskers_of_no_length_are_not_explained(void **state)
{
    struct results r;
    struct figure_data data;
    make_many(&r, 2, 1, 1, "bars", "problem", "y");
    for (size_t k = 0; k < r.nsamples; k++) r.samples[k].host = 1;
    make_data(&r, &data);
    check_caption(&data, "Dots: median of the samples.");
    assert_null(strstr(data.caption, "Whiskers"));
    figure_data_free(&data);
    results_free(&r);
}

/* If there are named rows with many columns, each row is a panel, with all columns one below the
 * other. */
static void many_named_ones_are_listed(void **state)
{
    struct results r;
    struct figure_data data;
    make_many(&r, 3, 3, 1, "bars", "problem", "y");
    make_data(&r, &data);
    assert_true(data.listed && data.npanels == 2 && data.split.ngroups == 1);
    check_caption(&data, "Each panel shows one problem: there are more than 8 series.");
    figure_data_free(&data);
    results_free(&r);
}

/* Panels that share the columns read the same rows. */
static void a_row_is_written_once(void **state)
{
    struct results r;
    struct figure_data data;
    char *text;
    size_t size, lines = 0;
    make_many(&r, 3, 3, 1, "lines", "n", "y");
    make_data(&r, &data);
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    gnuplot_write_data(&data, out);
    fclose(out);
    for (const char *at = text; *at; at++) lines += *at == '\n';
    assert_int_equal(data.npanels, 3);
    assert_int_equal(lines, 1 + data.pivot.nrows);
    free(text);
    figure_data_free(&data);
    results_free(&r);
}

static void make_built(struct results *r, const char *json)
{
    handmade_begin(r, "made");
    handmade_figure(r, "f", "built", "", NULL, "");
    r->figures[0].built = text_of(json);
}

static void ratios_that_differ_widely_are_logarithmic(void **state)
{
    static const struct {
        const char *unit, *points;
        bool log;
    } list[] = {{"ratio", "[1, 9], [2, 1000]", true},
                {"ratio", "[1, 2], [2, 4]", false},
                {"ratio", "[1, 0], [2, 1000]", false},
                {"s", "[1, 9], [2, 1000]", false}};
    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        struct results r;
        struct figure_data data;
        char text[300];
        snprintf(text, sizeof text,
                 "{\"x\": {\"title\": \"n\", \"unit\": \"count\"}, "
                 "\"y\": {\"title\": \"speedup\", \"unit\": \"%s\"}, "
                 "\"panels\": [{\"curves\": [{\"title\": \"ours *\", \"points\": [%s]}]}]}",
                 list[k].unit, list[k].points);
        make_built(&r, text);
        make_data(&r, &data);
        assert_int_equal(data.log_y, list[k].log);
        assert_int_equal(!!strstr(data.caption, "The axis is logarithmic"), list[k].log);
        check_caption(&data, "* extrapolated: iterations x time per iteration");
        assert_null(strstr(data.caption, "Whiskers"));
        figure_data_free(&data);
        results_free(&r);
    }
}

/* Time and size of a picture are bounded. */
static void names_of_many_rows_are_thinned(void **state)
{
    struct results r;
    struct figure_data data;
    char json[20000] = "{\"kind\": \"bars\", \"panels\": [{\"curves\": [{\"points\": [";
    for (int k = 1; k <= 601; k++)
        sprintf(json + strlen(json), "%s[\"n%d\", %d]", k > 1 ? ", " : "", k, k);
    strcat(json, "]}]}]}");
    make_built(&r, json);
    make_data(&r, &data);
    assert_int_equal(data.pivot.nrows, 601);
    assert_int_equal(data.name_step, 3);
    check_caption(&data, "Names stand beside one row in 3.");
    figure_data_free(&data);
    results_free(&r);
}

static void add_crossover(struct results *r, const char *id, double at, double low, double high)
{
    struct result_crossover *c = APPEND(r->crossovers, r->ncrossovers);
    const struct crossover search = {.id = (char *)id,
                                     .axis = (char[]){"n"},
                                     .a = r->variants[0].name,
                                     .b = r->variants[1].name,
                                     .study = (char *)id,
                                     .over_value = NAN,
                                     .seed = NAN};
    assert_int_equal(crossover_begin(&search, c), OK);
    c->at = at;
    c->low = low;
    c->high = high;
    c->state = isnan(at) ? CROSSING_A_FASTER : CROSSING_FOUND;
}

/* The script for gnuplot has the text. */
static void check_script(const struct figure_data *data, const char *wanted)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(gnuplot_write_script(data, "stem", false, out), OK);
    fclose(out);
    if (!strstr(text, wanted)) fail_msg("'%s' is not in the script", wanted);
    free(text);
}

static void panels_show_their_crossovers(void **state)
{
    struct results r;
    struct figure_data data;
    struct drawn_crossovers found;
    handmade_begin(&r, "c");
    handmade_variant(&r, "jacobi", "msr", "seq");
    handmade_variant(&r, "power", "msr", "seq");
    for (size_t k = 0; k < 4; k++) {
        size_t problem = handmade_problem(&r, "p", 100 * (1 + k / 2), 500);
        handmade_axis(&r, "n", 100 * (double)(1 + k / 2), NULL);
        handmade_axis(&r, "crossover", NAN, k % 2 ? "two" : "one");
        for (size_t v = 0; v < 2; v++) handmade_run(&r, problem, v, CASE_OK, 1 + (double)k, 3);
    }
    add_crossover(&r, "one", 150, 140, 160);
    add_crossover(&r, "two", NAN, NAN, NAN);
    handmade_figure(&r, "f", "lines", "n", "crossover", "xy");
    make_data(&r, &data);
    assert_int_equal(data.npanels, 2);
    for (size_t p = 0; p < 2; p++) {
        assert_int_equal(figure_crossovers(&data, &data.panels[p], &found), OK);
        assert_int_equal(found.count, 1);
        assert_string_equal(found.crossover[0].what.id, p ? "two" : "one");
        free(found.crossover);
    }
    check_caption(&data, "Upright line: the crossover");
    check_caption(&data, "Band: its 95 % interval, for the noise of these timings alone.");
    check_script(&data, "rectangle from first 140, graph 0 to first 160, graph 1 behind");
    check_script(&data, "arrow from first 150, graph 0 to first 150, graph 1 nohead");
    check_script(&data, "'crossover 150 [140, 160]'");
    check_script(&data, "no crossover: jacobi/msr/f64/seq is faster everywhere");
    figure_data_free(&data);
    free(r.figures[0].y);
    r.figures[0].y = text_of("iterations"); /* it is one of times to solve */
    make_data(&r, &data);
    assert_int_equal(figure_crossovers(&data, &data.panels[0], &found), OK);
    assert_int_equal(found.count, 0);
    free(found.crossover);
    figure_data_free(&data);
    results_free(&r);
}

/* For searches with several seeds, a panel shows their prediction for the next matrix. */
static void panels_show_the_next_matrix(void **state)
{
    struct results r;
    struct figure_data data;
    struct drawn_crossovers found;
    handmade_begin(&r, "c");
    handmade_variant(&r, "jacobi", "msr", "seq");
    handmade_variant(&r, "power", "msr", "seq");
    for (size_t k = 0; k < 3; k++) {
        const char *id = (const char *[]){"x.seed1", "x.seed2", "x.seed3"}[k];
        size_t problem = handmade_problem(&r, "p", 100 + k, 500);
        handmade_axis(&r, "n", 100 * (double)(1 + k), NULL);
        handmade_axis(&r, "crossover", NAN, id);
        for (size_t v = 0; v < 2; v++) handmade_run(&r, problem, v, CASE_OK, 1 + (double)k, 3);
        add_crossover(&r, id, (const double[]){100, 200, 400}[k], 90, 410);
        r.crossovers[k].study[0] = 'y', r.crossovers[k].study[1] = 0;
        r.crossovers[k].seed = (double)k;
    }
    handmade_figure(&r, "f", "lines", "n", NULL, "xy");
    make_data(&r, &data);
    assert_int_equal(figure_crossovers(&data, &data.panels[0], &found), OK);
    assert_int_equal(found.count, 1);
    assert_true(found.crossover[0].next && fabs(found.crossover[0].what.at - 200) < 1e-9);
    assert_true(found.crossover[0].what.low < 100 && found.crossover[0].what.high > 400);
    free(found.crossover);
    check_caption(&data, "Band: where the next matrix has its own, with 95 %.");
    check_script(&data, "next matrix: crossover 200");
    figure_data_free(&data);
    for (size_t k = 1; k < 3; k++) { /* too few: each speaks, and two say the same */
        r.crossovers[k].at = NAN;
        r.crossovers[k].state = CROSSING_TOO_NOISY;
    }
    make_data(&r, &data);
    assert_int_equal(figure_crossovers(&data, &data.panels[0], &found), OK);
    assert_int_equal(found.count, 2);
    assert_true(found.crossover[0].what.at == 100 && isnan(found.crossover[1].what.at));
    free(found.crossover);
    figure_data_free(&data);
    results_free(&r);
}

/* A search along n: 1 us and 80 n B against `latency` and 20 n B an iteration, at 10 GB/s. */
static void add_search(struct results *r, const char *id, double latency, double at)
{
    for (size_t k = 0; k < 6; k++) {
        const double n = pow(10, (double)k);
        const size_t problem = handmade_problem(r, "p", (uint64_t)n, 500);
        handmade_axis(r, "n", n, NULL);
        handmade_axis(r, "crossover", NAN, id);
        for (size_t v = 0; v < 2; v++) {
            const double bytes = (v ? 20 : 80) * n, each = (v ? latency : 1e-6) + bytes / 1e10;
            struct result_run *run = handmade_run(r, problem, v, CASE_OK, 100 * each, 3);
            run->traffic = (uint64_t)bytes;
            run->copy_bandwidth = 1e10;
        }
    }
    add_crossover(r, id, at, 0.9 * at, 1.1 * at);
    struct result_crossover *c = &r->crossovers[r->ncrossovers - 1];
    free(c->below);
    c->below = text_of(c->a);
}

/* A prediction from bytes and latency has a dashed line and no band; of seeds it is the geometric
 * mean. */
static void panels_show_what_bytes_predict(void **state)
{
    struct results r;
    struct figure_data data;
    struct drawn_crossovers found;
    handmade_begin(&r, "c");
    handmade_variant(&r, "jacobi", "msr", "seq");
    handmade_variant(&r, "power", "msr", "seq");
    add_search(&r, "x.seed1", 9e-6, 1200);
    handmade_figure(&r, "f", "lines", "n", NULL, "xy");
    make_data(&r, &data);
    assert_int_equal(figure_crossovers(&data, &data.panels[0], &found), OK);
    assert_int_equal(found.count, 2);
    assert_true(!found.crossover[0].transfer && found.crossover[1].transfer);
    assert_true(fabs(found.crossover[1].what.at - 8e-6 / 6e-9) < 1e-6);
    free(found.crossover);
    check_caption(&data, "Dashed upright line: the crossover predicted from bytes");
    check_script(&data, "'predicted 1333.3 (dashed)'");
    check_script(&data, "dashtype (8,6)");
    figure_data_free(&data);
    add_search(&r, "x.seed2", 17e-6, 2500);
    add_search(&r, "x.seed3", 33e-6, 5000);
    for (size_t k = 0; k < 3; k++) {
        r.crossovers[k].study[0] = 'x', r.crossovers[k].study[1] = 0;
        r.crossovers[k].seed = (double)k;
    }
    make_data(&r, &data);
    assert_int_equal(figure_crossovers(&data, &data.panels[0], &found), OK);
    assert_int_equal(found.count, 2);
    assert_true(found.crossover[0].next && found.crossover[1].transfer);
    assert_true(fabs(found.crossover[1].what.at - 16e-6 / 6e-9) < 1e-6);
    free(found.crossover);
    figure_data_free(&data);
    r.runs[13].traffic = MISSING; /* one without a prediction: nothing is said of all */
    make_data(&r, &data);
    assert_int_equal(figure_crossovers(&data, &data.panels[0], &found), OK);
    assert_int_equal(found.count, 1);
    assert_null(strstr(data.caption, "Dashed"));
    free(found.crossover);
    figure_data_free(&data);
    results_free(&r);
}

/* A study of four sizes: found twice, no crossover, unfinished. */
static void make_study(struct results *r, struct figure_data *data)
{
    handmade_begin(r, "c");
    handmade_variant(r, "jacobi", "msr", "seq");
    handmade_variant(r, "power", "msr", "seq");
    for (size_t k = 0; k < 4; k++) {
        const char *id = (const char *[]){"x.m10", "x.m20", "x.m40", "x.m80"}[k];
        add_crossover(r, id, (const double[]){300, 200, NAN, NAN}[k], 150, 350);
        struct result_crossover *c = &r->crossovers[k];
        free(c->over), free(c->below), free(c->study);
        c->over = text_of("m"), c->study = text_of("x");
        c->below = text_of(k < 2 ? r->variants[0].name : "");
        c->over_value = 10 << k;
        if (k == 3) c->state = CROSSING_UNFINISHED;
        for (size_t p = 0; p < 2; p++) {
            handmade_problem(r, "p", 100, 500);
            handmade_axis(r, "n", p ? 1000 : 100, NULL);
            handmade_axis(r, "crossover", NAN, id);
        }
    }
    handmade_figure(r, "f", "boundary", "m", NULL, "");
    free(r->figures[0].y);
    r->figures[0].y = text_of("n");
    if (data) make_data(r, data);
}

static void a_map_shows_each_size(void **state)
{
    struct results r;
    struct figure_data data;
    make_study(&r, &data);
    assert_int_equal(data.npanels, 1);
    assert_int_equal(data.pivot.nrows, 4);
    assert_true(data.log_x && data.log_y && data.least == 100 && data.most == 1000);
    assert_true(pivot_cell(&data.pivot, 1, 0)->median == 200);
    assert_true(pivot_cell(&data.pivot, 1, 0)->low == 150);
    assert_true(isnan(pivot_cell(&data.pivot, 2, 0)->median));
    check_caption(&data, "Band: 95 % interval, for the noise of these timings alone.");
    check_caption(&data, "Triangles point to where a crossover may be.");
    check_caption(&data, "No crossover found between 100 and 1000: m = 40 (jacobi/msr/f64/seq "
                         "is faster).");
    check_caption(&data, "Unfinished: m = 80.");
    check_script(&data, "jacobi/msr/f64/seq is faster");
    check_script(&data, "power/msr/f64/seq is faster");
    check_script(&data, "set label '' at first 40, graph 0.97 point pointtype 8");
    check_script(&data, "with filledcurves");
    figure_data_free(&data);
    r.crossovers[2].state = CROSSING_B_FASTER;
    make_data(&r, &data);
    check_script(&data, "set label '' at first 40, graph 0.03 point pointtype 10");
    figure_data_free(&data);
    r.crossovers[2].state = CROSSING_A_FASTER;
    for (size_t k = 0; k < 2; k++) r.crossovers[k].at = r.crossovers[k].high = 900;
    make_data(&r, &data); /* no room above the points */
    bool left;
    assert_true(!figure_boundary_fits(&data, 0, true, &left));
    assert_true(figure_boundary_fits(&data, 0, false, &left) && !left);
    check_caption(&data, "may be.\nAbove the points power/msr/f64/seq is faster.\nNo crossover");
    figure_data_free(&data);
    results_free(&r);
}

/* Nothing crosses: one variant has the whole map, and there are no triangles. */
static void a_map_without_crossovers(void **state)
{
    struct results r;
    struct figure_data data;
    const char *below, *above;
    make_study(&r, NULL);
    for (size_t k = 0; k < 4; k++) {
        struct result_crossover *c = &r.crossovers[k];
        c->state = CROSSING_B_FASTER;
        c->at = c->low = c->high = NAN;
        c->below[0] = 0;
    }
    make_data(&r, &data);
    boundary_sides(data.nplaces, data.places, 0, &below, &above);
    assert_ptr_equal(below, above);
    assert_string_equal(below, "power/msr/f64/seq");
    assert_int_equal(boundary_side(data.nplaces, data.places, data.places), 0);
    check_caption(&data, "Nothing to draw: no crossover was found.\nNo crossover found between 100 "
                         "and 1000: m = 10, 20, 40, 80 (power/msr/f64/seq is faster).");
    figure_data_free(&data);
    r.crossovers[3].state = CROSSING_TOO_NOISY;
    make_data(&r, &data);
    boundary_sides(data.nplaces, data.places, 0, &below, &above);
    assert_null(below);
    check_caption(&data, "40 (power/msr/f64/seq is faster); m = 80 (noise hides which variant is "
                         "faster).");
    figure_data_free(&data);
    results_free(&r);
}

/* Three seeds of one size have one point; two studies have a panel each. */
static void a_map_of_seeds_and_studies(void **state)
{
    struct results r;
    struct figure_data data;
    make_study(&r, NULL);
    for (size_t k = 0; k < 4; k++) {
        struct result_crossover *c = &r.crossovers[k];
        c->state = CROSSING_FOUND;
        c->at = 100 << k;
        if (k == 3) c->study[0] = 'y';
        else c->over_value = 10, c->seed = (double)k;
        free(c->below);
        c->below = text_of(r.variants[0].name);
    }
    make_data(&r, &data);
    assert_int_equal(data.npanels, 2);
    assert_int_equal(data.nplaces, 2);
    assert_true(data.places[0].next && fabs(data.places[0].at - 200) < 1e-9);
    assert_true(data.places[1].panel == 1 && data.places[1].at == 800);
    check_caption(&data, "Circles: each seed. Band: where the next matrix has its crossover");
    check_script(&data, "set label '' at first 10, first 400 point pointtype 6");
    figure_data_free(&data);
    r.crossovers[1].at = NAN;
    r.crossovers[1].state = CROSSING_TOO_NOISY;
    make_data(&r, &data);
    check_caption(&data, "Nothing is said of the next matrix (x): m = 10 (2 of 3 seeds found one; "
                         "noise hides which variant is faster).");
    figure_data_free(&data);
    results_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eight_curves_share_a_panel),
        cmocka_unit_test(more_are_split_by_the_axis_that_needs_the_fewest_panels),
        cmocka_unit_test(neighbours_share_a_panel_where_no_axis_helps),
        cmocka_unit_test(bars_begin_at_zero_or_are_dots),
        cmocka_unit_test(errors_that_cannot_be_drawn_are_counted),
        cmocka_unit_test(whiskers_of_no_length_are_not_explained),
        cmocka_unit_test(many_named_ones_are_listed),
        cmocka_unit_test(a_row_is_written_once),
        cmocka_unit_test(ratios_that_differ_widely_are_logarithmic),
        cmocka_unit_test(names_of_many_rows_are_thinned),
        cmocka_unit_test(panels_show_their_crossovers),
        cmocka_unit_test(panels_show_the_next_matrix),
        cmocka_unit_test(panels_show_what_bytes_predict),
        cmocka_unit_test(a_map_shows_each_size),
        cmocka_unit_test(a_map_without_crossovers),
        cmocka_unit_test(a_map_of_seeds_and_studies),
    };
    return cmocka_run_group_tests_name("figure_data", tests, NULL, NULL);
}
