/* Root contention in FireWire (IEEE 1394), the implementation model in integer time (MDP made a
 * chain). Two nodes, each with a location and a clock, talk over two wires, each of which holds up
 * to two messages and two clocks. From PRISM's distribution. */
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "generators/model.h"

enum { DELAY, FAST, DEADLINE }; /* parameters */

/* Variables: the wire from 1 to 2 and its clocks, node 1; the wire back, node 2; the time, if there
 * is a deadline. */
enum { WIRE12, Y1, Y2, X1, S1, WIRE21, Z1, Z2, X2, S2, T, VARIABLES };

/* Messages on a wire, the oldest one in `head`; PRISM's numbers of the ten contents are the rows */
enum { NONE, REQUEST, ACKNOWLEDGE, IDLE };
static const int head[] = {NONE, REQUEST, REQUEST,     ACKNOWLEDGE, ACKNOWLEDGE,
                           IDLE, IDLE,    ACKNOWLEDGE, REQUEST,     IDLE};
static const int tail[] = {NONE, NONE,    ACKNOWLEDGE, NONE, IDLE,
                           NONE, REQUEST, REQUEST,     IDLE, ACKNOWLEDGE};
enum { CONTENTS = sizeof head / sizeof *head };

/* Locations of a node */
enum {
    CONTENDS,
    CONTENDS_FREE,
    WAITS_FAST,
    WAITS_SLOW,
    WAITS_FAST_FREE,
    WAITS_SLOW_FREE,
    REQUESTED,
    ROOT,
    CHILD
};

/* Waiting times in units of 10 ns; they end between the first and the second number. */
static const int fast_time[] = {76, 85}, slow_time[] = {159, 167};

enum { OTHER, TICK, TICK_SENDING }; /* actions */

/* Names of commands; of a message, with the numbers of both nodes */
enum { SEND = REQUEST, RECEIVE = SEND + IDLE, PASS_TIME = RECEIVE + IDLE };

static enum status firewire_check(const union argument *a)
{
    const double delay = (double)a[DELAY].count, deadline = (double)a[DEADLINE].count;
    double states = 4 * delay * delay * delay;
    char what[64];
    if (count_given(&a[DEADLINE]) && deadline > 126) states *= 0.9 * (deadline - 125);
    snprintf(what, sizeof what, "firewire: the search of about %.3g states", states);
    return memory_must_fit(80 * states, what); /* measured for delays from 36 to 100 */
}

/* Clocks of wires stop here. PRISM's model with a deadline has 37 for all delays. */
static int last_clock(const union argument *a)
{
    enum { DELAY_OF_PRISM = 36 };
    const int delay = (int)a[DELAY].count;
    return (count_given(&a[DEADLINE]) && delay < DELAY_OF_PRISM ? DELAY_OF_PRISM : delay) + 1;
}

static void firewire_space(const union argument *a, struct space *out)
{
    static const char *const names[] = {"w12", "y1", "y2", "x1", "s1",
                                        "w21", "z1", "z2", "x2", "s2"};
    const int clock = last_clock(a);
    const int high[] = {CONTENTS - 1, clock, clock, 168, CHILD,
                        CONTENTS - 1, clock, clock, 168, CHILD};
    for (int k = 0; k < T; k++) space_add(out, names[k], 0, 0, high[k], 0);
    if (count_given(&a[DEADLINE])) space_add(out, "t", 0, 0, (int)a[DEADLINE].count + 1, 0);
}

static int content(int first, int second)
{
    int k = 0;
    while (head[k] != first || tail[k] != second) k++;
    return k;
}

/* Puts a message on a wire (given by its first variable) of next; returns false if it has two
 * others. */
static bool put_message(int *next, int wire, int message)
{
    int first = head[next[wire]], second = tail[next[wire]];
    if ((second ? second : first) == message) return true;
    if (second) return false;
    next[wire] = first ? content(first, message) : content(message, NONE);
    next[wire + 2] = 0;
    if (!first) next[wire + 1] = 0;
    return true;
}

/* Removes the message at the head of a wire. */
static void take_message(int *next, int wire)
{
    int second = tail[next[wire]];
    next[wire] = content(second, NONE);
    if (!second) next[wire + 1] = next[wire + 2] = 0;
}

/* One of the two nodes: its location and clock, and its wires. */
struct node {
    int location, clock, out, in, numbers; /* numbers: its own and that of the other */
};
static const struct node nodes[] = {{S1, X1, WIRE12, WIRE21, 12}, {S2, X2, WIRE21, WIRE12, 21}};

/* Sends a message and resets the clock: goes to location `first` with probability p, else to
 * `second`. */
static void send(const int *s, const struct node *node, int message, double p, int first,
                 int second, struct step *out)
{
    int next[VARIABLES];
    memcpy(next, s, sizeof next);
    if (!put_message(next, node->out, message)) return;
    next[node->clock] = 0;
    step_named(out, SEND + message - REQUEST, node->numbers);
    next[node->location] = first;
    if (p > 0) step_to(out, next, p, OTHER);
    next[node->location] = second;
    if (p < 1) step_to(out, next, 1 - p, OTHER);
}

static void receive(const int *s, const struct node *node, int message, int location,
                    struct step *out)
{
    int next[VARIABLES];
    if (head[s[node->in]] != message) return;
    memcpy(next, s, sizeof next);
    take_message(next, node->in);
    next[node->location] = location;
    step_named(out, RECEIVE + message - REQUEST, 33 - node->numbers);
    step_to(out, next, 1, OTHER);
}

/* Returns the bounds of a node's waiting time; NULL if it does not wait. */
static const int *waiting(int location)
{
    if (location == WAITS_FAST || location == WAITS_FAST_FREE) return fast_time;
    if (location == WAITS_SLOW || location == WAITS_SLOW_FREE) return slow_time;
    return NULL;
}

static void node_moves(const union argument *a, const int *s, const struct node *node,
                       struct step *out)
{
    double fast = a[FAST].real;
    int location = s[node->location];
    bool waited = waiting(location) && s[node->clock] >= waiting(location)[0];
    switch (location) {
    case CONTENDS:
        send(s, node, IDLE, fast, WAITS_FAST, WAITS_SLOW, out);
        receive(s, node, IDLE, CONTENDS_FREE, out);
        break;
    case CONTENDS_FREE:
        send(s, node, IDLE, fast, WAITS_FAST_FREE, WAITS_SLOW_FREE, out);
        receive(s, node, REQUEST, CONTENDS, out);
        break;
    case WAITS_FAST:
    case WAITS_SLOW:
        receive(s, node, IDLE, location == WAITS_FAST ? WAITS_FAST_FREE : WAITS_SLOW_FREE, out);
        if (waited) send(s, node, ACKNOWLEDGE, 1, ROOT, ROOT, out);
        break;
    case WAITS_FAST_FREE:
    case WAITS_SLOW_FREE:
        receive(s, node, REQUEST, location == WAITS_FAST_FREE ? WAITS_FAST : WAITS_SLOW, out);
        if (waited) send(s, node, REQUEST, 1, REQUESTED, REQUESTED, out);
        break;
    case REQUESTED:
        receive(s, node, REQUEST, CONTENDS, out);
        receive(s, node, ACKNOWLEDGE, CHILD, out);
        break;
    default: break;
    }
}

/* One unit of time passes for a wire of next; returns false if a message must arrive first. */
static bool wire_ticks(int *next, int wire, int delay, int last)
{
    int content = next[wire], oldest = tail[content] ? wire + 1 : wire + 2;
    if (!head[content]) return true;
    if (next[oldest] >= delay) return false;
    for (int clock = wire + 1; clock <= wire + 2; clock++)
        if (next[clock] < last) next[clock]++;
    return true;
}

static bool node_ticks(int *next, const struct node *node)
{
    int location = next[node->location];
    if (location == CONTENDS || location == CONTENDS_FREE) return false;
    if (!waiting(location)) return true;
    if (next[node->clock] >= waiting(location)[1]) return false;
    next[node->clock]++;
    return true;
}

static bool is_late(const union argument *a, const int *s)
{
    return count_given(&a[DEADLINE]) && s[T] >= (int)a[DEADLINE].count;
}

static void tick(const union argument *a, const int *s, struct step *out)
{
    const int delay = (int)a[DELAY].count, last = last_clock(a);
    int next[VARIABLES];
    if (is_late(a, s)) return;
    memcpy(next, s, sizeof next);
    next[T] += count_given(&a[DEADLINE]);
    if (!wire_ticks(next, WIRE12, delay, last) || !wire_ticks(next, WIRE21, delay, last)) return;
    if (!node_ticks(next, &nodes[0]) || !node_ticks(next, &nodes[1])) return;
    step_named(out, PASS_TIME, NO_NUMBER);
    step_to(out, next, 1, s[WIRE12] || s[WIRE21] ? TICK_SENDING : TICK);
}

static bool is_done(const union argument *a, const int *s)
{
    return (s[S1] == ROOT && s[S2] == CHILD) || (s[S1] == CHILD && s[S2] == ROOT);
}

static void firewire_step(const union argument *a, const int *s, struct step *out)
{
    for (int k = 0; k < 2; k++) node_moves(a, s, &nodes[k], out);
    tick(a, s, out);
    if (is_late(a, s)) {
        step_command(out);
        step_to(out, s, 1, OTHER);
    }
    for (int k = 0; k < 2 && is_done(a, s); k++) { /* one choice for each way to end, as in PRISM */
        step_command(out);
        step_to(out, s, 1, OTHER);
    }
}

static double time_passes(const union argument *a, const int *s, int action)
{
    return action != OTHER;
}

static const struct model model = {
    .type = CHAIN_DTMC,
    .decides = DECIDES_BY_CHANCE,
    .check = firewire_check,
    .space = firewire_space,
    .step = firewire_step,
    .commands =
        {[SEND] = "snd_req", "snd_ack", "snd_idle", "rec_req", "rec_ack", "rec_idle", "time"},
    .labels = {{"done", is_done}},
    .rewards = {{"time", NULL, time_passes}, {"time_sending", .action = TICK_SENDING}},
    /* The probability is certainly one, so it comes last. */
    .properties = {{"R{\"time\"}=?[F \"done\"]", .reward = "time", .goal = "done"},
                   {"R{\"time_sending\"}=?[F \"done\"]", .reward = "time_sending", .goal = "done"},
                   {"P=?[F \"done\"]", .goal = "done"}},
    /* The last one is certainly 1 without a deadline. */
    .questions = {"R{\"time\"}max=?[F \"done\"]", "R{\"time\"}min=?[F \"done\"]",
                  "R{\"time_sending\"}max=?[F \"done\"]", "Pmin=?[F \"done\"]"},
};

const struct generator generator_firewire = {
    .name = "firewire",
    .title = "FireWire root contention",
    .source =
        "Stoelinga, Vaandrager 1999; Kwiatkowska, Norman, Sproston 2003; PRISM's distribution",
    .parameters = {[DELAY] = {"delay", "of a wire", PARAMETER_COUNT, "3", .min = 1, .max = 150},
                   [FAST] = {"fast", "probability of the fast waiting time", PARAMETER_REAL, "0.5",
                             .min = 0, .max = 1},
                   [DEADLINE] = {"deadline", "time at which all may stop", PARAMETER_COUNT, "",
                                 .min = 1, .max = 10000}},
    .model = &model,
};
