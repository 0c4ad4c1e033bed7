/* Untrusted texts in everything that prints them: no control characters, no hidden ones, valid
 * UTF-8, and readable by programs that should read it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/output/grid.h"
#include "base/output/html.h"
#include "base/output/json.h"
#include "base/output/printed.h"
#include "base/process/gnuplot.h"
#include "base/status.h"
#include "base/text.h"
#include "plots/report/page.h"
#include "tests/support/cmocka.h"
#include "tests/support/results/results_files.h"

/* Characters that do something somewhere. */
static const char *const nasty[] = {"\033[2J",
                                    "\x9b"
                                    "31m",
                                    "\xc2\x9b",
                                    "\xe2\x80\xae",
                                    "\xe2\x81\xa6",
                                    "\xef\xbb\xbf",
                                    "\xff",
                                    "\xc3",
                                    "\xe2\x80",
                                    "\xed\xa0\x80",
                                    "\x7f",
                                    "\r",
                                    "\n",
                                    "\t",
                                    "\a",
                                    "\xe2\x80\xa8",
                                    "\xef\xbf\xbf",
                                    "\xf3\xa0\x80\x81",
                                    "=",
                                    "+",
                                    "-",
                                    "@",
                                    "|",
                                    "`",
                                    "$",
                                    "\\",
                                    "{",
                                    "}",
                                    "%",
                                    "&",
                                    "#",
                                    "_",
                                    "^",
                                    "~",
                                    "\"",
                                    "'",
                                    "<",
                                    ">",
                                    "[x](http://e.org)",
                                    "![x](y)",
                                    "<img src=x>",
                                    "http://e.org",
                                    "www.e.org",
                                    "a@e.org",
                                    "\\input{x}",
                                    "`ls`",
                                    ",",
                                    ";",
                                    "* ",
                                    "1. ",
                                    "# ",
                                    "---",
                                    "é",
                                    "∞",
                                    "🐌",
                                    "a",
                                    "B",
                                    "7",
                                    " "};
enum { NNASTY = sizeof nasty / sizeof *nasty };

static char *draw_nasty(void)
{
    char *text = calloc(200, 1), *end = text;
    assert_non_null(text);
    for (uint64_t k = draw(8); k; k--) end = stpcpy(end, nasty[draw(NNASTY)]);
    for (uint64_t k = draw(3); k; k--) *end++ = (char)(1 + draw(255));
    return text;
}

/* Fails unless text has only shown characters, and line feeds where they may be. */
static void check_shown(const char *what, const char *text, size_t size, bool lines)
{
    assert_int_equal(strlen(text), size);
    for (size_t length; *text; text += length) {
        enum character kind = character_at(text, &length, NULL);
        if (kind == CHARACTER_PLAIN || (*text == '\n' && lines)) continue;
        fail_msg("%s: %.40s", what, text);
    }
}

static char *buffer;
static size_t size;

static FILE *begin(void)
{
    FILE *out = open_memstream(&buffer, &size);
    assert_non_null(out);
    return out;
}

static struct grid draw_grid(char *cells[6])
{
    struct grid grid = {0};
    for (int k = 0; k < 6; k++) cells[k] = draw_nasty();
    assert_int_equal(grid_title(&grid, cells[0], cells[1]), OK);
    for (int k = 0; k < 2; k++) assert_int_equal(grid_column(&grid, cells[2 + k], k), OK);
    if (draw(2)) assert_int_equal(grid_group(&grid, cells[4]), OK);
    for (int k = 0; k < 4; k++) assert_int_equal(grid_cell(&grid, cells[2 + k]), OK);
    return grid;
}

/* Reads RFC 4180 back: the number of cells, each of which must not be a formula. */
static size_t read_csv(const char *text)
{
    size_t cells = 0;
    while (*text) {
        char cell[2000];
        size_t length = 0;
        bool quoted = *text == '"';
        for (text += quoted; *text; text++) {
            if (quoted && *text == '"' && text[1] != '"') break;
            if (!quoted && (*text == ',' || *text == '\n')) break;
            if (*text == '"') assert_true(quoted && *++text == '"');
            cell[length++] = *text;
        }
        cell[length] = '\0';
        text += quoted;
        assert_true(*text == ',' || *text == '\n');
        text++;
        cells++;
        double number;
        const char *first = cell + strspn(cell, " \n");
        if (*first && strchr("=+-@", *first) && strcmp(first, "-") && !parse_double(first, &number))
            fail_msg("%s", cell);
    }
    return cells;
}

/* A link that a reader of Markdown would make: brackets that are not escaped, and what it finds by
 * itself. Between two marks of code on a line it finds nothing. */
static void check_markdown(const char *text)
{
    for (const char *at = text; *at; at++) {
        const size_t code = *at == '`' ? strcspn(at + 1, "`\n") : 0;
        if (code && at[code + 1] == '`') {
            at += code + 1;
            continue;
        }
        if (*at == '\\' && at[1]) {
            at++;
            continue;
        }
        if (*at == '<' && strncmp(at, "<!-- -->", 8)) fail_msg("%s", at);
        if (strchr("[]`", *at) || !strncmp(at, "://", 3)) fail_msg("%s", at);
        if (*at == '@' && strncmp(at + 1, "<!-- -->", 8)) fail_msg("%s", at);
        if (!strncasecmp(at, "www.e", 5)) fail_msg("%s", at);
    }
}

static void test_grids(void **state)
{
    for (int round = 0; round < 3000; round++) {
        char *cells[6];
        struct grid grid = draw_grid(cells);
        for (int format = 0; format < NTABLE_FORMATS; format++) {
            FILE *out = begin();
            grid_print(&grid, (enum table_format)format, out);
            fclose(out);
            check_shown(table_format_names[format], buffer, size, true);
            if (format == TABLE_CSV) assert_int_equal(read_csv(buffer), 6);
            if (format == TABLE_MD) check_markdown(buffer);
            free(buffer);
        }
        grid_free(&grid);
        for (int k = 0; k < 6; k++) free(cells[k]);
    }
}

/* Each cell of a tabular: no command but those that stand for a character. */
static void test_latex(void **state)
{
    struct grid grid = {0};
    assert_int_equal(grid_title(&grid, "t\n\\input{x}", "n\r\\input{y}"), OK);
    assert_int_equal(grid_column(&grid, "\\input{/etc/passwd}%$&#_{}~^", false), OK);
    FILE *out = begin();
    grid_print(&grid, TABLE_TEX, out);
    fclose(out);
    assert_non_null(strstr(
        buffer, "\n\\textbackslash{}input\\{/etc/passwd\\}\\%\\$\\&\\#\\_\\{\\}\\textasciitilde{}"
                "\\textasciicircum{} \\\\\n"));
    assert_non_null(strstr(buffer, "% t \\input{x}\n% n \\input{y}\n%"));
    free(buffer);
    grid_free(&grid);
}

static void test_pages(void **state)
{
    for (int round = 0; round < 1000; round++) {
        char *text = draw_nasty();
        for (int format = 0; format < 2; format++) {
            struct page page = {.out = begin(), .format = format ? PAGE_MD : PAGE_HTML};
            page_heading(&page, 2, NULL, text);
            page_text(&page, text);
            fclose(page.out);
            check_shown("page", buffer, size, true);
            if (format) check_markdown(buffer);
            free(buffer);
        }
        struct page code = {.out = begin(), .format = PAGE_MD};
        page_code(&code, text);
        fclose(code.out);
        check_shown("code", buffer, size, true);
        assert_true(strchr(buffer, '\n') == buffer + size - 2);
        free(buffer);
        FILE *out = begin();
        gnuplot_text(text, out);
        fclose(out);
        check_shown("gnuplot", buffer, size, false);
        free(buffer);
        free(text);
    }
}

/* Returns whether there is Python. Without it the output is still checked here. */
static bool there_is_python(void)
{
    bool there = system("python3 -c pass >/dev/null 2>&1") == 0;
    if (!there) print_message("python3 is missing: its parsers read nothing here\n");
    return there;
}

/* Python reads it, and finds the characters again that a text can have. */
static void test_json(void **state)
{
    FILE *python =
        popen(there_is_python() ? "python3 -m json.tool >/dev/null" : "cat >/dev/null", "w");
    struct json json = {.out = begin()};
    json_open_array(&json, NULL);
    for (int round = 0; round < 1000; round++) {
        char *text = draw_nasty();
        json_text(&json, NULL, text);
        free(text);
    }
    json_close_array(&json);
    fclose(json.out);
    check_shown("json", buffer, size, true);
    assert_int_equal(fwrite(buffer, 1, size, python), size);
    assert_int_equal(pclose(python), 0);
    free(buffer);
}

/* The guard itself, in a child whose output is a pipe; pieces of every size, so that characters are
 * torn. */
static void test_guard(void **state)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        if (!printed_guard()) _exit(1);
        for (int round = 0; round < 2000; round++) {
            char *text = draw_nasty(), *at = text;
            for (size_t left = strlen(text), part; left; left -= part, at += part) {
                part = 1 + draw(left);
                fprintf(round % 2 ? stderr : stdout, "%.*s", (int)part, at);
                if (!draw(4)) fflush(stdout);
            }
            free(text);
        }
        printf("\xc3\xa9 \xe2\x88\x9e\n");
        fflush(stdout);
        _exit(0);
    }
    close(ends[1]);
    char *text = calloc(1 << 20, 1);
    size_t used = 0;
    for (ssize_t got; (got = read(ends[0], text + used, (1 << 20) - 1 - used)) > 0;)
        used += (size_t)got;
    int code;
    assert_int_equal(waitpid(child, &code, 0), child);
    assert_int_equal(code, 0);
    check_shown("printed", text, used, true);
    assert_string_equal(text + used - 7, "\xc3\xa9 \xe2\x88\x9e\n");
    free(text);
    close(ends[0]);
}

/* The whole program, on a file whose texts are all somebody's. */

static void replace(char **text)
{
    free(*text);
    *text = draw_nasty();
}

static void write_nasty(const char *name)
{
    struct results r;
    draw_results(seed, 6, 4, &r);
    char **const texts[] = {&r.name,    &r.title, &r.path,    &r.script,
                            &r.options, &r.paper, &r.command, &r.git_commit};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) replace(texts[k]);
    for (size_t k = 0; k < r.nmachine; k++) replace(&r.machine[k].value);
    for (size_t k = 0; k < r.nbuild; k++) replace(&r.build[k].name);
    for (size_t k = 0; k < r.nproblems; k++)
        replace(&r.problems[k].label), replace(&r.problems[k].source);
    for (size_t k = 0; k < r.nvariants; k++) replace(&r.variants[k].name);
    for (size_t k = 0; k < r.nruns; k++) replace(&r.runs[k].note);
    for (size_t k = 0; k < r.nfigures; k++) replace(&r.figures[k].title), replace(&r.figures[k].id);
    for (size_t k = 0; k < r.ntables; k++) replace(&r.tables[k].title);
    for (size_t k = 0; k < r.ncrossovers; k++) replace(&r.crossovers[k].id);
    for (size_t k = 0; k < r.nclaims; k++) replace(&r.claims[k].text);
    write_ok(scratch_path(name), &r);
    results_free(&r);
}

/* Checks both outputs of the program; then Python must read the file without an error. */
static void run_program(const char *words, const char *reader)
{
    char program[600], command[3000], line[4000];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    assert_true(length > 0);
    program[length] = '\0';
    strcpy(strstr(program, "/tests/"), "/warpmark");
    snprintf(command, sizeof command, "cd %s && %s %s >printed 2>told; cat printed told; %s",
             scratch_folder, program, words, reader && there_is_python() ? reader : ":");
    FILE *out = popen(command, "r");
    while (fgets(line, sizeof line, out)) check_shown(words, line, strlen(line), true);
    if (pclose(out)) fail_msg("%s: cannot be read by %s", words, reader);
}

static void test_program(void **state)
{
    static const char json[] = "python3 -c 'import json; json.load(open(\"printed\"))'";
    static const char xml[] =
        "python3 -c 'import xml.etree.ElementTree as t; t.parse(\"printed\")'";
    static const char csv[] =
        "python3 -c 'import csv; n = {len(r) for r in csv.reader(open(\"printed\", "
        "encoding=\"utf-8\"), strict=True)}; assert len(n) == 1, n'";
    static const char *const tables[] = {"cases",   "problems", "variants",
                                         "machine", "statuses", "crossovers"};
    static const char *const formats[] = {"text", "md", "csv", "tex"};
    char words[200];
    write_nasty("a.h5");
    write_nasty("b.h5");
    run_program("show a.h5", NULL);
    run_program("table a.h5 nothing", NULL);
    run_program("plot a.h5 nothing -o p", NULL);
    for (size_t k = 0; k < 6; k++)
        for (size_t f = 0; f < 4; f++) {
            snprintf(words, sizeof words, "table a.h5 %s --format %s", tables[k], formats[f]);
            run_program(words, f == 2 ? csv : NULL);
        }
    run_program("compare a.h5 b.h5", NULL);
    run_program("compare a.h5 b.h5 --format md", NULL);
    run_program("compare a.h5 a.h5 --format json", json);
    run_program("compare a.h5 a.h5 --format junit", xml);
    run_program("history . --format md", NULL);
    run_program("merge a.h5 b.h5 -o c.h5", NULL);
    run_program("verify a.h5", NULL);
}

static void test_messages(void **state)
{
    for (int round = 0; round < 2000; round++) {
        char *text = draw_nasty();
        (fail)(ERROR_INPUT, "%s: %s", text, text);
        check_shown("message", fail_message(), strlen(fail_message()), false);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grids),   cmocka_unit_test(test_latex),
        cmocka_unit_test(test_pages),   cmocka_unit_test(test_json),
        cmocka_unit_test(test_guard),   cmocka_unit_test(test_messages),
        cmocka_unit_test(test_program),
    };
    return cmocka_run_group_tests_name("printed", tests, create_with_seed, scratch_remove);
}
