#include "harness/script/from_lua.h"

#include <inttypes.h>
#include <lauxlib.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/memory.h"

int from_lua_push(lua_State *L, const char *key)
{
    if (!lua_istable(L, -1)) {
        lua_pushnil(L);
        return LUA_TNIL;
    }
    lua_pushstring(L, key);
    return lua_rawget(L, -2);
}

enum status from_lua_wrong(lua_State *L, const char *key, const char *what)
{
    return fail(ERROR_INPUT, "'%s' is %s where %s is expected", key, luaL_typename(L, -1), what);
}

static enum status take_text(lua_State *L, const char *key, bool needed, char **out)
{
    enum status status = OK;
    int type = from_lua_push(L, key);
    if (type == LUA_TSTRING) status = copy_text(lua_tostring(L, -1), out);
    else if (type != LUA_TNIL || needed) status = from_lua_wrong(L, key, "a text");
    lua_pop(L, 1);
    return status;
}

enum status from_lua_text(lua_State *L, const char *key, char **out)
{
    return take_text(L, key, false, out);
}

enum status from_lua_name(lua_State *L, const char *key, char **out)
{
    return take_text(L, key, true, out);
}

enum status from_lua_number(lua_State *L, const char *key, double *out)
{
    enum status status = OK;
    double number = from_lua_push(L, key) == LUA_TNUMBER ? lua_tonumber(L, -1) : NAN;
    if (isfinite(number)) *out = number;
    else status = from_lua_wrong(L, key, "a number");
    lua_pop(L, 1);
    return status;
}

enum status from_lua_whole(lua_State *L, const char *key, uint64_t least, uint64_t most,
                           uint64_t *out)
{
    int whole = 0;
    enum status status = OK;
    lua_Integer number = from_lua_push(L, key) == LUA_TNUMBER ? lua_tointegerx(L, -1, &whole) : 0;
    if (!whole) status = from_lua_wrong(L, key, "a whole number");
    else if (number < 0 || (uint64_t)number < least || (uint64_t)number > most)
        status = fail(ERROR_INPUT, "'%s' is not from %" PRIu64 " to %" PRIu64, key, least, most);
    else *out = (uint64_t)number;
    lua_pop(L, 1);
    return status;
}

enum status from_lua_list(lua_State *L, const char *key, size_t size,
                          enum status (*copy)(lua_State *, void *), void *array, size_t *count)
{
    char *item;
    int type = from_lua_push(L, key);
    size_t length = type == LUA_TTABLE ? lua_rawlen(L, -1) : 0;
    enum status status = allocate_zeroed(length, size, "what a script gave", array);
    if (status == OK) *count = length;
    if (status == OK && type != LUA_TTABLE && type != LUA_TNIL)
        status = from_lua_wrong(L, key, "a list");
    memcpy(&item, array, sizeof item);
    for (size_t i = 0; i < length && status == OK; i++, item += size) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        status = copy(L, item);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return status;
}

enum status from_lua_item(lua_State *L, void *out)
{
    if (lua_type(L, -1) != LUA_TSTRING) return from_lua_wrong(L, "an item", "a text");
    return copy_text(lua_tostring(L, -1), out);
}
