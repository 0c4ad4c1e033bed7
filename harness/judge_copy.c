#include "harness/judge_copy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* NULL where there is none. */
static enum status copy_field(lua_State *L, const char *key, char **out)
{
    enum status status = OK;
    if (lua_getfield(L, -1, key) != LUA_TNIL) status = copy_text(lua_tostring(L, -1), out);
    lua_pop(L, 1);
    return status;
}

/* The list at key into a fresh array at *array, item by item. */
static enum status copy_items(lua_State *L, const char *key, size_t size, enum status (*copy)(lua_State *, void *),
                              void *array, size_t *count)
{
    char *item;
    lua_getfield(L, -1, key);
    size_t length = lua_rawlen(L, -1);
    enum status status = allocate_zeroed(length, size, "what a script gave", array);
    if (status == OK) *count = length;
    memcpy(&item, array, sizeof item);
    for (size_t i = 0; i < length && status == OK; i++, item += size) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        status = copy(L, item);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return status;
}

static enum status copy_claim(lua_State *L, void *out)
{
    struct judged_claim *claim = out;
    enum status status = OK;
    lua_getfield(L, -1, "verdict");
    claim->verdict = lua_isnil(L, -1)       ? VERDICT_NOT_TESTED
                     : lua_toboolean(L, -1) ? VERDICT_HOLDS
                                            : VERDICT_DOES_NOT_HOLD;
    lua_pop(L, 1);
    TRY(copy_field(L, "id", &claim->id));
    TRY(copy_field(L, "text", &claim->text));
    TRY(copy_field(L, "numbers", &claim->numbers));
out:
    return status;
}

enum status judge_copy_claims(lua_State *L, void *out)
{
    struct judged_claims *claims = out;
    return copy_items(L, "list", sizeof *claims->claim, copy_claim, &claims->claim, &claims->count);
}

static enum judged_unit unit_of(lua_State *L)
{
    lua_getfield(L, -1, "unit");
    enum judged_unit unit = judged_unit_called(lua_tostring(L, -1));
    lua_pop(L, 1);
    return unit;
}

static enum status copy_column(lua_State *L, void *out)
{
    struct judged_column *column = out;
    enum status status = OK;
    column->unit = unit_of(L);
    TRY(copy_field(L, "title", &column->title));
    TRY(copy_field(L, "group", &column->group));
out:
    return status;
}

static enum status copy_cell(lua_State *L, void *out)
{
    struct judged_cell *cell = out;
    enum status status = OK;
    lua_getfield(L, -1, "value");
    cell->number = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : NAN;
    bool is_text = lua_type(L, -1) == LUA_TSTRING;
    lua_pop(L, 1);
    if (is_text) TRY(copy_field(L, "value", &cell->text));
    TRY(copy_field(L, "mark", &cell->mark));
out:
    return status;
}

static enum status copy_line(lua_State *L, void *out)
{
    return copy_text(lua_tostring(L, -1), out);
}

enum status judge_copy_table(lua_State *L, void *out)
{
    struct judged_table *table = out;
    enum status status = OK;
    size_t ncells = 0;
    TRY(copy_field(L, "title", &table->title));
    TRY(copy_items(L, "columns", sizeof *table->columns, copy_column, &table->columns, &table->ncolumns));
    status = copy_items(L, "cells", sizeof *table->cells, copy_cell, &table->cells, &ncells);
    table->nrows = ncells / table->ncolumns;
    if (status != OK) goto out;
    TRY(copy_items(L, "notes", sizeof *table->notes, copy_line, &table->notes, &table->nnotes));
out:
    return status;
}

static double number_at(lua_State *L, const char *key)
{
    lua_getfield(L, -1, key);
    double number = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : NAN;
    lua_pop(L, 1);
    return number;
}

static enum status copy_point(lua_State *L, void *out)
{
    struct judged_point *point = out;
    *point =
        (struct judged_point){number_at(L, "x"), number_at(L, "y"), NULL, number_at(L, "low"), number_at(L, "high")};
    return isnan(point->x) ? copy_field(L, "x", &point->x_text) : OK;
}

static enum status copy_curve(lua_State *L, void *out)
{
    struct judged_curve *curve = out;
    enum status status = OK;
    TRY(copy_field(L, "title", &curve->title));
    TRY(copy_items(L, "points", sizeof *curve->points, copy_point, &curve->points, &curve->npoints));
out:
    return status;
}

static enum status copy_panel(lua_State *L, void *out)
{
    struct judged_panel *panel = out;
    enum status status = OK;
    TRY(copy_field(L, "title", &panel->title));
    TRY(copy_items(L, "curves", sizeof *panel->curves, copy_curve, &panel->curves, &panel->ncurves));
out:
    return status;
}

static enum status copy_axis(lua_State *L, const char *key, struct judged_axis *out)
{
    lua_getfield(L, -1, key);
    out->unit = unit_of(L);
    enum status status = copy_field(L, "title", &out->title);
    lua_pop(L, 1);
    return status;
}

enum status judge_copy_figure(lua_State *L, void *out)
{
    struct judged_figure *figure = out;
    enum status status = OK;
    TRY(copy_field(L, "kind", &figure->kind));
    TRY(copy_field(L, "log", &figure->log));
    TRY(copy_axis(L, "x", &figure->x));
    TRY(copy_axis(L, "y", &figure->y));
    TRY(copy_items(L, "panels", sizeof *figure->panels, copy_panel, &figure->panels, &figure->npanels));
    lua_getfield(L, -1, "faceted");
    figure->faceted = lua_toboolean(L, -1);
    lua_pop(L, 1);
out:
    return status;
}

static enum status copy_sight(lua_State *L, void *out)
{
    struct judged_sight *sight = out;
    enum status status = OK;
    TRY(copy_field(L, "label", &sight->label));
    TRY(copy_field(L, "source", &sight->source));
out:
    return status;
}

enum status judge_copy_structure(lua_State *L, void *out)
{
    struct judged_structure *structure = out;
    lua_getfield(L, -1, "orders");
    for (int k = 0; k < NORDERS; k++) {
        lua_getfield(L, -1, order_names[k]);
        structure->orders[k] = lua_toboolean(L, -1);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return copy_items(L, "problems", sizeof *structure->sight, copy_sight, &structure->sight, &structure->count);
}
