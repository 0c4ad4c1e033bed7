/* Randomised quicksort, the first program of GRAPHITE 2012, table 1: a list of distinct integers.
 * While its length is above 1, a pivot is drawn uniformly; the smaller and the larger elements keep
 * their order, and both parts are sorted, the smaller elements first. The chain has a state for
 * each draw to come, and the end, which is the goal.
 *
 * A depth-first search, with pivots in the order of the list, makes at most `depth` draws on a path
 * and stops right after `states` states were found, including the end. Because of the paths that it
 * leaves out, the goal is not reached with certainty.
 *
 * The settings for n= were fitted: the paper gives the numbers of states and transitions of its
 * systems, but not how the list and the search were limited. With these settings both numbers come
 * out exactly.
 *
 * Every part of a list has consecutive values in the list's order, so a part is a range of
 * values. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "generators/found.h"
#include "generators/generator.h"

enum { N, LENGTH, DEPTH, A, R, STATES, STATE, NPARAMETERS };
enum { FULL, COMPACT };
enum { MAX_LENGTH = 20 };

static const char *const state_choices[] = {"full", "compact", NULL};

struct settings {
    uint32_t n, length, depth, a, r, states;
    int state;
};

static const struct settings table[] = {
    {92, 13, 7, 11, 0, 470, FULL},  {118, 8, 5, 1, 0, 440, COMPACT},
    {142, 9, 5, 5, 3, 930, FULL},   {173, 11, 7, 5, 5, 889, FULL},
    {198, 9, 5, 1, 1, 753, FULL},   {228, 10, 7, 9, 0, 1036, FULL},
    {250, 11, 6, 6, 3, 1423, FULL}, {284, 10, 7, 9, 3, 1452, COMPACT},
    {313, 9, 6, 1, 0, 1484, FULL},
};
enum { TABLE_ROWS = sizeof table / sizeof *table };

extern const struct generator generator_quicksort;

static enum status settings_of_row(const union argument *a, struct settings *out)
{
    char known[128] = "";
    for (int k = LENGTH; k < NPARAMETERS; k++)
        if (k == STATE ? a[k].choice >= 0 : a[k].count != COUNT_LEFT_OUT)
            return fail(ERROR_INPUT, "quicksort: n=%llu sets %s: leave one of the two out",
                        (unsigned long long)a[N].count,
                        generator_parameter(&generator_quicksort, k)->name);
    for (int k = 0; k < TABLE_ROWS; k++) {
        *out = table[k];
        if (a[N].count == out->n) return OK;
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s%u", k ? ", " : "",
                 out->n);
    }
    return fail(
        ERROR_INPUT,
        "quicksort: n=%llu is not a size of GRAPHITE's table 1 (%s); any other list takes length=",
        (unsigned long long)a[N].count, known);
}

static uint32_t given(const union argument *argument, uint32_t otherwise)
{
    return argument->count == COUNT_LEFT_OUT ? otherwise : (uint32_t)argument->count;
}

static enum status settings_of(const union argument *a, struct settings *out)
{
    if (a[N].count != COUNT_LEFT_OUT) return settings_of_row(a, out);
    if (a[LENGTH].count == COUNT_LEFT_OUT)
        return fail(ERROR_INPUT, "quicksort: n= or length= must be given");
    *out = (struct settings){.length = (uint32_t)a[LENGTH].count,
                             .depth = given(&a[DEPTH], MAX_LENGTH),
                             .a = given(&a[A], 1),
                             .r = given(&a[R], 0),
                             .states = given(&a[STATES], UINT32_MAX - 2),
                             .state = a[STATE].choice == COMPACT ? COMPACT : FULL};
    return OK;
}

/* A call that waits until one part of its list, the values low .. high, is sorted; pivot: its
 * pivot. */
struct frame {
    uint8_t low, high, pivot, larger;
};

/* The next draw is from the list low .. high; all zero: the end. Unused bytes are zero, so states
 * can be compared as bytes. */
struct state {
    uint8_t frames, low, high, unused;
    struct frame frame[MAX_LENGTH];
};

struct search {
    struct settings settings;
    uint8_t list[MAX_LENGTH];
    struct found found;
    uint32_t room, slots,
        *slot; /* slot: number + 1 of a state, 0: empty; at most half of the slots are used */
    struct state *known; /* by number; the keys by which the search distinguishes states */
    uint32_t end;        /* number of the end; UINT32_MAX if not found */
};

static uint64_t hash(const struct state *state)
{
    uint32_t word[sizeof *state / sizeof(uint32_t)];
    uint64_t sum = 0;
    memcpy(word, state, sizeof word);
    for (size_t k = 0; k < sizeof word / sizeof *word; k++) sum = random_mix(sum + word[k] + 1);
    return sum;
}

static uint32_t *quicksort_find_slot(const struct search *search, const struct state *state)
{
    uint32_t at = (uint32_t)hash(state) & (search->slots - 1);
    while (search->slot[at] && memcmp(&search->known[search->slot[at] - 1], state, sizeof *state))
        at = (at + 1) & (search->slots - 1);
    return &search->slot[at];
}

static enum status quicksort_grow(struct search *search)
{
    uint32_t room = search->room ? 2 * search->room : 1024;
    MUST(reallocate(&search->known, room, sizeof *search->known, "states"));
    search->room = room;
    free(search->slot);
    search->slot = NULL;
    search->slots = 2 * room;
    MUST(allocate_zeroed(search->slots, sizeof *search->slot, "states", &search->slot));
    for (uint32_t k = 0; k < search->found.states; k++)
        *quicksort_find_slot(search, &search->known[k]) = k + 1;
    return OK;
}

/* Returns the key of a state. In compact form, a frame in its smaller part has no pivot, so states
 * with different futures may have the same key; the one found first is explored. */
static struct state quicksort_key(const struct search *search, const struct state *state)
{
    struct state key = *state;
    for (int k = 0; k < key.frames && search->settings.state == COMPACT; k++) {
        struct frame *frame = &key.frame[k];
        *frame = frame->larger ? (struct frame){.larger = 1}
                               : (struct frame){.low = frame->low, .high = frame->high};
    }
    return key;
}

/* *number = number of state; *fresh: it is new. */
static enum status look_up(struct search *search, const struct state *state, uint32_t *number,
                           bool *fresh)
{
    if (search->found.states == search->room) {
        MUST(quicksort_grow(search));
    }
    struct state key = quicksort_key(search, state);
    uint32_t *slot = quicksort_find_slot(search, &key);
    *fresh = *slot == 0;
    if (*fresh) {
        search->known[search->found.states++] = key;
        *slot = search->found.states;
        if (!state->high) search->end = *slot - 1;
    }
    *number = *slot - 1;
    return OK;
}

/* Returns the state after a draw from the list low .. high: the next draw is from its smaller part,
 * from its larger part, or from the list of a call that waits. */
static struct state quicksort_draw_pivot(const struct state *now, uint8_t pivot)
{
    struct state next = *now;
    next.frame[next.frames++] = (struct frame){.low = now->low, .high = now->high, .pivot = pivot};
    next.high = pivot - 1;
    if (next.low < next.high) return next;
    while (next.frames) {
        struct frame *top = &next.frame[next.frames - 1];
        if (!top->larger && top->pivot + 1 < top->high) {
            top->larger = 1;
            next.low = top->pivot + 1;
            next.high = top->high;
            return next;
        }
        *top = (struct frame){0};
        next.frames--;
    }
    return (struct state){0};
}

static enum status explore_from(struct search *search, const struct state *state, uint32_t number,
                                uint32_t draws)
{
    if (!state->high || draws == search->settings.depth) return OK;
    for (uint32_t k = 0;
         k < search->settings.length && search->found.states < search->settings.states; k++) {
        uint8_t pivot = search->list[k];
        if (pivot < state->low || pivot > state->high) continue;
        struct state next = quicksort_draw_pivot(state, pivot);
        uint32_t to;
        bool fresh;
        MUST(look_up(search, &next, &to, &fresh));
        MUST(found_move(&search->found, number, to, 1.0 / (state->high - state->low + 1)));
        if (fresh && search->found.states < search->settings.states)
            MUST(explore_from(search, &next, to, draws + 1));
    }
    return OK;
}

static enum status make_list(struct search *search)
{
    const struct settings *s = &search->settings;
    bool taken[MAX_LENGTH + 1] = {false};
    for (uint32_t i = 0; i < s->length; i++) {
        uint32_t value = (s->a * i + s->r) % s->length + 1;
        if (taken[value])
            return fail(ERROR_INPUT,
                        "quicksort: a=%u and length=%u have a common divisor, so elements of the "
                        "list are equal",
                        s->a, s->length);
        taken[value] = true;
        search->list[i] = (uint8_t)value;
    }
    return OK;
}

/* Checks the memory. Without limits there are 3^(length - 2) states and the end, with 2.5
 * transitions each on average. */
static enum status quicksort_check_size(const struct settings *s)
{
    double states = 1, paths = 1, within_depth = 1;
    for (uint32_t k = 2; k < s->length; k++) states *= 3;
    for (uint32_t k = 0; k < s->depth && k < s->length; k++) within_depth += paths *= s->length - k;
    states = fmin(fmin(states, within_depth), s->states);
    return memory_must_fit(
        states * (sizeof(struct state) + 4 * sizeof(uint32_t) + 5 * sizeof(struct triplet)),
        "quicksort: the search");
}

static void quicksort_search_free(struct search *search)
{
    found_free(&search->found);
    free(search->known);
    free(search->slot);
}

/* Searches the states. The first state is the root. */
static enum status explore(const union argument *argument, struct search *search)
{
    struct state root = {.low = 1};
    uint32_t number;
    bool fresh;
    search->end = UINT32_MAX;
    MUST(settings_of(argument, &search->settings));
    MUST(make_list(search));
    MUST(quicksort_check_size(&search->settings));
    root.high = (uint8_t)search->settings.length;
    MUST(look_up(search, &root, &number, &fresh));
    MUST(explore_from(search, &root, number, 0));
    if (search->end != UINT32_MAX) return OK;
    return fail(ERROR_INPUT,
                "quicksort: the search ends before any list is sorted: raise depth or states");
}

static enum status quicksort_make(const union argument *argument, struct linear *out)
{
    struct search search = {0};
    *out = (struct linear){0};
    enum status status = explore(argument, &search);
    if (status == OK) status = found_system(&search.found, "quicksort", search.end, out);
    quicksort_search_free(&search);
    return status;
}

static enum status quicksort_make_chain(const union argument *argument, struct chain *out)
{
    struct search search = {0};
    *out = (struct chain){0};
    enum status status = explore(argument, &search);
    if (status == OK) status = found_chain(&search.found, 0, search.end, out);
    quicksort_search_free(&search);
    return status;
}

const struct generator generator_quicksort = {
    .name = "quicksort",
    .title = "randomised quicksort, as a search left it",
    .source = "GRAPHITE 2012, table 1 (settings fitted to its sizes)",
    .parameters =
        {[N] = {"n",
                "a size of GRAPHITE's table 1, in place of all others (they are fitted: the paper "
                "does "
                "not give its own)",
                PARAMETER_COUNT, "", .max = UINT32_MAX},
         [LENGTH] = {"length", "elements of the list", PARAMETER_COUNT, "", .min = 2,
                     .max = MAX_LENGTH},
         [DEPTH] = {"depth", "pivots drawn on a path at most; left out: no limit", PARAMETER_COUNT,
                    "", .min = 1, .max = MAX_LENGTH},
         [A] = {"a", "element i is ((a i + r) mod length) + 1; left out: 1", PARAMETER_COUNT, "",
                .min = 1, .max = 1e6},
         [R] = {"r", "left out: 0", PARAMETER_COUNT, "", .max = 1e6},
         [STATES] = {"states", "states after which the search stops; left out: no limit",
                     PARAMETER_COUNT, "", .min = 2, .max = UINT32_MAX - 2.0},
         [STATE] =
             {"state",
              "full (also where left out): the call stack with lists, pivots and halves, and the "
              "current list; "
              "compact: a frame in its larger half is a mere mark, one in its smaller half a list "
              "without its pivot",
              PARAMETER_CHOICE, "", .choices = state_choices}},
    .make = quicksort_make,
    .chain = quicksort_make_chain,
};
