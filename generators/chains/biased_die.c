/* A die with unequal faces, thrown with a biased coin: the second program of GRAPHITE 2012, table
 * 1. The faces divide [0, 1) by their weights. A state is an interval. The coin chooses its left
 * part, of share p, or the rest. A throw ends with a face as soon as the interval lies within it.
 * So the unfinished intervals are those that contain a border of two faces: a tree with one path
 * for each border.
 *
 * The search expands the interval with the largest probability, in the order of
 * java.util.PriorityQueue, and stops when it knows n states from which the goal can be reached.
 * Probabilities are doubles, as in Java, and equal ones occur by underflow. The intervals
 * themselves are exact, because p as a double is a fraction of integers: the position of a border
 * is stored as a ratio of integers, as long as necessary, relative to the current interval around
 * it.
 *
 * Weights and coin were fitted: the paper gives the numbers of states and transitions of its
 * systems, and with these settings both come out exactly; the program itself is not public. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "generators/found.h"
#include "generators/generator.h"

enum { N, WEIGHTS, P, GOAL };
enum { MAX_FACES = (MAX_TEXT + 1) / 2 };

static const struct {
    uint64_t n;
    const char *weights;
} table[] = {
    {667, "1:3:3:3"},  {1333, "1:3:3:3"}, {2000, "1:3:3:3"}, {2668, "1:3:3:3"}, {3647, "1:3:3:3"},
    {4647, "1:3:3:3"}, {5647, "1:3:3:3"}, {6647, "1:3:3:3"}, {7647, "1:2:3:4"},
};
enum { TABLE_ROWS = sizeof table / sizeof *table };

/* Natural numbers of any length, least significant word first; the last word is not 0. */
struct big {
    uint64_t *word;
    size_t count, room;
};

static enum status big_reserve(struct big *x, size_t count)
{
    return reserve(&x->word, &x->room, count, sizeof *x->word, "an exact interval");
}

static enum status big_set(struct big *x, uint64_t value)
{
    MUST(big_reserve(x, 1));
    x->word[0] = value;
    x->count = value != 0;
    return OK;
}

static enum status big_multiply(struct big *x, uint64_t factor)
{
    uint64_t carry = 0;
    MUST(big_reserve(x, x->count + 1));
    for (size_t k = 0; k < x->count; k++) {
        unsigned __int128 product = (unsigned __int128)x->word[k] * factor + carry;
        x->word[k] = (uint64_t)product;
        carry = (uint64_t)(product >> 64);
    }
    if (carry) x->word[x->count++] = carry;
    return OK;
}

static enum status big_copy(struct big *x, const struct big *from)
{
    MUST(big_reserve(x, from->count));
    memcpy(x->word, from->word, from->count * sizeof *x->word);
    x->count = from->count;
    return OK;
}

static int big_compare(const struct big *x, const struct big *y)
{
    if (x->count != y->count) return x->count < y->count ? -1 : 1;
    for (size_t k = x->count; k-- > 0;)
        if (x->word[k] != y->word[k]) return x->word[k] < y->word[k] ? -1 : 1;
    return 0;
}

/* x -= y, which is not larger. */
static void big_subtract(struct big *x, const struct big *y)
{
    bool borrow = false;
    for (size_t k = 0; k < x->count; k++) {
        unsigned __int128 taken = (unsigned __int128)(k < y->count ? y->word[k] : 0) + borrow;
        borrow = x->word[k] < taken;
        x->word[k] -= (uint64_t)taken;
    }
    while (x->count && !x->word[x->count - 1]) x->count--;
}

/* A border of two faces, at the share position / width of the current interval around it. */
struct border {
    struct big position, width, scratch;
};

/* The coin: left with probability exactly left / whole. */
struct coin {
    double p;
    uint64_t left, whole;
};

enum side { LEFT, RIGHT, BETWEEN };

/* Moves the border into the half of its interval that contains it: with position' = position whole
 * and split = width left, to (position', split), or to (position' - split, width (whole - left)).
 * BETWEEN: the border is the point where the interval is split. */
static enum status border_step(struct border *border, const struct coin *coin, enum side *side)
{
    struct big *split = &border->scratch;
    MUST(big_copy(split, &border->width));
    MUST(big_multiply(split, coin->left));
    MUST(big_multiply(&border->position, coin->whole));
    int order = big_compare(&border->position, split);
    *side = order < 0 ? LEFT : order > 0 ? RIGHT : BETWEEN;
    if (*side == LEFT) {
        struct big width = border->width;
        border->width = *split;
        *split = width;
    } else {
        big_subtract(&border->position, split);
        MUST(big_multiply(&border->width, coin->whole - coin->left));
    }
    return OK;
}

/* An interval that contains borders first .. last - 1; border k is between faces k and k + 1. */
struct interval {
    uint32_t state;
    int first, last;
    double probability; /* of the path to it */
};

/* java.util.PriorityQueue with the most probable interval first: a binary heap that moves elements
 * only past strictly smaller ones, so that equal ones come out in the same order as in Java. No two
 * intervals share a border. */
struct queue {
    struct interval item[MAX_FACES];
    int count;
};

static void queue_add(struct queue *queue, struct interval added)
{
    int at = queue->count++;
    while (at > 0 && added.probability > queue->item[(at - 1) / 2].probability) {
        queue->item[at] = queue->item[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    queue->item[at] = added;
}

static struct interval queue_poll(struct queue *queue)
{
    struct interval best = queue->item[0], moved = queue->item[--queue->count];
    int at = 0;
    while (at < queue->count / 2) {
        int child = 2 * at + 1;
        if (child + 1 < queue->count &&
            queue->item[child + 1].probability > queue->item[child].probability)
            child++;
        if (moved.probability >= queue->item[child].probability) break;
        queue->item[at] = queue->item[child];
        at = child;
    }
    queue->item[at] = moved;
    return best;
}

enum { GOAL_STATE, OTHER_FACE, ROOT }; /* the first states */

struct search {
    struct coin coin;
    int faces, goal; /* goal from 0 */
    uint64_t wanted;
    struct border border[MAX_FACES];
    struct queue queue;
    struct found found;
    uint32_t *parent; /* for each state; its own number after it is known to reach the goal */
    size_t room;
    uint64_t rows;        /* states known to reach the goal */
    uint64_t rows_before; /* their number before it last grew */
};

static void biased_die_search_free(struct search *search)
{
    for (int k = 0; k < MAX_FACES; k++) {
        free(search->border[k].position.word);
        free(search->border[k].width.word);
        free(search->border[k].scratch.word);
    }
    found_free(&search->found);
    free(search->parent);
}

static enum status add_state(struct search *search, uint32_t parent)
{
    MUST(reserve(&search->parent, &search->room, search->found.states + UINT64_C(1),
                 sizeof *search->parent, "states"));
    search->parent[search->found.states++] = parent;
    return OK;
}

/* Marks state and all its predecessors as rows of the system, because the goal was found from
 * state. The root's parent is a state that is its own parent, which ends the path. */
static void mark_path(struct search *search, uint32_t state)
{
    search->rows_before = search->rows;
    while (search->parent[state] != state) {
        uint32_t parent = search->parent[state];
        search->parent[state] = state;
        search->rows++;
        state = parent;
    }
}

/* Adds one half of an interval. It contains borders first .. last - 1; if there are none, it lies
 * in face `first`. */
static enum status add_half(struct search *search, const struct interval *from, int first, int last,
                            double p)
{
    if (first == last) {
        bool is_goal = first == search->goal;
        MUST(found_move(&search->found, from->state, is_goal ? GOAL_STATE : OTHER_FACE, p));
        if (is_goal) mark_path(search, from->state);
        return OK;
    }
    uint32_t state = search->found.states;
    MUST(add_state(search, from->state));
    MUST(found_move(&search->found, from->state, state, p));
    queue_add(&search->queue, (struct interval){state, first, last, from->probability * p});
    return OK;
}

static enum status split(struct search *search, const struct interval *interval)
{
    int left_end = interval->first, right_start = interval->first;
    enum side side;
    for (int k = interval->first; k < interval->last; k++) {
        MUST(border_step(&search->border[k], &search->coin, &side));
        if (side == LEFT) left_end = k + 1;
        if (side != RIGHT) right_start = k + 1;
    }
    MUST(add_half(search, interval, interval->first, left_end, search->coin.p));
    if (search->rows < search->wanted)
        MUST(add_half(search, interval, right_start, interval->last, 1 - search->coin.p));
    return OK;
}

static enum status parse_weights(const char *text, uint64_t weight[MAX_FACES], int *faces)
{
    char copy[MAX_TEXT + 1], *rest = copy, *item;
    snprintf(copy, sizeof copy, "%s", text);
    *faces = 0;
    while ((item = strsep(&rest, ":"))) {
        if (!parse_count(item, &weight[*faces]) || weight[*faces] < 1 || weight[*faces] > 1000000)
            return fail(ERROR_INPUT,
                        "biased_die: weights=%s: '%s' is not a whole number from 1 to 1000000",
                        text, item);
        ++*faces;
    }
    if (*faces < 2)
        return fail(ERROR_INPUT, "biased_die: weights=%s: a die has at least two faces", text);
    return OK;
}

static enum status weights_text(const union argument *a, const char **out)
{
    char known[128] = "";
    *out = a[WEIGHTS].text;
    if (**out) return OK;
    for (int k = 0; k < TABLE_ROWS; k++) {
        *out = table[k].weights;
        if (a[N].count == table[k].n) return OK;
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s%llu", k ? ", " : "",
                 (unsigned long long)table[k].n);
    }
    return fail(
        ERROR_INPUT,
        "biased_die: n=%llu is not a size of GRAPHITE's table 1 (%s); any other takes weights=",
        (unsigned long long)a[N].count, known);
}

/* p is at least 2^-10 and has 53 significant bits. */
static struct coin make_coin(double p)
{
    struct coin coin = {.p = p, .left = (uint64_t)ldexp(p, 62), .whole = 1ull << 62};
    while (coin.left % 2 == 0) {
        coin.left /= 2;
        coin.whole /= 2;
    }
    return coin;
}

static enum status biased_die_prepare(const union argument *a, struct search *search)
{
    const char *text;
    uint64_t weight[MAX_FACES], sum = 0, before = 0;
    MUST(weights_text(a, &text));
    MUST(parse_weights(text, weight, &search->faces));
    if (a[GOAL].count > (uint64_t)search->faces)
        return fail(ERROR_INPUT, "biased_die: goal=%llu: weights=%s has %d faces",
                    (unsigned long long)a[GOAL].count, text, search->faces);
    search->goal = (int)a[GOAL].count - 1;
    search->wanted = a[N].count;
    search->coin = make_coin(a[P].real);
    for (int k = 0; k < search->faces; k++) sum += weight[k];
    for (int k = 0; k + 1 < search->faces; k++) {
        MUST(big_set(&search->border[k].position, before += weight[k]));
        MUST(big_set(&search->border[k].width, sum));
    }
    for (uint32_t k = 0; k <= ROOT; k++) MUST(add_state(search, k == ROOT ? OTHER_FACE : k));
    queue_add(&search->queue, (struct interval){ROOT, 0, search->faces - 1, 1});
    return OK;
}

/* Returns whether some waiting interval contains a border of the goal. */
static bool goal_is_open(const struct search *search)
{
    for (int k = 0; k < search->queue.count; k++)
        if (search->queue.item[k].first <= search->goal &&
            search->goal <= search->queue.item[k].last)
            return true;
    return false;
}

static enum status explore(const union argument *argument, struct search *search)
{
    const uint64_t most = 64 * argument[N].count + 10000; /* if probabilities are equal, the queue
                                                             may never take the goal's interval */
    MUST(biased_die_prepare(argument, search));
    while (goal_is_open(search) && search->rows < search->wanted && search->found.states < most) {
        struct interval interval = queue_poll(&search->queue);
        MUST(split(search, &interval));
    }
    if (search->rows < search->wanted)
        return fail(ERROR_INPUT,
                    "biased_die: n=%llu: the search found %u states, and only %llu of them may "
                    "reach the goal",
                    (unsigned long long)search->wanted, search->found.states,
                    (unsigned long long)search->rows);
    if (search->rows > search->wanted)
        return fail(ERROR_INPUT,
                    "biased_die: n=%llu: the search goes from %llu to %llu states at once; take "
                    "one of these",
                    (unsigned long long)search->wanted, (unsigned long long)search->rows_before,
                    (unsigned long long)search->rows);
    return OK;
}

static enum status biased_die_make(const union argument *argument, struct linear *out)
{
    struct search search = {0};
    *out = (struct linear){0};
    enum status status = explore(argument, &search);
    if (status == OK) status = found_system(&search.found, "biased_die", GOAL_STATE, out);
    biased_die_search_free(&search);
    return status;
}

static enum status biased_die_make_chain(const union argument *argument, struct chain *out)
{
    struct search search = {0};
    *out = (struct chain){0};
    enum status status = explore(argument, &search);
    if (status == OK) status = found_chain(&search.found, ROOT, GOAL_STATE, out);
    biased_die_search_free(&search);
    return status;
}

const struct generator generator_biased_die = {
    .name = "biased_die",
    .title = "a die of unequal faces from a biased coin, as a search left it",
    .source = "GRAPHITE 2012, table 1 (settings fitted to its sizes)",
    .parameters = {[N] = {"n",
                          "rows of the system; a size of GRAPHITE's table 1 gives the weights "
                          "(fitted: the paper "
                          "does not)",
                          PARAMETER_COUNT, .min = 1, .max = 20000},
                   [WEIGHTS] = {"weights", "of the faces, as in 1:3:3:3", PARAMETER_TEXT,
                                .fallback = ""},
                   [P] = {"p", "probability of the coin's left side", PARAMETER_REAL, "0.25",
                          .min = 0.001, .max = 0.999},
                   [GOAL] = {"goal", "number of the face, from 1", PARAMETER_COUNT, "2", .min = 1,
                             .max = MAX_FACES}},
    .make = biased_die_make,
    .chain = biased_die_make_chain,
};
