#include "harness/history/history_plot.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/file.h"
#include "base/memory.h"
#include "harness/figures/figure_layout.h"
#include "harness/figures/picture.h"
#include "harness/figures/scale.h"
#include "harness/history/history_print.h"
#include "harness/util/folder.h"
#include "harness/util/gnuplot.h"
#include "harness/util/units.h"

static const struct file_kind kind_history_data = {"the data of a history", "# ",
                                                   ": start (s since 1970), median"};
static const struct file_kind kind_history_script = {"the script of a history",
                                                     "# The look of all figures", ""};

extern const char text_style_gp[]; /* plots/style.gp */

/* Pixels; y counts from the top. The PNG has ZOOM of its own for each. */
enum {
    WIDTH = 760,
    HEIGHT = 420,
    TOP = 70,
    BOTTOM = 350,
    LEFT = 84,
    RIGHT = 716,
    ZOOM = 2,
    LONGEST_STEM = 120
};

/* Findings are written at up to so many heights, this share of the axis apart. */
enum { HEIGHTS = 4 };
static const double STEP = 0.12;

/* A series on its axes. */
struct view {
    const struct history *history;
    const struct series *series;
    double first, last; /* s since 1970 */
    struct scale y;
};

/* File names */

static enum status make_stem(const struct series *series, char **out)
{
    enum status status = format_text(out, "%s-%s", series->problem, series->variant);
    if (status != OK) return status;
    char *end = *out;
    for (const char *at = *out; *at && end < *out + LONGEST_STEM; at++) {
        char c = isalnum((unsigned char)*at) || strchr("._", *at) ? *at : '-';
        if (c == '.' && end == *out) c = '_';
        if (c != '-' || (end > *out && end[-1] != '-')) *end++ = c;
    }
    while (end > *out && end[-1] == '-') end--;
    *end = '\0';
    return OK;
}

static bool is_taken(char *const *stems, size_t count, const char *stem)
{
    for (size_t k = 0; k < count; k++)
        if (!strcasecmp(stems[k], stem)) return true;
    return false;
}

static enum status number_stem(char **stems, size_t k)
{
    enum status status = OK;
    char *plain = stems[k];
    stems[k] = NULL;
    for (size_t number = 2; status == OK && (!stems[k] || is_taken(stems, k, stems[k])); number++) {
        free(stems[k]);
        status = format_text(&stems[k], "%s-%zu", plain, number);
    }
    free(plain);
    return status;
}

enum status history_stems(const struct history *history, char ***out)
{
    enum status status = OK;
    TRY(allocate_zeroed(history->nseries, sizeof **out, "file names", out));
    for (size_t s = 0; s < history->nseries; s++) {
        TRY(make_stem(&history->series[s], &(*out)[s]));
        if (is_taken(*out, s, (*out)[s])) TRY(number_stem(*out, s));
    }
out:
    return status;
}

/* The view */

static double time_of(const struct view *view, size_t point)
{
    return (double)view->history->runs[view->series->points[point].run].time;
}

static double time_of_value(const struct view *view, size_t value)
{
    return time_of(view, view->series->value[value]);
}

static size_t count_findings(const struct view *view)
{
    size_t count = 0;
    for (size_t k = 0; k < view->history->nfindings; k++)
        count += &view->history->series[view->history->findings[k].series] == view->series;
    return count;
}

static void make_view(const struct history *history, const struct series *series, struct view *out)
{
    double least = INFINITY, most = 0;
    *out = (struct view){.history = history, .series = series};
    for (size_t k = 0; k < series->npoints; k++) {
        const struct point *point = &series->points[k];
        if (isnan(point->median)) continue;
        least = fmin(least, fmin(point->median, point->low));
        most = fmax(most, fmax(point->median, point->high));
    }
    /* A series that only trembles should look steady. */
    double middle = (least + most) / 2;
    scale_make(SCALE_LINEAR, fmin(least, 0.95 * middle), fmax(most, 1.05 * middle), 0.1, &out->y);
    /* Findings are written above the points. */
    double heights = fmin((double)count_findings(out), HEIGHTS);
    out->y.high += (out->y.high - out->y.low) * heights * STEP / (1 - heights * STEP);
    double first = time_of(out, 0), last = time_of(out, series->npoints - 1);
    double room = fmax(0.04 * (last - first), 1800);
    out->first = first - room;
    out->last = last + room;
}

/* The script */

static void put_preamble(FILE *out)
{
    fprintf(out, "%s\nunset key\nset grid noxtics nomxtics\nset tics font ',9'\n", text_style_gp);
    fprintf(out, "set lmargin at screen %.5g\nset rmargin at screen %.5g\n", (double)LEFT / WIDTH,
            (double)RIGHT / WIDTH);
    fprintf(out, "set tmargin at screen %.5g\nset bmargin at screen %.5g\n",
            1 - (double)TOP / HEIGHT, 1 - (double)BOTTOM / HEIGHT);
}

static void put_text(const char *text, double y, const char *style, FILE *out)
{
    fputs("set label ", out);
    gnuplot_text(text, out);
    fprintf(out, " at screen %.5g, screen %.5g left %s\n", 16.0 / WIDTH, 1 - y / HEIGHT, style);
}

static void put_texts(const struct series *series, FILE *out)
{
    static const char grey[] = "font 'sans-serif,9' textcolor rgb '#555555'";
    char title[400];
    snprintf(title, sizeof title, "%.180s  %.180s", series->problem, series->variant);
    put_text(title, 20, "font bold.',12'", out);
    put_text(series->machine, 40, grey, out);
    put_text("Points: median of a run, with its 95 % interval.  Thick lines: levels and drifts.  "
             "Upright lines: where it "
             "became",
             HEIGHT - 28, grey, out);
    put_text("slower (dashed) or faster (dotted), with the commit before and after.  ×: a run that "
             "failed.",
             HEIGHT - 12, grey, out);
}

static void put_tick_text(double at, bool hours, FILE *out)
{
    time_t seconds = (time_t)at;
    struct tm utc;
    char text[40];
    gmtime_r(&seconds, &utc);
    strftime(text, sizeof text, hours ? "%m-%d %H:%M" : "%Y-%m-%d", &utc);
    fprintf(out, "'%s' %.0f", text, at);
}

/* At most six ticks: days, or parts of one. */
static void put_time_axis(const struct view *view, FILE *out)
{
    static const double steps[] = {60, 300, 900, 3600, 10800, 21600, 86400};
    enum { NSTEPS = sizeof steps / sizeof *steps, DAY = 86400 };
    double span = view->last - view->first, step = DAY * ceil(span / 6 / DAY);
    for (int k = NSTEPS - 1; k >= 0; k--)
        if (span / steps[k] <= 6) step = fmin(step, steps[k]);
    fprintf(out, "set xrange [%.0f:%.0f]\nset xtics (", view->first, view->last);
    const char *comma = "";
    for (double at = ceil(view->first / step) * step; at <= view->last; at += step) {
        fputs(comma, out);
        put_tick_text(at, step < DAY, out);
        comma = ", ";
    }
    fputs(")\n", out);
}

static void put_value_axis(const struct view *view, FILE *out)
{
    const char *comma = "";
    fprintf(out, "set yrange [%.10g:%.10g]\nset ytics (", view->y.low, view->y.high);
    for (size_t k = 0; k < view->y.count; k++) {
        if (view->y.tick[k].minor) continue;
        fprintf(out, "%s'%s' %.10g", comma, human_tick(UNIT_SECONDS, view->y.tick[k].at).text,
                view->y.tick[k].at);
        comma = ", ";
    }
    fputs(")\n", out);
}

static void put_stretches(const struct view *view, FILE *out)
{
    for (size_t k = 0; k < view->series->nstretches; k++) {
        const struct stretch *stretch = &view->series->stretches[k];
        double half = stretch->end - stretch->first == 1 ? 0.01 * (view->last - view->first) : 0;
        fprintf(out,
                "set arrow from %.0f, %.10g to %.0f, %.10g nohead front lc rgb '#D55E00' lw 3\n",
                time_of_value(view, stretch->first) - half, exp(stretch->level),
                time_of_value(view, stretch->end - 1) + half,
                exp(stretch->level + stretch_rise(stretch)));
    }
}

/* An upright line between the runs, with what changed beside it; a few heights take turns. */
static void put_finding(const struct view *view, const struct finding *finding, size_t turn,
                        FILE *out)
{
    const struct history_run *before = &view->history->runs[finding->before],
                             *after = &view->history->runs[finding->after];
    double at = finding->kind == FOUND_DRIFT ? (double)after->time
                                             : ((double)before->time + (double)after->time) / 2;
    double share = (at - view->first) / (view->last - view->first);
    char text[200], change[32] = "";
    if (!isnan(finding->change))
        snprintf(change, sizeof change, " %+.1f %%", 100 * (finding->change - 1));
    bool other = strcmp(before->commit, after->commit);
    snprintf(text, sizeof text, "%s%s%s\n%.20s%s%.20s", finding_word(view->history, finding),
             change, finding->alarm ? " (new)" : "", before->commit, other ? " → " : "",
             other ? after->commit : "");
    if (finding->kind != FOUND_DRIFT)
        fprintf(out,
                "set arrow from %.0f, graph 0 to %.0f, graph 1 nohead back lc rgb '#000000' lw 1.2 "
                "dt %s\n",
                at, at, finding->worse ? "(8,4)" : "(2,3)");
    fputs("set label ", out);
    gnuplot_text(text, out);
    fprintf(out, " at %.0f, graph %.3g %s offset %d, 0 font %s',9' front\n", at,
            0.97 - STEP * (double)(turn % HEIGHTS), share > 0.6 ? "right" : "left",
            share > 0.6 ? -1 : 1, finding->alarm ? "bold." : "'sans-serif'.");
}

static void put_findings(const struct view *view, FILE *out)
{
    size_t turn = 0;
    for (size_t k = 0; k < view->history->nfindings; k++) {
        const struct finding *finding = &view->history->findings[k];
        if (&view->history->series[finding->series] == view->series)
            put_finding(view, finding, turn++, out);
    }
}

static void put_failures(const struct view *view, FILE *out)
{
    for (size_t k = 0; k < view->series->npoints; k++)
        if (isnan(view->series->points[k].median))
            fprintf(out, "set label '×' at %.0f, graph 0.02 center font bold.',11' front\n",
                    time_of(view, k));
}

static void put_plot(const struct view *view, size_t index, FILE *out)
{
    put_texts(view->series, out);
    put_time_axis(view, out);
    put_value_axis(view, out);
    put_stretches(view, out);
    put_findings(view, out);
    put_failures(view, out);
    fprintf(out,
            "plot 'history.dat' index %zu using 1:3:(0):($4-$3) with vectors nohead lc rgb "
            "'#444444' lw 1, \\\n"
            "     '' index %zu using 1:2 with points pt 7 ps 0.6 lc rgb '#0072B2'\n",
            index, index);
}

static void put_series(const struct view *view, const char *stem, size_t index, FILE *out)
{
    static const char *const terminals[] = {"pngcairo", "svg"}, *const endings[] = {"png", "svg"};
    for (int k = 0; k < 2; k++) {
        int zoom = k == 0 ? ZOOM : 1;
        fprintf(out,
                "set terminal %s noenhanced background 'white' font 'sans-serif,11' size %d, %d",
                terminals[k], zoom * WIDTH, zoom * HEIGHT);
        if (k == 0) fprintf(out, " fontscale %d linewidth %d", ZOOM, ZOOM);
        /* the SVG terminal knows no weights */
        fprintf(out, "\nbold = '%s'\nset output ", k == 0 ? "sans-serif:Bold" : "sans-serif");
        char file[LONGEST_STEM + 40];
        snprintf(file, sizeof file, "%s.%s", stem, endings[k]);
        gnuplot_text(file, out);
        fputs("\nunset label\nunset arrow\n", out);
        put_plot(view, index, out);
        fputs("set output\n", out);
    }
}

static void write_script(const struct history *history, char *const *stems, FILE *out)
{
    size_t index = 0;
    put_preamble(out);
    for (size_t s = 0; s < history->nseries; s++) {
        struct view view;
        if (history->series[s].nvalues == 0) continue;
        make_view(history, &history->series[s], &view);
        put_series(&view, stems[s], index++, out);
    }
}

/* One block a series that has values: start, median, low, high. */
static void write_data(const struct history *history, char *const *stems, FILE *out)
{
    for (size_t s = 0; s < history->nseries; s++) {
        const struct series *series = &history->series[s];
        if (series->nvalues == 0) continue;
        fprintf(out, "# %s: start (s since 1970), median, low, high (s)\n", stems[s]);
        for (size_t k = 0; k < series->nvalues; k++) {
            const struct point *p = &series->points[series->value[k]];
            double low = isnan(p->low) ? p->median : p->low,
                   high = isnan(p->high) ? p->median : p->high;
            fprintf(out, "%lld %s ", (long long)history->runs[p->run].time,
                    exact_number(p->median).text);
            fprintf(out, "%s ", exact_number(low).text);
            fprintf(out, "%s\n", exact_number(high).text);
        }
        fputs("\n\n", out);
    }
}

/* What a history leaves in a folder. They are drawn in a folder of our own first. */
struct plotting {
    const struct history *history;
    char **stems;
    const char *directory, *scratch;
    bool force; /* our own files there may be replaced */
};

static enum status check_file(const struct plotting *plot, const char *name,
                              const struct file_kind *kind)
{
    char *path;
    enum status status = format_text(&path, "%s/%s", plot->directory, name);
    if (status != OK) return status;
    status = file_probe(path, kind, plot->force);
    free(path);
    return status;
}

/* Of a series that has values; else nothing. take: brings it from the scratch folder, else looks
 * whether that could be. */
static enum status each_picture(const struct plotting *plot, size_t series, bool take)
{
    static const char *const endings[] = {[SPY_PNG] = "png", [SPY_SVG] = "svg"};
    enum status status = OK;
    char *name = NULL, *from = NULL, *path = NULL;
    if (plot->history->series[series].nvalues == 0) return OK;
    for (int k = SPY_PNG; k <= SPY_SVG && status == OK; k++) {
        TRY(format_text(&name, "%s.%s", plot->stems[series], endings[k]));
        TRY(format_text(&path, "%s/%s", plot->directory, name));
        TRY(format_text(&from, "%s/%s", take ? plot->scratch : "", name));
        status = take ? picture_store(from, (enum spy_format)k, path, plot->force)
                      : check_file(plot, name, &kind_pictures[k]);
        free(name);
        free(from);
        free(path);
        name = from = path = NULL;
    }
out:
    free(name);
    free(from);
    free(path);
    return status;
}

/* Where it stays, and where gnuplot finds it. */
static enum status write_file(const struct plotting *plot, const char *name,
                              const struct file_kind *kind,
                              void (*write)(const struct history *, char *const *, FILE *))
{
    enum status status = OK;
    char *path = NULL, *copy = NULL, *text = NULL;
    size_t size = 0;
    TRY(format_text(&path, "%s/%s", plot->directory, name));
    TRY(format_text(&copy, "%s/%s", plot->scratch, name));
    FILE *out = open_memstream(&text, &size);
    if (out) write(plot->history, plot->stems, out);
    if (!out || fclose(out) != 0) TRY(fail(ERROR_HOST_MEMORY, "no memory for %s", path));
    TRY(file_store(path, plot->force ? kind : NULL, text, size));
    TRY(file_store(copy, NULL, text, size));
out:
    free(path);
    free(copy);
    free(text);
    return status;
}

static enum status plot_all(struct plotting *plot)
{
    enum status status = OK;
    struct folder scratch = {0};
    TRY(check_file(plot, "history.dat", &kind_history_data));
    TRY(check_file(plot, "history.gp", &kind_history_script));
    for (size_t s = 0; s < plot->history->nseries; s++) TRY(each_picture(plot, s, false));
    TRY(folder_create("history", &scratch));
    plot->scratch = scratch.path;
    TRY(write_file(plot, "history.dat", &kind_history_data, write_data));
    TRY(write_file(plot, "history.gp", &kind_history_script, write_script));
    TRY(gnuplot_run(scratch.path, "history.gp"));
    for (size_t s = 0; s < plot->history->nseries; s++) TRY(each_picture(plot, s, true));
out:
    folder_remove(&scratch);
    return status;
}

enum status history_plot(const struct history *history, const char *directory, bool force)
{
    enum status status = OK;
    struct plotting plot = {.history = history, .directory = directory, .force = force};
    TRY(history_stems(history, &plot.stems));
    if (mkdir(directory, 0777) != 0 && errno != EEXIST)
        TRY(fail(ERROR_IO, "cannot create the folder %s: %s", directory, strerror(errno)));
    TRY(plot_all(&plot));
out:
    for (size_t s = 0; plot.stems && s < history->nseries; s++) free(plot.stems[s]);
    free(plot.stems);
    return status;
}
