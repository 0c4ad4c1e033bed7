/* Kanban system (CTMC): four cells with t cards each; cell 1 feeds cells 2 and 3, which together
 * feed cell 4. G. Ciardo, M. Tilgner, On the use of Kronecker operators for the solution of
 * generalized stochastic Petri nets, ICASE report 96-35, 1996; from PRISM's distribution. Its jump
 * chain has period 2. */
#include <string.h>

#include "generators/model.h"

enum { T };

/* Variables of each cell: its cards in use, and the parts that are processed, wait for rework, or
 * are finished. */
enum { CARDS, BUSY, REWORK, FINISHED, CELL, CELLS = 4, VARIABLES = CELLS * CELL };

enum { ENTER = 1 }; /* action */

static const double redo_rate[CELLS] = {0.36, 0.42, 0.39, 0.33},
                    ok_rate[CELLS] = {0.84, 0.98, 0.91, 0.77};
static const double enter_rate = 1, back_rate = 0.3, split_rate = 0.4, join_rate = 0.5,
                    leave_rate = 0.9;

static double kanban_binomial(double n, int k)
{
    return k == 0 ? 1 : kanban_binomial(n - 1, k - 1) * n / k;
}

/* Cells 1 and 4 have up to t parts in three positions each; cells 2 and 3 always have equally many
 * parts. */
static enum status kanban_check(const union argument *a)
{
    double t = (double)a[T].count, cell = kanban_binomial(t + 3, 3),
           not_full = kanban_binomial(t + 2, 3), pairs = 0, moves = 0;
    for (double w = 0; w <= t; w++) {
        pairs += kanban_binomial(w + 2, 2) * kanban_binomial(w + 2, 2);
        moves += kanban_binomial(w + 2, 2) * kanban_binomial(w + 1, 2);
    }
    double pairs_not_full = pairs - kanban_binomial(t + 2, 2) * kanban_binomial(t + 2, 2);
    return model_must_fit("kanban", cell * cell * pairs,
                          cell * (not_full * (8 * pairs + 2 * pairs_not_full) + 6 * cell * moves));
}

static void kanban_space(const union argument *a, struct space *out)
{
    int t = (int)a[T].count;
    for (int cell = 1; cell <= CELLS; cell++) {
        space_add(out, "w", cell, 0, t, 0);
        space_add(out, "x", cell, 0, t, 0);
        space_add(out, "y", cell, 0, t, 0);
        space_add(out, "z", cell, 0, t, 0);
    }
}

/* Moves a part inside a cell. */
static void kanban_move_inside(struct step *out, const int *s, int from, int to, int t, double rate)
{
    int next[VARIABLES];
    if (s[from] == 0 || s[to] == t) return;
    memcpy(next, s, sizeof next);
    next[from]--;
    next[to]++;
    step_to(out, next, rate, 0);
}

/* Adds a transition that takes a finished part out of some cells and puts one into others; both are
 * bit masks of cells. */
static void kanban_pass_on(struct step *out, const int *s, unsigned out_of, unsigned into, int t,
                           double rate, int action)
{
    int next[VARIABLES];
    memcpy(next, s, sizeof next);
    for (int k = 0; k < CELLS; k++) {
        int *cell = next + k * CELL;
        if (out_of >> k & 1 && (cell[FINISHED]-- == 0 || cell[CARDS]-- == 0)) return;
        if (into >> k & 1 && (cell[CARDS]++ == t || cell[BUSY]++ == t)) return;
    }
    step_to(out, next, rate, action);
}

static void kanban_step(const union argument *a, const int *s, struct step *out)
{
    enum { FIRST = 1, SECOND = 2, THIRD = 4, FOURTH = 8 };
    int t = (int)a[T].count;
    kanban_pass_on(out, s, 0, FIRST, t, enter_rate, ENTER);
    for (int k = 0; k < CELLS; k++) {
        kanban_move_inside(out, s, k * CELL + BUSY, k * CELL + REWORK, t, redo_rate[k]);
        kanban_move_inside(out, s, k * CELL + BUSY, k * CELL + FINISHED, t, ok_rate[k]);
        kanban_move_inside(out, s, k * CELL + REWORK, k * CELL + BUSY, t, back_rate);
    }
    kanban_pass_on(out, s, FIRST, SECOND | THIRD, t, split_rate, 0);
    kanban_pass_on(out, s, SECOND | THIRD, FOURTH, t, join_rate, 0);
    kanban_pass_on(out, s, FOURTH, 0, t, leave_rate, 0);
}

static double tokens(const int *s, int cell)
{
    return s[cell * CELL + BUSY] + s[cell * CELL + REWORK] + s[cell * CELL + FINISHED];
}

static double tokens_cell1(const union argument *a, const int *s)
{
    return tokens(s, 0);
}

static double tokens_cell2(const union argument *a, const int *s)
{
    return tokens(s, 1);
}

static double tokens_cell3(const union argument *a, const int *s)
{
    return tokens(s, 2);
}

static double tokens_cell4(const union argument *a, const int *s)
{
    return tokens(s, 3);
}

static const struct model model = {
    .type = CHAIN_CTMC,
    .check = kanban_check,
    .space = kanban_space,
    .step = kanban_step,
    .rewards = {{"tokens_cell1", tokens_cell1},
                {"tokens_cell2", tokens_cell2},
                {"tokens_cell3", tokens_cell3},
                {"tokens_cell4", tokens_cell4},
                {"throughput", .action = ENTER}},
    .properties = {{"R{\"tokens_cell1\"}=?[S]", .reward = "tokens_cell1"},
                   {"R{\"tokens_cell2\"}=?[S]", .reward = "tokens_cell2"},
                   {"R{\"tokens_cell3\"}=?[S]", .reward = "tokens_cell3"},
                   {"R{\"tokens_cell4\"}=?[S]", .reward = "tokens_cell4"},
                   {"R{\"throughput\"}=?[S]", .reward = "throughput"}},
    .counts = "C(t+3,3)^2 (C(2,2)^2 + C(3,2)^2 + ... + C(t+2,2)^2) states",
};

const struct generator generator_kanban = {
    .name = "kanban",
    .title = "Kanban manufacturing system",
    .source = "Ciardo, Tilgner 1996; PRISM's distribution",
    .parameters = {[T] = {"t", "cards of each cell", PARAMETER_COUNT, .min = 1, .max = 13}},
    .model = &model,
};
