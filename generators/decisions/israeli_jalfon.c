/* Self-stabilisation by Israeli and Jalfon (MDP): tokens of n processes in a ring. A process with a
 * token passes it to one of its neighbours; two tokens in one place are one. From PRISM's
 * distribution. */
#include <math.h>
#include <string.h>

#include "generators/model.h"

enum { N, TOKENS }; /* parameters */
enum { MOST = 30 };

static int processes(const union argument *a)
{
    return (int)a[N].count;
}

static enum status israeli_jalfon_check(const union argument *a)
{
    const double n = (double)a[N].count, choices = n * exp2(n - 1);
    return decisions_must_fit("israeli_jalfon", exp2(n) - 1, choices, 1.75 * choices);
}

static int count_tokens(const union argument *a, const int *s)
{
    int count = 0;
    for (int i = 0; i < processes(a); i++) count += s[i];
    return count;
}

static bool has_token(const union argument *a, const int *s)
{
    return count_tokens(a, s) > 0;
}

static void israeli_jalfon_space(const union argument *a, struct space *out)
{
    for (int i = 1; i <= processes(a); i++) space_add(out, "q", i, 0, 1, 0);
    out->is_initial = has_token;
}

static void israeli_jalfon_step(const union argument *a, const int *s, struct step *out)
{
    const int n = processes(a);
    for (int i = 0; i < n; i++) {
        if (!s[i]) continue;
        step_command(out);
        for (int by = n - 1; by <= n + 1; by += 2) {
            int next[MOST];
            memcpy(next, s, sizeof next);
            next[i] = 0;
            next[(i + by) % n] = 1;
            step_to(out, next, 0.5, 0);
        }
    }
}

static bool is_stable(const union argument *a, const int *s)
{
    return count_tokens(a, s) == 1;
}

static bool has_as_many(const union argument *a, const int *s)
{
    return count_tokens(a, s) == (int)a[TOKENS].count;
}

static double one(const union argument *a, const int *s)
{
    return 1;
}

static const struct model model = {
    .type = CHAIN_DTMC,
    .decides = DECIDES,
    .check = israeli_jalfon_check,
    .space = israeli_jalfon_space,
    .step = israeli_jalfon_step,
    .labels = {{"stable", is_stable}, {"tokens", has_as_many}},
    .rewards = {{"steps", one}},
    /* The last one is certainly 1. */
    .questions = {"filter(max, R{\"steps\"}max=?[F \"stable\"], \"init\")",
                  "filter(max, R{\"steps\"}max=?[F \"stable\"], \"tokens\")",
                  "filter(min, R{\"steps\"}min=?[F \"stable\"], \"tokens\")",
                  "filter(min, Pmin=?[F \"stable\"], \"init\")"},
    .counts = "2^n-1 states, n 2^(n-1) choices, 7/4 as many transitions",
};

const struct generator generator_israeli_jalfon = {
    .name = "israeli_jalfon",
    .title = "self-stabilisation by Israeli and Jalfon",
    .source = "Israeli, Jalfon 1990; PRISM's distribution",
    .parameters = {[N] = {"n", "processes", PARAMETER_COUNT, "3", .min = 3, .max = MOST},
                   [TOKENS] = {"tokens", "number of tokens in the states with label \"tokens\"",
                               PARAMETER_COUNT, "2", .min = 1, .max = MOST}},
    .model = &model,
};
