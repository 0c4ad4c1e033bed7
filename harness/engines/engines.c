#include "harness/engines/engines.h"

#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "harness/engines/engine_process.h"
#include "solvers/registry.h"

static const char hello[] = "{\"message\": \"hello\", \"protocol\": 1}\n", description[] = ".json",
                  runner[] = "command";

static const double patience = 30; /* s, for an engine to describe itself */

static struct engine_entry *found;
static size_t nfound;

/* Folders */

/* Folders of this program; they come after those of the user. */
static const char *const beside[] = {"engines", "../libexec/warpmark/engines"};

static enum status program_folder(size_t k, char **out)
{
    char program[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    *out = NULL;
    if (length <= 0) return OK;
    program[length] = '\0';
    char *slash = strrchr(program, '/');
    return format_text(out, "%.*s/%s", slash ? (int)(slash - program) : 0, program, beside[k]);
}

/* Folder k of all; *out is new; NULL behind the last. */
static enum status folder_at(size_t k, char **out)
{
    const char *from = getenv("WARPMARK_ENGINES");
    *out = NULL;
    for (; from && *from; from += strspn(from, ":")) {
        const size_t length = strcspn(from, ":");
        if (k-- == 0) return format_text(out, "%.*s", (int)length, from);
        from += length;
    }
    return k < sizeof beside / sizeof *beside ? program_folder(k, out) : OK;
}

static bool is_name(const char *name, size_t length)
{
    for (size_t k = 0; k < length; k++)
        if (!isalnum((unsigned char)name[k]) && !strchr("_-", name[k])) return false;
    return length > 0 && length < 64;
}

static bool is_regular(const char *path)
{
    struct stat at;
    return stat(path, &at) == 0 && S_ISREG(at.st_mode);
}

/* Sets *out (new) to the engine's file in a folder; NULL: there is none. */
static enum status path_in(const char *folder, const char *name, char **out)
{
    MUST(format_text(out, "%s/%s%s", folder, name, description));
    if (is_regular(*out)) return OK;
    (*out)[strlen(*out) - strlen(description)] = '\0';
    if (is_regular(*out) && access(*out, X_OK) == 0) return OK;
    free(*out);
    *out = NULL;
    return OK;
}

/* Returns whether a file looks like an engine, that is, a script that starts with "#!". */
static bool is_meant(const char *path)
{
    char start[2] = "";
    FILE *file = is_regular(path) ? fopen(path, "rbe") : NULL;
    const bool script = file && fread(start, 1, 2, file) == 2 && !memcmp(start, "#!", 2);
    if (file) fclose(file);
    return script;
}

/* Reports why a script in a folder of engines cannot be an engine. */
static enum status check_file(const char *folder, const char *name)
{
    enum status status = OK;
    char *path;
    MUST(format_text(&path, "%s/%s", folder, name));
    if (!is_meant(path)) goto out;
    if (!is_name(name, strlen(name)))
        status = fail(ERROR_ENVIRONMENT,
                      "%s: the name of an engine has letters, digits, '_' and '-' only: rename it",
                      path);
    else if (access(path, X_OK) != 0)
        status = fail(ERROR_ENVIRONMENT, "%s is not executable: chmod +x", path);
out:
    free(path);
    return status;
}

static enum status check_folders(const char *name)
{
    enum status status = OK;
    for (size_t k = 0; status == OK; k++) {
        char *folder;
        MUST(folder_at(k, &folder));
        if (!folder) break;
        status = check_file(folder, name);
        free(folder);
    }
    return status;
}

static enum status path_of(const char *name, char **out)
{
    *out = NULL;
    if (!is_name(name, strlen(name))) return OK;
    for (size_t k = 0; !*out; k++) {
        char *folder;
        MUST(folder_at(k, &folder));
        if (!folder) return OK;
        const enum status status = path_in(folder, name, out);
        free(folder);
        if (status != OK) return status;
    }
    return OK;
}

/* Starting */

static bool is_described(const char *path)
{
    const size_t length = strlen(path), end = strlen(description);
    return length > end && !strcmp(path + length - end, description);
}

static enum status start_engine(const char *name, const char *path, int threads,
                                struct engine_process *out)
{
    enum status status = OK;
    char *program = NULL;
    if (!is_described(path)) return engine_start(name, path, NULL, threads, out);
    TRY(path_of(runner, &program));
    if (!program)
        TRY(fail(ERROR_ENVIRONMENT, "the program '%s' for command lines is missing", runner));
    TRY(engine_start(name, program, (const char *[]){path, NULL}, threads, out));
out:
    free(program);
    return status;
}

enum status engine_open_process(const struct engine *engine, int threads,
                                struct engine_process *out)
{
    return start_engine(engine->name, engine->path, threads, out);
}

/* Describes an engine that cannot start because its program, or the interpreter in its first line,
 * is missing: the error message says what it lacks. */
static enum status describe_missing(const char *name, const char *path, struct engine *out)
{
    static const char before[] = "its last line of errors: ";
    char why[400];
    const char *said = strstr(fail_message(), before);
    snprintf(why, sizeof why, "%s", said ? said + strlen(before) : "it cannot start");
    return engine_describe_silent(name, path, why, out);
}

static enum status engines_ask(const char *name, const char *path, struct engine *out)
{
    enum status status = OK;
    struct engine_process process = {0};
    const char *line;
    TRY(start_engine(name, path, 0, &process));
    TRY(engine_send(&process, hello, strlen(hello)));
    TRY(engine_receive(&process, patience, NULL, &line));
    TRY(engine_describe(name, path, line, out));
out:
    if (status == ERROR_CRASHED && process.not_found) status = describe_missing(name, path, out);
    engine_end(&process, status == OK ? 1 : 0);
    return status;
}

/* Adds an entry to the list. path: NULL if the file cannot be an engine. */
static enum status engines_add(const char *name, char *path)
{
    struct engine_entry entry = {.path = path};
    enum status status = OK;
    TRY(copy_text(name, &entry.name));
    TRY(allocate_zeroed(1, sizeof *entry.engine, "an engine", &entry.engine));
    TRY(reallocate(&found, nfound + 1, sizeof *found, "engines"));
    status = path ? engines_ask(name, path, entry.engine) : check_folders(name);
    if (status == OK) status = registry_add_method(&entry.engine->method);
    if (status == ERROR_HOST_MEMORY) goto out;
    if (status != OK) {
        engine_free(entry.engine);
        free(entry.engine);
        entry.engine = NULL;
        TRY(copy_text(fail_message(), &entry.failure));
    }
    found[nfound++] = entry;
    return OK;
out:
    free(entry.engine);
    free(entry.name);
    free(path);
    return status;
}

static const struct engine_entry *entry_named(const char *name)
{
    for (size_t k = 0; k < nfound; k++)
        if (!strcmp(found[k].name, name)) return &found[k];
    return NULL;
}

enum status engines_find(const char *name, const struct engine **out)
{
    const struct engine_entry *entry = entry_named(name);
    char *path;
    *out = NULL;
    if (!entry) {
        MUST(path_of(name, &path));
        if (!path && check_folders(name) == OK) return OK;
        MUST(engines_add(name, path));
        entry = entry_named(name);
    }
    if (!entry->engine) return fail(ERROR_ENVIRONMENT, "%s", entry->failure);
    *out = entry->engine;
    return OK;
}

/* All */

static enum status load_file(const char *file)
{
    const struct engine *engine;
    char name[64];
    const size_t length = strlen(file) - (is_described(file) ? strlen(description) : 0);
    if (length >= sizeof name || !strncmp(file, runner, length + 1)) return OK;
    snprintf(name, sizeof name, "%.*s", (int)length, file);
    const enum status status = engines_find(name, &engine);
    return status == ERROR_ENVIRONMENT ? OK : status;
}

static int entry_by_name(const void *a, const void *b)
{
    return strcmp(((const struct engine_entry *)a)->name, ((const struct engine_entry *)b)->name);
}

enum status engines_load(const struct engine_entry **entries, size_t *count)
{
    enum status status = OK;
    char *folder = NULL;
    for (size_t k = 0;; k++) {
        TRY(folder_at(k, &folder));
        if (!folder) break;
        DIR *files = opendir(folder);
        for (const struct dirent *file; status == OK && files && (file = readdir(files));)
            status = load_file(file->d_name);
        if (files) closedir(files);
        free(folder);
        folder = NULL;
        if (status != OK) goto out;
    }
    if (nfound) qsort(found, nfound, sizeof *found, entry_by_name);
out:
    free(folder);
    *entries = found;
    *count = nfound;
    return status;
}
