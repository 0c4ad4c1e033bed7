/* Feeds texts to everything that makes them harmless: the input is one, as it stands in a cell, a
 * title or a key, which then are printed in each format. */
#include "base/output/grid.h"
#include "base/output/html.h"
#include "base/output/json.h"
#include "base/process/gnuplot.h"
#include "tests/fuzz/printed.h"

enum { LONGEST = 300 };

static void fuzz_begin(void) {}

/* Between tags and in quoted attributes nothing but the text itself. */
static void check_html(const char *text)
{
    struct printed p;
    printed_open(&p);
    html_text(text, p.out);
    const char *html = printed_end(&p);
    require(!strpbrk(html, "<>\"'"));
    require_harmless(html, "");
    for (const char *s = html; (s = strchr(s, '&')); s++) require(strcspn(s, ";") <= 5);
    free(p.text);
}

static void check_gnuplot(const char *text)
{
    struct printed p;
    printed_open(&p);
    gnuplot_text(text, p.out);
    printed_end(&p);
    require(!strchr(p.text, '\n'));
    drop_quoted(p.text);
    require(strspn(p.text, ".\"\\n047") ==
            strlen(p.text)); /* a line's end is ."\n". and a quote ."\047". */
    free(p.text);
}

/* A string of JSON that holds no other. */
static void check_json(const char *text)
{
    struct printed p;
    printed_open(&p);
    struct json json = {.out = p.out, .one_line = true};
    json_text(&json, NULL, text);
    const char *s = printed_end(&p);
    require_harmless(s, "");
    require(*s++ == '"');
    for (; *s && *s != '"'; s++)
        if (*s == '\\') require(*++s && strchr("\"\\/bfnrtu", *s));
    require(*s == '"' && (!s[1] || s[1] == '\n'));
    free(p.text);
}

/* How many cells a line of CSV has. */
static const char *skip_csv_line(const char *s, int *cells)
{
    for (*cells = 1; *s && *s != '\n'; s++) {
        if (*s == ',') ++*cells;
        if (*s == '"')
            for (s++; *s && (*s != '"' || s[1] == '"'); s++) s += *s == '"';
        require(*s != '\0');
    }
    return *s ? s + 1 : s;
}

static void check_grid(const char *text, enum table_format format)
{
    struct grid grid = {0};
    struct printed p;
    int cells;
    require_ok(grid_title(&grid, text, text));
    require_ok(grid_column(&grid, text, false));
    require_ok(grid_group(&grid, text));
    require_ok(grid_column(&grid, "b", true));
    for (int k = 0; k < 2; k++) require_ok(grid_cell(&grid, text));
    printed_open(&p);
    grid_print(&grid, format, p.out);
    const char *s = printed_end(&p);
    require_harmless(s, format == TABLE_CSV ? "\r\t" : "");
    for (int line = 0; format == TABLE_CSV && line < 2; line++) {
        s = skip_csv_line(s, &cells);
        require(cells == 2);
    }
    require(format != TABLE_CSV || *s == '\0');
    free(p.text);
    grid_free(&grid);
}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    char buffer[LONGEST + 1];
    const char *text = take_text(bytes, size, buffer, sizeof buffer);
    check_html(text);
    check_gnuplot(text);
    check_json(text);
    for (enum table_format format = 0; format < NTABLE_FORMATS; format++) check_grid(text, format);
}
