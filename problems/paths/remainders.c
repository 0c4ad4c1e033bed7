#include "problems/paths/remainders.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum {
    MOST_SETS = 1 << 14, /* of a function, before those are left out that contain another */
    MOST_FUNCTIONS = 1000000,
    MOST_NUMBERS = 1 << 26 /* of all functions */
};

enum status remainders_init(struct remainders *r)
{
    static const uint32_t empty_set = 0;
    uint32_t nothing, all;
    *r = (struct remainders){0};
    r->nodes.width = sizeof(struct temporal_node) / sizeof(uint32_t);
    r->both.pairs.width = r->either.pairs.width = 2;
    r->after_node.pairs.width = r->after.pairs.width = 2;
    MUST(number_lists_add(&r->functions, &empty_set, 0, &nothing));
    return number_lists_add(&r->functions, &empty_set, 1, &all);
}

void remainders_free(struct remainders *r)
{
    number_lists_free(&r->nodes);
    number_lists_free(&r->functions);
    memo_free(&r->both);
    memo_free(&r->either);
    memo_free(&r->after_node);
    memo_free(&r->after);
    free(r->letter);
    free(r->set);
    free(r->merged);
    free(r->begin);
    *r = (struct remainders){0};
}

static enum status too_large(void)
{
    return fail(ERROR_INPUT, "the formula is too large for a product with the chain: too much can "
                             "be left of it after some steps");
}

/* Sets of a function that is being made: set k is at begin[k] of r->set, its size first. */

static int compare_sets(const void *x, const void *y)
{
    const uint32_t *a = *(const uint32_t *const *)x, *b = *(const uint32_t *const *)y;
    for (uint32_t k = 0; k <= a[0]; k++)
        if (a[k] != b[k]) return a[k] < b[k] ? -1 : 1;
    return 0;
}

static bool is_part(const uint32_t *small, const uint32_t *large)
{
    uint32_t at = 1;
    for (uint32_t k = 1; k <= small[0]; k++) {
        while (at <= large[0] && large[at] < small[k]) at++;
        if (at > large[0] || large[at] != small[k]) return false;
    }
    return true;
}

/* Leaves out sets that contain another one. Returns how many are left. */
static size_t keep_smallest(const uint32_t **set, size_t count)
{
    size_t kept = 0;
    for (size_t k = 0; k < count; k++) {
        bool contains = false;
        for (size_t j = 0; j < kept && !contains; j++) contains = is_part(set[j], set[k]);
        if (!contains) set[kept++] = set[k];
    }
    return kept;
}

/* *out = the function of `count` sets of r->set. */
static enum status finish_function(struct remainders *r, size_t count, uint32_t *out)
{
    enum status status = OK;
    const uint32_t **set = NULL;
    size_t used = 0;
    TRY(allocate(count, sizeof *set, "the parts of a formula", &set));
    for (size_t k = 0; k < count; k++) set[k] = r->set + r->begin[k];
    qsort(set, count, sizeof *set, compare_sets);
    count = keep_smallest(set, count);
    for (size_t k = 0; k < count; k++) used += 1 + set[k][0];
    TRY(reserve(&r->merged, &r->merged_room, used, sizeof *r->merged, "the parts of a formula"));
    used = 0;
    for (size_t k = 0; k < count; used += 1 + set[k++][0])
        memcpy(r->merged + used, set[k], (1 + set[k][0]) * sizeof *set[k]);
    TRY(number_lists_add(&r->functions, r->merged, used, out));
    if (r->functions.count > MOST_FUNCTIONS || r->functions.used > MOST_NUMBERS) TRY(too_large());
out:
    free(set);
    return status;
}

/* Appends the union of two sets, b NULL: of one, as set k at *used. */
static enum status add_set(struct remainders *r, const uint32_t *a, const uint32_t *b, size_t k,
                           size_t *used)
{
    const uint32_t none = 0, most = a[0] + (b ? b[0] : 0);
    uint32_t size = 0, i = 1, j = 1;
    if (k >= MOST_SETS) return too_large();
    if (!b) b = &none;
    MUST(reserve(&r->begin, &r->begin_room, k + 1, sizeof *r->begin, "the parts of a formula"));
    MUST(reserve(&r->set, &r->room, *used + 1 + most, sizeof *r->set, "the parts of a formula"));
    uint32_t *to = r->set + *used;
    while (i <= a[0] || j <= b[0]) {
        const uint32_t x = i <= a[0] ? a[i] : UINT32_MAX, y = j <= b[0] ? b[j] : UINT32_MAX;
        to[++size] = x < y ? x : y;
        i += x <= y;
        j += y <= x;
    }
    to[0] = size;
    r->begin[k] = *used;
    *used += 1 + size;
    return OK;
}

struct function {
    const uint32_t *number, *end;
};

static struct function function_of(const struct remainders *r, uint32_t k)
{
    const uint32_t *number = number_list(&r->functions, k);
    return (struct function){number, number + number_list_length(&r->functions, k)};
}

static enum status join(struct remainders *r, uint32_t a, uint32_t b, uint32_t *out)
{
    size_t count = 0, used = 0;
    const struct function f[] = {function_of(r, a), function_of(r, b)};
    for (int k = 0; k < 2; k++)
        for (const uint32_t *set = f[k].number; set < f[k].end; set += 1 + *set)
            MUST(add_set(r, set, NULL, count++, &used));
    return finish_function(r, count, out);
}

static enum status meet(struct remainders *r, uint32_t a, uint32_t b, uint32_t *out)
{
    size_t count = 0, used = 0;
    const struct function f = function_of(r, a), g = function_of(r, b);
    for (const uint32_t *x = f.number; x < f.end; x += 1 + *x)
        for (const uint32_t *y = g.number; y < g.end; y += 1 + *y)
            MUST(add_set(r, x, y, count++, &used));
    return finish_function(r, count, out);
}

/* unit: the function that changes no other; zero: the one that makes all others itself. */
static enum status combine(struct remainders *r, uint32_t a, uint32_t b, uint32_t unit,
                           uint32_t zero, uint32_t *out)
{
    uint32_t at;
    struct memo *memo = unit == ALL ? &r->both : &r->either;
    *out = a == unit ? b : b == unit || a == b ? a : zero;
    if (a == unit || b == unit || a == b || a == zero || b == zero) return OK;
    MUST(memo_find(memo, a < b ? a : b, a < b ? b : a, &at));
    *out = memo->result[at];
    if (*out != UNKNOWN_RESULT) return OK;
    MUST(unit == ALL ? meet(r, a, b, out) : join(r, a, b, out));
    memo->result[at] = *out;
    return OK;
}

enum status remainder_both(struct remainders *r, uint32_t a, uint32_t b, uint32_t *out)
{
    return combine(r, a, b, ALL, NOTHING, out);
}

enum status remainder_either(struct remainders *r, uint32_t a, uint32_t b, uint32_t *out)
{
    return combine(r, a, b, NOTHING, ALL, out);
}

static enum status single(struct remainders *r, const struct temporal_node *node, uint32_t *out)
{
    uint32_t function[] = {1, 0};
    const uint32_t list[] = {node->kind, node->a, node->b, node->lower, node->upper};
    MUST(number_lists_add(&r->nodes, list, sizeof list / sizeof *list, &function[1]));
    return number_lists_add(&r->functions, function, 2, out);
}

enum status remainder_literal(struct remainders *r, uint32_t set, bool negated, uint32_t *out)
{
    return single(r, &(struct temporal_node){NODE_LITERAL, set, negated, 0, 0}, out);
}

enum status remainder_next(struct remainders *r, uint32_t a, uint32_t *out)
{
    *out = a;
    if (a == NOTHING) return OK;
    if (a == ALL) MUST(remainder_literal(r, EVERY_STATE, false, &a));
    return single(r, &(struct temporal_node){NODE_NEXT, a, 0, 0, 0}, out);
}

/* good: what a U b becomes where b or everything holds; bad: where a or b never does. R is U with
 * the two exchanged. */
enum status remainder_pair(struct remainders *r, const struct temporal_node *node, uint32_t *out)
{
    const bool until = node->kind == NODE_UNTIL;
    const uint32_t good = until ? ALL : NOTHING, bad = until ? NOTHING : ALL;
    const bool at_once = node->upper == 0 || (node->lower == 0 && node->a == bad);
    *out = bad;
    if (node->lower > node->upper || node->b == bad) return OK;
    if (node->a == bad && node->lower > 0) return OK;
    *out = node->b;
    if (at_once || (node->b == good && (node->lower == 0 || node->a == good))) return OK;
    return single(r, node, out);
}

/* a U b after a letter: l > 0: after(a) & (a U[l-1,u-1] b); else after(b) | (after(a) & (a U[0,u-1]
 * b)). R with & and | exchanged. */
static enum status after_pair(struct remainders *r, const struct temporal_node *node,
                              uint32_t letter, uint32_t *out)
{
    uint32_t a, b, next;
    struct temporal_node later = *node;
    const bool until = node->kind == NODE_UNTIL;
    later.lower -= node->lower > 0;
    later.upper -= node->upper != NO_LAST_STEP;
    MUST(remainder_after(r, node->a, letter, &a));
    MUST(remainder_pair(r, &later, &next));
    MUST(until ? remainder_both(r, a, next, out) : remainder_either(r, a, next, out));
    if (node->lower > 0) return OK;
    next = *out;
    MUST(remainder_after(r, node->b, letter, &b));
    return until ? remainder_either(r, b, next, out) : remainder_both(r, b, next, out);
}

struct step {
    struct remainders *remainders;
    uint32_t letter;
};

static enum status after_node(void *context, uint32_t node, uint32_t *out)
{
    uint32_t at;
    const struct step *step = context;
    struct remainders *r = step->remainders;
    const struct temporal_node n = temporal_node(r, node);
    if (n.kind == NODE_LITERAL) *out = (r->letter[step->letter] >> n.a & 1) != n.b ? ALL : NOTHING;
    if (n.kind == NODE_NEXT) *out = n.a;
    if (n.kind == NODE_LITERAL || n.kind == NODE_NEXT) return OK;
    MUST(memo_find(&r->after_node, node, step->letter, &at));
    *out = r->after_node.result[at];
    if (*out != UNKNOWN_RESULT) return OK;
    MUST(after_pair(r, &n, step->letter, out));
    r->after_node.result[at] = *out;
    return OK;
}

enum status remainder_after(struct remainders *r, uint32_t function, uint32_t letter, uint32_t *out)
{
    uint32_t at;
    struct step step = {r, letter};
    *out = function;
    if (function == ALL || function == NOTHING) return OK;
    MUST(memo_find(&r->after, function, letter, &at));
    *out = r->after.result[at];
    if (*out != UNKNOWN_RESULT) return OK;
    MUST(remainder_replace(r, function, &(struct substitution){after_node, &step}, out));
    r->after.result[at] = *out;
    return OK;
}

/* The functions move when others are added, so each number is fetched again. */
enum status remainder_replace(struct remainders *r, uint32_t function,
                              const struct substitution *by, uint32_t *out)
{
    const size_t length = number_list_length(&r->functions, function);
    uint32_t sum = NOTHING, node;
    for (size_t at = 0, end; at < length && sum != ALL; at = end) {
        uint32_t product = ALL;
        end = at + 1 + number_list(&r->functions, function)[at];
        for (size_t k = at + 1; k < end && product != NOTHING; k++) {
            MUST(by->replace(by->context, number_list(&r->functions, function)[k], &node));
            MUST(remainder_both(r, product, node, &product));
        }
        MUST(remainder_either(r, sum, product, &sum));
    }
    *out = sum;
    return OK;
}
