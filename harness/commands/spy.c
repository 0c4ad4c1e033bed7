/* warpmark spy: shows where the non-zeros of a matrix are. */
#include <stdio.h>
#include <stdlib.h>

#include "base/output/json.h"
#include "base/process/interrupt.h"
#include "base/progress_hook.h"
#include "harness/cli.h"
#include "harness/process/progress.h"
#include "plots/figures/spy_build.h"

static double share_of_whole(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 0;
}

static void print_panel(struct json *json, const char *order, const struct raster *raster)
{
    uint64_t filled = 0;
    for (uint64_t k = 0; k < (uint64_t)raster->side * raster->side; k++)
        filled += raster->count[k] > 0;
    json_open_object(json, NULL);
    json_text(json, "order", order);
    json_count(json, "bandwidth", raster->bandwidth);
    for (int d = 0; d < NDISTANCES; d++) {
        char key[32];
        snprintf(key, sizeof key, "within_%u", raster_distances[d]);
        json_number(json, key, share_of_whole(raster->within[d], raster->nnz));
    }
    json_count(json, "dots", filled);
    json_close_object(json);
}

static void spy_print_json(const struct spy *spy, int order)
{
    struct json json = {.out = stdout};
    const struct raster *raster = &spy->panel[0].raster;
    json_open_object(&json, NULL);
    json_text(&json, "source", spy->source);
    json_count(&json, "n", raster->n);
    json_count(&json, "nnz", raster->nnz);
    json_count(&json, "raster", raster->side);
    json_count(&json, "dot", raster->width);
    json_open_array(&json, "orders");
    for (size_t p = 0; p < spy->npanels; p++)
        print_panel(&json, row_order_names[spy->npanels > 1 ? (int)p : order],
                    &spy->panel[p].raster);
    json_close_array(&json);
    json_close_object(&json);
}

static bool as_json, both, force;
static int order = NORDERS; /* not given */
static const char *path;
static const struct cli_option options[] = {
    {"-o", CLI_TEXT, &path, NULL, "FILE.png|svg|pdf", "tandem.png", "draw into this file"},
    {"--order", CLI_WORD, &order, row_order_names, NULL, "bfs",
     "number the rows in this way; native without it"},
    {"--both", CLI_FLAG, &both, NULL, NULL, NULL,
     "draw native and breadth-first order side by side"},
    {"--json", CLI_FLAG, &as_json, NULL, NULL, NULL,
     "print the counts of non-zeros as JSON; -o may then be left out"},
    {"--force", CLI_FLAG, &force, NULL, NULL, NULL,
     "replace a file of the same kind that Warpmark wrote"},
    {0}};

static int run_spy(int argc, char **argv)
{
    enum status status = OK;
    enum spy_format format = SPY_PNG;
    struct spy spy = {0};
    if (!path && !as_json)
        TRY(fail(ERROR_INPUT, "say where the picture goes, such as -o spy.png, or --json"));
    if (both && order != NORDERS)
        TRY(fail(ERROR_INPUT, "--both shows two orders: leave --order out"));
    if (order == NORDERS) order = ORDER_NATIVE;
    if (path) TRY(spy_check(path, force, &format));
    interrupt_install();
    bool wanted[NORDERS];
    for (int k = 0; k < NORDERS; k++) wanted[k] = both ? k <= ORDER_BFS : k == order;
    progress_watch(argv[0]);
    status = spy_look(argv[0], wanted, &spy);
    progress_unwatch();
    TRY(status);
    if (path && !interrupted()) status = spy_draw(&spy, path, format, force);
    if (interrupted()) status = progress_hook_stopped();
    if (status != OK) goto out;
    if (as_json) spy_print_json(&spy, order);
    else printf("%s\n", path);
out:
    spy_free(&spy);
    return status == OK ? EXIT_FINE : complain(status);
}

const struct command command_spy = {
    .name = "spy",
    .group = "Problems and solves",
    .words = "SOURCE -o FILE.png|svg|pdf",
    .least = 1,
    .most = 1,
    .summary = "draw where a matrix has non-zeros",
    .examples = "spy tandem:c=31 --both -o tandem.png\n"
                "spy m.mtx -o m.svg\n",
    .options = options,
    .run = run_spy,
};
