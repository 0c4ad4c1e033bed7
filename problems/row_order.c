#include "problems/row_order.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/sparse/bisection_order.h"
#include "base/sparse/breadth_first.h"
#include "base/sparse/colour_order.h"
#include "base/sparse/component_order.h"
#include "base/sparse/metis.h"
#include "base/team.h"

const char *const row_order_names[NORDERS + 1] = {"native", "bfs", "colour", "bisection",
                                                  "components"};
const char *const row_order_titles[NORDERS] = {"as the problem numbers its rows",
                                               "breadth-first from the initial states",
                                               "colour by colour: rows of one share no entry",
                                               "half by half: parts read little of each other "
                                               "(METIS)",
                                               "each row behind those that it needs, by strong "
                                               "components"};

enum status row_order_probe(enum row_order order)
{
    return order == ORDER_BISECTION ? metis_load() : OK;
}

/* Searches from the initial states, or from the first of them if only that is known. */
static enum status breadth_first(const struct csr *a, const struct problem *problem, uint32_t *rank)
{
    enum status status = OK;
    uint8_t *start = NULL;
    if (!problem->fixpoint.initial) {
        TRY(allocate_zeroed(a->rows, 1, "a search", &start));
        if (a->rows) start[problem->start] = 1;
    }
    TRY(breadth_first_order(a, start ? start : problem->fixpoint.initial, rank));
out:
    free(start);
    return status;
}

/* Rows of a long run have the incoming transitions, but a search follows outgoing ones. */
static enum status find_ranks(const struct problem *problem, enum row_order order, uint32_t *rank)
{
    const struct csr *off = &problem->system.a.off;
    struct csr outgoing = {0};
    uint32_t components;
    if (order == ORDER_COMPONENTS) return component_order(off, rank, &components);
    if (order == ORDER_COLOUR) return colour_order(off, rank);
    if (order == ORDER_BISECTION) return bisection_order(off, rank);
    if (problem->kind != KIND_STEADY) return breadth_first(off, problem, rank);
    enum status status = csr_transpose(off, &outgoing);
    if (status == OK) status = breadth_first(&outgoing, problem, rank);
    csr_free(&outgoing);
    return status;
}

enum status row_order_sequence(const struct problem *problem, enum row_order order,
                               uint32_t **sequence)
{
    enum status status = OK;
    const uint32_t n = problem_unknowns(problem);
    uint32_t *rank = NULL;
    *sequence = NULL;
    if (order == ORDER_NATIVE) return OK;
    TRY(allocate(n, sizeof *rank, "an order", &rank));
    TRY(find_ranks(problem, order, rank));
    TRY(allocate(n, sizeof **sequence, "an order", sequence));
    for (uint32_t i = 0; i < n; i++) (*sequence)[rank[i]] = i;
out:
    free(rank);
    return status;
}

/* The rows of from in the order of sequence, their columns renumbered and no longer ascending. */
static enum status move_rows(const struct csr *from, const uint32_t *sequence, struct csr *out)
{
    enum status status = OK;
    uint32_t *number = NULL;
    const uint32_t n = from->rows;
    TRY(csr_allocate(from->rows, from->nnz, out));
    TRY(allocate(from->rows, sizeof *number, "an order", &number));
#pragma omp parallel for schedule(static) if (team_once(n))
    for (uint32_t k = 0; k < n; k++) number[sequence[k]] = k;
    for (uint32_t k = 0; k < n; k++)
        out->row[k + 1] = out->row[k] + from->row[sequence[k] + 1] - from->row[sequence[k]];
#pragma omp parallel for schedule(static) if (team_once(n))
    for (uint32_t k = 0; k < n; k++) {
        uint64_t at = out->row[k];
        for (uint64_t e = from->row[sequence[k]]; e < from->row[sequence[k] + 1]; e++, at++) {
            out->col[at] = number[from->col[e]];
            out->val[at] = from->val[e];
        }
    }
out:
    free(number);
    return status;
}

/* Two transposes sort the rows. */
static enum status row_order_renumber(const struct csr *from, const uint32_t *sequence,
                                      struct csr *out)
{
    enum status status = OK;
    struct csr moved = {0}, transpose = {0};
    TRY(move_rows(from, sequence, &moved));
    TRY(csr_transpose(&moved, &transpose));
    csr_free(&moved);
    TRY(csr_transpose(&transpose, out));
out:
    csr_free(&moved);
    csr_free(&transpose);
    return status;
}

static enum status row_order_gather(uint32_t n, const uint32_t *sequence, const double *from,
                                    double **out)
{
    if (!from) return OK;
    MUST(allocate(n, sizeof **out, "a renumbered vector", out));
#pragma omp parallel for schedule(static) if (team_once(n))
    for (uint32_t k = 0; k < n; k++) (*out)[k] = from[sequence[k]];
    return OK;
}

static enum status move_system(const struct linear *from, const uint32_t *sequence, bool sorted,
                               struct linear *out)
{
    enum status status = OK;
    uint32_t n = matrix_unknowns(&from->a);
    *out = (struct linear){0};
    if (sorted) TRY(row_order_renumber(&from->a.off, sequence, &out->a.off));
    else TRY(move_rows(&from->a.off, sequence, &out->a.off));
    TRY(row_order_gather(n, sequence, from->a.diag, &out->a.diag));
    TRY(row_order_gather(n, sequence, from->b, &out->b));
    TRY(row_order_gather(n, sequence, from->x0, &out->x0));
out:
    if (status != OK) linear_free(out);
    return status;
}

enum status row_order_apply(const struct linear *from, const uint32_t *sequence, struct linear *out)
{
    return move_system(from, sequence, true, out);
}

enum status row_order_move(const struct linear *from, const uint32_t *sequence, struct linear *out)
{
    return move_system(from, sequence, false, out);
}

void row_order_undo(uint32_t n, const uint32_t *sequence, const double *renumbered, double *x)
{
    for (uint32_t k = 0; k < n; k++) x[sequence[k]] = renumbered[k];
}
