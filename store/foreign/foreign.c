#include "store/foreign/foreign.h"

#include <stdlib.h>

#include "base/output/units.h"
#include "store/foreign/files.h"

const struct foreign_format foreign_formats[] = {
#define FOREIGN(name, what) {#name, what, name##_is, name##_read},
#include "store/foreign/foreign.def"
#undef FOREIGN
    {0}};

static enum status unknown(const char *path)
{
    struct human known = {""};
    for (const struct foreign_format *f = foreign_formats; f->name; f++)
        human_append(&known, "%s%s", f == foreign_formats ? "" : ", ", f->name);
    return fail(ERROR_INPUT, "%s:1:1: JSON, but of none of these programs: %s", path, known.text);
}

enum status foreign_decode(const char *path, const char *text, size_t size, struct gathered *out)
{
    struct document document;
    const struct foreign_format *format = foreign_formats;
    enum status status = document_read(path, text, size, &document);
    const struct spot root = spot_root(&document);
    out->first_run = out->results.nruns;
    while (status == OK && format->name && !format->is(&root)) format++;
    if (!out->tool) out->tool = format->name;
    if (status == OK) status = format->name ? format->read(&root, out) : unknown(path);
    if (status == OK && out->results.nruns == out->first_run)
        status = fail(ERROR_INPUT, "%s:1:1: there is no benchmark in it", path);
    document_free(&document);
    return status;
}

enum status foreign_read(const char *path, struct gathered *out)
{
    char *text;
    size_t size;
    MUST(file_text(path, &text, &size));
    enum status status = foreign_decode(path, text, size, out);
    free(text);
    return status;
}
