/* Interface that all commands share: it describes a command and its options, parses the command
 * line and reports errors. Help, manual pages and shell completions are made from these
 * descriptions. */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "harness/exit_code.h"

/* Prints "warpmark: <fail_message()>" to stderr and returns exit_code_of(status). */
int complain(enum status status);

enum cli_type { CLI_FLAG, CLI_TEXT, CLI_OPTIONAL, CLI_COUNT, CLI_REAL, CLI_WORD };

/* One option of a command. target points to a bool, const char *, uint64_t, double, or int (index
 * into words), by type. Its content before parsing is the default (no default: NULL, MISSING, NAN,
 * an index behind the words). CLI_OPTIONAL: a text behind '='; "" if there is none; its value is
 * "[=LOAD]". */
struct cli_option {
    const char *name; /* with its dashes */
    enum cli_type type;
    void *target;
    const char *const *words; /* CLI_WORD: ends with NULL */
    const char *value;        /* the shape of its value, such as FILE.h5; NULL: a flag, or words */
    const char *example;      /* of its value; NULL: a flag */
    const char *help;         /* what it does, a sentence or two */
};

#define WIDE_HELP "print whole tables, even if they are wider than the terminal"

enum { CLI_ANY = INT_MAX };

/* A command of the program: one file of harness/commands, and one line of commands.def.
 * words: the words that it takes, and the options that must be given, as its usage line shows them.
 * A word's shape says how shells complete it: SOURCE, VARIANT, EXPERIMENT, FILE.h5, DIR, a|b|c. */
struct command {
    const char *name, *group, *words;
    int least, most;      /* words; CLI_ANY: no end */
    const char *summary;  /* half a line */
    const char *about;    /* paragraphs, each a line; or NULL */
    const char *examples; /* "command\n" or "command # what it does\n", without "warpmark" */
    const struct cli_option *options;  /* ends with a NULL name; NULL: none */
    int (*run)(int argc, char **argv); /* gets the words; returns the exit code */
};

/* Parses argv[0 .. *argc-1] against the options of command: `--name value`, `--name=value`,
 * `--flag`; behind `--` come words alone. Afterwards argv holds the *argc words alone, those of
 * key=value too, and a NULL. Errors: ERROR_INPUT with the nearest option or value, where an option
 * has two values or an empty one, and with the usage where there are too few or too many words. */
enum status cli_parse(const struct command *command, int *argc, char **argv);

/* Parses, and runs; argv ends with NULL. Returns the exit code. */
int cli_run(const struct command *command, int argc, char **argv);

/* The words of the command line behind the command's name, as they were given. */
struct cli_line {
    int argc;
    char **argv;
};
extern struct cli_line cli_line;

/* All commands, in the order of commands.def, and NULL behind the last. */
extern const struct command *const commands[];

/* Returns NULL if there is no such command. */
const struct command *command_find(const char *name);

/* Fails with ERROR_INPUT and the nearest name. */
enum status command_unknown(const char *name);
