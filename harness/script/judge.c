#include "harness/script/judge.h"

#include <lauxlib.h>
#include <lua.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/case_ratios.h"
#include "base/memory.h"
#include "base/output/glob.h"
#include "harness/script/script_settings.h"
#include "harness/script/script_state.h"
#include "store/columns.h"
#include "store/judged.h"

extern const char text_judge_lua[];

enum { NTEXTS = 3 };

struct judging {
    struct script_state state;
    struct judged_cases cases;
    const char **fields; /* names: axes, then the others */
    /* The current question: a function of judge.lua, and the id of a claim, table or figure; and
     * what it returned, NULL for what is missing */
    const char *what, *id;
    char *text[NTEXTS];
};

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

/* Returns the index of a case or problem, which Lua counts from 1. */
static size_t index_at(lua_State *L, int argument)
{
    return (size_t)luaL_checkinteger(L, argument) - 1;
}

/* Returns whether a case is hidden: claims only use times of right answers. */
static bool is_hidden(const struct judging *j, size_t k)
{
    return j->what && !strcmp(j->what, "claim") && judged_unsure(&j->cases, k);
}

static int host_field(lua_State *L)
{
    const char *name = luaL_checkstring(L, 1);
    struct field *field = lua_newuserdatauv(L, sizeof *field, 0);
    if (field_find(judging_of(L)->cases.results, name, field) != OK) raise_failure(L);
    return 1;
}

/* Gets the value whose arguments come first: whether it is of a case or of a problem, which one,
 * and the field. */
static struct field_value value_of(lua_State *L)
{
    const struct judging *j = judging_of(L);
    const bool cases = lua_toboolean(L, 1);
    const size_t k = index_at(L, 2);
    const struct field *field = lua_touserdata(L, 3);
    struct field_value value;
    enum status status = (cases ? judged_value : judged_problem_value)(&j->cases, k, field, &value);
    if (status != OK) raise_failure(L);
    if (cases && is_hidden(j, k) && field_is_sampled(field)) value.number = NAN;
    return value;
}

static int host_value(lua_State *L)
{
    const struct field_value value = value_of(L);
    if (value.text && *value.text) lua_pushstring(L, value.text);
    else if (value.text || isnan(value.number)) lua_pushnil(L);
    else if (value.number == floor(value.number) && fabs(value.number) < 0x1p53)
        lua_pushinteger(L, (lua_Integer)value.number);
    else lua_pushnumber(L, value.number);
    return 1;
}

/* Returns whether the value matches a pattern. One that is missing is an empty text, as in
 * select_runs. */
static int host_matches(lua_State *L)
{
    struct human buffer;
    bool matches;
    const struct field_value value = value_of(L);
    if (pattern_match(luaL_checkstring(L, 4), field_exact(&value, &buffer), &matches) != OK)
        raise_failure(L);
    lua_pushboolean(L, matches);
    return 1;
}

static int host_interval(lua_State *L)
{
    struct summary summary;
    const size_t k = index_at(L, 1);
    if (judged_summary(&judging_of(L)->cases, k, luaL_checkstring(L, 2), &summary) != OK)
        raise_failure(L);
    if (is_hidden(judging_of(L), k)) return 0;
    const bool range = isnan(summary.ci_low);
    if (range && !(summary.min < summary.max)) return 0;
    lua_pushnumber(L, range ? summary.min : summary.ci_low);
    lua_pushnumber(L, range ? summary.max : summary.ci_high);
    lua_pushboolean(L, range);
    return 3;
}

static int host_ratio(lua_State *L)
{
    struct judging *j = judging_of(L);
    struct ratio ratio;
    const size_t a = index_at(L, 1), b = index_at(L, 2);
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
    static const luaL_Reg functions[] = {{"field", host_field},       {"value", host_value},
                                         {"matches", host_matches},   {"interval", host_interval},
                                         {"ratio", host_ratio},       {"show", host_show},
                                         {"suggest", script_suggest}, {NULL, NULL}};
    size_t nfields = 0, nknown = 0;
    while (j->fields[nfields]) nfields++;
    while (field_names[nknown]) nknown++;
    lua_newtable(L);
    lua_pushlightuserdata(L, j);
    luaL_setfuncs(L, functions, 1);
    script_set_texts(L, "fields", nfields, j->fields);
    script_set_texts(L, "known", nknown, field_names);
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

/* Calls the function for the current question, and copies the texts that it returns. */
static int call_question(lua_State *L)
{
    struct judging *j = lua_touserdata(L, 1);
    lua_getfield(L, LUA_REGISTRYINDEX, "warpmark.judge");
    lua_getfield(L, -1, j->what);
    lua_getfield(L, LUA_REGISTRYINDEX, "warpmark.description");
    lua_pushstring(L, j->id);
    lua_call(L, 2, NTEXTS);
    for (int k = 0; k < NTEXTS; k++)
        if (lua_isstring(L, k - NTEXTS) &&
            copy_text(lua_tostring(L, k - NTEXTS), &j->text[k]) != OK)
            raise_failure(L);
    return 0;
}

/* Items */

static void give_text(char **to, char *text)
{
    free(*to);
    *to = text;
}

/* Asks, and sets *trouble to the message of the error, or to "". */
static enum status judge_ask(struct judging *j, const char *what, const char *id, char **trouble)
{
    char *message;
    j->what = what;
    j->id = id;
    for (int k = 0; k < NTEXTS; k++) j->text[k] = NULL;
    const enum status asked = script_call(&j->state, call_question, j);
    for (int k = 0; asked != OK && k < NTEXTS; k++) give_text(&j->text[k], NULL);
    MUST(copy_text(asked == OK ? "" : fail_message(), &message));
    give_text(trouble, message);
    return OK;
}

static enum status judge_claim(struct judging *j, struct claim *claim)
{
    int verdict = VERDICT_NOT_JUDGED;
    char *none;
    MUST(copy_text("", &none));
    give_text(&claim->magnitude, none);
    MUST(judge_ask(j, "claim", claim->id, &claim->numbers));
    if (j->text[0])
        while (strcmp(verdict_names[verdict], j->text[0])) verdict++;
    claim->verdict = (enum claim_verdict)verdict;
    if (j->text[1]) give_text(&claim->numbers, j->text[1]);
    if (j->text[2]) give_text(&claim->magnitude, j->text[2]);
    free(j->text[0]);
    return OK;
}

static enum status judge_made(struct judging *j, const char *what, const char *id, char **built,
                              char **trouble)
{
    MUST(judge_ask(j, what, id, trouble));
    give_text(built, j->text[0]);
    return OK;
}

static enum status judge_all(struct judging *j, struct results *r)
{
    for (size_t k = 0; k < r->nclaims; k++) MUST(judge_claim(j, &r->claims[k]));
    for (size_t k = 0; k < r->ntables; k++) {
        struct table *t = &r->tables[k];
        if (table_is_judged(t)) MUST(judge_made(j, "table", t->id, &t->built, &t->trouble));
    }
    for (size_t k = 0; k < r->nfigures; k++) {
        struct figure *f = &r->figures[k];
        if (figure_is_judged(f)) MUST(judge_made(j, "figure", f->id, &f->built, &f->trouble));
    }
    return OK;
}

enum status judge_results(struct experiment *script, struct results *results)
{
    enum status status = OK;
    struct judging j = {
        .state = {
            .request = {.path = script->path, .quick = script->quick, .options = script->options},
            .script = script->script,
            .nbundle = script->nbundle,
            .bundle = script->bundle}};
    TRY(judged_cases_find(results, &j.cases));
    TRY(field_list(results, &j.fields));
    TRY(script_open(&j.state));
    TRY(script_call(&j.state, load_script, &j));
    TRY(judge_all(&j, results));
out:
    script->bundle = j.state.bundle; /* with what was read now */
    script->nbundle = j.state.nbundle;
    status = script_close(&j.state, status);
    judged_cases_free(&j.cases);
    free(j.fields);
    return status;
}

enum status judge_with(const char *path, struct results *results)
{
    enum status status = OK;
    struct experiment script = {0};
    const struct script_request from = {
        .path = path, .quick = results->quick, .options = results->options};
    TRY(script_load(&from, &script));
    rows_free(GROUP_CLAIMS, results->claims, results->nclaims);
    rows_free(GROUP_TABLES, results->tables, results->ntables);
    rows_free(GROUP_FIGURES, results->figures, results->nfigures);
    group_set(results, GROUP_CLAIMS, script.claims, script.nclaims);
    group_set(results, GROUP_TABLES, script.tables, script.ntables);
    group_set(results, GROUP_FIGURES, script.figures, script.nfigures);
    script.nclaims = script.ntables = script.nfigures = 0;
    script.claims = NULL, script.tables = NULL, script.figures = NULL;
    results->trusted = true;
    TRY(judge_results(&script, results));
out:
    experiment_free(&script);
    return status;
}
