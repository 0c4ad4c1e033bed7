#include "harness/cli_error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "harness/help.h"

enum { MAX_OPTIONS = 32 };

const struct cli_option *cli_options(const struct command *command)
{
    static const struct cli_option none[] = {{0}};
    return command->options ? command->options : none;
}

/* Fails because of an unknown option that may be a setting of the experiment, as in `--max-time 1s`
 * or `--max-time=1s`; the message says how to write it: max_time=1s. */
static enum status maybe_setting(const char *name, const char *next)
{
    char setting[64];
    const char *value = strchr(name, '=');
    const size_t dashes = strspn(name, "-");
    snprintf(setting, sizeof setting, "%.*s", (int)(strcspn(name, "=") - dashes), name + dashes);
    for (char *at = setting; *at; at++)
        if (*at == '-') *at = '_';
    value = value ? value + 1 : next;
    return fail(ERROR_INPUT,
                "unknown option '%s': settings of an experiment have no dashes: %s=%s (see "
                "docs/lua.md)",
                name, setting, value);
}

/* Returns whether the option's name has a word by which options of other tools ask for output. */
static bool asks_for_output(const char *name)
{
    static const char *const words[] = {"export", "csv", "json", "markdown", "html", "xml"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strstr(name, words[k])) return true;
    return false;
}

/* Returns the only option that begins with the letter of a short one: --variant for -v. NULL: none,
 * or several, or name is not short. */
static const char *only_that_begins(const char *name, const char *const *known)
{
    const char *found = NULL;
    if (name[0] != '-' || !name[1] || name[2]) return NULL;
    for (; *known; known++) {
        if (strncmp(*known, "--", 2) || (*known)[2] != name[1]) continue;
        if (found) return NULL;
        found = *known;
    }
    return found;
}

enum status cli_unknown_option(const struct command *command, const char *name, const char *next)
{
    const struct cli_option *options = cli_options(command);
    const char *known[MAX_OPTIONS + 1] = {0};
    char hint[512], bare[64];
    for (int k = 0; options[k].name && k < MAX_OPTIONS; k++) known[k] = options[k].name;
    if (!known[0]) return fail(ERROR_INPUT, "unknown option '%s': this command takes none", name);
    snprintf(bare, sizeof bare, "%.*s", (int)strcspn(name, "="), name);
    const bool measures = strstr(command->words, "key=value") && !strncmp(name, "--", 2) &&
                          !meant_name(bare, known),
               has_value = strchr(name, '=') || (next && *next != '-');
    if (measures && asks_for_output(bare))
        return fail(ERROR_INPUT,
                    "unknown option '%s': results go to a .h5 file (-o FILE.h5); then warpmark "
                    "table FILE.h5 samples --format csv",
                    name);
    if (!strcmp(bare, "--threads") || !strcmp(bare, "--jobs") || !strcmp(bare, "-j"))
        return fail(ERROR_INPUT,
                    "unknown option '%s': place omp uses all cores; fewer: OMP_NUM_THREADS=2 "
                    "warpmark %s ...",
                    name, command->name);
    if (!strcmp(bare, "-o") || !strcmp(bare, "--output"))
        if (!meant_name(bare, known))
            return fail(ERROR_INPUT,
                        "unknown option '%s': this command prints. Write warpmark %s ... > FILE",
                        name, command->name);
    if (measures && has_value) return maybe_setting(name, next);
    const char *only = only_that_begins(name, known);
    if (only) return fail(ERROR_INPUT, "unknown option '%s', did you mean '%s'?", name, only);
    return fail(ERROR_INPUT, "unknown option '%s'%s", name,
                suggest_name(bare, known, hint, sizeof hint));
}

static int count_of(const char *word, char c)
{
    int count = 0;
    for (; *word; word++) count += *word == c;
    return count;
}

/* Guesses what the user meant by the first word too many. Returns "" or ": ...". */
static const char *extra_word(const struct command *command, const char *word, char *buffer,
                              size_t size)
{
    bool takes_variant = false;
    const bool takes_source = !strncmp(command->words, "SOURCE", strlen("SOURCE"));
    for (const struct cli_option *o = cli_options(command); o->name; o++)
        takes_variant |= !strcmp(o->name, "--variant");
    *buffer = '\0';
    for (const struct cli_option *o = cli_options(command); o->name; o++)
        for (int k = 0; o->words && o->words[k]; k++)
            if (!strcmp(o->words[k], word)) {
                snprintf(buffer, size, ": write %s %s", o->name, word);
                return buffer;
            }
    if (takes_source && (strstr(word, "=?") || strchr(word, '[')))
        snprintf(buffer, size,
                 ": a property stands behind the model: 'model.tra:prop=P=?[F \"done\"]'");
    else if (takes_source && strchr(word, ']'))
        snprintf(buffer, size, ": put the source in single quotes");
    else if (takes_variant && count_of(word, '/') == 3)
        snprintf(buffer, size, ": one variant at a time: --variant %s", word);
    else if (takes_variant && !strcmp(word, "/"))
        snprintf(buffer, size, ": a variant has no blanks");
    else if (takes_source && strchr(word, ':')) snprintf(buffer, size, ": one source at a time");
    else if (takes_source && strchr(word, '='))
        snprintf(buffer, size, ": a source is one word, such as tandem:c=255");
    return buffer;
}

enum status cli_wrong_count(const struct command *command, int count, char **words)
{
    char *shape = NULL, usage[256], hint[256];
    snprintf(usage, sizeof usage, "usage: warpmark %s%s%s%s; see `warpmark help %s`", command->name,
             *command->words ? " " : "", command->words, command->options ? " [options]" : "",
             command->name);
    if (count > command->most)
        return fail(ERROR_INPUT, "%s: '%s' is one word too many%s; %s", command->name,
                    words[command->most],
                    extra_word(command, words[command->most], hint, sizeof hint), usage);
    enum status status = word_shape(command, count, &shape);
    if (status == OK)
        status = fail(ERROR_INPUT, "%s: %s is missing; %s", command->name,
                      strchr(shape, '|') ? "a word" : shape, usage);
    free(shape);
    return status;
}
