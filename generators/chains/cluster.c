/* Workstation cluster (CTMC): two groups of n workstations, a switch each and a backbone between
 * them, and one repair unit. B. Haverkort, H. Hermanns, J.-P. Katoen, On the use of model checking
 * techniques for dependability evaluation, SRDS 2000; from PRISM's distribution. Its jump chain has
 * period 3: fail, inspect, repair. */
#include <string.h>

#include "generators/model.h"

enum { N };

/* Variables of each component: the number of working ones (.._N), and whether one is under repair.
 * REPAIRING: the repair unit is busy. */
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
enum { PERIOD = 3, NCOMPONENTS = 5 };
enum { PREMIUM = 1, NOT_MINIMUM, PERCENT_OP, TIME_NOT_MIN, NUM_REPAIRS }; /* properties */

static const struct component {
    int working, repair;       /* variables */
    bool station;              /* there are n of them, else one */
    double lasts, repair_rate; /* mean time to failure; repairs in a unit of time */
} components[NCOMPONENTS] = {
    {LEFT_N, LEFT, true, 500, 2},
    {RIGHT_N, RIGHT, true, 500, 2},
    {LINE_N, LINE, false, 5000, 0.125},
    {TOLEFT_N, TOLEFT, false, 4000, 0.25},
    {TORIGHT_N, TORIGHT, false, 4000, 0.25},
};

static const double inspection_rate = 10;

static enum status cluster_check(const union argument *a)
{
    double n = (double)a[N].count;
    return model_must_fit("cluster", 36 * n * n + 56 * n + 20, 176 * n * n + 192 * n + 32);
}

static void cluster_space(const union argument *a, struct space *out)
{
    int n = (int)a[N].count;
    space_add(out, "left_n", 0, 0, n, n);
    space_add_truth(out, "left", 0, false);
    space_add(out, "right_n", 0, 0, n, n);
    space_add_truth(out, "right", 0, false);
    space_add_truth(out, "r", 0, false);
    space_add_truth(out, "line", 0, false);
    space_add_truth(out, "line_n", 0, true);
    space_add_truth(out, "toleft", 0, false);
    space_add_truth(out, "toleft_n", 0, true);
    space_add_truth(out, "toright", 0, false);
    space_add_truth(out, "toright_n", 0, true);
}

static void cluster_move_to(struct step *out, const int *s, const struct component *c, int working,
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

static void cluster_step(const union argument *a, const int *s, struct step *out)
{
    for (size_t k = 0; k < NCOMPONENTS; k++) {
        const struct component *c = &components[k];
        int working = s[c->working], all = c->station ? (int)a[N].count : 1;
        if (working > 0) fail_one(out, s, c);
        if (working < all && !s[REPAIRING] && !s[c->repair])
            cluster_move_to(out, s, c, working, 1, inspection_rate);
        if (working < all && s[REPAIRING] && s[c->repair])
            cluster_move_to(out, s, c, working + 1, 0, c->repair_rate);
    }
}

/* Returns whether k workstations are connected: in one group, or in both through the backbone. */
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
    .check = cluster_check,
    .space = cluster_space,
    .step = cluster_step,
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

/* The numbers of the states. While nothing is repaired, the states are all values of the .._N. If a
 * component is under repair, not all of its kind work; at most one is under repair. So for each
 * number of workstations on the left there is a block for each number on the right: 20 states in
 * which no group is under repair, then 8 in which the right one is. Behind these blocks there are 8
 * states for each number on the right in which the left group is under repair. */

enum { SINGLES = 8, NO_GROUP = 20, BLOCK = NO_GROUP + SINGLES };

/* Index among the states that differ only in backbone and switches. */
static unsigned single_index(const int *s)
{
    const unsigned line = (unsigned)s[LINE_N], left = (unsigned)s[TOLEFT_N],
                   right = (unsigned)s[TORIGHT_N];
    if (s[LINE]) return 2 * SINGLES + 2 * left + right;
    if (s[TOLEFT]) return SINGLES + 4 * line + 2 + right;
    if (s[TORIGHT]) return SINGLES + 4 * line + left;
    return 4 * line + 2 * left + right;
}

static void put_single(unsigned index, int *s)
{
    const unsigned repaired = index % SINGLES;
    s[LINE] = index >= 2 * SINGLES;
    s[TOLEFT] = index >= SINGLES && !s[LINE] && (index & 2);
    s[TORIGHT] = index >= SINGLES && !s[LINE] && !s[TOLEFT];
    s[LINE_N] = !s[LINE] && repaired >= 4;
    s[TOLEFT_N] = s[TOLEFT] ? 0 : s[TORIGHT] ? (int)(index & 1) : (int)(index >> 1 & 1);
    s[TORIGHT_N] = s[TORIGHT] ? 0 : (int)(index & 1);
}

static uint64_t per_left(uint64_t n)
{
    return BLOCK * n + NO_GROUP + SINGLES * (n + 1);
}

static uint64_t index_of(uint64_t n, const int *s)
{
    const uint64_t first = (uint64_t)s[LEFT_N] * per_left(n), right = (uint64_t)s[RIGHT_N];
    if (s[LEFT]) return first + BLOCK * n + NO_GROUP + SINGLES * right + single_index(s);
    return first + BLOCK * right + (s[RIGHT] ? NO_GROUP : 0) + single_index(s);
}

static void state_at(uint64_t n, uint64_t i, int *s)
{
    const uint64_t at = i % per_left(n), whole = BLOCK * n + NO_GROUP;
    s[LEFT_N] = (int)(i / per_left(n));
    s[LEFT] = at >= whole;
    s[RIGHT_N] = (int)(s[LEFT] ? (at - whole) / SINGLES : at / BLOCK);
    s[RIGHT] = !s[LEFT] && at % BLOCK >= NO_GROUP;
    put_single((unsigned)(s[LEFT]    ? (at - whole) % SINGLES
                          : s[RIGHT] ? at % BLOCK - NO_GROUP
                                     : at % BLOCK),
               s);
    s[REPAIRING] = s[LEFT] || s[RIGHT] || s[LINE] || s[TOLEFT] || s[TORIGHT];
}

/* Predecessors or successors of a state, ascending. */
struct neighbours {
    unsigned count;
    uint64_t state[2 * NCOMPONENTS];
    double rate[2 * NCOMPONENTS];
};

static void add_neighbour(struct neighbours *to, uint64_t n, const int *s,
                          const struct component *c, int working, int repairing, double rate)
{
    int other[VARIABLES];
    unsigned k = to->count++;
    memcpy(other, s, sizeof other);
    other[REPAIRING] += repairing - other[c->repair];
    other[c->repair] = repairing;
    other[c->working] = working;
    const uint64_t state = index_of(n, other);
    for (; k > 0 && to->state[k - 1] > state; k--) {
        to->state[k] = to->state[k - 1];
        to->rate[k] = to->rate[k - 1];
    }
    to->state[k] = state;
    to->rate[k] = rate;
}

static void states_before(uint64_t n, const int *s, struct neighbours *out)
{
    out->count = 0;
    for (const struct component *c = components; c < components + NCOMPONENTS; c++) {
        const int working = s[c->working], all = c->station ? (int)n : 1, repair = s[c->repair];
        if (working + repair < all)
            add_neighbour(out, n, s, c, working + 1, repair, (working + 1) / c->lasts);
        if (repair) add_neighbour(out, n, s, c, working, 0, inspection_rate);
        if (!s[REPAIRING] && working > 0)
            add_neighbour(out, n, s, c, working - 1, 1, c->repair_rate);
    }
}

static void states_after(uint64_t n, const int *s, struct neighbours *out)
{
    out->count = 0;
    for (const struct component *c = components; c < components + NCOMPONENTS; c++) {
        const int working = s[c->working], all = c->station ? (int)n : 1, repair = s[c->repair];
        if (working > 0) add_neighbour(out, n, s, c, working - 1, repair, working / c->lasts);
        if (working < all && !s[REPAIRING])
            add_neighbour(out, n, s, c, working, 1, inspection_rate);
        if (repair) add_neighbour(out, n, s, c, working + 1, 0, c->repair_rate);
    }
}

static enum status rows_size(const union argument *a, struct csr *off)
{
    const uint64_t n = a[N].count;
    off->rows = (uint32_t)(36 * n * n + 56 * n + 20);
    off->nnz = 176 * n * n + 192 * n + 32;
    if (a[PROPERTY].count <= NUM_REPAIRS) return OK;
    return fail(ERROR_INPUT,
                "cluster: matrix=none: property=%llu is no long run. Leave out matrix=none, or use "
                "property=1 to %d",
                (unsigned long long)a[PROPERTY].count, NUM_REPAIRS);
}

static enum status rows_count(const union argument *a, struct csr *off)
{
#pragma omp parallel for
    for (uint32_t i = 0; i < off->rows; i++) {
        struct neighbours before;
        int s[VARIABLES];
        state_at(a[N].count, i, s);
        states_before(a[N].count, s, &before);
        off->row[i + 1] = before.count;
    }
    for (uint32_t i = 0; i < off->rows; i++) off->row[i + 1] += off->row[i];
    return OK;
}

static void cluster_put_row(uint64_t n, uint64_t i, struct csr *off, uint64_t at, double *diag)
{
    struct neighbours other;
    int s[VARIABLES];
    state_at(n, i, s);
    states_before(n, s, &other);
    for (unsigned k = 0; k < other.count; k++) {
        off->col[at + k] = (uint32_t)other.state[k];
        off->val[at + k] = -other.rate[k];
    }
    states_after(n, s, &other);
    *diag = 0;
    for (unsigned k = 0; k < other.count; k++) *diag += other.rate[k];
}

static enum status rows_fill(const union argument *a, struct linear *rows)
{
    struct csr *off = &rows->a.off;
#pragma omp parallel for
    for (uint32_t i = 0; i < off->rows; i++)
        cluster_put_row(a[N].count, row_owner(&rows->a, i), off, off->row[i], &rows->a.diag[i]);
    return OK;
}

static double repairs_of(const int *s)
{
    for (size_t k = 0; k < NCOMPONENTS; k++)
        if (s[components[k].repair]) return components[k].repair_rate;
    return 0;
}

static double weight(const union argument *a, uint64_t i)
{
    int s[VARIABLES];
    state_at(a[N].count, i, s);
    switch (a[PROPERTY].count) {
    case PREMIUM: return premium(a, s);
    case NOT_MINIMUM: return !minimum(a, s);
    case PERCENT_OP: return percent_op(a, s);
    case TIME_NOT_MIN: return time_not_min(a, s);
    default: return repairs_of(s);
    }
}

static uint64_t initial(const union argument *a)
{
    const int n = (int)a[N].count;
    return index_of(
        a[N].count,
        (int[VARIABLES]){
            [LEFT_N] = n, [RIGHT_N] = n, [LINE_N] = 1, [TOLEFT_N] = 1, [TORIGHT_N] = 1});
}

/* A failure and the beginning of a repair each add 1; the end of a repair adds 1 modulo 3. */
static uint32_t phase(const union argument *a, uint64_t i)
{
    int s[VARIABLES];
    state_at(a[N].count, i, s);
    const int working = s[LEFT_N] + s[RIGHT_N] + s[LINE_N] + s[TOLEFT_N] + s[TORIGHT_N];
    return (uint32_t)(2 * (int)a[N].count + 3 - working + s[REPAIRING]) % PERIOD;
}

static const struct made_long_run long_run = {weight, initial, PERIOD, phase};
static const struct row_maker maker = {
    .size = rows_size, .count = rows_count, .fill = rows_fill, .long_run = &long_run};

const struct generator generator_cluster = {
    .name = "cluster",
    .title = "workstation cluster with one repair unit",
    .source = "Haverkort, Hermanns, Katoen 2000; PRISM's distribution",
    .parameters = {[N] = {"n", "workstations in each group", PARAMETER_COUNT, .min = 1,
                          .max = 10000}},
    .model = &model,
    .maker = &maker,
};
