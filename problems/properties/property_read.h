/* The language of properties: PRISM's notation, as users write it. */
#pragma once

#include <stdbool.h>

#include "base/status.h"

/* A property as a user wrote it, and what stands for it here. */
struct read_property {
    char *keys;    /* behind a file: `goal=done,steps=5`; reward=FILE where a reward has no name */
    char *labels;  /* lines that define labels of its formulas in a model; NULL: none */
    bool nameless; /* R=? without the reward's name */
};

/* Reads all of text, such as `P=?[F<=5 s=7 & "done"]`: labels stand in double quotes, alone or in a
 * formula of the model. Errors: ERROR_INPUT with the column (from 1) of the first word that
 * cannot stand where it does, and what can; ERROR_HOST_MEMORY. *out is zeroed then. */
enum status property_read(const char *text, struct read_property *out);
void read_property_free(struct read_property *read);

/* The same for a guess: labels may lack their quotes, and there are no formulas and any relation
 * (P>=1). *keys (new) = the keys; false, and NULL, where text is no property. */
bool property_keys(const char *text, char **keys);
