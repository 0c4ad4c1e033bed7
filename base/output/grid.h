/* A table of texts with a header row, printed as text, Markdown, CSV, LaTeX or JSON. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/output/printed.h"
#include "base/status.h"

enum table_format { TABLE_TEXT, TABLE_MD, TABLE_CSV, TABLE_TEX, TABLE_JSON, NTABLE_FORMATS };

extern const char *const
    table_format_names[NTABLE_FORMATS + 1]; /* "text", "md", "csv", "tex", "json", then NULL */

struct grid_column {
    bool right;   /* aligned to the right, as numbers are */
    size_t width; /* characters of the widest text */
    char *group;  /* a heading over neighbouring columns of the same group, or NULL */
};

/* Columns are declared first, then cells are appended row by row. The grid owns everything in
 * it. */
struct grid {
    char *title, *note; /* note: "", or lines with line feeds between them */
    size_t ncolumns, ncells, room;
    size_t keys;       /* number of first columns that name the row; 0: not set, taken as one */
    const char *order; /* heads, the most important first: "problem|time"; others follow; or NULL */
    enum paint (*paint)(const char *cell); /* colour of a cell on terminals; or NULL */
    struct grid_column *columns;
    /* Row by row; the first row has the heads. Equal texts of neighbouring rows share memory. */
    char **cells;
    enum status status;
};

/* All copy their text and return grid->status. It keeps the first error, ERROR_HOST_MEMORY; nothing
 * is added after it. So the caller that fills a grid checks the status once, at the end. */
enum status grid_title(struct grid *grid, const char *title, const char *note);
enum status grid_column(struct grid *grid, const char *head, bool right);
enum status grid_group(struct grid *grid, const char *group); /* of the last column */
enum status grid_cell(struct grid *grid, const char *text);

/* Declares a column whose head has two parts, such as "ours" and "_s". */
enum status grid_column_of(struct grid *grid, const char *head, const char *ending, bool right);

/* Declares several columns: "problem|>rows"; those behind a '>' are aligned to the right. */
enum status grid_columns(struct grid *grid, const char *heads);

/* Appends a cell with printf. */
enum status grid_format(struct grid *grid, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Appends several cells: GRID_CELLS(&grid, name, value). */
#define GRID_CELLS(grid, ...)                                                \
    grid_cells(grid, sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *), \
               (const char *const[]){__VA_ARGS__})
enum status grid_cells(struct grid *grid, size_t count, const char *const *texts);

/* Removes columns that are empty or have only "-", except keys. Also removes columns of numbers
 * that have the same status in every row, such as "2 × no GPU". The note names them. A grid without
 * rows stays as it is. */
enum status grid_drop_empty(struct grid *grid);

/* Removes the rows that have one of these words, such as "no GPU" or "2 × no GPU", instead of every
 * number, unless all rows have; the note says how many. words: at most 32, then NULL. */
enum status grid_drop_rows(struct grid *grid, const char *const *words);

void grid_free(struct grid *grid); /* accepts a zeroed one; leaves one */

/* Returns the column behind the group that begins with column; the next column if it has no
 * group. */
size_t grid_group_end(const struct grid *grid, size_t column);
bool grid_has_groups(const struct grid *grid);

/* Prints a grid whose status is OK, else nothing; returns the status. CSV and JSON have the rows
 * alone, by heads or "group: head"; the others show title and note, LaTeX as comments above a
 * booktabs tabular. Cells may be anybody's texts: they are shown, in every format, and do nothing
 * else. They are no mark-up, no links, no commands and no formulas, and have no control characters
 * but, in CSV, line feeds. */
enum status grid_print(const struct grid *grid, enum table_format format, FILE *out);

/* Prints a paragraph, or part of one, that Markdown shows as it is, without links; control
 * characters become spaces. */
void markdown_text(const char *text, FILE *out);

/* Prints the next character as LaTeX takes it, and moves *text behind it. */
void latex_character(const char **text, FILE *out);
