#include "harness/script/script_state.h"

#include <ctype.h>
#include <errno.h>
#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/output/units.h"
#include "base/text.h"
#include "harness/script/script_settings.h"
#include "problems/questions/question.h"
#include "problems/row_order.h"
#include "store/fields.h"
#include "store/results.h"

/* The Lua part of this module, one text for each file harness/script/NAME.lua. prelude.lua
 * describes how they fit together. */
extern const char text_prelude_lua[], text_check_lua[], text_options_lua[], text_problems_lua[],
    text_csv_lua[];

static const struct {
    const char *name, *text;
} parts[] = {{"check", text_check_lua},
             {"options", text_options_lua},
             {"problems", text_problems_lua},
             {"csv", text_csv_lua}};

enum { STEPS_AT_A_TIME = 10000 }; /* instructions between two checks */

#define ENOUGH_SECONDS 10.0                   /* of CPU time, for a call */
#define ENOUGH_MEMORY ((size_t)500 * 1000000) /* B for Lua */

static double most_seconds = ENOUGH_SECONDS;
static size_t most_memory = ENOUGH_MEMORY;

void script_limit(double seconds, size_t memory)
{
    most_seconds = seconds > 0 ? seconds : ENOUGH_SECONDS;
    most_memory = memory ? memory : ENOUGH_MEMORY;
}

static const char own_globals[] = "warpmark.globals"; /* key in the registry */

/* Returns the state. Every Lua state and coroutine has its address in its extra space. */
static struct script_state *script_state_of(lua_State *L)
{
    struct script_state *state;
    memcpy(&state, lua_getextraspace(L), sizeof state);
    return state;
}

static void *lua_memory(void *given, void *block, size_t old_size, size_t size)
{
    struct script_state *state = given;
    size_t before = block ? old_size : 0, after = state->memory - before + size;
    if (size > before && after > most_memory) {
        state->over_memory = true;
        return NULL;
    }
    if (size == 0) {
        free(block);
        block = NULL;
    } else if (reallocate(&block, size, 1, "an experiment script") != OK) {
        return NULL;
    }
    state->memory = after;
    return block;
}

/* CPU time of this process. */
static double cpu_seconds(void)
{
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
}

/* Raises an error once a call has taken all its time, and from then on at every instruction, so
 * that no pcall of the script can go on. */
static void check_seconds(lua_State *L, const struct script_state *state)
{
    if (cpu_seconds() - state->started < most_seconds) return;
    lua_sethook(L, lua_gethook(L), lua_gethookmask(L), 1);
    lua_pushfstring(L, "the script ran for more than %f s of CPU time: does a loop not end?",
                    (LUAI_UACNUMBER)most_seconds);
    lua_error(L);
}

/* Notes the place of a frame that runs a line of a script or a module. Returns false for other
 * frames. This runs for each line of a script, so the place is made a text only when it is
 * needed. */
static bool note_frame(const lua_Debug *frame, struct script_state *state)
{
    if (*frame->source != '@' || frame->currentline < 1)
        return false; /* this module's own Lua, C, or load() */
    memcpy(state->file, frame->short_src, sizeof state->file);
    state->line = frame->currentline;
    return true;
}

/* Hook for lines, returns and counts, which notes the current place. Walking the stack after an
 * error would not do: `return wm.experiment{...}` is a tail call, which leaves no frame. When a
 * function returns into a line, Lua does not report that line again, so returns are noted, too. */
static void note_line(lua_State *L, lua_Debug *where)
{
    struct script_state *state = script_state_of(L);
    if (where->event == LUA_HOOKCOUNT) {
        check_seconds(L, state);
    } else if (where->event == LUA_HOOKLINE) {
        lua_getinfo(L, "S", where); /* Lua has set the line */
        note_frame(where, state);
    } else if (where->event == LUA_HOOKRET) {
        lua_Debug caller;
        lua_getinfo(L, "S", where);
        if (*where->source != '@') return;
        for (int level = 1; lua_getstack(L, level, &caller); level++) {
            lua_getinfo(L, "Sl", &caller);
            if (note_frame(&caller, state)) return;
        }
    }
}

static void push_position(lua_State *L)
{
    const struct script_state *state = script_state_of(L);
    if (state->line) lua_pushfstring(L, "%s:%d: ", state->file, state->line);
    else lua_pushfstring(L, "%s: ", state->request.path);
}

/* Returns whether the message tells its place: the position given, or any as in "file:12: ..." */
static bool has_position(const char *message, const char *position)
{
    if (!strncmp(message, position, strlen(position))) return true;
    for (const char *colon = strchr(message, ':'); colon; colon = strchr(colon + 1, ':')) {
        size_t digits = strspn(colon + 1, "0123456789");
        if (digits && colon[1 + digits] == ':') return true;
    }
    return false;
}

/* Advice for errors whose Lua text only helps those who know Lua; "" for any other error. */
static const char *advice(const char *message)
{
    static const char *const known[][2] = {
        {"(field 'getn')", ": write #list"},
        {"(field 'pow')", ": write x ^ y"},
        {"(global 'unpack')", ": write table.unpack"},
        {"(global 'loadstring')", ": write load"},
        {"(global 'wm')", ": begin the script with local wm = require \"warpmark\""},
        {"(for iterator 'for iterator')", ": write for _, value in ipairs(list) do"},
        {"(field 'execute')", ": a script starts no programs"},
        {"(field 'popen')", ": a script starts no programs"},
        {"(field 'exit')", ": a script ends by return"},
        {"'}' expected near", ": is a comma missing in front of it?"},
        {"near '!'", ": not equal is written ~="},
        {"syntax error near '+'", ": write x = x + 1"},
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strstr(message, known[k][0])) return known[k][1];
    return "";
}

/* Message handler: makes any error one line that begins with a place. */
static int one_line(lua_State *L)
{
    if (!lua_isstring(L, 1)) {
        lua_pushfstring(L, "the script raised a %s as an error", luaL_typename(L, 1));
        lua_replace(L, 1);
    }
    push_position(L);
    const char *message = lua_tostring(L, 1), *position = lua_tostring(L, 2);
    luaL_Buffer line;
    luaL_buffinit(L, &line);
    if (!has_position(message, position)) luaL_addstring(&line, position);
    const char *what_to_do = advice(message);
    for (; *message; message++) {
        if (!isspace((unsigned char)*message)) luaL_addchar(&line, *message);
        else if (!isspace((unsigned char)message[1])) luaL_addchar(&line, ' ');
    }
    luaL_addstring(&line, what_to_do);
    luaL_pushresult(&line);
    return 1;
}

static int host_where(lua_State *L)
{
    push_position(L);
    return 1;
}

static int host_seconds(lua_State *L)
{
    double seconds;
    if (parse_seconds(luaL_checkstring(L, 1), &seconds)) lua_pushnumber(L, seconds);
    else lua_pushnil(L);
    return 1;
}

static int host_bytes(lua_State *L)
{
    uint64_t bytes;
    if (parse_bytes(luaL_checkstring(L, 1), &bytes) && bytes <= INT64_MAX)
        lua_pushinteger(L, (lua_Integer)bytes);
    else lua_pushnil(L);
    return 1;
}

int script_suggest(lua_State *L)
{
    char buffer[512];
    const char *word = luaL_checkstring(L, 1);
    luaL_checktype(L, 2, LUA_TTABLE);
    size_t given = lua_rawlen(L, 2), count = 0;
    const char **names = lua_newuserdatauv(L, (given + 1) * sizeof *names, 0);
    for (size_t i = 0; i < given; i++) {
        if (lua_rawgeti(L, 2, (lua_Integer)i + 1) == LUA_TSTRING)
            names[count++] = lua_tostring(L, -1);
        lua_pop(L, 1); /* the list owns the name from here on */
    }
    names[count] = NULL;
    lua_pushstring(L, count ? suggest_name(word, names, buffer, sizeof buffer) : "");
    return 1;
}

void script_set_texts(lua_State *L, const char *key, size_t count, const char *const *texts)
{
    lua_newtable(L);
    for (size_t i = 0; i < count; i++) {
        lua_pushstring(L, texts[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_setfield(L, -2, key);
}

/* Returns the text of the bundle called name, or NULL. */
static const char *find_bundled(const struct script_state *state, const char *name)
{
    for (size_t i = 0; i < state->nbundle; i++)
        if (!strcmp(state->bundle[i].name, name)) return state->bundle[i].text;
    return NULL;
}

/* Appends the text of the file at path to the bundle. */
static enum status bundle_file(struct script_state *state, const char *name, const char *path)
{
    enum status status = OK;
    struct bundled new = {0};
    TRY(copy_text(name, &new.name));
    TRY(script_read(path, "a text", LARGEST_BUNDLED, &new.text));
    TRY(reallocate(&state->bundle, state->nbundle + 1, sizeof *state->bundle,
                   "the texts of a script"));
    state->bundle[state->nbundle++] = new;
    return OK;
out:
    free(new.name);
    free(new.text);
    return status;
}

/* Pushes the path of name, relative to the script's folder. */
static const char *push_path(lua_State *L, const char *name)
{
    const char *script = script_state_of(L)->request.path, *slash = strrchr(script, '/');
    if (*name == '/' || !slash) return lua_pushstring(L, name);
    lua_pushlstring(L, script, (size_t)(slash + 1 - script));
    lua_pushstring(L, name);
    lua_concat(L, 2);
    return lua_tostring(L, -1);
}

/* Pushes two values for Lua: nil, and why a text cannot be read. */
static int no_text(lua_State *L, const char *format, const char *what)
{
    lua_pushnil(L);
    lua_pushfstring(L, format, what);
    return 2;
}

/* read(NAME) for Lua: returns the text and the path of a file, relative to the script's folder; or
 * nil and the reason. */
static int host_read(lua_State *L)
{
    struct script_state *state = script_state_of(L);
    enum status status = OK;
    const char *name = luaL_checkstring(L, 1), *path = push_path(L, name);
    if (!find_bundled(state, name)) status = bundle_file(state, name, path);
    state->no_memory = status == ERROR_HOST_MEMORY;
    if (status != OK) return no_text(L, "%s", fail_message());
    lua_pushstring(L, find_bundled(state, name));
    lua_pushstring(L, path);
    return 2;
}

/* inside(SOURCE) for Lua: returns the sources of the questions inside its question, one a line; ""
 * for a source that cannot be read, which the plan will say. */
static int host_inside(lua_State *L)
{
    struct script_state *state = script_state_of(L);
    free(state->inside);
    state->inside = NULL;
    state->no_memory =
        questions_inside(luaL_checkstring(L, 1), &state->inside) == ERROR_HOST_MEMORY;
    if (state->no_memory) lua_error(L);
    lua_pushstring(L, state->inside ? state->inside : "");
    return 1;
}

/* Compiles a text and pushes it as a function. Raises Lua's error if it does not compile. */
static void push_chunk(lua_State *L, const char *name, const char *text)
{
    if (luaL_loadbufferx(L, text, strlen(text), name, "t") != LUA_OK) lua_error(L);
}

void script_push_part(lua_State *L, const char *text)
{
    push_chunk(L, "=warpmark", text);
    lua_getfield(L, LUA_REGISTRYINDEX, own_globals);
    lua_setupvalue(L, -2, 1);
}

/* Pushes a copy of the table on top of the stack. */
static void push_copy(lua_State *L)
{
    lua_newtable(L);
    for (lua_pushnil(L); lua_next(L, -3);) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, -4);
    }
}

/* Binds the methods of texts to the library copy on top of the stack, so that the script cannot
 * change them. */
static void lock_text_methods(lua_State *L)
{
    lua_pushliteral(L, "");
    lua_getmetatable(L, -1);
    lua_getfield(L, -3, "string");
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, false);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 2);
}

/* Opens the libraries. A script gets the tables that Lua makes; our parts get a copy, made before
 * any script runs. So changes by a script only affect the script. */
static void open_libraries(lua_State *L)
{
    luaL_openlibs(L);
    lua_pushglobaltable(L);
    push_copy(L);
    for (lua_pushnil(L); lua_next(L, -3); lua_pop(L, 1)) {
        if (!lua_istable(L, -1)) continue;
        push_copy(L);
        lua_setfield(L, -4, lua_tostring(L, -3)); /* names of globals are texts */
    }
    lock_text_methods(L);
    lua_setfield(L, LUA_REGISTRYINDEX, own_globals);
    lua_pop(L, 1);
}

static void set_parts(lua_State *L)
{
    lua_newtable(L);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        script_push_part(L, parts[i].text);
        lua_setfield(L, -2, parts[i].name);
    }
    lua_setfield(L, -2, "parts");
}

/* Sets every option of the run, as if it were on the command line. */
static void set_script_overrides(lua_State *L, const char *lines)
{
    lua_newtable(L);
    for (size_t length; lines && *lines; lines += length + (lines[length] != '\0')) {
        length = strcspn(lines, "\n");
        lua_pushlstring(L, lines, length);
        lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
    }
    lua_setfield(L, -2, "overrides");
}

/* Pushes the table `host` that prelude.lua describes. */
static void push_host(lua_State *L, const struct script_request *request)
{
    static const luaL_Reg functions[] = {
        {"where", host_where}, {"suggest", script_suggest}, {"seconds", host_seconds},
        {"bytes", host_bytes}, {"read", host_read},         {"inside", host_inside},
        {NULL, NULL}};
    size_t nfields = 0;
    while (field_names[nfields]) nfields++;
    luaL_newlib(L, functions);
    lua_pushglobaltable(L);
    lua_setfield(L, -2, "globals");
    lua_pushboolean(L, request->quick);
    lua_setfield(L, -2, "quick");
    lua_pushboolean(L, request->options != NULL);
    lua_setfield(L, -2, "judging");
    const char *slash = strrchr(request->path, '/');
    lua_pushlstring(L, request->path, slash ? (size_t)(slash + 1 - request->path) : 0);
    lua_setfield(L, -2, "folder");
    if (request->options) set_script_overrides(L, request->options);
    else script_set_texts(L, "overrides", request->noverrides, request->overrides);
    script_set_texts(L, "statuses", NCASE_STATUSES, case_status_names);
    script_set_texts(L, "fields", nfields, field_names);
    script_set_texts(L, "orders", NORDERS, row_order_names);
    settings_push(L, &default_settings);
    lua_pushstring(L, "none");
    lua_setfield(L, -2, "skip_dominated");
    lua_setfield(L, -2, "settings");
    set_parts(L);
}

/* Skips a "#!" line and the mark of UTF-8, which are no Lua. The line feed stays, so that lines
 * count from 1 */
static const char *skip_first_line_mark(const char *text)
{
    if (!strncmp(text, "\xef\xbb\xbf", 3)) text += 3;
    return *text == '#' ? text + strcspn(text, "\n") : text;
}

void script_run(struct script_state *state)
{
    lua_State *L = state->L;
    open_libraries(L);
    script_push_part(L, text_prelude_lua);
    push_host(L, &state->request);
    lua_call(L, 1, 2); /* finish, check */
    lua_insert(L, -2);
    lua_pushfstring(L, "@%s", state->request.path);
    push_chunk(L, lua_tostring(L, -1), skip_first_line_mark(state->script));
    lua_remove(L, -2);
    lua_call(L, 0, 1);
    lua_call(L, 1, 1);
    lua_insert(L, -2);
}

enum status script_open(struct script_state *state)
{
    state->L = lua_newstate(lua_memory, state);
    if (!state->L)
        return fail(ERROR_HOST_MEMORY, "not enough memory to run %s", state->request.path);
    memcpy(lua_getextraspace(state->L), &state, sizeof state);
    return OK;
}

/* Closes Lua. lua_close allocates memory and could leave a message of its own, so the message is
 * kept. */
enum status script_close(struct script_state *state, enum status status)
{
    char message[1024];
    snprintf(message, sizeof message, "%s", status == OK ? "" : fail_message());
    if (state->L) lua_close(state->L);
    state->L = NULL;
    free(state->inside);
    state->inside = NULL;
    return status == OK ? OK : fail(status, "%s", message);
}

enum status script_call(struct script_state *state, lua_CFunction call, void *argument)
{
    char message[1024] = "", line[16] = "";
    lua_State *L = state->L;
    int top = lua_gettop(L);
    state->over_memory = state->no_memory = false;
    state->started = cpu_seconds();
    state->line = 0;
    lua_pushcfunction(L, one_line);
    lua_pushcfunction(L, call);
    lua_pushlightuserdata(L, argument);
    lua_sethook(L, note_line, LUA_MASKLINE | LUA_MASKRET | LUA_MASKCOUNT, STEPS_AT_A_TIME);
    int outcome = lua_pcall(L, 1, 0, top + 1);
    lua_sethook(L, NULL, 0, 0);
    if (outcome != LUA_OK && lua_type(L, -1) == LUA_TSTRING)
        snprintf(message, sizeof message, "%s", lua_tostring(L, -1));
    lua_settop(L, top);
    if (outcome == LUA_OK) return OK;
    if (outcome != LUA_ERRMEM && !state->no_memory) return fail(ERROR_INPUT, "%s", message);
    if (state->over_memory) {
        if (state->line) snprintf(line, sizeof line, ":%d", state->line);
        return fail(ERROR_INPUT, "%s%s: the script takes more than %s of memory",
                    state->line ? state->file : state->request.path, line,
                    human_quantity(UNIT_BYTES, (double)most_memory).text);
    }
    return fail(ERROR_HOST_MEMORY, "not enough memory to run %s", state->request.path);
}

enum status script_read(const char *path, const char *what, size_t most, char **out)
{
    enum status status = OK;
    size_t size = 0, capacity = 0, got;
    FILE *file;
    status = file_open_stream(path, &file);
    if (status != OK) return status;
    do {
        if (capacity - size < 2) {
            capacity = 2 * capacity + 4096;
            TRY(reallocate(out, capacity, 1, "an experiment script"));
        }
        got = fread(*out + size, 1, capacity - size - 1, file);
        size += got;
    } while (got && size <= most);
    (*out)[size] = '\0';
    if (ferror(file)) status = fail(ERROR_IO, "cannot read %s: %s", path, strerror(errno));
    else if (size > most)
        status = fail(ERROR_INPUT, "%s is too large: %s has at most %zu bytes", path, what, most);
    else if (strlen(*out) < size) status = fail(ERROR_INPUT, "%s is not %s", path, what);
out:
    fclose(file);
    return status;
}
