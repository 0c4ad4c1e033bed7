#include "base/output/printing.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/output/units.h"
#include "base/text.h"

enum status print_to_file(const char *path, const struct file_kind *replaced, print_fn *print,
                          const void *what)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return fail(ERROR_HOST_MEMORY, "no memory for %s", path);
    enum status status = print(what, out);
    if (fclose(out) != 0 && status == OK)
        status = fail(ERROR_HOST_MEMORY, "no memory for %s", path);
    if (status == OK) status = file_store(path, replaced, text, size);
    free(text);
    return status;
}

enum status find_ending(const char *path, const char *what, const char *const *endings, int *out)
{
    const char *slash = strrchr(path, '/'), *ending = strrchr(slash ? slash : path, '.');
    struct human known = {""};
    char hint[160];
    for (*out = 0; ending && endings[*out]; ++*out)
        if (!strcasecmp(ending, endings[*out])) return OK;
    if (ending)
        return fail(ERROR_INPUT, "%s: unknown kind of %s '%s'%s", path, what, ending,
                    suggest_name(ending, endings, hint, sizeof hint));
    for (int k = 0; endings[k]; k++)
        human_append(&known, "%s%s", !k ? "" : endings[k + 1] ? ", " : " or ", endings[k]);
    return fail(ERROR_INPUT, "%s: a %s's name must end with %s", path, what, known.text);
}
