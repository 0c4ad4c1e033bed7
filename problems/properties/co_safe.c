/* A co-safe function is certain if each infinite path of letters leads from it to ALL. Letters that
 * satisfy no literal are the worst ones, as all functions are monotone; so a set of states needs
 * both values only where it occurs plain and negated. If none does, only ALL is certain. */
#include "problems/properties/co_safe.h"

#include <stdlib.h>

#include "base/memory.h"
#include "problems/properties/path_parts.h"

/* plain, negated: how f stands in the formula; both inside <=>. */
static enum status check_sides(const struct formula *f, bool plain, bool negated)
{
    const bool until = f->kind == FORMULA_UNTIL || f->kind == FORMULA_FINALLY;
    const bool always =
        f->kind == FORMULA_GLOBALLY || f->kind == FORMULA_RELEASE || f->kind == FORMULA_WEAK_UNTIL;
    if (!has_path_operator(f)) return OK;
    if (!f->bound.upper && ((always && plain) || (until && negated)))
        return fail(ERROR_INPUT,
                    "column %zu: a reward until a formula needs one that good paths show after "
                    "finitely many steps; G, W and R never do, nor do F and U behind a '!'",
                    f->column);
    for (size_t k = 0; k < f->nchildren; k++) {
        const bool turned = f->kind == FORMULA_NOT || (f->kind == FORMULA_IMPLIES && k == 0);
        const bool any = f->kind == FORMULA_IFF;
        MUST(check_sides(f->child[k], any || (turned ? negated : plain),
                         any || (turned ? plain : negated)));
    }
    return OK;
}

enum status check_co_safe(const struct formula *formula)
{
    return check_sides(formula, true, false);
}

/* Letters: sets that only occur plain are left out, those that only occur negated hold, and the
 * others take both values. */
enum status certainty_begin(struct remainders *r, struct certainty *out)
{
    enum { MOST_FREE = 8 };
    uint64_t plain = 0, negated = 0;
    *out = (struct certainty){.remainders = r, .verdict.pairs.width = 2};
    for (uint32_t k = 0; k < r->nodes.count; k++) {
        const struct temporal_node node = temporal_node(r, k);
        if (node.kind == NODE_LITERAL) *(node.b ? &negated : &plain) |= 1ull << node.a;
    }
    const uint64_t free_sets = plain & negated;
    const int nfree = __builtin_popcountll(free_sets);
    out->first = out->end = r->nletters;
    if (nfree == 0 || nfree > MOST_FREE) return OK;
    MUST(reallocate(&r->letter, r->nletters + (1ull << nfree), sizeof *r->letter, "letters"));
    uint64_t chosen = 0;
    do {
        r->letter[out->end++] = (negated & ~plain) | chosen;
        chosen = (chosen - free_sets) & free_sets;
    } while (chosen);
    r->nletters = out->end;
    return OK;
}

void certainty_free(struct certainty *certainty)
{
    memo_free(&certainty->verdict);
    free(certainty->path);
    certainty->path = NULL;
}

enum verdict { UNCERTAIN, CERTAIN, ON_PATH }; /* ON_PATH: this path comes back, without an end */

static enum status push(struct certainty *c, uint32_t function, uint32_t at)
{
    MUST(reserve(&c->path, &c->room, 3 * ((size_t)c->depth + 1), sizeof *c->path, "a search"));
    c->path[3 * c->depth] = function;
    c->path[3 * c->depth + 1] = at;
    c->path[3 * c->depth + 2] = c->first;
    c->verdict.result[at] = ON_PATH;
    c->depth++;
    return OK;
}

/* The functions on the path get this verdict, from the last one on. */
static void leave(struct certainty *c, uint32_t depth, enum verdict verdict)
{
    while (c->depth > depth) c->verdict.result[c->path[3 * --c->depth + 1]] = verdict;
}

/* Goes on with one that has no verdict yet; one that is not certain makes all before it so. */
static enum status visit(struct certainty *c, uint32_t function)
{
    uint32_t at;
    if (function == ALL) return OK;
    MUST(memo_find(&c->verdict, function, 0, &at));
    if (function != NOTHING && c->verdict.result[at] == UNKNOWN_RESULT)
        return push(c, function, at);
    if (c->verdict.result[at] != CERTAIN) leave(c, 0, UNCERTAIN);
    return OK;
}

enum status is_certain(struct certainty *c, uint32_t function, bool *certain)
{
    uint32_t at, next;
    *certain = function == ALL;
    if (*certain || function == NOTHING || c->first == c->end) return OK;
    MUST(memo_find(&c->verdict, function, 0, &at));
    if (c->verdict.result[at] == UNKNOWN_RESULT) MUST(push(c, function, at));
    while (c->depth) {
        uint32_t *top = c->path + 3 * (c->depth - 1);
        if (top[2] == c->end) leave(c, c->depth - 1, CERTAIN);
        else {
            MUST(remainder_after(c->remainders, top[0], top[2]++, &next));
            MUST(visit(c, next));
        }
    }
    *certain = c->verdict.result[at] == CERTAIN;
    return OK;
}
