/* Reports: the content of a page, its escapes, and that it is the same every time. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/output/html.h"
#include "base/output/units.h"
#include "plots/report/report.h"
#include "plots/report/svg.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/handmade.h"
#include "tests/support/scratch.h"

#define HOSTILE "<script>alert(\"1\")</script> & 'x' \x01\xff |*`"

static bool have_gnuplot;

static enum status write_results(const char *name, const char *file, bool with_figures)
{
    struct results made;
    handmade_begin(&made, name);
    free(made.title);
    made.title = text_of(HOSTILE);
    made.paper = text_of("Somebody, " HOSTILE);
    handmade_variant(&made, "jacobi", "msr", "seq");
    handmade_problem(&made, HOSTILE, 10, 20);
    handmade_axis(&made, "n", 10, NULL);
    handmade_problem(&made, "plain", 20, 40);
    handmade_axis(&made, "n", 20, NULL);
    handmade_run(&made, 0, 0, CASE_OK, 0.25, 3);
    struct result_run *run = handmade_run(&made, 1, 0, CASE_TIMEOUT, 0.25, 0);
    free(run->note);
    run->note = text_of("too slow: " HOSTILE);
    handmade_table(&made, "times", "problem", "variant", "solve", NULL);
    if (with_figures) {
        handmade_figure(&made, "lines", "lines", "n", NULL, "xy");
        handmade_figure(&made, "bars", "bars", "problem", NULL, "");
    }
    enum status status = results_write(scratch_path(file), &made);
    results_free(&made);
    return status;
}

static int make(void **state)
{
    have_gnuplot = system("gnuplot --version >/dev/null 2>&1") == 0;
    if (scratch_create(state)) return -1;
    return write_results("a", "a.h5", true) || write_results("b", "b.h5", true) ||
           write_results("c", "c.h5", false);
}

/* The page, to be freed; NULL and a status where it cannot be made. */
static char *page_of(size_t count, const char *const *names, enum page_format format,
                     enum status *status)
{
    const char *paths[4];
    struct report report = {0};
    char *text = NULL;
    size_t size;
    for (size_t k = 0; k < count; k++) paths[k] = scratch_path(names[k]);
    *status = report_read(count, paths, NULL, &report);
    if (*status != OK) return NULL;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    *status = report_print(&report, format, "figures", out);
    fclose(out);
    report_free(&report);
    return text;
}

static char *page_ok(size_t count, const char *const *names, enum page_format format)
{
    enum status status;
    char *text = page_of(count, names, format, &status);
    if (status != OK) fail_msg("%s", fail_message());
    return text;
}

static char *escape(const char *text)
{
    char *out;
    size_t size;
    FILE *file = open_memstream(&out, &size);
    html_text(text, file);
    fclose(file);
    return out;
}

static void escapes_text(void **state)
{
    static const char *const cases[][2] = {
        {"", ""},
        {"a < b > c & \"d\" 'e'", "a &lt; b &gt; c &amp; &quot;d&quot; &#39;e&#39;"},
        {"&lt;", "&amp;lt;"},
        {"tab\tline\nbell\a", "tab line\nbell "},
        {"µs ≠ \xf0\x9f\x99\x82", "µs ≠ \xf0\x9f\x99\x82"},
        {"\xff\xc3(\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd(\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char *text = escape(cases[k][0]);
        assert_string_equal(text, cases[k][1]);
        free(text);
    }
}

static char *inlined(const char *svg)
{
    char *out;
    size_t size;
    FILE *file = open_memstream(&out, &size);
    svg_write(svg, "f1-", "1 < \"2\"", file);
    fclose(file);
    return out;
}

/* Ids get a prefix, but not in texts; groups without marks and gnuplot's title go. */
static void pictures_keep_their_ids(void **state)
{
    char *out = inlined("<?xml version=\"1.0\"?>\n<svg width=\"1\"\n xmlns=\"http://w3\"\n>\n"
                        "<title>Gnuplot</title>\n<desc>By GNUPLOT </desc>\n"
                        "<defs>\n\t<circle id='b' r='1'/></defs>\n"
                        "<g fill=\"red\">\n</g>\n<g fill=\"none\">\n</g>\n"
                        "<g id=\"a\"><title>a</title><use xlink:href='#b' fill=\"url(#b)\"/></g>\n"
                        "<g fill=\"red\"><text grid=\"x\"> id=\"c\" url(#d)</text>\n</g>\n"
                        "</svg>\n");
    assert_string_equal(out, "<svg role=\"img\" aria-label=\"1 &lt; &quot;2&quot;\" width=\"1\"\n"
                             ">\n\n\n<defs>\n\t<circle id='f1-b' r='1'/></defs>\n"
                             "<g id=\"f1-a\"><use xlink:href='#f1-b' fill=\"url(#f1-b)\"/></g>\n"
                             "<g fill=\"red\"><text grid=\"x\"> id=\"c\" url(#d)</text>\n</g>\n"
                             "</svg>\n");
    free(out);
}

/* Texts without a picture, or with half of one. */
static void no_picture_is_nothing(void **state)
{
    static const char *const texts[] = {
        "", "<svg", "<svg xmlns=\"\"", "<svg xmlns=\"\"><g >", "<svg></svg>", "<html></html>"};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        char *out = inlined(texts[k]);
        assert_string_equal(out, "");
        free(out);
    }
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (; (text = strstr(text, part)); text += strlen(part)) count++;
    return count;
}

/* Every id of the page, once only; every reference within the page has its id. */
static void check_ids(const char *page)
{
    char quoted[300];
    for (const char *at = page; (at = strstr(at, " id=")); at += 5) {
        snprintf(quoted, sizeof quoted, " id=\"%.*s\"", (int)strcspn(at + 5, "\"'"), at + 5);
        size_t same = count_of(page, quoted);
        quoted[4] = quoted[strlen(quoted) - 1] = '\'';
        if (same + count_of(page, quoted) != 1) fail_msg("id %s is there %zu times", quoted, same);
    }
    for (const char *at = page; (at = strstr(at, "href=")); at += 6) {
        assert_int_equal(at[6], '#');
        snprintf(quoted, sizeof quoted, " id=\"%.*s\"", (int)strcspn(at + 7, "\"'"), at + 7);
        size_t found = count_of(page, quoted);
        quoted[4] = quoted[strlen(quoted) - 1] = '\'';
        if (found + count_of(page, quoted) != 1) fail_msg("there is no %s", quoted);
    }
}

static void one_page_of_many_figures(void **state)
{
    if (!have_gnuplot) skip();
    char *page = page_ok(3, (const char *const[]){"a.h5", "b.h5", "c.h5"}, PAGE_HTML);
    assert_int_equal(count_of(page, "<svg "), 4);
    assert_int_equal(count_of(page, "</svg>"), 4);
    assert_int_equal(count_of(page, "<?xml"), 0);
    check_ids(page);
    free(page);
}

static void nothing_of_a_text_is_markup(void **state)
{
    char *page = page_ok(1, (const char *const[]){"c.h5"}, PAGE_HTML);
    static const char shown[] =
        "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;  \xef\xbf\xbd |*`";
    static const char broken[] = "alert(&quot;1&quot;)&lt;/<wbr>script&gt; &amp; &#39;x&#39;";
    assert_int_equal(count_of(page, "<script"), 3); /* ours: numbers, and two that run */
    assert_int_equal(count_of(page, shown), 4);     /* title twice, paper, note in the summary */
    assert_int_equal(count_of(page, broken), 3);    /* cells: problem twice, note */
    assert_int_equal(count_of(page, "\x01"), 0);
    free(page);
    page = page_ok(1, (const char *const[]){"c.h5"}, PAGE_MD);
    assert_int_equal(count_of(page, "<script"), 0);
    assert_true(count_of(page, " \\|\\*\\`") == 5);
    free(page);
}

/* Rows share equal cells. Keys stay, and so does a grid without rows. */
static void empty_columns_are_dropped(void **state)
{
    struct grid grid = {.keys = 2};
    grid_title(&grid, "t", "a note");
    grid_columns(&grid, "key|other|a|b|>c|>d|>e");
    grid_group(&grid, "g");
    assert_int_equal(grid_drop_empty(&grid), OK);
    assert_int_equal(grid.ncolumns, 7);
    for (int k = 0; k < 3; k++)
        GRID_CELLS(&grid, "k", "", "-", k == 1 ? "x" : "-", "2 × no GPU", "timeout after 60 s", "");
    assert_int_equal(grid_drop_empty(&grid), OK);
    assert_int_equal(grid.ncolumns, 3);
    assert_int_equal(grid.ncells, 12);
    assert_string_equal(grid.cells[8], "x");
    assert_string_equal(grid.note, "a note\nleft out, empty: a, c (2 × no GPU in every row), "
                                   "d (timeout after 60 s in every row), g: e");
    grid_free(&grid);
}

/* Rows of nothing but such words are left out, unless all are. */
static void rows_without_numbers_are_dropped(void **state)
{
    static const char *const words[] = {"no GPU", "skipped", "not supported", NULL};
    struct grid grid = {0};
    grid_title(&grid, "t", "");
    grid_columns(&grid, "key|>a|>b");
    for (int k = 0; k < 2; k++) GRID_CELLS(&grid, "k", "no GPU", "-");
    assert_int_equal(grid_drop_rows(&grid, words), OK);
    assert_int_equal(grid.ncells, 9);
    GRID_CELLS(&grid, "k", "no GPU", "1 s");
    GRID_CELLS(&grid, "l", "no GPU", "timeout");
    GRID_CELLS(&grid, "l", "", "-");
    GRID_CELLS(&grid, "l", "2 × no GPU", "not supported");
    assert_int_equal(grid_drop_rows(&grid, words), OK);
    assert_int_equal(grid.ncells, 12);
    assert_string_equal(grid.cells[5], "1 s");
    assert_string_equal(grid.cells[8], "timeout");
    assert_string_equal(grid.note,
                        "left out: 3 of 6 rows, without a number (no GPU, not supported)");
    grid_free(&grid);
}

static char *cell_of(const char *text)
{
    char *out;
    size_t size;
    struct grid grid = {0};
    grid_title(&grid, "", "");
    grid_columns(&grid, "a");
    grid_cell(&grid, text);
    FILE *file = open_memstream(&out, &size);
    html_grid(&grid, glossary_html, NULL, file);
    fclose(file);
    grid_free(&grid);
    return out;
}

/* A row is named by its first columns; lines of a number and its interval break before brackets. */
static void rows_have_names(void **state)
{
    char *out;
    size_t size;
    struct grid grid = {.keys = 2};
    grid_title(&grid, "", "");
    grid_columns(&grid, "a|>b|>c|d");
    GRID_CELLS(&grid, "p", "1", "1.23 ms [1.20, 1.26]~ (3 samples)", "x y");
    GRID_CELLS(&grid, "", "2", "3", "");
    FILE *file = open_memstream(&out, &size);
    html_grid(&grid, glossary_html, NULL, file);
    fclose(file);
    assert_non_null(strstr(out, "<tr><th scope=\"row\">p</th>"
                                "<th scope=\"row\" class=\"number\">1</th>"
                                "<td class=\"number range\">1.23&nbsp;ms [1.20,&nbsp;1.26]~ "
                                "(3&nbsp;samples)</td><td>x y</td></tr>"));
    assert_non_null(strstr(out, "<tr><td></td><th scope=\"row\" class=\"number\">2</th>"));
    free(out);
    grid_free(&grid);
}

/* Behind slashes and commas; long pieces without any are cut nowhere that is seen. */
static void long_names_may_be_broken(void **state)
{
    char text[700] = "jacobi[a=1,b=2]/msr,";
    char *out = cell_of("jacobi[a=1,b=2]/msr/f64/<seq>, and more of it");
    assert_non_null(strstr(out, "<th scope=\"row\" class=\"long\">jacobi[a=1,<wbr>b=2]/<wbr>msr/"
                                "<wbr>f64/<wbr>&lt;seq&gt;,<wbr> and more of it</th>"));
    free(out);
    for (int k = 0; k < 300; k++) strcat(text, "µ");
    out = cell_of(text);
    assert_null(strstr(out, "\xef\xbf\xbd"));
    assert_int_equal(count_of(out, "µ"), 300);
    free(out);
    memset(text, 0x80, 600);
    text[600] = 0;
    out = cell_of(text);
    assert_int_equal(count_of(out, "\xef\xbf\xbd"), 600);
    free(out);
}

static void the_same_files_give_the_same_page(void **state)
{
    static const char *const names[] = {"c.h5", "a.h5"};
    for (int format = PAGE_HTML; format <= PAGE_MD; format++) {
        size_t count = have_gnuplot ? 2 : 1;
        char *first = page_ok(count, names, (enum page_format)format);
        char *second = page_ok(count, names, (enum page_format)format);
        assert_string_equal(first, second);
        free(first);
        free(second);
    }
}

static void has_all_that_is_known(void **state)
{
    static const char *const parts[] = {
        "2 cases of 2 problems and 1 variant: 1 ok, 1 timeout; 1 answer checked; 3 samples.",
        "**solve time by problem**",
        "| timeout | 1 | plain, jacobi/msr/f64/seq | too slow: ",
        "2026-03-04T05:06:07+00:00 to 2026-03-04T05:06:20+00:00",
        "Example CPU 9000; 8 cores; 32 GB; no GPU (machine 1 below)",
        "| commit | 0123456789abcdef0123456789abcdef01234567 |",
        "    warpmark run made_up.lua\n",
        "| compiler | cc 1.0 |",
        "| 12.5 s |"};
    char *page = page_ok(1, (const char *const[]){"c.h5"}, PAGE_MD);
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        if (!strstr(page, parts[k])) fail_msg("'%s' is not in\n%s", parts[k], page);
    free(page);
}

/* A paragraph about a file, in a format. */
static char *paragraph(enum page_format format, const char *text)
{
    char *out;
    size_t size;
    FILE *file = open_memstream(&out, &size);
    const struct page page = {.out = file, .format = format, .file = "a & b.h5"};
    page_text(&page, text);
    fclose(file);
    return out;
}

/* Only pairs of backticks mark a command; FILE becomes the page's file, as a word of a command. */
static void commands_are_code(void **state)
{
    static const char *const cases[][3] = {
        {"Run `warpmark show FILE x`, then `a <b>` or FILE.",
         "<p>Run <code>warpmark show a &amp; b.h5 x</code>, then <code>a &lt;b&gt;</code> or "
         "FILE.</p>\n",
         "Run `warpmark show a & b.h5 x`, then `a <b>` or FILE.\n\n"},
        {"one ` only", "<p>one ` only</p>\n", "one \\` only\n\n"},
        {"``", "<p>``</p>\n", "\\`\\`\n\n"},
        {"`a` `", "<p><code>a</code> `</p>\n", "`a` \\`\n\n"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (int format = PAGE_HTML; format <= PAGE_MD; format++) {
            char *text = paragraph((enum page_format)format, cases[k][0]);
            assert_string_equal(text, cases[k][1 + (format == PAGE_MD)]);
            free(text);
        }
}

/* jacobi: 0.1 s, 0.2 s, 0.4 s, 0.8 s; power: 0.3 s each, but 0.2 s at n = 20, where neither is
 * surely faster. */
static void tells_where_another_variant_becomes_the_fastest(void **state)
{
    struct results made;
    handmade_begin(&made, "axis");
    handmade_variant(&made, "jacobi", "msr", "seq");
    handmade_variant(&made, "power", "msr", "seq");
    for (int k = 0; k < 4; k++) {
        handmade_problem(&made, human_text("chain:n=%d", 10 << k).text, 10 << k, 20);
        handmade_axis(&made, "n", 10 << k, NULL);
        handmade_run(&made, (uint64_t)k, 0, CASE_OK, 0.1 * (1 << k), 12);
        handmade_run(&made, (uint64_t)k, 1, CASE_OK, k == 1 ? 0.2 : 0.3, 12);
    }
    assert_int_equal(results_write(scratch_path("axis.h5"), &made), OK);
    results_free(&made);
    char *page = page_ok(1, (const char *const[]){"axis.h5"}, PAGE_MD);
    assert_non_null(strstr(page, "- Fastest along n: jacobi/msr/f64/seq up to 10, "
                                 "power/msr/f64/seq from 40.\n"));
    assert_non_null(strstr(page,
                           "- Largest gap: on chain:n=10, jacobi/msr/f64/seq is 3 times as fast as "
                           "power/msr/f64/seq (100 ms against 300 ms).\n"));
    free(page);
}

/* A crossover search measured 0.4 first, and other sizes between; the third variant waited. */
static void noise_is_no_gap_and_points_are_sorted(void **state)
{
    static const double densities[] = {0.4, 0.0225, 0.0225, 0.1, 0.4};
    struct results made;
    handmade_begin(&made, "search");
    handmade_variant(&made, "jacobi", "msr", "seq");
    handmade_variant(&made, "power", "msr", "seq");
    handmade_variant(&made, "jor", "msr", "omp");
    for (uint64_t k = 0; k < 5; k++) {
        int n = k == 2 || k == 4 ? 200 : 100;
        handmade_problem(&made, human_text("%g,n=%d", densities[k], n).text, 10, 20);
        made.problems[k].source[0] = '\0';
        handmade_axis(&made, "density", densities[k], NULL);
        handmade_axis(&made, "n", n, NULL);
        handmade_run(&made, k, 0, CASE_OK, 0.1, 3);
        handmade_run(&made, k, 1, CASE_OK, 0.2, 3);
        handmade_run(&made, k, 2, CASE_OK, 0.9, 3)->waited = 0.4;
    }
    struct result_crossover *crossover = APPEND(made.crossovers, made.ncrossovers);
    const struct crossover search = {.id = (char[]){"c"},
                                     .axis = (char[]){"density"},
                                     .a = (char[]){"jacobi/msr/f64/seq"},
                                     .b = (char[]){"power/msr/f64/seq"},
                                     .study = (char[]){"c"},
                                     .over_value = NAN,
                                     .seed = NAN};
    assert_int_equal(crossover_begin(&search, crossover), OK);
    assert_int_equal(results_write(scratch_path("search.h5"), &made), OK);
    results_free(&made);
    char *page = page_ok(1, (const char *const[]){"search.h5"}, PAGE_MD);
    const char *at = strstr(page, "- Largest gap: on ");
    assert_non_null(at);
    assert_non_null(strstr(at, "jacobi/msr/f64/seq is 2 times as fast as power/msr/f64/seq (100 ms "
                               "against 200 ms); without 5 cases whose solves may have waited"));
    static const char *const rows[] = {"| 0.0225,n=100 |", "| 0.1,n=100 |", "| 0.4,n=100 |",
                                       "| 0.0225,n=200 |", "| 0.4,n=200 |"};
    at = strstr(page, "Fastest variant of each problem");
    for (size_t k = 0; k < 5; k++) {
        assert_non_null(at = strstr(at, rows[k]));
        assert_true(strcspn(at, "~") < strcspn(at, "\n"));
    }
    free(page);
}

/* Beside a case that failed, one that this machine cannot run. */
static void what_cannot_run_has_not_failed(void **state)
{
    struct results made;
    handmade_begin(&made, "gpu");
    handmade_variant(&made, "jacobi", "msr", "seq");
    handmade_variant(&made, "jacobi", "msr", "cuda");
    handmade_problem(&made, "plain", 20, 40);
    handmade_run(&made, 0, 0, CASE_OK, 0.25, 3);
    handmade_run(&made, 0, 1, CASE_NO_DEVICE, 0.25, 0);
    handmade_problem(&made, "other", 20, 40);
    handmade_run(&made, 1, 0, CASE_UNSUPPORTED, 0.25, 0);
    handmade_run(&made, 1, 1, CASE_UNSUPPORTED, 0.25, 0);
    struct fact *fact = APPEND(made.machine, made.nmachine);
    *fact = (struct fact){text_of("gpus"), text_of("no GPU")};
    assert_int_equal(results_write(scratch_path("gpu.h5"), &made), OK);
    results_free(&made);
    char *page = page_ok(2, (const char *const[]){"gpu.h5", "c.h5"}, PAGE_MD);
    assert_non_null(strstr(page, "- 3 of 6 cases were measured; 2 need a GPU that this machine "
                                 "does not have; 1 is not supported here; 1 of 3 cases is not "
                                 "ok.\n"));
    assert_non_null(strstr(page, "| gpu | 4 | 1 | 0 | 3 |"));
    assert_non_null(strstr(page, "**Cases that cannot run here**"));
    assert_non_null(strstr(page, "**Cases that are not ok**"));
    free(page);
}

static void figures_need_gnuplot(void **state)
{
    enum status status;
    char *saved = text_of(getenv("PATH"));
    setenv("PATH", "/nonexistent", 1);
    char *without = page_of(1, (const char *const[]){"c.h5"}, PAGE_HTML, &status);
    assert_int_equal(status, OK);
    free(without);
    without = page_of(1, (const char *const[]){"a.h5"}, PAGE_HTML, &status);
    assert_int_equal(status, OK);
    assert_non_null(strstr(without, "gnuplot is not installed"));
    assert_null(strstr(without, "<svg role="));
    free(without);
    setenv("PATH", saved, 1);
    free(saved);
}

static void survives_lack_of_memory(void **state)
{
    const char *path = scratch_path("c.h5");
    enum status status = ERROR_HOST_MEMORY;
    for (long k = 0; status != OK; k++) {
        struct report report;
        char *text;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        memory_fail_after(k);
        status = report_read(1, &path, NULL, &report);
        if (status == OK) status = report_print(&report, PAGE_HTML, "", out);
        memory_fail_after(-1);
        fclose(out);
        free(text);
        report_free(&report);
        assert_true(status == OK || status == ERROR_HOST_MEMORY);
        assert_true(k < 20000);
    }
}

/* Results of two cases, in six processes each. */
static void write_replayed(const char *file, double first, double second, double epsilon)
{
    struct results made;
    handmade_begin(&made, "a");
    made.settings.epsilon = epsilon;
    handmade_variant(&made, "jacobi", "msr", "seq");
    handmade_problem(&made, "first", 10, 20);
    handmade_problem(&made, "second", 20, 40);
    for (size_t k = 0; k < 12; k++)
        handmade_run(&made, k / 6, 0, CASE_OK, k < 6 ? first : second, 12);
    assert_int_equal(results_write(scratch_path(file), &made), OK);
    results_free(&made);
}

static char *replayed_page(const char *now, const char *stored)
{
    const char *path = scratch_path(now);
    struct report report = {0};
    char *text = NULL;
    size_t size;
    assert_int_equal(report_read(1, &path, NULL, &report), OK);
    assert_int_equal(report_add_stored(&report, 0, scratch_path(stored), NULL), OK);
    assert_int_equal(report.parts[0].ntroubles, 0);
    FILE *out = open_memstream(&text, &size);
    assert_int_equal(report_print(&report, PAGE_MD, "", out), OK);
    fclose(out);
    report_free(&report);
    return text;
}

/* Where there is a GPU, stored results are judged as a replay; the same file is none. */
static void stored_results_are_replayed(void **state)
{
    static const char *const files[] = {"then.h5", "then.h5", "other.h5"};
    static const char *const expected[] = {
        "and these: 2 cases: 1 reproduced, 1 not reproduced (margin 5 %)", NULL, "epsilon"};
    write_replayed("then.h5", 0.25, 0.5, 1e-6);
    write_replayed("now.h5", 0.252, 0.75, 1e-6);
    write_replayed("other.h5", 0.25, 0.5, 1e-3);
    for (size_t k = 0; k < 3; k++) {
        char *text = replayed_page(k == 1 ? "then.h5" : "now.h5", files[k]);
        if (expected[k] && !strstr(text, expected[k])) fail_msg("%s", text);
        assert_true(!strstr(text, "Stored results from") == (k == 1));
        assert_true(!strstr(text, "Stored numbers that are not reproduced here") == (k > 0));
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(escapes_text),
        cmocka_unit_test(commands_are_code),
        cmocka_unit_test(pictures_keep_their_ids),
        cmocka_unit_test(no_picture_is_nothing),
        cmocka_unit_test(one_page_of_many_figures),
        cmocka_unit_test(nothing_of_a_text_is_markup),
        cmocka_unit_test(empty_columns_are_dropped),
        cmocka_unit_test(rows_without_numbers_are_dropped),
        cmocka_unit_test(rows_have_names),
        cmocka_unit_test(long_names_may_be_broken),
        cmocka_unit_test(the_same_files_give_the_same_page),
        cmocka_unit_test(has_all_that_is_known),
        cmocka_unit_test(tells_where_another_variant_becomes_the_fastest),
        cmocka_unit_test(noise_is_no_gap_and_points_are_sorted),
        cmocka_unit_test(what_cannot_run_has_not_failed),
        cmocka_unit_test(figures_need_gnuplot),
        cmocka_unit_test(stored_results_are_replayed),
        cmocka_unit_test(survives_lack_of_memory),
    };
    return cmocka_run_group_tests(tests, make, scratch_remove);
}
