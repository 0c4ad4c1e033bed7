/* Says what is wrong with the text of a property. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "problems/properties/formula_reader.h"

enum status formula_fail(const struct formula_reader *reader, struct formula_span span,
                         const char *format, ...)
{
    char message[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    size_t line = 0, column = 1;
    for (size_t k = 0; k < span.begin; k++) {
        column = reader->text[k] == '\n' ? 1 : column + 1;
        line += reader->text[k] == '\n';
    }
    const struct formula_place *place = reader->place;
    if (!place) return fail(ERROR_INPUT, "column %zu: %s", span.begin + 1, message);
    return fail(ERROR_INPUT, "%s:%zu: column %zu: %s", place->path, place->line + line,
                column + (line ? 0 : place->column - 1), message);
}

bool formula_allows(const struct formula_allowed *allowed, const char *name)
{
    for (size_t k = 0; k < allowed->count; k++)
        if (!strcmp(allowed->names[k], name)) return true;
    return false;
}

/* Phrases for what is allowed. One is said if `when` and `too` are allowed and neither `unless` nor
 * `nor` is. */
static const struct {
    const char *when, *unless, *nor, *phrase, *too;
} phrases[] = {
    {"'+'", "'!'", NULL, "an operator", NULL},
    {"'?'", "'+'", NULL, "'?'", NULL},
    {">=", "'+'", NULL, "'=?', a limit such as >=0.5", "min"},
    {">=", "'+'", "min", "a bound such as <=5", NULL},
    {"'='", "<=", "!=", "'='", NULL},
    {"text", NULL, NULL, "the name of a file in double quotes", NULL},
    {"label", "text", NULL, "a name in double quotes", NULL},
    {"<-", NULL, NULL, "'<-'", NULL},
    {"number", NULL, NULL, "a number", NULL},
    {"min", ">=", NULL, "min, max", NULL},
    {"'('", NULL, NULL, "'('", NULL},
    {"')'", NULL, NULL, "')'", NULL},
    {"'['", NULL, NULL, "'['", NULL},
    {"']'", NULL, NULL, "']'", NULL},
    {"'{'", NULL, NULL, "'{'", NULL},
    {"'}'", NULL, NULL, "'}'", NULL},
    {"','", NULL, NULL, "','", NULL},
    {"':'", NULL, NULL, "':'", NULL},
};

/* Appends what is allowed at a byte of the text to list, in a reader's words. */
static enum status list_allowed(const struct formula_reader *reader,
                                const struct formula_allowed *allowed, size_t at, char **list)
{
    const bool operand = formula_allows(allowed, "number") && formula_allows(allowed, "name");
    if (operand && strspn(reader->text, " \t\r\n") == at)
        return append_text(list, "%s",
                           reader->wanted ? reader->wanted : "a property such as P=?[F \"done\"]");
    if (operand)
        return append_text(list, formula_allows(allowed, "'!'") ? "a formula" : "a number");
    if (formula_allows(allowed, "name") && formula_allows(allowed, "'|'"))
        return append_text(list, "an operator of filters such as min");
    if (formula_allows(allowed, "name")) return append_text(list, "a function such as min");
    for (size_t k = 0; k < sizeof phrases / sizeof *phrases; k++) {
        if (!formula_allows(allowed, phrases[k].when)) continue;
        if (phrases[k].too && !formula_allows(allowed, phrases[k].too)) continue;
        if (phrases[k].unless && formula_allows(allowed, phrases[k].unless)) continue;
        if (phrases[k].nor && formula_allows(allowed, phrases[k].nor)) continue;
        MUST(append_text(list, "%s%s", *list ? ", " : "", phrases[k].phrase));
    }
    if (formula_allows(allowed, "the end"))
        MUST(append_text(list, "%s%s", *list ? ", " : "",
                         reader->place ? "';'" : "the end of the text"));
    return OK;
}

/* The last comma of a list becomes "or". */
static void print_list(const char *list, char *out, size_t size)
{
    const char *last = NULL;
    for (const char *at = list; (at = strstr(at, ", ")); at++) last = at;
    if (last) snprintf(out, size, "%.*s or %s", (int)(last - list), list, last + 2);
    else snprintf(out, size, "%s", list);
}

enum status formula_unexpected(const struct formula_reader *reader, struct formula_span span,
                               const char *const *allowed, size_t count)
{
    enum { LONGEST = 40 };
    enum status status = OK;
    char *list = NULL, words[300];
    const struct formula_allowed set = {allowed, count};
    const char *hint = formula_hint(reader, span, &set);
    TRY(list_allowed(reader, &set, span.begin, &list));
    print_list(list ? list : "something else", words, sizeof words);
    size_t length = span.end - span.begin;
    if (length > LONGEST) length = LONGEST;
    const char *found = reader->text + span.begin;
    status = *found ? formula_fail(reader, span, "expected %s, found '%.*s'%s%s", words,
                                   (int)length, found, hint ? ": " : "", hint ? hint : "")
                    : formula_fail(reader, span, "expected %s, and the text ends%s%s", words,
                                   hint ? ": " : "", hint ? hint : "");
out:
    free(list);
    return status;
}
