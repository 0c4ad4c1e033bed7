/* Plain data that is passed from Lua to C. A shape says once which key of a Lua table is which
 * field of a struct, for both directions.
 *
 * Nothing is trusted, although check.lua has checked the table before. No function of the table's
 * metatable is called. All functions take the table (or the item) on top of the stack and leave the
 * stack as it was. */
#pragma once

#include <lua.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum part_type {
    PART_END,
    PART_TEXT,     /* char * */
    PART_OPTIONAL, /* char *, or NULL */
    PART_NAME,     /* an enum: its index in names */
    PART_REAL,     /* double, finite */
    PART_POSITIVE, /* double, finite and above zero */
    PART_MAYBE,    /* double, finite or NaN for none, which is nil or false in Lua */
    PART_WHOLE,    /* uint64_t from least to most */
    PART_TRUTH,    /* bool */
    PART_STRUCT,   /* a struct of its own (or, if at is 0, the same one) with this shape */
    PART_ITEMS,    /* items of shape; their number is a size_t at count */
};

struct part {
    enum part_type type;
    const char *key; /* NULL: the value itself */
    size_t at;
    const char *const *names; /* ends with NULL */
    uint64_t least, most;
    const struct shape *shape;
    size_t count;
};

struct shape {
    size_t size;
    const struct part *parts; /* ends with PART_END */
};

/* A part with the name of its field in struct S, or with another key; more: .names = ..., ... */
#define PART(kind, S, field, ...) PART_AS(kind, #field, S, field, __VA_ARGS__)
#define PART_AS(kind, name, S, field, ...)                                               \
    {                                                                                    \
        .type = PART_##kind, .key = (name), .at = offsetof(struct S, field), __VA_ARGS__ \
    }
#define PART_LIST(S, field, counter, item, ...)                                             \
    PART_AS(ITEMS, #field, S, field, .shape = (item), .count = offsetof(struct S, counter), \
            __VA_ARGS__)

/* SHAPE(point, judged_point, PART(...), ...): the shape `point` of struct judged_point. */
#define SHAPE(noun, S, ...)                                       \
    static const struct part noun##_parts[] = {__VA_ARGS__, {0}}; \
    static const struct shape noun = {sizeof(struct S), noun##_parts}

/* Shape of items that are texts: char *. */
extern const struct shape shape_text;

/* Copies from Lua into a zeroed struct, which on failure has the parts that were copied so far.
 * Errors: ERROR_INPUT if a part has another type; ERROR_HOST_MEMORY. */
enum status shape_take(lua_State *L, const struct shape *shape, void *out);

/* Sets the keys of numbers, truth values and names in the Lua table. May raise Lua's error. */
void shape_push(lua_State *L, const struct shape *shape, const void *from);
