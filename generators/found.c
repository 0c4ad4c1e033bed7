#include "generators/found.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/sparse/reachability.h"

void found_free(struct found *found)
{
    free(found->move);
    *found = (struct found){0};
}

enum status found_move(struct found *found, uint32_t from, uint32_t to, double probability)
{
    MUST(reserve(&found->move, &found->room, found->moves + 1, sizeof *found->move, "transitions"));
    found->move[found->moves++] = (struct triplet){.row = from, .col = to, .val = probability};
    return OK;
}

/* Makes a chain of the transitions. Probability that is missing by more than rounding leads to an
 * additional last state. ends: that state and the goal get self-loops. */
static enum status found_complete(const struct found *found, uint32_t goal, bool ends,
                                  struct csr *out)
{
    enum status status = OK;
    struct found all = {.states = found->states + 1};
    double *sum = NULL;
    TRY(allocate_zeroed(found->states, sizeof *sum, "row sums", &sum));
    if (ends) TRY(found_move(&all, goal, goal, 1));
    if (ends) TRY(found_move(&all, found->states, found->states, 1));
    for (uint64_t k = 0; k < found->moves; k++) {
        const struct triplet *move = &found->move[k];
        TRY(found_move(&all, move->row, move->col, move->val));
        sum[move->row] += move->val;
    }
    for (uint32_t i = 0; i < found->states; i++)
        if (i != goal && sum[i] < 1 - 1e-12) TRY(found_move(&all, i, found->states, 1 - sum[i]));
    TRY(csr_from_triplets(all.states, all.moves, all.move, out));
out:
    free(sum);
    found_free(&all);
    return status;
}

/* *number (new) = the row of each undecided state; UINT32_MAX for the others. */
static enum status number_rows(uint32_t states, const uint8_t *no, const uint8_t *yes,
                               uint32_t **number, uint32_t *rows)
{
    enum status status = allocate(states, sizeof **number, "rows", number);
    *rows = 0;
    for (uint32_t i = 0; status == OK && i < states; i++)
        (*number)[i] = no[i] || yes[i] ? UINT32_MAX : (*rows)++;
    return status;
}

static enum status allocate_system(uint32_t n, uint64_t nnz, struct linear *out)
{
    MUST(matrix_allocate(n, nnz, &out->a));
    MUST(allocate_zeroed(n, sizeof *out->b, "b", &out->b));
    MUST(allocate_zeroed(n, sizeof *out->x0, "x0", &out->x0));
    return allocate_zeroed(n, sizeof *out->answer, "the answer", &out->answer);
}

static void fill_system(const struct csr *chain, const uint32_t *number, const uint8_t *yes,
                        struct linear *out)
{
    struct csr *off = &out->a.off;
    uint64_t at = 0;
    off->row[0] = 0;
    for (uint32_t i = 0; i < chain->rows; i++) {
        uint32_t row = number[i];
        if (row == UINT32_MAX) continue;
        out->a.diag[row] = 1;
        for (uint64_t k = chain->row[i]; k < chain->row[i + 1]; k++) {
            uint32_t to = number[chain->col[k]];
            if (yes[chain->col[k]]) out->b[row] += chain->val[k];
            if (to == UINT32_MAX) continue;
            off->col[at] = to;
            off->val[at++] = -chain->val[k];
        }
        off->row[row + 1] = at;
    }
    off->nnz = at;
}

/* Solves the system by sweeps. There are no cycles, so each sweep makes at least one more state
 * final, and the first sweep most of them. */
static void substitute(struct linear *system)
{
    const struct csr *off = &system->a.off;
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t i = off->rows; i-- > 0;) {
            double x = system->b[i];
            for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++)
                x -= off->val[k] * system->answer[off->col[k]];
            changed |= x != system->answer[i];
            system->answer[i] = x;
        }
    }
}

enum status found_system(const struct found *found, const char *program, uint32_t goal,
                         struct linear *out)
{
    enum status status = OK;
    struct csr chain = {0};
    uint8_t *is_goal = NULL, *no = NULL, *yes = NULL;
    uint32_t *number = NULL, rows = 0;
    *out = (struct linear){0};
    TRY(found_complete(found, goal, false, &chain));
    TRY(allocate_zeroed(chain.rows, 1, "the goal", &is_goal));
    is_goal[goal] = 1;
    TRY(certain_states(&chain, NULL, is_goal, &no, &yes));
    TRY(number_rows(chain.rows, no, yes, &number, &rows));
    if (rows == 0)
        TRY(fail(
            ERROR_INPUT,
            "%s: every state reaches the goal with probability 0 or 1: nothing is left to solve",
            program));
    TRY(allocate_system(rows, chain.nnz, out));
    fill_system(&chain, number, yes, out);
    substitute(out);
out:
    csr_free(&chain);
    free(is_goal);
    free(no);
    free(yes);
    free(number);
    if (status != OK) linear_free(out);
    return status;
}

enum status found_chain(const struct found *found, uint32_t root, uint32_t goal, struct chain *out)
{
    enum status status = OK;
    uint8_t *init, *deadlock, *is_goal;
    *out = (struct chain){.type = CHAIN_DTMC};
    TRY(found_complete(found, goal, true, &out->transitions));
    TRY(chain_add_label(out, "init", &init));
    TRY(chain_add_label(out, "deadlock", &deadlock));
    TRY(chain_add_label(out, "goal", &is_goal));
    init[root] = is_goal[goal] = 1;
out:
    if (status != OK) chain_free(out);
    return status;
}
