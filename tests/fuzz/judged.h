/* Checks the promises of judge_read.h about results that it accepts. */
#pragma once

#include <math.h>

#include "harness/script/judge_read.h"
#include "harness/script/judge_script.h"
#include "tests/fuzz/fuzz.h"

static inline void check_claims(const struct judged_claims *claims)
{
    require(claims->count <= MOST_CLAIMS);
    for (size_t k = 0; k < claims->count; k++) {
        const struct judged_claim *claim = &claims->claim[k];
        require(claim->id && claim->text && claim->numbers && (unsigned)claim->verdict < NVERDICTS);
    }
}

static inline void check_table(const struct judged_table *table)
{
    require(table->title && table->ncolumns > 0 && table->nrows <= MOST_CELLS / table->ncolumns);
    for (size_t k = 0; k < table->ncolumns; k++)
        require(table->columns[k].title && (unsigned)table->columns[k].unit < NJUDGED_UNITS);
    for (size_t k = 0; k < table->ncolumns * table->nrows; k++) {
        const struct judged_cell *cell = &table->cells[k];
        require((!cell->text || strlen(cell->text) < SIZE_MAX) &&
                (!cell->mark || strlen(cell->mark) < SIZE_MAX));
    }
    for (size_t k = 0; k < table->nnotes; k++) require(table->notes[k] != NULL);
}

static inline void check_curve(const struct judged_curve *curve)
{
    require(curve->title != NULL);
    for (size_t k = 0; k < curve->npoints; k++) {
        const struct judged_point *p = &curve->points[k];
        require(isfinite(p->y) && (p->x_text || isfinite(p->x)) && isnan(p->low) == isnan(p->high));
    }
}

static inline void check_figure(const struct judged_figure *figure)
{
    static const char *const kinds[] = {"lines", "bars"};
    require(figure->kind && figure->log && figure->x.title && figure->y.title &&
            figure->npanels > 0);
    require(!strcmp(figure->kind, kinds[0]) || !strcmp(figure->kind, kinds[1]));
    require((unsigned)figure->x.unit < NJUDGED_UNITS && (unsigned)figure->y.unit < NJUDGED_UNITS);
    for (size_t p = 0; p < figure->npanels; p++) {
        require(figure->panels[p].title != NULL);
        for (size_t c = 0; c < figure->panels[p].ncurves; c++)
            check_curve(&figure->panels[p].curves[c]);
    }
}

static inline void check_structure(const struct judged_structure *structure)
{
    require(structure->count <= MOST_SIGHTS);
    for (size_t k = 0; k < structure->count; k++)
        require(structure->sight[k].label && structure->sight[k].source);
}

/* Reads an answer to that question, which ends in a clean refusal or in what is promised. */
static inline void check_answer(enum judge_question what, const unsigned char *bytes, size_t size)
{
    struct decoder in = {.at = bytes, .end = bytes + size};
    enum status status;
#define READ_AND_CHECK(question, type, noun)                                   \
    if (what == (question)) {                                                  \
        struct type out = {0};                                                 \
        if ((status = judge_read_##noun(&in, &out)) == OK) check_##noun(&out); \
        else require_clean_message();                                          \
        type##_free(&out);                                                     \
    }
    READ_AND_CHECK(ASK_CLAIMS, judged_claims, claims)
    READ_AND_CHECK(ASK_TABLE, judged_table, table)
    READ_AND_CHECK(ASK_FIGURE, judged_figure, figure)
    READ_AND_CHECK(ASK_STRUCTURE, judged_structure, structure)
#undef READ_AND_CHECK
}
