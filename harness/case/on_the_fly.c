#include "harness/case/on_the_fly.h"

#include "base/progress_hook.h"
#include "harness/case/build_layout.h"

struct flight {
    const struct variant *variant;
    const struct solve_settings *settings;
    struct on_the_fly *out;
    struct solve *total;
};

/* Adds what one search did to that of all. */
static void account(const struct solve *one, const struct flight *flight)
{
    flight->total->outcome = one->outcome;
    flight->total->iterations += one->iterations;
    flight->out->outer += search_of(one)->outer;
    flight->out->rounds++;
}

static enum status search_part(const struct problem *part, const struct flight *flight)
{
    enum status status = OK;
    const struct method *method = flight->variant->method;
    struct built_layout built = {0};
    struct solve solve = {0};
    TRY(build_layout(part, flight->variant, &built));
    TRY(stored_upload(flight->variant->place, &built.stored));
    TRY(solve_create(&built.stored, method, NULL, flight->settings, &solve));
    TRY(solve_reset(&solve, NULL));
    TRY(method->run(&solve));
    account(&solve, flight);
    if (solve.outcome == CONVERGED)
        TRY(search_answer(&solve, method, &part->product, &flight->out->answer));
out:
    solve_free(&solve);
    built_layout_free(&built);
    return status;
}

/* Returns whether a larger part can add nothing: the search failed, or it found a cycle. */
static bool ended(const struct flight *flight)
{
    return flight->total->outcome != CONVERGED || flight->out->answer.cycle;
}

static enum status watch(const struct product *part, void *context, bool *enough)
{
    const struct flight *flight = context;
    const struct problem problem = {
        .kind = KIND_PRODUCT, .product = *part, .states = part->n, .transitions = part->m};
    enum status status = search_part(&problem, flight);
    *enough = ended(flight);
    return status;
}

enum status search_on_the_fly(const char *source, const struct variant *variant,
                              const struct solve_settings *settings, struct on_the_fly *out,
                              struct solve *solve)
{
    enum status status = OK;
    struct flight flight = {variant, settings, out, solve};
    const struct growth growth = {watch, &flight};
    *out = (struct on_the_fly){0};
    *solve =
        (struct solve){.outcome = CONVERGED,
                       .method = variant->method,
                       .options = settings->options,
                       .mat = find_mat_ops(variant->layout, variant->place, variant->precision)};
    progress_hook_set(NULL, settings->stop);
    TRY(problem_open_growing(source, &growth, &out->part));
    if (!ended(&flight)) TRY(search_part(&out->part, &flight));
out:
    progress_hook_set(NULL, NULL);
    if (status != ERROR_INTERRUPTED) return status;
    solve->outcome = STOPPED;
    return OK;
}

void on_the_fly_free(struct on_the_fly *fly)
{
    problem_free(&fly->part);
    *fly = (struct on_the_fly){0};
}
