/* What the listings of `warpmark list` share. */
#pragma once

#include <stdbool.h>

#include "base/status.h"
#include "harness/util/json.h"

/* What is asked for, and where it goes. */
struct listing {
    struct json *json;   /* NULL: text */
    const char *pattern; /* of names, sound; NULL: all */
    bool names;          /* in text: names alone, one a line */
    bool usable;         /* only what can be used here */
    size_t count;        /* of names that were asked for */
};

/* Whether more is to be printed than the name: false where it is not asked for, or has been printed
 * as all of it. */
bool listing_takes(struct listing *listing, const char *name);

/* A line of every listing is a name, a title and what else its --json object holds. */
void print_line(const char *name, const char *title);
void open_item(struct json *json, const char *name, const char *title);

enum status list_generators(struct listing *listing);
enum status list_variants(struct listing *listing);
