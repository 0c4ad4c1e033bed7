/* Rabin's mutual exclusion with a choice coordination variable (MDP): n processes draw numbers, and
 * one with the highest draw of the round may enter. From PRISM's distribution. */
#include <math.h>
#include <string.h>

#include "generators/model.h"

enum { N, LOW }; /* parameters */
enum { MOST = 8 };

/* Variables: whether the critical section is taken, the highest draw, the round; of each process
 * its location, draw and round, and whether it is drawing. */
enum { TAKEN, HIGHEST, ROUND, FIRST, LOCATION = 0, DRAW, OWN_ROUND, DRAWING, EACH };
enum { VARIABLES = FIRST + MOST * EACH };

enum { IDLE, TRIES, CRITICAL }; /* locations */

static int processes(const union argument *a)
{
    return (int)a[N].count;
}

static const int *process(const int *s, int i)
{
    return s + FIRST + i * EACH;
}

/* The highest number that is drawn. */
static int most(const union argument *a)
{
    int bits = 0;
    while (1 << bits < processes(a)) bits++;
    return 4 + bits;
}

static enum status rabin_check(const union argument *a)
{
    const double n = (double)a[N].count, states = 0.9 * pow(31.4, n);
    return decisions_must_fit("rabin", states, 1.8 * states, 6.5 * states);
}

static void rabin_space(const union argument *a, struct space *out)
{
    space_add(out, "c", 0, 0, 1, 0);
    space_add(out, "b", 0, 0, most(a), 0);
    space_add(out, "r", 0, 1, 2, 1);
    for (int i = 1; i <= processes(a); i++) {
        space_add(out, "p", i, 0, CRITICAL, 0);
        space_add(out, "b", i, 0, most(a), 0);
        space_add(out, "r", i, 0, 2, 0);
        space_add(out, "draw", i, 0, 1, 0);
    }
}

static void draw(const union argument *a, const int *s, int i, struct step *out)
{
    int next[VARIABLES], *own = next + FIRST + i * EACH;
    memcpy(next, s, sizeof next);
    own[OWN_ROUND] = s[ROUND];
    own[DRAWING] = 0;
    step_command(out);
    for (own[DRAW] = 1; own[DRAW] <= most(a); own[DRAW]++) {
        next[HIGHEST] = own[DRAW] > s[HIGHEST] ? own[DRAW] : s[HIGHEST];
        step_to(out, next, exp2(own[DRAW] < most(a) ? -own[DRAW] : 1 - own[DRAW]), 0);
    }
}

/* Enters the critical section, and begins another round by chance. */
static void enter(const int *s, int i, struct step *out)
{
    int next[VARIABLES], *own = next + FIRST + i * EACH;
    memcpy(next, s, sizeof next);
    memset(own, 0, EACH * sizeof *own);
    own[LOCATION] = CRITICAL;
    next[TAKEN] = 1;
    next[HIGHEST] = 0;
    step_command(out);
    for (next[ROUND] = 1; next[ROUND] <= 2; next[ROUND]++) step_to(out, next, 0.5, 0);
}

/* Sets a variable of the process. */
static void set(const int *s, int i, int variable, int value, struct step *out)
{
    int next[VARIABLES];
    memcpy(next, s, sizeof next);
    if (s[FIRST + i * EACH + LOCATION] == CRITICAL) next[TAKEN] = 0;
    next[FIRST + i * EACH + variable] = value;
    step_command(out);
    step_to(out, next, 1, 0);
}

static void process_moves(const int *s, int i, struct step *out)
{
    const int *own = process(s, i);
    const bool is_new = own[OWN_ROUND] != s[ROUND];
    switch (own[LOCATION]) {
    case IDLE: set(s, i, LOCATION, TRIES, out); break;
    case CRITICAL: set(s, i, LOCATION, IDLE, out); break;
    default:
        if (is_new || s[HIGHEST] < own[DRAW]) set(s, i, DRAWING, 1, out);
        if (!is_new && s[HIGHEST] == own[DRAW] && !s[TAKEN]) enter(s, i, out);
    }
}

/* A process that draws does so before all else. */
static void rabin_step(const union argument *a, const int *s, struct step *out)
{
    bool drawing = false;
    for (int i = 0; i < processes(a); i++) {
        if (!process(s, i)[DRAWING]) continue;
        drawing = true;
        draw(a, s, i, out);
    }
    for (int i = 0; i < processes(a) && !drawing; i++) process_moves(s, i, out);
}

static bool is_any(const union argument *a, const int *s, int location)
{
    bool any = false;
    for (int i = 0; i < processes(a); i++) any |= process(s, i)[LOCATION] == location;
    return any;
}

static bool one_trying(const union argument *a, const int *s)
{
    return is_any(a, s, TRIES);
}

static bool one_critical(const union argument *a, const int *s)
{
    return is_any(a, s, CRITICAL);
}

static bool first_critical(const union argument *a, const int *s)
{
    return process(s, 0)[LOCATION] == CRITICAL;
}

static bool first_draws(const union argument *a, const int *s)
{
    return process(s, 0)[DRAWING] && !one_critical(a, s);
}

/* The first process draws, and no draw is high. */
static bool first_draws_low(const union argument *a, const int *s)
{
    bool low = first_draws(a, s);
    for (int i = 0; i < processes(a); i++) low &= process(s, i)[DRAW] <= (int)a[LOW].count;
    return low;
}

static const struct model model = {
    .type = CHAIN_DTMC,
    .decides = DECIDES,
    .check = rabin_check,
    .space = rabin_space,
    .step = rabin_step,
    .labels = {{"one_trying", one_trying},
               {"one_critical", one_critical},
               {"first_critical", first_critical},
               {"first_draws", first_draws},
               {"first_draws_low", first_draws_low}},
    .questions =
        {"filter(min, Pmin=?[!\"one_critical\" U \"first_critical\"], \"first_draws_low\")",
         "filter(min, Pmin=?[!\"one_critical\" U \"first_critical\"], \"first_draws\")",
         "Pmax=?[F \"one_critical\"]",
         "filter(forall, \"one_trying\" => P>=1[F \"one_critical\"])"},
};

const struct generator generator_rabin = {
    .name = "rabin",
    .title = "Rabin's mutual exclusion",
    .source = "Rabin 1982; PRISM's distribution",
    .parameters = {[N] = {"n", "processes", PARAMETER_COUNT, "3", .min = 2, .max = MOST},
                   [LOW] = {"low", "most that any process has drawn, in label \"first_draws_low\"",
                            PARAMETER_COUNT, "1", .min = 0, .max = 7}},
    .model = &model,
};
