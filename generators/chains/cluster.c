/* Workstation cluster (CTMC): two groups of n workstations, a switch each and a backbone between
 * them, and one repair unit. B. Haverkort, H. Hermanns, J.-P. Katoen, On the use of model checking
 * techniques for dependability evaluation, SRDS 2000; from PRISM's distribution. Its jump chain has
 * period 3: fail, inspect, repair. */
#include <string.h>

#include "generators/model.h"

enum { N };

/* Of each component how many work (.._N) and whether it is under repair; REPAIRING: the repair unit
 * is busy. */
enum {
    LEFT_N,
    LEFT,
    RIGHT_N,
    RIGHT,
    REPAIRING,
    LINE,
    LINE_N,
    TOLEFT,
    TOLEFT_N,
    TORIGHT,
    TORIGHT_N,
    VARIABLES
};

enum { REPAIRED = 1 }; /* action */

static const struct component {
    int working, repair;       /* variables */
    bool station;              /* there are n of them, else one */
    double lasts, repair_rate; /* mean time to failure; repairs in a unit of time */
} components[] = {
    {LEFT_N, LEFT, true, 500, 2},
    {RIGHT_N, RIGHT, true, 500, 2},
    {LINE_N, LINE, false, 5000, 0.125},
    {TOLEFT_N, TOLEFT, false, 4000, 0.25},
    {TORIGHT_N, TORIGHT, false, 4000, 0.25},
};

static const double inspection_rate = 10;

static enum status check(const union argument *a)
{
    double n = (double)a[N].count;
    return model_must_fit("cluster", 36 * n * n + 56 * n + 20, 176 * n * n + 192 * n + 32);
}

static void space(const union argument *a, struct space *out)
{
    int n = (int)a[N].count;
    space_add(out, "left_n", 0, 0, n, n);
    space_add(out, "left", 0, 0, 1, 0);
    space_add(out, "right_n", 0, 0, n, n);
    space_add(out, "right", 0, 0, 1, 0);
    space_add(out, "r", 0, 0, 1, 0);
    space_add(out, "line", 0, 0, 1, 0);
    space_add(out, "line_n", 0, 0, 1, 1);
    space_add(out, "toleft", 0, 0, 1, 0);
    space_add(out, "toleft_n", 0, 0, 1, 1);
    space_add(out, "toright", 0, 0, 1, 0);
    space_add(out, "toright_n", 0, 0, 1, 1);
}

static void go(struct step *out, const int *s, const struct component *c, int working,
               int repairing, double rate)
{
    int next[VARIABLES];
    memcpy(next, s, sizeof next);
    next[c->working] = working;
    next[c->repair] = next[REPAIRING] = repairing;
    step_to(out, next, rate, working > s[c->working] ? REPAIRED : 0);
}

static void fail_one(struct step *out, const int *s, const struct component *c)
{
    int next[VARIABLES];
    memcpy(next, s, sizeof next);
    next[c->working]--;
    step_to(out, next, s[c->working] / c->lasts, 0);
}

static void step(const union argument *a, const int *s, struct step *out)
{
    for (size_t k = 0; k < sizeof components / sizeof *components; k++) {
        const struct component *c = &components[k];
        int working = s[c->working], all = c->station ? (int)a[N].count : 1;
        if (working > 0) fail_one(out, s, c);
        if (working < all && !s[REPAIRING] && !s[c->repair])
            go(out, s, c, working, 1, inspection_rate);
        if (working < all && s[REPAIRING] && s[c->repair])
            go(out, s, c, working + 1, 0, c->repair_rate);
    }
}

/* Whether k workstations are connected: in one group, or in both through the backbone. */
static bool connected(const int *s, int k)
{
    bool left = s[TOLEFT_N], right = s[TORIGHT_N];
    return (s[LEFT_N] >= k && left) || (s[RIGHT_N] >= k && right) ||
           (s[LEFT_N] + s[RIGHT_N] >= k && left && s[LINE_N] && right);
}

static bool minimum(const union argument *a, const int *s)
{
    return connected(s, (int)(a[N].count * 3 / 4));
}

static bool premium(const union argument *a, const int *s)
{
    return connected(s, (int)a[N].count);
}

static double percent_op(const union argument *a, const int *s)
{
    return 100.0 * (s[LEFT_N] + s[RIGHT_N]) / (2.0 * (double)a[N].count);
}

static double time_not_min(const union argument *a, const int *s)
{
    return !minimum(a, s);
}

static const struct model model = {
    .type = CHAIN_CTMC,
    .check = check,
    .space = space,
    .step = step,
    .labels = {{"minimum", minimum}, {"premium", premium}},
    .rewards = {{"percent_op", percent_op},
                {"time_not_min", time_not_min},
                {"num_repairs", .action = REPAIRED}},
    .properties = {{"S=?[\"premium\"]", .steady = "premium"},
                   {"S=?[!\"minimum\"]", .steady = "!minimum"},
                   {"R{\"percent_op\"}=?[S]", .reward = "percent_op"},
                   {"R{\"time_not_min\"}=?[S]", .reward = "time_not_min"},
                   {"R{\"num_repairs\"}=?[S]", .reward = "num_repairs"},
                   {"P=?[F<=time !\"minimum\"]", .goal = "!minimum", .time = 10}},
    .counts = "36n^2+56n+20 states, 176n^2+192n+32 transitions",
};

const struct generator generator_cluster = {
    .name = "cluster",
    .title = "workstation cluster with one repair unit",
    .source = "Haverkort, Hermanns, Katoen 2000; PRISM's distribution",
    .parameters = {[N] = {"n", "workstations in each group", PARAMETER_COUNT, .min = 1,
                          .max = 10000}},
    .model = &model,
};
