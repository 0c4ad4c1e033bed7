/* Errors about the names in a source. */
#pragma once

#include "base/status.h"

/* Fails because there is no generator of this name; also explains if it is a folder, or a file
 * without its ending. */
enum status source_no_generator(const char *name);

/* Fails because there is no file called text, which is cut at its first ':'. */
enum status source_no_file(char *text);

/* Returns advice for a key that other tools have, or "". */
const char *source_key_note(const char *key);
