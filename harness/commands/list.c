/* warpmark list: prints the registries. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "datasets/format.h"
#include "generators/generator.h"
#include "generators/kripke.h"
#include "harness/case/variant.h"
#include "harness/cli.h"
#include "harness/run/bundled.h"
#include "harness/script/script.h"
#include "harness/util/json.h"

/* A line of every listing is a name, a title and what else its --json object holds. */
static void print_line(const char *name, const char *title)
{
    printf("%-20s %s\n", name, title);
}

static void open_item(struct json *json, const char *name, const char *title)
{
    json_open_object(json, NULL);
    json_text(json, "name", name);
    if (title) json_text(json, "title", title);
}

static enum status list_methods(struct json *json)
{
    for (int k = 0; k < method_count; k++) {
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

static enum status list_layouts(struct json *json)
{
    for (int k = 0; k < layout_count; k++) {
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

static enum status list_places(struct json *json)
{
    for (int k = 0; k < place_count; k++) {
        bool usable = places[k]->probe() == OK;
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

static enum status list_orders(struct json *json)
{
    for (int k = 0; k < NORDERS; k++) {
        if (!json) {
            print_line(row_order_names[k], row_order_titles[k]);
            continue;
        }
        open_item(json, row_order_names[k], row_order_titles[k]);
        json_close_object(json);
    }
    return OK;
}

static void print_variant(struct json *json, const struct variant *variant, const char *name)
{
    bool usable = variant_check(variant) == OK;
    const char *reason = usable ? "" : fail_message();
    if (!json) {
        printf("%-32s %s\n", name, usable ? "ok" : reason);
        return;
    }
    open_item(json, name, NULL);
    json_text(json, "method", variant->method->name);
    json_text(json, "layout", variant->layout->name);
    json_text(json, "order", row_order_names[variant->order]);
    json_text(json, "precision", precision_names[variant->precision]);
    json_text(json, "place", variant->place->name);
    json_bool(json, "supported", usable);
    json_text(json, "reason", reason);
    json_close_object(json);
}

/* Also of methods that patterns do not match. */
static enum status list_variants(struct json *json)
{
    enum status status = OK;
    struct variant *variants = NULL;
    size_t count = 0;
    char **patterns = NULL, *name = NULL;
    TRY(allocate_zeroed((size_t)method_count + 1, sizeof *patterns, "patterns", &patterns));
    TRY(copy_text("*/*+*/*/*", &patterns[count++]));
    for (int m = 0; m < method_count; m++)
        if (methods[m]->only_by_name)
            TRY(format_text(&patterns[count++], "%s/*+*/*/*", methods[m]->name));
    TRY(variants_expand(count, patterns, &variants, &count));
    for (size_t k = 0; k < count; k++) {
        TRY(variant_name(&variants[k], &name));
        print_variant(json, &variants[k], name);
        free(name);
    }
out:
    for (int m = 0; patterns && m <= method_count; m++) free(patterns[m]);
    free(patterns);
    free(variants);
    return status;
}

static enum status list_options(struct json *json)
{
    for (struct option_entry entry = {0}; option_next(&entry);) {
        char values[128], where[512];
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

static void print_parameter(struct json *json, const struct parameter *parameter)
{
    if (!json) {
        const char *fallback = parameter->fallback;
        printf("    %-12s %s (%s%s)\n", parameter->name, parameter->title,
               fallback && *fallback ? "default " : "",
               !fallback   ? "must be given"
               : *fallback ? fallback
                           : "may be left out");
        return;
    }
    json_open_object(json, NULL);
    json_text(json, "name", parameter->name);
    json_text(json, "title", parameter->title);
    json_text(json, "default", parameter->fallback);
    json_close_object(json);
}

static void print_properties(struct json *json, const struct model *model)
{
    int number = 0;
    if (json) json_open_array(json, "properties");
    for (const struct model_property *p = model ? model->properties : NULL; p && p->title; p++) {
        if (json) json_text(json, NULL, p->title);
        else printf("    property=%-3d %s\n", ++number, p->title);
    }
    if (json) json_close_array(json);
    if (json) json_text(json, "counts", model ? model->counts : NULL);
    else if (model && model->counts) printf("    %s\n", model->counts);
}

/* "p4: G F one_in_cs", as BEEM names it; property=4 picks it. */
static void print_graph_properties(struct json *json, const struct kripke *kripke)
{
    if (json) json_open_array(json, "properties");
    for (const struct kripke_property *p = kripke->properties; p->title; p++) {
        char title[160];
        snprintf(title, sizeof title, "p%d: %s", p->number, p->title);
        if (json) json_text(json, NULL, title);
        else printf("    property=%-3d %s\n", p->number, p->title);
    }
    if (json) json_close_array(json);
    if (json) json_open_array(json, "propositions");
    else printf("    propositions:");
    for (const struct model_label *p = kripke->propositions; p->name; p++) {
        if (json) json_text(json, NULL, p->name);
        else printf(" %s", p->name);
    }
    if (json) json_close_array(json);
    else printf("\n");
}

static enum status list_generators(struct json *json)
{
    for (int k = 0; k < generator_count; k++) {
        const struct generator *generator = generators[k];
        if (json) {
            open_item(json, generator->name, generator->title);
            json_text(json, "source", generator->source);
            json_open_array(json, "parameters");
        } else {
            print_line(generator->name, generator->title);
        }
        for (const struct parameter *p = generator->parameters; p->name; p++)
            print_parameter(json, p);
        for (int p = PROPERTY; p < MAX_ARGUMENTS && generator->kripke; p++)
            print_parameter(json, generator_parameter(generator, p));
        if (json) json_close_array(json);
        if (generator->kripke) print_graph_properties(json, generator->kripke);
        else print_properties(json, generator->model);
        if (json) json_close_object(json);
    }
    return OK;
}

static enum status list_formats(struct json *json)
{
    for (int k = 0; k < format_count; k++) {
        const struct format *format = formats[k];
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

static enum status list_experiments(struct json *json)
{
    enum status status = OK;
    char *folder = NULL, **names = NULL;
    size_t count = 0;
    TRY(experiments_folder(&folder));
    TRY(experiment_names(folder, &names, &count));
    for (size_t k = 0; k < count; k++) TRY(print_experiment(json, folder, names[k]));
out:
    for (size_t k = 0; k < count; k++) free(names[k]);
    free(names);
    free(folder);
    return status;
}

int command_list(int argc, char **argv, const char *usage)
{
    static const char *const what[] = {"methods",     "layouts", "orders",     "places",
                                       "variants",    "options", "generators", "formats",
                                       "experiments", NULL};
    static enum status (*const list[])(struct json *) = {
        list_methods, list_layouts,    list_orders,  list_places,     list_variants,
        list_options, list_generators, list_formats, list_experiments};
    bool as_json = false;
    const struct cli_option known[] = {{"--json", CLI_FLAG, &as_json, NULL}, {0}};
    char hint[256];
    enum status status = cli_parse(&argc, argv, known, 1, 1, usage);
    if (status != OK) return complain(status);
    for (int k = 0; what[k]; k++) {
        if (strcmp(what[k], argv[0])) continue;
        struct json json = {.out = stdout};
        if (as_json) json_open_array(&json, NULL);
        status = list[k](as_json ? &json : NULL);
        if (status == OK && as_json) json_close_array(&json);
        return status == OK ? EXIT_FINE : complain(status);
    }
    return complain(fail(ERROR_INPUT, "list: unknown '%s'%s", argv[0],
                         suggest_name(argv[0], what, hint, sizeof hint)));
}
