/* Embedded control system (CTMC): three sensors, two actuators, an input, a main and an output
 * processor on a bus. From PRISM's distribution (Muppala, Ciardo, Trivedi 1994). Rates are per
 * second. */
#include <string.h>

#include "generators/model.h"

enum { MAX };                                               /* parameters */
enum { S, I, A, O, M, COUNT, COMP, REQI, REQO, VARIABLES }; /* variables */
enum { FAILED, TRANSIENT, WORKS };                          /* values of i and o; m is 0 or 1 */
enum { MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR };  /* seconds */

#define PROCESSOR_FAILS (1.0 / (365 * DAY))
#define SENSOR_FAILS (1.0 / (30 * DAY))
#define ACTUATOR_FAILS (1.0 / (60 * DAY))
#define TRANSIENT_FAULT (1.0 / DAY)
#define REBOOT (1.0 / 30)
#define TIME_OUT (1.0 / MINUTE)

static enum status embedded_check(const union argument *a)
{
    double max = (double)a[MAX].count;
    return model_must_fit("embedded", 845 * max + 1788, 3567 * max + 7505);
}

static void embedded_space(const union argument *a, struct space *out)
{
    space_add(out, "s", 0, 0, 3, 3);
    space_add(out, "i", 0, 0, WORKS, WORKS);
    space_add(out, "a", 0, 0, 2, 2);
    space_add(out, "o", 0, 0, WORKS, WORKS);
    space_add(out, "m", 0, 0, 1, 1);
    space_add(out, "count", 0, 0, (int)a[MAX].count + 1, 0);
    space_add_truth(out, "comp", 0, true);
    space_add_truth(out, "reqi", 0, true);
    space_add_truth(out, "reqo", 0, false);
}

static void embedded_change(const int *s, int variable, int value, double rate, struct step *out)
{
    int next[VARIABLES];
    memcpy(next, s, sizeof next);
    next[variable] = value;
    step_to(out, next, rate, 0);
}

static bool input_ready(const int *s)
{
    return s[I] == WORKS && s[S] >= 2;
}

static bool output_ready(const int *s)
{
    return s[O] == WORKS && s[A] >= 1;
}

/* A processor of the bus restarts, and requests that waited for it move on. */
static void reboot(const int *s, int processor, struct step *out)
{
    int next[VARIABLES];
    bool input = processor == I;
    memcpy(next, s, sizeof next);
    next[processor] = WORKS;
    next[COMP] = s[COMP] || (input ? s[M] && !s[REQO] : s[REQI] && s[M]);
    next[REQI] = input || input_ready(s) || (s[REQI] && !s[M]);
    next[REQO] = input && !output_ready(s) && (s[REQO] || s[M]);
    step_to(out, next, REBOOT, 0);
}

static void bus_processor(const int *s, int processor, struct step *out)
{
    if (s[processor] != FAILED) embedded_change(s, processor, FAILED, PROCESSOR_FAILS, out);
    if (s[processor] == WORKS) embedded_change(s, processor, TRANSIENT, TRANSIENT_FAULT, out);
    if (s[processor] == TRANSIENT) reboot(s, processor, out);
}

static void time_out(const union argument *a, const int *s, struct step *out)
{
    int next[VARIABLES], most = (int)a[MAX].count + 1;
    memcpy(next, s, sizeof next);
    next[COUNT] = s[COMP] ? 0 : s[COUNT] < most ? s[COUNT] + 1 : most;
    next[COMP] = s[REQI] && !s[REQO] && s[M];
    next[REQI] = input_ready(s) || (s[REQI] && (s[REQO] || !s[M]));
    next[REQO] = !output_ready(s) && (s[REQO] || (s[REQI] && s[M]));
    step_to(out, next, TIME_OUT, 0);
}

static void embedded_step(const union argument *a, const int *s, struct step *out)
{
    if (s[S] > 1) embedded_change(s, S, s[S] - 1, s[S] * SENSOR_FAILS, out);
    if (s[A] > 0) embedded_change(s, A, s[A] - 1, s[A] * ACTUATOR_FAILS, out);
    if (s[M]) embedded_change(s, M, 0, PROCESSOR_FAILS, out);
    if (s[S] >= 2) bus_processor(s, I, out);
    if (s[A] >= 1) bus_processor(s, O, out);
    time_out(a, s, out);
}

static bool fail_sensors(const union argument *a, const int *s)
{
    return s[I] == WORKS && s[S] < 2;
}

static bool fail_actuators(const union argument *a, const int *s)
{
    return s[O] == WORKS && s[A] < 1;
}

static bool fail_io(const union argument *a, const int *s)
{
    return s[COUNT] == (int)a[MAX].count + 1;
}

static bool fail_main(const union argument *a, const int *s)
{
    return !s[M];
}

static bool is_down(const union argument *a, const int *s)
{
    return fail_sensors(a, s) || fail_actuators(a, s) || fail_io(a, s) || fail_main(a, s);
}

static bool is_danger(const union argument *a, const int *s)
{
    return !is_down(a, s) && (s[I] == TRANSIENT || s[O] == TRANSIENT);
}

static bool is_up(const union argument *a, const int *s)
{
    return !is_down(a, s) && !is_danger(a, s);
}

/* Rewards: hours in each mode. */
static double hours_up(const union argument *a, const int *s)
{
    return is_up(a, s) ? 1.0 / HOUR : 0;
}

static double hours_danger(const union argument *a, const int *s)
{
    return is_danger(a, s) ? 1.0 / HOUR : 0;
}

static double hours_down(const union argument *a, const int *s)
{
    return is_down(a, s) ? 1.0 / HOUR : 0;
}

static const struct model model = {
    .type = CHAIN_CTMC,
    .check = embedded_check,
    .space = embedded_space,
    .step = embedded_step,
    .labels = {{"fail_sensors", fail_sensors},
               {"fail_actuators", fail_actuators},
               {"fail_io", fail_io},
               {"fail_main", fail_main},
               {"down", is_down},
               {"danger", is_danger},
               {"up", is_up}},
    .rewards = {{"up", hours_up}, {"danger", hours_danger}, {"down", hours_down}},
    .properties = {{"P=?[!\"down\" U \"fail_sensors\"]", .avoid = "down", .goal = "fail_sensors"},
                   {"P=?[!\"down\" U \"fail_actuators\"]", .avoid = "down",
                    .goal = "fail_actuators"},
                   {"P=?[!\"down\" U \"fail_io\"]", .avoid = "down", .goal = "fail_io"},
                   {"P=?[!\"down\" U \"fail_main\"]", .avoid = "down", .goal = "fail_main"},
                   {"R{\"up\"}=?[F \"down\"]", .reward = "up", .goal = "down"},
                   {"R{\"danger\"}=?[F \"down\"]", .reward = "danger", .goal = "down"}},
    .counts = "845max+1788 states, 3567max+7505 transitions",
};

const struct generator generator_embedded = {
    .name = "embedded",
    .title = "embedded control system",
    .source = "Muppala, Ciardo, Trivedi 1994; PRISM's distribution",
    .parameters = {[MAX] = {"max", "cycles that may be skipped before the system shuts down",
                            PARAMETER_COUNT, "2", .min = 1, .max = 1e6}},
    .model = &model,
};
