#include "plots/history/history_plot.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/output/units.h"
#include "base/process/gnuplot.h"
#include "plots/figures/plot_folder.h"

static const struct file_kind kind_history_data = {"the data of a history", "# ",
                                                   ": start (s since 1970), median"};
static const struct file_kind kind_history_script = {"the script of a history",
                                                     "# The look of all figures", ""};

enum { LONGEST_STEM = 120 };

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

/* Data for the files that a history leaves in a folder. */
struct drawn {
    const struct history *history;
    char **stems;
};

static enum status print_history_script(const void *what, FILE *out)
{
    const struct drawn *drawn = what;
    return history_write_script(drawn->history, drawn->stems, out);
}

/* Prints a block for each series that has values: start, median, low, high. */
static enum status print_history_data(const void *what, FILE *out)
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
    TRY(plot_folder_print(&plot, "history", PLOT_DATA, print_history_data, &drawn));
    TRY(plot_folder_print(&plot, "history", PLOT_SCRIPT, print_history_script, &drawn));
    TRY(gnuplot_run(plot.scratch.path, "history.gp"));
    for (size_t s = 0; s < history->nseries; s++)
        if (history->series[s].nvalues) TRY(plot_folder_take(&plot, drawn.stems[s]));
out:
    folder_remove(&plot.scratch);
    for (size_t s = 0; drawn.stems && s < history->nseries; s++) free(drawn.stems[s]);
    free(drawn.stems);
    return status;
}
