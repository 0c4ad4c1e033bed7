/* Texts and lists of a Lua table that was checked, as plain data. Each takes the table (from_lua_item: the text) on top
 * of the stack and leaves the stack as it was. Errors: ERROR_HOST_MEMORY. */
#ifndef WARPMARK_HARNESS_FROM_LUA_H
#define WARPMARK_HARNESS_FROM_LUA_H

#include <lua.h>

#include "base/status.h"

/* *out (new): the text at key; left as it is where there is none. */
enum status from_lua_text(lua_State *L, const char *key, char **out);

/* The list at key, or none, into a fresh zeroed array of *count items at *array: item by item through copy. On failure
 * the items that were copied stand in the array, and *count says how long that is. */
enum status from_lua_list(lua_State *L, const char *key, size_t size, enum status (*copy)(lua_State *, void *),
                          void *array, size_t *count);

/* out: a char *, the text itself. For lists of texts. */
enum status from_lua_item(lua_State *L, void *out);

#endif
