/* A Lua state that runs an experiment script. It limits what the script can see and use, and turns
 * errors into one line. Internal to script.c and judge.c.
 *
 * A script is run twice: first to be measured, when it reads files, which are kept; later to judge
 * its results, when it sees these texts again, even if the files have changed. */
#pragma once

#include <lua.h>
#include <stdbool.h>

#include "harness/script/script.h"
#include "store/experiment.h"

struct script_state {
    struct script_request request;
    const char *script; /* its text */
    size_t nbundle;     /* files that were read; the owner frees them */
    struct bundled *bundle;
    /* Private fields of this module */
    lua_State *L;
    size_t memory;
    char *inside;          /* the answer to the script's last question about a source */
    bool no_memory;        /* not enough for a text that was to be read */
    bool over_memory;      /* Lua asked for more than the limit */
    double started;        /* start of the call, in seconds of CPU time */
    char file[LUA_IDSIZE]; /* file of the script's current line */
    int line;              /* 0 before the first line */
};

enum { LARGEST_SCRIPT = 1 << 24, LARGEST_BUNDLED = 1 << 20 }; /* B */

/* Reads a text of at most `most` bytes into *out (new). what: name of its kind for messages: "a Lua
 * script". Errors: ERROR_IO, ERROR_INPUT if it is larger or no text. */
enum status script_read(const char *path, const char *what, size_t most, char **out);

/* Runs call(L) with argument, a light userdata, as its only argument. Errors: ERROR_INPUT with one
 * line, which begins with the script's current place, ERROR_HOST_MEMORY. */
enum status script_call(struct script_state *state, lua_CFunction call, void *argument);

/* For use within such calls: runs the script and pushes two values, the description in the form of
 * prelude.lua, and the module check.lua. */
void script_run(struct script_state *state);

/* Compiles a Lua part of this module, a text, and pushes it as a function. Its globals are copies
 * that no script can reach. So even if a script changes its own, or the methods of texts, our parts
 * call Lua's functions. */
void script_push_part(lua_State *L, const char *text);

/* Sets key of the table on top of the stack to a list of count texts. */
void script_set_texts(lua_State *L, const char *key, size_t count, const char *const *texts);

/* The Lua function suggest of prelude.lua. */
int script_suggest(lua_State *L);

/* Opens the state; its request, script and limits are set before. Errors: ERROR_HOST_MEMORY. */
enum status script_open(struct script_state *state);

/* Closes the state, opened or not, and returns status; its message stays. */
enum status script_close(struct script_state *state, enum status status);
