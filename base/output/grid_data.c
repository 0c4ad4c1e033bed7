#include "base/output/grid_data.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/output/json.h"
#include "base/text.h"

static bool needs_quotes(const char *text)
{
    return text[strcspn(text, ",\"\n")] != 0;
}

static bool is_number(const char *text)
{
    double number;
    return parse_double(text, &number) || !strcmp(text, "-") || !strcmp(text, "-inf") ||
           !strcmp(text, "-nan");
}

/* Returns whether a spreadsheet would take the text for a formula and compute it. */
static bool is_formula(const char *text)
{
    static const char *const signs[] = {"=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20"};
    text = behind_spaces(text);
    for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
        if (!strncmp(text, signs[k], strlen(signs[k]))) return true;
    return false;
}

static void put_csv_part(const char *text, FILE *out)
{
    while (*text) {
        size_t length = 1;
        const char *shown = *text == '\n' ? text++ : shown_character(&text, &length);
        if (*shown == '"') fputc('"', out);
        fwrite(shown, 1, length, out);
    }
}

/* Prints a field as in RFC 4180, with plain line feeds. An apostrophe prevents a text from becoming
 * a formula. */
static void put_csv(const char *text, FILE *out)
{
    bool quoted = needs_quotes(text);
    if (quoted) fputc('"', out);
    if (is_formula(text) && !is_number(text)) fputc('\'', out);
    put_csv_part(text, out);
    if (quoted) fputc('"', out);
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? !strcmp(a, b) : a == b;
}

/* Number of columns up to this one with the same group and head. */
static size_t namesakes(const struct grid *grid, size_t column)
{
    size_t count = 0;
    for (size_t k = 0; k <= column; k++)
        count += same_text(grid->cells[k], grid->cells[column]) &&
                 same_text(grid->columns[k].group, grid->columns[column].group);
    return count;
}

static enum status make_key(const struct grid *grid, size_t column, char **out)
{
    const char *group = grid->columns[column].group;
    const size_t count = namesakes(grid, column);
    MUST(format_text(out, "%s%s%s", group ? group : "", group ? ": " : "", grid->cells[column]));
    return count > 1 ? append_text(out, "_%zu", count) : OK;
}

static void free_keys(const struct grid *grid, char **keys)
{
    for (size_t k = 0; keys && k < grid->ncolumns; k++) free(keys[k]);
    free(keys);
}

static enum status make_keys(const struct grid *grid, char ***out)
{
    enum status status = allocate_zeroed(grid->ncolumns, sizeof **out, "a table", out);
    for (size_t k = 0; status == OK && k < grid->ncolumns; k++)
        status = make_key(grid, k, &(*out)[k]);
    if (status == OK) return OK;
    free_keys(grid, *out);
    *out = NULL;
    return status;
}

enum status grid_print_csv(const struct grid *grid, FILE *out)
{
    char **keys;
    MUST(make_keys(grid, &keys));
    for (size_t i = 0; i < grid->ncells; i++) {
        put_csv(i < grid->ncolumns ? keys[i] : grid->cells[i], out);
        fputc((i + 1) % grid->ncolumns == 0 ? '\n' : ',', out);
    }
    free_keys(grid, keys);
    return OK;
}

static void put_json(struct json *json, const char *key, const char *text, bool number)
{
    double value;
    if (!*text) json_text(json, key, NULL);
    else if (number && parse_double(text, &value)) json_number(json, key, value);
    else json_text(json, key, text);
}

enum status grid_print_json(const struct grid *grid, FILE *out)
{
    struct json json = {.out = out};
    char **keys;
    MUST(make_keys(grid, &keys));
    json_open_array(&json, NULL);
    for (size_t i = grid->ncolumns; i < grid->ncells; i++) {
        const size_t column = i % grid->ncolumns;
        if (column == 0) json_open_object(&json, NULL);
        json.one_line = true;
        put_json(&json, keys[column], grid->cells[i], grid->columns[column].right);
        if (column + 1 == grid->ncolumns) json_close_object(&json), json.one_line = false;
    }
    json_close_array(&json);
    free_keys(grid, keys);
    return OK;
}
