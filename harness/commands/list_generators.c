/* warpmark list generators: models with their parameters and properties. */
#include <stdio.h>

#include "generators/generator.h"
#include "generators/kripke.h"
#include "generators/model.h"
#include "harness/commands/list.h"

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

/* Prints a property of a model; number: from 1. */
static void print_property(struct json *json, const char *choices, int number, const char *title)
{
    if (json) json_text(json, NULL, title);
    else printf("    %sproperty=%-3d %s\n", choices, number, title);
}

/* Prints the properties of a model. A decision process that is a chain by default has others with
 * choices=mdp. */
static void print_properties(struct json *json, const struct model *model)
{
    const struct model_property *properties = model ? model->properties : NULL;
    const char *const *questions = model ? model->questions : NULL;
    const bool both = model && model->decides == DECIDES_BY_CHANCE;
    if (json) json_open_array(json, "properties");
    for (int k = 0; properties && properties[k].title; k++)
        print_property(json, "", k + 1, properties[k].title);
    if (json && both) {
        json_close_array(json);
        json_open_array(json, "mdp_properties");
    }
    for (int k = 0; questions && questions[k]; k++)
        print_property(json, both ? "choices=mdp," : "", k + 1, questions[k]);
    if (json) json_close_array(json);
    if (json) json_text(json, "counts", model ? model->counts : NULL);
    else if (model && model->counts) printf("    %s\n", model->counts);
}

/* Prints properties such as "p4: G F one_in_cs", as BEEM names them; property=4 selects this
 * one. */
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

enum status list_generators(struct listing *listing)
{
    struct json *json = listing->json;
    for (int k = 0; k < generator_count; k++) {
        const struct generator *generator = generators[k];
        if (!listing_takes(listing, generator->name)) continue;
        if (json) {
            open_item(json, generator->name, generator->title);
            json_text(json, "source", generator->source);
            json_open_array(json, "parameters");
        } else {
            print_line(generator->name, generator->title);
        }
        for (const struct parameter *p = generator->parameters; p->name; p++)
            print_parameter(json, p);
        for (int p = CHOICES; p < MAX_ARGUMENTS; p++) {
            const bool own = generator->kripke || p == CHOICES || p == MATRIX;
            if (own && generator_parameter(generator, p))
                print_parameter(json, generator_parameter(generator, p));
        }
        if (json) json_close_array(json);
        if (generator->kripke) print_graph_properties(json, generator->kripke);
        else print_properties(json, generator->model);
        if (json) json_close_object(json);
    }
    return OK;
}
