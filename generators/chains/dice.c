/* A fair die from a fair coin (DTMC). D. Knuth, A. Yao, The complexity of nonuniform random number
 * generation, 1976; from PRISM's distribution. */
#include "generators/model.h"

enum { STATE, DIE };
enum { DONE = 7 };

static void dice_space(const union argument *a, struct space *out)
{
    space_add(out, "s", 0, 0, DONE, 0);
    space_add(out, "d", 0, 0, 6, 0);
}

static void dice_step(const union argument *a, const int *s, struct step *out)
{
    static const int next[DONE][2][2] = {
        {{1, 0}, {2, 0}},       {{3, 0}, {4, 0}},       {{5, 0}, {6, 0}},   {{1, 0}, {DONE, 1}},
        {{DONE, 2}, {DONE, 3}}, {{DONE, 4}, {DONE, 5}}, {{2, 0}, {DONE, 6}}};
    step_command(out);
    if (s[STATE] == DONE) {
        step_to(out, s, 1, 0);
        return;
    }
    for (int side = 0; side < 2; side++) step_to(out, next[s[STATE]][side], 0.5, 0);
}

static bool done(const union argument *a, const int *s)
{
    return s[STATE] == DONE;
}

static bool one(const union argument *a, const int *s)
{
    return done(a, s) && s[DIE] == 1;
}

static bool six(const union argument *a, const int *s)
{
    return done(a, s) && s[DIE] == 6;
}

static double coin_flips(const union argument *a, const int *s, int action)
{
    return !done(a, s);
}

static const struct model model = {
    .type = CHAIN_DTMC,
    .space = dice_space,
    .step = dice_step,
    .labels = {{"done", done}, {"one", one}, {"six", six}},
    .rewards = {{"coin_flips", NULL, coin_flips}},
    .properties = {{"P=?[F s=7&d=6]", .goal = "six"},
                   {"P=?[F s=7&d=1]", .goal = "one"},
                   {"R=?[F s=7]", .reward = "coin_flips", .goal = "done"}},
    .counts = "13 states, 20 transitions",
};

const struct generator generator_dice = {
    .name = "dice",
    .title = "a fair die from a fair coin",
    .source = "Knuth, Yao 1976; PRISM's distribution",
    .model = &model,
};
