#include "datasets/format.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"

#define FORMAT(name) extern const struct format format_##name;
#include "datasets/formats.def"
#undef FORMAT

const struct format *const formats[] = {
#define FORMAT(name) &format_##name,
#include "datasets/formats.def"
#undef FORMAT
};
const int format_count = sizeof formats / sizeof *formats;

struct origin format_origin = {.source = "", .program = ""};

const struct format *format_named(const char *name)
{
    for (int k = 0; k < format_count; k++)
        if (!strcmp(formats[k]->name, name)) return formats[k];
    return NULL;
}

static bool ends_with(const char *path, const char *ending)
{
    size_t length = strlen(path), tail = strlen(ending);
    return length > tail && !strcmp(path + length - tail, ending);
}

static enum status unknown_ending(const char *path)
{
    char endings[256] = "";
    for (int k = 0; k < format_count; k++) {
        bool repeated = false;
        for (int j = 0; j < k; j++) repeated |= !strcmp(formats[j]->ending, formats[k]->ending);
        if (repeated) continue;
        snprintf(endings + strlen(endings), sizeof endings - strlen(endings), " %s",
                 formats[k]->ending);
    }
    return fail(ERROR_INPUT, "%s: unknown kind of file (known endings:%s)", path, endings);
}

/* The first bytes of a file, ending with NUL. */
static enum status read_start(const char *path, char start[FORMAT_START + 1])
{
    FILE *file;
    *start = '\0';
    MUST(file_open_stream(path, &file));
    start[fread(start, 1, FORMAT_START, file)] = '\0';
    fclose(file);
    return OK;
}

enum status format_of_file(const char *path, const struct format **out)
{
    char start[FORMAT_START + 1];
    int count = 0;
    *out = NULL;
    for (int k = 0; k < format_count; k++) {
        if (!ends_with(path, formats[k]->ending)) continue;
        if (!count++) *out = formats[k];
    }
    if (!count) return unknown_ending(path);
    if (count == 1) return OK;
    enum status status = read_start(path, start);
    for (int k = 0; k < format_count && status == OK; k++) {
        if (!ends_with(path, formats[k]->ending)) continue;
        *out = formats[k];
        if (!formats[k]->recognises || formats[k]->recognises(start)) break;
    }
    return status;
}

enum status format_beside(const char *path, const char *name, char **out)
{
    const char *slash = strrchr(path, '/');
    if (name[0] == '/' || !slash) return copy_text(name, out);
    return format_text(out, "%.*s/%s", (int)(slash - path), path, name);
}
