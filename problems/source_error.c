#include "problems/source_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/near_file.h"
#include "base/text.h"
#include "datasets/format.h"
#include "generators/generator.h"

/* Fails because the name is no generator, and no file or folder has it. */
static enum status unknown_generator(const char *name)
{
    const char *known[64] = {0};
    char hint[256];
    for (int k = 0; k < generator_count && k < 63; k++) known[k] = generators[k]->name;
    if (strstr(name, "=?") && strchr(name, '['))
        return fail(ERROR_INPUT, "'%s' is a property: say it behind a model: 'model.tra:%s%s'",
                    name, strncmp(name, "prop=", 5) ? "prop=" : "", name);
    suggest_name(name, known, hint, sizeof hint);
    return fail(ERROR_INPUT, "unknown generator '%s'%s (a file needs a '/' or '.' in its name)",
                name, *hint == ',' ? hint : ": see `warpmark list generators`");
}

/* Fails if the name is not a generator but a folder, or a file without its ending. */
static enum status check_name(const char *name)
{
    struct stat about;
    enum status status = OK;
    char *path = NULL;
    if (stat(name, &about) == 0 && S_ISDIR(about.st_mode))
        return fail(ERROR_INPUT, "%s: is a folder, not a file", name);
    for (int k = 0; k < format_count && status == OK; k++) {
        status = format_text(&path, "%s%s", name, formats[k]->ending);
        if (status == OK && stat(path, &about) == 0 && S_ISREG(about.st_mode))
            status = fail(ERROR_INPUT, "unknown generator '%s', did you mean the file '%s'?", name,
                          path);
        free(path);
    }
    return status;
}

enum status source_no_generator(const char *name)
{
    MUST(check_name(name));
    return unknown_generator(name);
}

enum status source_no_file(char *text)
{
    struct stat found;
    char hint[NEAR_FILE_SIZE];
    text[strcspn(text, ":")] = '\0';
    if (stat(text, &found) == 0) return fail(ERROR_INPUT, "%s: is a folder, not a file", text);
    const char *why = strerror(errno);
    return fail(ERROR_INPUT, "%s: %s%s", text, why, near_file(text, hint));
}

const char *source_key_note(const char *key)
{
    static const struct {
        const char *key, *note;
    } notes[] = {
        {"labels", ": labels are read from the file beside it that ends with .lab"},
        {"lab", ": labels are read from the file beside it that ends with .lab"},
        {"property", ": say prop=PROPERTY at the end, such as prop=P=?[F \"done\"]"},
        {"props=", ": a file is missing: say props=FILE"},
        {"constants", ": say const=NAME=VALUE"},
        {"prop", ": say prop=PROPERTY at the end, such as prop=P=?[F \"done\"]"},
        {"const", ": constants belong to a model in PRISM's language, such as model.sm:const=N=4"},
    };
    for (size_t k = 0; k < sizeof notes / sizeof *notes; k++)
        if (strlen(notes[k].key) == strcspn(key, ":") &&
            !strncasecmp(notes[k].key, key, strcspn(key, ":")))
            return notes[k].note;
    return "";
}
