/* IEEE 802.11 wireless LAN in integer time (MDP): two stations send one message each. A station
 * that finds the channel busy, or gets no acknowledgement, waits for a random number of slots,
 * twice as many after each attempt. From PRISM's distribution. */
#include <math.h>
#include <string.h>

#include "generators/model.h"

enum { BACKOFF, COL, TRANS, DEADLINE }; /* parameters */

/* Variables: collisions counted, what each station has on the channel; then of each station; the
 * time, if there is a deadline. */
enum { COUNTED, CHANNEL, FIRST = 3, CLOCK = 0, LOCATION, SLOT, WAIT, ATTEMPTS, EACH };
enum { T = FIRST + 2 * EACH, VARIABLES };

enum { FREE, CORRECT, GARBLED }; /* of a channel */

/* Locations of a station */
enum {
    SENSES = 1,
    WAITS_FREE,
    WAITS_GAP,
    SETS_WAIT,
    WAITS,
    PAUSES,
    PAUSES_GAP,
    VULNERABLE,
    SENDS,
    AWAITS_ACK,
    AWAITS_NOTHING,
    DONE
};

/* Times in units of 50 microseconds. Some are two numbers, of which either may be meant. */
enum {
    GAP = 3,
    VULNERABLE_TIME = 1,
    SEND_LEAST = 4,
    NO_ACK = 6,
    ACK = 4,
    ACK_GAP = 1,
    SLOT_TIME = 1
};
enum { UNIT = 50, WAIT_SLOTS = 16 };

enum { OTHER, TICK, CLASH };          /* actions */
enum { SEND = 1, FINISH, PASS_TIME }; /* names of commands */

/* Within a factor of 4 of what was found for all values of backoff, without a deadline and with 80.
 */
static enum status wlan_check(const union argument *a)
{
    const double deadline = (double)a[DEADLINE].count;
    double states = 1300 * exp2(2 * (double)a[BACKOFF].count) + 6000;
    if (count_given(&a[DEADLINE]))
        states = fmin(deadline * states, 20 * deadline * deadline * deadline);
    return decisions_must_fit("wlan", states, 1.3 * states, 2.3 * states);
}

static void wlan_space(const union argument *a, struct space *out)
{
    const int backoff = (int)a[BACKOFF].count, trans = (int)a[TRANS].count;
    space_add(out, "col", 0, 0, (int)a[COL].count + 1, 0);
    space_add(out, "c", 1, 0, GARBLED, 0);
    space_add(out, "c", 2, 0, GARBLED, 0);
    for (int i = 1; i <= 2; i++) {
        space_add(out, "x", i, 0, (trans > NO_ACK ? trans : NO_ACK) + 1, 0);
        space_add(out, "s", i, SENSES, DONE, SENSES);
        space_add(out, "slot", i, 0, (1 << (backoff ? backoff : 1)) - 1, 0);
        space_add(out, "backoff", i, 0, WAIT_SLOTS - 1, 0);
        space_add(out, "bc", i, 0, backoff ? backoff : 1, 0);
    }
    if (count_given(&a[DEADLINE])) space_add(out, "t", 0, 0, (int)a[DEADLINE].count, 0);
}

/* One station in a state: where it is, whether the channel is busy, and what it has on it. */
struct station {
    const union argument *a;
    const int *s;
    int i, at, location, clock, own;
    bool busy;
    struct step *out;
};

static struct station station_of(const union argument *a, const int *s, int i, struct step *out)
{
    const int at = FIRST + i * EACH;
    return (struct station){.a = a,
                            .s = s,
                            .i = i,
                            .at = at,
                            .location = s[at + LOCATION],
                            .clock = s[at + CLOCK],
                            .own = s[CHANNEL + i],
                            .busy = s[CHANNEL] || s[CHANNEL + 1],
                            .out = out};
}

/* next = the state after the station has gone to a location, and its clock to 0. */
static int *go(const struct station *w, int location, int *next)
{
    memcpy(next, w->s, VARIABLES * sizeof *next);
    next[w->at + LOCATION] = location;
    next[w->at + CLOCK] = 0;
    return next + w->at;
}

/* name: of the command, followed by the station's number; 0: none. */
static void move_to(const struct station *w, const int *next, int name, int action)
{
    step_named(w->out, name, name ? w->i + 1 : NO_NUMBER);
    step_to(w->out, next, 1, action);
}

static void move(const struct station *w, int location)
{
    int next[VARIABLES];
    go(w, location, next);
    move_to(w, next, 0, OTHER);
}

static bool gap_is_over(const struct station *w)
{
    return w->clock == GAP || w->clock == GAP - 1;
}

/* Chooses one of 2^attempts slots. */
static void choose_slot(const struct station *w)
{
    int next[VARIABLES], *own = go(w, SETS_WAIT, next);
    const int slots = 1 << own[ATTEMPTS];
    if (own[ATTEMPTS] < (int)w->a[BACKOFF].count) own[ATTEMPTS]++;
    step_command(w->out);
    for (own[SLOT] = 0; own[SLOT] < slots; own[SLOT]++) step_to(w->out, next, 1.0 / slots, OTHER);
}

static void choose_wait(const struct station *w)
{
    int next[VARIABLES], *own = go(w, WAITS, next);
    step_command(w->out);
    own[CLOCK] = w->clock;
    for (own[WAIT] = 0; own[WAIT] < WAIT_SLOTS; own[WAIT]++)
        step_to(w->out, next, 1.0 / WAIT_SLOTS, OTHER);
}

/* The time of a slot has passed. */
static void count_down(const struct station *w)
{
    int next[VARIABLES], *own = go(w, WAITS, next);
    if (own[WAIT] > 0) {
        own[WAIT]--;
    } else if (own[SLOT] > 0) {
        own[SLOT]--;
        own[WAIT] = WAIT_SLOTS - 1;
    } else {
        own[LOCATION] = VULNERABLE;
    }
    move_to(w, next, 0, OTHER);
}

/* What a station does alone. */
static void act_alone(const struct station *w)
{
    const bool failed = w->location == AWAITS_NOTHING;
    switch (w->location) {
    case SENSES:
        if (gap_is_over(w)) move(w, VULNERABLE);
        if (w->busy) move(w, WAITS_FREE);
        break;
    case WAITS_FREE:
        if (!w->busy) move(w, WAITS_GAP);
        break;
    case WAITS_GAP:
        if (w->busy) move(w, WAITS_FREE);
        if (gap_is_over(w)) choose_slot(w);
        break;
    case SETS_WAIT: choose_wait(w); break;
    case WAITS:
        if (w->clock == SLOT_TIME) count_down(w);
        if (w->busy) move(w, PAUSES);
        break;
    case PAUSES:
        if (!w->busy) move(w, PAUSES_GAP);
        break;
    case PAUSES_GAP:
        if (gap_is_over(w)) move(w, WAITS);
        if (w->busy) move(w, PAUSES);
        break;
    case AWAITS_ACK:
    case AWAITS_NOTHING:
        if ((failed || !w->own) && w->clock == 0 && w->busy) move(w, WAITS_FREE);
        if (failed && w->clock == NO_ACK) move(w, WAITS_GAP);
        break;
    default: break;
    }
}

/* Begins to send a message, or to receive the acknowledgement; garbles it if the other one has
 * something on the channel. */
static void begin(const struct station *w)
{
    const bool message = w->location == VULNERABLE,
               ack = w->location == AWAITS_ACK && !w->own &&
                     (w->clock == ACK_GAP || (w->clock == ACK_GAP - 1 && !w->busy));
    const int other = CHANNEL + 1 - w->i;
    int next[VARIABLES];
    if ((!message && !ack) || w->own) return;
    go(w, message ? SENDS : AWAITS_ACK, next);
    next[CHANNEL + w->i] = w->s[other] ? GARBLED : CORRECT;
    if (w->s[other]) {
        next[other] = GARBLED;
        if (next[COUNTED] < (int)w->a[COL].count) next[COUNTED]++;
    }
    move_to(w, next, SEND, w->s[other] ? CLASH : OTHER);
}

static void finish(const struct station *w)
{
    const bool message = w->location == SENDS && w->clock >= SEND_LEAST,
               ack = w->location == AWAITS_ACK && w->own == CORRECT &&
                     (w->clock == ACK || w->clock == ACK - 1);
    int next[VARIABLES];
    if ((!message && !ack) || !w->own) return;
    int *own = go(w, ack ? DONE : w->own == CORRECT ? AWAITS_ACK : AWAITS_NOTHING, next);
    next[CHANNEL + w->i] = FREE;
    if (ack) own[ATTEMPTS] = 0;
    move_to(w, next, FINISH, OTHER);
}

/* Returns whether a unit of time may pass for a station, and *runs = whether its clock shows it. */
static bool may_wait(const struct station *w, bool *runs)
{
    *runs = true;
    switch (w->location) {
    case SENSES:
    case WAITS_GAP:
    case PAUSES_GAP: return w->clock < GAP && !w->busy;
    case WAITS: return w->clock < SLOT_TIME && !w->busy;
    case VULNERABLE: return w->clock < VULNERABLE_TIME;
    case SENDS: return w->clock < (int)w->a[TRANS].count;
    case AWAITS_ACK: return w->own ? w->own == CORRECT && w->clock < ACK : !w->clock && !w->busy;
    case AWAITS_NOTHING: return w->clock ? w->clock < NO_ACK : !w->busy;
    case SETS_WAIT: return false;
    default: *runs = false; return w->location == DONE || w->busy;
    }
}

static bool is_late(const union argument *a, const int *s)
{
    return count_given(&a[DEADLINE]) && s[T] == (int)a[DEADLINE].count;
}

/* Time passes, or stops for ever at the deadline. */
static void tick(const union argument *a, const int *s, struct step *out)
{
    int next[VARIABLES];
    memcpy(next, s, sizeof next);
    if (is_late(a, s)) {
        step_command(out);
        step_to(out, s, 1, OTHER);
        return;
    }
    next[T] += count_given(&a[DEADLINE]);
    for (int i = 0; i < 2; i++) {
        const struct station w = station_of(a, s, i, out);
        bool runs;
        if (!may_wait(&w, &runs)) return;
        next[w.at + CLOCK] += runs;
    }
    step_named(out, PASS_TIME, NO_NUMBER);
    step_to(out, next, 1, TICK);
}

static void wlan_step(const union argument *a, const int *s, struct step *out)
{
    const struct station both[] = {station_of(a, s, 0, out), station_of(a, s, 1, out)};
    for (int i = 0; i < 2; i++) act_alone(&both[i]);
    for (int i = 0; i < 2; i++) begin(&both[i]);
    for (int i = 0; i < 2; i++) finish(&both[i]);
    tick(a, s, out);
}

static int count_done(const int *s)
{
    return (s[FIRST + LOCATION] == DONE) + (s[FIRST + EACH + LOCATION] == DONE);
}

static bool both_sent(const union argument *a, const int *s)
{
    return count_done(s) == 2;
}

static bool one_sent(const union argument *a, const int *s)
{
    return count_done(s) > 0;
}

static bool first_sent(const union argument *a, const int *s)
{
    return s[FIRST + LOCATION] == DONE;
}

static bool collided(const union argument *a, const int *s)
{
    return s[COUNTED] == (int)a[COL].count;
}

static double time_passes(const union argument *a, const int *s, int action)
{
    return action == TICK ? UNIT : 0;
}

/* The cost of a unit of time. A channel that is in use costs more, a garbled message much more
 * after the first attempt. */
static double cost(const union argument *a, const int *s, int action)
{
    const int one = s[CHANNEL], other = s[CHANNEL + 1], used = (one != FREE) + (other != FREE);
    const bool garbled = one == GARBLED || other == GARBLED,
               again = s[FIRST + ATTEMPTS] || s[FIRST + EACH + ATTEMPTS];
    if (action != TICK) return 0;
    if (!used) return UNIT;
    return UNIT * used * (garbled && again ? 1000 : 10);
}

static const struct model model = {
    .type = CHAIN_DTMC,
    .decides = DECIDES,
    .check = wlan_check,
    .space = wlan_space,
    .step = wlan_step,
    .commands = {[SEND] = "send", [FINISH] = "finish", [PASS_TIME] = "time"},
    .labels = {{"both_sent", both_sent},
               {"one_sent", one_sent},
               {"first_sent", first_sent},
               {"collided", collided}},
    .rewards = {{"time", NULL, time_passes}, {"cost", NULL, cost}, {"collisions", .action = CLASH}},
    /* The last one is certainly 1 without a deadline. */
    .questions = {"R{\"cost\"}max=?[F \"both_sent\"]", "R{\"cost\"}min=?[F \"both_sent\"]",
                  "R{\"collisions\"}max=?[F \"both_sent\"]", "R{\"time\"}max=?[F \"both_sent\"]",
                  "R{\"time\"}min=?[F \"both_sent\"]", "Pmax=?[F \"collided\"]",
                  "Pmin=?[F \"both_sent\"]"},
};

const struct generator generator_wlan = {
    .name = "wlan",
    .title = "IEEE 802.11 wireless LAN",
    .source = "Kwiatkowska, Norman, Sproston 2002; PRISM's distribution",
    .parameters = {[BACKOFF] = {"backoff", "a station chooses one of up to 2^backoff slots",
                                PARAMETER_COUNT, "0", .min = 0, .max = 6},
                   [COL] = {"col", "collisions that are counted", PARAMETER_COUNT, "0", .min = 0,
                            .max = 100},
                   [TRANS] = {"trans", "longest time to send a message", PARAMETER_COUNT, "10",
                              .min = 4, .max = 1000},
                   [DEADLINE] = {"deadline", "time at which all may stop, in units of 50 us",
                                 PARAMETER_COUNT, "", .min = 1, .max = 10000}},
    .model = &model,
};
