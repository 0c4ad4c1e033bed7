/* What a script's functions gave, copied from Lua, for judge.c. Each takes the table on top of the stack, which
 * judge.lua has checked, and leaves the stack as it was. Errors: ERROR_HOST_MEMORY; what is in *out by then is to be
 * freed. */
#ifndef WARPMARK_HARNESS_JUDGE_COPY_H
#define WARPMARK_HARNESS_JUDGE_COPY_H

#include <lua.h>

#include "harness/judge.h"

enum status judge_copy_claims(lua_State *L, void *out);    /* a struct judged_claims */
enum status judge_copy_table(lua_State *L, void *out);     /* a struct judged_table */
enum status judge_copy_figure(lua_State *L, void *out);    /* a struct judged_figure */
enum status judge_copy_structure(lua_State *L, void *out); /* a struct judged_structure */

#endif
