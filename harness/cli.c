#include "harness/cli.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"

int exit_code_of(enum status status)
{
    switch (status) {
    case OK: return EXIT_FINE;
    case ERROR_DAMAGED: return EXIT_DAMAGED;
    case ERROR_ENVIRONMENT: return EXIT_ENVIRONMENT;
    case ERROR_INTERRUPTED: return EXIT_INTERRUPTED;
    default: return EXIT_INPUT;
    }
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

enum status cli_parse(int argc, char **argv, const struct cli_option *options, size_t least,
                      size_t most, const char *usage, struct cli_words *words)
{
    unsigned given = 0;
    bool options_ended = false;
    words->count = 0;
    for (int k = 0; k < argc; k++) {
        if (!options_ended && !strcmp(argv[k], "--")) {
            options_ended = true;
            continue;
        }
        if (options_ended || argv[k][0] != '-' || argv[k][1] == '\0') {
            if (words->count < most) words->word[words->count] = argv[k];
            words->count++;
            continue;
        }
        enum status status = parse_option(argc, argv, &k, options, &given);
        if (status != OK) return status;
    }
    if (words->count < least || words->count > most)
        return fail(ERROR_INPUT, "usage: warpmark %s", usage);
    return OK;
}

/* Experiments */

static bool is_folder(const char *path)
{
    DIR *folder = opendir(path);
    if (folder) closedir(folder);
    return folder != NULL;
}

enum status experiments_folder(char **out)
{
    static const char *const beside[] = {"../experiments", "../../experiments",
                                         "../share/warpmark/experiments"};
    char program[PATH_MAX], *path = NULL;
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    enum status status = copy_text("experiments", &path);
    for (size_t k = 0; status == OK && !is_folder(path); k++) {
        free(path);
        path = NULL;
        if (length <= 0 || k == sizeof beside / sizeof *beside)
            return fail(ERROR_INPUT, "no folder 'experiments' here or beside the program");
        program[length] = '\0';
        char *slash = strrchr(program, '/');
        status =
            format_text(&path, "%.*s/%s", slash ? (int)(slash - program) : 0, program, beside[k]);
    }
    *out = path;
    return status;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

enum status experiment_names(const char *folder, char ***out, size_t *count)
{
    enum status status = OK;
    char **names = NULL;
    size_t n = 0;
    DIR *entries = opendir(folder);
    if (!entries) return fail(ERROR_IO, "%s: %s", folder, strerror(errno));
    for (struct dirent *entry; (entry = readdir(entries));) {
        size_t length = strlen(entry->d_name);
        if (length < 5 || strcmp(entry->d_name + length - 4, ".lua")) continue;
        TRY(reallocate(&names, n + 1, sizeof *names, "names"));
        TRY(format_text(&names[n], "%.*s", (int)length - 4, entry->d_name));
        n++;
    }
    if (n) qsort(names, n, sizeof *names, by_name);
out:
    closedir(entries);
    *out = names;
    *count = n;
    return status;
}

static enum status unknown_experiment(const char *name)
{
    char *folder = NULL, **names = NULL, hint[512] = "";
    size_t count = 0;
    enum status status = experiments_folder(&folder);
    if (status == OK) status = experiment_names(folder, &names, &count);
    if (status == OK) status = reallocate(&names, count + 1, sizeof *names, "names");
    if (status == OK) {
        names[count] = NULL;
        suggest_name(name, (const char *const *)names, hint, sizeof hint);
    }
    status = fail(ERROR_INPUT, "%s: no such script and no bundled experiment of that name%s", name,
                  hint);
    for (size_t k = 0; k < count; k++) free(names[k]);
    free(names);
    free(folder);
    return status;
}

enum status find_experiment(const char *name, char **out)
{
    if (strpbrk(name, "/.") || access(name, R_OK) == 0) return copy_text(name, out);
    char *folder = NULL;
    enum status status = OK;
    *out = NULL;
    TRY(experiments_folder(&folder));
    TRY(format_text(out, "%s/%s.lua", folder, name));
    if (access(*out, R_OK) != 0) {
        free(*out);
        *out = NULL;
        status = unknown_experiment(name);
    }
out:
    free(folder);
    return status;
}
