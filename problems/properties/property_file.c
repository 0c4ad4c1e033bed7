/* Reads files of properties, and the definitions of models in PRISM's language. */
#include "problems/properties/formula_read.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/packed/unpacked.h"
#include "base/text.h"
#include "problems/properties/formula_reader.h"

/* text: comments are blanks in it, so that places in it are those in the file. */
struct definitions {
    const char *path;
    char *text, *at;
    char *counted;              /* the last place that was asked for, */
    struct formula_place place; /* and its line and column */
    size_t room;
    struct property_file *out;
};

/* Replaces comments by blanks. */
static void blank_comments(char *text)
{
    for (char *at = text; (at = strstr(at, "//"));)
        while (*at && *at != '\n') *at++ = ' ';
}

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static char *after_space(char *at)
{
    while (isspace((unsigned char)*at)) at++;
    return at;
}

/* Returns line and column of a place, which is not before the last one that was asked for. */
static const struct formula_place *place_of(struct definitions *in, const char *at)
{
    for (; in->counted < at; in->counted++) {
        const bool line_ends = *in->counted == '\n';
        in->place.column = line_ends ? 1 : in->place.column + 1;
        in->place.line += line_ends;
    }
    return &in->place;
}

static enum status definition_expected(struct definitions *in, const char *what)
{
    size_t length = strcspn(in->at, "\n");
    const struct formula_place *place = place_of(in, in->at);
    if (in_name(*in->at))
        for (length = 0; in_name(in->at[length]);) length++;
    if (length > 40) length = 40;
    if (!length)
        return fail(ERROR_INPUT, "%s:%zu: column %zu: expected %s, and the line ends", in->path,
                    place->line, place->column, what);
    return fail(ERROR_INPUT, "%s:%zu: column %zu: expected %s, found '%.*s'", in->path, place->line,
                place->column, what, (int)length, in->at);
}

/* Skips word, and blanks behind it, if it comes next. */
static bool skip_definition_word(struct definitions *in, const char *word)
{
    const size_t length = strlen(word);
    if (strncmp(in->at, word, length) || (in_name(*word) && in_name(in->at[length]))) return false;
    in->at = after_space(in->at + length);
    return true;
}

/* *out (new) = the name that comes next. */
static enum status take_name(struct definitions *in, char **out)
{
    size_t length = 0;
    while (in_name(in->at[length])) length++;
    if (!length || isdigit((unsigned char)*in->at))
        return definition_expected(in, "a name of letters, digits and '_'");
    MUST(format_text(out, "%.*s", (int)length, in->at));
    in->at = after_space(in->at + length);
    return OK;
}

/* Returns whether what stands before or behind a line's end cannot be the end or the beginning of a
 * property. */
static bool goes_on(const char *start, const char *line_end)
{
    const char *before = line_end;
    while (before > start && isspace((unsigned char)before[-1])) before--;
    if (before == start || strchr("&|=<>+-*/^!?:,", before[-1])) return true;
    const char *next = line_end + strspn(line_end, " \t\r\n");
    return *next && (strchr("&|=<>+-*/^?:,)]}[{;", *next) || !strncmp(next, "!=", 2));
}

/* Returns where the text at in->at ends: at a ';', or with lines at an end of line where no bracket
 * is open and no operator waits. A bracket that nothing closes is open to the end of its line. */
static char *end_of_value(const struct definitions *in, bool lines)
{
    int open = 0;
    char *at = in->at;
    for (; *at && *at != ';'; at++) {
        if (strchr("([{", *at)) open++;
        if (strchr(")]}", *at)) open--;
        if (!lines || *at != '\n' || open > 0) continue;
        if (!goes_on(in->at, at)) break;
        at += strspn(at, " \t\r\n") - 1;
    }
    return lines && open > 0 ? in->at + strcspn(in->at, "\n;") : at;
}

/* *out (new) = the text from begin to before end, in one line and without blanks around it. */
static enum status copy_value(const char *begin, const char *end, char **out)
{
    while (end > begin && isspace((unsigned char)end[-1])) end--;
    MUST(format_text(out, "%.*s", (int)(end - begin), begin));
    for (char *c = *out; *c; c++)
        if (isspace((unsigned char)*c)) *c = ' ';
    return OK;
}

/* A property that cannot be read leaves the others as they are. */
static enum status note_problem(enum status status, struct definition *out)
{
    if (status != ERROR_INPUT || out->kind != DEFINES_PROPERTY) return status;
    return copy_text(fail_message(), &out->problem);
}

/* Reads what a definition stands for, and its end. */
static enum status take_value(struct definitions *in, struct definition *out)
{
    const bool property = out->kind == DEFINES_PROPERTY;
    const struct formula_place *place = place_of(in, in->at);
    char *end = end_of_value(in, property);
    const char ended_by = *end;
    MUST(copy_value(in->at, end, &out->text));
    *end = '\0';
    const enum status status =
        formula_read_at(place, in->at, property ? NULL : "a value", &out->formula);
    *end = ended_by;
    MUST(note_problem(status, out));
    in->at = end;
    if (!ended_by && !property) return definition_expected(in, "';'");
    if (ended_by == ';') in->at++;
    return OK;
}

static enum status take_constant(struct definitions *in, struct definition *out)
{
    static const char *const types[][2] = {{"int", "int"},
                                           {"double", "double"},
                                           {"bool", "bool"},
                                           {"rate", "double"},
                                           {"prob", "double"}};
    const char *type = "int";
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        if (skip_definition_word(in, types[k][0])) {
            type = types[k][1];
            break;
        }
    MUST(copy_text(type, &out->type));
    MUST(take_name(in, &out->name));
    if (skip_definition_word(in, ";")) return OK;
    if (!skip_definition_word(in, "=")) return definition_expected(in, "'=' or ';'");
    return take_value(in, out);
}

/* Reads the name, its quotes, and '='. */
static enum status take_label(struct definitions *in, struct definition *out)
{
    if (!skip_definition_word(in, "\"")) return definition_expected(in, "a name in double quotes");
    MUST(take_name(in, &out->name));
    if (!skip_definition_word(in, "\"")) return definition_expected(in, "'\"'");
    if (!skip_definition_word(in, "=")) return definition_expected(in, "'='");
    return take_value(in, out);
}

static enum status take_formula(struct definitions *in, struct definition *out)
{
    MUST(take_name(in, &out->name));
    if (!skip_definition_word(in, "=")) return definition_expected(in, "'='");
    return take_value(in, out);
}

/* Reads a property, with its name if one stands before it: `"name": P=?[...]`. */
static enum status take_property(struct definitions *in, struct definition *out)
{
    size_t length = 0;
    if (*in->at == '"')
        while (in_name(in->at[1 + length])) length++;
    if (length && in->at[1 + length] == '"' && *after_space(in->at + length + 2) == ':') {
        MUST(format_text(&out->name, "%.*s", (int)length, in->at + 1));
        in->at = after_space(after_space(in->at + length + 2) + 1);
    }
    return take_value(in, out);
}

/* Adds an empty definition, which the file owns from now on. */
static enum status add_definition(struct definitions *in, enum definition_kind kind,
                                  const char *begin, struct definition **out)
{
    struct property_file *file = in->out;
    MUST(reserve(&file->definitions, &in->room, file->count + 1, sizeof *file->definitions,
                 "properties"));
    *out = &file->definitions[file->count++];
    **out = (struct definition){.kind = kind, .line = place_of(in, begin)->line};
    return OK;
}

/* Reads a constant, a label or a formula, if one comes next. */
static enum status take_definition(struct definitions *in, bool *found)
{
    static enum status (*const take[])(struct definitions *,
                                       struct definition *) = {[DEFINES_CONSTANT] = take_constant,
                                                               [DEFINES_LABEL] = take_label,
                                                               [DEFINES_FORMULA] = take_formula};
    static const char *const words[] = {"const", "label", "formula"};
    const char *begin = in->at;
    struct definition *definition;
    *found = true;
    for (int kind = DEFINES_CONSTANT; kind <= DEFINES_FORMULA; kind++)
        if (skip_definition_word(in, words[kind])) {
            MUST(add_definition(in, (enum definition_kind)kind, begin, &definition));
            return take[kind](in, definition);
        }
    *found = false;
    return OK;
}

/* Returns the end of a part of a model that ends with the word `last`. */
static char *end_of_part(char *at, const char *last)
{
    const size_t length = strlen(last);
    for (char *found = at; (found = strstr(found, last)); found += length)
        if (!in_name(found[-1]) && !in_name(found[length])) return found + length;
    return at + strlen(at);
}

/* Skips what comes next in a model. */
static void skip_part(struct definitions *in)
{
    static const char *const parts[][2] = {
        {"module", "endmodule"}, {"rewards", "endrewards"},         {"init", "endinit"},
        {"system", "endsystem"}, {"observables", "endobservables"}, {NULL, NULL}};
    static const char *const lines[] = {"global", "observable", NULL};
    for (size_t k = 0; parts[k][0]; k++)
        if (skip_definition_word(in, parts[k][0])) {
            in->at = end_of_part(in->at, parts[k][1]);
            return;
        }
    for (size_t k = 0; lines[k]; k++)
        if (skip_definition_word(in, lines[k])) {
            in->at += strcspn(in->at, ";");
            return;
        }
    if (!in_name(*in->at)) in->at++;
    while (in_name(*in->at)) in->at++;
}

/* Returns whether a word comes next with which parts of models begin. */
static bool begins_model(struct definitions *in)
{
    static const char *const words[] = {
        "dtmc", "ctmc", "mdp", "module", "probabilistic", "stochastic", "nondeterministic"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (skip_definition_word(in, words[k])) return in_name(*in->at);
    return false;
}

static enum status take_all(struct definitions *in, bool model)
{
    struct definition *definition;
    bool found;
    for (;;) {
        in->at += strspn(in->at, " \t\r\n\v\f;");
        if (!*in->at) return OK;
        MUST(take_definition(in, &found));
        if (found) continue;
        if (model) {
            skip_part(in);
            continue;
        }
        if (begins_model(in))
            return fail(ERROR_INPUT, "%s: this is a model, and no file of properties", in->path);
        MUST(add_definition(in, DEFINES_PROPERTY, in->at, &definition));
        MUST(take_property(in, definition));
    }
}

const struct definition *next_property(const struct property_file *file,
                                       const struct definition *after)
{
    size_t k = after ? (size_t)(after - file->definitions) + 1 : 0;
    while (k < file->count && file->definitions[k].kind != DEFINES_PROPERTY) k++;
    return k < file->count ? &file->definitions[k] : NULL;
}

enum status pick_property(const struct property_file *file, const char *asked,
                          const struct definition **out)
{
    uint64_t number = 0, count = 0;
    const bool counted = parse_count(asked, &number);
    const struct definition *d = NULL;
    *out = NULL;
    while ((d = next_property(file, d))) {
        count++;
        if (counted ? count == number : d->name && !strcmp(d->name, asked)) {
            *out = d;
            return OK;
        }
    }
    if (!counted || !count) return OK;
    return fail(ERROR_INPUT, "there are only properties 1 to %" PRIu64, count);
}

/* Fails if there are properties, and none can be read. */
static enum status check_some_property(const struct property_file *file)
{
    const struct definition *first = next_property(file, NULL), *d = first;
    while (d && d->problem) d = next_property(file, d);
    return d || !first ? OK : fail(ERROR_INPUT, "%s", first->problem);
}

static bool stands_in_quotes(const struct definition *d)
{
    return d->kind == DEFINES_LABEL || d->kind == DEFINES_PROPERTY;
}

/* By names, those in quotes last; then by their place in the file. */
static int compare_names(const void *a, const void *b)
{
    const struct definition *x = *(const struct definition *const *)a,
                            *y = *(const struct definition *const *)b;
    if (stands_in_quotes(x) != stands_in_quotes(y)) return stands_in_quotes(x) ? 1 : -1;
    const int order = strcmp(x->name, y->name);
    return order ? order : (x > y) - (x < y);
}

/* Fails if two definitions have the same name. */
static enum status check_names(const char *path, const struct property_file *file)
{
    enum status status = OK;
    const struct definition **named;
    size_t count = 0;
    MUST(allocate(file->count + 1, sizeof *named, "names", &named));
    for (size_t k = 0; k < file->count; k++)
        if (file->definitions[k].name) named[count++] = &file->definitions[k];
    qsort(named, count, sizeof *named, compare_names);
    for (size_t k = 1; k < count; k++) {
        const struct definition *first = named[k - 1], *second = named[k];
        const char *quote = stands_in_quotes(first) ? "\"" : "";
        if (stands_in_quotes(first) != stands_in_quotes(second) ||
            strcmp(first->name, second->name))
            continue;
        TRY(fail(ERROR_INPUT, "%s:%zu: the name %s%s%s is already defined in line %zu", path,
                 second->line, quote, second->name, quote, first->line));
    }
out:
    free(named);
    return status;
}

enum status property_text_read(const char *path, const char *text, bool model,
                               struct property_file *out)
{
    struct definitions in = {.path = path, .out = out};
    *out = (struct property_file){0};
    MUST(copy_text(text, &in.text));
    blank_comments(in.text);
    in.at = in.counted = in.text;
    in.place = (struct formula_place){path, 1, 1};
    enum status status = take_all(&in, model);
    if (status == OK) status = check_some_property(out);
    if (status == OK && !model) status = check_names(path, out);
    free(in.text);
    if (status != OK) property_file_free(out);
    return status;
}

enum status property_file_read(const char *path, struct property_file *out)
{
    enum { LARGEST = 64 << 20 };
    char *text;
    size_t size;
    *out = (struct property_file){0};
    MUST(unpacked_text(path, "a file of properties", LARGEST, &text, &size));
    const enum status status = strlen(text) == size
                                   ? property_text_read(path, text, false, out)
                                   : fail(ERROR_INPUT, "%s: a NUL byte: this is no text", path);
    free(text);
    return status;
}

void property_file_free(struct property_file *file)
{
    for (size_t k = 0; k < file->count; k++) {
        struct definition *d = &file->definitions[k];
        free(d->name);
        free(d->type);
        free(d->text);
        free(d->problem);
        formula_free(d->formula);
    }
    free(file->definitions);
    *file = (struct property_file){0};
}
