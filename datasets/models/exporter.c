#include "datasets/models/exporter.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/packed/unpacked.h"

#define EXPORTER(name) extern const struct exporter exporter_##name;
#include "datasets/models/exporters.def"
#undef EXPORTER

static const struct exporter *const exporters[] = {
#define EXPORTER(name) &exporter_##name,
#include "datasets/models/exporters.def"
#undef EXPORTER
};

enum { NEXPORTERS = sizeof exporters / sizeof *exporters };

static const double version_seconds = 60;

const char *exporter_ending(const struct exporter *exporter, const char *path)
{
    const size_t stem = packed_stem(path);
    for (const char *const *ending = exporter->endings; *ending; ending++) {
        const size_t length = strlen(*ending);
        if (stem > length && !strncmp(path + stem - length, *ending, length)) return *ending;
    }
    return NULL;
}

bool exporter_reads_any(const char *path)
{
    for (int k = 0; k < NEXPORTERS; k++)
        if (exporter_ending(exporters[k], path)) return true;
    return false;
}

enum status exporter_run(const char *const *words, const char *folder, const char *what,
                         double seconds, struct program_end *end)
{
    const double machine = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    const struct program program = {
        .words = words, .folder = folder, .what = what, .seconds = seconds, .file_bytes = machine};
    return program_run(&program, end);
}

/* Asks exporter k for its version, once for each process, because PRISM takes a second. *out = its
 * answer, or NULL if it is not installed. One that was ended may be installed: nothing else builds
 * the model then, because states would have other numbers. */
static enum status ask_version(int k, const char **out)
{
    static struct program_end known[NEXPORTERS];
    static bool asked[NEXPORTERS];
    const char *words[EXPORTER_WORDS];
    exporters[k]->version(words);
    if (!asked[k])
        MUST(exporter_run(words, NULL, "asking for a version", version_seconds, &known[k]));
    asked[k] = true;
    if (known[k].code == -1)
        return fail(ERROR_ENVIRONMENT,
                    "%s did not say its version: %s. Repeat this when the machine is less busy",
                    exporters[k]->title, known[k].brief);
    *out = known[k].code == 0 ? known[k].said : NULL;
    return OK;
}

/* Makes the command that the user can run, with the values of %f, %s and %c. */
static enum status by_hand(const struct exporter *exporter, const char *path, const char *constants,
                           char **out)
{
    const char *ending = exporter_ending(exporter, path);
    const int stem = (int)(packed_stem(path) - strlen(ending));
    for (const char *at = exporter->by_hand; *at; at++) {
        if (*at != '%') MUST(append_text(out, "%c", *at));
        else if (*++at == 'f') MUST(append_text(out, "%.*s%s", stem, path, ending));
        else if (*at == 's') MUST(append_text(out, "%.*s", stem, path));
        else if (*constants) MUST(append_text(out, " -const %s", constants));
    }
    return OK;
}

static enum status refuse(const char *path, const char *constants)
{
    const struct exporter *first = NULL;
    char *installs = NULL, *command = NULL;
    enum status status = OK;
    for (int k = 0; k < NEXPORTERS; k++) {
        if (!exporter_ending(exporters[k], path)) continue;
        TRY(append_text(&installs, "%s%s (%s)", first ? " or " : "", exporters[k]->title,
                        exporters[k]->install));
        if (!first) first = exporters[k];
    }
    TRY(by_hand(first, path, constants, &command));
    status = fail(ERROR_ENVIRONMENT,
                  "%s: this is a model that %s builds, and none is installed here. Build it where "
                  "one is: %s",
                  path, installs, command);
out:
    free(installs);
    free(command);
    return status;
}

enum status exporter_choose(const char *path, const char *constants, const struct exporter **out,
                            const char **version)
{
    for (int k = 0; k < NEXPORTERS; k++) {
        if (!exporter_ending(exporters[k], path)) continue;
        *out = exporters[k];
        MUST(ask_version(k, version));
        if (*version) return OK;
    }
    return refuse(path, constants);
}
