#include "datasets/format.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/packed/unpacked.h"

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

/* Returns whether the first `length` characters of path end with `ending`. */
static bool ends_with(const char *path, size_t length, const char *ending)
{
    size_t tail = strlen(ending);
    return length > tail && !strncmp(path + length - tail, ending, tail);
}

/* Returns whether the name of a file, packed or not, has an ending of the format. */
static bool has_ending(const char *path, const struct format *format)
{
    static const char *const archives[] = {".tar", ".tgz", ".txz"};
    size_t stem = packed_stem(path);
    if (ends_with(path, stem, format->ending)) return true;
    for (size_t k = 0; format->in_archives && k < sizeof archives / sizeof *archives; k++)
        if (ends_with(path, stem, archives[k])) return true;
    return false;
}

/* Foreign files, and the commands that convert them. %f: the file, %s: its name without the
 * ending. */
static const struct {
    const char *ending, *what;
} foreign[] = {
#define PART(what) what ". Name the file of the transitions, such as %s.tra"
    {".bz2", "compressed. Run: bunzip2 -k %f"},
    {".zip", "an archive. Run: unzip %f"},
    {".lab", PART("a file of labels")},
    {".sta", PART("a file of states")},
    {".srew", PART("a file of rewards")},
    {".trew", PART("a file of rewards")},
    {".props", "a list of properties. Name the model with one of them: "
               "model.tra:type=dtmc,goal=LABEL"},
    {".pctl", "a list of properties. Name the model with one of them: "
              "model.tra:type=dtmc,goal=LABEL"},
    {".csl", "a list of properties. Name the model with one of them: "
             "model.tra:type=ctmc,steady=LABEL"},
    {".lua", "an experiment. Run it: warpmark run %f"},
};

static void expand_file_name(const char *text, const char *path, int stem, size_t size, char *out)
{
    size_t used = 0;
    for (; *text && used + 1 < size; text++) {
        if (*text != '%') out[used++] = *text;
        else if (*++text == 'f') used += (size_t)snprintf(out + used, size - used, "%s", path);
        else used += (size_t)snprintf(out + used, size - used, "%.*s", stem, path);
    }
    out[used < size ? used : size - 1] = '\0';
}

enum status format_known(const char *path)
{
    char what[512];
    for (size_t k = 0; k < sizeof foreign / sizeof *foreign; k++) {
        const size_t length = packed_stem(path);
        if (!ends_with(path, length, foreign[k].ending)) continue;
        const int stem = (int)(length - strlen(foreign[k].ending));
        expand_file_name(foreign[k].what, path, stem, sizeof what, what);
        return fail(ERROR_INPUT, "%s: this is %s", path, what);
    }
    return OK;
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
    return fail(ERROR_INPUT,
                "%s: unknown kind of file (known endings:%s). Rename it, or say its format: "
                "%s:format=prism",
                path, endings, path);
}

/* The first bytes of a file, ending with NUL. */
static enum status read_start(const char *path, char start[FORMAT_START + 1])
{
    struct unpacked file;
    size_t size = 0, got = 1;
    *start = '\0';
    enum status status = unpacked_open(path, NULL, &file);
    for (; status == OK && got && size < FORMAT_START; size += got)
        status = unpacked_read(&file, start + size, FORMAT_START - size, &got);
    unpacked_close(&file);
    start[size] = '\0';
    return status;
}

enum status format_of_file(const char *path, const struct format **out)
{
    char start[FORMAT_START + 1];
    int count = 0;
    *out = NULL;
    for (int k = 0; k < format_count; k++) {
        if (!has_ending(path, formats[k])) continue;
        if (!count++) *out = formats[k];
    }
    if (!count) return unknown_ending(path);
    if ((*out)->as_it_lies && path[packed_stem(path)])
        return fail(ERROR_INPUT, "%s: this is packed. Run: %s -k %s", path,
                    path[strlen(path) - 2] == 'g' ? "gunzip" : "unxz", path);
    if (count == 1) return OK;
    enum status status = read_start(path, start);
    for (int k = 0; k < format_count && status == OK; k++) {
        if (!has_ending(path, formats[k])) continue;
        *out = formats[k];
        if (!formats[k]->recognises || formats[k]->recognises(start)) break;
    }
    return status;
}

enum status format_beside(const char *path, const char *name, char **out)
{
    const char *slash = name[0] == '/' ? NULL : strrchr(path, '/');
    MUST(format_text(out, "%.*s%s", slash ? (int)(slash + 1 - path) : 0, path, name));
    return packed_choose(out);
}
