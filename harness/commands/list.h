/* Parts that the listings of `warpmark list` share. */
#pragma once

#include <stdbool.h>

#include "base/output/json.h"
#include "base/status.h"

/* Request for a listing, and its output. */
struct listing {
    struct json *json;   /* NULL: text */
    const char *pattern; /* of names, valid; NULL: all */
    bool names;          /* in text: only names, one in each line */
    bool usable;         /* only entries that can be used here */
    size_t count;        /* number of names that were asked for */
};

/* Counts an entry that is asked for, and prints its name if only names are. Returns whether more
 * than the name is to be printed. */
bool listing_takes(struct listing *listing, const char *name);

/* print_line prints the text line of an entry. open_item opens its JSON object, to which further
 * members can be added. */
void print_line(const char *name, const char *title);
void open_item(struct json *json, const char *name, const char *title);

enum status list_generators(struct listing *listing);
/* Lists the properties of a file, or of a source that names one: props=FILE. The pattern is its
 * name. */
enum status list_properties(struct listing *listing);
enum status list_variants(struct listing *listing);
