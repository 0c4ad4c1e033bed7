/* CSMA/CD in integer time (MDP): n stations send one message each over a bus. A station whose
 * message collides waits for a random number of slots, twice as many after each collision, up to
 * 2^k. From PRISM's distribution. */
#include <math.h>
#include <string.h>

#include "generators/model.h"

enum { N, K }; /* parameters */
enum { MOST = 4 };

/* Variables: the bus, the times since the first and the second message on it, then of each station
 * its location, its clock, the slots to wait for, and the collisions counted. */
enum { BUS, SINCE_FIRST, SINCE_SECOND, FIRST, LOCATION = 0, CLOCK, SLOTS, COLLISIONS, EACH };
enum { VARIABLES = FIRST + MOST * EACH };

enum { IDLE, ACTIVE, COLLIDED };                      /* the bus */
enum { BEGINS, SENDS, BACKS_OFF, WAITS, SENT, LAST }; /* locations; the last one is never entered */

/* Times: to reach the other end of the bus, to send a message, and of a slot. */
enum { PROPAGATION = 1, MESSAGE = 30, SLOT = 2 * PROPAGATION };

enum { OTHER, SEND, END, BUSY, CD, TICK }; /* names of commands, and actions */

static int stations(const union argument *a)
{
    return (int)a[N].count;
}

static const int *station(const int *s, int i)
{
    return s + FIRST + i * EACH;
}

/* Within a factor of 2 of what was found for n = 2, 3 and 4 and k up to 6. */
static enum status csma_check(const union argument *a)
{
    static const double scale[MOST + 1] = {[2] = 100, [3] = 1200, [4] = 7000};
    const double states =
        scale[stations(a)] * exp2((double)a[K].count * ((double)a[N].count - 0.4));
    return decisions_must_fit("csma", states, 1.02 * states, 1.9 * states);
}

static void csma_space(const union argument *a, struct space *out)
{
    const int k = (int)a[K].count;
    space_add(out, "b", 0, 0, COLLIDED, 0);
    space_add(out, "y", 1, 0, PROPAGATION + 1, 0);
    space_add(out, "y", 2, 0, PROPAGATION + 1, 0);
    for (int i = 1; i <= stations(a); i++) {
        space_add(out, "s", i, 0, LAST, 0);
        space_add(out, "x", i, 0, MESSAGE, 0);
        space_add(out, "bc", i, 0, (1 << k) - 1, 0);
        space_add(out, "cd", i, 0, k, 0);
    }
}

/* Sets the location and the clock. */
static void go(int *own, int location)
{
    own[LOCATION] = location;
    own[CLOCK] = 0;
}

static void back_off(const union argument *a, int *own)
{
    go(own, BACKS_OFF);
    if (own[COLLISIONS] < (int)a[K].count) own[COLLISIONS]++;
}

static void choose_slots(const int *s, int i, struct step *out)
{
    const int choices = 1 << station(s, i)[COLLISIONS];
    int next[VARIABLES], *own = next + FIRST + i * EACH;
    if (station(s, i)[LOCATION] != BACKS_OFF) return;
    memcpy(next, s, sizeof next);
    own[LOCATION] = WAITS;
    step_command(out);
    for (own[SLOTS] = 0; own[SLOTS] < choices; own[SLOTS]++)
        step_to(out, next, 1.0 / choices, OTHER);
}

static void move_to(const int *next, int name, int number, struct step *out)
{
    step_named(out, name, number);
    step_to(out, next, 1, name);
}

/* Begins to send: well, if the bus is idle, and into a collision, if the other message has not
 * arrived yet. */
static void begin(const int *s, int i, struct step *out)
{
    const int *now = station(s, i);
    int next[VARIABLES];
    const bool waited = now[LOCATION] == WAITS && now[CLOCK] == SLOT && now[SLOTS] == 0;
    if (now[LOCATION] != BEGINS && !waited) return;
    if (s[BUS] != IDLE && s[SINCE_FIRST] >= PROPAGATION) return;
    memcpy(next, s, sizeof next);
    next[BUS] = s[BUS] == IDLE ? ACTIVE : COLLIDED;
    go(next + FIRST + i * EACH, SENDS);
    move_to(next, SEND, i + 1, out);
}

static void finish(const int *s, int i, struct step *out)
{
    const int *now = station(s, i);
    int next[VARIABLES];
    if (now[LOCATION] != SENDS || now[CLOCK] != MESSAGE || s[BUS] != ACTIVE) return;
    memcpy(next, s, sizeof next);
    next[BUS] = IDLE;
    next[SINCE_FIRST] = 0;
    go(next + FIRST + i * EACH, SENT);
    move_to(next, END, i + 1, out);
}

/* Finds the bus busy where it would begin to send. */
static void find_busy(const union argument *a, const int *s, int i, struct step *out)
{
    const int *now = station(s, i);
    int next[VARIABLES];
    const bool waited = now[LOCATION] == WAITS && now[CLOCK] == SLOT && now[SLOTS] == 0;
    if (now[LOCATION] != BEGINS && !waited) return;
    if (s[BUS] == IDLE || s[SINCE_FIRST] < PROPAGATION) return;
    memcpy(next, s, sizeof next);
    back_off(a, next + FIRST + i * EACH);
    move_to(next, BUSY, i + 1, out);
}

/* All that send learn of the collision. */
static void detect_collision(const union argument *a, const int *s, struct step *out)
{
    int next[VARIABLES];
    if (s[BUS] != COLLIDED || s[SINCE_SECOND] > PROPAGATION) return;
    memcpy(next, s, sizeof next);
    next[BUS] = IDLE;
    next[SINCE_FIRST] = next[SINCE_SECOND] = 0;
    for (int i = 0; i < stations(a); i++)
        if (station(s, i)[LOCATION] == SENDS) back_off(a, next + FIRST + i * EACH);
    move_to(next, CD, NO_NUMBER, out);
}

/* One unit of time passes for the bus; returns false if the collision must be detected first. */
static bool bus_ticks(int *next)
{
    if (next[BUS] == COLLIDED && next[SINCE_SECOND] >= PROPAGATION) return false;
    if (next[BUS] == IDLE) next[SINCE_FIRST] = 0;
    else if (next[SINCE_FIRST] <= PROPAGATION) next[SINCE_FIRST]++;
    if (next[BUS] == COLLIDED) next[SINCE_SECOND]++;
    return true;
}

/* The same for a station; false if it must do something first. */
static bool station_ticks(int *own)
{
    if (own[LOCATION] == SENT) return true;
    if (own[LOCATION] == SENDS && own[CLOCK] < MESSAGE) return ++own[CLOCK];
    if (own[LOCATION] != WAITS) return false;
    if (own[CLOCK] < SLOT) return ++own[CLOCK];
    if (own[SLOTS] == 0) return false;
    own[SLOTS]--;
    own[CLOCK] = 1;
    return true;
}

static void tick(const union argument *a, const int *s, struct step *out)
{
    int next[VARIABLES];
    memcpy(next, s, sizeof next);
    if (!bus_ticks(next)) return;
    for (int i = 0; i < stations(a); i++)
        if (!station_ticks(next + FIRST + i * EACH)) return;
    move_to(next, TICK, NO_NUMBER, out);
}

static void csma_step(const union argument *a, const int *s, struct step *out)
{
    for (int i = 0; i < stations(a); i++) choose_slots(s, i, out);
    for (int i = 0; i < stations(a); i++) begin(s, i, out);
    for (int i = 0; i < stations(a); i++) finish(s, i, out);
    for (int i = 0; i < stations(a); i++) find_busy(a, s, i, out);
    detect_collision(a, s, out);
    tick(a, s, out);
}

static int count_sent(const union argument *a, const int *s)
{
    int count = 0;
    for (int i = 0; i < stations(a); i++) count += station(s, i)[LOCATION] == SENT;
    return count;
}

static bool all_delivered(const union argument *a, const int *s)
{
    return count_sent(a, s) == stations(a);
}

static bool one_delivered(const union argument *a, const int *s)
{
    return count_sent(a, s) > 0;
}

static bool collision_max_backoff(const union argument *a, const int *s)
{
    bool any = false;
    for (int i = 0; i < stations(a); i++)
        any |= station(s, i)[COLLISIONS] == (int)a[K].count && station(s, i)[LOCATION] == SENDS;
    return any && s[BUS] == COLLIDED;
}

static bool delivered_early(const union argument *a, const int *s)
{
    bool any = false;
    for (int i = 0; i < stations(a); i++)
        any |= station(s, i)[COLLISIONS] < (int)a[K].count && station(s, i)[LOCATION] == SENT;
    return any;
}

static const struct model model = {
    .type = CHAIN_DTMC,
    .decides = DECIDES,
    .check = csma_check,
    .space = csma_space,
    .step = csma_step,
    .commands = {[SEND] = "send", [END] = "end", [BUSY] = "busy", [CD] = "cd", [TICK] = "time"},
    .labels = {{"all_delivered", all_delivered},
               {"one_delivered", one_delivered},
               {"collision_max_backoff", collision_max_backoff},
               {"delivered_early", delivered_early}},
    .rewards = {{"time", .action = TICK}},
    .questions = {"R{\"time\"}max=?[F \"all_delivered\"]", "R{\"time\"}min=?[F \"all_delivered\"]",
                  "Pmax=?[!\"collision_max_backoff\" U \"all_delivered\"]",
                  "Pmin=?[!\"collision_max_backoff\" U \"all_delivered\"]",
                  "Pmin=?[F \"delivered_early\"]", "R{\"time\"}max=?[F \"one_delivered\"]",
                  "R{\"time\"}min=?[F \"one_delivered\"]"},
};

const struct generator generator_csma = {
    .name = "csma",
    .title = "CSMA/CD",
    .source = "Kwiatkowska, Norman, Sproston, Wang 2004; PRISM's distribution",
    .parameters = {[N] = {"n", "stations", PARAMETER_COUNT, "2", .min = 2, .max = MOST},
                   [K] = {"k", "a station waits for up to 2^k - 1 slots", PARAMETER_COUNT, "2",
                          .min = 1, .max = 10}},
    .model = &model,
};
