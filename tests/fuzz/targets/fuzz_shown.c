/* Feeds everything that shows a results file: the input makes results with texts of a stranger, of
 * which the screen, all tables in all formats and a page are printed. Tables and pages are UTF-8
 * without control characters. */
#include "analysis/tables/table.h"
#include "plots/report/report.h"
#include "plots/report/show.h"
#include "tests/fuzz/made_up.h"

static void fuzz_begin(void) {}

static void check_table(const struct results *r, const char *name, enum table_format format)
{
    struct printed p;
    printed_open(&p);
    enum status status = table_print(r, name, format, p.out);
    require_harmless(printed_end(&p), format == TABLE_CSV ? "\r\t" : "");
    if (status == OK) require(p.size > 0);
    else require_clean_message();
    free(p.text);
}

static void check_page(const struct results *r, enum page_format format)
{
    struct report_part part = {
        .results = *r, .file = (char[]){"a.h5"}, .anchor = (char[]){"a"}, .sha256 = "0"};
    struct report report = {.nparts = 1, .parts = &part};
    struct printed p;
    printed_open(&p);
    require_ok(report_print(&report, format, "figures", p.out));
    require_harmless(printed_end(&p), "");
    free(p.text);
}

/* Text on standard output is checked only for presence here; fuzz_printed checks its characters. */
static void check_screen(const struct results *r)
{
    struct printed p;
    printed_open(&p);
    require_ok(show_results(r, p.out));
    require(*printed_end(&p));
    free(p.text);
    printed_open(&p);
    require_ok(show_results_json(r, p.out));
    require_harmless(printed_end(&p), "");
    free(p.text);
}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    struct fuzz_choices in = {bytes, bytes + size};
    struct results r;
    struct table_entry *table;
    unsigned what = choose(&in, 8);
    made_up_results(&in, &r);
    made_up_table(&in, &r);
    made_up_figure(&in, &r);
    if (what == 0) check_screen(&r);
    if (what == 1 || what == 2) check_page(&r, what == 1 ? PAGE_HTML : PAGE_MD);
    require_ok(table_entries(&r, &table));
    for (size_t k = 0; what > 2 && table[k].name; k++)
        check_table(&r, table[k].name, what % NTABLE_FORMATS);
    free(table);
    results_free(&r);
}
