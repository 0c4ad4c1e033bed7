#include "plots/figures/figure_layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static size_t length_of(const char *text)
{
    size_t length = 0;
    for (; *text; text++) length += ((unsigned char)*text & 0xc0) != 0x80;
    return length;
}

size_t count_lines(const char *text)
{
    size_t lines = *text != 0;
    for (; *text; text++) lines += *text == '\n';
    return lines;
}

enum status wrap_text(const char *text, size_t width, const char *breaks, char **out)
{
    MUST(allocate(2 * strlen(text) + 1, 1, "a caption", out));
    char *to = *out, *line = to, *good = NULL; /* good: behind the last possible break of this
                                                  line */
    for (const char *from = text; *from; from++) {
        *to = 0;
        bool begins = ((unsigned char)*from & 0xc0) != 0x80;
        if (begins && *from != '\n' && length_of(line) >= width) {
            char *cut = good ? good : to;
            if (good && good[-1] == ' ') cut--; /* the line feed takes its place */
            else memmove(cut + 1, cut, (size_t)(to++ - cut) + 1);
            *cut = '\n';
            line = cut + 1;
            good = NULL;
        }
        *to++ = *from;
        if (*from == '\n') {
            line = to;
            good = NULL;
        } else if (strchr(breaks, *from)) good = to;
    }
    *to = 0;
    return OK;
}

/* A name may continue on the next line behind these characters. */
static const char name_breaks[] = " :,/_]";

static size_t fitting(double pixels, double character)
{
    return (size_t)fmax(floor(pixels / character), 4);
}

void figure_layout_free(const struct figure_data *data, struct figure_layout *layout)
{
    for (size_t i = 0; layout->name && i < layout->nnames; i++) free(layout->name[i]);
    for (size_t i = 0; layout->entry && i < data->split.nlooks; i++) free(layout->entry[i]);
    free(layout->name);
    free(layout->entry);
    free(layout->box);
    free(layout->up);
    free(layout->across_text);
    free(layout->title);
    free(layout->subtitle);
    free(layout->caption);
    *layout = (struct figure_layout){0};
}

double figure_layout_room(const struct figure_data *data, const struct box *box)
{
    return data->by_name ? box->width / TEXT_CHAR : box->height / (1.6 * TEXT_LINE);
}

double figure_layout_line(const struct figure_data *data, const struct figure_layout *layout,
                          const struct panel *panel, size_t j, double *height)
{
    double top = 0;
    *height = 0;
    for (size_t k = 0; k <= j; k++) {
        top += *height;
        bool has = panel->count && k < data->legend.count &&
                   pivot_cell(&data->pivot, panel->first, k)->runs > 0;
        *height = has ? (double)count_lines(layout->name[k]) * SMALL_LINE + 4 : 0;
    }
    return top + *height / 2;
}

/* The key */

static size_t most_lines(size_t count, char *const *texts)
{
    size_t most = 1;
    for (size_t i = 0; i < count; i++)
        if (count_lines(texts[i]) > most) most = count_lines(texts[i]);
    return most;
}

static size_t longest_line(size_t count, char *const *texts)
{
    size_t longest = 0;
    for (size_t i = 0; i < count; i++)
        for (const char *line = texts[i]; line; line = strchr(line, '\n')) {
            line += *line == '\n';
            size_t end = strcspn(line, "\n"), length = 0;
            for (size_t k = 0; k < end; k++) length += ((unsigned char)line[k] & 0xc0) != 0x80;
            if (length > longest) longest = length;
        }
    return longest;
}

/* Lays out the key. Entries are listed in one column, or in two if they fit. */
static enum status set_key(const struct figure_data *data, struct figure_layout *layout)
{
    const struct curve_split *split = &data->split;
    double wide = layout->width - 2 * FIGURE_MARGIN;
    layout->sample = data->bars || !data->by_name ? 46 : 20;
    if (data->listed) return OK;
    MUST(allocate_zeroed(split->nlooks + 1, sizeof *layout->entry, "a figure", &layout->entry));
    for (size_t k = 0; k < split->nlooks; k++)
        MUST(wrap_text(split->entry[k], fitting(wide - layout->sample, NAME_CHAR), name_breaks,
                       &layout->entry[k]));
    double needed =
        layout->sample + 12 + (double)longest_line(split->nlooks, layout->entry) * NAME_CHAR;
    size_t columns = needed < wide / 3 ? 3 : needed < wide / 2 ? 2 : 1;
    layout->key_rows = (split->nlooks + columns - 1) / columns;
    layout->key_width = wide / (double)columns;
    layout->key_height = (double)most_lines(split->nlooks, layout->entry) * SMALL_LINE + 1;
    return OK;
}

/* Names */

/* Adds a name. most: its largest share of the figure's width. */
static enum status add_name(struct figure_layout *layout, double most, const char *text)
{
    return wrap_text(text, fitting(most * layout->width - 2 * FIGURE_MARGIN, SMALL_CHAR),
                     name_breaks, &layout->name[layout->nnames++]);
}

static enum status set_names(const struct figure_data *data, struct figure_layout *layout)
{
    const struct pivot *pivot = &data->pivot;
    size_t count = data->listed ? data->legend.count : pivot->nrows;
    MUST(allocate_zeroed(count + 1, sizeof *layout->name, "the names of a figure", &layout->name));
    for (size_t i = 0; i < count; i++) {
        struct human buffer;
        const struct field *field = &pivot->keys[pivot->nkeys - 1].field;
        MUST(add_name(layout, data->listed ? 0.5 : 0.44,
                      data->listed ? data->legend.name[i]
                                   : field_shown(field, figure_data_key(data, i), &buffer)));
    }
    double bars = data->listed ? 1 : (double)data->split.nlooks,
           lines = (double)most_lines(count, layout->name);
    layout->slot =
        fmax(bars > 1 ? 14 * bars + 8 : 20, lines * SMALL_LINE + 5) / (double)data->name_step;
    return OK;
}

/* Boxes */

/* Width of the room at the left of the boxes. */
static double left_of(const struct figure_data *data, const struct figure_layout *layout,
                      double height)
{
    size_t longest = 0;
    if (data->by_name)
        return 2 * FIGURE_MARGIN + (double)longest_line(layout->nnames, layout->name) * NAME_CHAR;
    const struct box box = {.height = height};
    for (size_t p = 0; p < data->npanels; p++) {
        struct scale scale;
        figure_data_value_scale(data, &data->panels[p], figure_layout_room(data, &box), &scale);
        size_t length = scale_label_length(&scale, data->pivot.value.unit);
        if (length > longest) longest = length;
    }
    return 2 * FIGURE_MARGIN + (double)longest * TEXT_CHAR;
}

static double height_of(const struct figure_data *data, const struct figure_layout *layout,
                        size_t p)
{
    if (!data->by_name)
        return (data->npanels == 1  ? 320
                : data->npanels < 4 ? 230
                                    : 190) *
               fmin(layout->width / FIGURE_WIDTH, 1);
    if (!data->listed) return fmax(layout->slot * (double)data->panels[p].count, 20);
    double none;
    return fmax(figure_layout_line(data, layout, &data->panels[p], data->legend.count, &none),
                SMALL_LINE);
}

static enum status count_crossovers(const struct figure_data *data, struct figure_layout *layout)
{
    for (size_t p = 0; p < data->npanels; p++) {
        struct drawn_crossovers found;
        MUST(figure_crossovers(data, &data->panels[p], &found));
        if (found.count > layout->crossovers) layout->crossovers = found.count;
        free(found.crossover);
    }
    return OK;
}

static bool has_all_runs(const struct figure_data *data)
{
    for (size_t i = 0; i < data->pivot.nrows * data->pivot.columns.count; i++)
        if (!data->pivot.cells[i].runs) return false;
    return true;
}

/* Places the boxes. *y: the top; afterwards the end of the last box with the text below it. */
static enum status set_boxes(const struct figure_data *data, struct figure_layout *layout,
                             double *y)
{
    bool titles = data->faceted || data->listed || data->split.ngroups > 1;
    MUST(count_crossovers(data, layout));
    MUST(allocate_zeroed(data->npanels, sizeof *layout->box, "a figure", &layout->box));
    double left = left_of(data, layout, height_of(data, layout, 0));
    /* Panels that share their axes are side by side if there is room. */
    bool pairs =
        data->npanels > 3 && data->log_y && !layout->crossovers &&
        (!data->by_name || (data->listed && left < 0.25 * layout->width && has_all_runs(data)));
    layout->across = pairs ? 2 : 1;
    double gap = 2 * FIGURE_MARGIN, whole = layout->width - left - 2 * FIGURE_MARGIN,
           above = (titles ? TEXT_LINE : 0) + (double)layout->crossovers * SMALL_LINE;
    double width = pairs ? (whole - gap) / 2 : whole;
    if (!data->by_name) MUST(figure_data_x_scale(data, width / TEXT_CHAR, &layout->x));
    layout->up_top = *y;
    *y += (double)count_lines(layout->up) * SMALL_LINE;
    for (size_t p = 0; p < data->npanels; p++) {
        size_t column = p % layout->across;
        double height = height_of(data, layout, p);
        layout->box[p] =
            (struct box){left + (double)column * (width + gap), *y + above + 8, width, height};
        if (column + 1 < layout->across && p + 1 < data->npanels) continue;
        *y += above + 8 + height + TICK_HEIGHT;
    }
    layout->across_top = *y;
    *y += (double)count_lines(layout->across_text) * SMALL_LINE + 8;
    return OK;
}

enum status figure_panel_title(const struct figure_data *data, const struct panel *panel,
                               char **out)
{
    const struct pivot *pivot = &data->pivot;
    struct human buffer;
    MUST(copy_text("", out));
    if (panel->count == 0) return OK;
    const struct field *facet = &pivot->keys[0].field, *x = &pivot->keys[pivot->nkeys - 1].field;
    if (data->faceted)
        MUST(append_text(out, "%s%s%s", data->built.faceted ? "" : facet->name,
                         data->built.faceted ? "" : " = ",
                         field_shown(facet, pivot_key(pivot, panel->first, 0), &buffer)));
    const struct field_value *key = figure_data_key(data, panel->first);
    if (data->listed)
        MUST(append_text(out, "%s%s%s%s", **out ? ", " : "", key->text ? "" : x->name,
                         key->text ? "" : " = ", field_shown(x, key, &buffer)));
    const char *group = data->split.title[panel->group];
    return append_text(out, "%s%s", **out && *group ? ", " : "", group);
}

static enum status wrap_all(const struct figure_data *data, struct figure_layout *layout)
{
    double wide = layout->width - 2 * FIGURE_MARGIN;
    const struct pivot *pivot = &data->pivot;
    const char *x = pivot->keys[pivot->nkeys - 1].field.title, *values = pivot->value.title;
    size_t length = fitting(wide, SMALL_CHAR);
    MUST(wrap_text(data->by_name ? "" : values, length, " ", &layout->up));
    MUST(wrap_text(data->by_name ? values : x, length, " ", &layout->across_text));
    const bool bare = layout->bare;
    MUST(wrap_text(bare ? "" : data->title, fitting(wide, TITLE_CHAR), " ", &layout->title));
    MUST(wrap_text(bare ? "" : data->subtitle, length, " ,/", &layout->subtitle));
    return wrap_text(bare ? "" : data->caption, length, " ", &layout->caption);
}

enum status figure_layout_make(const struct figure_data *data, double paper,
                               struct figure_layout *out)
{
    enum status status = OK;
    *out = (struct figure_layout){.width = paper > 0 ? paper : FIGURE_WIDTH, .bare = paper > 0};
    TRY(wrap_all(data, out));
    TRY(set_key(data, out));
    if (data->by_name) TRY(set_names(data, out));
    double y = 8 + (double)count_lines(out->title) * TITLE_LINE +
               (double)count_lines(out->subtitle) * SMALL_LINE + 4;
    out->key_top = y;
    y += (double)out->key_rows * out->key_height + 8;
    TRY(set_boxes(data, out, &y));
    out->height = y + (double)count_lines(out->caption) * SMALL_LINE + 8;
out:
    if (status != OK) figure_layout_free(data, out);
    return status;
}
