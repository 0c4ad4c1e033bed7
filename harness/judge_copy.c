#include "harness/judge_copy.h"

#include <math.h>

#include "harness/from_lua.h"

static enum status copy_claim(lua_State *L, void *out)
{
    struct judged_claim *claim = out;
    enum status status = OK;
    lua_getfield(L, -1, "verdict");
    claim->verdict = lua_isnil(L, -1)       ? VERDICT_NOT_TESTED
                     : lua_toboolean(L, -1) ? VERDICT_HOLDS
                                            : VERDICT_DOES_NOT_HOLD;
    lua_pop(L, 1);
    TRY(from_lua_text(L, "id", &claim->id));
    TRY(from_lua_text(L, "text", &claim->text));
    TRY(from_lua_text(L, "numbers", &claim->numbers));
out:
    return status;
}

enum status judge_copy_claims(lua_State *L, void *out)
{
    struct judged_claims *claims = out;
    return from_lua_list(L, "list", sizeof *claims->claim, copy_claim, &claims->claim, &claims->count);
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
    TRY(from_lua_text(L, "title", &column->title));
    TRY(from_lua_text(L, "group", &column->group));
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
    if (is_text) TRY(from_lua_text(L, "value", &cell->text));
    TRY(from_lua_text(L, "mark", &cell->mark));
out:
    return status;
}

enum status judge_copy_table(lua_State *L, void *out)
{
    struct judged_table *table = out;
    enum status status = OK;
    size_t ncells = 0;
    TRY(from_lua_text(L, "title", &table->title));
    TRY(from_lua_list(L, "columns", sizeof *table->columns, copy_column, &table->columns, &table->ncolumns));
    status = from_lua_list(L, "cells", sizeof *table->cells, copy_cell, &table->cells, &ncells);
    table->nrows = ncells / table->ncolumns;
    if (status != OK) goto out;
    TRY(from_lua_list(L, "notes", sizeof *table->notes, from_lua_item, &table->notes, &table->nnotes));
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
    return isnan(point->x) ? from_lua_text(L, "x", &point->x_text) : OK;
}

static enum status copy_curve(lua_State *L, void *out)
{
    struct judged_curve *curve = out;
    enum status status = OK;
    TRY(from_lua_text(L, "title", &curve->title));
    TRY(from_lua_list(L, "points", sizeof *curve->points, copy_point, &curve->points, &curve->npoints));
out:
    return status;
}

static enum status copy_panel(lua_State *L, void *out)
{
    struct judged_panel *panel = out;
    enum status status = OK;
    TRY(from_lua_text(L, "title", &panel->title));
    TRY(from_lua_list(L, "curves", sizeof *panel->curves, copy_curve, &panel->curves, &panel->ncurves));
out:
    return status;
}

static enum status copy_axis(lua_State *L, const char *key, struct judged_axis *out)
{
    lua_getfield(L, -1, key);
    out->unit = unit_of(L);
    enum status status = from_lua_text(L, "title", &out->title);
    lua_pop(L, 1);
    return status;
}

enum status judge_copy_figure(lua_State *L, void *out)
{
    struct judged_figure *figure = out;
    enum status status = OK;
    TRY(from_lua_text(L, "kind", &figure->kind));
    TRY(from_lua_text(L, "log", &figure->log));
    TRY(copy_axis(L, "x", &figure->x));
    TRY(copy_axis(L, "y", &figure->y));
    TRY(from_lua_list(L, "panels", sizeof *figure->panels, copy_panel, &figure->panels, &figure->npanels));
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
    TRY(from_lua_text(L, "label", &sight->label));
    TRY(from_lua_text(L, "source", &sight->source));
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
    return from_lua_list(L, "problems", sizeof *structure->sight, copy_sight, &structure->sight, &structure->count);
}
