/* The names of actions while a reader finds them, choice by choice. */
#pragma once

#include "base/sparse/chain.h"
#include "datasets/text/lines.h"

struct action_names {
    struct actions actions;
    size_t of_room, name_room;
    uint32_t named;  /* choices whose action is known: 0 .. named - 1 */
    uint32_t *slot;  /* hash table: index of a name plus 1, or 0 */
    uint32_t nslots; /* a power of 2, or 0 */
};

void action_names_free(struct action_names *names); /* accepts a zeroed struct; leaves one */

/* *out = the index of this name, which is added if it is new. Errors: ERROR_HOST_MEMORY. */
enum status action_names_index(struct action_names *names, const char *name, uint32_t *out);

/* Sets the action of a choice; choices come in order. NULL or "": none. Errors: ERROR_INPUT if it
 * is set already, and differs; ERROR_HOST_MEMORY. */
enum status action_names_set(struct action_names *names, const struct lines *lines, uint32_t choice,
                             const char *name);

/* Moves the actions of `count` choices to out; those not set have none. Errors:
 * ERROR_HOST_MEMORY. */
enum status action_names_finish(struct action_names *names, uint32_t count, struct actions *out);
