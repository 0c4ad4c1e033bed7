/* Performance of one wireless cell (CTMC): n channels, a fifth of which are kept for calls handed
 * over from other cells. G. Haring, R. Marie, R. Puigjaner, K. Trivedi, Loss formulas and their
 * application to optimization for cellular networks, IEEE Transactions on Vehicular Technology 50
 * (2001); from PRISM's distribution. A birth-death chain: period 2. */
#include "generators/model.h"

enum { N };

static const double new_rate = 49, hand_over_rate = 21, end_rate = 1;

static enum status cell_check(const union argument *a)
{
    double n = (double)a[N].count;
    return model_must_fit("cell", n + 1, 2 * n);
}

static void cell_space(const union argument *a, struct space *out)
{
    space_add(out, "n", 0, 0, (int)a[N].count, 0);
}

static bool open_to_new(const union argument *a, const int *s)
{
    return s[0] < (double)a[N].count * 0.8;
}

static void cell_step(const union argument *a, const int *s, struct step *out)
{
    int calls = s[0];
    if (calls < (int)a[N].count)
        step_to(out, (int[]){calls + 1},
                open_to_new(a, s) ? new_rate + hand_over_rate : hand_over_rate, 0);
    if (calls > 0) step_to(out, (int[]){calls - 1}, calls * end_rate, 0);
}

static bool full(const union argument *a, const int *s)
{
    return s[0] == (int)a[N].count;
}

static bool half_full(const union argument *a, const int *s)
{
    return s[0] == (int)a[N].count / 2;
}

static double calls(const union argument *a, const int *s)
{
    return s[0];
}

static const struct model model = {
    .type = CHAIN_CTMC,
    .check = cell_check,
    .space = cell_space,
    .step = cell_step,
    .labels = {{"open_to_new", open_to_new}, {"full", full}, {"half_full", half_full}},
    .rewards = {{"calls", calls}},
    .properties = {{"S=?[n<N*0.8]", .steady = "open_to_new"},
                   {"R{\"calls\"}=?[S]", .reward = "calls"},
                   {"P=?[n<N U n=floor(N/2)]", .goal = "half_full", .avoid = "full"}},
    .counts = "n+1 states, 2n transitions",
};

const struct generator generator_cell = {
    .name = "cell",
    .title = "calls in a cell with guard channels",
    .source = "Haring, Marie, Puigjaner, Trivedi 2001; PRISM's distribution",
    .parameters = {[N] = {"n", "channels", PARAMETER_COUNT, .min = 1, .max = 1e8}},
    .model = &model,
};
