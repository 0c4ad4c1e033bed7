/* Figures: the text written for gnuplot, gnuplot's result, and the scales. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/random.h"
#include "plots/figures/figure_data.h"
#include "plots/figures/gnuplot_write.h"
#include "plots/figures/plot.h"
#include "plots/figures/scale.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/handmade.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

static struct results made;
static bool have_gnuplot;

/* 2 sizes x 3 densities x 2 seeds x 2 variants, names that gnuplot could trip over, and runs that
 * failed. */
static int make(void **state)
{
    handmade_begin(&made, "a/b c");
    handmade_variant(&made, "jacobi", "msr", "seq");
    handmade_variant(&made, "bicgstab_paper", "msr", "cuda");
    for (int i = 0; i < 12; i++) {
        int n = i < 6 ? 1000 : 2000, density = i / 2 % 3, copy = i % 2;
        handmade_problem(&made, n == 1000 ? "it's {a \\ `b` \"c\" $d # x_y" : "plain", 10, 20);
        handmade_axis(&made, "n", n, NULL);
        handmade_axis(&made, "density", pow(10, -density), NULL);
        handmade_axis(&made, "seed", copy, NULL);
        handmade_run(&made, (size_t)i, 0, density == 1 ? CASE_NOT_CONVERGED : CASE_OK,
                     0.25 * (density + copy + 1), 1);
        handmade_run(&made, (size_t)i, 1, n == 2000 ? CASE_OOM_DEVICE : CASE_OK, 0.0625, 1);
    }
    handmade_figure(&made, "sweep", "lines", "density", "n", "xy");
    handmade_figure(&made, "bars", "bars", "problem", NULL, "");
    have_gnuplot = system("gnuplot --version >/dev/null 2>&1") == 0;
    return scratch_create(state);
}

static int unmake(void **state)
{
    results_free(&made);
    return scratch_remove(state);
}

/* Returns the content of a file, to be freed. */
static char *slurp(const char *name, size_t *size)
{
    FILE *in = fopen(scratch_path(name), "rb");
    if (!in) fail_msg("there is no %s", name);
    char *text = malloc(1 << 22);
    assert_non_null(text);
    *size = fread(text, 1, (1 << 22) - 1, in);
    text[*size] = 0;
    fclose(in);
    return text;
}

static void check_pictures(const char *png_name, const char *svg_name)
{
    size_t size;
    char *png = slurp(png_name, &size);
    assert_true(size > 20000);
    assert_memory_equal(png, "\x89PNG\r\n\x1a\n", 8);
    assert_memory_equal(png + size - 8, "IEND\xae\x42\x60\x82", 8);
    free(png);
    char *svg = slurp(svg_name, &size);
    assert_true(size > 5000);
    assert_non_null(strstr(svg, "<svg "));
    assert_non_null(strstr(svg, "</svg>"));
    free(svg);
}

/* $PATH for one call, so that gnuplot is somewhere else or nowhere. */
static enum status plot_with_path(const char *path)
{
    char *saved = text_of(getenv("PATH"));
    setenv("PATH", path, 1);
    enum status status = plot_figures(&made, scratch_folder, "sweep", true);
    setenv("PATH", saved, 1);
    free(saved);
    return status;
}

/* The texts of an SVG, or (of_script) of a script's labels and ticks, in their order, joined by
 * spaces; to be freed. */
static char *texts_of(const char *from, bool of_script)
{
    char *out = malloc(strlen(from) + 2), *to = out;
    assert_non_null(out);
    *out = 0;
    const char *begin = of_script ? "\nset " : "<text>", *end = of_script ? "\n" : "</text>";
    for (const char *at = strstr(from, begin); at; at = strstr(at, begin)) {
        at += strlen(begin);
        const char *stop = strstr(at, end);
        assert_non_null(stop);
        if (!of_script) {
            while (at < stop) *to++ = *at++;
            if (to > out && to[-1] != ' ') *to++ = ' '; /* wrapped lines end with one */
        } else if (!strncmp(at, "label", 5) || !strncmp(at + 1, "tics (", 6)) {
            bool quoted = false;
            for (const char *c = at; c < stop && strncmp(c, " font ", 6); c++) {
                if (*c == '\'') quoted = !quoted, *to++ = ' ';
                else if (quoted) *to++ = *c;
            }
        }
        *to = 0;
    }
    return out;
}

/* Sorted, so that the order in which gnuplot draws them does not matter. */
static int compare_words(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static size_t words_of(char *texts, char **words, size_t most)
{
    size_t count = 0;
    for (char *word = strtok(texts, " \n"); word && count < most; word = strtok(NULL, " \n"))
        words[count++] = word;
    qsort(words, count, sizeof *words, compare_words);
    return count;
}

/* Every word that the script gives to gnuplot is in the SVG, and no other word; except for letters
 * that a script cannot write directly. PNG and SVG scripts differ only in their terminal. */
static void check_same_texts(const char *script_name, const char *svg_name)
{
    enum { MOST = 4000 };
    static char *of_script[MOST], *of_svg[MOST];
    size_t size;
    char *script = slurp(script_name, &size), *svg = slurp(svg_name, &size);
    const char *drawn = strstr(script, "\nset output ");
    assert_non_null(drawn);
    const char *kind = strstr(drawn, ".kind\n");
    assert_non_null(kind);
    assert_null(strstr(kind + 5, "kind"));
    char *a = texts_of(drawn, true), *b = texts_of(svg, false);
    size_t count = words_of(a, of_script, MOST), other = words_of(b, of_svg, MOST);
    assert_true(count > 20);
    for (size_t k = 0; k < count && k < other; k++) assert_string_equal(of_script[k], of_svg[k]);
    assert_int_equal(count, other);
    free(a);
    free(b);
    free(script);
    free(svg);
}

/* If the picture is 358 pixels wide, like a page on a telephone, letters are at least 9 pixels
 * high. */
static void check_letters(const char *svg_name)
{
    size_t size;
    char *svg = slurp(svg_name, &size);
    const char *width = strstr(svg, "width=\"");
    assert_non_null(width);
    double across = strtod(width + 7, NULL);
    for (const char *at = strstr(svg, "font-size=\""); at; at = strstr(at + 1, "font-size=\""))
        if (strtod(at + 11, NULL) * 358 / across < 9)
            fail_msg("%s: %.20s on %g pixels", svg_name, at, across);
    free(svg);
}

static void draws_png_and_svg(void **state)
{
    if (!have_gnuplot) skip();
    if (plot_figures(&made, scratch_folder, NULL, true) != OK) fail_msg("%s", fail_message());
    check_pictures("a_b_c-sweep.png", "a_b_c-sweep.svg");
    check_pictures("a_b_c-bars.png", "a_b_c-bars.svg");
    check_same_texts("a_b_c-sweep.gp", "a_b_c-sweep.svg");
    check_letters("a_b_c-sweep.svg");
    check_letters("a_b_c-bars.svg");
    size_t size;
    char *svg = slurp("a_b_c-sweep.svg", &size), *words = texts_of(svg, false);
    static const char *const texts[] = {
        "solve time by density", "all: msr f64",     "n = 1,000", "n = 2,000", "jacobi seq",
        "bicgstab_paper cuda",   "2 seeds",          "100 ms",    "0.01",      "4 × not converged",
        "6 × out of GPU memory", "commit 0123456789"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!strstr(words, texts[i])) fail_msg("'%s' is not in the figure", texts[i]);
    free(words);
    free(svg);
}

static void scripts_rerun_alone(void **state)
{
    char command[1200];
    if (!have_gnuplot) skip();
    assert_int_equal(plot_figures(&made, scratch_folder, "bars", true), OK);
    unlink(scratch_path("a_b_c-bars.png"));
    unlink(scratch_path("a_b_c-bars.svg"));
    snprintf(command, sizeof command, "cd '%s' && gnuplot a_b_c-bars.gp >/dev/null 2>&1",
             scratch_folder);
    assert_int_equal(system(command), 0);
    check_pictures("a_b_c-bars.png", "a_b_c-bars.svg");
    assert_int_equal(plot_figures(&made, scratch_folder, "bars", true),
                     ERROR_INPUT); /* they are not ours */
    assert_non_null(
        strstr(fail_message(), "a_b_c-bars.png: it exists and is not a figure of warpmark"));
    scratch_clear();
}

static void draws_figures_without_data(void **state)
{
    if (!have_gnuplot) skip();
    for (size_t i = 0; i < made.nfigures; i++)
        for (int k = 0; k < 2; k++) {
            made.figures[i].where =
                text_of(k ? "n=1" : "status=oom_device"); /* no runs; none with a number */
            if (plot_figures(&made, scratch_folder, made.figures[i].id, true) != OK)
                fail_msg("%s", fail_message());
            free(made.figures[i].where);
            made.figures[i].where = NULL;
        }
}

static void the_data_file_has_everything(void **state)
{
    struct figure_data data;
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(figure_data_make(&made, &made.figures[0], &data), OK);
    gnuplot_write_data(&data, out);
    fclose(out);
    figure_data_free(&data);
    assert_string_equal(
        text,
        "n\tdensity\tposition\tjacobi seq\tjacobi seq low\tjacobi seq high\tjacobi seq status\t"
        "bicgstab_paper cuda\tbicgstab_paper cuda low\tbicgstab_paper cuda high\tbicgstab_paper "
        "cuda status\n"
        "1000\t0.01\t0.01\t0.875\t0.8125\t0.9375\t2 ok\t0.0625\t0.0625\t0.0625\t2 ok\n"
        "1000\t0.1\t0.1\tNaN\tNaN\tNaN\t2 not_converged\t0.0625\t0.0625\t0.0625\t2 ok\n"
        "1000\t1\t1\t0.375\t0.3125\t0.4375\t2 ok\t0.0625\t0.0625\t0.0625\t2 ok\n"
        "2000\t0.01\t0.01\t0.875\t0.8125\t0.9375\t2 ok\tNaN\tNaN\tNaN\t2 oom_device\n"
        "2000\t0.1\t0.1\tNaN\tNaN\tNaN\t2 not_converged\tNaN\tNaN\tNaN\t2 oom_device\n"
        "2000\t1\t1\t0.375\t0.3125\t0.4375\t2 ok\tNaN\tNaN\tNaN\t2 oom_device\n");
    free(text);
}

/* If a curve has no run at a point, its line goes on; a run without a number makes a gap. */
static void curves_go_on_between_their_own_points(void **state)
{
    struct figure_data data;
    char *text;
    size_t size;
    struct result_run *last[] = {&made.runs[21], &made.runs[23]}; /* of bicgstab_paper */
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    for (int k = 0; k < 2; k++) last[k]->variant = 0;
    assert_int_equal(figure_data_make(&made, &made.figures[0], &data), OK);
    gnuplot_write_data(&data, out);
    fclose(out);
    figure_data_free(&data);
    for (int k = 0; k < 2; k++) last[k]->variant = 1;
    assert_non_null(strstr(text, "\t-\t-\t-\t-\n2000\t0.1\t0.1\tNaN\t"));
    free(text);
}

static void refuses_bad_figures(void **state)
{
    assert_int_equal(plot_figures(&made, scratch_folder, "swep", true), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "did you mean 'sweep'"));
    made.figures[0].kind[0] = 'p';
    assert_int_equal(plot_figures(&made, scratch_folder, "sweep", true), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "unknown kind 'pines', did you mean 'lines'"));
    made.figures[0].kind[0] = 'l';
    made.figures[0].x[0] = 'x';
    assert_int_equal(plot_figures(&made, scratch_folder, "sweep", true), ERROR_INPUT);
    assert_non_null(
        strstr(fail_message(), "'sweep': unknown field 'xensity', did you mean 'density'"));
    made.figures[0].x[0] = 'd';
}

static void says_where_it_cannot_write(void **state)
{
    assert_int_equal(plot_figures(&made, "/dev/null/at/all", "sweep", true), ERROR_IO);
    assert_non_null(strstr(fail_message(), "/dev/null/at/all"));
    scratch_write("file", "");
    assert_int_equal(plot_figures(&made, scratch_path("file"), "sweep", true), ERROR_IO);
    assert_non_null(strstr(fail_message(), "cannot create the folder"));
    assert_non_null(strstr(fail_message(), scratch_path("file")));
    assert_int_equal(mkdir(scratch_path("folder"), 0700), 0);
    assert_int_equal(mkdir(scratch_path("folder/a_b_c-sweep.dat"), 0700), 0);
    assert_int_equal(plot_figures(&made, scratch_path("folder"), "sweep", true), ERROR_IO);
    assert_non_null(strstr(fail_message(), "a_b_c-sweep.dat"));
    rmdir(scratch_path("folder/a_b_c-sweep.dat"));
    rmdir(scratch_path("folder"));
}

static void says_what_to_install(void **state)
{
    assert_int_equal(plot_with_path(scratch_folder), ERROR_ENVIRONMENT);
    assert_non_null(strstr(fail_message(), "gnuplot-nox"));
    assert_int_equal(access(scratch_path("a_b_c-sweep.gp"), R_OK), 0);
}

static void passes_on_why_gnuplot_failed(void **state)
{
    scratch_write("gnuplot", "#!/bin/sh\necho 'plot x' >&2\necho '     ^' >&2\necho '\"x.gp\" line "
                             "1: no x' >&2\nexit 1\n");
    assert_int_equal(chmod(scratch_path("gnuplot"), 0700), 0);
    assert_int_equal(plot_with_path(scratch_folder), ERROR_ENVIRONMENT);
    assert_non_null(strstr(fail_message(), "a_b_c-sweep.gp: \"x.gp\" line 1: no x"));
    assert_null(strchr(fail_message(), '\n'));
    scratch_write("gnuplot", "#!/bin/sh\nkill -9 $$\n");
    assert_int_equal(plot_with_path(scratch_folder), ERROR_ENVIRONMENT);
    assert_non_null(strstr(fail_message(), "signal 9"));
    unlink(scratch_path("gnuplot"));
}

/* A stand-in for gnuplot keeps it quick. */
static void survives_lack_of_memory(void **state)
{
    scratch_write("gnuplot", "#!/bin/sh\nprintf '\\211PNG%40sIEND\\256B`\\202' x >${2%.gp}.png\n"
                             "printf '<?xml ?>%40s</svg>' x >${2%.gp}.svg\n");
    assert_int_equal(chmod(scratch_path("gnuplot"), 0700), 0);
    char *saved = text_of(getenv("PATH"));
    setenv("PATH", scratch_folder, 1);
    for (size_t i = 0; i < made.nfigures; i++) {
        enum status status = ERROR_HOST_MEMORY;
        for (long k = 0; status == ERROR_HOST_MEMORY; k++) {
            status =
                refused_after(k, plot_figures(&made, scratch_folder, made.figures[i].id, true));
            assert_true(k < 10000);
        }
        assert_int_equal(status, OK);
    }
    setenv("PATH", saved, 1);
    free(saved);
    unlink(scratch_path("gnuplot"));
}

static double share(const struct scale *scale, double value)
{
    if (scale->type == SCALE_LOG)
        return (log(value) - log(scale->low)) / (log(scale->high) - log(scale->low));
    return (value - scale->low) / (scale->high - scale->low);
}

/* At least two labels unless the range is tiny, inside the axis, ascending, far enough apart. */
static void check_scale(enum scale_type type, double min, double max, double gap)
{
    struct scale scale;
    double last = -1;
    int labels = 0;
    scale_make(type, min, max, gap, &scale);
    assert_true(scale.low < scale.high && scale.low <= min && scale.high >= max);
    for (size_t i = 0; i < scale.count; i++) {
        double where = share(&scale, scale.tick[i].at);
        assert_true(where > -1e-6 && where < 1 + 1e-6);
        if (scale.tick[i].minor) continue;
        assert_true(where - last >= gap * (1 - 1e-9));
        last = where;
        labels++;
    }
    if (labels < 2)
        fail_msg("%d labels on %d: %.17g .. %.17g, gap %g", labels, type, min, max, gap);
}

static void scales_show_their_range(void **state)
{
    const uint64_t fixed = 4711;
    for (uint64_t i = 0; i < 20000; i++) {
        double min = pow(10, 20 * random_unit(random_bits(fixed, 0, i)) - 12);
        double factor = pow(10, 8 * random_unit(random_bits(fixed, 1, i)) *
                                    random_unit(random_bits(fixed, 2, i)));
        double gap = 0.02 + 0.15 * random_unit(random_bits(fixed, 3, i));
        check_scale(SCALE_LOG, min, min * factor, gap);
        check_scale(SCALE_LINEAR, min, min * (1.001 * factor), gap);
        check_scale(SCALE_FROM_ZERO, min, min * factor, gap);
    }
}

static void scales_of_one_value(void **state)
{
    check_scale(SCALE_LOG, 3, 3, 0.1);
    check_scale(SCALE_LINEAR, 3, 3, 0.1);
    check_scale(SCALE_LINEAR, 0, 0, 0.1);
    check_scale(SCALE_FROM_ZERO, 0, 0, 0.1);
    check_scale(SCALE_FROM_ZERO, -3, -3, 0.1);
    struct scale scale;
    scale_make(SCALE_LOG, INFINITY, -INFINITY, 0.1, &scale);
    assert_true(scale.empty && scale.count == 0 && scale.low < scale.high);
    scale_make(SCALE_FROM_ZERO, 2, 5, 0.1, &scale);
    assert_true(scale.low == 0);
}

/* A number of any size, or none. */
static double any_number(void)
{
    static const double odd[] = {0,
                                 -0.0,
                                 NAN,
                                 INFINITY,
                                 -INFINITY,
                                 DBL_MAX,
                                 -DBL_MAX,
                                 DBL_MIN,
                                 5e-324,
                                 -5e-324,
                                 9223372036854775807.0,
                                 -9223372036854775808.0,
                                 1,
                                 1e300,
                                 1e-300};
    uint64_t bits = draw(UINT64_MAX);
    double number;
    if (draw(2)) return odd[draw(sizeof odd / sizeof *odd)];
    memcpy(&number, &bits, sizeof number);
    return draw(4) ? number : odd[draw(sizeof odd / sizeof *odd)] * (1 + 1e-15 * (double)draw(10));
}

static void scales_take_any_numbers(void **state)
{
    for (int round = 0; round < 100000; round++) {
        enum scale_type type = (enum scale_type)draw(3);
        double min = any_number(), max = draw(4) ? any_number() : min,
               positions[] = {any_number(), any_number()};
        struct scale scale;
        if (type == SCALE_LOG) min = fabs(min);
        scale_make(type, min, max, 0.01 + 0.2 * (double)draw(100) / 100, &scale);
        if (draw(2)) scale_prefer(&scale, 2, positions, 0.1);
        bool sound = isfinite(scale.low) && isfinite(scale.high) && scale.low < scale.high &&
                     scale.empty == !(min <= max) && (type != SCALE_LOG || scale.low > 0);
        for (size_t i = 0; i < scale.count; i++) {
            double where = share(&scale, scale.tick[i].at);
            sound = sound && where > -1e-6 && where < 1 + 1e-6;
        }
        if (!sound)
            fail_msg("%d: %.17g .. %.17g has %.17g .. %.17g", type, min, max, scale.low,
                     scale.high);
    }
}

static void few_positions_become_the_ticks(void **state)
{
    struct scale scale;
    const double sizes[] = {2000, 4000, 8000}, close[] = {2000, 2001, 8000};
    scale_make(SCALE_LOG, 2000, 8000, 0.1, &scale);
    scale_prefer(&scale, 3, close, 0.1);
    assert_true(scale.tick[1].at != 2001);
    scale_prefer(&scale, 3, sizes, 0.1);
    assert_int_equal(scale.count, 3);
    assert_true(scale.tick[1].at == 4000);
}

int main(void)
{
    seed_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_png_and_svg),
        cmocka_unit_test(scripts_rerun_alone),
        cmocka_unit_test(draws_figures_without_data),
        cmocka_unit_test(the_data_file_has_everything),
        cmocka_unit_test(curves_go_on_between_their_own_points),
        cmocka_unit_test(refuses_bad_figures),
        cmocka_unit_test(says_where_it_cannot_write),
        cmocka_unit_test(says_what_to_install),
        cmocka_unit_test(passes_on_why_gnuplot_failed),
        cmocka_unit_test(survives_lack_of_memory),
        cmocka_unit_test(scales_show_their_range),
        cmocka_unit_test(scales_of_one_value),
        cmocka_unit_test(few_positions_become_the_ticks),
        cmocka_unit_test(scales_take_any_numbers),
    };
    return cmocka_run_group_tests_name("plot", tests, make, unmake);
}
