#include "plots/report/svg_put.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Prints a number with one decimal, unless that is 0. */
void svg_put_number(double number, FILE *out)
{
    long tenths = lround(10 * number);
    if (tenths < 0) fputc('-', out);
    tenths = labs(tenths);
    fprintf(out, tenths % 10 ? "%ld.%ld" : "%ld", tenths / 10, tenths % 10);
}

/* Writes rgb( 68,  68,  68) as #444444. Returns false for another value. */
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

/* Writes a value with the prefix behind each '#' that begins an id. */
static void put_references(const struct svg_out *to, struct piece value)
{
    for (size_t k = 0; k < value.length; k++) {
        bool names = value.at[k] == '#' && (k == 0 || value.at[k - 1] == '(');
        fputc(value.at[k], to->out);
        if (names) fputs(to->prefix, to->out);
    }
}

static void put_value(const struct svg_out *to, struct piece name, struct piece value)
{
    if (put_colour(value, to->out)) return;
    if (is_plain_number(value)) svg_put_number(atof(value.at), to->out);
    else if (piece_is(name, "href") || memchr(value.at, '(', value.length))
        put_references(to, value);
    else fwrite(value.at, 1, value.length, to->out);
}

void svg_put_attribute(const struct svg_out *to, struct piece name, struct piece value)
{
    if (piece_is(name, "xlink:href")) name = (struct piece){"href", 4};
    char quote = memchr(value.at, '"', value.length) ? '\'' : '"';
    fprintf(to->out, " %.*s=%c", (int)name.length, name.at, quote);
    put_value(to, name, value);
    fputc(quote, to->out);
}

/* Returns whether the attribute can be left out: it has its default value, or is font-family or
 * gridline. */
bool attribute_is_default(const struct attribute *a)
{
    return (piece_is(a->name, "fill") && piece_is(a->value, "none")) ||
           (piece_is(a->name, "stroke-linecap") && piece_is(a->value, "butt")) ||
           (piece_is(a->name, "stroke-linejoin") && piece_is(a->value, "miter")) ||
           (piece_is(a->name, "stroke-width") && piece_is(a->value, "1.00")) ||
           (piece_is(a->name, "text-anchor") && piece_is(a->value, "start")) ||
           (piece_is(a->name, "stroke") && piece_is(a->value, "none")) ||
           piece_is(a->name, "font-family") || piece_is(a->name, "gridline");
}

struct piece attribute_value(const struct style *style, const struct attribute *a)
{
    const struct attribute *colour = style_find(style, "color");
    return colour && piece_is(a->value, "currentColor") ? colour->value : a->value;
}

void svg_put_style(const struct svg_out *to, const struct style *style, bool colour)
{
    for (size_t k = 0; k < style->count; k++) {
        const struct attribute *a = &style->attribute[k];
        if (piece_is(a->name, "color") ? colour : !attribute_is_default(a))
            svg_put_attribute(to, a->name, attribute_value(style, a));
    }
}

/* Reads a point "x,y", and moves *at behind it. */
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
    if (across || !down) svg_put_number(to[0], out);
    if (!across && !down) fputc(lround(10 * to[1]) < 0 ? ' ' : ',', out);
    if (!across) svg_put_number(to[1], out);
}

/* Writes the commands M, L and Z; from another command on, the rest stays as it was. */
void svg_put_data(struct piece data, FILE *out)
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
