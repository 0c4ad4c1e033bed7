#include "harness/from_lua.h"

#include <string.h>

#include "base/memory.h"

enum status from_lua_text(lua_State *L, const char *key, char **out)
{
    enum status status = OK;
    if (lua_getfield(L, -1, key) != LUA_TNIL) status = copy_text(lua_tostring(L, -1), out);
    lua_pop(L, 1);
    return status;
}

enum status from_lua_list(lua_State *L, const char *key, size_t size, enum status (*copy)(lua_State *, void *),
                          void *array, size_t *count)
{
    char *item;
    size_t length = lua_getfield(L, -1, key) == LUA_TTABLE ? lua_rawlen(L, -1) : 0;
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

enum status from_lua_item(lua_State *L, void *out)
{
    return copy_text(lua_tostring(L, -1), out);
}
