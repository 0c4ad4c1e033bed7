#include "harness/figures/figure_layout.h"

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
    char *to = *out, *line = to, *good = NULL; /* good: behind the last break of this line */
    for (const char *from = text; *from; from++) {
        *to = 0;
        bool begins = ((unsigned char)*from & 0xc0) != 0x80;
        if (begins && *from != '\n' && length_of(line) >= width) {
            char *cut = good ? good : to;
            memmove(cut + 1, cut, (size_t)(to - cut) + 1);
            *cut = '\n';
            to++;
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

/* Estimated pixels of text. */
static const double char_width = 7.6, small_char_width = 6.4, line_height = 20,
                    small_line_height = 14;
static const double name_char_width = 9;  /* of names, whose letters are wider than digits */
static const double key_char_width = 9.5; /* what gnuplot reserves in a key */
static const double bar_width = 20;

/* Behind these a name below the x axis may continue on the next line. */
static const char name_breaks[] = " :,/_";

void figure_layout_free(const struct figure_data *data, struct figure_layout *layout)
{
    for (size_t i = 0; layout->row_label && i < data->pivot.nrows; i++) free(layout->row_label[i]);
    free(layout->row_label);
    free(layout->caption);
    *layout = (struct figure_layout){0};
}

static size_t most_rows(const struct figure_data *data)
{
    size_t most = 1;
    for (size_t p = 0; p < data->npanels; p++)
        if (data->panels[p].count > most) most = data->panels[p].count;
    return most;
}

/* Of the names below the x axis, at least 5. */
static size_t longest_word(const struct figure_data *data)
{
    const struct field *field = &data->pivot.keys[data->pivot.nkeys - 1].field;
    size_t longest = 5;
    for (size_t i = 0; i < data->pivot.nrows; i++) {
        struct human buffer;
        const char *word = field_shown(field, figure_data_key(data, i), &buffer);
        for (size_t length; *word; word += length) {
            length = strcspn(word, name_breaks);
            length += word[length] != 0;
            if (length > longest) longest = length;
        }
    }
    return longest;
}

static void set_boxes(const struct figure_data *data, struct figure_layout *layout)
{
    static const double widths[] = {0, 720, 430, 340};
    size_t count = data->npanels;
    layout->across = count == 4 ? 2 : count > 3 ? 3 : (int)count;
    layout->box_width = widths[layout->across];
    layout->box_height = count == 1 ? 380 : 280;
    if (!data->by_name) return;
    double bars = data->bars ? (double)data->legend.count + 1 : 1;
    double wanted = (double)most_rows(data) *
                    fmax(bars * bar_width, ((double)longest_word(data) + 2) * name_char_width);
    while (layout->across > 1 && wanted > widths[layout->across])
        layout->box_width = widths[--layout->across];
    layout->box_width = fmin(fmax(layout->box_width, wanted), 2400);
}

/* Wraps the names below the x axis to the room each has. */
static enum status make_row_labels(const struct figure_data *data, struct figure_layout *layout)
{
    size_t nrows = data->pivot.nrows;
    double slot = layout->box_width / (double)most_rows(data);
    MUST(allocate_zeroed(nrows, sizeof *layout->row_label, "the labels of a figure",
                         &layout->row_label));
    const struct field *field = &data->pivot.keys[data->pivot.nkeys - 1].field;
    for (size_t i = 0; i < nrows; i++) {
        struct human buffer;
        const char *shown = field_shown(field, figure_data_key(data, i), &buffer);
        MUST(wrap_text(shown, (size_t)fmax(slot / name_char_width - 1.5, 4), name_breaks,
                       &layout->row_label[i]));
        size_t lines = count_lines(layout->row_label[i]);
        if (lines > layout->label_lines) layout->label_lines = lines;
    }
    return OK;
}

static void set_legend(const struct figure_data *data, struct figure_layout *layout)
{
    size_t entries = 0, longest = 1;
    for (size_t j = 0; j < data->legend.count; j++) {
        if (!figure_data_in_legend(data, j)) continue;
        size_t length = length_of(data->legend.name[j]);
        if (length > longest) longest = length;
        entries++;
    }
    double entry = (double)longest * key_char_width + 70;
    size_t fitting = (size_t)fmax((layout->width - 40) / entry, 1);
    layout->legend_rows = (entries + fitting - 1) / fitting;
}

enum status figure_layout_make(const struct figure_data *data, struct figure_layout *out)
{
    enum status status = OK;
    *out = (struct figure_layout){.label_lines = 1};
    set_boxes(data, out);
    if (data->by_name) TRY(make_row_labels(data, out));
    else TRY(figure_data_x_scale(data, out->box_width / char_width, &out->x));
    double gap = data->y.type == SCALE_LOG ? 34 : 80,
           below = 12 + (double)out->label_lines * line_height + 26;
    int down = (int)((data->npanels + (size_t)out->across - 1) / (size_t)out->across);
    out->left = 104;
    out->width = out->left + out->across * out->box_width + (out->across - 1) * gap + 30;
    out->top = 40 + (*data->subtitle ? 20 : 0) + (data->faceted ? 26 : 0);
    out->step_x = out->box_width + gap;
    out->step_y = out->box_height + below + (data->faceted ? 40 : 10);
    out->legend_top = out->top + (down - 1) * out->step_y + out->box_height + below + 8;
    set_legend(data, out);
    TRY(wrap_text(data->caption, (size_t)((out->width - 40) / small_char_width), " ",
                  &out->caption));
    out->caption_top = out->legend_top + (double)out->legend_rows * line_height + 16;
    out->height = out->caption_top + (double)count_lines(out->caption) * small_line_height + 6;
out:
    if (status != OK) figure_layout_free(data, out);
    return status;
}
