#include "harness/case/build_layout.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "harness/ranks/halo_note.h"
#include "harness/engines/engine.h"
#include "harness/ranks/remote.h"
#include "solvers/part_counts.h"
#include "solvers/registry.h"
#include "solvers/search/search.h"

static enum status renumber_rows(const struct problem *problem, const struct linear *system,
                                 enum row_order order, struct built_layout *out)
{
    MUST(row_order_sequence(problem, order, &out->sequence));
    if (!out->sequence) return OK;
    MUST(row_order_apply(system, out->sequence, &out->renumbered));
    return allocate(problem_unknowns(problem), sizeof *out->renumbered.answer, "an answer",
                    &out->renumbered.answer);
}

/* Returns whether the variant stores its rows level by level. */
static bool stores_by_level(const struct variant *variant)
{
    const struct method *method = variant->method;
    return method->by_level && method->by_level(&variant->options) && variant->layout->by_level &&
           variant->place->cards == 1 && !variant->place->ranks;
}

/* Moves the system into the order of its levels, from the order of out->sequence, and makes the
 * schedule. *system: the one to store. */
static enum status order_by_level(const struct linear **system, struct built_layout *out,
                                  struct schedule *schedule)
{
    enum status status = OK;
    struct linear moved = {0};
    uint32_t *levels = NULL;
    const uint32_t n = (*system)->a.off.rows;
    TRY(schedule_build(&(*system)->a.off, BY_BLOCK, schedule));
    TRY(schedule_store_rows(schedule, &levels));
    TRY(row_order_move(*system, levels, &moved));
    TRY(allocate(n, sizeof *moved.answer, "an answer", &moved.answer));
    for (uint32_t i = 0; out->sequence && i < n; i++) levels[i] = out->sequence[levels[i]];
    free(out->sequence);
    out->sequence = levels;
    levels = NULL;
    linear_free(&out->renumbered);
    out->renumbered = moved;
    moved = (struct linear){0};
    *system = &out->renumbered;
out:
    free(levels);
    linear_free(&moved);
    return status;
}

static enum status check_task(const struct problem *problem, const struct method *method)
{
    if (problem->kind == KIND_OPTIMUM && problem->steps)
        return fail(ERROR_UNSUPPORTED,
                    "no method takes the steps of a decision process yet: `warpmark certify` tells "
                    "and proves this value");
    if (problem->system.a.most && !method->takes_intervals)
        return fail(ERROR_UNSUPPORTED,
                    "the probabilities are intervals, which method %s does not take: use method vi",
                    method->name);
    if (method->engine) return engine_can_solve(method->engine, problem->kind);
    if (problem->kind == KIND_PRODUCT && method->task != TASK_CYCLE)
        return fail(ERROR_UNSUPPORTED,
                    "method %s solves linear systems, and this problem is a product: see `warpmark "
                    "list methods`",
                    method->name);
    if (problem->kind != KIND_PRODUCT && method->task == TASK_CYCLE)
        return fail(ERROR_UNSUPPORTED,
                    "method %s searches for cycles, and this problem is a linear system: see "
                    "`warpmark list methods`",
                    method->name);
    if (problem->kind == KIND_PRODUCT) return OK;
    enum task task = problem->kind == KIND_OPTIMUM   ? TASK_BEST
                     : problem->kind != KIND_BOUNDED ? TASK_SOLVE
                     : problem->steps                ? TASK_STEPS
                                                     : TASK_TIME;
    if (method->task == task || (task == TASK_BEST && method->takes_choices)) return OK;
    if (task == TASK_BEST)
        return fail(ERROR_UNSUPPORTED, "the problem is a decision process: use method vi");
    if (method->task == TASK_BEST && task == TASK_SOLVE)
        return fail(ERROR_UNSUPPORTED, "the problem has no choices: use method jacobi");
    if (task == TASK_SOLVE)
        return fail(ERROR_UNSUPPORTED,
                    "method %s is for properties with a bound in %s, and this one has none: see "
                    "`warpmark list methods`",
                    method->name, method->task == TASK_STEPS ? "steps" : "time");
    int k = 0;
    while (methods[k]->task != task) k++;
    return fail(ERROR_UNSUPPORTED, "the property is bounded in %s: use method %s",
                task == TASK_STEPS ? "steps" : "time", methods[k]->name);
}

/* Makes the system for methods that work on the transpose, for values of a long run: its matrix is
 * the transpose, its b the weights. It borrows both. */
static enum status turn_round(const struct problem *problem, struct built_layout *out,
                              struct linear *turned)
{
    const struct linear *system = &problem->system;
    if (problem->kind != KIND_STEADY)
        return fail(ERROR_UNSUPPORTED,
                    "the method is for values of a long run, and this problem is %s",
                    problem_kind_names[problem->kind]);
    for (uint32_t i = 1; i < system->a.off.rows; i++)
        if (problem->steady.class_of[i] != problem->steady.class_of[0])
            return fail(ERROR_UNSUPPORTED,
                        "the method is for chains with one closed class, and this one has several");
    MUST(csr_transpose(&system->a.off, &out->outgoing.off));
    *turned = (struct linear){.a = {.off = out->outgoing.off, .diag = system->a.diag},
                              .b = problem->steady.weight,
                              .x0 = system->x0};
    return OK;
}

/* Lists the closed class of each row, in the order of rows in stored. */
static enum status number_classes(const struct problem *problem, struct built_layout *out)
{
    const uint32_t n = problem_unknowns(problem), *of = problem->steady.class_of;
    if (problem->kind != KIND_STEADY || problem->steady.nclasses < 2) return OK;
    MUST(allocate(n, sizeof *out->class_of, "classes", &out->class_of));
    for (uint32_t i = 0; i < n; i++) out->class_of[i] = of[out->sequence ? out->sequence[i] : i];
    return OK;
}

/* Notes how much parts on several cards receive from each other; the parts are still on the
 * host. */
static void note_halo(const struct variant *variant, const struct linear *system,
                      struct built_layout *out)
{
    const struct stored *stored = &out->stored;
    struct halo_size sizes[MOST_PARTS];
    for (int k = 0; k < stored->nparts; k++)
        sizes[k] = (struct halo_size){.received = stored->part[k].halo.bytes / sizeof(uint64_t),
                                      .rows = stored->part[k].n};
    halo_note(stored->nparts, sizes, variant->order,
              matrix_is_stored(&system->a) && !stored->layout->makes_rows, out->halo_note,
              sizeof out->halo_note);
}

enum status build_layout_check(const struct problem *problem, const struct variant *variant)
{
    const struct method *method = variant->method;
    if (matrix_is_made(&problem->system.a) && !variant->place->ranks && !is_remote(method))
        return fail(ERROR_UNSUPPORTED,
                    "with matrix=none only ranks make these rows: use a place of ranks (ranks2 to "
                    "ranks16), or leave out matrix=none");
    if (variant->order != ORDER_NATIVE && problem->kind == KIND_OPTIMUM)
        return fail(ERROR_UNSUPPORTED,
                    "rows of a decision process keep their order: leave out '+%s'",
                    row_order_names[variant->order]);
    if (variant->order != ORDER_NATIVE) MUST(problem_needs_matrix(problem, "another row order"));
    if (is_remote(method) && matrix_rows(&problem->system.a) > UINT32_MAX)
        MUST(problem_needs_matrix(problem, "a place of ranks with more than 2^32 rows"));
    const bool best = method->task == TASK_BEST || method->takes_choices,
               choices = problem->kind == KIND_OPTIMUM && best && !method->needs_best;
    if (choices || method->engine || method->chooses || method->outgoing || method->from_bounds ||
        method->proves || method->sweep != SWEEP_AT_ONCE)
        return matrix_check_stored(&problem->system.a, "method ", method->name,
                                   "leave out matrix=none");
    return OK;
}

enum status build_layout(const struct problem *problem, const struct variant *variant,
                         struct built_layout *out)
{
    enum status status = OK;
    struct linear turned;
    struct schedule by_level = {0};
    const struct linear *system = &problem->system;
    *out = (struct built_layout){0};
    TRY(check_task(problem, variant->method));
    TRY(build_layout_check(problem, variant));
    if (problem->kind == KIND_PRODUCT)
        return stored_build_product(variant->method, variant->layout, &variant->options,
                                    &problem->product, &out->stored);
    if (variant->method->stepped && problem->step == 0)
        return fail(ERROR_UNSUPPORTED, "method %s needs a chain: a linear system gives it no step",
                    variant->method->name);
    if (variant->method->outgoing) {
        TRY(turn_round(problem, out, &turned));
        system = &turned;
    }
    TRY(renumber_rows(problem, system, variant->order, out));
    if (out->sequence) system = &out->renumbered;
    if (stores_by_level(variant)) TRY(order_by_level(&system, out, &by_level));
    if (variant->method->from_bounds) TRY(answer_bounds_find(problem, system, &out->bounds));
    out->b = system->b;
    out->x0 = system->x0;
    TRY(stored_build_for(variant->method, variant->place, variant->layout, variant->precision,
                         &variant->options, &system->a, &out->stored));
    if (by_level.start) out->stored.schedule = by_level;
    else TRY(stored_schedule(variant->method, variant->place, &system->a, &out->stored));
    by_level = (struct schedule){0};
    stored_measure(variant->method, &system->a, &out->stored);
    note_halo(variant, system, out);
    matrix_free(&out->outgoing);
    if (variant->method->by_entries || system->a.group) {
        out->matrix = &system->a;
        TRY(number_classes(problem, out));
    } else {
        matrix_free(&out->renumbered.a);
    }
out:
    schedule_free(&by_level);
    if (status != OK) built_layout_free(out);
    return status;
}

struct solve_settings built_settings(const struct problem *problem, const struct variant *variant,
                                     const struct built_layout *built)
{
    return (struct solve_settings){.step = problem->step,
                                   .steps = problem->steps,
                                   .jumps = problem->time / problem->step,
                                   .matrix = built->matrix,
                                   .b = built->b,
                                   .x0 = built->x0,
                                   .problem = problem,
                                   .largest = problem->optimum.largest,
                                   .nature_largest = problem->optimum.nature_largest,
                                   .class_of = built->class_of,
                                   .nclasses = problem->steady.nclasses,
                                   .lower = built->bounds.lower,
                                   .upper = built->bounds.upper,
                                   .options = variant->options};
}

void built_layout_free(struct built_layout *built)
{
    stored_free(&built->stored);
    free(built->sequence);
    free(built->class_of);
    linear_free(&built->renumbered);
    matrix_free(&built->outgoing);
    answer_bounds_free(&built->bounds);
    *built = (struct built_layout){0};
}

double *built_layout_target(const struct built_layout *built, double *x)
{
    return built->sequence ? built->renumbered.answer : x;
}

void built_layout_undo(const struct built_layout *built, double *x)
{
    if (built->sequence)
        row_order_undo(built->stored.n, built->sequence, built->renumbered.answer, x);
}
