/* What to do about mistakes in properties that are often made. */
#include "problems/properties/formula_hint.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "base/text.h"

static bool is_any_case(const struct formula_reader *reader, struct formula_span span,
                        const char *text)
{
    return span.end - span.begin == strlen(text) &&
           !strncasecmp(reader->text + span.begin, text, strlen(text));
}

static bool found_begins(const struct place *at, const char *text)
{
    return !strncmp(at->reader->text + at->found.begin, text, strlen(text));
}

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool is_label(const char *text, size_t length)
{
    size_t word = 1;
    while (word < length && (isalnum((unsigned char)text[word]) || text[word] == '_')) word++;
    return word > 1 && word + 1 == length && text[word] == '"' && !isdigit((unsigned char)text[1]);
}

/* Signs of other languages. */
static const char *hint_of_sign(const struct place *at)
{
    static const struct {
        const char *sign, *hint;
    } signs[] = {
        {"==", "write = for 'equal'"},
        {"&&", "write & for 'and'"},
        {"||", "write | for 'or'"},
        {"->", "write => for 'implies'"},
        {":=", "write = for 'equal'"},
        {"<>", "write F for 'finally', or != for 'not equal'"},
        {"[]", "write G for 'globally'"},
        {"..", "write a bound as [2,5]"},
        {"'", "names of labels stand in double quotes: \"done\""},
        {"~", "write ! for 'not'"},
        {"<<", "games cannot be asked about: write Pmin=? or Pmax=?"},
        {"%", "write 0.5 for 50 %, and mod(a, b) for a remainder"},
        {"#", "comments begin with //"},
        {";", "a single property ends without ';'"},
        {"\u201c", "write straight double quotes: \"done\""},
        {"\u201d", "write straight double quotes: \"done\""},
        {"\u201e", "write straight double quotes: \"done\""},
        {"\u2264", "write <="},
        {"\u2265", "write >="},
        {"\u2260", "write !="},
        {"\u00ac", "write ! for 'not'"},
        {"\u2227", "write & for 'and'"},
        {"\u2228", "write | for 'or'"},
        {"\u21d2", "write => for 'implies'"},
        {"\u25c7", "write F for 'finally'"},
        {"\u25a1", "write G for 'globally'"},
        {"\u2203", "write E[F \"done\"]"},
        {"\u2200", "write A[F \"done\"]"},
    };
    if (found_is(at, "'") && !isalpha((unsigned char)at->reader->text[at->found.end]))
        return "write x without ': only updates of a model have x'";
    for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
        if (found_begins(at, signs[k].sign)) return signs[k].hint;
    return NULL;
}

/* Returns whether a name is this word: in any case, but single letters in lower case only. */
static bool is_word(const struct place *at, struct formula_span span, const char *word)
{
    return is(at->reader, span, word) || (word[1] && is_any_case(at->reader, span, word));
}

/* Words for operators. A word that stands before an operand was read as a name. */
static const char *hint_of_word(const struct place *at)
{
    static const struct {
        const char *word, *hint;
    } words[] = {
        {"and", "write & for 'and'"},
        {"or", "write | for 'or'"},
        {"not", "write ! for 'not'"},
        {"implies", "write => for 'implies'"},
        {"iff", "write <=> for 'if and only if'"},
        {"mod", "write the remainder as mod(a, b)"},
        {"div", "write floor(a/b)"},
        {"u", "'until' is the capital letter U"},
        {"until", "write U for 'until'"},
        {"w", "'weak until' is the capital letter W"},
        {"weakuntil", "write W for 'weak until'"},
        {"r", "'release' is the capital letter R"},
        {"release", "write R for 'release'"},
        {"f", "'finally' is the capital letter F"},
        {"finally", "write F for 'finally'"},
        {"eventually", "write F for 'finally'"},
        {"g", "'globally' is the capital letter G"},
        {"globally", "write G for 'globally'"},
        {"always", "write G for 'globally'"},
        {"x", "'next' is the capital letter X"},
        {"next", "write X for 'next'"},
        {"gf", "write G F with a blank between them"},
        {"fg", "write F G with a blank between them"},
        {"ag", "write A[G ...]"},
        {"af", "write A[F ...]"},
        {"ax", "write A[X ...]"},
        {"eg", "write E[G ...]"},
        {"ef", "write E[F ...]"},
        {"ex", "write E[X ...]"},
        {"given", "conditional probabilities cannot be asked: divide two questions"},
        {"in", "write 's in 1..3' as s>=1 & s<=3"},
        {"step", "bounds have no units: write F<=5"},
        {"steps", "bounds have no units: write F<=5"},
        {"seconds", "bounds have no units: write F<=5"},
    };
    const char first = at->reader->text[at->found.begin];
    const bool operand = isalnum((unsigned char)first) || (first && strchr("\"(!", first)) ||
                         (first == '[' && at->before.end > at->before.begin + 1);
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (is_word(at, at->found, words[k].word) ||
            (operand && is_word(at, at->before, words[k].word)))
            return words[k].hint;
    return NULL;
}

/* A question by a word that is nearly one. */
static const char *hint_of_near_question(const struct place *at, struct formula_span span)
{
    static const char *const words[] = {"Pmax", "Pmin", "Rmax", "Rmin", "Smax", "Smin", NULL};
    static const char *const hints[] = {"did you mean Pmax=?[...]?", "did you mean Pmin=?[...]?",
                                        "did you mean Rmax=?[...]?", "did you mean Rmin=?[...]?",
                                        "did you mean Smax=?[...]?", "did you mean Smin=?[...]?"};
    char word[16];
    const int length = (int)(span.end - span.begin);
    snprintf(word, sizeof word, "%.*s", length, at->reader->text + span.begin);
    const char *meant = length > 2 ? meant_name(word, words) : NULL;
    for (size_t k = 0; words[k] && length > 2; k++)
        if (meant == words[k] || !strncasecmp(word, words[k], 4)) return hints[k];
    return NULL;
}

/* A question by a letter that this language lacks: what stands before `=?`. */
static const char *hint_of_question(const struct place *at)
{
    static const struct {
        const char *word, *hint;
    } words[] = {
        {"p", "questions begin with a capital letter: P=?[...]"},
        {"s", "questions begin with a capital letter: S=?[...]"},
        {"r", "questions begin with a capital letter: R=?[...]"},
        {"t", "questions begin with a capital letter: T=?[F \"done\"]"},
        {"lra", "write a long-run probability as S=?[\"done\"], a long-run reward as R=?[S]"},
        {"e", "expected rewards are R=?[...]"},
    };
    if (!found_is(at, "?") || !before_is(at, "=")) return NULL;
    const struct formula_span word = word_before(at->reader->text, at->before.begin);
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (is_any_case(at->reader, word, words[k].word)) return words[k].hint;
    const char *near = hint_of_near_question(at, word);
    return near ? near : "questions begin with P, S or R: P=?[...] asks for a probability";
}

/* What stands between the letter of a question and its content. */
static const char *hint_of_brackets(const struct place *at)
{
    const bool letter = is_question_letter(at, at->before) && !allows(at, "']'"),
               quote = found_begins(at, "\""), end = !at->reader->text[at->found.begin];
    const char last = last_before(at, at->before.begin);
    if (letter && found_is(at, "[") && at->reader->text[at->found.end] == '"')
        return "the name of a reward is written R{\"name\"}";
    if (letter && found_is(at, "[") && inside_square(at, at->before.begin))
        return "inside a formula a question is compared: P>=0.5[...]";
    if ((found_is(at, "max") || found_is(at, "min")) && (before_is(at, "=") || before_is(at, "?")))
        return found_is(at, "max") ? "write Pmax=?[...]" : "write Pmin=?[...]";
    if (letter && (found_is(at, "?") || found_is(at, "==") || found_is(at, "[") || end))
        return "write =? to ask for the value: P=?[...]";
    if (before_is(at, "}") && found_is(at, "["))
        return "write =? to ask for the value: R{\"name\"}=?[...]";
    if (letter && (found_is(at, "(") || quote))
        return "the name of a reward is written R{\"name\"}=?[...]";
    if (before_is(at, "?") && last == '=')
        return "what is asked stands in square brackets: P=?[F \"done\"]";
    if (before_is(at, "E") || before_is(at, "A"))
        return "E and A take a path in square brackets: E[F \"done\"]; expected rewards are "
               "R=?[...]";
    const struct formula_span word = word_before(at->reader->text, at->before.begin);
    if (before_is(at, "=") && inside_square(at, word.begin) && is_question_letter(at, word) &&
        at->reader->text[at->found.end] != '[')
        return "P, S and R are operators, and no variables: write variables as the model has them";
    if (before_is(at, "=") && (last == '}' || is_question_letter(at, word)))
        return "a limit is written with <, <=, > or >=, and =? asks for the value";
    return NULL;
}

static const char *hint_of_braces(const struct place *at)
{
    const char last = last_before(at, at->before.begin);
    if (!before_is(at, "{") || !isalpha((unsigned char)at->reader->text[at->found.begin]))
        return NULL;
    return last == '}'   ? "write filter(sum, P=?[...], states) for other operators"
           : last != 'R' ? "the name of a reward stands in double quotes: F{\"name\"}<=5"
                         : "the name of a reward stands in double quotes: R{\"name\"}";
}

/* Operators of paths inside expressions. */
static const char *hint_of_path(const struct place *at)
{
    const bool first = strspn(at->reader->text, " \t\r\n") == at->found.begin,
               two = is_one_of(at, at->found, binary_paths);
    if (!is_path_letter(at, at->found)) return NULL;
    if (before_is(at, "!")) return "a path behind '!' stands in brackets: !(F \"a\")";
    if (two && (before_is(at, "[") || before_is(at, "(")))
        return "the states before it are missing: \"a\" U \"b\"";
    if (allows(at, "'['") && !allows(at, "number"))
        return "what is asked stands in square brackets: P>=0.5[F \"done\"]";
    if (first || allows(at, "the end"))
        return two ? "a path stands inside a question: P=?[\"a\" U \"b\"]"
                   : "a path stands inside a question: P=?[F \"done\"]";
    if (two) return "a path inside a path stands in brackets: \"a\" U (\"b\" U \"c\")";
    return "a path inside a formula stands in brackets: (F \"a\") & (G \"b\")";
}

/* Words that the scanner could not read. */
static const char *hint_of_wrong_word(const struct place *at)
{
    const char *found = at->reader->text + at->found.begin;
    const size_t length = at->found.end - at->found.begin;
    if (isdigit((unsigned char)*found) || (*found == '.' && isdigit((unsigned char)found[1]))) {
        if (length > strspn(found, "0123456789.eE+-")) return "no letter may follow a number";
        return isfinite(strtod(found, NULL)) ? NULL : "the number is too large";
    }
    if (*found != '"' || is_label(found, length)) return NULL;
    if (at->before.end == at->found.begin && at->found.begin && in_word(found[-1]))
        return "the opening '\"' is missing";
    if (length < 2 || found[length - 1] != '"' || strcspn(found, "[]{}") < length)
        return "the closing '\"' is missing";
    if (isdigit((unsigned char)found[1])) return "a name begins with a letter or '_'";
    return "names in double quotes have letters, digits and '_'; other formulas stand without "
           "quotes";
}

/* A ',' that is a decimal point, an 'and', or the end of the property. */
static const char *hint_of_comma(const struct place *at)
{
    const char *text = at->reader->text, last = last_before(at, at->found.begin);
    if (!found_is(at, ",")) return NULL;
    const char *word = text + at->found.end;
    while (isalpha((unsigned char)*word)) word++;
    const bool key = *word == '=' && word > text + at->found.end;
    if (isdigit((unsigned char)last) && isdigit((unsigned char)text[at->found.end]))
        return "write decimals with a point (0.5), and intervals in square brackets (F[0,5])";
    if (last == '[') return "an interval has two ends: F[0,5]; a single bound is F<=5";
    if (last == ']' || (key && allows(at, "the end")))
        return "prop= takes the rest of a source; write other keys before it";
    return "join conditions with & or |; no ',' stands behind a bound";
}

static const char *hint_of_near_function(const struct place *at)
{
    static const char *const words[] = {"filter", "multi", NULL};
    char word[16];
    snprintf(word, sizeof word, "%.*s", (int)(at->before.end - at->before.begin),
             at->reader->text + at->before.begin);
    const char *meant = meant_name(word, words);
    if (!meant) return NULL;
    return meant == words[0] ? "did you mean filter(max, P=?[...], states)?"
                             : "did you mean multi(Pmax=?[...], R<=5[C])?";
}

/* What stands behind a name, or between a path's operator and its bound. */
static const char *hint_of_name(const struct place *at)
{
    const char *before = at->reader->text + at->before.begin;
    const size_t length = at->before.end - at->before.begin;
    if (at->reader->place && found_is(at, ":") && in_word(*before))
        return "the name of a property stands in double quotes: \"name\": P=?[...]";
    const char *near = found_is(at, "(") ? hint_of_near_function(at) : NULL;
    if (near) return near;
    if (found_is(at, "(") && isalpha((unsigned char)*before))
        return "functions are min, max, floor, ceil, round, pow, mod and log";
    if (length > 1 && strchr("FGXUWR", *before) && strspn(before + 1, "0123456789") == length - 1)
        return "write a bound as F<=5";
    const struct formula_span word = word_before(at->reader->text, at->before.begin);
    const bool operand = isalpha((unsigned char)at->reader->text[at->found.begin]) ||
                         at->reader->text[at->found.begin] == '"';
    if (operand && isdigit((unsigned char)*before) && is(at->reader, word, "X"))
        return "write X X \"done\" for two steps";
    if (operand && isdigit((unsigned char)*before) && is_path_letter(at, word))
        return "write a bound as F<=5";
    if (operand && !before_is(at, "S") && !is_path_letter(at, at->before) && allows(at, "'{'") &&
        !allows(at, "'&'"))
        return "C<=k and I=k take no states: R=?[C<=5]";
    if (before_is(at, "C") && !found_is(at, "(")) return "write a time as C<=5";
    if (before_is(at, "I")) return "write a time as I=5";
    if (*before == '"' && found_is(at, ":"))
        return "names of properties stand in files of properties only";
    return NULL;
}

static const char *hint_of_relation(const struct place *at)
{
    const char last = last_before(at, at->found.begin);
    const bool relation =
        found_is(at, "<") || found_is(at, "<=") || found_is(at, ">") || found_is(at, ">=");
    if (relation && last == ']')
        return "a question is compared behind its letter: P>0.1[...] & P<0.2[...]";
    if (before_is(at, "=") && (found_is(at, "<") || found_is(at, ">")))
        return found_is(at, "<") ? "write <= for 'at most'" : "write >= for 'at least'";
    if (!relation || !(isalnum((unsigned char)last) || last == ')')) return NULL;
    return "compare two values at a time: 1<x & x<3";
}

/* A bound that is missing: the label behind it was read instead. */
static const char *hint_of_bound(const struct place *at)
{
    if (!found_is(at, "]") || at->reader->text[at->before.begin] != '"') return NULL;
    const char last = last_before(at, at->before.begin);
    return last && strchr("<>=", last) ? "write a bound before the label: F<=5 \"a\"" : NULL;
}

static bool begins_line(const struct place *at)
{
    size_t k = at->found.begin;
    while (k > at->before.end && at->reader->text[k - 1] != '\n') k--;
    return k > at->before.end;
}

/* What is missing, by what may stand there. */
static const char *hint_of_allowed(const struct place *at)
{
    const char found = at->reader->text[at->found.begin], last = last_before(at, at->found.begin);
    const bool name = at->before.end - at->before.begin > 1 ||
                      !isupper((unsigned char)at->reader->text[at->before.begin]);
    const bool operand = isalpha((unsigned char)found) || found == '"' || found == '_';
    if (at->reader->place && operand && allows(at, "the end") && begins_line(at))
        return "a ';' is missing before it";
    if (!found && allows(at, "']'")) return "the closing ']' is missing";
    if (!found && allows(at, "'['") && !allows(at, "number"))
        return "what is asked stands in square brackets: P>=0.5[F \"done\"]";
    if (operand && allows(at, "'&'") && name &&
        (isalnum((unsigned char)last) || strchr("_\")", last)))
        return "join two conditions with & or |";
    return NULL;
}

const char *formula_hint(const struct formula_reader *reader, struct formula_span span,
                         const struct formula_allowed *allowed)
{
    const struct place at = {reader, span, reader->old, allowed};
    static const char *(*const hints[])(const struct place *) = {
        hint_of_pair,     hint_of_question,  hint_of_wrong_word, hint_of_brackets,
        hint_of_sign,     hint_of_automaton, hint_of_braces,     hint_of_path,
        hint_of_word,     hint_of_filter,    hint_of_comma,      hint_of_name,
        hint_of_relation, hint_of_bound,     hint_of_allowed,    hint_of_gap};
    const char *hint = NULL;
    for (size_t k = 0; k < sizeof hints / sizeof *hints && !hint; k++) hint = hints[k](&at);
    return hint;
}
