#include "plots/report/svg_tag.h"

#include <ctype.h>
#include <string.h>

bool piece_is(struct piece piece, const char *text)
{
    return strlen(text) == piece.length && !strncmp(piece.at, text, piece.length);
}

bool piece_same(struct piece a, struct piece b)
{
    return a.length == b.length && !strncmp(a.at, b.at, a.length);
}

const char *skip_spaces(const char *at)
{
    while (isspace((unsigned char)*at)) at++;
    return at;
}

/* Reads name = "value", with spaces around the '='; NULL if there is none. */
static const char *read_attribute(const char *at, struct attribute *out)
{
    size_t length = strcspn(at, "=> \t\n/");
    out->name = (struct piece){at, length};
    at = skip_spaces(at + length);
    if (!length || *at != '=') return NULL;
    at = skip_spaces(at + 1);
    if (*at != '"' && *at != '\'') return NULL;
    const char *end = strchr(at + 1, *at);
    if (!end) return NULL;
    out->value = (struct piece){at + 1, (size_t)(end - at - 1)};
    return end + 1;
}

bool tag_read(const char *at, struct tag *out)
{
    *out = (struct tag){.closes = at[1] == '/'};
    at += 1 + out->closes;
    out->name = (struct piece){at, strcspn(at, "/> \t\n")};
    at = skip_spaces(at + out->name.length);
    while (*at && *at != '>' && *at != '/') {
        struct attribute attribute;
        const char *next = read_attribute(at, &attribute);
        if (next && out->style.count < MOST_ATTRIBUTES)
            out->style.attribute[out->style.count++] = attribute;
        at = skip_spaces(next ? next : at + 1);
    }
    out->empty = *at == '/';
    at = strchr(at, '>');
    out->end = at ? at + 1 : NULL;
    return at != NULL;
}

const struct attribute *style_find(const struct style *style, const char *name)
{
    for (size_t k = 0; k < style->count; k++)
        if (piece_is(style->attribute[k].name, name)) return &style->attribute[k];
    return NULL;
}

bool style_has(const struct style *style, const char *name, const char *value)
{
    const struct attribute *found = style_find(style, name);
    return found && piece_is(found->value, value);
}

void style_set(struct style *style, const struct attribute *attribute)
{
    for (size_t k = 0; k < style->count; k++)
        if (piece_same(style->attribute[k].name, attribute->name)) {
            style->attribute[k] = *attribute;
            return;
        }
    if (style->count < MOST_ATTRIBUTES) style->attribute[style->count++] = *attribute;
}

struct style style_join(const struct style *outer, const struct style *inner, const char *but)
{
    struct style out = *outer;
    for (size_t k = 0; k < inner->count; k++) {
        struct piece name = inner->attribute[k].name;
        if (!piece_is(name, "id") && !piece_is(name, "class") && !piece_is(name, but))
            style_set(&out, &inner->attribute[k]);
    }
    return out;
}

bool style_same(const struct style *a, const struct style *b)
{
    if (a->count != b->count) return false;
    for (size_t k = 0; k < a->count; k++)
        if (!piece_same(a->attribute[k].name, b->attribute[k].name) ||
            !piece_same(a->attribute[k].value, b->attribute[k].value))
            return false;
    return true;
}
