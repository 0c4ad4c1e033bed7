/* Parts that the listings of `warpmark list` share. */
#pragma once

#include <stdbool.h>

#include "base/status.h"
#include "harness/util/json.h"

/* Request for a listing, and its output. */
struct listing {
    struct json *json;   /* NULL: text */
    const char *pattern; /* of names, sound; NULL: all */
    bool names;          /* in text: names alone, one a line */
    bool usable;         /* only what can be used here */
    size_t count;        /* of names that were asked for */
};

/* Counts an entry that is asked for, and prints its name if only names are. Returns whether more
 * than the name is to be printed. */
bool listing_takes(struct listing *listing, const char *name);

/* A line of every listing is a name, a title and what else its --json object holds. */
void print_line(const char *name, const char *title);
void open_item(struct json *json, const char *name, const char *title);

enum status list_generators(struct listing *listing);
enum status list_variants(struct listing *listing);
