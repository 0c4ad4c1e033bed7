/* What is missing in a property, or stands where nothing is open for it. */
#include "problems/properties/formula_hint.h"

static bool at_end(const struct place *at)
{
    return !at->reader->text[at->found.begin];
}

static bool found_any_of(const struct place *at, const char *characters)
{
    const char found = at->reader->text[at->found.begin];
    return found && strchr(characters, found);
}

static bool operand_wanted(const struct place *at)
{
    return allows(at, "number") && allows(at, "name");
}

/* Returns the word before the bracket that is open at this place; empty: there is none. */
static struct formula_span opener(const struct place *at)
{
    const char *text = at->reader->text;
    size_t k = at->found.begin;
    for (int depth = 0; k > 0 && depth >= 0; k--) {
        if (strchr(")]}", text[k - 1])) depth++;
        if (strchr("([{", text[k - 1])) depth--;
        if (depth < 0) return word_before(text, text[k - 1] == '(' ? k - 1 : 0);
    }
    return (struct formula_span){0, 0};
}

bool inside_square(const struct place *at, size_t byte)
{
    int open = 0;
    for (size_t k = 0; k < byte; k++) {
        if (at->reader->text[k] == '[') open++;
        if (at->reader->text[k] == ']') open--;
    }
    return open > 0;
}

/* Two words that do not stand beside one another, and the one before them; NULL: any. */
const char *hint_of_pair(const struct place *at)
{
    static const struct {
        const char *first, *before, *found, *hint;
    } pairs[] = {
        {NULL, ",", "]", "without an upper bound write F>=1"},
        {"HOA", "{", NULL, "an automaton is written with a colon, HOA: {\"file.hoa\"}"},
        {"multi", "(", ")", "name the objectives: multi(Pmax=?[F \"a\"], R<=5[C])"},
    };
    const struct formula_span first = word_before(at->reader->text, at->before.begin);
    if (found_is(at, ";") && allows(at, "','")) return "write ',' between them";
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
        if ((!pairs[k].first || is(at->reader, first, pairs[k].first)) &&
            before_is(at, pairs[k].before) && (!pairs[k].found || found_is(at, pairs[k].found)))
            return pairs[k].hint;
    return NULL;
}

/* Brackets that do not close, or are not open. */
static const char *hint_of_closing(const struct place *at)
{
    const bool closes = found_any_of(at, "])}");
    if (operand_wanted(at)) return NULL;
    if ((closes || at_end(at)) && allows(at, "')'")) return "the closing ')' is missing";
    if (allows(at, "'}'") && (closes || at_end(at) || found_any_of(at, "=[")))
        return "the closing '}' is missing";
    const bool round = found_is(at, ")") && allows(at, "']'");
    if (closes && (round || allows(at, "the end"))) return "no bracket is open that it closes";
    if (found_is(at, "]") && allows(at, "','") && allows(at, "'+'"))
        return "an interval has two ends: F[0,5]; a single bound is F<=5";
    if (at_end(at) && allows(at, "':'")) return "a choice is written a ? b : c";
    return NULL;
}

/* Bounds and limits that are not there. */
static const char *hint_of_limit(const struct place *at)
{
    static const char *const relations[] = {"<", "<=", ">", ">=", NULL};
    const char last = last_before(at, at->before.begin);
    const struct formula_span word = word_before(at->reader->text, at->before.begin);
    if (before_is(at, "{") && is_path_letter(at, word))
        return "write a bound as F<=5, or of a reward as F{\"cost\"}<=5";
    if (!found_is(at, "[") || !is_one_of(at, at->before, relations)) return NULL;
    if (last == '}' || is_question_letter(at, word))
        return "write the limit before the bracket: P>=0.5[...]";
    return is_path_letter(at, word) ? "write a bound as F<=5 or F[2,5]" : NULL;
}

/* A formula that ends too early. */
static const char *hint_of_operand(const struct place *at)
{
    const char last = last_before(at, at->found.begin);
    if (!operand_wanted(at) || !last || !(at_end(at) || found_any_of(at, "]),}&|"))) return NULL;
    if (last == '[') return "write what is asked: P=?[F \"done\"], S=?[\"done\"], R=?[F \"done\"]";
    if (is_path_letter(at, at->before))
        return is_one_of(at, at->before, binary_paths) ? "write the states behind it: \"a\" U \"b\""
                                                       : "write the states behind it: F \"done\"";
    if (isalnum((unsigned char)last) || strchr("_]\"", last))
        return "write the states behind the bound: F<=5 \"done\"";
    return strchr("&|!=<>+-*/^?:", last) ? "something is missing behind the operator" : NULL;
}

const char *hint_of_automaton(const struct place *at)
{
    const bool inside =
        at->reader->automaton && !allows(at, "number") &&
        (allows(at, "<-") || allows(at, "text") || allows(at, "label") || allows(at, "'}'"));
    return inside || before_is(at, "HOA")
               ? "an automaton is written HOA: {\"file.hoa\", \"a\" <- formula}"
               : NULL;
}

const char *hint_of_filter(const struct place *at)
{
    const bool inside = is(at->reader, opener(at), "filter") && !at_end(at);
    return inside || before_is(at, "filter") ? "a filter is written filter(max, P=?[...], states)"
                                             : NULL;
}

/* An operator that this language does not have, between or before states. */
static const char *hint_of_capital(const struct place *at)
{
    const struct formula_span spans[] = {at->found, at->before};
    const bool operand =
        isalpha((unsigned char)at->reader->text[at->found.begin]) || found_any_of(at, "\"(!");
    for (int k = 0; k < 2 && operand && allows(at, "'&'"); k++)
        if (spans[k].end - spans[k].begin == 1 && !is_path_letter(at, spans[k]) &&
            isupper((unsigned char)at->reader->text[spans[k].begin]))
            return "operators of paths are X, F, G, U, W and R";
    return NULL;
}

/* States in the wrong place, and names of functions without arguments. */
static const char *hint_of_misplaced(const struct place *at)
{
    if (found_is(at, "{") && before_is(at, "]"))
        return "states stand inside the brackets: P=?[F \"done\" {s=2}]";
    if (before_is(at, "S") && allows(at, "']'") && found_any_of(at, "\"(!"))
        return "a long-run probability is S=?[\"done\"], a long-run reward R=?[S]";
    const char *behind = at->reader->text + at->found.end;
    behind += strspn(behind, " ");
    if (operand_wanted(at) && (found_is(at, "min") || found_is(at, "max")) &&
        (!strncmp(behind, "P=", 2) || !strncmp(behind, "R=", 2)))
        return "write Pmax=?[...] or Pmin=?[...]";
    if (operand_wanted(at) && (found_is(at, "min") || found_is(at, "max")))
        return "min and max are functions: max(a, b)";
    return NULL;
}

const char *hint_of_gap(const struct place *at)
{
    static const char *(*const hints[])(const struct place *) = {
        hint_of_closing, hint_of_limit, hint_of_operand, hint_of_capital, hint_of_misplaced};
    const char *hint = NULL;
    for (size_t k = 0; k < sizeof hints / sizeof *hints && !hint; k++) hint = hints[k](at);
    return hint;
}
