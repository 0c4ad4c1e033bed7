#include "problems/paths/limits.h"

struct limits limits_begin(struct remainders *r,
                           enum status (*is_in)(void *context, uint32_t node, bool *in),
                           void *context)
{
    return (struct limits){.remainders = r,
                           .is_in = is_in,
                           .context = context,
                           .guaranteed.pairs.width = 2,
                           .safe.pairs.width = 2};
}

void limits_free(struct limits *limits)
{
    memo_free(&limits->guaranteed);
    memo_free(&limits->safe);
}

enum status limit_operands(struct limits *limits, bool safe, struct temporal_node *node)
{
    MUST(limit_function(limits, safe, node->a, &node->a));
    if (node->kind != NODE_NEXT) MUST(limit_function(limits, safe, node->b, &node->b));
    return OK;
}

static enum status make_node(struct remainders *r, const struct temporal_node *node, uint32_t *out)
{
    if (node->kind == NODE_LITERAL) return remainder_literal(r, node->a, node->b, out);
    if (node->kind == NODE_NEXT) return remainder_next(r, node->a, out);
    return remainder_pair(r, node, out);
}

/* a U b becomes b R (a | b), or false; a R b becomes true, or b U (a & b). */
static enum status replace_node(struct limits *limits, bool safe, uint32_t number, uint32_t *out)
{
    bool in;
    uint32_t b;
    struct remainders *r = limits->remainders;
    struct temporal_node node = temporal_node(r, number);
    const enum node_kind changes = safe ? NODE_UNTIL : NODE_RELEASE;
    if (node.kind != NODE_LITERAL) MUST(limit_operands(limits, safe, &node));
    if (node.kind != changes || node.upper != NO_LAST_STEP) return make_node(r, &node, out);
    MUST(limits->is_in(limits->context, number, &in));
    *out = safe ? NOTHING : ALL;
    if (in != safe) return OK;
    b = node.b;
    MUST(safe ? remainder_either(r, node.a, b, &node.b) : remainder_both(r, node.a, b, &node.b));
    node.a = b;
    node.kind = safe ? NODE_RELEASE : NODE_UNTIL;
    return remainder_pair(r, &node, out);
}

static enum status make_safe(void *context, uint32_t node, uint32_t *out)
{
    return replace_node(context, true, node, out);
}

static enum status make_guaranteed(void *context, uint32_t node, uint32_t *out)
{
    return replace_node(context, false, node, out);
}

enum status limit_function(struct limits *limits, bool safe, uint32_t function, uint32_t *out)
{
    uint32_t at;
    struct memo *memo = safe ? &limits->safe : &limits->guaranteed;
    const struct substitution by = {safe ? make_safe : make_guaranteed, limits};
    MUST(memo_find(memo, limits->key, function, &at));
    *out = memo->result[at];
    if (*out != UNKNOWN_RESULT) return OK;
    MUST(remainder_replace(limits->remainders, function, &by, out));
    memo->result[at] = *out;
    return OK;
}
