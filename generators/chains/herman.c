/* Herman's self-stabilising token ring (DTMC): n processes with one bit each, all of which step at
 * once. A process whose bit equals its predecessor's has a token and draws a new bit; any other
 * copies its predecessor's. T. Herman, Probabilistic self-stabilization, Information Processing
 * Letters 35 (1990); from PRISM's distribution. */
#include <math.h>

#include "base/closed/herman.h"
#include "generators/model.h"

enum { N, LARGEST = 31 };

static enum status check_odd(int n)
{
    if (n % 2) return OK;
    return fail(ERROR_INPUT, "herman: n=%d: must be odd, such as %d or %d", n, n - 1, n + 1);
}

static enum status herman_check(const union argument *a)
{
    int n = (int)a[N].count;
    MUST(check_odd(n));
    return model_must_fit("herman", exp2(n), pow(3, n) + 1);
}

static void herman_space(const union argument *a, struct space *out)
{
    for (int k = 0; k < (int)a[N].count; k++) space_add(out, "x", k + 1, 0, 1, 0);
    out->all_initial = true;
}

static bool has_token(int n, const int *x, int k)
{
    return x[k] == x[k ? k - 1 : n - 1];
}

/* Counts through the drawn bits as the digits of a binary number, so the successors ascend. */
static void herman_step(const union argument *a, const int *x, struct step *out)
{
    int n = (int)a[N].count, next[LARGEST], token[LARGEST], tokens = 0, last;
    for (int k = 0; k < n; k++) {
        bool draws = has_token(n, x, k);
        next[k] = draws ? 0 : x[k ? k - 1 : n - 1];
        if (draws) token[tokens++] = k;
    }
    double probability = exp2(-tokens);
    do {
        step_to(out, next, probability, 0);
        for (last = tokens - 1; last >= 0 && next[token[last]]; last--) next[token[last]] = 0;
        if (last >= 0) next[token[last]] = 1;
    } while (last >= 0);
}

static int count_tokens(const union argument *a, const int *x)
{
    int n = (int)a[N].count, tokens = 0;
    for (int k = 0; k < n; k++) tokens += has_token(n, x, k);
    return tokens;
}

static bool stable(const union argument *a, const int *x)
{
    return count_tokens(a, x) == 1;
}

static bool three_tokens(const union argument *a, const int *x)
{
    return count_tokens(a, x) == 3;
}

static double one(const union argument *a, const int *x)
{
    return 1;
}

static const struct model model = {
    .type = CHAIN_DTMC,
    .check = herman_check,
    .space = herman_space,
    .step = herman_step,
    .labels = {{"stable", stable}, {"k3_tokens", three_tokens}},
    .rewards = {{"steps", one}},
    .properties = {{"filter(max, R=?[F \"stable\"], \"init\")", .reward = "steps", .goal = "stable",
                    .filter = "max"},
                   {"filter(avg, R=?[F \"stable\"], \"init\")", .reward = "steps", .goal = "stable",
                    .filter = "avg"},
                   {"filter(min, P=?[F \"stable\"], \"init\")", .goal = "stable", .filter = "min"},
                   {"filter(min, P=?[F<=steps \"stable\"], \"init\")", .goal = "stable",
                    .filter = "min", .steps = 10}},
    .counts = "2^n states, 3^n+1 transitions",
};

static enum status closed(const union argument *a, struct closed_rows *out)
{
    MUST(check_odd((int)a[N].count));
    *out = a[PROPERTY].count <= 2 ? herman_closed(a[N].count) : (struct closed_rows){0};
    return OK;
}

const struct generator generator_herman = {
    .name = "herman",
    .title = "self-stabilising token ring",
    .source = "Herman 1990; PRISM's distribution",
    .parameters = {[N] = {"n", "processes, an odd number", PARAMETER_COUNT, .min = 3,
                          .max = LARGEST}},
    .model = &model,
    .closed = closed,
};
