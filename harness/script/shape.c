#include "harness/script/shape.h"

#include <inttypes.h>
#include <lauxlib.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

const struct shape shape_text = {sizeof(char *), (const struct part[]){{.type = PART_TEXT}, {0}}};

/* Pointer to a field. Fields are read and written as bytes, since lists and enums have any type. */
static void *pointer_at(const void *at)
{
    void *pointer;
    memcpy(&pointer, at, sizeof pointer);
    return pointer;
}

/* Pushes the value of a part. Returns its type. */
static int push_value(lua_State *L, const struct part *part)
{
    if (!part->key) {
        lua_pushvalue(L, -1);
    } else if (lua_istable(L, -1)) {
        lua_pushstring(L, part->key);
        lua_rawget(L, -2);
    } else lua_pushnil(L);
    return lua_type(L, -1);
}

/* From Lua */

static enum status shape_wrong(lua_State *L, const struct part *part, const char *what)
{
    return fail(ERROR_INPUT, "'%s' is %s where %s is expected", part->key ? part->key : "an item",
                luaL_typename(L, -1), what);
}

static enum status take_number(lua_State *L, const struct part *part, double *out)
{
    bool given = lua_type(L, -1) == LUA_TNUMBER && isfinite(lua_tonumber(L, -1));
    *out = given ? lua_tonumber(L, -1) : NAN;
    if (!given && (part->type != PART_MAYBE || lua_toboolean(L, -1)))
        return shape_wrong(L, part, "a number");
    if (part->type == PART_POSITIVE && *out <= 0)
        return fail(ERROR_INPUT, "'%s' is not above zero", part->key);
    return OK;
}

static enum status take_whole(lua_State *L, const struct part *part, uint64_t *out)
{
    int whole = 0;
    lua_Integer number = lua_type(L, -1) == LUA_TNUMBER ? lua_tointegerx(L, -1, &whole) : 0;
    if (!whole) return shape_wrong(L, part, "a whole number");
    if (number < 0 || (uint64_t)number < part->least || (uint64_t)number > part->most)
        return fail(ERROR_INPUT, "'%s' is not from %" PRIu64 " to %" PRIu64, part->key, part->least,
                    part->most);
    *out = (uint64_t)number;
    return OK;
}

static enum status take_name(lua_State *L, const struct part *part, void *out)
{
    unsigned index = 0;
    const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    while (part->names[index] && strcmp(name, part->names[index])) index++;
    if (!part->names[index]) return fail(ERROR_INPUT, "'%s' has no value '%s'", part->key, name);
    memcpy(out, &index, sizeof index);
    return OK;
}

static enum status take_list(lua_State *L, const struct part *part, char *out)
{
    int type = lua_type(L, -1);
    size_t length = type == LUA_TTABLE ? lua_rawlen(L, -1) : 0;
    enum status status =
        allocate_zeroed(length, part->shape->size, "what a script gave", out + part->at);
    if (status == OK) memcpy(out + part->count, &length, sizeof length);
    if (status == OK && type != LUA_TTABLE && type != LUA_TNIL)
        status = shape_wrong(L, part, "a list");
    char *item = pointer_at(out + part->at);
    for (size_t k = 0; k < length && status == OK; k++, item += part->shape->size) {
        lua_rawgeti(L, -1, (lua_Integer)k + 1);
        status = shape_take(L, part->shape, item);
        lua_pop(L, 1);
    }
    return status;
}

static enum status take_part(lua_State *L, const struct part *part, char *out)
{
    void *to = out + part->at;
    int type = lua_type(L, -1);
    switch (part->type) {
    case PART_TEXT:
    case PART_OPTIONAL:
        if (type == LUA_TSTRING) return copy_text(lua_tostring(L, -1), to);
        return part->type == PART_OPTIONAL && type == LUA_TNIL ? OK
                                                               : shape_wrong(L, part, "a text");
    case PART_NAME: return take_name(L, part, to);
    case PART_WHOLE: return take_whole(L, part, to);
    case PART_TRUTH:
        *(bool *)to = lua_toboolean(L, -1);
        return type == LUA_TBOOLEAN ? OK : shape_wrong(L, part, "true or false");
    case PART_STRUCT: return shape_take(L, part->shape, to);
    case PART_ITEMS: return take_list(L, part, out);
    default: return take_number(L, part, to);
    }
}

enum status shape_take(lua_State *L, const struct shape *shape, void *out)
{
    enum status status = OK;
    for (const struct part *part = shape->parts; part->type && status == OK; part++) {
        push_value(L, part);
        status = take_part(L, part, out);
        lua_pop(L, 1);
    }
    return status;
}

void shape_push(lua_State *L, const struct shape *shape, const void *from)
{
    for (const struct part *part = shape->parts; part->type; part++) {
        const void *at = (const char *)from + part->at;
        unsigned index;
        memcpy(&index, at, sizeof index);
        if (part->type == PART_WHOLE) lua_pushinteger(L, (lua_Integer) * (const uint64_t *)at);
        else if (part->type == PART_TRUTH) lua_pushboolean(L, *(const bool *)at);
        else if (part->type == PART_NAME) lua_pushstring(L, part->names[index]);
        else if (part->type == PART_MAYBE && isnan(*(const double *)at)) lua_pushboolean(L, false);
        else lua_pushnumber(L, *(const double *)at);
        lua_setfield(L, -2, part->key);
    }
}
