/* warpmark list properties SOURCE: the properties of a file. */
#include <stdio.h>
#include <stdlib.h>

#include "harness/commands/list.h"
#include "problems/source.h"

static void print_property(struct listing *listing, const struct definition *property)
{
    char line[32];
    snprintf(line, sizeof line, "line %zu", property->line);
    const char *name = property->name ? property->name : line;
    listing->count++;
    if (!listing->json) {
        if (listing->names) printf("%s\n", name);
        else print_line(name, property->text);
        return;
    }
    open_item(listing->json, property->name, property->text);
    json_count(listing->json, "line", property->line);
    json_close_object(listing->json);
}

enum status list_properties(struct listing *listing)
{
    struct property_file file;
    if (!listing->pattern)
        return fail(ERROR_INPUT,
                    "list properties: name a file of properties, or a source with one, such as "
                    "'model.prism:props=model.props'");
    MUST(source_properties(listing->pattern, &file));
    for (size_t k = 0; k < file.count; k++)
        if (file.definitions[k].kind == DEFINES_PROPERTY)
            print_property(listing, &file.definitions[k]);
    const bool none = !listing->count;
    property_file_free(&file);
    return none ? fail(ERROR_INPUT, "%s: it has no property", listing->pattern) : OK;
}
