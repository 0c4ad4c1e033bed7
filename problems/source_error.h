/* What is wrong with the names in a source. */
#pragma once

#include "base/status.h"

/* Fails, as there is no generator of that name: also where it names a folder, or a file but for its
 * ending. */
enum status source_no_generator(const char *name);

/* Fails, as there is no file called text, which is cut at its first ':'. */
enum status source_no_file(char *text);

/* What to do instead of a key that other tools have, or "". */
const char *source_key_note(const char *key);
