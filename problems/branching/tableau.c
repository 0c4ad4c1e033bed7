#include "problems/branching/tableau.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum {
    MOST_UNTILS = 64, /* one bit each */
    MOST_OBLIGATIONS = 1000000,
    MOST_NUMBERS = 1 << 26, /* of all obligations */
    MOST_OPEN = 1024,       /* nodes that hold now; the search is as deep */
    MOST_STEPS = 1 << 22    /* to find the moves of an obligation and a letter */
};

enum status tableau_begin(struct remainders *r, struct tableau *out)
{
    uint32_t none, number;
    *out = (struct tableau){.remainders = r, .untils.width = 1, .known.pairs.width = 2};
    MUST(reserve(&out->first_move, &out->first_room, 1, sizeof *out->first_move, "moves"));
    out->first_move[0] = 0;
    return tableau_obligation(out, &none, 0, &number);
}

void tableau_free(struct tableau *tableau)
{
    number_lists_free(&tableau->obligations);
    number_lists_free(&tableau->untils);
    memo_free(&tableau->known);
    free(tableau->first_move);
    free(tableau->move);
    *tableau = (struct tableau){0};
}

static enum status too_large(void)
{
    return fail(ERROR_INPUT, "the formula is too large for E[...] and A[...]: too many of its "
                             "parts can be open at once");
}

static int compare_nodes(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

enum status tableau_obligation(struct tableau *tableau, uint32_t *node, size_t count, uint32_t *out)
{
    size_t kept = 0;
    if (count) qsort(node, count, sizeof *node, compare_nodes);
    for (size_t k = 0; k < count; k++)
        if (!kept || node[kept - 1] != node[k]) node[kept++] = node[k];
    MUST(number_lists_add(&tableau->obligations, node, kept, out));
    const struct number_lists *all = &tableau->obligations;
    return all->count > MOST_OBLIGATIONS || all->used > MOST_NUMBERS ? too_large() : OK;
}

/* A part of a function has still to be chosen: one whose nodes hold now, or from the next state
 * on. */
struct choice {
    uint32_t function;
    bool later;
};

struct nodes {
    uint32_t *number;
    size_t count, room;
};

/* One way through the choices. Each function below that succeeds leaves it as it was, but for
 * `steps`. */
struct search {
    struct tableau *tableau;
    uint64_t letter, put_off;
    struct nodes now, later, sorted; /* now: no literals; the first `apart` are taken apart */
    size_t apart;
    struct choice *choice;
    size_t nchoices, choice_room;
    uint64_t steps;
};

static enum status add_node(struct nodes *to, uint32_t node)
{
    MUST(reserve(&to->number, &to->room, to->count + 1, sizeof *to->number, "an obligation"));
    to->number[to->count++] = node;
    return OK;
}

static enum status add_choice(struct search *s, uint32_t function, bool later)
{
    MUST(reserve(&s->choice, &s->choice_room, s->nchoices + 1, sizeof *s->choice, "choices"));
    s->choice[s->nchoices++] = (struct choice){function, later};
    return OK;
}

static bool is_among(const struct nodes *nodes, uint32_t node)
{
    bool found = false;
    for (size_t k = 0; k < nodes->count && !found; k++) found = nodes->number[k] == node;
    return found;
}

/* Returns whether a node holds now without a choice that is new. */
static bool holds_now(const struct search *s, uint32_t node)
{
    const struct temporal_node n = temporal_node(s->tableau->remainders, node);
    if (n.kind == NODE_LITERAL) return (s->letter >> n.a & 1) != n.b;
    return is_among(&s->now, node);
}

static bool is_literal(const struct search *s, uint32_t node)
{
    return temporal_node(s->tableau->remainders, node).kind == NODE_LITERAL;
}

/* Returns whether some part of a function holds like this. */
static bool function_holds_now(const struct search *s, uint32_t function)
{
    const struct number_lists *all = &s->tableau->remainders->functions;
    const uint32_t *set = number_list(all, function),
                   *end = set + number_list_length(all, function);
    bool found = false;
    for (; set < end && !found; set += 1 + *set) {
        found = true;
        for (uint32_t k = 1; k <= *set && found; k++) found = holds_now(s, set[k]);
    }
    return found;
}

/* Is a move to fewer nodes, which puts off fewer, as good as another one? It can always choose what
 * the other one chooses. */
static bool is_as_good(const struct tableau *t, const struct move *a, const struct move *b)
{
    const struct number_lists *all = &t->obligations;
    const uint32_t *x = number_list(all, a->next), *y = number_list(all, b->next);
    const size_t nx = number_list_length(all, a->next), ny = number_list_length(all, b->next);
    size_t j = 0;
    if (a->put_off & ~b->put_off) return false;
    for (size_t i = 0; i < nx; i++, j++) {
        while (j < ny && y[j] < x[i]) j++;
        if (j == ny || y[j] != x[i]) return false;
    }
    return true;
}

/* Adds the move of this way, unless another one is as good. */
static enum status add_move(struct search *s)
{
    struct tableau *t = s->tableau;
    struct move move = {.put_off = s->put_off};
    const uint64_t first = t->first_move[t->known.pairs.count - 1];
    uint64_t kept = first;
    s->steps += t->nmoves - first;
    s->sorted.count = 0;
    for (size_t k = 0; k < s->later.count; k++) MUST(add_node(&s->sorted, s->later.number[k]));
    MUST(tableau_obligation(t, s->sorted.number, s->sorted.count, &move.next));
    for (uint64_t k = first; k < t->nmoves; k++)
        if (is_as_good(t, &t->move[k], &move)) return OK;
    for (uint64_t k = first; k < t->nmoves; k++)
        if (!is_as_good(t, &move, &t->move[k])) t->move[kept++] = t->move[k];
    MUST(reserve(&t->move, &t->move_room, kept + 1, sizeof *t->move, "moves"));
    t->move[kept] = move;
    t->nmoves = kept + 1;
    return OK;
}

static enum status go_on(struct search *s);

/* Goes on with one part of a function: `set`, its size first. */
static enum status choose_set(struct search *s, const uint32_t *set, bool later)
{
    struct nodes *to = later ? &s->later : &s->now;
    const size_t count = to->count;
    enum status status = OK;
    bool fails = false;
    for (uint32_t k = 1; k <= *set && !later && !fails; k++)
        fails = is_literal(s, set[k]) && !holds_now(s, set[k]);
    for (uint32_t k = 1; k <= *set && !fails && status == OK; k++)
        if (later || !holds_now(s, set[k])) status = add_node(to, set[k]);
    if (status == OK && !fails) status = go_on(s);
    to->count = count;
    return status;
}

/* Makes the last choice in each way. Functions may move while others are made, so their numbers are
 * fetched again. */
static enum status choose(struct search *s)
{
    const size_t last = --s->nchoices;
    const struct choice choice = s->choice[last];
    const struct number_lists *all = &s->tableau->remainders->functions;
    const size_t length = number_list_length(all, choice.function);
    enum status status = OK;
    if (!choice.later && function_holds_now(s, choice.function)) status = go_on(s);
    else
        for (size_t at = 0; at < length && status == OK;
             at += 1 + number_list(all, choice.function)[at])
            status = choose_set(s, number_list(all, choice.function) + at, choice.later);
    s->choice[last] = choice;
    s->nchoices = last + 1;
    return status;
}

/* Goes on after up to two more choices. */
struct alternative {
    struct choice choice[2];
    int count;
};

static enum status follow(struct search *s, const struct alternative *way)
{
    const size_t count = s->nchoices;
    for (int k = 0; k < way->count; k++)
        MUST(add_choice(s, way->choice[k].function, way->choice[k].later));
    MUST(go_on(s));
    s->nchoices = count;
    return OK;
}

static enum status put_off(struct search *s, uint32_t node)
{
    uint32_t number;
    MUST(number_lists_add(&s->tableau->untils, &node, 1, &number));
    if (number >= MOST_UNTILS)
        return fail(ERROR_INPUT,
                    "the formula is too large for E[...] and A[...]: more than %d operators U, F, "
                    "or G behind '!'",
                    MOST_UNTILS);
    s->put_off |= 1ull << number;
    return OK;
}

/* What is left of U or R for the next state. */
static enum status next_pair(struct search *s, struct temporal_node n, uint32_t *out)
{
    n.lower -= n.lower > 0;
    n.upper -= n.upper != NO_LAST_STEP;
    return remainder_pair(s->tableau->remainders, &n, out);
}

/* a U b: b now; or a now, and the rest later. Before the first step, only the latter. */
static enum status follow_until(struct search *s, uint32_t node, const struct temporal_node *n)
{
    const uint64_t before = s->put_off;
    uint32_t rest;
    if (n->lower == 0) {
        MUST(follow(s, &(struct alternative){{{n->b, false}}, 1}));
        if (function_holds_now(s, n->b)) return OK;
    }
    MUST(next_pair(s, *n, &rest));
    if (n->upper == NO_LAST_STEP) MUST(put_off(s, node));
    MUST(follow(s, &(struct alternative){{{rest, true}, {n->a, false}}, 2}));
    s->put_off = before;
    return OK;
}

/* a R b: b and a now; or b now, and the rest later. Before the first step, b does not count. */
static enum status follow_release(struct search *s, const struct temporal_node *n)
{
    uint32_t rest;
    const uint32_t now = n->lower == 0 ? n->b : ALL;
    MUST(follow(s, &(struct alternative){{{n->a, false}, {now, false}}, 2}));
    if (function_holds_now(s, n->a)) return OK;
    MUST(next_pair(s, *n, &rest));
    return follow(s, &(struct alternative){{{rest, true}, {now, false}}, 2});
}

static enum status take_apart(struct search *s)
{
    if (s->apart == MOST_OPEN) return too_large();
    const uint32_t node = s->now.number[s->apart++];
    const struct temporal_node n = temporal_node(s->tableau->remainders, node);
    if (n.kind == NODE_NEXT) MUST(follow(s, &(struct alternative){{{n.a, true}}, 1}));
    if (n.kind == NODE_UNTIL) MUST(follow_until(s, node, &n));
    if (n.kind == NODE_RELEASE) MUST(follow_release(s, &n));
    s->apart--;
    return OK;
}

static enum status go_on(struct search *s)
{
    if (++s->steps > MOST_STEPS) return too_large();
    if (s->nchoices) return choose(s);
    if (s->apart < s->now.count) return take_apart(s);
    return add_move(s);
}

/* Adds the moves of an obligation that is read for the first time. */
static enum status find_moves(struct tableau *t, uint32_t obligation, uint64_t letter)
{
    enum status status = OK;
    struct search s = {.tableau = t, .letter = letter};
    const size_t count = number_list_length(&t->obligations, obligation);
    bool fails = false;
    for (size_t k = 0; k < count && !fails; k++) {
        const uint32_t node = number_list(&t->obligations, obligation)[k];
        if (is_literal(&s, node)) fails = !holds_now(&s, node);
        else TRY(add_node(&s.now, node));
    }
    if (!fails) TRY(go_on(&s));
out:
    free(s.now.number);
    free(s.later.number);
    free(s.sorted.number);
    free(s.choice);
    return status;
}

enum status tableau_moves(struct tableau *t, uint32_t obligation, uint32_t letter, uint64_t *first,
                          uint64_t *end)
{
    uint32_t at;
    const uint32_t known = t->known.pairs.count;
    MUST(memo_find(&t->known, obligation, letter, &at));
    if (at == known) {
        MUST(reserve(&t->first_move, &t->first_room, (size_t)known + 2, sizeof *t->first_move,
                     "moves"));
        MUST(find_moves(t, obligation, t->remainders->letter[letter]));
        t->first_move[known + 1] = t->nmoves;
    }
    *first = t->first_move[at];
    *end = t->first_move[at + 1];
    return OK;
}
