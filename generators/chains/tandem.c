/* Tandem queue (CTMC): an M/Cox2/1 queue that feeds an M/M/1 queue, both of capacity c. From
 * PRISM's distribution. */
#include "base/closed/tandem.h"

#include "generators/model.h"

enum { C }; /* parameters */
/* Variables: customers in the first queue, its server's phase, customers in the second. */
enum { FIRST, PHASE, SECOND };

static enum status tandem_check(const union argument *a)
{
    double c = (double)a[C].count;
    return model_must_fit("tandem", (2 * c + 1) * (c + 1), 7 * c * c + 3 * c - 1);
}

static void tandem_space(const union argument *a, struct space *out)
{
    int c = (int)a[C].count;
    space_add(out, "sc", 0, 0, c, 0);
    space_add(out, "ph", 0, 1, 2, 1);
    space_add(out, "sm", 0, 0, c, 0);
}

static void tandem_move_to(struct step *step, int first, int phase, int second, double rate)
{
    step_to(step, (int[]){first, phase, second}, rate, 0);
}

static void tandem_step(const union argument *a, const int *s, struct step *out)
{
    int c = (int)a[C].count, first = s[FIRST], phase = s[PHASE], second = s[SECOND];
    if (first < c) tandem_move_to(out, first + 1, phase, second, 4.0 * c);
    if (first > 0 && second < c)
        tandem_move_to(out, first - 1, 1, second + 1, phase == 1 ? 1.8 : 2);
    if (first > 0 && phase == 1) tandem_move_to(out, first, 2, second, 0.2);
    if (second > 0) tandem_move_to(out, first, phase, second - 1, 4);
}

static bool first_full(const union argument *a, const int *s)
{
    return s[FIRST] == (int)a[C].count;
}

static bool second_full(const union argument *a, const int *s)
{
    return s[SECOND] == (int)a[C].count;
}

static bool any_full(const union argument *a, const int *s)
{
    return first_full(a, s) || second_full(a, s);
}

static double customers(const union argument *a, const int *s)
{
    return s[FIRST] + s[SECOND];
}

static const struct model model = {
    .type = CHAIN_CTMC,
    .check = tandem_check,
    .space = tandem_space,
    .step = tandem_step,
    .labels = {{"first_full", first_full}, {"second_full", second_full}, {"any_full", any_full}},
    .rewards = {{"customers", customers}},
    .properties = {{"R=?[S]", .reward = "customers"},
                   {"P=?[sm<c U sc=c]", .goal = "first_full", .avoid = "second_full"},
                   {"R=?[I=time]", .reward = "customers", .time = 1},
                   {"R=?[F sc=c|sm=c]", .goal = "any_full", .reward = "customers"}},
    .counts = "(2c+1)(c+1) states, 7c^2+3c-1 transitions",
};

static enum status closed(const union argument *a, struct closed_rows *out)
{
    *out = a[PROPERTY].count == 1 ? tandem_closed(a[C].count) : (struct closed_rows){0};
    return OK;
}

const struct generator generator_tandem = {
    .name = "tandem",
    .title = "tandem queueing network",
    .source = "Hermanns, Meyer-Kayser, Siegle 1999; PRISM's distribution",
    .parameters = {[C] = {"c", "capacity of each queue", PARAMETER_COUNT, .min = 1, .max = 1e6}},
    .model = &model,
    .closed = closed,
};
