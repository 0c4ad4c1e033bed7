/* A grid world (MDP): a robot moves in four directions on a grid with holes, and slips to either
 * side. It begins in one corner, and the goal is in the opposite one. After each step it may stop,
 * which discounts the goal by 1 - stop. map=lake is the 4 x 4 map of the frozen lake, an exercise
 * of reinforcement learning, where slip = 2/3. */
#include <string.h>

#include "generators/model.h"

enum { MAP, SIDE, HOLES, SEED, SLIP, STOP }; /* parameters */
enum { EMPTY_MAP, LAKE };
enum { LAKE_SIDE = 4 };

enum { Y, X, STOPPED, VARIABLES };

enum { LEFT = 1, DOWN, RIGHT, UP }; /* names of commands: the directions */

static const char lake[LAKE_SIDE][LAKE_SIDE + 1] = {"....", ".o.o", "...o", "o..."};

static int side(const union argument *a)
{
    return a[MAP].choice == LAKE ? LAKE_SIDE : (int)a[SIDE].count;
}

static enum status grid_check(const union argument *a)
{
    const double cells = (double)side(a) * side(a);
    return decisions_must_fit("grid", cells, 4 * cells, 16 * cells);
}

static void grid_space(const union argument *a, struct space *out)
{
    space_add(out, "y", 0, 0, side(a) - 1, 0);
    space_add(out, "x", 0, 0, side(a) - 1, 0);
    space_add(out, "stopped", 0, 0, 1, 0);
}

/* A number from 0 to 1 that the cell and the seed determine. */
static double number_of_cell(const union argument *a, int y, int x)
{
    uint64_t z = a[SEED].count * 0x9e3779b97f4a7c15u + (uint64_t)y * side(a) + (uint64_t)x;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

static bool is_goal(const union argument *a, const int *s)
{
    return s[Y] == side(a) - 1 && s[X] == side(a) - 1 && !s[STOPPED];
}

static bool is_hole(const union argument *a, const int *s)
{
    if (s[STOPPED] || is_goal(a, s) || (s[Y] == 0 && s[X] == 0)) return false;
    return a[MAP].choice == LAKE ? lake[s[Y]][s[X]] == 'o'
                                 : number_of_cell(a, s[Y], s[X]) < a[HOLES].real;
}

static bool is_stopped(const union argument *a, const int *s)
{
    return s[STOPPED];
}

static bool is_over(const union argument *a, const int *s)
{
    return is_goal(a, s) || is_hole(a, s) || is_stopped(a, s);
}

/* Moves one cell in a direction, or stays where the grid ends. */
static void move(const union argument *a, const int *s, int direction, int *next)
{
    static const int by[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    memcpy(next, s, VARIABLES * sizeof *next);
    const int y = s[Y] + by[direction][0], x = s[X] + by[direction][1];
    if (y >= 0 && y < side(a)) next[Y] = y;
    if (x >= 0 && x < side(a)) next[X] = x;
}

/* With this probability the robot is in that cell, and stops there unless all is over. */
static void arrive(const union argument *a, const int *next, double probability, struct step *out)
{
    static const int stopped[VARIABLES] = {[STOPPED] = 1};
    const double stop = is_over(a, next) ? 0 : a[STOP].real;
    if (probability == 0) return;
    if (stop < 1) step_to(out, next, probability * (1 - stop), 1);
    if (stop > 0) step_to(out, stopped, probability * stop, 1);
}

static void grid_step(const union argument *a, const int *s, struct step *out)
{
    const double slip = a[SLIP].real;
    int next[VARIABLES];
    if (is_over(a, s)) {
        step_command(out);
        step_to(out, s, 1, 0);
        return;
    }
    for (int direction = 0; direction < 4; direction++) {
        step_named(out, LEFT + direction, NO_NUMBER);
        move(a, s, direction, next);
        arrive(a, next, 1 - slip, out);
        for (int turn = 1; turn <= 3; turn += 2) {
            move(a, s, (direction + turn) % 4, next);
            arrive(a, next, slip / 2, out);
        }
    }
}

static const char *const maps[] = {[EMPTY_MAP] = "random", [LAKE] = "lake", NULL};

static const struct model model = {
    .type = CHAIN_DTMC,
    .decides = DECIDES,
    .check = grid_check,
    .space = grid_space,
    .step = grid_step,
    .commands = {[LEFT] = "left", [DOWN] = "down", [RIGHT] = "right", [UP] = "up"},
    .labels = {{"goal", is_goal}, {"hole", is_hole}, {"stopped", is_stopped}, {"over", is_over}},
    .rewards = {{"moves", .action = 1}},
    .roundings = 2,
    .questions = {"Pmax=?[F \"goal\"]", "R{\"moves\"}max=?[F \"over\"]",
                  "R{\"moves\"}min=?[F \"over\"]", "Pmax=?[!\"hole\" U<=100 \"goal\"]"},
};

const struct generator generator_grid = {
    .name = "grid",
    .title = "a robot on a grid with holes",
    .source = "an exercise of reinforcement learning",
    .parameters = {[MAP] = {"map", "random, or lake: the 4 x 4 map of the frozen lake",
                            PARAMETER_CHOICE, "random", .choices = maps},
                   [SIDE] = {"n", "rows, and columns", PARAMETER_COUNT, "4", .min = 2,
                             .max = 30000},
                   [HOLES] = {"holes", "share of the cells that are holes", PARAMETER_REAL, "0.2",
                              .min = 0, .max = 1},
                   [SEED] = {"seed", "another seed, other holes", PARAMETER_COUNT, "1", .max = 1e9},
                   [SLIP] = {"slip", "probability of moving to either side instead", PARAMETER_REAL,
                             "0.2", .min = 0, .max = 1},
                   [STOP] = {"stop", "probability of stopping after a step: 1 less the discount",
                             PARAMETER_REAL, "0.01", .min = 0, .max = 1}},
    .model = &model,
};
