#include "tests/support/known/every_method.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "harness/case/build_layout.h"
#include "harness/case/variant.h"
#include "solvers/solve.h"
#include "tests/support/cmocka.h"
#include "tests/support/seed.h"

/* A layout that holds rows of choices, at a place of the host. */
static struct variant draw_variant(const struct method *method)
{
    struct variant v = {.method = method, .precision = F64, .order = ORDER_NATIVE};
    do {
        v.layout = layouts[draw((uint64_t)layout_count)];
        v.place = places[draw(2)];
        v.options = default_options(method, v.layout);
    } while (v.layout->square || variant_check(&v) != OK);
    return v;
}

/* Draws values of the method's own options. */
static void draw_options(struct variant *v)
{
    for (struct option_entry entry = {0}; option_next(&entry);)
        if (entry.method == v->method && entry.option->words) {
            int words = 0;
            while (entry.option->words[words]) words++;
            option_set(&entry, (double)draw((uint64_t)words), &v->options);
        }
}

/* What an answer may be off by, if the method promises nothing, in problems that are not slow. */
static bool is_near(const struct variant *v, double epsilon, double value, double wanted)
{
    const double share = v->method->proves ? 1.01 * epsilon : 1e-5;
    return fabs(value - wanted) <= share * fabs(wanted) + (v->method->proves ? epsilon : 1e-9);
}

/* Solves from the start; *converged, *value: what came of it. */
static void solve_by(const struct problem *problem, const struct variant *v, double epsilon,
                     bool *converged, double *value)
{
    struct built_layout built;
    struct solve solve;
    double *x;
    assert_ok(allocate(problem_unknowns(problem), sizeof *x, "an answer", &x));
    assert_ok(build_layout(problem, v, &built));
    struct solve_settings settings = built_settings(problem, v, &built);
    settings.criterion = RELATIVE;
    settings.epsilon = epsilon;
    settings.scale = 1;
    settings.max_iterations = 100000;
    assert_ok(stored_upload(v->place, &built.stored));
    assert_ok(solve_create(&built.stored, v->method, built.b, &settings, &solve));
    assert_ok(solve_reset(&solve, built.x0));
    assert_ok(solve_run(&solve, v->method));
    assert_ok(solve_download(&solve, x));
    *converged = solve.outcome == CONVERGED;
    *value = problem_value(problem, x);
    free(x);
    solve_free(&solve);
    built_layout_free(&built);
}

static bool is_right(const struct variant *v, double epsilon, double value, double wanted)
{
    return isinf(wanted) ? value == wanted : is_near(v, epsilon, value, wanted);
}

/* Returns whether what came of a solve is as it has to be. */
static bool check_method(const struct problem *problem, const struct variant *v, double wanted,
                         bool slow, struct every_method *counts)
{
    const double epsilon = v->method->proves ? 1e-6 : 1e-10;
    bool converged;
    double value;
    char *name;
    solve_by(problem, v, epsilon, &converged, &value);
    counts->converged += converged;
    counts->left += !converged;
    if (slow && !(converged && v->method->proves)) return true;
    if (converged && is_right(v, epsilon, value, wanted)) return true;
    assert_ok(variant_name(v, &name));
    printf("%s, %s: %.17g, not %.17g%s\n", problem->source, name, value, wanted,
           converged ? "" : ": did not converge");
    free(name);
    return false;
}

void check_every_method(const struct problem *problem, double wanted, bool slow,
                        struct every_method *counts)
{
    for (int m = 0; m < method_count && !problem->solved; m++) {
        if (methods[m]->task != TASK_BEST && !methods[m]->takes_choices) continue;
        struct variant v = draw_variant(methods[m]);
        draw_options(&v);
        counts->wrong += !check_method(problem, &v, wanted, slow, counts);
    }
}

void check_every_layout(const struct problem *problem, double wanted, struct every_method *counts)
{
    for (int m = 0; m < method_count; m++)
        for (int l = 0; l < layout_count; l++)
            for (int p = 0; p < place_count; p++) {
                struct variant v = {.method = methods[m],
                                    .layout = layouts[l],
                                    .place = places[p],
                                    .precision = F64,
                                    .order = ORDER_NATIVE,
                                    .options = default_options(methods[m], layouts[l])};
                if ((methods[m]->task != TASK_BEST && !methods[m]->takes_choices) ||
                    !places[p]->on_host || layouts[l]->square)
                    continue;
                if (variant_check(&v) == OK)
                    counts->wrong += !check_method(problem, &v, wanted, false, counts);
            }
}
