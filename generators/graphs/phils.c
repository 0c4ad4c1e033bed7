/* Dining philosophers, each taking two forks, as FIMU-RS-2009-05 checks them and the BEEM benchmark
 * (R. Pelánek, SPIN 2007) defines them. */
#include <math.h>
#include <string.h>

#include "generators/kripke.h"

enum { N, LEFT, ROOM, LARGEST = 31 };             /* parameters */
enum { THINKS, HAS_ONE, EATS, FINISHES, INSIDE }; /* where a philosopher is */

/* Variables: a location for each philosopher, then whether each fork is taken, then how many are
 * inside the room. */

static enum status phils_check(const union argument *a)
{
    if (a[LEFT].count && a[ROOM].count)
        return fail(ERROR_INPUT, "phils: left=1 goes with room=0 only");
    return a[ROOM].count
               ? OK
               : model_must_fit("phils", pow(3, (double)a[N].count), pow(3, (double)a[N].count));
}

static void phils_space(const union argument *a, struct space *out)
{
    int n = (int)a[N].count, room = (int)a[ROOM].count;
    for (int i = 0; i < n; i++) space_add(out, "p", i + 1, 0, room ? INSIDE : FINISHES, THINKS);
    for (int i = 0; i < n; i++) space_add(out, "fork", i + 1, 0, 1, 0);
    if (room) space_add(out, "inside", 0, 0, room, 0);
}

/* Philosopher i goes to `location`, and a variable of a fork or of the room changes. */
static void phils_move_to(int n, const int *s, int i, int location, int variable, int value,
                          struct moves *out)
{
    int next[2 * LARGEST + 1];
    memcpy(next, s, (size_t)(2 * n + 1) * sizeof *next);
    next[i] = location;
    next[variable] = value;
    move_to(out, next);
}

static void phils_step(const union argument *a, const int *s, struct moves *out)
{
    int n = (int)a[N].count, room = (int)a[ROOM].count, rest = room ? INSIDE : THINKS;
    for (int i = 0; i < n; i++) {
        bool swapped = i == 0 && a[LEFT].count;
        int first = swapped ? 1 % n : i, second = swapped ? 0 : (i + 1) % n;
        if (s[i] == THINKS && room && s[2 * n] < room)
            phils_move_to(n, s, i, INSIDE, 2 * n, s[2 * n] + 1, out);
        if (s[i] == INSIDE) phils_move_to(n, s, i, THINKS, 2 * n, s[2 * n] - 1, out);
        if (s[i] == rest && !s[n + first]) phils_move_to(n, s, i, HAS_ONE, n + first, 1, out);
        if (s[i] == HAS_ONE && !s[n + second]) phils_move_to(n, s, i, EATS, n + second, 1, out);
        if (s[i] == EATS) phils_move_to(n, s, i, FINISHES, n + first, 0, out);
        if (s[i] == FINISHES) phils_move_to(n, s, i, rest, n + second, 0, out);
    }
}

static bool someone_eats(const union argument *a, const int *s)
{
    for (int i = 0; i < (int)a[N].count; i++)
        if (s[i] == EATS) return true;
    return false;
}

static const struct kripke kripke = {
    .check = phils_check,
    .space = phils_space,
    .step = phils_step,
    .propositions = {{"eat0", .variable = 0, .value = EATS},
                     {"one0", .variable = 0, .value = HAS_ONE},
                     {"someone_eats", someone_eats}},
    .properties = {INFINITELY_OFTEN(3, "someone_eats"), INFINITELY_OFTEN(1, "eat0"),
                   RESPONSE(2, "one0", "eat0")},
};

const struct generator generator_phils = {
    .name = "phils",
    .title = "dining philosophers (graph)",
    .source = "FIMU-RS-2009-05; BEEM",
    .parameters =
        {[N] = {"n", "philosophers", PARAMETER_COUNT, .min = 2, .max = LARGEST},
         [LEFT] = {"left",
                   "1: the first one takes the left fork first, so that no deadlock is left",
                   PARAMETER_COUNT, "0", .max = 1},
         [ROOM] = {"room", "how many there is room for at the table; 0: they always sit there",
                   PARAMETER_COUNT, "0", .max = LARGEST}},
    .kripke = &kripke,
};
