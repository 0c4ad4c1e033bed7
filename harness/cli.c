#include "harness/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "harness/help.h"

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

enum status command_unknown(const char *name)
{
    const char *known[NCOMMANDS + 1] = {0};
    char hint[256];
    for (int k = 0; k < NCOMMANDS; k++) known[k] = commands[k]->name;
    return fail(ERROR_INPUT, "unknown command '%s'%s", name,
                suggest_name(name, known, hint, sizeof hint));
}

int complain(enum status status)
{
    fprintf(stderr, "warpmark: %s\n", fail_message());
    return exit_code_of(status);
}

/* Options */

enum { MAX_OPTIONS = 16 };

static enum status unknown_option(const struct cli_option *options, const char *name)
{
    const char *known[MAX_OPTIONS + 1] = {0};
    char hint[256];
    for (int k = 0; options[k].name && k < MAX_OPTIONS; k++) known[k] = options[k].name;
    if (!known[0]) return fail(ERROR_INPUT, "unknown option '%s': this command takes none", name);
    return fail(ERROR_INPUT, "unknown option '%s'%s", name,
                suggest_name(name, known, hint, sizeof hint));
}

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
        if (!*value)
            return fail(ERROR_INPUT, "%s '': needs a value that is not empty", option->name);
        *(const char **)option->target = value;
        return OK;
    case CLI_WORD: return set_word(option, value);
    case CLI_COUNT:
        if (parse_count(value, option->target)) return OK;
        return fail(ERROR_INPUT, "%s %s: needs a whole number, not negative", option->name, value);
    case CLI_REAL:
        if (parse_double(value, option->target)) return OK;
        return fail(ERROR_INPUT, "%s %s: needs a number", option->name, value);
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

/* argv[*k] is an option; *k moves on to its value where that is a word of its own. *given: a bit
 * for each option that had a value before. */
static enum status parse_option(int argc, char **argv, int *k, const struct cli_option *options,
                                unsigned *given)
{
    const char *text = argv[*k];
    size_t length = strcspn(text, "=");
    const struct cli_option *option = find_option(options, text, length);
    if (!option) return unknown_option(options, text);
    if (option->type == CLI_FLAG && text[length] != '=') {
        *(bool *)option->target = true;
        return OK;
    }
    const unsigned bit = 1u << (option - options);
    if (*given & bit) return fail(ERROR_INPUT, "%s is given twice", option->name);
    *given |= bit;
    if (text[length] == '=') return set_option(option, text + length + 1);
    if (*k + 1 >= argc) return fail(ERROR_INPUT, "%s needs a value", option->name);
    return set_option(option, argv[++*k]);
}

static enum status wrong_count(const struct command *command, int count, char **words)
{
    char *shape = NULL, usage[256];
    snprintf(usage, sizeof usage, "usage: warpmark %s%s%s%s; see `warpmark help %s`", command->name,
             *command->words ? " " : "", command->words, command->options ? " [options]" : "",
             command->name);
    if (count > command->most)
        return fail(ERROR_INPUT, "%s: '%s' is one word too many; %s", command->name,
                    words[command->most], usage);
    enum status status = word_shape(command, count, &shape);
    if (status == OK)
        status = fail(ERROR_INPUT, "%s: %s is missing; %s", command->name,
                      strchr(shape, '|') ? "a word" : shape, usage);
    free(shape);
    return status;
}

enum status cli_parse(const struct command *command, int *argc, char **argv)
{
    static const struct cli_option none[] = {{0}};
    const struct cli_option *options = command->options ? command->options : none;
    unsigned given = 0;
    bool options_ended = false;
    int words = 0;
    for (int k = 0; k < *argc; k++) {
        if (options_ended || argv[k][0] != '-' || argv[k][1] == '\0') argv[words++] = argv[k];
        else if (!strcmp(argv[k], "--")) options_ended = true;
        else MUST(parse_option(*argc, argv, &k, options, &given));
    }
    if (words < *argc) argv[words] = NULL;
    *argc = words;
    const bool fits = words >= command->least && words <= command->most;
    return fits ? OK : wrong_count(command, words, argv);
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
