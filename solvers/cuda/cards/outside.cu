/* Flows between the rows of a card and its ghosts. They keep a row from uniting with another one
 * while its nearest row is on another card. */
#include "solvers/cuda/cards/each.cuh"
#include "solvers/cuda/levels/each.cuh"
#include "solvers/cuda/levels/groups.cuh"

extern "C" {
#include "solvers/cuda/cards/levels.h"
}

/* x and diagonal of the rows of other cards, on these cards. */
struct far_rows {
    const double *x[MAX_CARDS], *diag[MAX_CARDS];
    uint32_t first[MAX_CARDS + 1]; /* first ghost of each card */
    const uint32_t *index;
};

/* Raises the largest flows found so far for row i and its ghosts. Floats that are not negative are
 * in the order of their bits. */
__device__ static void look_at_row(const struct level &a, const struct far_rows &far, uint32_t i,
                                   float *found)
{
    const double here = floored(a.x[i]) * a.diag[i];
    float most = 0;
    for (uint64_t k = a.row[i]; k < a.row[i + 1]; k++) {
        if (a.col[k] < a.n) continue;
        const uint32_t g = a.col[k] - a.n, at = far.index[g];
        int card = 0;
        while (g >= far.first[card + 1]) card++;
        const double x = floored(far.x[card][at]), there = x * far.diag[card][at];
        const float flow = key_flow(key_of(0, 0, -a.val[k] * x, here < there ? here : there));
        most = fmaxf(most, flow);
        atomicMax((unsigned *)&found[a.n + g], __float_as_uint(flow));
    }
    found[i] = most;
}

static enum status look_at_rows(const struct level *level)
{
    const struct level_parts *parts = level->parts;
    return on_cards(parts->cards, [=](int c) {
        const struct level part = cards_part(level, c);
        float *const found = cards_outside(&part);
        far_rows far;
        for (int k = 0; k < parts->cards; k++) {
            const struct level other = cards_part(level, k);
            far.x[k] = other.x;
            far.diag[k] = other.diag;
        }
        for (int k = 0; k <= parts->cards; k++) far.first[k] = parts->ghosts[c].first[k];
        far.index = parts->ghosts[c].index;
        MUST(device_status(
            cudaMemsetAsync(found + part.n, 0, part.ghosts * sizeof *found, device_stream()),
            "clearing"));
        return for_each(part.n, "flows from ghosts",
                        [=] __device__(uint64_t i) { look_at_row(part, far, (uint32_t)i, found); });
    });
}

/* Raises the flows of each card's own rows by those that other cards found for them as ghosts. */
static enum status raise_own(const struct level *level)
{
    const struct level_parts *parts = level->parts;
    return on_cards(parts->cards, [=](int c) {
        const struct level part = cards_part(level, c);
        float *const own = cards_outside(&part);
        for (int k = 0; k < parts->cards; k++) {
            const struct ghosts &ghosts = parts->ghosts[k];
            const struct level other = cards_part(level, k);
            const uint32_t first = ghosts.first[c], *const index = ghosts.index + first;
            const float *const found = cards_outside(&other) + other.n + first;
            MUST(for_each(
                ghosts.first[c + 1] - first, "flows to ghosts",
                [=] __device__(uint64_t g) { own[index[g]] = fmaxf(own[index[g]], found[g]); }));
        }
        return OK;
    });
}

extern "C" enum status cards_find_outside(const struct level *level)
{
    const int cards = level->parts->cards;
    MUST(cards_barrier(cards));
    MUST(look_at_rows(level));
    MUST(cards_barrier(cards));
    return raise_own(level);
}
