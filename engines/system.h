/* Reading a system from the files that a message names. */
#pragma once

#include "engines/engine.h"

/* What is wrong, or NULL. */
const char *system_read(const json_t *message, struct system *out);
