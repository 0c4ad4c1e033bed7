/* Reads a system from the files that a message names. */
#pragma once

#include "engines/engine.h"

/* Returns an error message, or NULL. */
const char *system_read(const json_t *message, struct system *out);
