#include "plots/report/show.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/compare/noise_told.h"
#include "analysis/compare/slower_omp.h"
#include "analysis/compare/counters_told.h"
#include "analysis/compare/width_told.h"
#include "analysis/crossover/crossover_search.h"
#include "analysis/tables/table.h"
#include "base/output/units.h"
#include "base/text.h"
#include "store/facts.h"
#include "store/marks.h"

/* Prints any text; further lines of it are set apart from our own text. */
static void put_shown_text(const char *before, const char *text, const char *after, FILE *out)
{
    fputs(before, out);
    while (*text) {
        size_t length;
        bool line = *text == '\n';
        const char *shown = shown_character(&text, &length);
        if (line) fputs("\n          ", out);
        else fwrite(shown, 1, length, out);
    }
    fputs(after, out);
}

/* Prints what disturbed the times; further sentences go on lines below the first. */
static enum status show_noise(const struct results *results, FILE *out)
{
    char *noise;
    MUST(noise_sentences(results, &noise));
    put_shown_text("noise     ", *noise ? noise : "none was seen", "\n", out);
    free(noise);
    return OK;
}

static void show_run(const struct results *results, FILE *out)
{
    const char *machine = fact_value(results->machine, results->nmachine, "key");
    const char *load = fact_value(results->machine, results->nmachine, "now_load");
    const char *cores = fact_value(results->machine, results->nmachine, "cores");
    char number[32];
    snprintf(number, sizeof number, "%.*s on ", (int)strcspn(load, " "), load);
    put_shown_text("", results->name, *results->title ? ": " : "", out);
    put_shown_text("", results->title, "\n\n", out);
    put_shown_text("started   ", results->started, "\n", out);
    if (results->interrupted) fputs("          interrupted before the end\n", out);
    else put_shown_text("ended     ", results->ended, "\n", out);
    put_shown_text("command   ", results->command,
                   results->quick ? " (quick: do not keep its numbers)\n" : "\n", out);
    put_shown_text("machine   ", *machine ? machine : "unknown", "\n", out);
    if (*load) {
        put_shown_text("load      ", number, "", out);
        put_shown_text("", cores, " cores when it began\n", out);
    }
    put_shown_text("commit    ", results->git_commit, "\n", out);
    if (results->settings.require > 0)
        fprintf(out, "required  a proven error of at most %s\n",
                exact_number(results->settings.require).text);
    if (*width_told(results).text) fprintf(out, "width     %s\n", width_told(results).text);
    char *counted = NULL;
    if (counted_told(results, &counted) == OK && *counted)
        put_shown_text("counted   ", counted, "\n", out);
    free(counted);
    fprintf(out, "took      %s", human_seconds(results->wall).text);
    if (results->wall > 0)
        fprintf(out, ", %.3g %% of it planning and checking answers",
                100 * results->overhead / results->wall);
    fputc('\n', out);
}

static void show_cases(const struct results *results, FILE *out)
{
    size_t counts[NCASE_STATUSES] = {0}, extrapolated = 0;
    for (size_t i = 0; i < results->nruns; i++) {
        counts[results->runs[i].status]++;
        extrapolated += results->runs[i].extrapolated;
    }
    size_t ncases = results_case_count(results);
    fprintf(out, "\n%zu cases of %zu problems x %zu variants, ", ncases, results->nproblems,
            results->nvariants);
    if (results->nruns > ncases) fprintf(out, "%zu processes, ", results->nruns);
    fprintf(out, "%zu samples\n", results->nsamples);
    if (extrapolated)
        fprintf(out, "%zu of them with extrapolated times (iterations x time per iteration)\n",
                extrapolated);
    for (int i = 0; i < NCASE_STATUSES; i++)
        if (counts[i] > 0) fprintf(out, "  %-14s %6zu\n", case_status_words[i], counts[i]);
    const struct human answers = marks_summary(results);
    if (*answers.text) fprintf(out, "%s\n", answers.text);
}

static void show_commands(const struct results *results, const struct table_entry *table, FILE *out)
{
    fputs("\ntables, each by: warpmark table FILE TABLE\n", out);
    for (; table->name; table++)
        if (strcmp(table->kind, "figure")) fprintf(out, "  %-14s %s\n", table->name, table->holds);
    if (results->nfigures == 0) return;
    fputs("\nfigures, all by: warpmark plot FILE -o DIR\n", out);
    for (size_t i = 0; i < results->nfigures; i++) {
        const struct figure *figure = &results->figures[i];
        if (*figure->y)
            fprintf(out, "  %-14s %s of %s by %s\n", figure->id, figure->kind, figure->y,
                    figure->x);
        else
            fprintf(out, "  %-14s %s\n", figure->id, *figure->title ? figure->title : figure->kind);
    }
}

enum status show_results(const struct results *results, FILE *out)
{
    struct table_entry *tables;
    char *slower = NULL;
    enum status status = table_entries(results, &tables);
    if (status != OK) return status;
    show_run(results, out);
    status = show_noise(results, out);
    show_cases(results, out);
    if (status == OK) status = slower_omp_text(results, &slower);
    if (status == OK && *slower) put_shown_text("\n", slower, "\n", out);
    free(slower);
    if (results->ncrossovers) fputs("\ncrossovers\n", out);
    crossovers_say(results, out);
    show_commands(results, tables, out);
    free(tables);
    return status;
}
