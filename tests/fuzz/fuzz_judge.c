/* Feeds judging (harness/judge.h): the first byte picks whether the rest is a script or chooses one of lua_grammar.h,
 * which results made by hand then hold. Whatever a script does, it ends soon, in a clean refusal or in plain data that
 * keeps the promises of judge.h, and nothing outside is read. */
#include <math.h>

#include "harness/judge.h"
#include "harness/table.h"
#include "tests/fuzz/lua_grammar.h"
#include "tests/handmade.h"

enum { LONGEST = 4000, INSTRUCTIONS = 20000 };

static struct results results;

static void fuzz_begin(void)
{
    judge_limit(INSTRUCTIONS);
    handmade_begin(&results, "made");
    size_t seq = handmade_variant(&results, "jacobi", "msr", "seq"), omp = handmade_variant(&results, "jacobi", "msr", "omp");
    size_t problem = handmade_problem(&results, "small", 1000, 5000);
    handmade_axis(&results, "paper_s", 20, NULL);
    handmade_run(&results, problem, seq, CASE_OK, 2, 15);
    handmade_run(&results, problem, omp, CASE_NO_DEVICE, 1, 0);
}

static void check_claims(void)
{
    struct judged_claims claims;
    if (judge_claims(&results, &claims) != OK) require_clean_message();
    for (size_t k = 0; k < claims.count; k++) {
        const struct judged_claim *claim = &claims.claim[k];
        require(claim->id && claim->text && claim->numbers && (unsigned)claim->verdict < NVERDICTS);
        require(!strchr(claim->numbers, '\n'));
    }
    judged_claims_free(&claims);
}

static void check_table(void)
{
    struct judged_table table;
    if (judge_table(&results, "t", &table) != OK) require_clean_message();
    else require(table.title && table.ncolumns > 0);
    for (size_t k = 0; k < table.ncolumns; k++)
        require(table.columns[k].title && (unsigned)table.columns[k].unit < NJUDGED_UNITS);
    for (size_t k = 0; k < table.ncolumns * table.nrows; k++)
        require(!table.cells[k].text || !strchr(table.cells[k].text, '\n'));
    for (size_t k = 0; k < table.nnotes; k++) require(table.notes[k] != NULL);
    judged_table_free(&table);
}

static void check_curve(const struct judged_curve *curve)
{
    require(curve->title != NULL);
    for (size_t k = 0; k < curve->npoints; k++) {
        const struct judged_point *p = &curve->points[k];
        require(isfinite(p->y) && (p->x_text || isfinite(p->x)) && isnan(p->low) == isnan(p->high));
    }
}

static void check_figure(void)
{
    struct judged_figure figure;
    if (judge_figure(&results, "f", &figure) != OK) require_clean_message();
    else require(figure.kind && figure.log && figure.x.title && figure.y.title && figure.npanels > 0);
    for (size_t p = 0; p < figure.npanels; p++) {
        require(figure.panels[p].title != NULL);
        for (size_t c = 0; c < figure.panels[p].ncurves; c++) check_curve(&figure.panels[p].curves[c]);
    }
    judged_figure_free(&figure);
}

static void check_structure(void)
{
    struct judged_structure structure;
    if (judge_structure(&results, "s", &structure) != OK) require_clean_message();
    for (size_t k = 0; k < structure.count; k++) require(structure.sight[k].label && structure.sight[k].source);
    judged_structure_free(&structure);
}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    char raw[LONGEST + 1];
    struct choices in = {bytes + 2, bytes + size};
    if (size < 2) return;
    char *script = bytes[0] % 4 ? grammar_text(&lua_grammar, 'S', &in) : take_text(bytes + 2, size - 2, raw, sizeof raw);
    char *before = results.script;
    results.script = script;
    switch (bytes[1] % 4) {
    case 0: check_claims(); break;
    case 1: check_table(); break;
    case 2: check_figure(); break;
    default: check_structure();
    }
    results.script = before;
}
