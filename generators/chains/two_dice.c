/* Two dice of Knuth and Yao, thrown by fair coins in any order (MDP made a chain). From PRISM's
 * distribution. */
#include <string.h>

#include "generators/model.h"

enum {
    S1,
    D1,
    S2,
    D2,
    VARIABLES
};                      /* variables: state of each die, and its face, 0 until it is known */
enum { LIES = 7 };      /* value of s: the die has its face */
enum { NOTHING, COIN }; /* actions */

/* Targets for heads and tails: {s, d} each. */
static const int coin[LIES][2][2] = {
    {{1, 0}, {2, 0}},       {{3, 0}, {4, 0}},       {{5, 0}, {6, 0}},    {{1, 0}, {LIES, 1}},
    {{LIES, 2}, {LIES, 3}}, {{LIES, 4}, {LIES, 5}}, {{2, 0}, {LIES, 6}},
};

static void two_dice_space(const union argument *a, struct space *out)
{
    for (int die = 1; die <= 2; die++) {
        space_add(out, "s", die, 0, LIES, 0);
        space_add(out, "d", die, 0, 6, 0);
    }
}

static bool is_done(const union argument *a, const int *s)
{
    return s[S1] == LIES && s[S2] == LIES;
}

static void two_dice_step(const union argument *a, const int *s, struct step *out)
{
    for (int die = S1; die <= S2; die += S2 - S1) {
        if (s[die] == LIES) continue;
        step_command(out);
        for (int side = 0; side < 2; side++) {
            int next[VARIABLES];
            memcpy(next, s, sizeof next);
            next[die] = coin[s[die]][side][0];
            next[die + 1] = coin[s[die]][side][1];
            step_to(out, next, 0.5, COIN);
        }
    }
    for (int die = 0; die < 2 && is_done(a, s);
         die++) { /* each die has a choice then, as in PRISM */
        step_command(out);
        step_to(out, s, 1, NOTHING);
    }
}

static bool is_seven(const union argument *a, const int *s)
{
    return is_done(a, s) && s[D1] + s[D2] == 7;
}

static const struct model model = {
    .type = CHAIN_DTMC,
    .decides = DECIDES_BY_CHANCE,
    .space = two_dice_space,
    .step = two_dice_step,
    .labels = {{"done", is_done}, {"seven", is_seven}},
    .rewards = {{"coin_flips", .action = COIN}},
    .properties = {{"P=?[F s1=7&s2=7&d1+d2=7]", .goal = "seven"},
                   {"R=?[F s1=7&s2=7]", .reward = "coin_flips", .goal = "done"}},
    .questions = {"Pmax=?[F \"seven\"]", "Pmin=?[F \"seven\"]",
                  "R{\"coin_flips\"}max=?[F \"done\"]", "R{\"coin_flips\"}min=?[F \"done\"]"},
    .counts = "169 states, 400 transitions",
};

const struct generator generator_two_dice = {
    .name = "two_dice",
    .title = "two dice of Knuth and Yao",
    .source = "Knuth, Yao 1976; PRISM's distribution",
    .model = &model,
};
