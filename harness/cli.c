#include "harness/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "harness/cli_error.h"

struct cli_line cli_line;

#define COMMAND(name) extern const struct command command_##name;
#include "harness/commands.def"
#undef COMMAND

const struct command *const commands[] = {
#define COMMAND(name) &command_##name,
#include "harness/commands.def"
#undef COMMAND
    NULL};

enum { NCOMMANDS = sizeof commands / sizeof *commands - 1 };

const struct command *command_find(const char *name)
{
    for (int k = 0; k < NCOMMANDS; k++)
        if (!strcmp(commands[k]->name, name)) return commands[k];
    return NULL;
}

static bool ends_with(const char *word, const char *ending)
{
    const size_t length = strlen(word), tail = strlen(ending);
    return length > tail && !strcmp(word + length - tail, ending);
}

enum status command_unknown(const char *name)
{
    const char *known[NCOMMANDS + 1] = {0};
    char hint[256];
    const char *command = ends_with(name, ".lua")  ? "run"
                          : ends_with(name, ".h5") ? "show"
                          : strchr(name, ':')      ? "solve"
                                                   : NULL;
    if (command)
        return fail(ERROR_INPUT, "unknown command '%s': a command comes first: warpmark %s %s",
                    name, command, name);
    if (!strncmp(name, "--", 2))
        return fail(ERROR_INPUT,
                    "unknown option '%s': options follow a command, such as warpmark run "
                    "crossover --quick",
                    name);
    for (int k = 0; k < NCOMMANDS; k++) known[k] = commands[k]->name;
    if (*name != '-' && !meant_name(name, known))
        return fail(ERROR_INPUT,
                    "unknown command '%s': `warpmark help` lists all. An experiment of this name "
                    "is measured by: warpmark run %s",
                    name, name);
    return fail(ERROR_INPUT, "unknown command '%s'%s", name,
                suggest_name(name, known, hint, sizeof hint));
}

int complain(enum status status)
{
    fprintf(stderr, "warpmark: %s\n", fail_message());
    return exit_code_of(status);
}

/* Options */

static enum status set_word(const struct cli_option *option, const char *value)
{
    char hint[256];
    for (int k = 0; option->words[k]; k++) {
        if (strcmp(option->words[k], value)) continue;
        *(int *)option->target = k;
        return OK;
    }
    return fail(ERROR_INPUT, "%s %s: unknown value%s", option->name, value,
                suggest_name(value, option->words, hint, sizeof hint));
}

static enum status set_option(const struct cli_option *option, const char *value)
{
    switch (option->type) {
    case CLI_TEXT:
    case CLI_OPTIONAL:
        if (!*value)
            return fail(ERROR_INPUT, "%s '': needs a value that is not empty, such as %s",
                        option->name, option->example);
        *(const char **)option->target = value;
        return OK;
    case CLI_WORD: return set_word(option, value);
    case CLI_COUNT:
        if (parse_count(value, option->target)) return OK;
        return fail(ERROR_INPUT, "%s %s: needs a whole number, not negative, such as %s",
                    option->name, value, option->example);
    case CLI_REAL:
        if (parse_double(value, option->target)) return OK;
        return fail(ERROR_INPUT, "%s %s: needs a number, such as %s", option->name, value,
                    option->example);
    default: return fail(ERROR_INPUT, "%s takes no value", option->name);
    }
}

static const struct cli_option *find_option(const struct cli_option *options, const char *text,
                                            size_t length)
{
    for (; options->name; options++)
        if (strlen(options->name) == length && !strncmp(options->name, text, length))
            return options;
    return NULL;
}

/* Parses the option argv[*k]; *k moves on to its value if that is a word of its own. *given has a
 * bit for each option that had a value before. */
static enum status parse_option(int argc, char **argv, int *k, const struct command *command,
                                unsigned *given)
{
    const struct cli_option *options = cli_options(command);
    const char *text = argv[*k];
    size_t length = strcspn(text, "=");
    const struct cli_option *option = find_option(options, text, length);
    if (!option) return cli_unknown_option(command, text, *k + 1 < argc ? argv[*k + 1] : NULL);
    if (option->type == CLI_FLAG && text[length] != '=') {
        *(bool *)option->target = true;
        return OK;
    }
    const unsigned bit = 1u << (option - options);
    if (*given & bit) return fail(ERROR_INPUT, "%s is given twice", option->name);
    *given |= bit;
    if (option->type == CLI_OPTIONAL && text[length] != '=') {
        *(const char **)option->target = "";
        return OK;
    }
    if (text[length] == '=') return set_option(option, text + length + 1);
    if (*k + 1 >= argc || find_option(options, argv[*k + 1], strcspn(argv[*k + 1], "=")))
        return fail(ERROR_INPUT, "%s needs a value, such as %s", option->name, option->example);
    if (!strcmp(argv[*k + 1], "=") && *k + 2 < argc)
        return fail(ERROR_INPUT, "%s: no blanks around '=': %s=%s", option->name, option->name,
                    argv[*k + 2]);
    return set_option(option, argv[++*k]);
}

enum status cli_parse(const struct command *command, int *argc, char **argv)
{
    unsigned given = 0;
    bool options_ended = false;
    int words = 0;
    for (int k = 0; k < *argc; k++) {
        if (options_ended || argv[k][0] != '-' || argv[k][1] == '\0') argv[words++] = argv[k];
        else if (!strcmp(argv[k], "--")) options_ended = true;
        else MUST(parse_option(*argc, argv, &k, command, &given));
    }
    if (words < *argc) argv[words] = NULL;
    *argc = words;
    const bool fits = words >= command->least && words <= command->most;
    return fits ? OK : cli_wrong_count(command, words, argv);
}

int cli_run(const struct command *command, int argc, char **argv)
{
    cli_line = (struct cli_line){argc, NULL};
    enum status status = allocate((size_t)argc + 1, sizeof *argv, "words", &cli_line.argv);
    if (status == OK) {
        memcpy(cli_line.argv, argv, ((size_t)argc + 1) * sizeof *argv);
        status = cli_parse(command, &argc, argv);
    }
    int code = status == OK ? command->run(argc, argv) : complain(status);
    free(cli_line.argv);
    return code;
}
