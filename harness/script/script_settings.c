#include "harness/script/script_settings.h"

#include <stddef.h>
#include <string.h>

#include "harness/script/from_lua.h"

static const char *const criterion_names[] = {
    [RELATIVE] = "relative", [ABSOLUTE] = "absolute", NULL};

/* The numbers of struct settings and the table of the script that each stands in. Those that are
 * not whole are above zero. */
static const struct setting {
    const char *table, *key;
    bool whole;
    size_t at;
    uint64_t least, most; /* of a whole one */
} setting_list[] = {
#define REAL(table, name)                                           \
    {                                                               \
#table, #name, false, offsetof(struct settings, name), 0, 0 \
    }
#define WHOLE(table, name, least, most)                                   \
    {                                                                     \
#table, #name, true, offsetof(struct settings, name), least, most \
    }
    REAL(solve, epsilon),
    WHOLE(solve, max_iterations, 1, INT64_MAX),
    WHOLE(measure, warmup, 0, INT64_MAX),
    WHOLE(measure, min_samples, 1, INT64_MAX),
    WHOLE(measure, max_samples, 1, INT64_MAX),
    REAL(measure, max_ci),
    REAL(measure, max_time),
    WHOLE(measure, iterations, 0, INT64_MAX),
    REAL(measure, timeout),
    WHOLE(measure, memory, 0, INT64_MAX),
    WHOLE(measure, interleave, 1, 1000),
    WHOLE(measure, processes, 1, 1000),
    WHOLE(measure, seed, 0, INT64_MAX),
    WHOLE(measure, copy_samples, 0, INT64_MAX),
    WHOLE(measure, throttle_retries, 0, INT64_MAX),
#undef REAL
#undef WHOLE
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

void settings_push(lua_State *L, const struct settings *settings)
{
    lua_newtable(L);
    for (const struct setting *setting = setting_list; setting < setting_list + NSETTINGS;
         setting++) {
        const char *from = (const char *)settings + setting->at;
        if (setting->whole) lua_pushinteger(L, (lua_Integer) * (const uint64_t *)from);
        else lua_pushnumber(L, *(const double *)from);
        lua_setfield(L, -2, setting->key);
    }
    for (const struct truth *truth = truth_list; truth < truth_list + NTRUTHS; truth++) {
        lua_pushboolean(L, *(const bool *)((const char *)settings + truth->at));
        lua_setfield(L, -2, truth->key);
    }
    for (const struct choice *choice = choice_list; choice < choice_list + NCHOICES; choice++) {
        unsigned value;
        memcpy(&value, (const char *)settings + choice->at, sizeof value);
        lua_pushstring(L, choice->names[value]);
        lua_setfield(L, -2, choice->key);
    }
}

/* The three below take one each out of the table on top of the stack. */

static enum status take_setting(lua_State *L, const struct setting *setting, char *out)
{
    if (setting->whole)
        return from_lua_whole(L, setting->key, setting->least, setting->most, (uint64_t *)out);
    double number;
    enum status status = from_lua_number(L, setting->key, &number);
    if (status != OK) return status;
    if (number <= 0) return fail(ERROR_INPUT, "'%s' is not above zero", setting->key);
    *(double *)out = number;
    return OK;
}

static enum status take_truth(lua_State *L, const struct truth *truth, bool *out)
{
    enum status status = OK;
    if (from_lua_push(L, truth->key) == LUA_TBOOLEAN) *out = lua_toboolean(L, -1);
    else status = from_lua_wrong(L, truth->key, "true or false");
    lua_pop(L, 1);
    return status;
}

static enum status take_choice(lua_State *L, const struct choice *choice, char *out)
{
    enum status status = OK;
    unsigned value = 0;
    const char *name = from_lua_push(L, choice->key) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    while (choice->names[value] && strcmp(name, choice->names[value])) value++;
    if (choice->names[value]) memcpy(out, &value, sizeof value);
    else status = fail(ERROR_INPUT, "'%s' has no value '%s'", choice->key, name);
    lua_pop(L, 1);
    return status;
}

/* Those that stand in one of the two tables, which is on top of the stack. */
static enum status take_table(lua_State *L, const char *table, struct settings *out)
{
    enum status status = OK;
    char *to = (char *)out;
    for (const struct setting *one = setting_list; one < setting_list + NSETTINGS; one++)
        if (!strcmp(one->table, table)) TRY(take_setting(L, one, to + one->at));
    for (const struct truth *one = truth_list; one < truth_list + NTRUTHS; one++)
        if (!strcmp(one->table, table)) TRY(take_truth(L, one, (bool *)(to + one->at)));
    for (const struct choice *one = choice_list; one < choice_list + NCHOICES; one++)
        if (!strcmp(one->table, table)) TRY(take_choice(L, one, to + one->at));
out:
    return status;
}

enum status settings_take(lua_State *L, struct settings *out)
{
    enum status status = OK;
    static const char *const tables[] = {"solve", "measure"};
    for (int k = 0; k < 2 && status == OK; k++) {
        from_lua_push(L, tables[k]);
        status = take_table(L, tables[k], out);
        lua_pop(L, 1);
    }
    return status;
}
