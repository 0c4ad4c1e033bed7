/* The language of properties: PRISM's notation, as users write it. */
#pragma once

#include <stdbool.h>

#include "base/status.h"

/* A property as a user wrote it, translated to keys and labels. */
struct read_property {
    char *keys;    /* keys of a file: `goal=done,steps=5`; reward=FILE if the reward has no name */
    char *labels;  /* lines that define labels for its formulas in a model; NULL: none */
    bool nameless; /* R=? without the reward's name */
};

/* Reads all of text, such as `P=?[F<=5 s=7 & "done"]`. Labels are in double quotes, alone or in a
 * formula of the model. Errors: ERROR_INPUT with the column (from 1) of the first word that is not
 * allowed at its place, and with what is; ERROR_HOST_MEMORY. *out is zeroed then. */
enum status property_read(const char *text, struct read_property *out);
void read_property_free(struct read_property *read);

/* The same for a guess: labels may lack their quotes, formulas are not allowed, and any relation is
 * (P>=1). *keys (new) = the keys. Returns false, and *keys = NULL, if text is no property. */
bool property_keys(const char *text, char **keys);
