#include "analysis/tables/legend.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { NPARTS = NVARIANT_PARTS };

struct part {
    const char *text;
    size_t length;
};

/* Splits at slashes outside brackets. Returns false if there are not exactly four parts. */
static bool split(const char *variant, struct part part[NPARTS])
{
    int count = 0, depth = 0;
    part[0] = (struct part){variant, 0};
    for (const char *at = variant; *at; at++) {
        depth += (*at == '[') - (*at == ']');
        if (*at != '/' || depth > 0) part[count].length++;
        else if (++count < NPARTS) part[count] = (struct part){at + 1, 0};
        else return false;
    }
    return count == NPARTS - 1;
}

static bool same_part(const struct part *a, const struct part *b)
{
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

/* Marks the parts that are the same in all levels. Returns false if a level is no variant, or
 * nothing differs. */
static bool find_shared(const struct pivot_axis *axis, bool shared[NPARTS])
{
    struct part first[NPARTS], part[NPARTS];
    int differing = 0;
    if (strcmp(axis->field.name, "variant") != 0 || axis->count == 0) return false;
    if (!axis->level[0].text || !split(axis->level[0].text, first)) return false;
    for (int p = 0; p < NPARTS; p++) shared[p] = true;
    for (size_t i = 1; i < axis->count; i++) {
        if (!axis->level[i].text || !split(axis->level[i].text, part)) return false;
        for (int p = 0; p < NPARTS; p++) shared[p] = shared[p] && same_part(&first[p], &part[p]);
    }
    for (int p = 0; p < NPARTS; p++) differing += !shared[p];
    return differing > 0;
}

/* Joins the parts that are (or are not) shared with spaces; leaves out the part `without`. */
static enum status join_parts(const char *variant, const bool shared[NPARTS], bool wanted,
                              int without, char **out)
{
    struct part part[NPARTS];
    enum status status = allocate_zeroed(strlen(variant) + 1, 1, "a legend", out);
    if (status != OK || !split(variant, part)) return status;
    for (int p = 0; p < NPARTS; p++) {
        if (shared[p] != wanted || p == without) continue;
        if (**out) strcat(*out, " ");
        strncat(*out, part[p].text, part[p].length);
    }
    return OK;
}

static enum status whole_name(const struct pivot_axis *axis, size_t level, char **out)
{
    struct human buffer;
    const struct field_value *value = &axis->level[level];
    const char *shown = field_shown(&axis->field, value, &buffer);
    return value->text ? copy_text(shown, out)
                       : format_text(out, "%s = %s", axis->field.name, shown);
}

enum status variant_part(const char *variant, int which, char **out)
{
    struct part part[NPARTS] = {0};
    if (!variant || !split(variant, part)) return copy_text("", out);
    return format_text(out, "%.*s", (int)part[which].length, part[which].text);
}

enum status legend_without(const struct pivot_axis *axis, int without, struct legend *out)
{
    enum status status = OK;
    bool shared[NPARTS];
    bool shorten = find_shared(axis, shared);
    *out = (struct legend){0};
    TRY(allocate_zeroed(axis->count, sizeof *out->name, "a legend", &out->name));
    for (; out->count < axis->count; out->count++) {
        char **name = &out->name[out->count];
        TRY(shorten ? join_parts(axis->level[out->count].text, shared, false, without, name)
                    : whole_name(axis, out->count, name));
    }
    TRY(shorten ? join_parts(axis->level[0].text, shared, true, NPARTS, &out->shared)
                : copy_text("", &out->shared));
out:
    if (status != OK) legend_free(out);
    return status;
}

enum status legend_make(const struct pivot_axis *axis, struct legend *out)
{
    return legend_without(axis, NVARIANT_PARTS, out);
}

void legend_free(struct legend *legend)
{
    for (size_t i = 0; i < legend->count; i++) free(legend->name[i]);
    free(legend->name);
    free(legend->shared);
    *legend = (struct legend){0};
}
