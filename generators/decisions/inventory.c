/* An inventory (MDP): each day the stock is filled up by an order, and then a demand between 0 and
 * `demand`, all equally likely, is sold or lost. After each day it may stop, which discounts costs
 * by 1 - stop. A model of operations research. */
#include <math.h>

#include "generators/model.h"

enum { CAPACITY, DEMAND, ORDER, UNIT, HOLD, LOST, STOP }; /* parameters */

enum { STOCK, STOPPED, VARIABLES };

enum { ORDERED = 1 }; /* name of a command */

static int capacity(const union argument *a)
{
    return (int)a[CAPACITY].count;
}

static int demands(const union argument *a)
{
    return (int)a[DEMAND].count + 1;
}

static enum status inventory_check(const union argument *a)
{
    const double n = (double)a[CAPACITY].count + 2, choices = n * (n - 1) / 2;
    return decisions_must_fit("inventory", n, choices, choices * (1 + fmin(n, demands(a))));
}

static void inventory_space(const union argument *a, struct space *out)
{
    space_add(out, "stock", 0, 0, capacity(a), 0);
    space_add(out, "stopped", 0, 0, 1, 0);
}

/* A day: its action says what was ordered and what was asked for. */
static int day(const union argument *a, int order, int demand)
{
    return 1 + order * demands(a) + demand;
}

static void inventory_step(const union argument *a, const int *s, struct step *out)
{
    static const int stopped[VARIABLES] = {[STOPPED] = 1};
    const double stop = a[STOP].real, each = 1.0 / demands(a);
    if (s[STOPPED]) {
        step_command(out);
        step_to(out, s, 1, 0);
    }
    for (int order = 0; !s[STOPPED] && order <= capacity(a) - s[STOCK]; order++) {
        step_named(out, ORDERED, order);
        for (int demand = 0; demand < demands(a); demand++) {
            const int left = s[STOCK] + order - demand;
            const int next[VARIABLES] = {[STOCK] = left > 0 ? left : 0};
            if (stop < 1) step_to(out, next, (1 - stop) * each, day(a, order, demand));
            step_to(out, stopped, stop * each, day(a, order, demand));
        }
    }
}

static bool is_stopped(const union argument *a, const int *s)
{
    return s[STOPPED];
}

/* Of the order, of what is left or missing at the end of the day. */
static double cost(const union argument *a, const int *s, int action)
{
    if (!action) return 0;
    const int order = (action - 1) / demands(a), demand = (action - 1) % demands(a),
              left = s[STOCK] + order - demand;
    return (order ? a[ORDER].real + a[UNIT].real * order : 0) +
           (left > 0 ? a[HOLD].real * left : a[LOST].real * -left);
}

static const struct model model = {
    .type = CHAIN_DTMC,
    .decides = DECIDES,
    .check = inventory_check,
    .space = inventory_space,
    .step = inventory_step,
    .commands = {[ORDERED] = "order"},
    .labels = {{"stopped", is_stopped}},
    .rewards = {{"cost", NULL, cost}},
    .roundings = 3,
    .questions = {"R{\"cost\"}min=?[F \"stopped\"]", "R{\"cost\"}max=?[F \"stopped\"]",
                  "R{\"cost\"}min=?[C<=30]"},
    .counts = "capacity+2 states, (capacity+1)(capacity+2)/2+1 choices",
};

const struct generator generator_inventory = {
    .name = "inventory",
    .title = "an inventory with orders and lost sales",
    .source = "a model of operations research",
    .parameters = {[CAPACITY] = {"capacity", "largest stock", PARAMETER_COUNT, "10", .min = 1,
                                 .max = 50000},
                   [DEMAND] = {"demand", "largest demand of a day", PARAMETER_COUNT, "5", .min = 1,
                               .max = 10000},
                   [ORDER] = {"order", "cost of an order", PARAMETER_REAL, "4", .max = 1e9},
                   [UNIT] = {"unit", "cost of each unit of an order", PARAMETER_REAL, "2",
                             .max = 1e9},
                   [HOLD] = {"hold", "cost of each unit in stock at the end of a day",
                             PARAMETER_REAL, "1", .max = 1e9},
                   [LOST] = {"lost", "cost of each unit that is asked for in vain", PARAMETER_REAL,
                             "8", .max = 1e9},
                   [STOP] = {"stop", "probability of stopping after a day: 1 less the discount",
                             PARAMETER_REAL, "0.05", .min = 0, .above = 1, .max = 1}},
    .model = &model,
};
