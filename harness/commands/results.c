/* warpmark show, table, plot: print the content of a results file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/tables/table.h"
#include "base/memory.h"
#include "base/output/printed.h"
#include "base/process/interrupt.h"
#include "harness/cli.h"
#include "harness/script/judge.h"
#include "plots/figures/paper.h"
#include "plots/figures/plot.h"
#include "plots/report/show.h"
#include "store/results.h"
#include "store/select.h"

static int finish_results(struct results *results, enum status status)
{
    results_free(results);
    return status == OK ? EXIT_FINE : complain(status);
}

static bool json;
static const struct cli_option show_options[] = {
    {"--json", CLI_FLAG, &json, NULL, NULL, NULL, "print it as one JSON object"}, {0}};

static int run_show(int argc, char **argv)
{
    struct results results = {0};
    enum status status = OK;
    TRY(results_read(argv[0], &results));
    if (!json) printed_fold();
    TRY((json ? show_results_json : show_results)(&results, stdout));
out:
    return finish_results(&results, status);
}

const struct command command_show = {
    .name = "show",
    .group = "Read results",
    .words = "FILE.h5",
    .least = 1,
    .most = 1,
    .summary = "show what a results file holds",
    .examples = "show results/crossover.h5\n"
                "show results/crossover.h5 --json # for other programs\n",
    .options = show_options,
    .run = run_show,
};

static int format = TABLE_TEXT;
static const char *script, *where;
static struct grid_view view;
static bool force, wide;
static const struct cli_option table_options[] = {
    {"--format", CLI_WORD, &format, table_format_names, NULL, "csv", "print it in this format"},
    {"--columns", CLI_TEXT, &view.columns, NULL, "NAME,...", "problem,variant,solve",
     "print only these columns, in this order"},
    {"--sort", CLI_TEXT, &view.sort, NULL, "[-]NAME", "-solve",
     "sort by this column; with -, from the largest on"},
    {"--where", CLI_TEXT, &where, NULL, "FIELD=PATTERN,...", "method=jacobi,n=2*",
     "only cases whose fields match"},
    {"--wide", CLI_FLAG, &wide, NULL, NULL, NULL, WIDE_HELP},
    {"--script", CLI_TEXT, &script, NULL, "FILE.lua", "new.lua", SCRIPT_HELP},
    {0}};

/* Removes the cases that do not match. */
static enum status filter_cases(struct results *results, const char *name)
{
    if (name && table_has_runs(results, name)) return results_keep(results, where);
    return fail(
        ERROR_INPUT,
        "--where: %s%s is not made from cases when it is printed. Use it with cases, or with "
        "a table or figure that names rows and columns",
        name ? "table " : "the list of tables", name ? name : "");
}

/* Refuses a results file and a name of something in it in the wrong order. */
static enum status check_order(const char *command, char *const *words)
{
    const char *ending = words[1] ? strrchr(words[1], '.') : NULL;
    if (!ending || strcmp(ending, ".h5") || access(words[0], F_OK) == 0) return OK;
    return fail(ERROR_INPUT, "%s: the file comes first: warpmark %s %s %s", command, command,
                words[1], words[0]);
}

static int run_table(int argc, char **argv)
{
    struct results results = {0};
    enum status status = OK;
    TRY(check_order("table", argv));
    TRY(results_read(argv[0], &results));
    if (script) TRY(judge_with(script, &results));
    if (where) TRY(filter_cases(&results, argv[1]));
    if (wide) printed_stay_wide();
    if (argv[1]) TRY(table_print_view(&results, argv[1], &view, (enum table_format)format, stdout));
    else TRY(table_print_entries(&results, (enum table_format)format, stdout));
out:
    return finish_results(&results, status);
}

static enum status print_pictures(const struct results *results, const struct figure *figure,
                                  const char *folder)
{
    struct plot_names names;
    enum status status = plot_names(results, figure, &names);
    for (size_t i = 0; i < names.count && status == OK; i++) {
        const char *stem = names.name[i].stem;
        printf("%s/%s.png\n%s/%s.svg\n", folder, stem, folder, stem);
    }
    plot_names_free(&names);
    return status;
}

const struct command command_table = {
    .name = "table",
    .group = "Read results",
    .words = "FILE.h5 [NAME]",
    .least = 1,
    .most = 2,
    .summary = "print a table from a results file; without NAME list its tables",
    .about =
        "CSV and JSON have full precision, plain units and one row for each case or sample.\n"
        "On a terminal a table that is too wide leaves its least important columns out; a line "
        "names them. Columns have the names in the format that is printed.",
    .examples = "table results/crossover.h5 # which tables there are\n"
                "table results/crossover.h5 medians --format md\n"
                "table results/crossover.h5 cases --where method=jacobi --sort -solve\n"
                "table results/crossover.h5 cases --format csv\n"
                "table results/crossover.h5 samples --format json # every timed solve\n",
    .options = table_options,
    .run = run_table,
};

static const char *folder = ".", *width, *font;
static const struct cli_option plot_options[] = {
    {"-o", CLI_TEXT, &folder, NULL, "DIR|FILE.pdf|FILE.tex|FILE.tikz", "figures",
     "write the pictures into this folder; or one figure for a paper, as PDF, as LaTeX that takes "
     "FILE-inc.pdf, or as TikZ"},
    {"--width", CLI_TEXT, &width, NULL, "LENGTH", "84mm",
     "width of the figure for a paper, in mm, cm, in or pt; 122 mm without it"},
    {"--font", CLI_TEXT, &font, NULL, "NAME,SIZE", "Times,9",
     "its font and size in points; sans-serif,8 without it. LaTeX has its own font: ,9"},
    {"--script", CLI_TEXT, &script, NULL, "FILE.lua", "new.lua", SCRIPT_HELP},
    {"--force", CLI_FLAG, &force, NULL, NULL, NULL,
     "replace a file of the same kind that Warpmark wrote"},
    {0}};

static bool names_picture(const char *ending)
{
    static const char *const endings[] = {".png", ".svg", ".jpg", ".jpeg", ".gif", ".eps", ".ps"};
    for (size_t k = 0; k < sizeof endings / sizeof *endings; k++)
        if (!strcmp(ending, endings[k])) return true;
    return false;
}

static enum status plot_into_folder(const struct results *results, const char *only)
{
    enum status status = OK;
    const char *ending = strrchr(folder, '.');
    if (ending && names_picture(ending))
        return fail(ERROR_INPUT,
                    "-o %s: names the folder that gets the pictures, or a .pdf, .tex or .tikz. "
                    "Leave out %s",
                    folder, ending);
    if (width || font)
        return fail(ERROR_INPUT, "%s is of a figure for a paper: add -o FILE.pdf, .tex or "
                                 ".tikz",
                    width ? "--width" : "--font");
    TRY(plot_figures(results, folder, only, force));
    if (!results->nfigures)
        fputs("nothing to draw: the experiment declares no figure. The page of `warpmark report` "
              "has figures of all cases\n",
              stderr);
    for (size_t k = 0; k < results->nfigures; k++)
        if (!only || !strcmp(only, results->figures[k].id))
            TRY(print_pictures(results, &results->figures[k], folder));
out:
    return status;
}

/* Prints the path; what the picture leaves to the paper goes to stderr. */
static enum status plot_for_paper(const struct results *results, const char *only)
{
    enum status status = OK;
    struct paper paper;
    char *copy = NULL, *caption = NULL;
    if (font) TRY(copy_text(font, &copy));
    TRY(paper_read(folder, width, copy, &paper));
    TRY(paper_plot(results, only, folder, &paper, force, &caption));
    printf("%s\n", folder);
    fprintf(stderr, "caption:\n%s\n", caption);
out:
    free(caption);
    free(copy);
    return status;
}

static int run_plot(int argc, char **argv)
{
    struct results results = {0};
    enum status status = OK;
    TRY(check_order("plot", argv));
    TRY(results_read(argv[0], &results));
    if (script) TRY(judge_with(script, &results));
    interrupt_install();
    TRY((paper_wanted(folder) ? plot_for_paper : plot_into_folder)(&results, argv[1]));
out:
    return finish_results(&results, status);
}

const struct command command_plot = {
    .name = "plot",
    .group = "Read results",
    .words = "FILE.h5 [FIGURE]",
    .least = 1,
    .most = 2,
    .summary = "draw the figures of a results file with gnuplot",
    .about = "Each figure becomes a PNG and an SVG file, with its gnuplot script and data. For a "
             "paper, one becomes a PDF, or LaTeX in the font of the document; its title and what "
             "its marks mean are printed, for the caption.",
    .examples = "plot results/crossover.h5 -o results\n"
                "plot results/crossover.h5 density -o density.pdf --width 84mm\n"
                "plot results/crossover.h5 density -o density.tex # for \\input\n",
    .options = plot_options,
    .run = run_plot,
};
