/* Cyclic server polling system (CTMC): n stations with room for one customer each, and one server
 * that visits them in turn. O. Ibe, K. Trivedi, Stochastic Petri net models of polling systems,
 * IEEE JSAC 8 (1990); from PRISM's distribution. */
#include <math.h>
#include <string.h>

#include "generators/model.h"

enum { N, LARGEST = 26 };

/* Variables: the station of the server, whether it serves or polls there, and for each station
 * whether a customer waits. */
enum { STATION, SERVING, CUSTOMER, VARIABLES = CUSTOMER + LARGEST };

enum { SERVED_FIRST = 1 }; /* action */

static const double poll_rate = 200,
                    service_rate = 1; /* a customer arrives at a free station with rate 1 / n */

static enum status polling_check(const union argument *a)
{
    int n = (int)a[N].count;
    return model_must_fit("polling", 3 * n * exp2(n - 1), n * exp2(n - 2) * (3 * n + 5));
}

static void polling_space(const union argument *a, struct space *out)
{
    int n = (int)a[N].count;
    space_add(out, "s", 0, 1, n, 1);
    space_add(out, "a", 0, 0, 1, 0);
    for (int k = 1; k <= n; k++) space_add(out, "s", k, 0, 1, 0);
}

static void polling_step(const union argument *a, const int *s, struct step *out)
{
    int n = (int)a[N].count, next[VARIABLES], here = CUSTOMER + s[STATION] - 1;
    memcpy(next, s, (size_t)(CUSTOMER + n) * sizeof *next);
    for (int k = CUSTOMER; k < CUSTOMER + n; k++) {
        if (s[k]) continue;
        next[k] = 1;
        step_to(out, next, 1.0 / n, 0);
        next[k] = 0;
    }
    if (s[here] && !s[SERVING]) {
        next[SERVING] = 1;
        step_to(out, next, poll_rate, 0);
    } else {
        next[here] = next[SERVING] = 0;
        next[STATION] = s[STATION] % n + 1;
        step_to(out, next, s[SERVING] ? service_rate : poll_rate,
                s[SERVING] && s[STATION] == 1 ? SERVED_FIRST : 0);
    }
}

static bool serves_first(const union argument *a, const int *s)
{
    return s[STATION] == 1 && s[SERVING];
}

static bool serves_second(const union argument *a, const int *s)
{
    return s[STATION] == 2 && s[SERVING];
}

static bool polling_first_waits(const union argument *a, const int *s)
{
    return s[CUSTOMER] && !serves_first(a, s);
}

static double waiting(const union argument *a, const int *s)
{
    return polling_first_waits(a, s);
}

static const struct model model = {
    .type = CHAIN_CTMC,
    .check = polling_check,
    .space = polling_space,
    .step = polling_step,
    .labels = {{"s1a1", serves_first},
               {"s2a1", serves_second},
               {"s1_waits", polling_first_waits},
               {"s1_free", .variable = CUSTOMER, .value = 0}},
    .rewards = {{"waiting", waiting}, {"served", .action = SERVED_FIRST}},
    .properties = {{"P=?[!(s=2&a=1) U (s=1&a=1)]", .goal = "s1a1", .avoid = "s2a1"},
                   {"S=?[s1=1&!(s=1&a=1)]", .steady = "s1_waits"},
                   {"S=?[s1=0]", .steady = "s1_free"},
                   {"R{\"waiting\"}=?[S]", .reward = "waiting"},
                   {"R{\"served\"}=?[S]", .reward = "served"}},
    .counts = "3n 2^(n-1) states, n 2^(n-2) (3n+5) transitions",
};

const struct generator generator_polling = {
    .name = "polling",
    .title = "cyclic server polling system",
    .source = "Ibe, Trivedi 1990; PRISM's distribution",
    .parameters = {[N] = {"n", "stations", PARAMETER_COUNT, .min = 2, .max = LARGEST}},
    .model = &model,
};
