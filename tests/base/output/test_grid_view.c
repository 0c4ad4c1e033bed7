/* Tables as a reader wants them: columns, order, and a width. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/output/grid_view.h"
#include "base/text.h"
#include "tests/support/cmocka.h"

/* Neighbouring rows have equal cells, which share memory. */
static struct grid made(void)
{
    struct grid grid = {.keys = 1, .order = "name|time|note"};
    grid_title(&grid, "t", "");
    grid_columns(&grid, "name|>time|kind|>size|note");
    GRID_CELLS(&grid, "a", "2.00 ms [1, 3]", "x", "1,000", "first");
    GRID_CELLS(&grid, "a", "900 µs?", "x", "20", "");
    GRID_CELLS(&grid, "b", "-", "x", "20", "a longer note, which goes on/and on");
    GRID_CELLS(&grid, "b", "1.50 s", "y", "1,000", "");
    assert_int_equal(grid.status, OK);
    return grid;
}

static char *viewed(const struct grid_view *view, enum table_format format, enum status expected)
{
    char *text;
    size_t size;
    struct grid grid = made();
    FILE *out = open_memstream(&text, &size);
    assert_int_equal(grid_print_view(&grid, view, format, out), expected);
    fclose(out);
    grid_free(&grid);
    return text;
}

static void shows(const struct grid_view *view, const char *expected)
{
    char *text = viewed(view, TABLE_CSV, OK);
    assert_string_equal(text, expected);
    free(text);
}

static void columns_are_chosen_and_ordered(void **state)
{
    shows(&(struct grid_view){.columns = "kind,name"}, "kind,name\nx,a\nx,a\nx,b\ny,b\n");
    shows(&(struct grid_view){.columns = "size"}, "size\n\"1,000\"\n20\n20\n\"1,000\"\n");
    shows(NULL,
          "name,time,kind,size,note\na,\"2.00 ms [1, 3]\",x,\"1,000\",first\na,900 µs?,x,20,\n"
          "b,-,x,20,\"a longer note, which goes on/and on\"\nb,1.50 s,y,\"1,000\",\n");
}

/* By numbers with their units; those without come last, both ways; equal ones stay as they are. */
static void rows_are_sorted(void **state)
{
    shows(&(struct grid_view){"time,name", "time"},
          "time,name\n900 µs?,a\n\"2.00 ms [1, 3]\",a\n1.50 s,b\n-,b\n");
    shows(&(struct grid_view){"time", "-time"}, "time\n1.50 s\n\"2.00 ms [1, 3]\"\n900 µs?\n-\n");
    shows(&(struct grid_view){"size,time", "size"},
          "size,time\n20,900 µs?\n20,-\n\"1,000\",\"2.00 ms [1, 3]\"\n\"1,000\",1.50 s\n");
    shows(&(struct grid_view){"kind,size", "-kind"},
          "kind,size\ny,\"1,000\"\nx,\"1,000\"\nx,20\nx,20\n");
}

static void wrong_names_are_told(void **state)
{
    static const struct grid_view views[] = {{"name,tmie", NULL}, {NULL, "tmie"}, {"", NULL}};
    for (size_t k = 0; k < sizeof views / sizeof *views; k++) {
        free(viewed(&views[k], TABLE_TEXT, ERROR_INPUT));
        assert_non_null(strstr(fail_message(), k < 2 ? "did you mean 'time'?" : "no column ''"));
    }
    free(viewed(&(struct grid_view){"name,name", NULL}, TABLE_TEXT, ERROR_INPUT));
    assert_non_null(strstr(fail_message(), "'name' is named twice"));
}

static size_t longest_line(const char *text)
{
    size_t longest = 0, width = 0, length;
    while (*text) {
        if (*text == '\n') {
            width = 0;
            text++;
            continue;
        }
        shown_character(&text, &length);
        if (++width > longest) longest = width;
    }
    return longest;
}

/* The note is not part of the rows; it comes last. */
static char *fitted(bool drops, size_t width)
{
    char *text;
    size_t size;
    struct grid grid = made();
    FILE *out = open_memstream(&text, &size);
    assert_int_equal(grid_fit(&grid, drops, width), OK);
    assert_int_equal(grid_print(&grid, TABLE_TEXT, out), OK);
    fclose(out);
    grid_free(&grid);
    return text;
}

static void narrow_tables_lose_columns_then_break_texts(void **state)
{
    char *text = fitted(true, 63);
    assert_non_null(strstr(text, "\nnot shown, as the terminal is narrow: size (--wide)\n"));
    assert_non_null(strstr(text, "name            time  kind  note\n"));
    free(text);
    text = fitted(true, 50); /* four columns stay */
    assert_string_equal(text, "t\n\n"
                              "name            time  kind  note\n"
                              "----  --------------  ----  --------------------\n"
                              "a     2.00 ms [1, 3]  x     first\n"
                              "a            900 µs?  x\n"
                              "b                  -  x     a longer note, which\n"
                              "                            goes on/and on\n"
                              "b             1.50 s  y\n"
                              "\nnot shown, as the terminal is narrow: size (--wide)\n");
    assert_true(longest_line(text) <= 52);
    free(text);
    text = fitted(false, 200);
    assert_null(strstr(text, "not shown"));
    free(text);
}

/* At every width all text of the columns that stay is there, and lines are as short as can be. */
static void no_text_is_lost(void **state)
{
    for (size_t width = 1; width < 80; width++) {
        char *text = fitted(false, width), *end = strchr(text, '\0');
        const size_t least = 14 + 4 + 4 + 5 + 16 + 4 * 2; /* numbers are not broken */
        assert_true(longest_line(text) <= (width > least ? width : least));
        assert_true(end > text);
        for (const char *const *word =
                 (const char *const[]){"longer", "which", "goes", "on/", "first", "1.50 s", NULL};
             *word; word++)
            assert_non_null(strstr(text, *word));
        free(text);
    }
}

static void survives_lack_of_memory(void **state)
{
    enum status status = ERROR_HOST_MEMORY;
    for (long k = 0; status != OK; k++) {
        struct grid grid = made();
        memory_fail_after(k);
        status = grid_fit(&grid, true, 40);
        if (status == OK) {
            char *text;
            size_t size;
            FILE *out = open_memstream(&text, &size);
            status =
                grid_print_view(&grid, &(struct grid_view){"note,name", "-name"}, TABLE_TEXT, out);
            fclose(out);
            free(text);
        }
        memory_fail_after(-1);
        grid_free(&grid);
        assert_true(status == OK || status == ERROR_HOST_MEMORY);
        assert_true(k < 1000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_chosen_and_ordered),
        cmocka_unit_test(rows_are_sorted),
        cmocka_unit_test(wrong_names_are_told),
        cmocka_unit_test(narrow_tables_lose_columns_then_break_texts),
        cmocka_unit_test(no_text_is_lost),
        cmocka_unit_test(survives_lack_of_memory),
    };
    return cmocka_run_group_tests_name("views of tables", tests, NULL, NULL);
}
