#include "harness/report/svg.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "harness/util/html.h"

/* Everything read is a piece of the file. */
struct piece {
    const char *at;
    size_t length;
};

struct attribute {
    struct piece name, value;
};

enum { MOST_ATTRIBUTES = 24, MOST_DEPTH = 16, MOST_PATHS = 4 };

struct style {
    size_t count;
    struct attribute attribute[MOST_ATTRIBUTES];
};

struct tag {
    struct piece name;
    bool closes, empty; /* </name>, <name/> */
    struct style style;
    const char *end; /* behind it */
};

/* Paths of one style that wait to be written as one. */
struct paths {
    struct style style;
    size_t count;
    struct piece *data;
};

struct picture {
    const char *svg, *prefix;
    FILE *out;
    size_t depth, npaths;
    struct style inherited[MOST_DEPTH]; /* by the groups around */
    struct style open;                  /* of the <g> that was written last */
    bool is_open;
    struct paths paths[MOST_PATHS];
};

/* Reading */

static bool is(struct piece piece, const char *text)
{
    return strlen(text) == piece.length && !strncmp(piece.at, text, piece.length);
}

static bool same(struct piece a, struct piece b)
{
    return a.length == b.length && !strncmp(a.at, b.at, a.length);
}

static const char *skip_spaces(const char *at)
{
    while (isspace((unsigned char)*at)) at++;
    return at;
}

/* name = "value", with spaces around the '='; NULL where there is none. */
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

/* at: a '<'. False at the end of the file. */
static bool read_tag(const char *at, struct tag *out)
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

static const struct attribute *find(const struct style *style, const char *name)
{
    for (size_t k = 0; k < style->count; k++)
        if (is(style->attribute[k].name, name)) return &style->attribute[k];
    return NULL;
}

static bool has_value(const struct style *style, const char *name, const char *value)
{
    const struct attribute *found = find(style, name);
    return found && is(found->value, value);
}

static void set(struct style *style, const struct attribute *attribute)
{
    for (size_t k = 0; k < style->count; k++)
        if (same(style->attribute[k].name, attribute->name)) {
            style->attribute[k] = *attribute;
            return;
        }
    if (style->count < MOST_ATTRIBUTES) style->attribute[style->count++] = *attribute;
}

/* What inner has, and of outer what it leaves open; ids and names of classes are left out, and so
 * is what `but` names. */
static struct style join(const struct style *outer, const struct style *inner, const char *but)
{
    struct style out = *outer;
    for (size_t k = 0; k < inner->count; k++) {
        struct piece name = inner->attribute[k].name;
        if (!is(name, "id") && !is(name, "class") && !is(name, but))
            set(&out, &inner->attribute[k]);
    }
    return out;
}

static bool same_style(const struct style *a, const struct style *b)
{
    if (a->count != b->count) return false;
    for (size_t k = 0; k < a->count; k++)
        if (!same(a->attribute[k].name, b->attribute[k].name) ||
            !same(a->attribute[k].value, b->attribute[k].value))
            return false;
    return true;
}

/* Writing */

/* With one digit behind the point, if that is not 0. */
static void put_number(double number, FILE *out)
{
    long tenths = lround(10 * number);
    if (tenths < 0) fputc('-', out);
    tenths = labs(tenths);
    fprintf(out, tenths % 10 ? "%ld.%ld" : "%ld", tenths / 10, tenths % 10);
}

/* rgb( 68,  68,  68) as #444444 */
static bool put_colour(struct piece value, FILE *out)
{
    int red, green, blue;
    if (value.length < 4 || sscanf(value.at, "rgb( %d, %d, %d )", &red, &green, &blue) != 3)
        return false;
    fprintf(out, "#%02x%02x%02x", red & 255, green & 255, blue & 255);
    return true;
}

static bool is_plain_number(struct piece value)
{
    size_t digits = 0, points = 0;
    for (size_t k = 0; k < value.length; k++) {
        digits += isdigit((unsigned char)value.at[k]) != 0;
        points += value.at[k] == '.';
    }
    return digits && points == 1 && digits + 1 == value.length;
}

/* With the prefix behind each '#' that names an id. */
static void put_references(const struct picture *p, struct piece value)
{
    for (size_t k = 0; k < value.length; k++) {
        bool names = value.at[k] == '#' && (k == 0 || value.at[k - 1] == '(');
        fputc(value.at[k], p->out);
        if (names) fputs(p->prefix, p->out);
    }
}

static void put_value(const struct picture *p, struct piece name, struct piece value)
{
    if (put_colour(value, p->out)) return;
    if (is_plain_number(value)) put_number(atof(value.at), p->out);
    else if (is(name, "href") || memchr(value.at, '(', value.length)) put_references(p, value);
    else fwrite(value.at, 1, value.length, p->out);
}

static void put_attribute(const struct picture *p, struct piece name, struct piece value)
{
    if (is(name, "xlink:href")) name = (struct piece){"href", 4};
    char quote = memchr(value.at, '"', value.length) ? '\'' : '"';
    fprintf(p->out, " %.*s=%c", (int)name.length, name.at, quote);
    put_value(p, name, value);
    fputc(quote, p->out);
}

/* Whether the attribute says what holds without it, or is a mark of ours. */
static bool is_default(const struct attribute *a)
{
    return (is(a->name, "fill") && is(a->value, "none")) ||
           (is(a->name, "stroke-linecap") && is(a->value, "butt")) ||
           (is(a->name, "stroke-linejoin") && is(a->value, "miter")) ||
           (is(a->name, "stroke-width") && is(a->value, "1.00")) ||
           (is(a->name, "text-anchor") && is(a->value, "start")) ||
           (is(a->name, "stroke") && is(a->value, "none")) || is(a->name, "font-family") ||
           is(a->name, "gridline");
}

static struct piece resolve(const struct style *style, const struct attribute *a)
{
    const struct attribute *colour = find(style, "color");
    return colour && is(a->value, "currentColor") ? colour->value : a->value;
}

static void put_style(const struct picture *p, const struct style *style, bool colour)
{
    for (size_t k = 0; k < style->count; k++) {
        const struct attribute *a = &style->attribute[k];
        if (is(a->name, "color") ? colour : !is_default(a))
            put_attribute(p, a->name, resolve(style, a));
    }
}

/* Paths */

/* A point "x,y", *at behind it. */
static bool read_point(const char **at, const char *end, double *x, double *y)
{
    char *next;
    *x = strtod(*at, &next);
    if (next == *at || next >= end) return false;
    const char *second = skip_spaces(*next == ',' ? next + 1 : next);
    *y = strtod(second, &next);
    if (next == second || next > end) return false;
    *at = next;
    return true;
}

static void put_point(char command, const double from[2], const double to[2], FILE *out)
{
    bool across = command == 'L' && lround(10 * from[1]) == lround(10 * to[1]),
         down = command == 'L' && lround(10 * from[0]) == lround(10 * to[0]);
    fputc(across ? 'H' : down ? 'V' : command, out);
    if (across || !down) put_number(to[0], out);
    if (!across && !down) fputc(lround(10 * to[1]) < 0 ? ' ' : ',', out);
    if (!across) put_number(to[1], out);
}

/* M, L and Z; what else there is, and all behind it, as it was. */
static void put_data(struct piece data, FILE *out)
{
    const char *at = data.at, *end = at + data.length;
    char command = 'M';
    double from[2] = {0}, to[2];
    while ((at = skip_spaces(at)) < end) {
        if (*at == 'Z') {
            fputc(*at++, out);
            continue;
        }
        const char *begin = at;
        if (*at == 'M' || *at == 'L') command = *at++;
        if (!read_point(&at, end, &to[0], &to[1])) {
            fwrite(begin, 1, (size_t)(end - begin), out);
            return;
        }
        put_point(command, from, to, out);
        memcpy(from, to, sizeof from);
        command = 'L';
    }
}

static void close_group(struct picture *p)
{
    if (p->is_open) fputs("</g>\n", p->out);
    p->is_open = false;
}

static void put_paths(struct picture *p)
{
    for (size_t k = 0; k < p->npaths; k++) {
        struct paths *paths = &p->paths[k];
        close_group(p);
        fputs("<path", p->out);
        put_style(p, &paths->style, false);
        fputs(" d=\"", p->out);
        for (size_t i = 0; i < paths->count; i++) put_data(paths->data[i], p->out);
        fputs("\"/>\n", p->out);
        free(paths->data);
        *paths = (struct paths){0};
    }
    p->npaths = 0;
}

/* The waiting paths that one of this style can be joined to: only grid lines change places with
 * others. */
static struct paths *find_paths(struct picture *p, const struct style *style, bool gridline)
{
    for (size_t k = p->npaths; k-- > 0;) {
        if (same_style(&p->paths[k].style, style)) return &p->paths[k];
        if (!gridline && !find(&p->paths[k].style, "gridline")) return NULL;
    }
    return NULL;
}

static enum status add_path(struct picture *p, const struct tag *tag)
{
    static const struct attribute mark = {{"gridline", 8}, {"", 0}};
    const struct attribute *data = find(&tag->style, "d");
    bool gridline = has_value(&tag->style, "class", "gridline");
    struct style style = join(&p->inherited[p->depth], &tag->style, "d");
    if (gridline) set(&style, &mark);
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

/* "translate(x,y)" as x and y; with anything behind it as it is. */
static void put_place(const struct picture *p, const struct style *style)
{
    double x, y;
    int used = 0;
    const struct attribute *transform = find(style, "transform");
    if (!transform) return;
    if (sscanf(transform->value.at, "translate(%lf,%lf)%n", &x, &y, &used) != 2 ||
        (size_t)used != transform->value.length) {
        put_attribute(p, transform->name, transform->value);
        return;
    }
    fputs(" x=\"", p->out);
    put_number(x, p->out);
    fputs("\" y=\"", p->out);
    put_number(y, p->out);
    fputc('"', p->out);
}

/* Returns what is behind it. */
static const char *put_text(struct picture *p, const struct tag *tag)
{
    static const char *const kept[] = {"fill", "font-size", "font-weight", "font-style",
                                       "text-anchor"};
    const char *end = strstr(tag->end, "</text>");
    if (!end) return NULL;
    if (end == tag->end) return end + strlen("</text>");
    struct style style = join(&p->inherited[p->depth], &tag->style, "transform");
    put_paths(p);
    close_group(p);
    fputs("<text", p->out);
    put_place(p, &style);
    for (size_t k = 0; k < sizeof kept / sizeof *kept; k++) {
        const struct attribute *a = find(&style, kept[k]);
        if (a && !is_default(a)) put_attribute(p, a->name, resolve(&style, a));
    }
    fprintf(p->out, ">%.*s</text>\n", (int)(end - tag->end), tag->end);
    return end + strlen("</text>");
}

/* In a group of its style, which neighbours share. */
static void put_mark(struct picture *p, const struct tag *tag)
{
    const struct style *style = &p->inherited[p->depth];
    put_paths(p);
    if (p->is_open && !same_style(&p->open, style)) close_group(p);
    if (!p->is_open) {
        fputs("<g", p->out);
        put_style(p, style, true);
        fputs(">\n", p->out);
        p->open = *style;
        p->is_open = true;
    }
    fprintf(p->out, "<%.*s", (int)tag->name.length, tag->name.at);
    for (size_t k = 0; k < tag->style.count; k++)
        put_attribute(p, tag->style.attribute[k].name, tag->style.attribute[k].value);
    fputs(tag->empty ? "/>\n" : ">", p->out);
}

/* Definitions */

static bool is_used(const struct picture *p, struct piece id)
{
    for (const char *at = p->svg; (at = strchr(at, '#')); at++)
        if (!strncmp(at + 1, id.at, id.length) && strchr("'\")", at[1 + id.length])) return true;
    return false;
}

/* From `at` to end, ids and references with the prefix. */
static void put_prefixed(const struct picture *p, const char *at, const char *end)
{
    static const char *const forms[] = {" id=\"", " id='", "href=\"#", "href='#", "url(#"};
    while (at < end) {
        size_t length = 0;
        for (size_t k = 0; k < sizeof forms / sizeof *forms && !length; k++)
            if (!strncmp(at, forms[k], strlen(forms[k]))) length = strlen(forms[k]);
        fwrite(at, 1, length ? length : 1, p->out);
        if (length) fputs(p->prefix, p->out);
        at += length ? length : 1;
    }
}

/* Behind the element that tag begins. */
static const char *behind(const struct tag *tag)
{
    char close[40];
    if (tag->empty) return tag->end;
    snprintf(close, sizeof close, "</%.*s>", (int)tag->name.length, tag->name.at);
    const char *end = strstr(tag->end, close);
    return end ? end + strlen(close) : NULL;
}

/* The elements of a <defs> that ends at `end`, as far as they are used. */
static void put_definitions(const struct picture *p, const char *at, const char *end)
{
    fputs("<defs>", p->out);
    while ((at = strchr(at, '<')) && at < end) {
        struct tag tag;
        const char *next = read_tag(at, &tag) ? behind(&tag) : NULL;
        if (!next) break;
        const struct attribute *id = find(&tag.style, "id");
        if (id && is_used(p, id->value)) put_prefixed(p, at, next);
        at = next;
    }
    fputs("</defs>\n", p->out);
}

/* The file */

static void open_group(struct picture *p, const struct tag *tag)
{
    if (p->depth + 1 == MOST_DEPTH) return;
    p->inherited[p->depth + 1] = join(&p->inherited[p->depth], &tag->style, "");
    p->depth++;
}

static bool is_ground(const struct tag *tag)
{
    return is(tag->name, "rect") && has_value(&tag->style, "fill", "#ffffff") &&
           has_value(&tag->style, "x", "0") && has_value(&tag->style, "y", "0");
}

/* *at: behind what was read, or NULL at the end. */
static enum status take(struct picture *p, const char **at)
{
    struct tag tag;
    if (!read_tag(*at, &tag)) {
        *at = NULL;
        return OK;
    }
    const char *begin = tag.end;
    *at = begin;
    if (is(tag.name, "title") || is(tag.name, "desc") || is(tag.name, "defs")) *at = behind(&tag);
    if (tag.closes) {
        if (is(tag.name, "g") && p->depth) p->depth--;
        if (is(tag.name, "svg")) *at = NULL;
    } else if (is(tag.name, "g")) open_group(p, &tag);
    else if (is(tag.name, "defs") && *at) put_definitions(p, begin, *at);
    else if (is(tag.name, "path")) return add_path(p, &tag);
    else if (is(tag.name, "text")) *at = put_text(p, &tag);
    else if (tag.empty && !is_ground(&tag)) put_mark(p, &tag);
    return OK;
}

static void put_head(const struct picture *p, const struct tag *tag, const char *title)
{
    fputs("<svg role=\"img\" aria-label=\"", p->out);
    html_text(title, p->out);
    fputs("\" fill=\"none\"", p->out);
    for (size_t k = 0; k < tag->style.count; k++) {
        const struct attribute *a = &tag->style.attribute[k];
        if (strncmp(a->name.at, "xmlns", 5)) put_attribute(p, a->name, a->value);
    }
    fputs(">\n", p->out);
}

enum status svg_write(const char *svg, const char *prefix, const char *title, FILE *out)
{
    enum status status = OK;
    struct picture p = {.svg = svg, .prefix = prefix, .out = out};
    const char *at = strstr(svg, "<svg");
    struct tag root;
    if (!at || !read_tag(at, &root)) return OK;
    put_head(&p, &root, title);
    for (at = root.end; status == OK && at && (at = strchr(at, '<'));) status = take(&p, &at);
    put_paths(&p);
    close_group(&p);
    fputs("</svg>\n", out);
    return status;
}
