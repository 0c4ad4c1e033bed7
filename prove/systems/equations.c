#include "prove/systems/equations.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"
#include "problems/row_order.h"
#include "solvers/methods/krylov.h"

bool unite_at_once;

enum need {
    ALWAYS,
    IF_LONG_ROWS,
    IF_SHORT_TIMES,
    IF_ANSWER,
    IF_UNITES,
    IF_FEW,
    PLACED_FAST, /* only for rows in place memory, here and below */
    PLACED
};

/* Ways to solve a system, in the order in which they are tried. */
static const struct way {
    const char *method, *precondition;
    enum need need;
    uint64_t most; /* iterations */
    int restart;   /* of gmres */
} ways[] = {
    {"bicgstab", "jacobi", PLACED_FAST, 150, 1},
    {"bicgstab", "multilevel", PLACED, 100, 1},
    {"bicgstab", "jacobi", PLACED_FAST, 5000, 1},
    {"bicgstab", "jacobi", IF_LONG_ROWS, 24, 1}, {"bicgstab", "ilu0", IF_SHORT_TIMES, 30, 1},
    {"bicgstab", "ilu0", IF_ANSWER, 100, 1},     {"bicgstab", "multilevel", IF_UNITES, 100, 1},
    {"bicgstab", "ilu0", ALWAYS, 10000, 1},      {"gmres", "ilu0", IF_FEW, 100000, 100},
    {"gmres", "jacobi", IF_FEW, 100000, 100}};

enum { WAYS = sizeof ways / sizeof *ways };

enum {
    LONG = 8,  /* entries of a row, on average: with at least so many, ilu0 costs more than it gains
                  if the chain mixes fast */
    SHORT = 4, /* with at most so many in MANY rows, the chain is a long one: ilu0 takes many
                  iterations for its times */
    MANY = 1 << 14,
    FEW = 1 << 18 /* rows, for which gmres may keep 200 vectors */
};

bool has_long_rows(const struct matrix *a)
{
    return a->off.nnz >= (uint64_t)LONG * a->off.rows;
}

static bool way_fits(const struct equations *equations, const struct way *way)
{
    const struct csr *off = &equations->a->off;
    if (equations->placed)
        return way->need == PLACED || (way->need == PLACED_FAST && (has_long_rows(equations->a) ||
                                                                 !equations->coarsening.weight));
    const bool times = equations->coarsening.times, unites = equations->coarsening.weight != NULL,
               is_long = off->rows >= MANY && off->nnz <= (uint64_t)SHORT * off->rows;
    switch (way->need) {
    case IF_LONG_ROWS: return has_long_rows(equations->a);
    case IF_SHORT_TIMES: return unites && times && !is_long && !unite_at_once;
    case IF_ANSWER: return unites && !times && !unite_at_once;
    case IF_UNITES: return unites;
    case IF_FEW: return off->rows <= FEW;
    default: return way->need == ALWAYS;
    }
}

static bool has_time_left(void *with)
{
    bool left;
    return budget_check(with, &left) == OK && left;
}

/* Prepares the way in use. */
static enum status begin_way(struct equations *equations)
{
    const struct way *way = &ways[equations->way];
    const struct method *method = find_method(way->method);
    struct solve_settings settings = {.criterion = ABSOLUTE,
                                      .epsilon = equations->wanted,
                                      .scale = 1,
                                      .max_iterations = way->most,
                                      .matrix = equations->a,
                                      .placed = equations->placed,
                                      .weight = equations->coarsening.weight,
                                      .by_rows = equations->coarsening.times,
                                      .options = default_options(method, equations->stored.layout),
                                      .go_on = has_time_left,
                                      .with = equations->budget};
    krylov_choose(&settings.options, way->precondition, way->restart);
    return solve_create(&equations->stored, method,
                        equations->placed ? equations->b : equations->zeros, &settings,
                        &equations->solve);
}

/* Goes on to the next way that fits, if there is one. */
static enum status next_way(struct equations *equations)
{
    enum status status;
    solve_free(&equations->solve);
    do {
        do equations->way++;
        while (equations->way < WAYS && !way_fits(equations, &ways[equations->way]));
        if (equations->way == WAYS) return OK;
        status = begin_way(equations);
    } while (status == ERROR_UNSUPPORTED);
    return status;
}

/* Chooses one core or all, by the time of products: all are slower if other programs use them. */
static enum status choose_host(const struct equations *equations, const struct place **out)
{
    enum { ROUNDS = 3 };
    const struct place *const host[] = {find_place("seq"), find_place("omp")};
    const struct stored *stored = &equations->stored;
    double seconds[2] = {0}, *y;
    *out = host[0];
    if (!team_once(stored->nnz + stored->n)) return OK;
    MUST(allocate(stored->n, sizeof *y, "a proof", &y));
    for (int k = 0; k < 2 * ROUNDS; k++) {
        const double start = budget_now();
        find_mat_ops(stored->layout, host[k % 2], F64)->apply(stored, equations->zeros, y);
        seconds[k % 2] += k < 2 ? 0 : budget_now() - start;
    }
    *out = host[seconds[1] < seconds[0]];
    free(y);
    return OK;
}

enum status equations_create(const struct matrix *a, bool order,
                             const struct coarsening *coarsening, struct budget *budget,
                             struct equations *out)
{
    enum status status = OK;
    const struct place *place = budget->place ? budget->place : find_place("seq");
    *out = (struct equations){
        .a = a, .coarsening = *coarsening, .wanted = 1, .budget = budget, .way = -1};
    if (order && !has_long_rows(out->a) && !coarsening->weight)
        TRY(ordered_create(a, &out->ordered));
    if (out->ordered.sequence) out->a = &out->ordered.system.a;
    TRY(allocate_zeroed(a->off.rows, sizeof *out->zeros, "a proof", &out->zeros));
    TRY(stored_build_at(place, find_layout("msr"), F64, NULL, out->a, &out->stored));
    if (!budget->place) TRY(choose_host(out, &place));
    TRY(stored_upload(place, &out->stored));
    TRY(next_way(out));
out:
    if (status != OK) equations_free(out);
    return status;
}

enum status equations_place(const struct place *place, const struct matrix *there,
                            const struct coarsening *coarsening, const double *b, double wanted,
                            struct budget *budget, struct equations *out)
{
    enum status status = OK;
    *out = (struct equations){.a = there,
                              .placed = true,
                              .coarsening = *coarsening,
                              .b = b,
                              .wanted = wanted,
                              .budget = budget,
                              .way = -1};
    TRY(stored_take(place, find_layout("msr"), there, &out->stored));
    TRY(next_way(out));
out:
    if (status != OK) equations_free(out);
    return status;
}

void equations_free(struct equations *equations)
{
    solve_free(&equations->solve);
    stored_free(&equations->stored);
    ordered_free(&equations->ordered);
    free(equations->zeros);
    *equations = (struct equations){0};
}

/* Divides b by `wanted`, so that the aim is the same for each b. */
static enum status run_way(struct equations *equations, const double *b, double wanted, double *x)
{
    const uint32_t n = equations->a->off.rows;
    struct solve *solve = &equations->solve;
#pragma omp parallel for if (team_once(n))
    for (uint32_t i = 0; i < n; i++) x[i] = b[i] / wanted;
    MUST(solve_put_b(solve, x));
    MUST(solve_reset(solve, equations->zeros));
    MUST(solve_run(solve, solve->method));
    MUST(solve_download(solve, x));
#pragma omp parallel for if (team_once(n))
    for (uint32_t i = 0; i < n; i++) x[i] *= wanted;
    return OK;
}

static enum status solve_by_ways(struct equations *equations, const double *b, double wanted,
                                 double *x)
{
    bool left = true;
    memset(x, 0, equations->a->off.rows * sizeof *x);
    while (left && equations->way < WAYS) {
        MUST(run_way(equations, b, wanted, x));
        MUST(budget_check(equations->budget, &left));
        if (equations->solve.outcome == CONVERGED) return OK;
        if (left) MUST(next_way(equations));
    }
    return OK;
}

enum status equations_solve_placed(struct equations *equations, double *x, bool *found)
{
    const size_t n = equations->a->off.rows;
    struct solve *solve = &equations->solve;
    bool left = true;
    *found = false;
    while (left && !*found && equations->way < WAYS) {
        MUST(solve_reset(solve, NULL));
        MUST(solve->vec->zero(n, solve->x));
        MUST(solve_run(solve, solve->method));
        MUST(solve->vec->copy(n, solve->x, x));
        *found = solve->outcome == CONVERGED;
        MUST(budget_check(equations->budget, &left));
        if (left && !*found) MUST(next_way(equations));
    }
    return OK;
}

enum status equations_solve(struct equations *equations, const double *b, double wanted, double *x)
{
    struct ordered *ordered = &equations->ordered;
    const uint32_t n = equations->a->off.rows;
    if (!ordered->sequence) return solve_by_ways(equations, b, wanted, x);
    for (uint32_t k = 0; k < n; k++) ordered->b[k] = b[ordered->sequence[k]];
    MUST(solve_by_ways(equations, ordered->b, wanted, ordered->x));
    row_order_undo(n, ordered->sequence, ordered->x, x);
    return OK;
}
