#include "base/automata/boolean_formula.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* The operands that wait on the stack are the bits of one word; NESTED limits the recursion. */
enum { STACK = 64, NESTED = 64, LONGEST = 1 << 16 };

struct parser {
    struct guards *formulas;
    const char *at;
    uint32_t npropositions;
    const struct guard_aliases *aliases;
    size_t first; /* of this formula in the pool */
    int waiting, nested;
};

void guards_free(struct guards *formulas)
{
    free(formulas->code);
    *formulas = (struct guards){0};
}

static enum status emit(struct parser *p, int8_t code)
{
    struct guards *formulas = p->formulas;
    if (code >= GUARD_FALSE) p->waiting++;
    else if (code != GUARD_NOT) p->waiting--;
    if (p->waiting > STACK || formulas->count - p->first >= LONGEST)
        return fail(ERROR_INPUT,
                    "the formula is too large: at most %d symbols and %d operands at a time",
                    LONGEST, STACK);
    MUST(reserve(&formulas->code, &formulas->room, formulas->count + 1, sizeof *formulas->code,
                 "formulas"));
    formulas->code[formulas->count++] = code;
    return OK;
}

static char next_character(struct parser *p)
{
    p->at += strspn(p->at, " \t\r\n");
    return *p->at;
}

/* Number of characters to quote in a message: a symbol, or a word. */
static int quoted(const struct parser *p)
{
    size_t length = strcspn(p->at, " \t\r\n&|!()[]");
    return length == 0 ? 1 : length < 40 ? (int)length : 40;
}

static enum status formula_unexpected(const struct parser *p, const char *expected)
{
    if (!*p->at) return fail(ERROR_INPUT, "expected %s, found the end", expected);
    return fail(ERROR_INPUT, "expected %s, found '%.*s'", expected, quoted(p), p->at);
}

static bool is_formula_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

static enum status parse_number(struct parser *p)
{
    uint32_t number = 0;
    const char *digit = p->at;
    for (; *digit >= '0' && *digit <= '9' && number < p->npropositions; digit++)
        number = 10 * number + (uint32_t)(*digit - '0');
    if (number >= p->npropositions || is_formula_letter(*digit)) {
        if (!p->npropositions) return formula_unexpected(p, "t or f (there are no propositions)");
        return fail(ERROR_INPUT, "expected a proposition, 0 to %u, found '%.*s'",
                    p->npropositions - 1, quoted(p), p->at);
    }
    p->at = digit;
    return emit(p, (int8_t)number);
}

static enum status parse_alias(struct parser *p)
{
    const char *name = p->at + 1;
    size_t length = 0;
    while (is_formula_letter(name[length])) length++;
    const struct guard *alias =
        p->aliases ? p->aliases->find(p->aliases->context, name, length) : NULL;
    if (!alias)
        return fail(ERROR_INPUT, "unknown alias '@%.*s'", (int)(length < 40 ? length : 40), name);
    for (uint32_t k = 0; k < alias->count; k++) {
        MUST(emit(p, p->formulas->code[alias->first + k]));
    }
    p->at = name + length;
    return OK;
}

static enum status parse_or(struct parser *p);

static enum status parse_nested(struct parser *p)
{
    if (++p->nested > NESTED)
        return fail(ERROR_INPUT, "the formula has more than %d nested parentheses", NESTED);
    p->at++;
    MUST(parse_or(p));
    if (next_character(p) != ')') return formula_unexpected(p, "')'");
    p->at++;
    p->nested--;
    return OK;
}

static enum status parse_constant(struct parser *p)
{
    int8_t code = *p->at == 't' ? GUARD_TRUE : GUARD_FALSE;
    if (is_formula_letter(p->at[1])) return formula_unexpected(p, "a formula");
    p->at++;
    return emit(p, code);
}

static enum status parse_operand(struct parser *p)
{
    bool negated = false;
    for (; next_character(p) == '!'; p->at++) negated = !negated;
    char c = *p->at;
    enum status status = c == '('               ? parse_nested(p)
                         : c == '@'             ? parse_alias(p)
                         : c == 't' || c == 'f' ? parse_constant(p)
                         : c >= '0' && c <= '9' ? parse_number(p)
                                                : formula_unexpected(p, "a formula");
    return status == OK && negated ? emit(p, GUARD_NOT) : status;
}

static enum status parse_and(struct parser *p)
{
    enum status status = parse_operand(p);
    while (status == OK && next_character(p) == '&') {
        p->at++;
        status = parse_operand(p);
        if (status == OK) status = emit(p, GUARD_AND);
    }
    return status;
}

static enum status parse_or(struct parser *p)
{
    enum status status = parse_and(p);
    while (status == OK && next_character(p) == '|') {
        p->at++;
        status = parse_and(p);
        if (status == OK) status = emit(p, GUARD_OR);
    }
    return status;
}

enum status guard_parse(struct guards *formulas, const char **text, uint32_t npropositions,
                          const struct guard_aliases *aliases, struct guard *out)
{
    struct parser parser = {.formulas = formulas,
                            .at = *text,
                            .npropositions = npropositions,
                            .aliases = aliases,
                            .first = formulas->count};
    enum status status = parse_or(&parser);
    *out = (struct guard){parser.first, (uint32_t)(formulas->count - parser.first)};
    *text = parser.at;
    return status;
}

bool guard_holds(const struct guards *formulas, const struct guard *formula,
                   uint64_t valuation)
{
    const int8_t *code = formulas->code + formula->first;
    uint64_t stack = 0;
    for (uint32_t k = 0; k < formula->count; k++) {
        uint64_t top = stack & 1;
        switch (code[k]) {
        case GUARD_TRUE: stack = stack << 1 | 1; break;
        case GUARD_FALSE: stack <<= 1; break;
        case GUARD_NOT: stack ^= 1; break;
        case GUARD_AND: stack = stack >> 1 & (top | ~1ull); break;
        case GUARD_OR: stack = stack >> 1 | top; break;
        default: stack = stack << 1 | (valuation >> code[k] & 1);
        }
    }
    return stack & 1;
}
