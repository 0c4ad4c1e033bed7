/* Randomised consensus with a shared coin (MDP): each of n processes flips a coin and moves a
 * shared counter down or up, until the counter is near one of its ends. From PRISM's distribution.
 */
#include <math.h>
#include <string.h>

#include "base/closed/consensus.h"
#include "generators/model.h"

enum { N, K }; /* parameters */
enum { MOST = CONSENSUS_MOST };

/* Variables: the counter, then of each process its location and its coin. */
enum { COUNTER, FIRST, LOCATION = 0, COIN, EACH };
enum { VARIABLES = FIRST + MOST * EACH };

enum { FLIPS, WRITES, CHECKS, FINISHED }; /* locations */
enum { TAILS, HEADS };

enum { DONE = 1 }; /* name of a command */

static int processes(const union argument *a)
{
    return (int)a[N].count;
}

/* Largest value of the counter. It begins in the middle. */
static int range(const union argument *a)
{
    return 2 * ((int)a[K].count + 1) * processes(a);
}

static const int *process(const int *s, int i)
{
    return s + FIRST + i * EACH;
}

static enum status consensus_check(const union argument *a)
{
    const double n = (double)a[N].count, states = 0.75 * pow(6, n) * (range(a) + 1.0);
    return decisions_must_fit("consensus", states, 0.66 * n * states, 0.83 * n * states);
}

static void consensus_space(const union argument *a, struct space *out)
{
    space_add(out, "counter", 0, 0, range(a), range(a) / 2);
    for (int i = 1; i <= processes(a); i++) {
        space_add(out, "pc", i, 0, FINISHED, 0);
        space_add(out, "coin", i, 0, 1, 0);
    }
}

/* Moves the counter by the coin, and forgets the coin. */
static void write_coin(const union argument *a, int *next, int i)
{
    int *own = next + FIRST + i * EACH;
    next[COUNTER] += own[COIN] == HEADS ? 1 : -1;
    own[COIN] = TAILS;
    own[LOCATION] = CHECKS;
}

/* Decides if the counter is within n of an end, else flips again. */
static void check_counter(const union argument *a, int *next, int i)
{
    int *own = next + FIRST + i * EACH;
    const int counter = next[COUNTER], n = processes(a);
    const bool high = counter >= range(a) - n, decided = high || counter <= n;
    if (decided) own[COIN] = high ? HEADS : TAILS;
    own[LOCATION] = decided ? FINISHED : FLIPS;
}

static void flip(const int *s, int i, struct step *out)
{
    int next[VARIABLES];
    memcpy(next, s, sizeof next);
    next[FIRST + i * EACH + LOCATION] = WRITES;
    step_command(out);
    for (int side = TAILS; side <= HEADS; side++) {
        next[FIRST + i * EACH + COIN] = side;
        step_to(out, next, 0.5, 0);
    }
}

static bool may_write(const union argument *a, const int *s, int i)
{
    return process(s, i)[COIN] == HEADS ? s[COUNTER] < range(a) : s[COUNTER] > 0;
}

static void process_moves(const union argument *a, const int *s, int i, struct step *out)
{
    const int location = process(s, i)[LOCATION];
    int next[VARIABLES];
    if (location == FLIPS) flip(s, i, out);
    if (location == FINISHED || location == FLIPS) return;
    if (location == WRITES && !may_write(a, s, i)) return;
    memcpy(next, s, sizeof next);
    if (location == WRITES) write_coin(a, next, i);
    else check_counter(a, next, i);
    step_command(out);
    step_to(out, next, 1, 0);
}

static bool all_finished(const union argument *a, const int *s)
{
    int i = 0;
    while (i < processes(a) && process(s, i)[LOCATION] == FINISHED) i++;
    return i == processes(a);
}

static void consensus_step(const union argument *a, const int *s, struct step *out)
{
    for (int i = 0; i < processes(a); i++) process_moves(a, s, i, out);
    if (!all_finished(a, s)) return;
    step_named(out, DONE, NO_NUMBER);
    step_to(out, s, 1, 0);
}

static int heads(const union argument *a, const int *s)
{
    int count = 0;
    for (int i = 0; i < processes(a); i++) count += process(s, i)[COIN];
    return count;
}

static bool all_tails(const union argument *a, const int *s)
{
    return heads(a, s) == 0;
}

static bool all_heads(const union argument *a, const int *s)
{
    return heads(a, s) == processes(a);
}

static bool agree(const union argument *a, const int *s)
{
    return all_tails(a, s) || all_heads(a, s);
}

static double one(const union argument *a, const int *s)
{
    return 1;
}

static const struct model model = {
    .type = CHAIN_DTMC,
    .decides = DECIDES,
    .check = consensus_check,
    .space = consensus_space,
    .step = consensus_step,
    .commands = {[DONE] = "done"},
    .labels = {{"finished", all_finished},
               {"all_coins_equal_0", all_tails},
               {"all_coins_equal_1", all_heads},
               {"agree", agree}},
    .rewards = {{"steps", one}},
    /* The last one is certainly true. */
    .questions = {"Pmin=?[F \"finished\"&\"all_coins_equal_1\"]",
                  "Pmax=?[F \"finished\"&!\"agree\"]", "R{\"steps\"}max=?[F \"finished\"]",
                  "R{\"steps\"}min=?[F \"finished\"]", "P>=1[F \"finished\"]"},
};

static enum status closed(const union argument *a, struct closed_rows *out)
{
    const uint64_t question = a[PROPERTY].count;
    *out = (struct closed_rows){0};
    if (a[CHOICES].choice == CHOICES_MDP && question <= CONSENSUS_LEAST_STEPS)
        *out = consensus_closed(a[N].count, a[K].count, question);
    return OK;
}

const struct generator generator_consensus = {
    .name = "consensus",
    .title = "randomised consensus with a shared coin",
    .source = "Aspnes, Herlihy 1990; PRISM's distribution",
    .parameters = {[N] = {"n", "processes", PARAMETER_COUNT, "2", .min = 2, .max = MOST},
                   [K] = {"k", "how far the counter goes, in units of 2n, less one",
                          PARAMETER_COUNT, "2", .min = 1, .max = 10000}},
    .model = &model,
    .closed = closed,
};
