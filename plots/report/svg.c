#include "plots/report/svg.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/output/html.h"
#include "plots/report/svg_put.h"

enum { MOST_DEPTH = 16, MOST_PATHS = 4 };

/* Paths of one style that will be written as one path. */
struct paths {
    struct style style;
    size_t count;
    struct piece *data;
};

struct picture {
    const char *svg;
    struct svg_out to;
    size_t depth, npaths;
    struct style inherited[MOST_DEPTH]; /* style of the groups around */
    struct style open;                  /* style of the last open <g> */
    bool is_open;
    struct paths paths[MOST_PATHS];
};

static void close_group(struct picture *p)
{
    if (p->is_open) fputs("</g>\n", p->to.out);
    p->is_open = false;
}

static void put_paths(struct picture *p)
{
    for (size_t k = 0; k < p->npaths; k++) {
        struct paths *paths = &p->paths[k];
        close_group(p);
        fputs("<path", p->to.out);
        svg_put_style(&p->to, &paths->style, false);
        fputs(" d=\"", p->to.out);
        for (size_t i = 0; i < paths->count; i++) svg_put_data(paths->data[i], p->to.out);
        fputs("\"/>\n", p->to.out);
        free(paths->data);
        *paths = (struct paths){0};
    }
    p->npaths = 0;
}

/* Finds waiting paths of this style, to which a path can be added. Only grid lines may change
 * places with other paths. */
static struct paths *find_paths(struct picture *p, const struct style *style, bool gridline)
{
    for (size_t k = p->npaths; k-- > 0;) {
        if (style_same(&p->paths[k].style, style)) return &p->paths[k];
        if (!gridline && !style_find(&p->paths[k].style, "gridline")) return NULL;
    }
    return NULL;
}

static enum status add_path(struct picture *p, const struct tag *tag)
{
    static const struct attribute mark = {{"gridline", 8}, {"", 0}};
    const struct attribute *data = style_find(&tag->style, "d");
    bool gridline = style_has(&tag->style, "class", "gridline");
    struct style style = style_join(&p->inherited[p->depth], &tag->style, "d");
    if (gridline) style_set(&style, &mark);
    struct paths *to = find_paths(p, &style, gridline);
    if (!data) return OK;
    if (!to) {
        if (p->npaths == MOST_PATHS) put_paths(p);
        to = &p->paths[p->npaths++];
        to->style = style;
    }
    MUST(reallocate(&to->data, to->count + 1, sizeof *to->data, "a picture"));
    to->data[to->count++] = data->value;
    return OK;
}

/* Texts and other marks */

/* Writes "translate(x,y)" as x and y; with anything behind it as it is. */
static void put_place(const struct picture *p, const struct style *style)
{
    double x, y;
    int used = 0;
    const struct attribute *transform = style_find(style, "transform");
    if (!transform) return;
    if (sscanf(transform->value.at, "translate(%lf,%lf)%n", &x, &y, &used) != 2 ||
        (size_t)used != transform->value.length) {
        svg_put_attribute(&p->to, transform->name, transform->value);
        return;
    }
    fputs(" x=\"", p->to.out);
    svg_put_number(x, p->to.out);
    fputs("\" y=\"", p->to.out);
    svg_put_number(y, p->to.out);
    fputc('"', p->to.out);
}

/* Returns what is behind it. */
static const char *put_svg_text(struct picture *p, const struct tag *tag)
{
    static const char *const kept[] = {"fill", "font-size", "font-weight", "font-style",
                                       "text-anchor"};
    const char *end = strstr(tag->end, "</text>");
    if (!end) return NULL;
    if (end == tag->end) return end + strlen("</text>");
    struct style style = style_join(&p->inherited[p->depth], &tag->style, "transform");
    put_paths(p);
    close_group(p);
    fputs("<text", p->to.out);
    put_place(p, &style);
    for (size_t k = 0; k < sizeof kept / sizeof *kept; k++) {
        const struct attribute *a = style_find(&style, kept[k]);
        if (a && !attribute_is_default(a))
            svg_put_attribute(&p->to, a->name, attribute_value(&style, a));
    }
    fprintf(p->to.out, ">%.*s</text>\n", (int)(end - tag->end), tag->end);
    return end + strlen("</text>");
}

/* Writes a mark in a group of its style, which neighbours share. */
static void put_mark(struct picture *p, const struct tag *tag)
{
    const struct style *style = &p->inherited[p->depth];
    put_paths(p);
    if (p->is_open && !style_same(&p->open, style)) close_group(p);
    if (!p->is_open) {
        fputs("<g", p->to.out);
        svg_put_style(&p->to, style, true);
        fputs(">\n", p->to.out);
        p->open = *style;
        p->is_open = true;
    }
    fprintf(p->to.out, "<%.*s", (int)tag->name.length, tag->name.at);
    for (size_t k = 0; k < tag->style.count; k++)
        svg_put_attribute(&p->to, tag->style.attribute[k].name, tag->style.attribute[k].value);
    fputs(tag->empty ? "/>\n" : ">", p->to.out);
}

/* Definitions */

static bool is_used(const struct picture *p, struct piece id)
{
    for (const char *at = p->svg; (at = strchr(at, '#')); at++)
        if (!strncmp(at + 1, id.at, id.length) && strchr("'\")", at[1 + id.length])) return true;
    return false;
}

/* Writes the text from `at` to end, with the prefix on ids and references. */
static void put_prefixed(const struct picture *p, const char *at, const char *end)
{
    static const char *const forms[] = {" id=\"", " id='", "href=\"#", "href='#", "url(#"};
    while (at < end) {
        size_t length = 0;
        for (size_t k = 0; k < sizeof forms / sizeof *forms && !length; k++)
            if (!strncmp(at, forms[k], strlen(forms[k]))) length = strlen(forms[k]);
        fwrite(at, 1, length ? length : 1, p->to.out);
        if (length) fputs(p->to.prefix, p->to.out);
        at += length ? length : 1;
    }
}

/* Returns the place behind the element that tag begins. */
static const char *behind(const struct tag *tag)
{
    char close[40];
    if (tag->empty) return tag->end;
    snprintf(close, sizeof close, "</%.*s>", (int)tag->name.length, tag->name.at);
    const char *end = strstr(tag->end, close);
    return end ? end + strlen(close) : NULL;
}

/* Writes the elements of a <defs> that ends at `end`, if they are used. */
static void put_definitions(const struct picture *p, const char *at, const char *end)
{
    fputs("<defs>", p->to.out);
    while ((at = strchr(at, '<')) && at < end) {
        struct tag tag;
        const char *next = tag_read(at, &tag) ? behind(&tag) : NULL;
        if (!next) break;
        const struct attribute *id = style_find(&tag.style, "id");
        if (id && is_used(p, id->value)) put_prefixed(p, at, next);
        at = next;
    }
    fputs("</defs>\n", p->to.out);
}

/* The file */

static void open_group(struct picture *p, const struct tag *tag)
{
    if (p->depth + 1 == MOST_DEPTH) return;
    p->inherited[p->depth + 1] = style_join(&p->inherited[p->depth], &tag->style, "");
    p->depth++;
}

static bool is_ground(const struct tag *tag)
{
    return piece_is(tag->name, "rect") && style_has(&tag->style, "fill", "#ffffff") &&
           style_has(&tag->style, "x", "0") && style_has(&tag->style, "y", "0");
}

/* Handles the next tag. *at: the place behind it, or NULL at the end. */
static enum status take_tag(struct picture *p, const char **at)
{
    struct tag tag;
    if (!tag_read(*at, &tag)) {
        *at = NULL;
        return OK;
    }
    const char *begin = tag.end;
    *at = begin;
    if (piece_is(tag.name, "title") || piece_is(tag.name, "desc") || piece_is(tag.name, "defs"))
        *at = behind(&tag);
    if (tag.closes) {
        if (piece_is(tag.name, "g") && p->depth) p->depth--;
        if (piece_is(tag.name, "svg")) *at = NULL;
    } else if (piece_is(tag.name, "g")) open_group(p, &tag);
    else if (piece_is(tag.name, "defs") && *at) put_definitions(p, begin, *at);
    else if (piece_is(tag.name, "path")) return add_path(p, &tag);
    else if (piece_is(tag.name, "text")) *at = put_svg_text(p, &tag);
    else if (tag.empty && !is_ground(&tag)) put_mark(p, &tag);
    return OK;
}

static void put_head(const struct picture *p, const struct tag *tag, const char *title)
{
    fputs("<svg role=\"img\" aria-label=\"", p->to.out);
    html_text(title, p->to.out);
    fputs("\" fill=\"none\"", p->to.out);
    for (size_t k = 0; k < tag->style.count; k++) {
        const struct attribute *a = &tag->style.attribute[k];
        if (strncmp(a->name.at, "xmlns", 5)) svg_put_attribute(&p->to, a->name, a->value);
    }
    fputs(">\n", p->to.out);
}

enum status svg_write(const char *svg, const char *prefix, const char *title, FILE *out)
{
    enum status status = OK;
    struct picture p = {.svg = svg, .to = {prefix, out}};
    const char *at = strstr(svg, "<svg");
    struct tag root;
    if (!at || !tag_read(at, &root)) return OK;
    put_head(&p, &root, title);
    for (at = root.end; status == OK && at && (at = strchr(at, '<'));) status = take_tag(&p, &at);
    put_paths(&p);
    close_group(&p);
    fputs("</svg>\n", out);
    return status;
}
