/* Divides the text of a property into words. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "grammar.h"

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static size_t word_length(const char *at)
{
    size_t length = 0;
    while (in_word(at[length])) length++;
    return length;
}

static size_t digits(const char *at)
{
    size_t length = 0;
    while (isdigit((unsigned char)at[length])) length++;
    return length;
}

/* A number ends where no letter and no digit follows. One that does not fit is wrong. */
static int scan_number(const char *at, size_t *length)
{
    size_t n = digits(at);
    if (at[n] == '.' && isdigit((unsigned char)at[n + 1])) n += 1 + digits(at + n + 1);
    if (at[n] == 'e' || at[n] == 'E') {
        const size_t sign = at[n + 1] == '-' || at[n + 1] == '+';
        const size_t power = digits(at + n + 1 + sign);
        if (power) n += 1 + sign + power;
    }
    const size_t more = word_length(at + n);
    *length = n + more;
    return more || !isfinite(strtod(at, NULL)) ? WRONG : NUMBER;
}

/* A name in double quotes, of letters, digits and '_', which does not begin with a digit; or, if
 * there may be one, the name of a file. */
static int scan_label(const char *at, bool file, size_t *length)
{
    const size_t n = word_length(at + 1);
    *length = n + 2;
    if (n && at[n + 1] == '"' && !isdigit((unsigned char)at[1])) return LABEL;
    *length = 1 + strcspn(at + 1, "\"\n");
    if (at[*length] != '"') return WRONG;
    ++*length;
    return file && *length > 2 ? TEXT : WRONG;
}

static bool is_called(const char *at)
{
    return at[strspn(at, " \t\r\n")] == '(';
}

/* Returns whether ": {" follows, as behind HOA. */
static bool is_of_automaton(const char *at)
{
    at += strspn(at, " \t\r\n");
    return *at == ':' && at[1 + strspn(at + 1, " \t\r\n")] == '{';
}

/* Returns whether a word asks for a time: =? follows. T is also a good name of a constant. */
static bool is_time_question(const char *at, size_t length)
{
    const char *behind = at + length;
    if (*at != 'T' || !(length == 1 || (length == 4 && (!strncmp(at, "Tmin", 4) ||
                                                        !strncmp(at, "Tmax", 4)))))
        return false;
    behind += strspn(behind, " \t\r\n");
    return *behind == '=' && behind[1 + strspn(behind + 1, " \t\r\n")] == '?';
}

/* Returns whether `at` has the two words of a question about intervals: Pmaxmin=?. */
static bool is_both(const char *at)
{
    return best_of_word(at) && best_of_word(at + 3) && !in_word(at[6]);
}

static int scan_word(const char *at, size_t length)
{
    static const struct {
        const char *word;
        int token;
    } words[] = {{"true", TRUE}, {"false", FALSE}, {"filter", FILTER}, {"func", FUNC}, {"P", P},
                 {"Pmin", P},    {"Pmax", P},      {"S", S},           {"Smin", S},    {"Smax", S},
                 {"R", R},       {"Rmin", R},      {"Rmax", R},        {"E", E},       {"A", A},
                 {"X", X},       {"F", F},         {"G", G},           {"U", U},       {"W", W},
                 {"C", C},       {"I", I},         {"min", MIN},       {"max", MAX},
                 {"multi", MULTI}, {"Cdiscount", CDISCOUNT}};
    if (length == 3 && !strncmp(at, "HOA", 3) && is_of_automaton(at + 3)) return HOA;
    if (strchr("PR", *at) && is_both(at + 1)) return *at == 'P' ? P : R;
    if (is_time_question(at, length)) return T;
    if (is_called(at + length) && formula_is_function(at, length)) return FUNCTION;
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strlen(words[k].word) == length && !strncmp(at, words[k].word, length))
            return words[k].token;
    return NAME;
}

/* Operators of two and three characters, those of other languages among them, before shorter ones
 * that they begin with. */
static int scan_operator(const char *at, size_t *length)
{
    static const struct {
        const char *text;
        int token;
    } operators[] = {{"<=>", IFF},    {"=>", IMPLIES}, {"<=", AT_MOST}, {">=", AT_LEAST},
                     {"!=", UNEQUAL}, {"==", WRONG},   {"&&", WRONG},   {"||", WRONG},
                     {"<>", WRONG},   {"->", WRONG},   {":=", WRONG},   {"..", WRONG}};
    for (size_t k = 0; k < sizeof operators / sizeof *operators; k++)
        if (!strncmp(at, operators[k].text, *length = strlen(operators[k].text)))
            return operators[k].token;
    *length = utf8_length((const unsigned char *)at);
    if (!*length) *length = 1;
    return strchr("()[]{},:?=<>!&|+-*/^", *at) ? *at : WRONG;
}

int formula_scan(struct formula_reader *reader, struct formula_span *span)
{
    const char *at = reader->text + reader->at;
    at += strspn(at, " \t\r\n");
    int token = END;
    size_t length = 0;
    if (isdigit((unsigned char)*at) || (*at == '.' && isdigit((unsigned char)at[1])))
        token = scan_number(at, &length);
    else if (is_both(at) && reader->text[reader->last.begin] == '}') token = BOTH, length = 6;
    else if (in_word(*at)) token = scan_word(at, length = word_length(at));
    else if (*at == '"') token = scan_label(at, reader->automaton, &length);
    else if (reader->automaton && !strncmp(at, "<-", 2) &&
             reader->text[reader->last.begin] == '"' && reader->text[reader->old.begin] == ',')
        token = ARROW, length = 2;
    else if (*at) token = scan_operator(at, &length);
    if (token == HOA) reader->automaton = true;
    span->begin = (size_t)(at - reader->text);
    reader->at = span->end = span->begin + length;
    reader->old = reader->last;
    reader->last = *span;
    return token;
}
