#include "harness/history/history_plot.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "harness/figures/gnuplot_parts.h"
#include "harness/figures/plot_folder.h"
#include "harness/history/history_print.h"
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
    MUST(format_text(out, "%s-%s", series->problem, series->variant));
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
    MUST(allocate_zeroed(history->nseries, sizeof **out, "file names", out));
    for (size_t s = 0; s < history->nseries; s++) {
        MUST(make_stem(&history->series[s], &(*out)[s]));
        if (is_taken(*out, s, (*out)[s])) MUST(number_stem(*out, s));
    }
    return OK;
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

static void put_texts(const struct series *series, const struct canvas *canvas)
{
    static const char grey[] = "font 'sans-serif,9' textcolor rgb '#555555'";
    char title[400];
    snprintf(title, sizeof title, "%.180s  %.180s", series->problem, series->variant);
    gnuplot_label(canvas, title, 20, "font bold.',12'");
    gnuplot_label(canvas, series->machine, 40, grey);
    gnuplot_label(
        canvas,
        "Points: median of a run, with its 95 % interval.  Thick lines: levels and drifts.  "
        "Upright lines: where it became",
        HEIGHT - 28, grey);
    gnuplot_label(
        canvas,
        "slower (dashed) or faster (dotted), with the commit before and after.  ×: a run that "
        "failed.",
        HEIGHT - 12, grey);
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

static void put_plot(const struct view *view, size_t index, const struct canvas *canvas)
{
    FILE *out = canvas->out;
    put_texts(view->series, canvas);
    put_time_axis(view, out);
    fprintf(out, "set yrange [%.10g:%.10g]\n", view->y.low, view->y.high);
    gnuplot_ticks("y", UNIT_SECONDS, &view->y, true, out);
    put_stretches(view, out);
    put_findings(view, out);
    put_failures(view, out);
    fprintf(out,
            "plot 'history.dat' index %zu using 1:3:(0):($4-$3) with vectors nohead lc rgb "
            "'#444444' lw 1, \\\n"
            "     '' index %zu using 1:2 with points pt 7 ps 0.6 lc rgb '#0072B2'\n",
            index, index);
}

static void put_series(const struct view *view, const char *stem, size_t index,
                       const struct canvas *canvas)
{
    for (int k = SPY_PNG; k <= SPY_SVG; k++) {
        char file[LONGEST_STEM + 40];
        gnuplot_terminal(canvas, (enum spy_format)k, ZOOM);
        fputs("set output ", canvas->out);
        snprintf(file, sizeof file, "%s.%s", stem, k == SPY_PNG ? "png" : "svg");
        gnuplot_text(file, canvas->out);
        fputs("\nunset label\nunset arrow\n", canvas->out);
        put_plot(view, index, canvas);
        fputs("set output\n", canvas->out);
    }
}

/* What a history leaves in a folder. */
struct drawn {
    const struct history *history;
    char **stems;
};

static enum status print_script(const void *what, FILE *out)
{
    const struct drawn *drawn = what;
    const struct canvas canvas = {WIDTH, HEIGHT, out};
    size_t index = 0;
    fprintf(out, "%s\nunset key\nset grid noxtics nomxtics\nset tics font ',9'\n", text_style_gp);
    gnuplot_box(&canvas, LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP);
    for (size_t s = 0; s < drawn->history->nseries; s++) {
        struct view view;
        if (drawn->history->series[s].nvalues == 0) continue;
        make_view(drawn->history, &drawn->history->series[s], &view);
        put_series(&view, drawn->stems[s], index++, &canvas);
    }
    return OK;
}

/* One block a series that has values: start, median, low, high. */
static enum status print_data(const void *what, FILE *out)
{
    const struct drawn *drawn = what;
    for (size_t s = 0; s < drawn->history->nseries; s++) {
        const struct series *series = &drawn->history->series[s];
        if (series->nvalues == 0) continue;
        fprintf(out, "# %s: start (s since 1970), median, low, high (s)\n", drawn->stems[s]);
        for (size_t k = 0; k < series->nvalues; k++) {
            const struct point *p = &series->points[series->value[k]];
            fprintf(out, "%lld %s %s %s\n", (long long)drawn->history->runs[p->run].time,
                    exact_number(p->median).text,
                    exact_number(isnan(p->low) ? p->median : p->low).text,
                    exact_number(isnan(p->high) ? p->median : p->high).text);
        }
        fputs("\n\n", out);
    }
    return OK;
}

enum status history_plot(const struct history *history, const char *directory, bool force)
{
    enum status status = OK;
    struct drawn drawn = {.history = history};
    struct plot_folder plot = {
        .path = directory, .force = force, .kinds = {&kind_history_data, &kind_history_script}};
    TRY(history_stems(history, &drawn.stems));
    TRY(plot_folder_open(&plot));
    TRY(plot_folder_check(&plot, "history", PLOT_DATA, PLOT_SCRIPT));
    for (size_t s = 0; s < history->nseries; s++)
        if (history->series[s].nvalues)
            TRY(plot_folder_check(&plot, drawn.stems[s], PLOT_PNG, PLOT_SVG));
    TRY(plot_folder_print(&plot, "history", PLOT_DATA, print_data, &drawn));
    TRY(plot_folder_print(&plot, "history", PLOT_SCRIPT, print_script, &drawn));
    TRY(gnuplot_run(plot.scratch.path, "history.gp"));
    for (size_t s = 0; s < history->nseries; s++)
        if (history->series[s].nvalues) TRY(plot_folder_take(&plot, drawn.stems[s]));
out:
    folder_remove(&plot.scratch);
    for (size_t s = 0; drawn.stems && s < history->nseries; s++) free(drawn.stems[s]);
    free(drawn.stems);
    return status;
}
