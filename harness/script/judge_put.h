/* What a script's functions gave, from Lua to bytes. Each takes the table on top of the stack and
 * leaves the stack as it was. Nothing is refused here: what is not of the right type is written as
 * missing, and judge_read.h refuses it. */
#ifndef WARPMARK_HARNESS_SCRIPT_JUDGE_PUT_H
#define WARPMARK_HARNESS_SCRIPT_JUDGE_PUT_H

#include <lua.h>

#include "harness/journal/journal_encoding.h"

typedef void judge_put_fn(lua_State *L, struct encoder *out);

judge_put_fn judge_put_claims, judge_put_table, judge_put_figure, judge_put_structure;

#endif
