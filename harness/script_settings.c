#include "harness/script_settings.h"

#include <stddef.h>
#include <string.h>

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

void settings_push(lua_State *L, const struct settings *settings)
{
    lua_newtable(L);
    for (const struct setting *setting = setting_list; setting < setting_list + NSETTINGS; setting++) {
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

void settings_take(lua_State *L, struct settings *out)
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
