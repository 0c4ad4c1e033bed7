#include "harness/script.h"

#include <ctype.h>
#include <errno.h>
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "harness/fields.h"
#include "harness/results.h"

/* The Lua half of this module, one text per file harness/NAME.lua. prelude.lua says how they fit together. */
extern const char harness_prelude_lua[], harness_check_lua[], harness_options_lua[], harness_problems_lua[];

static const struct {
    const char *name, *text;
} parts[] = {{"check", harness_check_lua}, {"options", harness_options_lua}, {"problems", harness_problems_lua}};

enum { LARGEST_SCRIPT = 1 << 24 };

/* What the C functions below share; every Lua state and coroutine holds its address in its extra space. */
struct job {
    const struct script_request *request;
    struct experiment *out;
    enum status status;             /* of the copy into out */
    char position[LUA_IDSIZE + 16]; /* "FILE:LINE: " of the script's line that runs; "" before the first */
};

static const char *const criterion_names[] = {[RELATIVE] = "relative", [ABSOLUTE] = "absolute", NULL};

/* The numbers of struct settings and the table of the script that each stands in. */
static const struct setting {
    const char *table, *key;
    bool whole;
    size_t at;
} setting_list[] = {
    {"solve", "epsilon", false, offsetof(struct settings, epsilon)},
    {"solve", "max_iterations", true, offsetof(struct settings, max_iterations)},
    {"measure", "warmup", true, offsetof(struct settings, warmup)},
    {"measure", "min_samples", true, offsetof(struct settings, min_samples)},
    {"measure", "max_samples", true, offsetof(struct settings, max_samples)},
    {"measure", "max_ci", false, offsetof(struct settings, max_ci)},
    {"measure", "max_time", false, offsetof(struct settings, max_time)},
    {"measure", "iterations", true, offsetof(struct settings, iterations)},
    {"measure", "timeout", false, offsetof(struct settings, timeout)},
    {"measure", "memory", true, offsetof(struct settings, memory)},
    {"measure", "interleave", true, offsetof(struct settings, interleave)},
    {"measure", "processes", true, offsetof(struct settings, processes)},
    {"measure", "seed", true, offsetof(struct settings, seed)},
    {"measure", "copy_samples", true, offsetof(struct settings, copy_samples)},
    {"measure", "throttle_retries", true, offsetof(struct settings, throttle_retries)},
};

/* The truth values among them. */
static const struct truth {
    const char *table, *key;
    size_t at;
} truth_list[] = {
    {"measure", "count_iterations", offsetof(struct settings, count_iterations)},
};

/* The enumerations among them; a name's index is its value. */
static const struct choice {
    const char *table, *key;
    const char *const *names; /* ends with NULL */
    size_t at;
} choice_list[] = {
    {"solve", "criterion", criterion_names, offsetof(struct settings, criterion)},
    {"measure", "cache", cache_mode_names, offsetof(struct settings, cache)},
    {"measure", "throttle", throttle_rule_names, offsetof(struct settings, throttle)},
};

enum {
    NSETTINGS = sizeof setting_list / sizeof *setting_list,
    NTRUTHS = sizeof truth_list / sizeof *truth_list,
    NCHOICES = sizeof choice_list / sizeof *choice_list
};

static struct job *job_of(lua_State *L)
{
    struct job *job;
    memcpy(&job, lua_getextraspace(L), sizeof job);
    return job;
}

static void *lua_memory(void *unused, void *block, size_t old_size, size_t size)
{
    (void)unused, (void)old_size;
    if (size == 0) {
        free(block);
        return NULL;
    }
    return reallocate(&block, size, 1, "an experiment script") == OK ? block : NULL;
}

/* Line hook. A stack walk would not do: `return wm.experiment{...}` is a tail call, which leaves no frame behind. */
static void note_line(lua_State *L, lua_Debug *where)
{
    struct job *job = job_of(L);
    lua_getinfo(L, "S", where);
    if (*where->source != '@') return; /* not from a file: this module's own Lua, or load() */
    snprintf(job->position, sizeof job->position, "%s:%d: ", where->short_src, where->currentline);
}

static void push_position(lua_State *L)
{
    const struct job *job = job_of(L);
    if (*job->position) lua_pushstring(L, job->position);
    else lua_pushfstring(L, "%s: ", job->request->path);
}

/* Whether the message tells its place: the position given, or any as in "file:12: ..." */
static bool has_position(const char *message, const char *position)
{
    if (!strncmp(message, position, strlen(position))) return true;
    for (const char *colon = strchr(message, ':'); colon; colon = strchr(colon + 1, ':')) {
        size_t digits = strspn(colon + 1, "0123456789");
        if (digits && colon[1 + digits] == ':') return true;
    }
    return false;
}

/* Message handler: any error as one line that begins with a place. */
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
    for (; *message; message++) {
        if (!isspace((unsigned char)*message)) luaL_addchar(&line, *message);
        else if (!isspace((unsigned char)message[1])) luaL_addchar(&line, ' ');
    }
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
    if (parse_bytes(luaL_checkstring(L, 1), &bytes) && bytes <= INT64_MAX) lua_pushinteger(L, (lua_Integer)bytes);
    else lua_pushnil(L);
    return 1;
}

static int host_suggest(lua_State *L)
{
    char buffer[512];
    const char *word = luaL_checkstring(L, 1);
    size_t given = lua_rawlen(L, 2), count = 0;
    const char **names = lua_newuserdatauv(L, (given + 1) * sizeof *names, 0);
    for (size_t i = 0; i < given; i++) {
        if (lua_rawgeti(L, 2, (lua_Integer)i + 1) == LUA_TSTRING) names[count++] = lua_tostring(L, -1);
        lua_pop(L, 1); /* the list keeps the name alive */
    }
    names[count] = NULL;
    lua_pushstring(L, count ? suggest_name(word, names, buffer, sizeof buffer) : "");
    return 1;
}

/* Sets key of the table on top of the stack to a list of count texts. */
static void set_texts(lua_State *L, const char *key, size_t count, const char *const *texts)
{
    lua_newtable(L);
    for (size_t i = 0; i < count; i++) {
        lua_pushstring(L, texts[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_setfield(L, -2, key);
}

static void set_settings(lua_State *L)
{
    lua_newtable(L);
    for (const struct setting *setting = setting_list; setting < setting_list + NSETTINGS; setting++) {
        const char *from = (const char *)&default_settings + setting->at;
        if (setting->whole) lua_pushinteger(L, (lua_Integer) * (const uint64_t *)from);
        else lua_pushnumber(L, *(const double *)from);
        lua_setfield(L, -2, setting->key);
    }
    for (const struct truth *truth = truth_list; truth < truth_list + NTRUTHS; truth++) {
        lua_pushboolean(L, *(const bool *)((const char *)&default_settings + truth->at));
        lua_setfield(L, -2, truth->key);
    }
    for (const struct choice *choice = choice_list; choice < choice_list + NCHOICES; choice++) {
        unsigned value;
        memcpy(&value, (const char *)&default_settings + choice->at, sizeof value);
        lua_pushstring(L, choice->names[value]);
        lua_setfield(L, -2, choice->key);
    }
    lua_pushstring(L, "none");
    lua_setfield(L, -2, "skip_dominated");
    lua_setfield(L, -2, "settings");
}

/* Raises Lua's error where the text does not compile. */
static void push_chunk(lua_State *L, const char *name, const char *text)
{
    if (luaL_loadbufferx(L, text, strlen(text), name, "t") != LUA_OK) lua_error(L);
}

static void set_parts(lua_State *L)
{
    lua_newtable(L);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        push_chunk(L, "=warpmark", parts[i].text);
        lua_setfield(L, -2, parts[i].name);
    }
    lua_setfield(L, -2, "parts");
}

/* The table that prelude.lua describes. */
static void push_host(lua_State *L, const struct script_request *request)
{
    static const luaL_Reg functions[] = {{"where", host_where},
                                         {"suggest", host_suggest},
                                         {"seconds", host_seconds},
                                         {"bytes", host_bytes},
                                         {NULL, NULL}};
    const char *slash = strrchr(request->path, '/');
    size_t nfields = 0;
    while (field_names[nfields]) nfields++;
    luaL_newlib(L, functions);
    lua_pushboolean(L, request->quick);
    lua_setfield(L, -2, "quick");
    lua_pushlstring(L, request->path, slash ? (size_t)(slash + 1 - request->path) : 0);
    lua_setfield(L, -2, "folder");
    set_texts(L, "overrides", request->noverrides, request->overrides);
    set_texts(L, "statuses", NCASE_STATUSES, case_status_names);
    set_texts(L, "fields", nfields, field_names);
    set_settings(L);
    set_parts(L);
}

/* Below, every copy_x takes the table or text on top of Lua's stack and leaves the stack as it was. The prelude has
 * checked all of it, so that only memory can run out. */

static enum status copy_key(lua_State *L, const char *key, char **out)
{
    enum status status = OK;
    if (lua_getfield(L, -1, key) != LUA_TNIL) status = copy_text(lua_tostring(L, -1), out);
    lua_pop(L, 1);
    return status;
}

/* The list at key, or none, into a fresh array at *array: item by item through copy. */
static enum status copy_list(lua_State *L, const char *key, size_t size, enum status (*copy)(lua_State *, void *),
                             void *array, size_t *count)
{
    char *item;
    size_t length = lua_getfield(L, -1, key) == LUA_TTABLE ? lua_rawlen(L, -1) : 0;
    enum status status = allocate_zeroed(length, size, "an experiment", array);
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

static enum status copy_item(lua_State *L, void *out)
{
    return copy_text(lua_tostring(L, -1), out);
}

static enum status copy_axis(lua_State *L, void *out)
{
    struct axis_value *axis = out;
    enum status status = OK;
    TRY(copy_key(L, "name", &axis->name));
    TRY(copy_key(L, "text", &axis->text));
    lua_getfield(L, -1, "number");
    axis->number = axis->text ? NAN : lua_tonumber(L, -1);
    lua_pop(L, 1);
out:
    return status;
}

static enum status copy_problem(lua_State *L, void *out)
{
    struct experiment_problem *problem = out;
    enum status status = OK;
    TRY(copy_key(L, "source", &problem->source));
    TRY(copy_key(L, "label", &problem->label));
    TRY(copy_list(L, "axes", sizeof *problem->axes, copy_axis, &problem->axes, &problem->naxes));
    TRY(copy_list(L, "variants", sizeof *problem->variants, copy_item, &problem->variants, &problem->nvariants));
out:
    return status;
}

static enum status copy_figure(lua_State *L, void *out)
{
    struct figure *figure = out;
    enum status status = OK;
    TRY(copy_key(L, "id", &figure->id));
    TRY(copy_key(L, "title", &figure->title));
    TRY(copy_key(L, "kind", &figure->kind));
    TRY(copy_key(L, "x", &figure->x));
    TRY(copy_key(L, "y", &figure->y));
    TRY(copy_key(L, "by", &figure->by));
    TRY(copy_key(L, "facet", &figure->facet));
    TRY(copy_key(L, "where", &figure->where));
    TRY(copy_key(L, "log", &figure->log));
out:
    return status;
}

static enum status copy_table(lua_State *L, void *out)
{
    struct table *table = out;
    enum status status = OK;
    TRY(copy_key(L, "id", &table->id));
    TRY(copy_key(L, "title", &table->title));
    TRY(copy_key(L, "rows", &table->rows));
    TRY(copy_key(L, "columns", &table->columns));
    TRY(copy_key(L, "value", &table->value));
    TRY(copy_key(L, "where", &table->where));
out:
    return status;
}

static double get_number(lua_State *L, const char *key)
{
    lua_getfield(L, -1, key);
    double number = lua_tonumber(L, -1);
    lua_pop(L, 1);
    return number;
}

static enum status copy_crossover(lua_State *L, void *out)
{
    struct crossover *crossover = out;
    enum status status = OK;
    TRY(copy_key(L, "id", &crossover->id));
    TRY(copy_key(L, "axis", &crossover->axis));
    TRY(copy_key(L, "a", &crossover->a));
    TRY(copy_key(L, "b", &crossover->b));
    TRY(copy_key(L, "source", &crossover->source));
    crossover->from = get_number(L, "from");
    crossover->to = get_number(L, "to");
    crossover->within = get_number(L, "within");
    crossover->points = (uint64_t)get_number(L, "points");
    lua_getfield(L, -1, "whole");
    crossover->whole = lua_toboolean(L, -1);
    lua_pop(L, 1);
out:
    return status;
}

static void copy_settings(lua_State *L, struct settings *out)
{
    for (const struct setting *setting = setting_list; setting < setting_list + NSETTINGS; setting++) {
        char *to = (char *)out + setting->at;
        lua_getfield(L, -1, setting->table);
        lua_getfield(L, -1, setting->key);
        if (setting->whole) *(uint64_t *)to = (uint64_t)lua_tointeger(L, -1);
        else *(double *)to = lua_tonumber(L, -1);
        lua_pop(L, 2);
    }
    for (const struct truth *truth = truth_list; truth < truth_list + NTRUTHS; truth++) {
        lua_getfield(L, -1, truth->table);
        lua_getfield(L, -1, truth->key);
        *(bool *)((char *)out + truth->at) = lua_toboolean(L, -1);
        lua_pop(L, 2);
    }
    for (const struct choice *choice = choice_list; choice < choice_list + NCHOICES; choice++) {
        unsigned value = 0;
        lua_getfield(L, -1, choice->table);
        lua_getfield(L, -1, choice->key);
        while (strcmp(lua_tostring(L, -1), choice->names[value])) value++; /* the prelude has checked it */
        memcpy((char *)out + choice->at, &value, sizeof value);
        lua_pop(L, 2);
    }
}

static enum status copy_dominance(lua_State *L, struct experiment *out)
{
    enum status status = OK;
    lua_getfield(L, -1, "measure");
    if (lua_getfield(L, -1, "skip_dominated") == LUA_TTABLE) {
        status = copy_key(L, "axis", &out->skip_axis);
        lua_getfield(L, -1, "budget");
        out->skip_budget = lua_tonumber(L, -1);
        lua_pop(L, 1);
    }
    lua_pop(L, 2);
    return status;
}

static enum status copy_experiment(lua_State *L, struct experiment *out)
{
    enum status status = OK;
    TRY(copy_key(L, "name", &out->name));
    TRY(copy_key(L, "title", &out->title));
    TRY(copy_key(L, "paper", &out->paper));
    TRY(copy_key(L, "options", &out->options));
    TRY(copy_list(L, "problems", sizeof *out->problems, copy_problem, &out->problems, &out->nproblems));
    TRY(copy_list(L, "variants", sizeof *out->variants, copy_item, &out->variants, &out->nvariants));
    TRY(copy_list(L, "figures", sizeof *out->figures, copy_figure, &out->figures, &out->nfigures));
    TRY(copy_list(L, "tables", sizeof *out->tables, copy_table, &out->tables, &out->ntables));
    TRY(copy_list(L, "crossovers", sizeof *out->crossovers, copy_crossover, &out->crossovers, &out->ncrossovers));
    TRY(copy_list(L, "expect", sizeof *out->expected, copy_item, &out->expected, &out->nexpected));
    TRY(copy_dominance(L, out));
    copy_settings(L, &out->settings);
out:
    return status;
}

/* A "#!" line and the mark of UTF-8 are no Lua; the line's end stays, so that lines count from 1. */
static const char *skip_first_line_mark(const char *text)
{
    if (!strncmp(text, "\xef\xbb\xbf", 3)) text += 3;
    return *text == '#' ? text + strcspn(text, "\n") : text;
}

/* Everything that Lua may interrupt by an error; called through lua_pcall with the job as its argument. */
static int run_script(lua_State *L)
{
    struct job *job = lua_touserdata(L, 1);
    luaL_openlibs(L);
    push_chunk(L, "=warpmark", harness_prelude_lua);
    push_host(L, job->request);
    lua_call(L, 1, 1);
    lua_pushfstring(L, "@%s", job->request->path);
    push_chunk(L, lua_tostring(L, -1), skip_first_line_mark(job->out->script));
    lua_remove(L, -2);
    lua_sethook(L, note_line, LUA_MASKLINE, 0);
    lua_call(L, 0, 1);
    lua_sethook(L, NULL, 0, 0);
    lua_call(L, 1, 1);
    job->status = copy_experiment(L, job->out);
    return 0;
}

static enum status run(struct job *job)
{
    char message[1024] = "";
    lua_State *L = lua_newstate(lua_memory, NULL);
    if (!L) return fail(ERROR_HOST_MEMORY, "not enough memory to run %s", job->request->path);
    memcpy(lua_getextraspace(L), &job, sizeof job);
    lua_pushcfunction(L, one_line);
    lua_pushcfunction(L, run_script);
    lua_pushlightuserdata(L, job);
    int outcome = lua_pcall(L, 1, 0, 1);
    if (lua_type(L, -1) == LUA_TSTRING) snprintf(message, sizeof message, "%s", lua_tostring(L, -1));
    lua_close(L); /* allocates, too, and so may leave a message of its own */
    if (outcome == LUA_OK) return job->status;
    if (outcome != LUA_ERRMEM) return fail(ERROR_INPUT, "%s", message);
    return fail(ERROR_HOST_MEMORY, "not enough memory to run %s", job->request->path);
}

static enum status read_script(const char *path, char **out)
{
    enum status status = OK;
    size_t size = 0, capacity = 0, got;
    FILE *file = fopen(path, "rb");
    if (!file) return fail(ERROR_IO, "cannot read %s: %s", path, strerror(errno));
    do {
        if (capacity - size < 2) {
            capacity = 2 * capacity + 4096;
            TRY(reallocate(out, capacity, 1, "an experiment script"));
        }
        got = fread(*out + size, 1, capacity - size - 1, file);
        size += got;
    } while (got && size <= LARGEST_SCRIPT);
    (*out)[size] = '\0';
    if (ferror(file)) status = fail(ERROR_IO, "cannot read %s: %s", path, strerror(errno));
    else if (size > LARGEST_SCRIPT || strlen(*out) < size) status = fail(ERROR_INPUT, "%s is not a Lua script", path);
out:
    fclose(file);
    return status;
}

enum status script_load(const struct script_request *request, struct experiment *out)
{
    enum status status = OK;
    struct job job = {.request = request, .out = out};
    memset(out, 0, sizeof *out);
    out->quick = request->quick;
    TRY(copy_text(request->path, &out->path));
    TRY(read_script(request->path, &out->script));
    TRY(run(&job));
out:
    if (status != OK) experiment_free(out);
    return status;
}
