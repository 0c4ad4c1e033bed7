/* Help, as text for terminals or as a manual page, made from the descriptions of the commands. */
#pragma once

#include "base/status.h"
#include "harness/cli.h"

enum help_format { HELP_TEXT, HELP_MAN };

/* "warpmark solve SOURCE --variant VARIANT [--epsilon E] [--json]"; *out is new. */
enum status usage_text(const struct command *command, char **out);

/* Sets *out (new) to the shape of the k-th word of command, from 0; its last word may be repeated.
 * NULL if there is none. */
enum status word_shape(const struct command *command, int k, char **out);

/* The shape of the option's value, without brackets: "E", "text|md"; *out is new; "" for a flag. */
enum status option_shape(const struct cli_option *option, char **out);

/* Prints help to stdout. command: NULL stands for the program as a whole. */
enum status help_print(const struct command *command, enum help_format format);
