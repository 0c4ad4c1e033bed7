/* Root contention in FireWire (IEEE 1394), the abstract model in integer time (MDP): two nodes draw
 * a fast or a slow waiting time, and draw again if both have the same. From PRISM's distribution.
 */
#include <string.h>

#include "generators/model.h"

enum { DELAY, FAST, DEADLINE }; /* parameters */

/* Variables: the clock, the location; the time, if there is a deadline, is the first one. */
enum { CLOCK, LOCATION, OWN };

enum {
    START,
    FAST_START, /* one node has drawn */
    START_FAST,
    START_SLOW,
    SLOW_START,
    FAST_FAST, /* both have drawn */
    FAST_SLOW,
    SLOW_FAST,
    SLOW_SLOW,
    DONE,
    LATE
};

enum { MOST_TIME = 167 };

enum { OTHER, TICK, ROUND }; /* names of commands, and actions */

/* Draws: from a location, by fast or slow. */
static const int draws[][3] = {
    {START, FAST_START, SLOW_START},    {START, START_FAST, START_SLOW},
    {FAST_START, FAST_FAST, FAST_SLOW}, {START_FAST, FAST_FAST, SLOW_FAST},
    {START_SLOW, FAST_SLOW, SLOW_SLOW}, {SLOW_START, SLOW_FAST, SLOW_SLOW}};
enum { DRAWS = sizeof draws / sizeof *draws };

/* Waiting times of both: one node may be the root from `least` - delay on; both draw again, if they
 * can, from `least` on; nobody waits longer than `most`. */
static const struct {
    int location, least, most;
    bool same;
} waits[] = {{FAST_FAST, 76, 85, true},
             {FAST_SLOW, 159, MOST_TIME, false},
             {SLOW_FAST, 159, MOST_TIME, false},
             {SLOW_SLOW, 159, MOST_TIME, true}};

static void firewire_abst_space(const union argument *a, struct space *out)
{
    if (count_given(&a[DEADLINE])) space_add(out, "y", 0, 0, (int)a[DEADLINE].count + 1, 0);
    space_add(out, "x", 0, 0, MOST_TIME + 1, 0);
    space_add(out, "s", 0, 0, count_given(&a[DEADLINE]) ? LATE : DONE, 0);
}

/* A state to change, and the step that collects its transitions. */
struct change {
    const union argument *a;
    const int *s;
    struct step *out;
    int next[OWN + 1];
    int *own; /* clock and location in next */
};

static void again(struct change *change)
{
    memcpy(change->next, change->s, sizeof change->next);
    change->own = change->next + count_given(&change->a[DEADLINE]);
}

static void surely(struct change *change, int location, int action)
{
    again(change);
    change->own[CLOCK] = 0;
    change->own[LOCATION] = location;
    step_command(change->out);
    step_to(change->out, change->next, 1, action);
}

static void tick(struct change *change)
{
    const int most = count_given(&change->a[DEADLINE]) ? (int)change->a[DEADLINE].count + 1 : 0;
    again(change);
    change->own[CLOCK]++;
    if (count_given(&change->a[DEADLINE]) && change->next[0] < most) change->next[0]++;
    step_named(change->out, TICK, NO_NUMBER);
    step_to(change->out, change->next, 1, TICK);
}

static void draw(struct change *change, const int *by)
{
    const double fast = change->a[FAST].real;
    const int name = by[0] == START ? ROUND : OTHER;
    again(change);
    if (by[0] != START) change->own[CLOCK] = 0;
    step_named(change->out, name, NO_NUMBER);
    change->own[LOCATION] = by[1];
    if (fast > 0) step_to(change->out, change->next, fast, name);
    change->own[LOCATION] = by[2];
    if (fast < 1) step_to(change->out, change->next, 1 - fast, name);
}

static void finish(struct change *change, int clock, int k)
{
    if (waits[k].same && clock >= waits[k].least) surely(change, START, OTHER);
    if (clock >= waits[k].least - (int)change->a[DELAY].count) surely(change, DONE, OTHER);
}

/* The time and the location change, or nothing if it is over. */
static void end(struct change *change, int location)
{
    again(change);
    change->own[LOCATION] = location;
    if (location == LATE) change->next[0] = 0;
    step_command(change->out);
    step_to(change->out, change->next, 1, OTHER);
}

static void firewire_abst_step(const union argument *a, const int *s, struct step *out)
{
    struct change change = {.a = a, .s = s, .out = out};
    const int *own = s + count_given(&a[DEADLINE]), location = own[LOCATION], clock = own[CLOCK];
    const bool late = count_given(&a[DEADLINE]) && s[0] > (int)a[DEADLINE].count;
    if (location >= DONE) {
        end(&change, location);
        return;
    }
    const bool drawn = location >= FAST_FAST;
    if (clock < (drawn ? waits[location - FAST_FAST].most : (int)a[DELAY].count)) tick(&change);
    if (late) end(&change, LATE);
    for (int k = 0; k < DRAWS && !late; k++)
        if (draws[k][0] == location) draw(&change, draws[k]);
    if (drawn && !late) finish(&change, clock, location - FAST_FAST);
}

static bool is_done(const union argument *a, const int *s)
{
    return s[LOCATION + count_given(&a[DEADLINE])] == DONE;
}

static const struct model model = {
    .type = CHAIN_DTMC,
    .decides = DECIDES,
    .space = firewire_abst_space,
    .step = firewire_abst_step,
    .commands = {[TICK] = "time", [ROUND] = "round"},
    .labels = {{"done", is_done}},
    .rewards = {{"time", .action = TICK}, {"rounds", .action = ROUND}},
    /* The last one is certainly 1 without a deadline. */
    .questions = {"R{\"time\"}max=?[F \"done\"]", "R{\"time\"}min=?[F \"done\"]",
                  "R{\"rounds\"}min=?[F \"done\"]", "R{\"rounds\"}max=?[F \"done\"]",
                  "Pmin=?[F \"done\"]"},
};

const struct generator generator_firewire_abst = {
    .name = "firewire_abst",
    .title = "FireWire root contention, abstract",
    .source =
        "Stoelinga, Vaandrager 1999; Kwiatkowska, Norman, Sproston 2003; PRISM's distribution",
    .parameters = {[DELAY] = {"delay", "of a wire", PARAMETER_COUNT, "3", .min = 1, .max = 75},
                   [FAST] = {"fast", "probability of the fast waiting time", PARAMETER_REAL, "0.5",
                             .min = 0, .max = 1},
                   [DEADLINE] = {"deadline", "time after which it is late", PARAMETER_COUNT, "",
                                 .min = 1, .max = 100000}},
    .model = &model,
};
