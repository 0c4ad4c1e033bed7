/* Asynchronous leader election in a ring (MDP): each of n processes draws a bit; one that draws 0
 * and whose neighbour draws 1 gives up. Those left count each other, and draw again if they are
 * several. From PRISM's distribution. */
#include <math.h>
#include <string.h>

#include "generators/model.h"

enum { N }; /* parameters */
enum { MOST = 6 };

/* Variables of each process: a counter, its location, its bit, what it received, what it sent. */
enum { COUNTER, LOCATION, BIT, RECEIVED, SENT, EACH };
enum { VARIABLES = MOST * EACH };

enum { DRAWS, WAITS, ACTIVE, INACTIVE, LEADER }; /* locations */
enum { NOTHING, THE_BIT, THE_COUNTER };          /* received, sent */

enum { OTHER, FIRST_COUNTS };              /* actions */
enum { PASS_BIT = 1, PASS_COUNTER, DONE }; /* names of commands */

static int processes(const union argument *a)
{
    return (int)a[N].count;
}

static enum status leader_async_check(const union argument *a)
{
    const double n = (double)a[N].count, states = 0.56 * pow(8.67, n);
    return decisions_must_fit("leader_async", states, 0.48 * n * states, 0.55 * n * states);
}

static void leader_async_space(const union argument *a, struct space *out)
{
    for (int i = 1; i <= processes(a); i++) {
        space_add(out, "c", i, 0, processes(a) - 1, 0);
        space_add(out, "s", i, 0, LEADER, 0);
        space_add(out, "p", i, 0, 1, 0);
        space_add(out, "receive", i, 0, THE_COUNTER, 0);
        space_add(out, "sent", i, 0, THE_COUNTER, 0);
    }
}

/* Goes to a location and forgets all else. */
static void restart(int *own, int location)
{
    memset(own, 0, EACH * sizeof *own);
    own[LOCATION] = location;
}

static void draw(const union argument *a, const int *s, int i, struct step *out)
{
    int next[VARIABLES], *own = next + i * EACH;
    if (s[i * EACH + LOCATION] != DRAWS) return;
    memcpy(next, s, sizeof next);
    own[LOCATION] = WAITS;
    step_command(out);
    for (own[BIT] = 0; own[BIT] <= 1; own[BIT]++) step_to(out, next, 0.5, OTHER);
}

/* Returns whether a process may send its bit; it then needs the bit no more if it knows its role.
 */
static bool send_bit(int *own)
{
    if (own[SENT] != NOTHING) return false;
    if (own[LOCATION] == INACTIVE && own[RECEIVED] == NOTHING) return false;
    if (own[LOCATION] != WAITS && own[LOCATION] != ACTIVE && own[LOCATION] != INACTIVE)
        return false;
    own[SENT] = THE_BIT;
    if (own[LOCATION] != WAITS) own[BIT] = 0;
    return true;
}

/* Returns whether a process may receive the bit of its neighbour. */
static bool receive_bit(int *own, int bit)
{
    if (own[RECEIVED] != NOTHING) return false;
    if (own[LOCATION] == INACTIVE) own[BIT] = bit;
    else if (own[LOCATION] == WAITS) own[LOCATION] = own[BIT] < bit ? INACTIVE : ACTIVE;
    else return false;
    own[RECEIVED] = THE_BIT;
    return true;
}

/* The same for the counter. */
static bool send_counter(int *own)
{
    if (own[SENT] != THE_BIT) return false;
    if (own[LOCATION] == ACTIVE && own[RECEIVED] == THE_BIT) own[SENT] = THE_COUNTER;
    else if (own[LOCATION] == ACTIVE && own[RECEIVED] == THE_COUNTER) restart(own, DRAWS);
    else if (own[LOCATION] == INACTIVE && own[RECEIVED] == THE_COUNTER) restart(own, INACTIVE);
    else return false;
    return true;
}

/* An active process that has sent its counter is the only one if all others have counted. */
static bool receive_counter(int *own, int counter, int last)
{
    if (own[RECEIVED] != THE_BIT) return false;
    if (own[LOCATION] == ACTIVE && own[SENT] == THE_COUNTER) {
        restart(own, counter == last ? LEADER : DRAWS);
        return true;
    }
    if (own[LOCATION] == INACTIVE && counter < last) own[COUNTER] = counter + 1;
    else if (own[LOCATION] != ACTIVE) return false;
    own[RECEIVED] = THE_COUNTER;
    return true;
}

/* Number of the pair of a process and its neighbour: 12, 23, 31 */
static int neighbours(const union argument *a, int i)
{
    return 10 * (i + 1) + (i + 1) % processes(a) + 1;
}

static void pass_bit(const union argument *a, const int *s, int i, struct step *out)
{
    const int n = processes(a);
    int next[VARIABLES];
    memcpy(next, s, sizeof next);
    if (!send_bit(next + i * EACH)) return;
    if (!receive_bit(next + (i + 1) % n * EACH, s[i * EACH + BIT])) return;
    step_named(out, PASS_BIT, neighbours(a, i));
    step_to(out, next, 1, OTHER);
}

static void pass_counter(const union argument *a, const int *s, int i, struct step *out)
{
    const int n = processes(a);
    int next[VARIABLES];
    memcpy(next, s, sizeof next);
    if (!send_counter(next + i * EACH)) return;
    if (!receive_counter(next + (i + 1) % n * EACH, s[i * EACH + COUNTER], n - 1)) return;
    step_named(out, PASS_COUNTER, neighbours(a, i));
    step_to(out, next, 1, i == 0 ? FIRST_COUNTS : OTHER);
}

static bool is_over(const union argument *a, const int *s)
{
    int i = 0;
    while (i < processes(a) && s[i * EACH + LOCATION] >= INACTIVE) i++;
    return i == processes(a);
}

static void leader_async_step(const union argument *a, const int *s, struct step *out)
{
    for (int i = 0; i < processes(a); i++) draw(a, s, i, out);
    for (int i = 0; i < processes(a); i++) pass_bit(a, s, i, out);
    for (int i = 0; i < processes(a); i++) pass_counter(a, s, i, out);
    if (!is_over(a, s)) return;
    step_named(out, DONE, NO_NUMBER);
    step_to(out, s, 1, OTHER);
}

static bool elected(const union argument *a, const int *s)
{
    bool any = false;
    for (int i = 0; i < processes(a); i++) any |= s[i * EACH + LOCATION] == LEADER;
    return any;
}

static const struct model model = {
    .type = CHAIN_DTMC,
    .decides = DECIDES,
    .check = leader_async_check,
    .space = leader_async_space,
    .step = leader_async_step,
    .commands = {[PASS_BIT] = "p", [PASS_COUNTER] = "c", [DONE] = "done"},
    .labels = {{"elected", elected}},
    .rewards = {{"rounds", .action = FIRST_COUNTS}},
    /* The last one is certainly true. */
    .questions = {"R{\"rounds\"}max=?[F \"elected\"]", "R{\"rounds\"}min=?[F \"elected\"]",
                  "Pmax=?[F<=25 \"elected\"]", "Pmin=?[F<=50 \"elected\"]", "P>=1[F \"elected\"]"},
};

const struct generator generator_leader_async = {
    .name = "leader_async",
    .title = "asynchronous leader election",
    .source = "Itai, Rodeh 1990; PRISM's distribution",
    .parameters = {[N] = {"n", "processes", PARAMETER_COUNT, "3", .min = 3, .max = MOST}},
    .model = &model,
};
