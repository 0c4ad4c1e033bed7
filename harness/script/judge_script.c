#include "harness/script/judge_script.h"

#include <lauxlib.h>
#include <lua.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/case_ratios.h"
#include "base/memory.h"
#include "base/output/glob.h"
#include "harness/script/judge.h"
#include "harness/script/judge_read.h"
#include "harness/script/script_settings.h"
#include "harness/script/script_state.h"

extern const char text_judge_lua[];

struct judging {
    struct script_state state;
    struct judged_cases cases;
    /* Fields of cases, and of problems: names, and the fields that they stand for */
    const char **fields, **about;
    struct field *case_fields, *problem_fields;
    size_t nfields, nabout;
    /* The current question */
    enum judge_question what;
    const char *id;
    struct encoder *out;
};

/* The function of judge.lua that answers each question. */
static const char *const questions[NJUDGE_QUESTIONS] = {[ASK_CLAIMS] = "claims",
                                                        [ASK_TABLE] = "table",
                                                        [ASK_FIGURE] = "figure",
                                                        [ASK_STRUCTURE] = "structure"};

/* Fields that depend only on the problem, beside the axes. */
static const char *const facts_of_problems[] = {
    "label",   "problem", "source",  "kind",           "n",         "states", "transitions", "nnz",
    "density", "row_min", "row_max", "diagonal_share", "t_generate"};

enum { NPROBLEM_FACTS = sizeof facts_of_problems / sizeof *facts_of_problems };

/* Values of cases */

static struct judging *judging_of(lua_State *L)
{
    return lua_touserdata(L, lua_upvalueindex(1));
}

static _Noreturn void raise_failure(lua_State *L)
{
    lua_pushstring(L, fail_message());
    lua_error(L);
    abort(); /* lua_error does not return */
}

/* Checks the number of a case or problem that Lua gives, from 1. */
static size_t checked_number(lua_State *L, int argument, size_t count)
{
    lua_Integer number = luaL_checkinteger(L, argument);
    luaL_argcheck(L, number >= 1 && (size_t)number <= count, argument, "no such case or problem");
    return (size_t)number - 1;
}

static size_t checked_case(lua_State *L, int argument)
{
    return checked_number(L, argument, judging_of(L)->cases.count);
}

/* Number of cases, or of problems. */
static size_t count_of(const struct judging *j, bool cases)
{
    return cases ? j->cases.count : j->cases.results->nproblems;
}

/* Returns whether a case is hidden: claims only use times of right answers. */
static bool is_hidden(const struct judging *j, size_t k)
{
    return j->what == ASK_CLAIMS && judged_unsure(&j->cases, k);
}

/* Returns the field with the number that Lua gives, from 1. */
static const struct field *checked_field(lua_State *L, int argument, bool cases)
{
    const struct judging *j = judging_of(L);
    const lua_Integer number = luaL_checkinteger(L, argument);
    const size_t count = cases ? j->nfields : j->nabout;
    luaL_argcheck(L, number >= 1 && (size_t)number <= count, argument, "no such field");
    return &(cases ? j->case_fields : j->problem_fields)[number - 1];
}

static struct field_value value_of(lua_State *L, bool cases, size_t k, const struct field *field)
{
    const struct judging *j = judging_of(L);
    struct field_value value;
    enum status status = (cases ? judged_value : judged_problem_value)(&j->cases, k, field, &value);
    if (status != OK) raise_failure(L);
    if (cases && is_hidden(j, k) && field_is_sampled(field)) value.number = NAN;
    return value;
}

static int push_value(lua_State *L, bool cases)
{
    size_t k = checked_number(L, 1, count_of(judging_of(L), cases));
    const struct field_value value = value_of(L, cases, k, checked_field(L, 2, cases));
    if (value.text && *value.text) lua_pushstring(L, value.text);
    else if (value.text || isnan(value.number)) lua_pushnil(L);
    else if (value.number == floor(value.number) && fabs(value.number) < 0x1p53)
        lua_pushinteger(L, (lua_Integer)value.number);
    else lua_pushnumber(L, value.number);
    return 1;
}

static int host_value(lua_State *L)
{
    return push_value(L, true);
}

static int host_problem_value(lua_State *L)
{
    return push_value(L, false);
}

/* Returns whether the value matches the second part of the clause on top of the stack: a number, or
 * a pattern. A missing value is an empty text, as in select_runs. */
static bool value_matches(lua_State *L, const struct field_value *value)
{
    struct human buffer;
    bool matches = false;
    int type = lua_rawgeti(L, -1, 2);
    if (type == LUA_TNUMBER) {
        matches = !value->text && value->number == lua_tonumber(L, -1);
    } else if (type != LUA_TSTRING) {
        luaL_error(L, "a clause has neither a number nor a pattern");
    } else if (pattern_match(lua_tostring(L, -1), field_exact(value, &buffer), &matches) != OK) {
        raise_failure(L);
    }
    lua_pop(L, 1);
    return matches;
}

static bool all_match(lua_State *L, bool cases, size_t k)
{
    bool matches = true;
    for (lua_Integer i = 1; matches && lua_rawgeti(L, 2, i) == LUA_TTABLE; i++) {
        lua_rawgeti(L, -1, 1);
        const struct field_value value = value_of(L, cases, k, checked_field(L, -1, cases));
        lua_pop(L, 1);
        matches = value_matches(L, &value);
        lua_pop(L, 1);
    }
    if (matches) lua_pop(L, 1);
    return matches;
}

static int host_select(lua_State *L)
{
    bool cases = !strcmp(luaL_checkstring(L, 1), "cases");
    size_t count = count_of(judging_of(L), cases);
    lua_Integer found = 0;
    luaL_checktype(L, 2, LUA_TTABLE);
    lua_settop(L, 2);
    lua_newtable(L);
    for (size_t k = 0; k < count; k++) {
        if (!all_match(L, cases, k)) continue;
        lua_pushinteger(L, (lua_Integer)k + 1);
        lua_rawseti(L, 3, ++found);
    }
    return 1;
}

static int host_interval(lua_State *L)
{
    struct summary summary;
    const size_t k = checked_case(L, 1);
    if (judged_summary(&judging_of(L)->cases, k, luaL_checkstring(L, 2), &summary) != OK)
        raise_failure(L);
    if (is_hidden(judging_of(L), k)) return 0;
    if (isnan(summary.ci_low)) return 0;
    lua_pushnumber(L, summary.ci_low);
    lua_pushnumber(L, summary.ci_high);
    return 2;
}

static int host_ratio(lua_State *L)
{
    struct judging *j = judging_of(L);
    struct ratio ratio;
    const size_t a = checked_case(L, 1), b = checked_case(L, 2);
    bool per_iteration = !strcmp(luaL_checkstring(L, 3), "per_iteration");
    if (judged_ratio(&j->cases, a, b, per_iteration, &ratio) != OK) raise_failure(L);
    if (isnan(ratio.ratio) || is_hidden(j, a) || is_hidden(j, b)) return 0;
    lua_pushnumber(L, ratio.ratio);
    lua_pushnumber(L, ratio.low);
    lua_pushnumber(L, ratio.high);
    return 3;
}

static int host_show(lua_State *L)
{
    lua_pushstring(
        L, judged_show(judged_unit_called(luaL_checkstring(L, 2)), luaL_checknumber(L, 1)).text);
    return 1;
}

/* The table `host` that judge.lua describes */

static void set_facts(lua_State *L, const struct results *results)
{
    lua_newtable(L);
    for (size_t i = 0; i < results->nmachine; i++) {
        lua_pushstring(L, results->machine[i].value);
        lua_setfield(L, -2, results->machine[i].name);
    }
    lua_setfield(L, -2, "facts");
}

static void push_host(lua_State *L, struct judging *j)
{
    static const luaL_Reg functions[] = {
        {"value", host_value},       {"problem_value", host_problem_value},
        {"select", host_select},     {"interval", host_interval},
        {"ratio", host_ratio},       {"show", host_show},
        {"suggest", script_suggest}, {NULL, NULL}};
    lua_newtable(L);
    lua_pushlightuserdata(L, j);
    luaL_setfuncs(L, functions, 1);
    script_set_texts(L, "fields", j->nfields, j->fields);
    script_set_texts(L, "problem_fields", j->nabout, j->about);
    set_facts(L, j->cases.results);
    settings_push(L, &j->cases.results->settings);
    lua_setfield(L, -2, "settings");
    lua_pushstring(L, j->cases.results->name);
    lua_setfield(L, -2, "name");
    lua_pushstring(L, j->cases.results->title);
    lua_setfield(L, -2, "title");
    lua_pushboolean(L, j->cases.results->quick);
    lua_setfield(L, -2, "quick");
    lua_pushinteger(L, (lua_Integer)j->cases.count);
    lua_setfield(L, -2, "ncases");
    lua_pushinteger(L, (lua_Integer)j->cases.results->nproblems);
    lua_setfield(L, -2, "nproblems");
}

/* Running the script again */

/* Runs the script, and leaves its description and judge.lua's functions in the registry. */
static int load_script(lua_State *L)
{
    struct judging *j = lua_touserdata(L, 1);
    script_run(&j->state); /* description, check */
    script_push_part(L, text_judge_lua);
    push_host(L, j);
    lua_pushvalue(L, -3);
    lua_call(L, 2, 1);
    lua_setfield(L, LUA_REGISTRYINDEX, "warpmark.judge");
    lua_pop(L, 1);
    lua_setfield(L, LUA_REGISTRYINDEX, "warpmark.description");
    return 0;
}

/* Calls the function for the current question, and encodes its result. */
static int call_question(lua_State *L)
{
    struct judging *j = lua_touserdata(L, 1);
    lua_getfield(L, LUA_REGISTRYINDEX, "warpmark.judge");
    lua_getfield(L, -1, questions[j->what]);
    lua_getfield(L, LUA_REGISTRYINDEX, "warpmark.description");
    lua_pushstring(L, j->id);
    lua_call(L, 2, 1);
    shape_put(L, judge_shapes[j->what], j->out);
    return 0;
}

static bool is_field(const char *name)
{
    size_t k = 0;
    while (field_names[k] && strcmp(name, field_names[k])) k++;
    return field_names[k] != NULL;
}

/* Finds the fields called names, *out (new); label is the name of the field "label". */
static enum status find_each(const struct judging *j, size_t count, const char *const *names,
                             const char *label, struct field **out)
{
    MUST(allocate(count, sizeof **out, "the fields", out));
    for (size_t i = 0; i < count; i++)
        MUST(
            field_find(j->cases.results, strcmp(names[i], "label") ? names[i] : label, &(*out)[i]));
    return OK;
}

/* Finds the fields of cases and problems. Problems have all axes and their own fields. */
static enum status find_fields(struct judging *j)
{
    MUST(field_list(j->cases.results, &j->fields));
    while (j->fields[j->nfields]) j->nfields++;
    MUST(allocate(j->nfields + NPROBLEM_FACTS, sizeof *j->about, "the names of fields", &j->about));
    for (size_t i = 0; i < NPROBLEM_FACTS; i++) j->about[j->nabout++] = facts_of_problems[i];
    for (size_t i = 0; i < j->nfields; i++)
        if (!is_field(j->fields[i])) j->about[j->nabout++] = j->fields[i];
    MUST(find_each(j, j->nfields, j->fields, "label", &j->case_fields));
    return find_each(j, j->nabout, j->about, "problem", &j->problem_fields);
}

enum status judging_open(const struct results *results, uint64_t instructions, size_t memory,
                         struct judging **out)
{
    enum status status = OK;
    struct judging *j;
    *out = NULL;
    TRY(allocate_zeroed(1, sizeof *j, "a script", &j));
    *out = j;
    j->state = (struct script_state){.request = {.path = results->path, .quick = results->quick},
                                     .script = results->script,
                                     .judging = true,
                                     .options = results->options,
                                     .most_steps = instructions,
                                     .most_memory = memory,
                                     .nbundle = results->nbundle,
                                     .bundle = results->bundle};
    TRY(judged_cases_find(results, &j->cases));
    TRY(find_fields(j));
    TRY(script_open(&j->state));
    TRY(script_call(&j->state, load_script, j));
out:
    if (status != OK && *out) {
        status = script_close(&(*out)->state, status);
        judging_close(*out);
        *out = NULL;
    }
    return status;
}

enum status judging_ask(struct judging *j, enum judge_question what, const char *id,
                        struct encoder *out)
{
    j->what = what;
    j->id = id;
    j->out = out;
    enum status status = script_call(&j->state, call_question, j);
    return status == OK ? out->status : status;
}

void judging_close(struct judging *j)
{
    if (!j) return;
    script_close(&j->state, OK);
    judged_cases_free(&j->cases);
    free(j->fields);
    free(j->about);
    free(j->case_fields);
    free(j->problem_fields);
    free(j);
}
