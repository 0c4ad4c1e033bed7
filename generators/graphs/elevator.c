/* An elevator and people who call it. Each floor has a queue, and the queues are served one after
 * the other. This is BEEM's elevator, which differs from the one in FIMU-RS-2009-05. */
#include <string.h>

#include "generators/kripke.h"

enum { F, P, S, MOST_FLOORS = 20, MOST_PEOPLE = 7 }; /* parameters */
enum { OUTSIDE, WAITING, INSIDE };                   /* a person */
enum { LISTENS, NOTES };                             /* the part that registers calls */
enum { CHOOSES, MOVES, PICKS, GOES };                /* the elevator */

/* Variables. CALLS, CALL_FLOOR, CALLER: the call that is being registered. ELEVATOR, GOING, WHO,
 * SERVING, CURRENT: state of the elevator, its destination, its passenger, the floor that it
 * serves, and its floor. From EACH on: state of each person, floor of each person, and queue of
 * each floor. */
enum { CALLS, CALL_FLOOR, CALLER, ELEVATOR, GOING, WHO, SERVING, CURRENT, EACH };
enum { VARIABLES = EACH + 2 * MOST_PEOPLE + MOST_FLOORS };

/* A state, with its parts by name. */
struct parts {
    int floors, people, s;
    int *v, *doing, *at, *queue;
};

static struct parts elevator_parts(const union argument *a, int *v)
{
    int people = (int)a[P].count;
    return (struct parts){.floors = (int)a[F].count,
                          .people = people,
                          .s = (int)a[S].count,
                          .v = v,
                          .doing = v + EACH,
                          .at = v + EACH + people,
                          .queue = v + EACH + 2 * people};
}

/* A queue is a number in base people + 1. Its digits are the waiting persons plus 1; the first
 * person is the lowest digit. */
static void elevator_queue_person(const struct parts *x, int *queue, int person)
{
    int weight = 1;
    while (*queue >= weight) weight *= x->people + 1;
    *queue += weight * (person + 1);
}

static int pop(const struct parts *x, int *queue)
{
    int person = *queue % (x->people + 1) - 1;
    *queue /= x->people + 1;
    return person;
}

static void elevator_space(const union argument *a, struct space *out)
{
    int floors = (int)a[F].count, people = (int)a[P].count, longest = 1;
    for (int i = 0; i < people; i++) longest *= people + 1;
    space_add(out, "calls", 0, LISTENS, NOTES, LISTENS);
    space_add(out, "call_floor", 0, 0, floors - 1, 0);
    space_add(out, "caller", 0, 0, people - 1, 0);
    space_add(out, "elevator", 0, CHOOSES, GOES, CHOOSES);
    space_add(out, "going", 0, 0, floors - 1, 0);
    space_add(out, "who", 0, 0, people - 1, 0);
    space_add(out, "serving", 0, 0, floors - 1, 0);
    space_add(out, "current", 0, 0, floors - 1, 0);
    for (int i = 1; i <= people; i++) space_add(out, "p", i, OUTSIDE, INSIDE, OUTSIDE);
    for (int i = 1; i <= people; i++) space_add(out, "at", i, 0, floors - 1, 0);
    for (int i = 1; i <= floors; i++) space_add(out, "queue", i, 0, longest - 1, 0);
}

/* Each of the move functions starts with `next` equal to the state, and may leave any values in
 * it. */

static void call(const struct parts *x, int i, struct moves *out)
{
    if (x->doing[i] != OUTSIDE || x->v[CALLS] != LISTENS) return;
    x->doing[i] = WAITING;
    x->v[CALL_FLOOR] = x->at[i];
    x->v[CALLER] = i;
    x->v[CALLS] = NOTES;
    move_to(out, x->v);
}

static void get_in(const struct parts *x, int i, struct moves *out)
{
    if (x->doing[i] != WAITING || x->v[ELEVATOR] != PICKS || x->v[WHO] != i) return;
    x->doing[i] = INSIDE;
    x->v[ELEVATOR] = GOES;
    for (int floor = 0; floor < x->floors; floor++) {
        x->v[GOING] = floor;
        if (floor != x->at[i]) move_to(out, x->v);
    }
}

static void get_out(const struct parts *x, int i, struct moves *out)
{
    int *v = x->v;
    if (x->doing[i] != INSIDE || v[ELEVATOR] != GOES || v[WHO] != i || v[GOING] != v[CURRENT])
        return;
    x->doing[i] = OUTSIDE;
    x->at[i] = v[CURRENT];
    v[ELEVATOR] = CHOOSES;
    v[GOING] = v[WHO] = 0;
    if (x->s) v[SERVING] = (v[CURRENT] + (x->s == 2)) % x->floors;
    move_to(out, v);
}

static void note(const struct parts *x, struct moves *out)
{
    if (x->v[CALLS] != NOTES) return;
    elevator_queue_person(x, &x->queue[x->v[CALL_FLOOR]], x->v[CALLER]);
    x->v[CALLS] = LISTENS;
    move_to(out, x->v);
}

static bool someone_waits(const struct parts *x)
{
    for (int floor = 0; floor < x->floors; floor++)
        if (x->queue[floor]) return true;
    return false;
}

/* Moves the elevator by one floor towards `floor`; returns false if it is there. */
static bool travel(int *current, int floor)
{
    if (*current == floor) return false;
    *current += *current < floor ? 1 : -1;
    return true;
}

static void move_elevator(const struct parts *x, struct moves *out)
{
    int *v = x->v;
    switch (v[ELEVATOR]) {
    case CHOOSES:
        if (x->queue[v[SERVING]]) v[ELEVATOR] = MOVES;
        else if (someone_waits(x)) v[SERVING] = (v[SERVING] + 1) % x->floors;
        else return;
        break;
    case MOVES:
        if (travel(&v[CURRENT], v[SERVING])) break;
        v[WHO] = pop(x, &x->queue[v[CURRENT]]);
        v[ELEVATOR] = PICKS;
        break;
    case GOES:
        if (!travel(&v[CURRENT], v[GOING])) return;
        break;
    default: return;
    }
    move_to(out, v);
}

static void elevator_step(const union argument *a, const int *s, struct moves *out)
{
    static void (*const moves[])(const struct parts *, int, struct moves *) = {call, get_in,
                                                                               get_out};
    int next[VARIABLES];
    struct parts x = elevator_parts(a, next);
    size_t bytes = (size_t)(EACH + 2 * x.people + x.floors) * sizeof *next;
    for (int i = 0; i < x.people; i++) {
        for (int k = 0; k < 3; k++) {
            memcpy(next, s, bytes);
            moves[k](&x, i, out);
        }
    }
    memcpy(next, s, bytes);
    note(&x, out);
    memcpy(next, s, bytes);
    move_elevator(&x, out);
}

static const struct kripke kripke = {
    .space = elevator_space,
    .step = elevator_step,
    .propositions = {{"waiting0", .variable = EACH, .value = WAITING},
                     {"in0", .variable = EACH, .value = INSIDE},
                     {"out0", .variable = EACH, .value = OUTSIDE}},
    .properties = {RESPONSE(2, "waiting0", "in0"), RESPONSE(3, "in0", "out0")},
};

const struct generator generator_elevator = {
    .name = "elevator",
    .title = "elevator and people who call it (graph)",
    .source = "BEEM",
    .parameters =
        {[F] = {"f", "floors", PARAMETER_COUNT, .min = 2, .max = MOST_FLOORS},
         [P] = {"p", "people", PARAMETER_COUNT, .min = 1, .max = MOST_PEOPLE},
         [S] = {"s",
                "who is served next, from which floor on upwards: 0: the last served one, 1: where "
                "somebody got out, "
                "2: the floor above that",
                PARAMETER_COUNT, "0", .max = 2}},
    .kripke = &kripke,
};
