/* The numbers, truth values and choices of struct settings, as scripts know them. Internal to
 * script*.c and judge_script.c. */
#pragma once

#include "harness/script/shape.h"
#include "harness/store/experiment.h"

/* Pushes a table of all of them, by key. May raise Lua's error of memory. */
void settings_push(lua_State *L, const struct settings *settings);

/* Takes them out of the tables solve and measure of the table on top of the stack. Errors:
 * ERROR_INPUT where one is missing or out of its range. */
enum status settings_take(lua_State *L, struct settings *out);
