/* warpmark show, table, plot: what comes out of a results file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/cli.h"
#include "harness/figures/plot.h"
#include "harness/report/show.h"
#include "harness/script/judge.h"
#include "harness/store/results.h"
#include "harness/tables/table.h"
#include "harness/util/interrupt.h"

static int finish(struct results *results, enum status status)
{
    judge_close(results);
    results_free(results);
    return status == OK ? EXIT_FINE : complain(status);
}

int command_show(int argc, char **argv, const char *usage)
{
    const struct cli_option options[] = {{0}};
    struct results results = {0};
    enum status status = OK;
    TRY(cli_parse(&argc, argv, options, 1, 1, usage));
    TRY(results_read(argv[0], &results));
    TRY(show_results(&results, stdout));
out:
    return finish(&results, status);
}

int command_table(int argc, char **argv, const char *usage)
{
    int format = TABLE_TEXT;
    bool trusted = false;
    const struct cli_option options[] = {{"--format", CLI_WORD, &format, table_format_names},
                                         {"--trust", CLI_FLAG, &trusted, NULL},
                                         {0}};
    struct results results = {0};
    enum status status = OK;
    TRY(cli_parse(&argc, argv, options, 1, 2, usage));
    TRY(results_read(argv[0], &results));
    results.trusted = trusted;
    if (argv[1]) TRY(table_print(&results, argv[1], (enum table_format)format, stdout));
    else TRY(table_print_entries(&results, (enum table_format)format, stdout));
out:
    return finish(&results, status);
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

int command_plot(int argc, char **argv, const char *usage)
{
    const char *folder = ".";
    bool trusted = false;
    bool force = false;
    const struct cli_option options[] = {{"-o", CLI_TEXT, &folder, NULL},
                                         {"--trust", CLI_FLAG, &trusted, NULL},
                                         {"--force", CLI_FLAG, &force, NULL},
                                         {0}};
    struct results results = {0};
    enum status status = OK;
    TRY(cli_parse(&argc, argv, options, 1, 2, usage));
    TRY(results_read(argv[0], &results));
    results.trusted = trusted;
    interrupt_install();
    TRY(judge_open(&results));
    TRY(plot_figures(&results, folder, argv[1], force));
    for (size_t k = 0; k < results.nfigures; k++)
        if (!argv[1] || !strcmp(argv[1], results.figures[k].id))
            TRY(print_pictures(&results, &results.figures[k], folder));
out:
    return finish(&results, status);
}
