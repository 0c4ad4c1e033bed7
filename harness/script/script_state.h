/* A Lua state that runs an experiment script: what the script sees of the world, and errors as one
 * line. Internal to script.c and judge_script.c.
 *
 * A script is run twice: to be measured, when it reads files, and what it read is kept; and to
 * judge its results, when it sees nothing but those texts. */
#pragma once

#include <lua.h>
#include <stdbool.h>
#include <stdint.h>

#include "harness/script/script.h"
#include "harness/store/experiment.h"

struct script_state {
    struct script_request request;
    const char *script;  /* its text */
    bool judging;        /* reads the bundle alone; no io, os, load */
    const char *options; /* while judging: those of the run, one "name=value" a line; the request's
                            count for nothing */
    uint64_t most_steps; /* of Lua's instructions that one call may take; 0: any number */
    double most_seconds; /* of CPU time that one call may take; 0: any number */
    size_t most_memory;  /* B that Lua may have at a time; 0: any */
    size_t nbundle;      /* what was read; the owner frees it */
    struct bundled *bundle;
    /* Private fields of this module */
    lua_State *L;
    size_t memory;
    bool no_memory;   /* for a text that was to be read */
    bool over_memory; /* Lua was refused more than most_memory */
    uint64_t steps;
    double started;        /* the call, in seconds of CPU time */
    char file[LUA_IDSIZE]; /* of the script's line that runs */
    int line;              /* 0 before the first */
};

enum { LARGEST_SCRIPT = 1 << 24, LARGEST_BUNDLED = 1 << 20 }; /* B */

/* Reads a text of at most most bytes into *out (new). Errors: ERROR_IO, ERROR_INPUT where it is
 * larger or no text; what is what it should be: "a Lua script". */
enum status script_read(const char *path, const char *what, size_t most, char **out);

/* Runs call(L) with argument, a light userdata, as its only argument. Errors: ERROR_INPUT with one
 * line, which begins with the place of the script that ran, ERROR_HOST_MEMORY. */
enum status script_call(struct script_state *state, lua_CFunction call, void *argument);

/* For within such calls: runs the script and pushes two values, the description as prelude.lua has
 * it and the module check.lua. */
void script_run(struct script_state *state);

/* Compiles a part of this module in Lua, a text, and pushes it as a function. Its globals are
 * copies that no script reaches: whatever a script does to its own, or to the methods of texts, our
 * parts call Lua's functions. */
void script_push_part(lua_State *L, const char *text);

/* Sets key of the table on top of the stack to a list of count texts. */
void script_set_texts(lua_State *L, const char *key, size_t count, const char *const *texts);

/* The Lua function suggest of prelude.lua. */
int script_suggest(lua_State *L);

/* Opens the state, whose request, script and limits are set. Errors: ERROR_HOST_MEMORY. */
enum status script_open(struct script_state *state);

/* Closes the state, opened or not, and returns status; its message stays. */
enum status script_close(struct script_state *state, enum status status);
