#include "base/output/grid.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "base/output/grid_data.h"
#include "base/text.h"

const char *const table_format_names[NTABLE_FORMATS + 1] = {"text", "md",   "csv",
                                                            "tex",  "json", NULL};

/* Number of characters of a text as it is shown, each taken as one column wide. */
static size_t width_of(const char *text)
{
    size_t width = 0, length;
    for (; *text; width++) shown_character(&text, &length);
    return width;
}

enum status grid_title(struct grid *grid, const char *title, const char *note)
{
    if (grid->status == OK) grid->status = copy_text(title, &grid->title);
    if (grid->status == OK) grid->status = copy_text(note, &grid->note);
    return grid->status;
}

/* Returns the cell above; NULL in the row of heads and the first row below it. */
static char *cell_above(const struct grid *grid, size_t cell)
{
    return cell < 2 * grid->ncolumns ? NULL : grid->cells[cell - grid->ncolumns];
}

static enum status grid_append_cell(struct grid *grid, const char *text)
{
    if (grid->ncells == grid->room) {
        size_t room = grid->room ? 2 * grid->room : 64;
        grid->status = reallocate(&grid->cells, room, sizeof *grid->cells, "a table");
        if (grid->status != OK) return grid->status;
        grid->room = room;
    }
    const char *above = cell_above(grid, grid->ncells);
    if (above && !strcmp(above, text)) grid->cells[grid->ncells] = (char *)above;
    else grid->status = copy_text(text, &grid->cells[grid->ncells]);
    if (grid->status == OK) grid->ncells++;
    return grid->status;
}

enum status grid_column(struct grid *grid, const char *head, bool right)
{
    if (grid->status == OK)
        grid->status =
            reallocate(&grid->columns, grid->ncolumns + 1, sizeof *grid->columns, "a table");
    if (grid->status != OK) return grid->status;
    grid->columns[grid->ncolumns++] = (struct grid_column){right, width_of(head), NULL};
    return grid_append_cell(grid, head);
}

enum status grid_column_of(struct grid *grid, const char *head, const char *ending, bool right)
{
    char *whole = NULL;
    if (grid->status == OK) grid->status = format_text(&whole, "%s%s", head, ending);
    if (grid->status == OK) grid_column(grid, whole, right);
    free(whole);
    return grid->status;
}

enum status grid_group(struct grid *grid, const char *group)
{
    if (grid->status == OK)
        grid->status = copy_text(group, &grid->columns[grid->ncolumns - 1].group);
    return grid->status;
}

enum status grid_columns(struct grid *grid, const char *heads)
{
    for (size_t length; *heads; heads += length + (heads[length] == '|')) {
        char head[64];
        bool right = *heads == '>';
        heads += right;
        length = strcspn(heads, "|");
        snprintf(head, sizeof head, "%.*s", (int)length, heads);
        grid_column(grid, head, right);
    }
    return grid->status;
}

enum status grid_cell(struct grid *grid, const char *text)
{
    if (grid->status != OK) return grid->status;
    struct grid_column *column = &grid->columns[grid->ncells % grid->ncolumns];
    size_t width = width_of(text);
    if (width > column->width) column->width = width;
    return grid_append_cell(grid, text);
}

enum status grid_cells(struct grid *grid, size_t count, const char *const *texts)
{
    for (size_t k = 0; k < count; k++) grid_cell(grid, texts[k]);
    return grid->status;
}

enum status grid_format(struct grid *grid, const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    if (grid->status == OK) grid->status = append_list(&text, format, arguments);
    va_end(arguments);
    if (text) grid_cell(grid, text);
    free(text);
    return grid->status;
}

/* Returns the text behind "2 × ", if it begins so. */
static const char *behind_count(const char *text)
{
    static const char times[] = " × ";
    size_t digits = strspn(text, "0123456789");
    return digits && !strncmp(text + digits, times, strlen(times)) ? text + digits + strlen(times)
                                                                   : text;
}

/* Returns whether the cell holds the status of a case instead of a number: "no GPU", "2 × timeout
 * after 60 s". */
static bool is_status(const char *cell)
{
    const char *word = behind_count(cell);
    const char *after = strstr(word, " after "), *end = after ? after : word + strlen(word);
    size_t length = 0;
    while (word + length < end && (isalpha((unsigned char)word[length]) || word[length] == ' '))
        length++;
    return length >= 4 && word + length == end;
}

/* Returns whether the column is empty, or is a column of numbers with the same status in every row;
 * *same is that status. */
static bool is_empty(const struct grid *grid, size_t column, const char **same)
{
    *same = NULL;
    for (size_t i = grid->ncolumns + column; i < grid->ncells; i += grid->ncolumns) {
        const char *cell = grid->cells[i];
        if (!*cell || !strcmp(cell, "-")) continue;
        if (!grid->columns[column].right || !is_status(cell)) return false;
        if (*same && strcmp(cell, *same)) return false;
        *same = cell;
    }
    return !*same || grid->ncells > 2 * grid->ncolumns;
}

void grid_squeeze(struct grid *grid, const bool *kept)
{
    size_t columns = 0, cells = 0;
    for (size_t i = grid->ncells; i-- > 0;)
        if (!kept[i % grid->ncolumns] && grid->cells[i] != cell_above(grid, i))
            free(grid->cells[i]);
    for (size_t i = 0; i < grid->ncells; i++)
        if (kept[i % grid->ncolumns]) grid->cells[cells++] = grid->cells[i];
    for (size_t j = 0; j < grid->ncolumns; j++)
        if (kept[j]) grid->columns[columns++] = grid->columns[j];
        else free(grid->columns[j].group);
    grid->ncolumns = columns;
    grid->ncells = cells;
}

/* Appends "left out, empty: a, b (no GPU in every row)" to the note, as a line of its own. */
static enum status note_left_out(struct grid *grid, const bool *kept)
{
    const char *before = *grid->note ? "\nleft out, empty: " : "left out, empty: ";
    for (size_t j = 0; j < grid->ncolumns; j++) {
        const char *group = grid->columns[j].group, *same;
        if (kept[j]) continue;
        is_empty(grid, j, &same);
        MUST(append_text(&grid->note, "%s%s%s%s%s%s%s", before, group ? group : "",
                         group ? ": " : "", grid->cells[j], same ? " (" : "", same ? same : "",
                         same ? " in every row)" : ""));
        before = ", ";
    }
    return OK;
}

enum status grid_drop_empty(struct grid *grid)
{
    bool *kept = NULL, all = true;
    if (grid->status != OK || grid->ncells == grid->ncolumns) return grid->status;
    grid->status = allocate(grid->ncolumns, sizeof *kept, "a table", &kept);
    for (size_t j = 0; grid->status == OK && j < grid->ncolumns; j++) {
        const char *same;
        kept[j] = j < (grid->keys ? grid->keys : 1) || !is_empty(grid, j, &same);
        all = all && kept[j];
    }
    if (grid->status == OK && !all) grid->status = note_left_out(grid, kept);
    if (grid->status == OK && !all) grid_squeeze(grid, kept);
    free(kept);
    return grid->status;
}

/* Returns a bit for each of the words in the row's cells behind the keys. Returns 0 if a cell has
 * any other content, or is in no column of numbers. */
static unsigned words_of(const struct grid *grid, size_t row, const char *const *words)
{
    unsigned found = 0;
    for (size_t j = grid->keys ? grid->keys : 1; j < grid->ncolumns; j++) {
        const char *cell = grid->cells[row * grid->ncolumns + j];
        size_t k = 0;
        while (words[k] && strcmp(behind_count(cell), words[k])) k++;
        if (!grid->columns[j].right || !(words[k] || !*cell || !strcmp(cell, "-"))) return 0;
        if (words[k]) found |= 1u << k;
    }
    return found;
}

/* Removes a row. Its cells may be shared with the rows above and below. */
static void take_out(struct grid *grid, size_t row)
{
    char **cell = &grid->cells[row * grid->ncolumns];
    size_t behind = grid->ncells - (row + 1) * grid->ncolumns;
    for (size_t j = 0; j < grid->ncolumns; j++) {
        bool shared = cell[j] == cell_above(grid, row * grid->ncolumns + j) ||
                      (behind && cell[j] == cell[j + grid->ncolumns]);
        if (!shared) free(cell[j]);
    }
    memmove(cell, cell + grid->ncolumns, behind * sizeof *cell);
    grid->ncells -= grid->ncolumns;
}

static enum status note_rows(struct grid *grid, size_t count, size_t rows, unsigned found,
                             const char *const *words)
{
    const char *before = "";
    MUST(append_text(&grid->note, "%sleft out: %zu of %zu rows, without a number (",
                     *grid->note ? "\n" : "", count, rows));
    for (size_t k = 0; words[k]; k++) {
        if (!(found & 1u << k)) continue;
        MUST(append_text(&grid->note, "%s%s", before, words[k]));
        before = ", ";
    }
    return append_text(&grid->note, ")");
}

enum status grid_drop_rows(struct grid *grid, const char *const *words)
{
    size_t rows = grid->ncolumns ? grid->ncells / grid->ncolumns : 0, count = 0;
    unsigned found = 0;
    for (size_t row = 1; row < rows; row++) count += words_of(grid, row, words) != 0;
    if (grid->status != OK || !count || count + 1 == rows) return grid->status;
    for (size_t row = rows; row-- > 1;) {
        unsigned of_row = words_of(grid, row, words);
        if (of_row) take_out(grid, row);
        found |= of_row;
    }
    return grid->status = note_rows(grid, count, rows - 1, found, words);
}

void grid_free(struct grid *grid)
{
    for (size_t i = grid->ncells; i-- > 0;)
        if (grid->cells[i] != cell_above(grid, i)) free(grid->cells[i]);
    for (size_t i = 0; i < grid->ncolumns; i++) free(grid->columns[i].group);
    free(grid->cells);
    free(grid->columns);
    free(grid->title);
    free(grid->note);
    *grid = (struct grid){0};
}

static void repeat(char c, size_t count, FILE *out)
{
    while (count-- > 0) fputc(c, out);
}

/* Prints a text up to its end as a format needs it, in one line. These functions work on the
 * printable form of the text, character by character. */
typedef void put_fn(const char *text, const char *end, FILE *out);

static void put_plain(const char *text, const char *end, FILE *out)
{
    while (text < end) {
        size_t length;
        const char *shown = shown_character(&text, &length);
        fwrite(shown, 1, length, out);
    }
}

/* Returns whether readers of Markdown would make a link here: they do so for http://, www. and a@b.
 * An invisible comment behind such a sign prevents it. */
static bool makes_link(const char *start, const char *at)
{
    if (*at == '.') return at - start >= 3 && !strncasecmp(at - 3, "www", 3);
    return *at == '@' || !strncmp(at, "://", 3);
}

static void put_markdown(const char *text, const char *end, FILE *out)
{
    for (const char *start = text; text < end;) {
        size_t length;
        bool link = makes_link(start, text);
        const char *shown = shown_character(&text, &length);
        if (strchr("|*`\\[]~$", *shown)) fputc('\\', out);
        if (*shown == '<') fputs("&lt;", out);
        else if (*shown == '&') fputs("&amp;", out);
        else fwrite(shown, 1, length, out);
        if (link) fputs("<!-- -->", out);
    }
}

const char *behind_spaces(const char *text)
{
    size_t length = 0;
    while (*text && (*text == ' ' || character_at(text, &length, NULL) == CHARACTER_CONTROL))
        text += *text == ' ' ? 1 : length;
    return text;
}

/* Prints text at the start of a line, where it must not begin a heading, a list, a quotation, a
 * rule or code. */
static void put_markdown_line(const char *text, const char *end, FILE *out)
{
    text = behind_spaces(text);
    if (text > end) text = end;
    size_t digits = strspn(text, "0123456789");
    if (digits && text + digits < end && strchr(".)", text[digits])) {
        fwrite(text, 1, digits, out);
        text += digits;
        fputc('\\', out);
    } else if (text < end && strchr("#>+-=_", *text)) fputc('\\', out);
    put_markdown(text, end, out);
}

/* Prints characters that LaTeX does not take as they are. Returns false for others. */
static bool put_latex_sign(const char *shown, size_t length, FILE *out)
{
    static const char *const signs[][2] = {
        {"≤", "$\\leq$"},
        {"≥", "$\\geq$"},
        {"≈", "$\\approx$"},
        {"≠", "$\\neq$"},
    };
    for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
        if (strlen(signs[k][0]) == length && !strncmp(shown, signs[k][0], length))
            return fputs(signs[k][1], out) >= 0;
    return false;
}

static void put_latex_character(const char *shown, size_t length, FILE *out)
{
    switch (*shown) {
    case '\\': fputs("\\textbackslash{}", out); break;
    case '~': fputs("\\textasciitilde{}", out); break;
    case '^': fputs("\\textasciicircum{}", out); break;
    case '<': fputs("\\textless{}", out); break;
    case '>': fputs("\\textgreater{}", out); break;
    case '|': fputs("\\textbar{}", out); break;
    case '[':
        fputs("{[}", out);
        break; /* behind the end of a line it would begin an optional
                  argument */
    case ']': fputs("{]}", out); break;
    default:
        if (put_latex_sign(shown, length, out)) break;
        if (strchr("&%$#_{}", *shown)) fputc('\\', out);
        fwrite(shown, 1, length, out);
    }
}

void latex_character(const char **text, FILE *out)
{
    size_t length;
    const char *shown = shown_character(text, &length);
    if (strncmp(shown, "\xef\xbf\xbd", length)) put_latex_character(shown, length, out);
    else fputc('?', out); /* LaTeX has no U+FFFD */
}

static void put_latex(const char *text, const char *end, FILE *out)
{
    while (text < end) latex_character(&text, out);
}

static void put_whole_text(const char *text, put_fn *put, FILE *out)
{
    put(text, text + strlen(text), out);
}

void markdown_text(const char *text, FILE *out)
{
    put_whole_text(text, put_markdown_line, out);
}

/* Prints the lines of a note, with `before` in front of each. */
static void put_lines(const char *before, const char *note, put_fn *put, const char *after,
                      FILE *out)
{
    for (size_t length; *note; note += length + (note[length] != 0)) {
        length = strcspn(note, "\n");
        fputs(before, out);
        put(note, note + length, out);
        fputs(note[length] ? after : "\n", out);
    }
}

size_t grid_group_end(const struct grid *grid, size_t column)
{
    const char *group = grid->columns[column].group;
    size_t end = column + 1;
    while (group && end < grid->ncolumns && grid->columns[end].group &&
           !strcmp(grid->columns[end].group, group))
        end++;
    return end;
}

bool grid_has_groups(const struct grid *grid)
{
    for (size_t i = 0; i < grid->ncolumns; i++)
        if (grid->columns[i].group) return true;
    return false;
}

/* Prints the line of groups above the heads. Columns below a group become as wide as it needs. */
static void print_text_groups(struct grid_column *columns, const struct grid *grid, FILE *out)
{
    size_t pending = 0;
    for (size_t first = 0, end; first < grid->ncolumns; first = end) {
        size_t width = 0,
               needed = grid->columns[first].group ? width_of(grid->columns[first].group) : 0;
        end = grid_group_end(grid, first);
        for (size_t i = first; i < end; i++) width += columns[i].width + (i > first ? 2 : 0);
        if (needed > width) columns[end - 1].width += needed - width;
        if (needed) {
            repeat(' ', pending, out);
            put_whole_text(grid->columns[first].group, put_plain, out);
            pending = 0;
        }
        pending += (needed > width ? 0 : width - needed) + 2;
    }
    fputc('\n', out);
}

/* Prints a cell, in the colour that the table gives it if out may have colours. */
static void put_painted(const struct grid *grid, size_t cell, FILE *out)
{
    const enum paint paint =
        grid->paint && cell >= grid->ncolumns ? grid->paint(grid->cells[cell]) : PAINT_NONE;
    if (paint != PAINT_NONE) printed_paint(paint, out);
    put_whole_text(grid->cells[cell], put_plain, out);
    if (paint != PAINT_NONE) printed_paint(PAINT_NONE, out);
}

/* Prints a line for each row, without spaces at its end. */
static void print_text_rows(const struct grid *grid, FILE *out)
{
    size_t pending = 0; /* spaces before the next text */
    for (size_t i = 0; i < grid->ncells; i++) {
        const struct grid_column *column = &grid->columns[i % grid->ncolumns];
        size_t padding = column->width - width_of(grid->cells[i]);
        if (*grid->cells[i]) {
            repeat(' ', pending + (column->right ? padding : 0), out);
            put_painted(grid, i, out);
            pending = 0;
        }
        pending += (!column->right || !*grid->cells[i] ? padding : 0) + 2;
        if ((i + 1) % grid->ncolumns != 0) continue;
        fputc('\n', out);
        pending = 0;
        for (size_t j = 0; i + 1 == grid->ncolumns && j < grid->ncolumns; j++) {
            repeat('-', grid->columns[j].width, out);
            fputs(j + 1 < grid->ncolumns ? "  " : "\n", out);
        }
    }
}

static void grid_print_text(const struct grid *grid, FILE *out)
{
    put_whole_text(grid->title, put_plain, out);
    fputs("\n\n", out);
    if (grid_has_groups(grid)) print_text_groups(grid->columns, grid, out);
    print_text_rows(grid, out);
    if (!*grid->note) return;
    fputc('\n', out);
    put_lines("", grid->note, put_plain, "\n", out);
}

/* Prints "group: " in front of the head of a column that has a group. */
static void put_group(const struct grid *grid, size_t cell, put_fn *put, FILE *out)
{
    if (cell >= grid->ncolumns || !grid->columns[cell].group) return;
    put_whole_text(grid->columns[cell].group, put, out);
    fputs(": ", out);
}

static void print_markdown(const struct grid *grid, FILE *out)
{
    fputs("**", out);
    put_whole_text(grid->title, put_markdown, out);
    fputs("**\n\n", out);
    for (size_t i = 0; i < grid->ncells; i++) {
        bool last = (i + 1) % grid->ncolumns == 0;
        fputs("| ", out);
        put_group(grid, i, put_markdown, out);
        put_whole_text(grid->cells[i], put_markdown, out);
        fputs(last ? " |\n" : " ", out);
        if (i + 1 != grid->ncolumns) continue;
        for (size_t j = 0; j < grid->ncolumns; j++)
            fputs(grid->columns[j].right ? "| ---: " : "| --- ", out);
        fputs("|\n", out);
    }
    if (!*grid->note) return;
    fputc('\n', out);
    put_lines("", grid->note, put_markdown_line, "  \n",
              out); /* two spaces: Markdown keeps the end of the line */
}

static void print_latex_groups(const struct grid *grid, FILE *out)
{
    for (size_t first = 0, end; first < grid->ncolumns; first = end) {
        end = grid_group_end(grid, first);
        if (grid->columns[first].group) {
            fprintf(out, "\\multicolumn{%zu}{c}{", end - first);
            put_whole_text(grid->columns[first].group, put_latex, out);
            fputc('}', out);
        }
        fputs(end < grid->ncolumns ? " & " : " \\\\\n", out);
    }
    for (size_t first = 0, end; first < grid->ncolumns; first = end) {
        end = grid_group_end(grid, first);
        if (grid->columns[first].group) fprintf(out, "\\cmidrule(lr){%zu-%zu}", first + 1, end);
    }
    fputc('\n', out);
}

static void print_latex(const struct grid *grid, FILE *out)
{
    fputs("% ", out);
    put_whole_text(grid->title, put_plain, out);
    fputc('\n', out);
    put_lines("% ", grid->note, put_plain, "\n", out);
    fputs("% needs \\usepackage{booktabs}\n\\begin{tabular}{", out);
    for (size_t i = 0; i < grid->ncolumns; i++) fputc(grid->columns[i].right ? 'r' : 'l', out);
    fputs("}\n\\toprule\n", out);
    if (grid_has_groups(grid)) print_latex_groups(grid, out);
    for (size_t i = 0; i < grid->ncells; i++) {
        put_whole_text(grid->cells[i], put_latex, out);
        fputs((i + 1) % grid->ncolumns == 0 ? " \\\\\n" : " & ", out);
        if (i + 1 == grid->ncolumns) fputs("\\midrule\n", out);
    }
    fputs("\\bottomrule\n\\end{tabular}\n", out);
}

enum status grid_print(const struct grid *grid, enum table_format format, FILE *out)
{
    if (grid->status != OK) return grid->status;
    switch (format) {
    case TABLE_MD: print_markdown(grid, out); return OK;
    case TABLE_CSV: return grid_print_csv(grid, out);
    case TABLE_TEX: print_latex(grid, out); return OK;
    case TABLE_JSON: return grid_print_json(grid, out);
    default: grid_print_text(grid, out); return OK;
    }
}
