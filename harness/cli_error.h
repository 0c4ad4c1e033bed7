/* Error messages for a wrong command line, each with a hint at what the user may have meant. */
#pragma once

#include "harness/cli.h"

/* Returns the options of the command; an empty list if it has none. */
const struct cli_option *cli_options(const struct command *command);

/* Fails because of an unknown option. name: with its value behind a '=' if it was given so; next:
 * the word behind it, or NULL. */
enum status cli_unknown_option(const struct command *command, const char *name, const char *next);

/* Fails because count words are too few or too many. */
enum status cli_wrong_count(const struct command *command, int count, char **words);
