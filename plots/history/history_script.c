/* The gnuplot script of a history's figures: a picture for each series. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analysis/history/history_print.h"
#include "analysis/statistics/stats.h"
#include "base/memory.h"
#include "base/output/units.h"
#include "base/process/gnuplot.h"
#include "plots/figures/figure_layout.h"
#include "plots/figures/gnuplot_parts.h"
#include "plots/history/history_plot.h"
#include "store/marks.h"

extern const char text_style_gp[]; /* plots/style.gp */

/* Pixels; y counts from the top. The room at the right holds half of the last day's name. */
enum { WIDTH = 520, BOX = 270, MARGIN = 12, RIGHT = WIDTH - 50 };
enum { TITLE = 21, LINE = 16 };
static const double title_char = 10.2, small_char = 7.1, text_char = 8.2, label_char = 8.1,
                    bold_char = 9;

/* Findings are written at up to HEIGHTS heights; label_line is the height of a line, as a share of
 * the axis. Both commits are in one line if it has at most ONE_LINE characters, which fit beside
 * any line. */
enum { HEIGHTS = 4, ONE_LINE = 22 };
static const double label_line = 0.06;

/* A series and its axes. */
struct view {
    const struct history *history;
    const struct series *series;
    double first, last; /* s since 1970 */
    double least, most; /* s: limits of the whiskers */
    size_t cut;         /* whiskers that are cut off there */
    bool folded;        /* each commit of a finding is in a line of its own */
    struct scale y;
    double left, top, height; /* left, top: of the box; height: of the picture */
    char *title, *machine, *caption;
};

/* The view */

static double time_of(const struct view *view, size_t point)
{
    return (double)view->history->runs[view->series->points[point].run].time;
}

static double time_of_value(const struct view *view, size_t value)
{
    return time_of(view, view->series->value[value]);
}

/* Number of characters of the longest line. */
static size_t longest_line(const char *text)
{
    size_t longest = 0, length = 0;
    for (; *text; text++) {
        length = *text == '\n' ? 0 : length + (((unsigned char)*text & 0xc0) != 0x80);
        if (length > longest) longest = length;
    }
    return longest;
}

/* "c4 → c5"; one commit if both are the same. */
static struct human commits_of(const struct view *view, const struct finding *finding)
{
    const char *before = view->history->runs[finding->before].commit,
               *after = view->history->runs[finding->after].commit;
    if (!strcmp(before, after)) return human_text("%.20s", before);
    return human_text("%.20s →%s%.20s", before, view->folded ? "\n" : " ", after);
}

static bool any_long_commits(const struct view *view)
{
    for (size_t k = 0; k < view->history->nfindings; k++) {
        const struct finding *finding = &view->history->findings[k];
        if (&view->history->series[finding->series] == view->series &&
            longest_line(commits_of(view, finding).text) > ONE_LINE)
            return true;
    }
    return false;
}

/* Distance of two heights for findings, as a share of the axis. */
static double height_step(const struct view *view)
{
    return (view->folded ? 3 : 2) * label_line + 0.01;
}

static size_t count_findings(const struct view *view)
{
    size_t count = 0;
    for (size_t k = 0; k < view->history->nfindings; k++)
        count += &view->history->series[view->history->findings[k].series] == view->series;
    return count;
}

/* Least reach of the axis above and below its middle, as a share of the middle, so that a series
 * with small noise looks steady. */
static const double steady = 0.05;

/* Computes how far most whiskers reach beyond the medians. */
static enum status reach_of_most(const struct series *series, double low, double high, double *out)
{
    double *reach;
    size_t count = 0;
    MUST(allocate(series->npoints + 1, sizeof *reach, "a figure", &reach));
    for (size_t k = 0; k < series->npoints; k++) {
        const struct point *point = &series->points[k];
        if (isnan(point->median)) continue;
        reach[count++] = fmax(0, fmax(low - point->low, point->high - high));
    }
    sort_numbers(count, reach);
    *out = count ? sorted_quantile(count, reach, 0.8) : 0;
    free(reach);
    return OK;
}

/* Sets the range of the axis. It includes all medians. In series with findings, whiskers get half
 * as much room as the medians take, on either side, so that no whisker flattens a step. In other
 * series they get as much as most of them need. */
static enum status set_range(const struct series *series, struct view *out)
{
    double low = INFINITY, high = 0, least = INFINITY, most = 0, reach = 0;
    for (size_t k = 0; k < series->npoints; k++) {
        const struct point *point = &series->points[k];
        if (isnan(point->median)) continue;
        low = fmin(low, point->median);
        high = fmax(high, point->median);
        least = fmin(least, fmin(point->median, point->low));
        most = fmax(most, fmax(point->median, point->high));
    }
    if (!count_findings(out)) MUST(reach_of_most(series, low, high, &reach));
    double room = fmax(reach, fmax((high - low) / 2, steady * (low + high) / 2));
    out->least = fmax(least, low - room);
    out->most = fmin(most, high + room);
    for (size_t k = 0; k < series->npoints; k++)
        out->cut += series->points[k].low < out->least || series->points[k].high > out->most;
    return OK;
}

static bool has_whiskers(const struct series *series)
{
    for (size_t k = 0; k < series->npoints; k++)
        if (series->points[k].low < series->points[k].high) return true;
    return false;
}

static enum status make_caption(const struct view *view, char **out)
{
    char *text = NULL;
    enum status status = OK;
    TRY(copy_text("Points: median of a run.", &text));
    if (has_whiskers(view->series))
        TRY(append_text(&text, " Whiskers: 95 %% interval of the median."));
    if (view->cut)
        TRY(append_text(&text, " Triangle: the whisker is longer than shown (%zu).", view->cut));
    TRY(append_text(&text, "\nThick lines: levels and drifts."));
    if (count_findings(view))
        TRY(append_text(&text,
                        " Upright lines: where it became slower (dashed) or faster (dotted), "
                        "with the commits before and after."));
    if (view->series->nvalues < view->series->npoints)
        TRY(append_text(&text, " ×: a run that failed."));
    TRY(wrap_text(text, (size_t)((WIDTH - 2 * MARGIN) / small_char), " ", out));
out:
    free(text);
    return status;
}

static enum status make_view_texts(struct view *view)
{
    char *title = NULL;
    const struct series *series = view->series;
    enum status status = OK;
    TRY(format_text(&title, "%s  %s", series->problem, series->variant));
    TRY(wrap_text(title, (size_t)((WIDTH - 2 * MARGIN) / title_char), " :,/_", &view->title));
    TRY(wrap_text(series->machine, (size_t)((WIDTH - 2 * MARGIN) / small_char), " ",
                  &view->machine));
    TRY(make_caption(view, &view->caption));
out:
    free(title);
    return status;
}

static void free_view(struct view *view)
{
    free(view->title);
    free(view->machine);
    free(view->caption);
}

static enum status make_view(const struct history *history, const struct series *series,
                             struct view *out)
{
    *out = (struct view){.history = history, .series = series};
    out->folded = any_long_commits(out);
    MUST(set_range(series, out));
    double middle = (out->least + out->most) / 2;
    scale_make(SCALE_LINEAR, fmin(out->least, (1 - steady) * middle),
               fmax(out->most, (1 + steady) * middle), 0.12, &out->y);
    /* Findings are written above the points. */
    double heights = fmin((double)count_findings(out), HEIGHTS) * height_step(out);
    out->y.high += (out->y.high - out->y.low) * heights / (1 - heights);
    double first = time_of(out, 0), last = time_of(out, series->npoints - 1),
           half_a_point = fmax(0.012 * (last - first), 1);
    out->first = first - half_a_point;
    out->last = last + half_a_point;
    enum status status = make_view_texts(out);
    if (status != OK) return free_view(out), status;
    out->left = 2 * MARGIN + (double)scale_label_length(&out->y, UNIT_SECONDS) * text_char;
    out->top = 8 + (double)count_lines(out->title) * TITLE +
               (double)(count_lines(out->machine) + 1) * LINE + 14;
    out->height = out->top + BOX + 44 + (double)count_lines(out->caption) * LINE + 8;
    return OK;
}

/* The script */

static void put_history_texts(const struct view *view, const struct canvas *canvas)
{
    static const char small[] = "font " FONT_SMALL GREY;
    double y = 8 + (double)count_lines(view->title) * TITLE;
    gnuplot_label(canvas, view->title, 8 + TITLE / 2.0, "font " FONT_TITLE);
    gnuplot_label(canvas, view->machine, y + LINE / 2.0, small);
    gnuplot_label(canvas, "time to solve", view->top - 6 - LINE / 2.0, "font " FONT_SMALL);
    gnuplot_label(canvas, view->caption, view->height - (double)count_lines(view->caption) * LINE,
                  small);
}

static void put_tick_text(double at, const char *format, FILE *out)
{
    time_t seconds = (time_t)at;
    struct tm utc;
    char text[40];
    gmtime_r(&seconds, &utc);
    strftime(text, sizeof text, format, &utc);
    fprintf(out, "'%s' %.0f", text, at);
}

/* Labels the first and the last run, and days or parts of days between them, if their names have
 * room. */
static void put_time_axis(const struct view *view, FILE *out)
{
    static const double steps[] = {60, 300, 900, 3600, 10800, 21600, 86400};
    enum { NSTEPS = sizeof steps / sizeof *steps, DAY = 86400 };
    double first = time_of(view, 0), last = time_of(view, view->series->npoints - 1),
           gap = 100 * (view->last - view->first) / (RIGHT - view->left),
           step = DAY * ceil(gap / DAY);
    for (int k = NSTEPS - 1; k >= 0; k--)
        if (steps[k] >= gap) step = steps[k];
    const char *format = last - first < 600       ? "%H:%M:%S"
                         : last - first < 3 * DAY ? "%m-%d %H:%M"
                                                  : "%Y-%m-%d";
    fprintf(out, "set xrange [%.0f:%.0f]\nset xtics (", view->first, view->last);
    for (double at = first; at <= last - gap; at += step) {
        put_tick_text(at, format, out);
        fputs(", ", out);
    }
    put_tick_text(last, format, out);
    fputs(")\n", out);
}

static void put_stretches(const struct view *view, FILE *out)
{
    for (size_t k = 0; k < view->series->nstretches; k++) {
        const struct stretch *stretch = &view->series->stretches[k];
        double half = stretch->end - stretch->first == 1 ? 0.01 * (view->last - view->first) : 0;
        fprintf(out,
                "set arrow from %.0f, %.10g to %.0f, %.10g nohead back lc rgb '#D55E00' lw 3\n",
                time_of_value(view, stretch->first) - half, exp(stretch->level),
                time_of_value(view, stretch->end - 1) + half,
                exp(stretch->level + stretch_rise(stretch)));
    }
}

/* Horizontal place of a text of this width that labels x: to the right of x, or to its left if it
 * would leave the picture. Returns the text's left end, or its right end if *right. */
static double label_place(double x, double width, bool *right)
{
    enum { GAP = 9, EDGE = WIDTH - 6 };
    *right = x + GAP + width > EDGE;
    return !*right ? x + GAP : fmax(x - GAP, fmin(GAP + width, EDGE));
}

/* "slower +10.1 % (new)", with the commits before and after. */
static struct human finding_label(const struct view *view, const struct finding *finding)
{
    struct human text = human_text("%s", status_words(finding_word(view->history, finding)));
    if (!isnan(finding->change)) human_append(&text, " %+.1f %%", 100 * (finding->change - 1));
    human_append(&text, "%s\n%s", finding->alarm ? " (new)" : "", commits_of(view, finding).text);
    return text;
}

/* Draws an upright line between the runs, with a label beside it; a few heights take turns. */
static void put_finding(const struct view *view, const struct finding *finding, size_t turn,
                        FILE *out)
{
    const struct history_run *before = &view->history->runs[finding->before],
                             *after = &view->history->runs[finding->after];
    const struct human text = finding_label(view, finding);
    double at = finding->kind == FOUND_DRIFT ? (double)after->time
                                             : ((double)before->time + (double)after->time) / 2;
    double box = RIGHT - view->left,
           x = view->left + box * (at - view->first) / (view->last - view->first);
    bool right;
    double place = label_place(
        x, (double)longest_line(text.text) * (finding->alarm ? bold_char : label_char), &right);
    if (finding->kind != FOUND_DRIFT)
        fprintf(out,
                "set arrow from %.0f, graph 0 to %.0f, graph 1 nohead back lc rgb '#000000' lw 1.2 "
                "dt %s\n",
                at, at, finding->worse ? "(8,4)" : "(2,3)");
    fputs("set label ", out);
    gnuplot_text(text.text, out);
    fprintf(out, " at graph %.4g, graph %.3g %s font %s',10' front\n", (place - view->left) / box,
            0.97 - height_step(view) * (double)(turn % HEIGHTS), right ? "right" : "left",
            finding->alarm ? "bold." : "'sans-serif'.");
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

/* Draws the series. Whiskers end at the limits of the axis; a triangle shows that they go on. */
static void put_plot(const struct view *view, size_t index, FILE *out)
{
    static const char grey[] = "lc rgb '#444444'";
    fprintf(out, "low = %s\nhigh = %s\n", exact_number(view->least).text,
            exact_number(view->most).text);
    fprintf(out,
            "plot 'history.dat' index %zu using 1:($3 < low ? low : $3):(0):"
            "(($4 > high ? high : $4) - ($3 < low ? low : $3)) with vectors nohead %s lw 1, \\\n",
            index, grey);
    fprintf(out,
            "     '' index %zu using 1:($4 > high ? high : NaN) with points pt 9 ps 0.7 %s, \\\n"
            "     '' index %zu using 1:($3 < low ? low : NaN) with points pt 11 ps 0.7 %s, \\\n"
            "     '' index %zu using 1:2 with points pt 7 ps 0.6 lc rgb '#0072B2'\n",
            index, grey, index, grey, index);
}

static void put_series(const struct view *view, const char *stem, size_t index, FILE *out)
{
    const struct canvas canvas = {WIDTH, view->height, out, false, NULL};
    gnuplot_begin_pictures(&canvas, stem);
    fputs("unset label\nunset arrow\n", out);
    gnuplot_box(&canvas, view->left, view->top, RIGHT - view->left, BOX);
    put_history_texts(view, &canvas);
    put_time_axis(view, out);
    fprintf(out, "set yrange [%.10g:%.10g]\n", view->y.low, view->y.high);
    gnuplot_ticks(&canvas, "y", UNIT_SECONDS, &view->y, true);
    put_stretches(view, out);
    put_findings(view, out);
    put_failures(view, out);
    put_plot(view, index, out);
    gnuplot_end_pictures(&canvas);
}

enum status history_write_script(const struct history *history, char *const *stems, FILE *out)
{
    size_t index = 0;
    fprintf(out, "%s\nunset key\nset grid noxtics nomxtics\n", text_style_gp);
    for (size_t s = 0; s < history->nseries; s++) {
        struct view view;
        if (history->series[s].nvalues == 0) continue;
        MUST(make_view(history, &history->series[s], &view));
        put_series(&view, stems[s], index++, out);
        free_view(&view);
    }
    return OK;
}
