/* What the commands share: their options and words, and how they complain. */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "harness/util/exit_code.h"

/* Prints "warpmark: <fail_message()>" to stderr and returns exit_code_of(status). */
int complain(enum status status);

enum cli_type { CLI_FLAG, CLI_TEXT, CLI_COUNT, CLI_REAL, CLI_WORD };

/* One option of a command. target: bool, const char *, uint64_t, double, or int (index into words)
 * by type. */
struct cli_option {
    const char *name; /* with its dashes */
    enum cli_type type;
    void *target;
    const char *const *words; /* CLI_WORD: ends with NULL */
};

/* Parses argv[0 .. *argc-1] against options (which end with a NULL name): `--name value`,
 * `--name=value`, `--flag`; behind `--` come words alone. Afterwards argv holds the *argc words
 * alone, those of key=value too, and a NULL. Unless least <= *argc <= most (CLI_ANY: no end), usage
 * is part of the message. Errors: ERROR_INPUT with the nearest option or value, or where an option
 * has two values or an empty one. */
enum { CLI_ANY = INT_MAX };
enum status cli_parse(int *argc, char **argv, const struct cli_option *options, int least, int most,
                      const char *usage);

/* Commands: each gets what follows its name and its usage line, and returns the exit code. They
 * stand in commands.def. */
#define COMMAND(name, usage_text, summary) \
    int command_##name(int argc, char **argv, const char *usage);
#include "harness/commands.def"
#undef COMMAND
