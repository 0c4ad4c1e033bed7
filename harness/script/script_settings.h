/* Converts the numbers, truth values and choices of struct settings to Lua and back. Internal to
 * script*.c and judge.c. */
#pragma once

#include "harness/script/shape.h"
#include "store/experiment.h"

/* Pushes a table of all settings, by key. May raise Lua's error of memory. */
void settings_push(lua_State *L, const struct settings *settings);

/* Reads the settings from the tables solve and measure of the table on top of the stack. Errors:
 * ERROR_INPUT if one is missing or out of its range. */
enum status settings_take(lua_State *L, struct settings *out);
