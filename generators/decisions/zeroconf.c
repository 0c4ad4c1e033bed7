/* IPv4 zeroconf in integer time (MDP): a host chooses an address at random and probes k times
 * whether one of n other hosts has it. Messages are lost with probability 0.1. From PRISM's
 * distribution. */
#include <string.h>

#include "generators/model.h"

enum { N, K, RESET, ERR, DEADLINE }; /* parameters */

/* Variables: the host's messages to send, the last one first, and their number; messages of others
 * about other addresses and about this one; the medium, its clock and its message; the host; the
 * time, if there is a deadline. */
enum { BUFFER = 8, OLDEST = BUFFER - 1, QUEUED = BUFFER };
enum { ABOUT_OTHERS = QUEUED + 1, ABOUT_THIS, MEDIUM, MEDIUM_CLOCK, MESSAGE };
enum { X = MESSAGE + 1, Y, COLLISIONS, PROBES, REPLIES, DEFENDS, ADDRESS, LOCATION, T, VARIABLES };

enum { IDLE, FROM_HOST, TO_HOST };                     /* the medium */
enum { OTHER_ADDRESS, TAKEN, FRESH };                  /* an address, also of a message */
enum { RECONFIGURES, CHOOSES, PROBING, CLAIMS, USES }; /* locations of the host */
enum { MOST_ABOUT_OTHERS = 20, MOST_ABOUT_THIS = 8, MOST_COLLISIONS = 10 };
enum { LONG_WAIT = 60, BETWEEN = 2, DEFEND_TIME = 10 }; /* times */
enum { ADDRESSES = 65024 };

enum { NOTHING, TICK, WRONG_CLAIM };                        /* actions */
enum { NO_NAME, SET_BACK, SEND, RECEIVE, PASS_TIME, DONE }; /* names of commands */

static const double lost = 0.1, arrives = 0.9;

/* Measured up to k = 8, without a deadline. */
static enum status zeroconf_check(const union argument *a)
{
    const double k = (double)a[K].count,
                 states = a[RESET].choice ? 209 * k + 252 : 2700 * k * k * k + 68000;
    return decisions_must_fit("zeroconf", states, 1.9 * states, 2.3 * states);
}

static void zeroconf_space(const union argument *a, struct space *out)
{
    static const struct {
        const char *name;
        int low, high, initial;
    } own[] = {{"n", 0, BUFFER, 0},
               {"n0", 0, MOST_ABOUT_OTHERS, 0},
               {"n1", 0, MOST_ABOUT_THIS, 0},
               {"b", 0, TO_HOST, IDLE},
               {"z", 0, 1, 0},
               {"ip_mess", 0, FRESH, 0},
               {"x", 0, LONG_WAIT, 0},
               {"y", 0, DEFEND_TIME, 0},
               {"coll", 0, MOST_COLLISIONS, 0},
               {"probes", 0, 0, 0},
               {"mess", 0, 1, 0},
               {"defend", 0, 1, 0},
               {"ip", TAKEN, FRESH, TAKEN},
               {"l", 0, USES, CHOOSES}};
    for (int k = BUFFER - 1; k > 0; k--) space_add(out, "b_ip", k, 0, FRESH, 0);
    space_add(out, "b_ip0", 0, 0, FRESH, 0);
    for (size_t k = 0; k < sizeof own / sizeof *own; k++)
        space_add(out, own[k].name, 0, own[k].low, own[k].high, own[k].initial);
    out->high[PROBES] = (int)a[K].count;
    if (count_given(&a[DEADLINE])) space_add(out, "t", 0, 0, (int)a[DEADLINE].count + 1, 0);
}

/* A state to change, and the step that collects its transitions. */
struct change {
    const union argument *a;
    const int *s;
    struct step *out;
    int next[VARIABLES];
};

/* Begins again from the state; returns the state to change. */
static int *again(struct change *change)
{
    memcpy(change->next, change->s, sizeof change->next);
    return change->next;
}

static void surely(struct change *change, int name, int action)
{
    step_named(change->out, name, NO_NUMBER);
    step_to(change->out, change->next, 1, action);
}

/* Adds 1 up to a limit. */
static void count_up(int *value, int most)
{
    if (*value < most) ++*value;
}

/* The host's messages and the medium */

/* All messages are about another address from now on. */
static void reconfigure(struct change *change)
{
    int *next = again(change);
    if (next[LOCATION] != RECONFIGURES) return;
    next[ABOUT_OTHERS] += next[ABOUT_THIS];
    if (next[ABOUT_OTHERS] > MOST_ABOUT_OTHERS) next[ABOUT_OTHERS] = MOST_ABOUT_OTHERS;
    next[ABOUT_THIS] = 0;
    next[MESSAGE] = OTHER_ADDRESS;
    memset(next, 0, BUFFER * sizeof *next);
    if (change->a[RESET].choice) next[QUEUED] = 0;
    next[LOCATION] = CHOOSES;
    surely(change, SET_BACK, NOTHING);
}

/* Takes the oldest message of the host. */
static int take_message(int *next)
{
    const int message = next[OLDEST];
    memmove(next + 1, next, (BUFFER - 1) * sizeof *next);
    next[0] = OTHER_ADDRESS;
    next[QUEUED]--;
    return message;
}

/* The medium carries a message, or loses it. */
static void carry(struct change *change, int medium, int message)
{
    step_command(change->out);
    step_to(change->out, change->next, lost, NOTHING);
    change->next[MEDIUM] = medium;
    change->next[MESSAGE] = message;
    step_to(change->out, change->next, arrives, NOTHING);
}

static void begin_to_carry(struct change *change)
{
    int *next = again(change);
    if (next[QUEUED]) carry(change, FROM_HOST, take_message(next));
    next = again(change);
    if (next[ABOUT_OTHERS]-- > 0) carry(change, TO_HOST, OTHER_ADDRESS);
    next = again(change);
    if (next[ABOUT_THIS]-- > 0) carry(change, TO_HOST, TAKEN);
}

static void empty_medium(int *next)
{
    next[MEDIUM] = IDLE;
    next[MEDIUM_CLOCK] = 0;
    next[MESSAGE] = OTHER_ADDRESS;
}

/* A message of the host arrives; those that have the address will reply. */
static void arrive(struct change *change)
{
    int *next = again(change);
    if (next[MESSAGE] == OTHER_ADDRESS) count_up(&next[ABOUT_OTHERS], MOST_ABOUT_OTHERS);
    if (next[MESSAGE] == TAKEN) count_up(&next[ABOUT_THIS], MOST_ABOUT_THIS);
    empty_medium(next);
    surely(change, NO_NAME, NOTHING);
}

/* The host */

static void choose_address(struct change *change)
{
    const double taken = (double)change->a[N].count;
    int *next = again(change);
    next[LOCATION] = PROBING;
    step_command(change->out);
    for (next[ADDRESS] = TAKEN; next[ADDRESS] <= FRESH; next[ADDRESS]++)
        for (next[X] = 0; next[X] <= 2; next[X]++)
            step_to(change->out, next,
                    (next[ADDRESS] == TAKEN ? taken : ADDRESSES - taken) / (3. * ADDRESSES),
                    NOTHING);
}

/* The host is sure that the address is free, and claims it. */
static void begin_to_claim(struct change *change)
{
    int *next = again(change);
    next[LOCATION] = CLAIMS;
    next[X] = next[PROBES] = next[COLLISIONS] = 0;
    surely(change, NO_NAME, NOTHING);
}

static void queue_message(int *next)
{
    if (next[QUEUED] == BUFFER) return;
    next[OLDEST - next[QUEUED]] = next[ADDRESS];
    next[QUEUED]++;
}

/* Sends a probe, a defence or a claim. */
static void send(struct change *change)
{
    const int *s = change->s;
    const bool claims = s[LOCATION] == CLAIMS, waited = s[X] == BETWEEN,
               probes = s[LOCATION] == PROBING && waited && s[PROBES] < (int)change->a[K].count;
    const bool last = claims && !s[REPLIES] && s[PROBES] == 1;
    if (!probes && !(claims && (s[REPLIES] || (waited && s[PROBES] <= 1)))) return;
    int *next = again(change);
    queue_message(next);
    if (claims && s[REPLIES]) {
        next[REPLIES] = 0;
    } else {
        next[X] = 0;
        next[PROBES]++;
    }
    if (last) {
        next[LOCATION] = USES;
        next[Y] = next[PROBES] = 0;
    }
    surely(change, SEND, last && s[Y] == BETWEEN && s[ADDRESS] == TAKEN ? WRONG_CLAIM : NOTHING);
}

/* The host gives up its address. */
static void give_up(struct change *change)
{
    int *next = again(change);
    empty_medium(next);
    if (next[LOCATION] == PROBING) count_up(&next[COLLISIONS], MOST_COLLISIONS);
    else next[DEFENDS] = next[Y] = 0;
    next[LOCATION] = RECONFIGURES;
    next[X] = next[PROBES] = 0;
    surely(change, RECEIVE, NOTHING);
}

static void defend(struct change *change)
{
    int *next = again(change);
    empty_medium(next);
    next[DEFENDS] = next[REPLIES] = 1;
    next[Y] = 0;
    surely(change, RECEIVE, NOTHING);
}

/* A message reaches the host. */
static void receive(struct change *change)
{
    const int *s = change->s, location = s[LOCATION];
    const bool matters = location != CHOOSES && s[MESSAGE] == s[ADDRESS],
               claims = location == CLAIMS;
    if (location == USES || (claims && s[REPLIES])) return;
    if (!matters) {
        empty_medium(again(change));
        surely(change, RECEIVE, NOTHING);
        return;
    }
    if (claims && (!s[DEFENDS] || s[Y] >= DEFEND_TIME)) defend(change);
    if (!claims || !s[DEFENDS] || s[Y] < DEFEND_TIME) give_up(change);
}

static bool medium_may_wait(const int *s)
{
    if (s[MEDIUM] == IDLE) return !s[QUEUED] && !s[ABOUT_OTHERS] && !s[ABOUT_THIS];
    return s[MEDIUM_CLOCK] == 0;
}

static bool host_may_wait(const int *s)
{
    switch (s[LOCATION]) {
    case CHOOSES: return s[COLLISIONS] == MOST_COLLISIONS && s[X] < LONG_WAIT;
    case PROBING: return s[X] < 2;
    case CLAIMS: return !s[REPLIES] && s[X] < BETWEEN;
    default: return false;
    }
}

static void tick(struct change *change)
{
    const int *s = change->s;
    if (!medium_may_wait(s) || !host_may_wait(s)) return;
    if (count_given(&change->a[DEADLINE]) && s[T] > (int)change->a[DEADLINE].count) return;
    int *next = again(change);
    next[MEDIUM_CLOCK] = s[MEDIUM] != IDLE;
    next[X]++;
    if (s[LOCATION] == CLAIMS && s[DEFENDS]) count_up(&next[Y], DEFEND_TIME);
    next[T] += count_given(&change->a[DEADLINE]);
    surely(change, PASS_TIME, TICK);
}

static void use(struct change *change)
{
    again(change);
    surely(change, NO_NAME, NOTHING);
    if (!count_given(&change->a[DEADLINE])) return;
    change->next[T] = (int)change->a[DEADLINE].count + 1;
    surely(change, DONE, NOTHING);
}

static void zeroconf_step(const union argument *a, const int *s, struct step *out)
{
    struct change change = {.a = a, .s = s, .out = out};
    const bool first = s[COLLISIONS] < MOST_COLLISIONS;
    reconfigure(&change);
    if (s[LOCATION] == RECONFIGURES) return;
    if (s[MEDIUM] == IDLE) begin_to_carry(&change);
    if (s[MEDIUM] == FROM_HOST) arrive(&change);
    if (s[MEDIUM] == TO_HOST) receive(&change);
    if (s[LOCATION] == CHOOSES && (first || s[X] == LONG_WAIT)) choose_address(&change);
    if (s[LOCATION] == PROBING && s[X] == 2 && s[PROBES] == (int)a[K].count)
        begin_to_claim(&change);
    send(&change);
    tick(&change);
    if (s[LOCATION] == USES) use(&change);
}

static bool uses(const union argument *a, const int *s)
{
    return s[LOCATION] == USES;
}

static bool uses_taken(const union argument *a, const int *s)
{
    return s[LOCATION] == USES && s[ADDRESS] == TAKEN;
}

static bool uses_fresh(const union argument *a, const int *s)
{
    return s[LOCATION] == USES && s[ADDRESS] == FRESH;
}

static bool late(const union argument *a, const int *s)
{
    return count_given(&a[DEADLINE]) && s[T] >= (int)a[DEADLINE].count;
}

/* The time, and the cost of the wrong address. */
static double cost(const union argument *a, const int *s, int action)
{
    return action == TICK ? 1 : action == WRONG_CLAIM ? a[ERR].real : 0;
}

static const char *const truth[] = {"false", "true", NULL};

static const struct model model = {
    .type = CHAIN_DTMC,
    .decides = DECIDES,
    .check = zeroconf_check,
    .space = zeroconf_space,
    .step = zeroconf_step,
    .commands = {[SET_BACK] = "reset",
                 [SEND] = "send",
                 [RECEIVE] = "rec",
                 [PASS_TIME] = "time",
                 [DONE] = "done"},
    .labels = {{"uses", uses},
               {"uses_taken", uses_taken},
               {"uses_fresh", uses_fresh},
               {"late", late}},
    .rewards = {{"cost", NULL, cost}},
    /* The last two need a deadline. */
    .questions = {"Pmax=?[F \"uses_taken\"]", "Pmin=?[F \"uses_taken\"]",
                  "R{\"cost\"}min=?[F \"uses\"]", "R{\"cost\"}max=?[F \"uses\"]",
                  "Pmax=?[!\"uses_fresh\" U \"late\"]", "Pmin=?[!\"uses_fresh\" U \"late\"]"},
};

const struct generator generator_zeroconf = {
    .name = "zeroconf",
    .title = "IPv4 zeroconf",
    .source = "Kwiatkowska, Norman, Parker, Sproston 2006; PRISM's distribution",
    .parameters = {[N] = {"n", "addresses that others have", PARAMETER_COUNT, "20", .min = 1,
                          .max = ADDRESSES - 1},
                   [K] = {"k", "probes", PARAMETER_COUNT, "2", .min = 1, .max = 30},
                   [RESET] = {"reset", "whether a new address empties the queue of messages",
                              PARAMETER_CHOICE, "true", .choices = truth},
                   [ERR] = {"err", "cost of using an address that another host has", PARAMETER_REAL,
                            "0", .min = 0, .max = 1e12},
                   [DEADLINE] = {"deadline", "time after which it is late", PARAMETER_COUNT, "",
                                 .min = 1, .max = 10000}},
    .model = &model,
};
