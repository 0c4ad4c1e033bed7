/* Feeds the readers of JSON texts. Of what a script made (store/judged.h), which comes from results
 * files: the first byte picks a table or a figure, and what is read is shown as a table. From 128
 * on, of other programs' results (store/foreign): behind a form feed stands what lies beside the
 * file, and what is read becomes a results file. */
#include "analysis/tables/table.h"
#include "store/foreign/foreign.h"
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

static void read_foreign(const uint8_t *bytes, size_t size)
{
    static const char *const names[] = {"a.json", "benchmark.json"};
    static const struct gathered_origin origin = {.command = "", .changed = "unknown"};
    struct gathered gathered = {0};
    struct results made = {0};
    put_parts(bytes, size, 2, names);
    if (foreign_read(MEMORY_PATH("a.json"), &gathered) != OK) require_clean_message();
    else {
        require_ok(gather_finish(&gathered, &origin, &made));
        require(made.nruns > 0);
        require_ok(results_write(MEMORY_PATH("r.h5"), &made));
    }
    gather_free(&gathered);
    results_free(&made);
}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    char text[LONGEST + 1];
    struct grid grid = {0};
    if (size < 2) return;
    if (bytes[0] >= 128) {
        read_foreign(bytes + 1, size - 1);
        return;
    }
    char *given = take_text(bytes + 1, size - 1, text, sizeof text);
    results.tables[0].built = results.figures[0].built = given;
    if (table_grid(&results, bytes[0] % 2 ? "t" : "f", &grid) != OK) require_clean_message();
    grid_free(&grid);
    results.tables[0].built = results.figures[0].built = NULL;
}
