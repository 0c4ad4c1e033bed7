#include "harness/judge.h"

#include <lauxlib.h>
#include <lua.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "harness/compare.h"
#include "harness/fields.h"
#include "harness/script_settings.h"
#include "harness/script_state.h"
#include "harness/stats.h"

extern const char harness_judge_lua[];

const char *const verdict_names[NVERDICTS] = {
    [VERDICT_HOLDS] = "holds", [VERDICT_DOES_NOT_HOLD] = "does not hold", [VERDICT_NOT_TESTED] = "not tested here"};

const char *const judged_unit_names[NJUDGED_UNITS + 1] = {
    [JUDGED_S] = "s",           [JUDGED_B] = "B",         [JUDGED_B_S] = "B/s",  [JUDGED_COUNT] = "count",
    [JUDGED_NUMBER] = "number", [JUDGED_RATIO] = "ratio", [JUDGED_TEXT] = "text"};

/* A minute or two of Lua; a script that looks at every case of a large file for each of fifty claims takes a hundredth of
 * it. */
#define ENOUGH_INSTRUCTIONS UINT64_C(1000000000)
#define ENOUGH_MEMORY ((size_t)1 << 30) /* B */

static uint64_t most_instructions = ENOUGH_INSTRUCTIONS;

void judge_limit(uint64_t instructions)
{
    most_instructions = instructions ? instructions : ENOUGH_INSTRUCTIONS;
}

struct judging {
    struct script_state state;
    const struct results *results;
    size_t ncases, *run;                        /* the first run of each case, and the number of runs */
    const char **fields, **about;               /* names of fields of cases, and of problems */
    size_t nfields, nabout;
    const char *what, *id;                      /* a function of judge.lua, and its argument, or NULL */
    enum status (*copy)(lua_State *L, void *out); /* of what it gives, on top of the stack */
    void *out;
    enum status status; /* of the copy */
};

/* Fields about the problem alone, beside the axes. */
static const char *const problem_fields[] = {"label",       "problem", "source",  "kind",    "n",       "states",
                                             "transitions", "nnz",     "density", "row_min", "row_max", "diagonal_share",
                                             "t_generate"};

enum { NPROBLEM_FIELDS = sizeof problem_fields / sizeof *problem_fields };

struct human judged_show(enum judged_unit unit, double number)
{
    static const enum unit plain[] = {UNIT_SECONDS, UNIT_BYTES, UNIT_SPEED, UNIT_COUNT, UNIT_NUMBER};
    struct human out = {"-"};
    if (unit < JUDGED_RATIO) return human_quantity(plain[unit], number);
    if (unit == JUDGED_TEXT) return isnan(number) ? out : exact_number(number);
    if (!isnan(number)) snprintf(out.text, sizeof out.text, fabs(number) < 1000 ? "%.3g" : "%.0f", number);
    return out;
}

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

static const struct result_run *run_of(const struct judging *j, size_t k)
{
    return &j->results->runs[k];
}

/* The case of a number that Lua gives, from 1. */
static size_t checked_case(lua_State *L, int argument)
{
    lua_Integer number = luaL_checkinteger(L, argument);
    luaL_argcheck(L, number >= 1 && (size_t)number <= judging_of(L)->ncases, argument, "no such case");
    return (size_t)number - 1;
}

static enum case_status status_of(const struct judging *j, size_t k)
{
    for (size_t i = j->run[k]; i < j->run[k + 1]; i++)
        if (run_of(j, i)->status != CASE_OK) return run_of(j, i)->status;
    return CASE_OK;
}

/* Appends the samples of a run that count, as times of whole solves or iterations. False where one is unknown. */
static bool add_times(const struct results *results, const struct result_run *run, const char *name, double *times,
                      size_t *count)
{
    const struct result_sample *sample = results->samples + run->sample_offset;
    for (uint64_t i = 0; i < run->sample_count; i++) {
        if (sample[i].retried) continue;
        double clock = strcmp(name, "solve_device") ? sample[i].host : sample[i].device;
        double seconds = strcmp(name, "per_iteration") ? whole_solve(run, &sample[i], clock)
                                                       : one_iteration(run, &sample[i], clock);
        if (!isfinite(seconds)) return false;
        times[(*count)++] = seconds;
    }
    return true;
}

/* The times of all processes of a case: *times is new, and NULL where it has none. */
static enum status pool_times(const struct judging *j, size_t k, const char *name, double **times, size_t *count)
{
    size_t most = 0;
    bool known = status_of(j, k) == CASE_OK;
    *times = NULL;
    *count = 0;
    for (size_t i = j->run[k]; i < j->run[k + 1]; i++) most += run_of(j, i)->sample_count;
    if (!known || most == 0) return OK;
    enum status status = allocate(most, sizeof **times, "the times of a case", times);
    for (size_t i = j->run[k]; status == OK && known && i < j->run[k + 1]; i++)
        known = add_times(j->results, run_of(j, i), name, *times, count);
    if (status == OK && known && *count) return OK;
    free(*times);
    *times = NULL;
    return status;
}

static enum status summarise_case(const struct judging *j, size_t k, const char *name, struct summary *out)
{
    double *times;
    size_t count;
    *out = (struct summary){.median = NAN, .ci_low = NAN, .ci_high = NAN};
    enum status status = pool_times(j, k, name, &times, &count);
    if (status == OK && times) status = summarise(count, times, out);
    if (count < 2) out->ci_low = out->ci_high = NAN;
    free(times);
    return status;
}

static enum status pooled_median(const struct judging *j, size_t k, const char *name, double *out)
{
    double *times;
    size_t count;
    *out = NAN;
    enum status status = pool_times(j, k, name, &times, &count);
    if (status != OK || !times) return status;
    sort_numbers(count, times);
    *out = sorted_quantile(count, times, 0.5);
    free(times);
    return OK;
}

/* The median over the processes of a case. */
static enum status median_of_runs(const struct judging *j, size_t k, const struct field *field, double *out)
{
    enum status status = OK;
    double *numbers = NULL;
    size_t count = 0;
    *out = NAN;
    TRY(allocate(j->run[k + 1] - j->run[k], sizeof *numbers, "the numbers of a case", &numbers));
    for (size_t i = j->run[k]; i < j->run[k + 1]; i++) {
        struct field_value value;
        TRY(field_get(field, j->results, run_of(j, i), &value));
        if (!isnan(value.number)) numbers[count++] = value.number;
    }
    sort_numbers(count, numbers);
    if (count) *out = sorted_quantile(count, numbers, 0.5);
out:
    free(numbers);
    return status;
}

/* The first run of the case that is not ok, or the first. */
static const struct result_run *telling_run(const struct judging *j, size_t k)
{
    for (size_t i = j->run[k]; i < j->run[k + 1]; i++)
        if (run_of(j, i)->status != CASE_OK) return run_of(j, i);
    return run_of(j, j->run[k]);
}

/* What a case shows for a field: of times, the median over the samples of all processes; of other numbers, that over its
 * processes. What stands for an answer is missing where the case is not ok. */
static enum status case_value(const struct judging *j, size_t k, const char *name, struct field_value *out)
{
    enum status status = OK;
    struct field field;
    TRY(field_find(j->results, name, &field));
    TRY(field_get(&field, j->results, telling_run(j, k), out));
    struct result_problem *problem = &j->results->problems[run_of(j, j->run[k])->problem];
    bool is_axis = false;
    for (size_t i = 0; i < problem->naxes; i++) is_axis = is_axis || !strcmp(problem->axes[i].name, name);
    if (is_axis || out->text) goto out;
    if (field.ok_runs && status_of(j, k) != CASE_OK) out->number = NAN;
    else if (field_is_sampled(&field)) status = pooled_median(j, k, name, &out->number);
    else if (j->run[k + 1] - j->run[k] > 1) status = median_of_runs(j, k, &field, &out->number);
out:
    return status;
}

/* The same for a problem: its facts do not depend on the variant. */
static enum status value_of_problem(const struct judging *j, size_t k, const char *name, struct field_value *out)
{
    struct field field;
    const struct result_run run = {.problem = k};
    enum status status = field_find(j->results, strcmp(name, "label") ? name : "problem", &field);
    return status == OK ? field_get(&field, j->results, &run, out) : status;
}

static int push_value(lua_State *L, const struct field_value *value)
{
    if (value->text && *value->text) lua_pushstring(L, value->text);
    else if (value->text || isnan(value->number)) lua_pushnil(L);
    else if (value->number == floor(value->number) && fabs(value->number) < 0x1p53)
        lua_pushinteger(L, (lua_Integer)value->number);
    else lua_pushnumber(L, value->number);
    return 1;
}

static int host_value(lua_State *L)
{
    struct field_value value;
    if (case_value(judging_of(L), checked_case(L, 1), luaL_checkstring(L, 2), &value) != OK) raise_failure(L);
    return push_value(L, &value);
}

static int host_problem_value(lua_State *L)
{
    struct field_value value;
    struct judging *j = judging_of(L);
    lua_Integer number = luaL_checkinteger(L, 1);
    luaL_argcheck(L, number >= 1 && (size_t)number <= j->results->nproblems, 1, "no such problem");
    if (value_of_problem(j, (size_t)number - 1, luaL_checkstring(L, 2), &value) != OK) raise_failure(L);
    return push_value(L, &value);
}

/* Whether the value matches what stands in the second place of the clause on top of the stack: a number, or patterns. */
static bool value_matches(lua_State *L, const struct field_value *value)
{
    struct human buffer;
    bool matches = false;
    if (lua_rawgeti(L, -1, 2) == LUA_TNUMBER) {
        matches = !value->text && value->number == lua_tonumber(L, -1);
    } else if (value->text ? *value->text : !isnan(value->number)) {
        const char *text = field_exact(value, &buffer);
        for (lua_Integer i = 1; !matches && lua_rawgeti(L, -1, i) == LUA_TSTRING; i++) {
            matches = glob_match(lua_tostring(L, -1), text);
            lua_pop(L, 1);
        }
        if (!matches) lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return matches;
}

static bool all_match(lua_State *L, bool cases, size_t k)
{
    bool matches = true;
    struct judging *j = judging_of(L);
    for (lua_Integer i = 1; matches && lua_rawgeti(L, 2, i) == LUA_TTABLE; i++) {
        struct field_value value;
        lua_rawgeti(L, -1, 1);
        enum status status = cases ? case_value(j, k, lua_tostring(L, -1), &value)
                                   : value_of_problem(j, k, lua_tostring(L, -1), &value);
        if (status != OK) raise_failure(L);
        lua_pop(L, 1);
        matches = value_matches(L, &value);
        lua_pop(L, 1);
    }
    if (matches) lua_pop(L, 1);
    return matches;
}

static int host_select(lua_State *L)
{
    struct judging *j = judging_of(L);
    bool cases = !strcmp(luaL_checkstring(L, 1), "cases");
    size_t count = cases ? j->ncases : j->results->nproblems;
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
    if (summarise_case(judging_of(L), checked_case(L, 1), luaL_checkstring(L, 2), &summary) != OK) raise_failure(L);
    if (isnan(summary.ci_low)) return 0;
    lua_pushnumber(L, summary.ci_low);
    lua_pushnumber(L, summary.ci_high);
    return 2;
}

static bool all_positive(const struct timings *timings)
{
    for (size_t k = 0; k < timings->count; k++)
        if (!(timings->value[k] > 0 && isfinite(timings->value[k]))) return false;
    return timings->count > 0;
}

/* The time of case a over that of b; NaN where either has none. Where one has too few samples for an interval, it is from
 * 0 to infinity. */
static enum status time_ratio(const struct judging *j, size_t a, size_t b, bool per_iteration, struct ratio *out)
{
    enum status status = OK;
    struct timings timings[2] = {{0}, {0}};
    const size_t pair[2] = {b, a};
    size_t *runs = NULL;
    *out = (struct ratio){NAN, NAN, NAN};
    if (status_of(j, a) != CASE_OK || status_of(j, b) != CASE_OK) return OK;
    TRY(allocate(j->results->nruns, sizeof *runs, "the runs of a case", &runs));
    for (size_t i = 0; i < j->results->nruns; i++) runs[i] = i;
    for (int side = 0; side < 2; side++) {
        size_t first = j->run[pair[side]], end = j->run[pair[side] + 1];
        const struct case_runs one = {j->results, end - first, runs + first};
        TRY(per_iteration ? case_iteration_timings(&one, &timings[side]) : case_timings(&one, &timings[side]));
    }
    if (!all_positive(&timings[0]) || !all_positive(&timings[1])) goto out;
    TRY(median_ratio(&timings[0], &timings[1], false, 0, NULL, out));
    if (timings[0].nblocks < FEWEST_BLOCKS || timings[1].nblocks < FEWEST_BLOCKS) out->low = 0, out->high = INFINITY;
out:
    timings_free(&timings[0]);
    timings_free(&timings[1]);
    free(runs);
    return status;
}

static int host_ratio(lua_State *L)
{
    struct ratio ratio;
    bool per_iteration = !strcmp(luaL_checkstring(L, 3), "per_iteration");
    if (time_ratio(judging_of(L), checked_case(L, 1), checked_case(L, 2), per_iteration, &ratio) != OK)
        raise_failure(L);
    if (isnan(ratio.ratio)) return 0;
    lua_pushnumber(L, ratio.ratio);
    lua_pushnumber(L, ratio.low);
    lua_pushnumber(L, ratio.high);
    return 3;
}

static enum judged_unit unit_called(const char *name)
{
    int unit = 0;
    while (unit < NJUDGED_UNITS - 1 && strcmp(judged_unit_names[unit], name)) unit++;
    return (enum judged_unit)unit;
}

static int host_show(lua_State *L)
{
    lua_pushstring(L, judged_show(unit_called(luaL_checkstring(L, 2)), luaL_checknumber(L, 1)).text);
    return 1;
}

/* The table that judge.lua describes */

static void set_names(lua_State *L, const char *key, const char *const *names, size_t count)
{
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        lua_pushstring(L, names[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_setfield(L, -2, key);
}

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
    static const luaL_Reg functions[] = {{"value", host_value},       {"problem_value", host_problem_value},
                                         {"select", host_select},     {"interval", host_interval},
                                         {"ratio", host_ratio},       {"show", host_show},
                                         {"suggest", script_suggest}, {NULL, NULL}};
    lua_newtable(L);
    lua_pushlightuserdata(L, j);
    luaL_setfuncs(L, functions, 1);
    set_names(L, "fields", j->fields, j->nfields);
    set_names(L, "problem_fields", j->about, j->nabout);
    set_facts(L, j->results);
    settings_push(L, &j->results->settings);
    lua_setfield(L, -2, "settings");
    lua_pushstring(L, j->results->name);
    lua_setfield(L, -2, "name");
    lua_pushstring(L, j->results->title);
    lua_setfield(L, -2, "title");
    lua_pushboolean(L, j->results->quick);
    lua_setfield(L, -2, "quick");
    lua_pushinteger(L, (lua_Integer)j->ncases);
    lua_setfield(L, -2, "ncases");
    lua_pushinteger(L, (lua_Integer)j->results->nproblems);
    lua_setfield(L, -2, "nproblems");
}

/* Running the script again */

/* Leaves the description and judge.lua's functions in the registry. */
static int load_script(lua_State *L)
{
    struct judging *j = lua_touserdata(L, 1);
    script_run(&j->state); /* description, check */
    script_push_part(L, harness_judge_lua);
    push_host(L, j);
    lua_pushvalue(L, -3);
    lua_call(L, 2, 1);
    lua_setfield(L, LUA_REGISTRYINDEX, "warpmark.judge");
    lua_pop(L, 1);
    lua_setfield(L, LUA_REGISTRYINDEX, "warpmark.description");
    return 0;
}

/* Calls the function that is asked for, and copies what it gives. */
static int ask(lua_State *L)
{
    struct judging *j = lua_touserdata(L, 1);
    lua_getfield(L, LUA_REGISTRYINDEX, "warpmark.judge");
    lua_getfield(L, -1, j->what);
    lua_getfield(L, LUA_REGISTRYINDEX, "warpmark.description");
    lua_pushstring(L, j->id);
    lua_call(L, 2, 1);
    j->status = j->copy(L, j->out);
    return 0;
}

/* Cases are neighbouring runs of the same problem and variant. */
static enum status find_cases(struct judging *j)
{
    const struct results *r = j->results;
    enum status status = allocate(r->nruns + 1, sizeof *j->run, "the cases", &j->run);
    if (status != OK) return status;
    for (size_t k = 0; k < r->nruns; k++) {
        const struct result_run *run = &r->runs[k], *before = run - 1;
        if (k == 0 || run->problem != before->problem || run->variant != before->variant) j->run[j->ncases++] = k;
    }
    j->run[j->ncases] = r->nruns;
    return OK;
}

static bool is_field(const char *name)
{
    size_t k = 0;
    while (field_names[k] && strcmp(name, field_names[k])) k++;
    return field_names[k] != NULL;
}

/* Problems have all axes and their own fields. */
static enum status find_fields(struct judging *j)
{
    enum status status = OK;
    TRY(field_list(j->results, &j->fields));
    while (j->fields[j->nfields]) j->nfields++;
    TRY(allocate(j->nfields + NPROBLEM_FIELDS, sizeof *j->about, "the names of fields", &j->about));
    for (size_t i = 0; i < NPROBLEM_FIELDS; i++) j->about[j->nabout++] = problem_fields[i];
    for (size_t i = 0; i < j->nfields; i++)
        if (!is_field(j->fields[i])) j->about[j->nabout++] = j->fields[i];
out:
    return status;
}

/* Runs the script and then, where j->what is set, what is asked for. */
static enum status judge(const struct results *results, struct judging *j)
{
    enum status status = OK;
    j->results = results;
    j->state = (struct script_state){.request = {.path = results->path, .quick = results->quick},
                                     .script = results->script,
                                     .judging = true,
                                     .options = results->options,
                                     .most_steps = most_instructions,
                                     .most_memory = ENOUGH_MEMORY,
                                     .nbundle = results->nbundle,
                                     .bundle = results->bundle};
    TRY(find_cases(j));
    TRY(find_fields(j));
    TRY(script_open(&j->state));
    TRY(script_call(&j->state, load_script, j));
    if (j->what) TRY(script_call(&j->state, ask, j));
    status = j->status;
out:
    status = script_close(&j->state, status);
    free(j->run);
    free(j->fields);
    free(j->about);
    return status;
}

enum status judge_rehearse(const struct results *results)
{
    struct judging j = {0};
    return judge(results, &j);
}

/* What the script gave, copied: each takes the table on top of the stack, which judge.lua has checked. */

/* NULL where there is none. */
static enum status copy_field(lua_State *L, const char *key, char **out)
{
    enum status status = OK;
    if (lua_getfield(L, -1, key) != LUA_TNIL) status = copy_text(lua_tostring(L, -1), out);
    lua_pop(L, 1);
    return status;
}

/* The list at key into a fresh array at *array, item by item. */
static enum status copy_items(lua_State *L, const char *key, size_t size, enum status (*copy)(lua_State *, void *),
                              void *array, size_t *count)
{
    char *item;
    lua_getfield(L, -1, key);
    size_t length = lua_rawlen(L, -1);
    enum status status = allocate_zeroed(length, size, "what a script gave", array);
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

static enum status copy_claim(lua_State *L, void *out)
{
    struct judged_claim *claim = out;
    enum status status = OK;
    lua_getfield(L, -1, "verdict");
    claim->verdict = lua_isnil(L, -1)         ? VERDICT_NOT_TESTED
                     : lua_toboolean(L, -1) ? VERDICT_HOLDS
                                            : VERDICT_DOES_NOT_HOLD;
    lua_pop(L, 1);
    TRY(copy_field(L, "id", &claim->id));
    TRY(copy_field(L, "text", &claim->text));
    TRY(copy_field(L, "numbers", &claim->numbers));
out:
    return status;
}

static enum status copy_claims(lua_State *L, void *out)
{
    struct judged_claims *claims = out;
    return copy_items(L, "list", sizeof *claims->claim, copy_claim, &claims->claim, &claims->count);
}

static enum judged_unit unit_of(lua_State *L)
{
    lua_getfield(L, -1, "unit");
    enum judged_unit unit = unit_called(lua_tostring(L, -1));
    lua_pop(L, 1);
    return unit;
}

static enum status copy_column(lua_State *L, void *out)
{
    struct judged_column *column = out;
    enum status status = OK;
    column->unit = unit_of(L);
    TRY(copy_field(L, "title", &column->title));
    TRY(copy_field(L, "group", &column->group));
out:
    return status;
}

static enum status copy_cell(lua_State *L, void *out)
{
    struct judged_cell *cell = out;
    enum status status = OK;
    lua_getfield(L, -1, "value");
    cell->number = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : NAN;
    bool is_text = lua_type(L, -1) == LUA_TSTRING;
    lua_pop(L, 1);
    if (is_text) TRY(copy_field(L, "value", &cell->text));
    TRY(copy_field(L, "mark", &cell->mark));
out:
    return status;
}

static enum status copy_line(lua_State *L, void *out)
{
    return copy_text(lua_tostring(L, -1), out);
}

static enum status copy_table(lua_State *L, void *out)
{
    struct judged_table *table = out;
    enum status status = OK;
    size_t ncells = 0;
    TRY(copy_field(L, "title", &table->title));
    TRY(copy_items(L, "columns", sizeof *table->columns, copy_column, &table->columns, &table->ncolumns));
    status = copy_items(L, "cells", sizeof *table->cells, copy_cell, &table->cells, &ncells);
    table->nrows = ncells / table->ncolumns;
    if (status != OK) goto out;
    TRY(copy_items(L, "notes", sizeof *table->notes, copy_line, &table->notes, &table->nnotes));
out:
    return status;
}

static double number_at(lua_State *L, const char *key)
{
    lua_getfield(L, -1, key);
    double number = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : NAN;
    lua_pop(L, 1);
    return number;
}

static enum status copy_point(lua_State *L, void *out)
{
    struct judged_point *point = out;
    *point = (struct judged_point){number_at(L, "x"), number_at(L, "y"), NULL, number_at(L, "low"), number_at(L, "high")};
    return isnan(point->x) ? copy_field(L, "x", &point->x_text) : OK;
}

static enum status copy_curve(lua_State *L, void *out)
{
    struct judged_curve *curve = out;
    enum status status = OK;
    TRY(copy_field(L, "title", &curve->title));
    TRY(copy_items(L, "points", sizeof *curve->points, copy_point, &curve->points, &curve->npoints));
out:
    return status;
}

static enum status copy_panel(lua_State *L, void *out)
{
    struct judged_panel *panel = out;
    enum status status = OK;
    TRY(copy_field(L, "title", &panel->title));
    TRY(copy_items(L, "curves", sizeof *panel->curves, copy_curve, &panel->curves, &panel->ncurves));
out:
    return status;
}

static enum status copy_axis(lua_State *L, const char *key, struct judged_axis *out)
{
    lua_getfield(L, -1, key);
    out->unit = unit_of(L);
    enum status status = copy_field(L, "title", &out->title);
    lua_pop(L, 1);
    return status;
}

static enum status copy_figure(lua_State *L, void *out)
{
    struct judged_figure *figure = out;
    enum status status = OK;
    TRY(copy_field(L, "kind", &figure->kind));
    TRY(copy_field(L, "log", &figure->log));
    TRY(copy_axis(L, "x", &figure->x));
    TRY(copy_axis(L, "y", &figure->y));
    TRY(copy_items(L, "panels", sizeof *figure->panels, copy_panel, &figure->panels, &figure->npanels));
    lua_getfield(L, -1, "faceted");
    figure->faceted = lua_toboolean(L, -1);
    lua_pop(L, 1);
out:
    return status;
}

static enum status copy_sight(lua_State *L, void *out)
{
    struct judged_sight *sight = out;
    enum status status = OK;
    TRY(copy_field(L, "label", &sight->label));
    TRY(copy_field(L, "source", &sight->source));
out:
    return status;
}

static enum status copy_structure(lua_State *L, void *out)
{
    struct judged_structure *structure = out;
    lua_getfield(L, -1, "orders");
    for (int k = 0; k < NORDERS; k++) {
        lua_getfield(L, -1, order_names[k]);
        structure->orders[k] = lua_toboolean(L, -1);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return copy_items(L, "problems", sizeof *structure->sight, copy_sight, &structure->sight, &structure->count);
}

enum status judge_claims(const struct results *results, struct judged_claims *out)
{
    struct judging j = {.what = "claims", .copy = copy_claims, .out = out};
    *out = (struct judged_claims){0};
    enum status status = judge(results, &j);
    if (status != OK) judged_claims_free(out);
    return status;
}

enum status judge_table(const struct results *results, const char *id, struct judged_table *out)
{
    struct judging j = {.what = "table", .id = id, .copy = copy_table, .out = out};
    *out = (struct judged_table){0};
    enum status status = judge(results, &j);
    if (status != OK) judged_table_free(out);
    return status;
}

enum status judge_figure(const struct results *results, const char *id, struct judged_figure *out)
{
    struct judging j = {.what = "figure", .id = id, .copy = copy_figure, .out = out};
    *out = (struct judged_figure){0};
    enum status status = judge(results, &j);
    if (status != OK) judged_figure_free(out);
    return status;
}

enum status judge_structure(const struct results *results, const char *id, struct judged_structure *out)
{
    struct judging j = {.what = "structure", .id = id, .copy = copy_structure, .out = out};
    *out = (struct judged_structure){0};
    enum status status = judge(results, &j);
    if (status != OK) judged_structure_free(out);
    return status;
}

size_t judged_count(const struct judged_claims *claims, enum verdict verdict)
{
    size_t count = 0;
    for (size_t i = 0; i < claims->count; i++) count += claims->claim[i].verdict == verdict;
    return count;
}

void judged_claims_free(struct judged_claims *claims)
{
    for (size_t i = 0; i < claims->count; i++) {
        free(claims->claim[i].id);
        free(claims->claim[i].text);
        free(claims->claim[i].numbers);
    }
    free(claims->claim);
    *claims = (struct judged_claims){0};
}

void judged_table_free(struct judged_table *table)
{
    for (size_t i = 0; i < table->ncolumns; i++) {
        free(table->columns[i].title);
        free(table->columns[i].group);
    }
    for (size_t i = 0; table->cells && i < table->nrows * table->ncolumns; i++) {
        free(table->cells[i].text);
        free(table->cells[i].mark);
    }
    for (size_t i = 0; i < table->nnotes; i++) free(table->notes[i]);
    free(table->title);
    free(table->columns);
    free(table->cells);
    free(table->notes);
    *table = (struct judged_table){0};
}

static void free_curve(struct judged_curve *curve)
{
    for (size_t i = 0; i < curve->npoints; i++) free(curve->points[i].x_text);
    free(curve->points);
    free(curve->title);
}

void judged_figure_free(struct judged_figure *figure)
{
    for (size_t p = 0; p < figure->npanels; p++) {
        for (size_t c = 0; c < figure->panels[p].ncurves; c++) free_curve(&figure->panels[p].curves[c]);
        free(figure->panels[p].curves);
        free(figure->panels[p].title);
    }
    free(figure->panels);
    free(figure->kind);
    free(figure->log);
    free(figure->x.title);
    free(figure->y.title);
    *figure = (struct judged_figure){0};
}

void judged_structure_free(struct judged_structure *structure)
{
    for (size_t i = 0; i < structure->count; i++) {
        free(structure->sight[i].label);
        free(structure->sight[i].source);
    }
    free(structure->sight);
    *structure = (struct judged_structure){0};
}
