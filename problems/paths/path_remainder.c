#include "problems/paths/path_remainder.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "problems/paths/path_parts.h"

enum { MOST_SETS = EVERY_STATE }; /* one bit each */

/* Sets of states */

struct reading {
    const struct chain *chain;
    const uint8_t *const *atoms;
    struct remainders *remainders;
    uint64_t *sets; /* for each state: bit k is set where set k holds */
    uint8_t *set;   /* a set that is being read: one byte for each state */
    uint32_t nsets;
};

/* Returns the number of the set that is the same as g->set, or its complement (*negated), or
 * nsets. */
static uint32_t known_set(const struct reading *g, bool *negated)
{
    const uint32_t n = chain_states(g->chain);
    for (uint32_t k = 0; k < g->nsets; k++) {
        bool differ = false, same = false;
        for (uint32_t i = 0; i < n && !(differ && same); i++) {
            const bool off = (g->sets[i] >> k & 1) != g->set[i];
            differ |= off;
            same |= !off;
        }
        *negated = differ;
        if (!differ || !same) return k;
    }
    *negated = false;
    return g->nsets;
}

/* A formula and its negation, where they are needed; no part of a formula is read twice. */
enum side { PLAIN, NEGATED, SIDES };
struct sides {
    bool needed[SIDES];
    uint32_t function[SIDES];
};

/* *set = the number of a formula's set of states, or of its complement. */
static enum status find_set(struct reading *g, const struct formula *f, uint32_t *set,
                            bool *complement)
{
    *set = known_set(g, complement);
    if (*set < g->nsets) return OK;
    if (g->nsets == MOST_SETS)
        return fail(ERROR_INPUT, "column %zu: more than %d sets of states in a path formula",
                    f->column, MOST_SETS);
    for (uint32_t i = 0; i < chain_states(g->chain); i++) g->sets[i] |= (uint64_t)g->set[i] << *set;
    g->nsets++;
    return OK;
}

/* A formula without path operators. */
static enum status read_state_formula(struct reading *g, const struct formula *f, struct sides *out)
{
    bool complement;
    uint32_t set, count = 0;
    MUST(check_state_formula(f));
    for (uint32_t i = 0; i < chain_states(g->chain); i++)
        count += g->set[i] = state_formula_holds(f, g->atoms, i);
    out->function[PLAIN] = count ? ALL : NOTHING;
    out->function[NEGATED] = count ? NOTHING : ALL;
    if (count == 0 || count == chain_states(g->chain)) return OK;
    MUST(find_set(g, f, &set, &complement));
    for (int k = 0; k < SIDES; k++)
        if (out->needed[k])
            MUST(remainder_literal(g->remainders, set, (k == NEGATED) != complement,
                                   &out->function[k]));
    return OK;
}

/* Path operators */

static enum status read_formula(struct reading *g, const struct formula *f, struct sides *out);

static enum status combine(struct remainders *r, bool both, uint32_t a, uint32_t b, uint32_t *out)
{
    return both ? remainder_both(r, a, b, out) : remainder_either(r, a, b, out);
}

/* *out = a node of U or R. With a lower bound only, it is one with two equal bounds before one
 * without. */
static enum status make_pair(struct remainders *r, struct temporal_node node, uint32_t *out)
{
    struct temporal_node last = node;
    if (node.upper != NO_LAST_STEP || node.lower == 0) return remainder_pair(r, &node, out);
    last.lower = 0;
    MUST(remainder_pair(r, &last, &node.b));
    node.upper = node.lower;
    return remainder_pair(r, &node, out);
}

/* F, G, U and R; the negation of U is R of the negations. */
static enum status read_pair(struct reading *g, const struct formula *f, struct sides *out)
{
    const bool until = f->kind == FORMULA_FINALLY || f->kind == FORMULA_UNTIL;
    struct sides a = *out, b = *out;
    struct temporal_node node = {0};
    MUST(path_steps(g->chain->type, f, &node.lower, &node.upper));
    a.function[PLAIN] = until ? ALL : NOTHING;
    a.function[NEGATED] = until ? NOTHING : ALL;
    if (f->nchildren > 1) MUST(read_formula(g, f->child[0], &a));
    MUST(read_formula(g, f->child[f->nchildren - 1], &b));
    for (int k = 0; k < SIDES; k++) {
        if (!out->needed[k]) continue;
        node.kind = until == (k == PLAIN) ? NODE_UNTIL : NODE_RELEASE;
        node.a = a.function[k];
        node.b = b.function[k];
        MUST(make_pair(g->remainders, node, &out->function[k]));
    }
    return OK;
}

/* a W b: false where (a & !b) U (!a & !b) is true. Without a lower bound, !b U (!a & !b) is the
 * same. */
static enum status read_weak_until(struct reading *g, const struct formula *f, struct sides *out)
{
    struct sides a = *out, b = *out;
    struct temporal_node node = {0};
    struct remainders *r = g->remainders;
    MUST(path_steps(g->chain->type, f, &node.lower, &node.upper));
    for (int k = 0; k < SIDES && node.lower; k++) a.needed[k] = true;
    MUST(read_formula(g, f->child[0], &a));
    MUST(read_formula(g, f->child[1], &b));
    for (int k = 0; k < SIDES; k++) {
        if (!out->needed[k]) continue;
        const bool weak = k == PLAIN;
        node.kind = weak ? NODE_RELEASE : NODE_UNTIL;
        node.a = b.function[k];
        if (node.lower) MUST(combine(r, !weak, a.function[1 - k], node.a, &node.a));
        MUST(combine(r, !weak, a.function[k], b.function[k], &node.b));
        MUST(make_pair(r, node, &out->function[k]));
    }
    return OK;
}

/* !, &, |, => */
static enum status read_boolean(struct reading *g, const struct formula *f, struct sides *out)
{
    const bool turn = f->kind == FORMULA_NOT || f->kind == FORMULA_IMPLIES;
    struct sides a = *out, b = *out;
    if (turn) a.needed[PLAIN] = out->needed[NEGATED];
    if (turn) a.needed[NEGATED] = out->needed[PLAIN];
    MUST(read_formula(g, f->child[0], &a));
    if (f->nchildren > 1) MUST(read_formula(g, f->child[1], &b));
    for (int k = 0; k < SIDES; k++) {
        if (!out->needed[k]) continue;
        out->function[k] = a.function[turn ? 1 - k : k];
        if (f->nchildren > 1)
            MUST(combine(g->remainders, (f->kind == FORMULA_AND) == (k == PLAIN), out->function[k],
                         b.function[k], &out->function[k]));
    }
    return OK;
}

/* a <=> b is (a & b) | (!a & !b), its negation (a & !b) | (!a & b). */
static enum status read_iff(struct reading *g, const struct formula *f, struct sides *out)
{
    struct sides a = {.needed = {true, true}}, b = a;
    struct remainders *r = g->remainders;
    MUST(read_formula(g, f->child[0], &a));
    MUST(read_formula(g, f->child[1], &b));
    for (int k = 0; k < SIDES; k++) {
        uint32_t first, second;
        if (!out->needed[k]) continue;
        MUST(remainder_both(r, a.function[PLAIN], b.function[k], &first));
        MUST(remainder_both(r, a.function[NEGATED], b.function[1 - k], &second));
        MUST(remainder_either(r, first, second, &out->function[k]));
    }
    return OK;
}

static enum status read_next(struct reading *g, const struct formula *f, struct sides *out)
{
    MUST(read_formula(g, f->child[0], out));
    for (int k = 0; k < SIDES; k++)
        if (out->needed[k])
            MUST(remainder_next(g->remainders, out->function[k], &out->function[k]));
    return OK;
}

/* Sets out->function where out->needed. */
static enum status read_formula(struct reading *g, const struct formula *f, struct sides *out)
{
    if (!has_path_operator(f)) return read_state_formula(g, f, out);
    switch (f->kind) {
    case FORMULA_NEXT: return read_next(g, f, out);
    case FORMULA_FINALLY:
    case FORMULA_GLOBALLY:
    case FORMULA_UNTIL:
    case FORMULA_RELEASE: return read_pair(g, f, out);
    case FORMULA_WEAK_UNTIL: return read_weak_until(g, f, out);
    case FORMULA_NOT:
    case FORMULA_AND:
    case FORMULA_OR:
    case FORMULA_IMPLIES: return read_boolean(g, f, out);
    case FORMULA_IFF: return read_iff(g, f, out);
    default:
        return fail(ERROR_INPUT, "column %zu: no path operator can stand inside this", f->column);
    }
}

/* letters (new): equal sets of a state are equal letters. */
static enum status make_letters(const struct reading *g, uint32_t **letters)
{
    enum status status = OK;
    const uint32_t n = chain_states(g->chain);
    struct remainders *r = g->remainders;
    struct number_lists lists = {.width = 2};
    TRY(allocate(n, sizeof **letters, "letters of states", letters));
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t halves[] = {(uint32_t)g->sets[i], (uint32_t)(g->sets[i] >> 32)};
        TRY(number_lists_add(&lists, halves, 2, &(*letters)[i]));
    }
    r->nletters = lists.count;
    TRY(allocate(r->nletters, sizeof *r->letter, "letters", &r->letter));
    for (uint32_t k = 0; k < r->nletters; k++) {
        const uint32_t *halves = number_list(&lists, k);
        r->letter[k] = (uint64_t)halves[1] << 32 | halves[0] | 1ull << EVERY_STATE;
    }
out:
    number_lists_free(&lists);
    return status;
}

enum status path_remainder(const struct chain *chain, const struct formula *const *formula,
                           size_t count, const uint8_t *const *atoms, struct remainders *r,
                           uint32_t *function, uint32_t **letters)
{
    enum status status = OK;
    struct reading reading = {.chain = chain, .atoms = atoms, .remainders = r};
    *letters = NULL;
    TRY(allocate_zeroed(chain_states(chain), sizeof *reading.sets, "sets of states",
                        &reading.sets));
    TRY(allocate(chain_states(chain), 1, "sets of states", &reading.set));
    for (size_t k = 0; k < count; k++) {
        struct sides sides = {.needed = {true, false}};
        TRY(read_formula(&reading, formula[k], &sides));
        function[k] = sides.function[PLAIN];
    }
    TRY(make_letters(&reading, letters));
out:
    free(reading.sets);
    free(reading.set);
    if (status != OK) {
        free(*letters);
        *letters = NULL;
    }
    return status;
}
