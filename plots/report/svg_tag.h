/* Reads tags of an SVG file of gnuplot, and their attributes, which are styles. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* A part of the file's text; nothing is copied. */
struct piece {
    const char *at;
    size_t length;
};

struct attribute {
    struct piece name, value;
};

enum { MOST_ATTRIBUTES = 24 };

struct style {
    size_t count;
    struct attribute attribute[MOST_ATTRIBUTES];
};

struct tag {
    struct piece name;
    bool closes, empty; /* </name>, <name/> */
    struct style style;
    const char *end; /* behind the tag */
};

bool piece_is(struct piece piece, const char *text);
bool piece_same(struct piece a, struct piece b);

/* Returns the first character that is no space. */
const char *skip_spaces(const char *at);

/* Reads the tag at the '<' at. Returns false at the end of the file. */
bool tag_read(const char *at, struct tag *out);

/* style_find: the attribute of that name, or NULL. style_has: whether it has this value. */
const struct attribute *style_find(const struct style *style, const char *name);
bool style_has(const struct style *style, const char *name, const char *value);

/* Sets an attribute, replacing one of the same name. */
void style_set(struct style *style, const struct attribute *attribute);

/* Joins two styles: attributes of inner override those of outer. Ids, class names and the attribute
 * `but` of inner are left out. */
struct style style_join(const struct style *outer, const struct style *inner, const char *but);

bool style_same(const struct style *a, const struct style *b);
