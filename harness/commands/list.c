/* warpmark list: prints the registries. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/output/glob.h"
#include "base/output/printed.h"
#include "base/text.h"
#include "datasets/format.h"
#include "harness/case/variant.h"
#include "harness/cli.h"
#include "harness/commands/list.h"
#include "harness/engines/engines.h"
#include "harness/run/bundled.h"
#include "harness/script/script.h"

void print_line(const char *name, const char *title)
{
    printf("%-20s %s\n", name, title);
}

void open_item(struct json *json, const char *name, const char *title)
{
    json_open_object(json, NULL);
    json_text(json, "name", name);
    if (title) json_text(json, "title", title);
}

bool listing_takes(struct listing *listing, const char *name)
{
    bool wanted = true;
    if (listing->pattern && pattern_match(listing->pattern, name, &wanted) != OK) wanted = false;
    listing->count += wanted;
    if (wanted && listing->names && !listing->json) printf("%s\n", name);
    return wanted && (listing->json || !listing->names);
}

static enum status list_methods(struct listing *listing)
{
    struct json *json = listing->json;
    for (int k = 0; k < method_count; k++) {
        if (!listing_takes(listing, methods[k]->name)) continue;
        if (!json) {
            print_line(methods[k]->name, methods[k]->title);
            continue;
        }
        open_item(json, methods[k]->name, methods[k]->title);
        json_text(json, "source", methods[k]->source);
        json_close_object(json);
    }
    return OK;
}

static enum status list_layouts(struct listing *listing)
{
    struct json *json = listing->json;
    for (int k = 0; k < layout_count; k++) {
        if (!listing_takes(listing, layouts[k]->name)) continue;
        if (!json) {
            print_line(layouts[k]->name, layouts[k]->title);
            continue;
        }
        open_item(json, layouts[k]->name, layouts[k]->title);
        json_open_array(json, "arrays");
        for (int a = 0; a < MAX_ARRAYS && layouts[k]->array_names[a]; a++)
            json_text(json, NULL, layouts[k]->array_names[a]);
        json_close_array(json);
        json_close_object(json);
    }
    return OK;
}

static enum status list_places(struct listing *listing)
{
    struct json *json = listing->json;
    for (int k = 0; k < place_count; k++) {
        bool usable = places[k]->probe() == OK;
        if (listing->usable && !usable) continue;
        if (!listing_takes(listing, places[k]->name)) continue;
        if (!json) {
            printf("%-20s %s%s%s\n", places[k]->name, places[k]->title, usable ? "" : ": ",
                   usable ? "" : fail_message());
            continue;
        }
        open_item(json, places[k]->name, places[k]->title);
        json_bool(json, "supported", usable);
        json_text(json, "reason", usable ? "" : fail_message());
        json_close_object(json);
    }
    return OK;
}

static enum status list_orders(struct listing *listing)
{
    struct json *json = listing->json;
    for (int k = 0; k < NORDERS; k++) {
        if (!listing_takes(listing, row_order_names[k])) continue;
        if (!json) {
            print_line(row_order_names[k], row_order_titles[k]);
            continue;
        }
        open_item(json, row_order_names[k], row_order_titles[k]);
        json_close_object(json);
    }
    return OK;
}

static enum status list_options(struct listing *listing)
{
    struct json *json = listing->json;
    for (struct option_entry entry = {0}; option_next(&entry);) {
        char values[128], where[512];
        if (!listing_takes(listing, entry.option->name)) continue;
        option_values(entry.option, values, sizeof values);
        option_where(&entry, where, sizeof where);
        if (!json) {
            printf("%-20s %s, for %s\n    %s\n", entry.option->name, values, where,
                   entry.option->title);
            continue;
        }
        open_item(json, entry.option->name, entry.option->title);
        json_text(json, "values", values);
        json_text(json, "variants", where);
        json_close_object(json);
    }
    return OK;
}

static enum status list_formats(struct listing *listing)
{
    struct json *json = listing->json;
    for (int k = 0; k < format_count; k++) {
        const struct format *format = formats[k];
        if (!listing_takes(listing, format->name)) continue;
        bool reads = format->read_chain || format->read_matrix || format->read_product,
             writes = format->write_chain || format->write_system || format->write_product;
        if (!json) {
            printf("%-20s %s: %s (%s)\n", format->name, format->ending, format->title,
                   !writes ? "read"
                   : reads ? "read, written"
                           : "written");
            continue;
        }
        open_item(json, format->name, format->title);
        json_text(json, "ending", format->ending);
        json_bool(json, "reads", reads);
        json_bool(json, "writes", writes);
        json_close_object(json);
    }
    return OK;
}

static enum status print_experiment(struct json *json, const char *folder, const char *name)
{
    enum status status = OK;
    char *path = NULL;
    struct experiment experiment = {0};
    struct script_request request = {.quick = true};
    TRY(format_text(&path, "%s/%s.lua", folder, name));
    request.path = path;
    TRY(script_load(&request, &experiment));
    if (json) {
        open_item(json, name, experiment.title);
        json_text(json, "paper", experiment.paper);
        json_text(json, "path", path);
        json_close_object(json);
    } else {
        print_line(name, experiment.title);
    }
out:
    experiment_free(&experiment);
    free(path);
    return status;
}

static enum status list_experiments(struct listing *listing)
{
    struct json *json = listing->json;
    enum status status = OK;
    char *folder = NULL, **names = NULL;
    size_t count = 0;
    TRY(experiments_folder(&folder));
    TRY(experiment_names(folder, &names, &count));
    for (size_t k = 0; k < count; k++)
        if (listing_takes(listing, names[k])) TRY(print_experiment(json, folder, names[k]));
out:
    for (size_t k = 0; k < count; k++) free(names[k]);
    free(names);
    free(folder);
    return status;
}

static void print_engine(const struct engine_entry *entry)
{
    const struct engine *engine = entry->engine;
    if (!engine || *engine->missing) {
        printf("%-20s not here: %s\n", entry->name, engine ? engine->missing : entry->failure);
        return;
    }
    printf("%-20s %s%s%s\n", engine->name, engine->title, *engine->version ? ", version " : "",
           engine->version);
    for (int k = 0; engine->options[k].name; k++) {
        char values[512];
        option_values(&engine->options[k], values, sizeof values);
        printf("    %s=%s: %s\n", engine->options[k].name, values, engine->options[k].title);
    }
}

static void write_engine(struct json *json, const struct engine_entry *entry)
{
    const struct engine *engine = entry->engine;
    const bool usable = engine && !*engine->missing;
    open_item(json, entry->name, engine ? engine->title : NULL);
    json_text(json, "path", entry->path);
    json_bool(json, "supported", usable);
    json_text(json, "reason", usable ? "" : engine ? engine->missing : entry->failure);
    json_text(json, "version", engine ? engine->version : NULL);
    json_text(json, "source", engine ? engine->source : NULL);
    json_open_array(json, "options");
    for (int k = 0; engine && engine->options[k].name; k++) {
        char values[512];
        option_values(&engine->options[k], values, sizeof values);
        open_item(json, engine->options[k].name, engine->options[k].title);
        json_text(json, "values", values);
        json_close_object(json);
    }
    json_close_array(json);
    json_close_object(json);
}

static enum status list_engines(struct listing *listing)
{
    const struct engine_entry *entries;
    size_t count;
    MUST(engines_load(&entries, &count));
    for (size_t k = 0; k < count; k++) {
        if (listing->usable && (!entries[k].engine || *entries[k].engine->missing)) continue;
        if (!listing_takes(listing, entries[k].name)) continue;
        if (listing->json) write_engine(listing->json, &entries[k]);
        else print_engine(&entries[k]);
    }
    return OK;
}

/* Prints all of it, or nothing and an error. */
static enum status print_list(enum status (*list)(struct listing *), struct listing listing,
                              const char *what, bool as_json)
{
    enum status status = OK;
    bool matches;
    char *text = NULL;
    size_t size = 0;
    struct json json = {.out = open_memstream(&text, &size)};
    if (!json.out) return fail(ERROR_HOST_MEMORY, "no memory for a list");
    if (listing.pattern && list != list_properties)
        TRY(pattern_match(listing.pattern, "", &matches));
    if (as_json) json_open_array(listing.json = &json, NULL);
    if (!as_json && !listing.names) printed_fold();
    TRY(list(&listing));
    if (listing.pattern && !listing.count)
        TRY(fail(ERROR_INPUT, "list: none of the %s%s is named '%s'. Run `warpmark list %s`", what,
                 listing.usable ? " that can be used here" : "", listing.pattern, what));
    if (as_json) json_close_array(&json);
out:
    fclose(json.out);
    if (status == OK) fputs(text, stdout);
    free(text);
    return status;
}

static struct listing listing;
static bool as_json;
static const struct cli_option options[] = {
    {"--usable", CLI_FLAG, &listing.usable, NULL, NULL, NULL,
     "variants, places and engines: only those that this machine can run"},
    {"--names", CLI_FLAG, &listing.names, NULL, NULL, NULL, "names alone, one a line"},
    {"--json", CLI_FLAG, &as_json, NULL, NULL, NULL, "print JSON"},
    {0}};

static int run_list(int argc, char **argv)
{
    static const char *const what[] = {"methods",     "layouts", "orders",     "places",
                                       "variants",    "options", "generators", "formats",
                                       "experiments", "engines", "properties", NULL};
    static enum status (*const list[])(struct listing *) = {
        list_methods,    list_layouts, list_orders,      list_places,  list_variants,  list_options,
        list_generators, list_formats, list_experiments, list_engines, list_properties};
    char hint[256];
    listing.pattern = argv[1];
    for (int k = 0; what[k]; k++) {
        if (strcmp(what[k], argv[0])) continue;
        if (listing.usable && list[k] != list_variants && list[k] != list_places &&
            list[k] != list_engines)
            return complain(
                fail(ERROR_INPUT, "list: --usable is for variants, places and engines"));
        enum status status = print_list(list[k], listing, what[k], as_json);
        return status == OK ? EXIT_FINE : complain(status);
    }
    return complain(fail(ERROR_INPUT, "list: unknown '%s'%s", argv[0],
                         suggest_name(argv[0], what, hint, sizeof hint)));
}

const struct command command_list = {
    .name = "list",
    .group = "Machine and help",
    .words = "methods|layouts|orders|places|variants|options|generators|formats|experiments|"
             "engines [PATTERN] | properties SOURCE",
    .least = 1,
    .most = 2,
    .summary = "list what is available",
    .examples = "list generators\n"
                "list variants --usable\n"
                "list variants 'jacobi/*/f64/cuda' --names\n",
    .options = options,
    .run = run_list,
};
