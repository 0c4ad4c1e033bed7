#include "harness/spy.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "harness/folder.h"
#include "harness/gnuplot.h"

static const char *const endings[] = {".png", ".svg", ".pdf", NULL}; /* by enum spy_format */

static enum status format_of(const char *path, enum spy_format *out)
{
    const char *slash = strrchr(path, '/'), *ending = strrchr(slash ? slash : path, '.');
    char hint[160];
    if (!ending) return fail(ERROR_INPUT, "%s: a picture's name must end with .png, .svg or .pdf", path);
    for (int k = 0; endings[k]; k++) {
        if (strcasecmp(ending, endings[k])) continue;
        *out = (enum spy_format)k;
        return OK;
    }
    return fail(ERROR_INPUT, "%s: unknown kind of picture '%s'%s", path, ending,
                suggest_name(ending, endings, hint, sizeof hint));
}

enum status spy_check(const char *path, enum spy_format *out)
{
    enum status status = format_of(path, out);
    if (status == OK) status = file_probe(path);
    return status == OK ? gnuplot_check() : status;
}

/* Opens folder/name; to be closed by close_file. */
static enum status open_file(const char *folder, const char *name, const char *mode, FILE **out)
{
    char *path;
    enum status status = format_text(&path, "%s/%s", folder, name);
    if (status != OK) return status;
    *out = fopen(path, mode);
    if (!*out) status = fail(ERROR_IO, "cannot open %s: %s", path, strerror(errno));
    free(path);
    return status;
}

static enum status close_file(const char *folder, FILE *file)
{
    bool broken = ferror(file) != 0;
    if (fclose(file) == 0 && !broken) return OK;
    return fail(ERROR_IO, "cannot write in %s: %s", folder, strerror(errno));
}

static enum status write_data(const char *folder, const struct spy *spy, size_t p)
{
    char name[32];
    FILE *file;
    snprintf(name, sizeof name, "%zu.bin", p);
    enum status status = open_file(folder, name, "wb", &file);
    if (status != OK) return status;
    spy_data_write(&spy->panel[p].raster, file);
    return close_file(folder, file);
}

static enum status write_script(const char *folder, const struct spy *spy, enum spy_format format)
{
    FILE *file;
    enum status status = open_file(folder, "spy.gp", "w", &file);
    if (status != OK) return status;
    status = spy_script_write(spy, format, file);
    enum status closed = close_file(folder, file);
    return status != OK ? status : closed;
}

static enum status read_picture(const char *folder, char **bytes, size_t *size)
{
    enum status status = OK;
    FILE *file = NULL;
    struct stat found = {0};
    TRY(open_file(folder, "picture", "rb", &file));
    if (fstat(fileno(file), &found)) TRY(fail(ERROR_IO, "cannot read %s/picture: %s", folder, strerror(errno)));
    *size = (size_t)found.st_size;
    TRY(allocate(*size, 1, "a picture", bytes));
    if (fread(*bytes, 1, *size, file) != *size)
        TRY(fail(ERROR_IO, "cannot read %s/picture: %s", folder, strerror(errno)));
out:
    if (file) fclose(file);
    return status;
}

/* gnuplot does not notice when it cannot write all of a picture. */
static bool is_whole(const char *bytes, size_t size, enum spy_format format)
{
    static const char *const ends[] = {"IEND\xae\x42\x60\x82", "</svg>", "%%EOF"};
    size_t length = strlen(ends[format]);
    while (size && bytes[size - 1] == '\n') size--;
    return size >= length && memcmp(bytes + size - length, ends[format], length) == 0;
}

static enum status take_picture(const char *folder, const char *path, enum spy_format format)
{
    enum status status = OK;
    char *bytes = NULL;
    size_t size = 0;
    TRY(read_picture(folder, &bytes, &size));
    if (!is_whole(bytes, size, format))
        TRY(fail(ERROR_IO, "%s: gnuplot wrote a part of it only; is there room left in %s?", path, folder));
    TRY(file_replace(path, bytes, size));
out:
    free(bytes);
    return status;
}

static const char *const scratch_files[] = {"0.bin", "1.bin", "spy.gp", "picture", NULL};

enum status spy_draw(const struct spy *spy, const char *path, enum spy_format format)
{
    enum status status = OK;
    char *folder = NULL;
    TRY(folder_create("spy", &folder));
    for (size_t p = 0; p < spy->npanels; p++) TRY(write_data(folder, spy, p));
    TRY(write_script(folder, spy, format));
    TRY(gnuplot_run(folder, "spy.gp"));
    TRY(take_picture(folder, path, format));
out:
    folder_remove(folder, scratch_files);
    return status;
}
