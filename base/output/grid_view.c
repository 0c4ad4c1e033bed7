#include "base/output/grid_view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/output/grid_data.h"
#include "base/text.h"

enum { LEAST_COLUMNS = 4, LEAST_TEXT = 8, GAP = 2 };

/* Finds a column by its head. */
static enum status find_column(const struct grid *grid, const char *head, size_t *out)
{
    const char **heads;
    char hint[400];
    for (*out = 0; *out < grid->ncolumns; ++*out)
        if (!strcmp(grid->cells[*out], head)) return OK;
    MUST(allocate_zeroed(grid->ncolumns + 1, sizeof *heads, "a table", &heads));
    for (size_t j = 0; j < grid->ncolumns; j++) heads[j] = grid->cells[j];
    fail(ERROR_INPUT, "the table has no column '%s'%s", head,
         suggest_name(head, heads, hint, sizeof hint));
    free(heads);
    return ERROR_INPUT;
}

/* Finds the columns of a list "a,b"; *count of them. *out is new. */
static enum status find_columns(const struct grid *grid, const char *names, size_t *count,
                                size_t **out)
{
    enum status status = OK;
    char *copy = NULL, *rest, *name;
    *count = 0;
    *out = NULL;
    TRY(copy_text(names, &copy));
    for (rest = copy; (name = strsep(&rest, ","));) {
        TRY(reallocate(out, *count + 1, sizeof **out, "a table"));
        TRY(find_column(grid, name, &(*out)[*count]));
        for (size_t k = 0; k < *count; k++)
            if ((*out)[k] == (*out)[*count])
                TRY(fail(ERROR_INPUT, "column '%s' is named twice", name));
        ++*count;
    }
out:
    free(copy);
    return status;
}

/* Puts columns place[0], place[1], ... first; the others are gone. */
static enum status take_columns(struct grid *grid, size_t count, const size_t *place)
{
    enum status status = OK;
    struct grid_column *columns = NULL;
    char **cells = NULL;
    bool *kept = NULL;
    size_t *at = NULL, used = 0;
    TRY(allocate_zeroed(grid->ncolumns, sizeof *kept, "a table", &kept));
    TRY(allocate(grid->ncolumns, sizeof *at, "a table", &at));
    TRY(allocate(count, sizeof *columns, "a table", &columns));
    TRY(allocate(count, sizeof *cells, "a table", &cells));
    for (size_t k = 0; k < count; k++) kept[place[k]] = true;
    for (size_t j = 0; j < grid->ncolumns; j++) at[j] = kept[j] ? used++ : 0;
    grid_squeeze(grid, kept);
    for (size_t k = 0; k < count; k++) columns[k] = grid->columns[at[place[k]]];
    memcpy(grid->columns, columns, count * sizeof *columns);
    for (size_t i = 0; i < grid->ncells; i += count) {
        for (size_t k = 0; k < count; k++) cells[k] = grid->cells[i + at[place[k]]];
        memcpy(&grid->cells[i], cells, count * sizeof *cells);
    }
    grid->keys = 0;
out:
    free(kept);
    free(at);
    free(columns);
    free(cells);
    return status;
}

/* Sorting */

/* Number at the start of a cell, with its prefix: 1.25e-6 for "1.25 µs [1.23, 1.26]"; NaN: none. */
static double cell_number(const char *cell)
{
    static const struct {
        const char *text;
        double factor;
    } prefixes[] = {{"n", 1e-9}, {"µ", 1e-6}, {"m", 1e-3}, {"k", 1e3},
                    {"M", 1e6},  {"G", 1e9},  {"T", 1e12}};
    char digits[64];
    size_t used = 0;
    double number, factor = 1;
    const char *at = cell;
    for (; *at && strchr("+-0123456789.,e", *at) && used + 1 < sizeof digits; at++)
        if (*at != ',') digits[used++] = *at;
    digits[used] = '\0';
    if (!parse_double(digits, &number)) return NAN;
    for (size_t k = 0; *at == ' ' && k < sizeof prefixes / sizeof *prefixes; k++) {
        const size_t length = strlen(prefixes[k].text);
        if (!strncmp(at + 1, prefixes[k].text, length) && strchr("sBJ", at[1 + length]) &&
            at[1 + length])
            factor = prefixes[k].factor;
    }
    return number * factor;
}

struct sorted_row {
    double number; /* NaN: none */
    const char *text;
    size_t row;
    bool descending;
};

/* Cells without a number come last in both directions. */
static int compare_rows(const void *a, const void *b)
{
    const struct sorted_row *p = a, *q = b;
    int order = isnan(p->number) - isnan(q->number);
    if (order) return order;
    if (!isnan(p->number)) order = (p->number > q->number) - (p->number < q->number);
    else order = strcmp(p->text, q->text);
    if (order) return p->descending ? -order : order;
    return (p->row > q->row) - (p->row < q->row);
}

/* Gives each cell memory of its own, so that rows can change places. */
static enum status unshare(struct grid *grid)
{
    for (size_t i = grid->ncells; i-- > grid->ncolumns;)
        if (i >= 2 * grid->ncolumns && grid->cells[i] == grid->cells[i - grid->ncolumns]) {
            char *own;
            MUST(copy_text(grid->cells[i], &own));
            grid->cells[i] = own;
        }
    return OK;
}

static enum status sort_rows(struct grid *grid, const char *sort)
{
    enum status status = OK;
    const bool descending = *sort == '-';
    const size_t width = grid->ncolumns, rows = width ? grid->ncells / width - 1 : 0;
    struct sorted_row *order = NULL;
    char **cells = NULL;
    size_t column;
    TRY(find_column(grid, sort + descending, &column));
    TRY(unshare(grid));
    TRY(allocate(rows, sizeof *order, "a table", &order));
    TRY(allocate(rows * width, sizeof *cells, "a table", &cells));
    for (size_t i = 0; i < rows; i++) {
        const char *text = grid->cells[(i + 1) * width + column];
        order[i] = (struct sorted_row){cell_number(text), text, i, descending};
    }
    qsort(order, rows, sizeof *order, compare_rows);
    memcpy(cells, grid->cells + width, rows * width * sizeof *cells);
    for (size_t i = 0; i < rows; i++)
        memcpy(grid->cells + (i + 1) * width, cells + order[i].row * width, width * sizeof *cells);
out:
    free(order);
    free(cells);
    return status;
}

/* Width */

static size_t total_width(const struct grid *grid)
{
    size_t width = 0;
    for (size_t j = 0; j < grid->ncolumns; j++) width += grid->columns[j].width + (j ? GAP : 0);
    return width;
}

/* Width that is left where all texts are broken as much as they may be. */
static size_t least_width(const struct grid *grid)
{
    size_t width = 0;
    for (size_t j = 0; j < grid->ncolumns; j++) {
        const struct grid_column *column = &grid->columns[j];
        const bool breaks = !column->right && column->width > LEAST_TEXT;
        width += (breaks ? LEAST_TEXT : column->width) + (j ? GAP : 0);
    }
    return width;
}

static size_t key_count(const struct grid *grid) { return grid->keys ? grid->keys : 1; }

/* Importance of a column: 0 is the most important. */
static size_t rank_of(const struct grid *grid, size_t column)
{
    size_t rank = 0;
    for (const char *name = grid->order ? grid->order : ""; *name; rank++) {
        const size_t length = strcspn(name, "|");
        if (strlen(grid->cells[column]) == length && !strncmp(grid->cells[column], name, length))
            return rank;
        name += length + (name[length] == '|');
    }
    return rank + column;
}

/* Returns the least important column. */
static size_t least_important(const struct grid *grid)
{
    size_t least = 0;
    for (size_t j = 1; j < grid->ncolumns; j++)
        if (rank_of(grid, j) > rank_of(grid, least)) least = j;
    return least;
}

static enum status drop_column(struct grid *grid, size_t column)
{
    size_t *place, count = 0;
    const size_t keys = grid->keys;
    MUST(allocate(grid->ncolumns, sizeof *place, "a table", &place));
    for (size_t j = 0; j < grid->ncolumns; j++)
        if (j != column) place[count++] = j;
    const enum status status = take_columns(grid, count, place);
    grid->keys = keys;
    free(place);
    return status;
}

/* Drops columns until the table fits, and says which. */
static enum status drop_columns(struct grid *grid, size_t width)
{
    enum status status = OK;
    char *names = NULL;
    const size_t least = key_count(grid) + 1 > LEAST_COLUMNS ? key_count(grid) + 1 : LEAST_COLUMNS;
    while (total_width(grid) > width &&
           (grid->ncolumns > least ||
            (grid->ncolumns > key_count(grid) + 1 && least_width(grid) > width))) {
        const size_t column = least_important(grid);
        const char *group = grid->columns[column].group;
        TRY(append_text(&names, "%s%s%s%s", names ? ", " : "", group ? group : "",
                        group ? ": " : "", grid->cells[column]));
        TRY(drop_column(grid, column));
    }
    if (names)
        TRY(append_text(&grid->note, "%snot shown, as the terminal is narrow: %s (--wide)",
                        *grid->note ? "\n" : "", names));
out:
    free(names);
    return status;
}

/* Number of bytes of text that fit into width characters: up to a space, slash or comma, if one is
 * in the second half. */
static size_t piece_length(const char *text, size_t width)
{
    const char *at = text, *good = NULL;
    for (size_t k = 0; *at && k < width; k++) {
        const bool breaks = strchr(" /,", *at) != NULL;
        size_t length;
        shown_character(&at, &length);
        if (breaks && k >= width / 2) good = at;
    }
    return (size_t)((*at && good ? good : at) - text);
}

/* Appends a row in lines: what does not fit into its column's width goes on in the rows below.
 * rest: room for a text of each column. */
static enum status add_lines(const struct grid *from, size_t first, const size_t *width,
                             const char **rest, struct grid *to)
{
    bool more = true;
    for (size_t j = 0; j < from->ncolumns; j++) rest[j] = from->cells[first + j];
    while (more) {
        more = false;
        for (size_t j = 0; j < from->ncolumns; j++) {
            const size_t length = piece_length(rest[j], width[j]);
            size_t shown = length;
            while (shown && rest[j][shown - 1] == ' ') shown--;
            grid_format(to, "%.*s", (int)shown, rest[j]);
            rest[j] += length;
            more = more || *rest[j];
        }
        MUST(to->status);
    }
    return OK;
}

/* Breaks texts into lines, so that column j has at most width[j] characters. */
static enum status break_texts(struct grid *grid, const size_t *width)
{
    enum status status = OK;
    const char **rest = NULL;
    struct grid broken = {.keys = grid->keys, .order = grid->order, .paint = grid->paint};
    TRY(allocate(grid->ncolumns, sizeof *rest, "a table", &rest));
    TRY(grid_title(&broken, grid->title, grid->note));
    for (size_t j = 0; j < grid->ncolumns; j++) {
        TRY(grid_column(&broken, grid->cells[j], grid->columns[j].right));
        if (grid->columns[j].group) TRY(grid_group(&broken, grid->columns[j].group));
    }
    for (size_t i = grid->ncolumns; i < grid->ncells; i += grid->ncolumns)
        TRY(add_lines(grid, i, width, rest, &broken));
    grid_free(grid);
    *grid = broken;
    broken = (struct grid){0};
out:
    grid_free(&broken);
    free(rest);
    return status;
}

/* Returns the widest column of texts; ncolumns if none is wider than LEAST_TEXT. */
static size_t widest_text(const struct grid *grid, const size_t *width)
{
    size_t widest = grid->ncolumns, most = LEAST_TEXT;
    for (size_t j = 0; j < grid->ncolumns; j++)
        if (!grid->columns[j].right && width[j] > most) most = width[widest = j];
    return widest;
}

enum status grid_fit(struct grid *grid, bool drops, size_t width)
{
    size_t *own, total;
    if (drops) MUST(drop_columns(grid, width));
    if ((total = total_width(grid)) <= width) return OK;
    MUST(allocate(grid->ncolumns, sizeof *own, "a table", &own));
    for (size_t j = 0; j < grid->ncolumns; j++) own[j] = grid->columns[j].width;
    for (size_t j; total > width && (j = widest_text(grid, own)) < grid->ncolumns; total--)
        own[j]--;
    const enum status status = break_texts(grid, own);
    free(own);
    return status;
}

static enum status choose_columns(struct grid *grid, const char *names)
{
    size_t count, *place;
    enum status status = find_columns(grid, names, &count, &place);
    if (status == OK) status = take_columns(grid, count, place);
    free(place);
    return status;
}

enum status grid_print_view(struct grid *grid, const struct grid_view *view,
                            enum table_format format, FILE *out)
{
    const size_t width = format == TABLE_TEXT && out == stdout ? printed_output_width() : 0;
    const char *columns = view ? view->columns : NULL;
    MUST(grid->status);
    if (view && view->sort) MUST(sort_rows(grid, view->sort));
    if (columns) MUST(choose_columns(grid, columns));
    if (width) {
        MUST(grid_fit(grid, !columns, width));
        printed_fold();
    }
    return grid_print(grid, format, out);
}
