#include "plots/figures/figure_split.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Parts of a variant by which groups can differ, the preferred ones first. */
static const struct {
    const char *name;
    int part;
} axes[] = {{"method", 0}, {"layout", 1}, {"place", 3}, {"precision", 2}};
enum { NAXES = sizeof axes / sizeof *axes };

/* The group of each column. */
struct groups {
    size_t ncolumns, count;
    size_t *group;
    char **title;
};

static void free_groups(struct groups *groups)
{
    for (size_t k = 0; groups->title && k < groups->ncolumns; k++) free(groups->title[k]);
    free(groups->title);
    free(groups->group);
    *groups = (struct groups){0};
}

static enum status begin_groups(size_t ncolumns, struct groups *out)
{
    *out = (struct groups){.ncolumns = ncolumns};
    MUST(allocate_zeroed(ncolumns + 1, sizeof *out->group, "a figure", &out->group));
    return allocate_zeroed(ncolumns + 1, sizeof *out->title, "a figure", &out->title);
}

/* Puts column j into the group with this title, and takes over the title. */
static void add_to_group(struct groups *groups, size_t j, char *title)
{
    size_t k = 0;
    while (k < groups->count && strcmp(groups->title[k], title) != 0) k++;
    groups->group[j] = k;
    if (k < groups->count) free(title);
    else groups->title[groups->count++] = title;
}

static enum status group_by_part(const struct pivot_axis *columns, int part, struct groups *out)
{
    for (size_t j = 0; j < columns->count; j++) {
        char *title;
        MUST(variant_part(columns->level[j].text, part, &title));
        add_to_group(out, j, title);
    }
    return OK;
}

/* Names groups of neighbouring curves, counted in the order of the key: "curves 9 to 16". */
static enum status name_neighbours(const bool *wanted, struct groups *out)
{
    size_t before = 0;
    for (size_t k = 0; k < out->count; k++) {
        size_t first = before + 1;
        for (size_t j = 0; j < out->ncolumns; j++) before += wanted[j] && out->group[j] == k;
        MUST(out->count == 1 ? copy_text("", &out->title[k])
                             : format_text(&out->title[k], "curves %zu to %zu", first, before));
    }
    return OK;
}

/* Groups neighbours: as few groups as possible, all of about the same size. */
static enum status group_neighbours(size_t count, const bool *wanted, size_t most,
                                    struct groups *out)
{
    size_t before = 0;
    out->count = (count + most - 1) / most;
    for (size_t j = 0; j < out->ncolumns; j++) {
        out->group[j] = before * out->count / count;
        before += wanted[j];
        if (out->group[j] >= out->count) out->group[j] = out->count - 1;
    }
    return name_neighbours(wanted, out);
}

static size_t largest_group(const struct groups *groups, const bool *wanted)
{
    size_t largest = 0;
    for (size_t k = 0; k < groups->count; k++) {
        size_t size = 0;
        for (size_t j = 0; j < groups->ncolumns; j++) size += wanted[j] && groups->group[j] == k;
        if (size > largest) largest = size;
    }
    return largest;
}

/* Groups by the axis that needs the fewest panels; none is used if it needs many more than
 * neighbours do. */
static enum status group_by_axis(const struct pivot_axis *columns, const bool *wanted, size_t most,
                                 size_t least, struct groups *out, int *axis)
{
    enum status status = OK;
    struct groups trial = {0};
    for (int k = 0; k < NAXES && status == OK; k++) {
        TRY(begin_groups(columns->count, &trial));
        TRY(group_by_part(columns, axes[k].part, &trial));
        bool fits = largest_group(&trial, wanted) <= most && trial.count <= 2 * least + 2;
        if (fits && (*axis < 0 || trial.count < out->count)) {
            struct groups worse = *out;
            *out = trial;
            trial = worse;
            *axis = k;
        }
        free_groups(&trial);
    }
out:
    free_groups(&trial);
    return status;
}

/* Gives columns of the same name the same look. */
static enum status make_looks(const struct legend *names, size_t ncolumns, const bool *wanted,
                              struct curve_split *out)
{
    MUST(allocate_zeroed(ncolumns + 1, sizeof *out->look, "a figure", &out->look));
    MUST(allocate_zeroed(ncolumns + 1, sizeof *out->entry, "a figure", &out->entry));
    for (size_t j = 0; j < ncolumns; j++) {
        size_t k = 0;
        if (!wanted[j]) continue;
        while (k < out->nlooks && strcmp(out->entry[k], names->name[j]) != 0) k++;
        out->look[j] = k;
        if (k == out->nlooks) MUST(copy_text(names->name[j], &out->entry[out->nlooks++]));
    }
    return OK;
}

enum status split_make(const struct pivot_axis *columns, const bool *wanted,
                       const struct legend *all, size_t most, struct curve_split *out)
{
    enum status status = OK;
    struct groups groups = {0};
    struct legend rest = {0};
    size_t count = 0;
    int axis = -1;
    bool variants = strcmp(columns->field.name, "variant") == 0;
    *out = (struct curve_split){0};
    for (size_t j = 0; j < columns->count; j++) count += wanted[j];
    size_t least = count ? (count + most - 1) / most : 1;
    if (variants && count > most) TRY(group_by_axis(columns, wanted, most, least, &groups, &axis));
    if (axis < 0) {
        TRY(begin_groups(columns->count, &groups));
        TRY(group_neighbours(count ? count : 1, wanted, most, &groups));
    }
    if (axis >= 0) TRY(legend_without(columns, axes[axis].part, &rest));
    if (axis >= 0) out->axis = axes[axis].name;
    TRY(make_looks(axis >= 0 ? &rest : all, columns->count, wanted, out));
    out->ngroups = groups.count;
    out->group = groups.group;
    out->title = groups.title;
    groups = (struct groups){0};
out:
    legend_free(&rest);
    free_groups(&groups);
    if (status != OK) split_free(out);
    return status;
}

void split_free(struct curve_split *split)
{
    for (size_t k = 0; split->title && k < split->ngroups; k++) free(split->title[k]);
    free(split->title);
    for (size_t k = 0; k < split->nlooks; k++) free(split->entry[k]);
    free(split->group);
    free(split->look);
    free(split->entry);
    *split = (struct curve_split){0};
}
