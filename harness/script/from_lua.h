/* Texts, numbers and lists of a Lua table, as plain data. Each takes the table (from_lua_item: the
 * text) on top of the stack and leaves the stack as it was. Nothing is trusted, though check.lua
 * has seen the table before: what is not of the type that is asked for is ERROR_INPUT. No function
 * of the table's metatable is called. Errors otherwise: ERROR_HOST_MEMORY. */
#ifndef WARPMARK_HARNESS_SCRIPT_FROM_LUA_H
#define WARPMARK_HARNESS_SCRIPT_FROM_LUA_H

#include <lua.h>
#include <stdint.h>

#include "base/status.h"

/* Pushes the value at key. Returns its type. */
int from_lua_push(lua_State *L, const char *key);

/* *out (new): the text at key; left as it is where there is none. */
enum status from_lua_text(lua_State *L, const char *key, char **out);

/* The same where there must be one. */
enum status from_lua_name(lua_State *L, const char *key, char **out);

/* The finite number, or the whole number from least to most, at key. */
enum status from_lua_number(lua_State *L, const char *key, double *out);
enum status from_lua_whole(lua_State *L, const char *key, uint64_t least, uint64_t most,
                           uint64_t *out);

/* The list at key, or none, into a fresh zeroed array of *count items at *array: item by item
 * through copy. On failure the items that were copied stand in the array, and *count says how long
 * that is. */
enum status from_lua_list(lua_State *L, const char *key, size_t size,
                          enum status (*copy)(lua_State *, void *), void *array, size_t *count);

/* out: a char *, the text itself. For lists of texts. */
enum status from_lua_item(lua_State *L, void *out);

/* ERROR_INPUT: the value on top of the stack, that of key, is not what (such as "a text"). */
enum status from_lua_wrong(lua_State *L, const char *key, const char *what);

#endif
