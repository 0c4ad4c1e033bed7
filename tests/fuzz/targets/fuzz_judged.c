/* Feeds the reader of what a script made (store/judged.h), which comes from results files: the
 * first byte picks a table or a figure, the rest is its JSON text. What is read is shown as a
 * table. */
#include "analysis/tables/table.h"
#include "store/judged.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/made/handmade.h"

enum { LONGEST = 4000 };

static struct results results;

static void fuzz_begin(void)
{
    handmade_begin(&results, "made");
    handmade_table(&results, "t", "", "", "", NULL);
    handmade_figure(&results, "f", "built", "", NULL, "");
}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    char text[LONGEST + 1];
    struct grid grid = {0};
    if (size < 2) return;
    char *given = take_text(bytes + 1, size - 1, text, sizeof text);
    results.tables[0].built = results.figures[0].built = given;
    if (table_grid(&results, bytes[0] % 2 ? "t" : "f", &grid) != OK) require_clean_message();
    grid_free(&grid);
    results.tables[0].built = results.figures[0].built = NULL;
}
