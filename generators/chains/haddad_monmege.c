/* A chain for which value iteration stops long before the answer (DTMC). A walk from the middle
 * goes to one of two ends, n steps in a row; each step except the first fails with probability 1/2
 * and leads back to the middle. A sweep changes the answer by at most 2^-n p, so the usual stopping
 * rule stops at once for large n. The answer is p, because both ends are equally far. S. Haddad, B.
 * Monmege, Interval iteration algorithm for MDPs and IMDPs, Theoretical Computer Science 735,
 * 2018. */
#include "generators/model.h"

enum { N, P };

static const double goes_on = 0.5;

static enum status haddad_monmege_check(const union argument *a)
{
    const double n = (double)a[N].count;
    return model_must_fit("haddad_monmege", 2 * n + 1, 4 * n);
}

static void haddad_monmege_space(const union argument *a, struct space *out)
{
    space_add(out, "x", 0, 0, 2 * (int)a[N].count, (int)a[N].count);
}

static bool left_end(const union argument *a, const int *s)
{
    return s[0] == 0;
}

static bool done(const union argument *a, const int *s)
{
    return s[0] == 0 || s[0] == 2 * (int)a[N].count;
}

static void haddad_monmege_step(const union argument *a, const int *s, struct step *out)
{
    const int middle = (int)a[N].count, outwards = s[0] < middle ? s[0] - 1 : s[0] + 1;
    step_command(out);
    if (done(a, s)) {
        step_to(out, s, 1, 0);
    } else if (s[0] == middle) {
        step_to(out, (int[]){middle - 1}, a[P].real, 0);
        step_to(out, (int[]){middle + 1}, 1 - a[P].real, 0);
    } else {
        step_to(out, &outwards, goes_on, 0);
        step_to(out, &middle, 1 - goes_on, 0);
    }
}

static double one_a_step(const union argument *a, const int *s)
{
    return !done(a, s);
}

static const struct model model = {
    .type = CHAIN_DTMC,
    .check = haddad_monmege_check,
    .space = haddad_monmege_space,
    .step = haddad_monmege_step,
    .labels = {{"left_end", left_end}, {"done", done}},
    .rewards = {{"steps", one_a_step}},
    .properties = {{"P=?[F x=0]", .goal = "left_end"},
                   {"R{\"steps\"}=?[F x=0|x=2n]", .reward = "steps", .goal = "done"}},
    .counts = "2n+1 states, 4n transitions",
};

const struct generator generator_haddad_monmege = {
    .name = "haddad_monmege",
    .title = "a walk on which value iteration stops too early",
    .source = "Haddad, Monmege 2018",
    .parameters = {[N] = {"n", "steps from the middle to each end", PARAMETER_COUNT, .min = 1,
                          .max = 1e8},
                   [P] = {"p", "probability of the goal's side", PARAMETER_REAL, "0.5",
                          .min = 0.001, .max = 0.999}},
    .model = &model,
};
