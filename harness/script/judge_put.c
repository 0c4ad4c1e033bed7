#include "harness/script/judge_put.h"

#include <math.h>

#include "harness/script/from_lua.h"
#include "harness/script/judge.h"

static void put_field(lua_State *L, const char *key, struct encoder *out)
{
    put_text(out, from_lua_push(L, key) == LUA_TSTRING ? lua_tostring(L, -1) : NULL);
    lua_pop(L, 1);
}

static void put_number(lua_State *L, const char *key, struct encoder *out)
{
    put_real(out, from_lua_push(L, key) == LUA_TNUMBER ? lua_tonumber(L, -1) : NAN);
    lua_pop(L, 1);
}

static void put_list(lua_State *L, const char *key, judge_put_fn *put_item, struct encoder *out)
{
    size_t count = from_lua_push(L, key) == LUA_TTABLE ? lua_rawlen(L, -1) : 0;
    put_count(out, count);
    for (size_t k = 0; k < count && out->status == OK; k++) {
        lua_rawgeti(L, -1, (lua_Integer)k + 1);
        put_item(L, out);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static void put_verdict(lua_State *L, struct encoder *out)
{
    int type = from_lua_push(L, "verdict");
    put_count(out, type == LUA_TNIL       ? VERDICT_NOT_TESTED
                   : type != LUA_TBOOLEAN ? NVERDICTS
                   : lua_toboolean(L, -1) ? VERDICT_HOLDS
                                          : VERDICT_DOES_NOT_HOLD);
    lua_pop(L, 1);
}

static void put_claim(lua_State *L, struct encoder *out)
{
    put_verdict(L, out);
    put_field(L, "id", out);
    put_field(L, "text", out);
    put_field(L, "numbers", out);
    put_field(L, "magnitude", out);
}

void judge_put_claims(lua_State *L, struct encoder *out)
{
    put_list(L, "list", put_claim, out);
}

static void put_column(lua_State *L, struct encoder *out)
{
    put_field(L, "unit", out);
    put_field(L, "title", out);
    put_field(L, "group", out);
}

static void put_cell(lua_State *L, struct encoder *out)
{
    put_number(L, "value", out);
    put_field(L, "value", out);
    put_field(L, "mark", out);
}

static void put_item(lua_State *L, struct encoder *out)
{
    put_text(out, lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL);
}

void judge_put_table(lua_State *L, struct encoder *out)
{
    put_field(L, "title", out);
    put_list(L, "columns", put_column, out);
    put_list(L, "cells", put_cell, out);
    put_list(L, "notes", put_item, out);
}

static void put_point(lua_State *L, struct encoder *out)
{
    put_number(L, "x", out);
    put_field(L, "x", out);
    put_number(L, "y", out);
    put_number(L, "low", out);
    put_number(L, "high", out);
}

static void put_curve(lua_State *L, struct encoder *out)
{
    put_field(L, "title", out);
    put_list(L, "points", put_point, out);
}

static void put_panel(lua_State *L, struct encoder *out)
{
    put_field(L, "title", out);
    put_list(L, "curves", put_curve, out);
}

static void put_axis(lua_State *L, const char *key, struct encoder *out)
{
    from_lua_push(L, key);
    put_field(L, "unit", out);
    put_field(L, "title", out);
    lua_pop(L, 1);
}

void judge_put_figure(lua_State *L, struct encoder *out)
{
    put_field(L, "kind", out);
    put_field(L, "log", out);
    put_axis(L, "x", out);
    put_axis(L, "y", out);
    from_lua_push(L, "faceted");
    put_count(out, (uint64_t)lua_toboolean(L, -1));
    lua_pop(L, 1);
    put_list(L, "panels", put_panel, out);
}

static void put_sight(lua_State *L, struct encoder *out)
{
    put_field(L, "label", out);
    put_field(L, "source", out);
}

void judge_put_structure(lua_State *L, struct encoder *out)
{
    from_lua_push(L, "orders");
    for (int k = 0; k < NORDERS; k++) {
        from_lua_push(L, order_names[k]);
        put_count(out, (uint64_t)lua_toboolean(L, -1));
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    put_list(L, "problems", put_sight, out);
}
