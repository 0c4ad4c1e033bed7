/* Error messages for a wrong command line, each with a hint at what the user may have meant. */
#pragma once

#include "harness/cli.h"

/* Those of the command; none where it has no options. */
const struct cli_option *cli_options(const struct command *command);

/* Fails. name: with its value behind a '=' if it was given so; next: the word behind it, or NULL.
 */
enum status cli_unknown_option(const struct command *command, const char *name, const char *next);

/* Fails: count words are too few, or too many. */
enum status cli_wrong_count(const struct command *command, int count, char **words);
