/* What the files of problems/source.c share: keys of their own, and errors about sources. */
#pragma once

#include "problems/source.h"

/* scheduler=FILE (source_scheduler.c). take: the file is one where the user is, or in the model's
 * folder; name: of the model. cut: takes it out of the parameters of a generator. follow: makes an
 * MDP the chain that it is under the scheduler. Errors: ERROR_INPUT; those of scheduler_read. */
enum status scheduler_take(const char *name, const char *value, struct source *out);
enum status scheduler_cut(const char *name, char *parameters, struct source *out);
enum status scheduler_follow(const struct source *source, struct chain *chain);

/* Fails because there is no generator of this name; also explains if it is a folder, or a file
 * without its ending. */
enum status source_no_generator(const char *name);

/* Fails because there is no file called text, which is cut at its first ':'. */
enum status source_no_file(char *text);

/* Returns advice for a key that other tools have, or "". */
const char *source_key_note(const char *key);

/* Guesses the meaning of a source in another tool's notation: `tandem(c=255)`, `tandem:255`,
 * `die.tra:dtmc;goal=done`, `die.tra:P=?[F "done"]`.
 *
 * *out (new) = text in the form that source_parse accepts, as a guess; it may still be wrong.
 * Returns false if there is no guess. keys: names of keys that may follow a file, ending with
 * NULL. */
bool meant_source(const char *text, const char *const *keys, char **out);
