/* warpmark list properties SOURCE: the properties of a file or of a JANI model. */
#include <stdio.h>
#include <stdlib.h>

#include "base/output/missing.h"
#include "harness/commands/list.h"
#include "problems/source.h"

/* number: from 1. */
static void print_property(struct listing *listing, const struct definition *property,
                           size_t number)
{
    char text[32];
    snprintf(text, sizeof text, "%zu", number);
    const char *name = property->name ? property->name : text;
    if (!listing->json && listing->names) {
        printf("%s\n", name);
    } else if (!listing->json) {
        print_line(name, property->text ? property->text : "");
        if (property->problem) print_line("", property->problem);
    } else {
        open_item(listing->json, property->name, property->text);
        json_count(listing->json, "number", number);
        json_count(listing->json, "line", property->line ? property->line : MISSING);
        if (property->problem) json_text(listing->json, "problem", property->problem);
        json_close_object(listing->json);
    }
}

enum status list_properties(struct listing *listing)
{
    struct property_file file;
    if (!listing->pattern)
        return fail(ERROR_INPUT,
                    "list properties: name a file of properties, a JANI model, or a source with a "
                    "file of them, such as 'model.prism:props=model.props'");
    MUST(source_properties(listing->pattern, &file));
    for (const struct definition *d = NULL; (d = next_property(&file, d));)
        print_property(listing, d, ++listing->count);
    const bool none = !listing->count;
    property_file_free(&file);
    return none ? fail(ERROR_INPUT, "%s: it has no property", listing->pattern) : OK;
}
