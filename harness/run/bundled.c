#include "harness/run/bundled.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"

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

static int experiment_by_name(const void *a, const void *b)
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
    if (n) qsort(names, n, sizeof *names, experiment_by_name);
out:
    closedir(entries);
    *out = names;
    *count = n;
    return status;
}

/* Returns whether some experiments have names NAME-..., that is, belong to a paper of that name. */
static bool is_paper(const char *name, size_t count, char *const *names)
{
    const size_t length = strlen(name);
    for (size_t k = 0; k < count; k++)
        if (!strncmp(names[k], name, length) && names[k][length] == '-') return true;
    return false;
}

static enum status unknown_experiment(const char *name)
{
    char *folder = NULL, **names = NULL, hint[512] = "", script[512];
    size_t count = 0;
    snprintf(script, sizeof script, "%s.lua", name);
    if (strchr(name, ':'))
        return fail(ERROR_INPUT,
                    "%s is a source, not an experiment: warpmark solve %s, or name it "
                    "in a script",
                    name, name);
    if (access(script, R_OK) == 0)
        return fail(ERROR_INPUT, "%s: no bundled experiment of that name, did you mean '%s'?", name,
                    script);
    enum status status = experiments_folder(&folder);
    if (status == OK) status = experiment_names(folder, &names, &count);
    if (status == OK) status = reallocate(&names, count + 1, sizeof *names, "names");
    if (status == OK) {
        names[count] = NULL;
        suggest_name(name, (const char *const *)names, hint, sizeof hint);
        if (is_paper(name, count, names))
            snprintf(hint, sizeof hint, ": it is a paper: warpmark reproduce %s", name);
        else if (!strstr(hint, "did you mean"))
            snprintf(hint, sizeof hint, " (see `warpmark list experiments`)");
    }
    status = fail(ERROR_INPUT, "%s: no such script and no bundled experiment of that name%s", name,
                  hint);
    for (size_t k = 0; k < count; k++) free(names[k]);
    free(names);
    free(folder);
    return status;
}

/* Reports a path that does not exist, or that is no script. Says nothing about any other name. */
static enum status check_path(const char *name)
{
    const char *slash = strrchr(name, '/'), *file = slash ? slash + 1 : name,
               *ending = strrchr(file, '.');
    char *folder = NULL, *bundled = NULL;
    enum status status = OK;
    if (!ending) return OK;
    if (!strcmp(ending, ".h5"))
        return fail(ERROR_INPUT, "%s is a results file, not a script: warpmark show %s", name,
                    name);
    if (!strcmp(ending, ".tra") || !strcmp(ending, ".mtx") || !strcmp(ending, ".drn"))
        return fail(ERROR_INPUT, "%s is a model, not a script: warpmark solve %s:...", name, name);
    if (access(name, F_OK) == 0 || strcmp(ending, ".lua")) return OK;
    TRY(experiments_folder(&folder));
    TRY(format_text(&bundled, "%s/%s", folder, file));
    if (access(bundled, R_OK) == 0)
        status = fail(ERROR_INPUT,
                      "cannot read %s: No such file or directory, did you mean the bundled "
                      "experiment '%.*s'?",
                      name, (int)(ending - file), file);
out:
    free(bundled);
    free(folder);
    return status;
}

enum status find_experiment(const char *name, char **out)
{
    MUST(check_path(name));
    const bool script = access(name, R_OK) == 0 && !is_folder(name);
    if (script || strpbrk(name, "/.")) return copy_text(name, out);
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

enum status find_stored(const char *name, char **out)
{
    static const char *const machines[] = {"h200-x4", "h200"};
    char *folder = NULL, *path = NULL;
    enum status status = OK;
    *out = NULL;
    TRY(experiments_folder(&folder));
    for (size_t k = 0; k < sizeof machines / sizeof *machines && !*out; k++) {
        TRY(format_text(&path, "%s/../results/baselines/%s/%s.h5", folder, machines[k], name));
        if (access(path, R_OK) == 0) *out = path;
        else free(path);
        path = NULL;
    }
out:
    free(folder);
    return status;
}
