/* The best weighted sum of objectives, and a scheduler that has it. Sums by sweeps are guesses; a
 * little more, or less, is what the check accepts (Theorem 15). */
#include "problems/objectives/weighing.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/progress_hook.h"
#include "base/sparse/choices_graph.h"
#include "problems/objectives/sums.h"

struct work {
    struct weighing *of;
    double *pays, *one;             /* weighted payments, rounded up; 1 for each row */
    double *x, *z, *longer, *tried; /* for each state */
    uint8_t *near, *goal;
    uint32_t *rank, *choice;
    /* End components of rows that pay nothing with these weights: a path may stay as long as it
     * likes before it goes on, so their states have the same best sum. */
    uint32_t *component, components;
    uint8_t *stays, *leaves; /* rows in them; rows that are near the best, and not in them */
    double *largest;
};

static void work_free(struct work *w)
{
    free(w->pays);
    free(w->one);
    free(w->x);
    free(w->z);
    free(w->longer);
    free(w->tried);
    free(w->near);
    free(w->goal);
    free(w->rank);
    free(w->choice);
    free(w->component);
    free(w->stays);
    free(w->leaves);
    free(w->largest);
}

static enum status work_begin(struct weighing *of, struct work *w)
{
    const uint32_t n = of->states, rows = of->rows.rows;
    *w = (struct work){.of = of};
    MUST(allocate_zeroed(rows, sizeof *w->pays, "rewards", &w->pays));
    MUST(allocate(rows, sizeof *w->one, "rewards", &w->one));
    MUST(allocate_zeroed(n, sizeof *w->x, "sums", &w->x));
    MUST(allocate_zeroed(n, sizeof *w->z, "sums", &w->z));
    MUST(allocate_zeroed(n, sizeof *w->longer, "sums", &w->longer));
    MUST(allocate_zeroed(n, sizeof *w->tried, "sums", &w->tried));
    MUST(allocate(rows, 1, "choices", &w->near));
    MUST(allocate(n, sizeof *w->choice, "choices", &w->choice));
    MUST(allocate_zeroed(n, 1, "states", &w->goal));
    memcpy(w->goal, of->stated, n);
    for (uint32_t r = 0; r < rows; r++) w->one[r] = 1;
    return OK;
}

/* Terms that are exact stay so. */
static void weigh_payments(struct work *w, const double *weight)
{
    const struct weighing *of = w->of;
    for (uint32_t r = 0; r < of->rows.rows; r++) {
        double sum = 0, size = 0, share = 0;
        int terms = 0;
        for (size_t k = 0; k < of->count; k++) {
            const double term = weight[k] * of->pays[k][r];
            if (term == 0) continue;
            sum += term;
            size += fabs(term);
            share = fmax(share, of->share[k]);
            terms += weight[k] == 1 ? 1 : 2;
        }
        w->pays[r] = sum + size * ((terms > 1 ? 16 * DBL_EPSILON : 0) + 2 * share);
    }
}

static enum status find_free_ends(struct work *w)
{
    const struct weighing *of = w->of;
    const uint32_t rows = of->rows.rows;
    uint8_t *inside;
    MUST(allocate(rows, 1, "choices", &w->leaves));
    MUST(allocate(of->states, 1, "states", &inside));
    for (uint32_t i = 0; i < of->states; i++) inside[i] = !of->stated[i];
    for (uint32_t r = 0; r < rows; r++) w->leaves[r] = w->pays[r] == 0;
    const struct choices unpaid = {&of->rows, of->group, of->states, w->leaves};
    const enum status status =
        end_components(&unpaid, inside, &w->component, &w->components, &w->stays);
    free(inside);
    MUST(status);
    for (uint32_t r = 0; r < rows; r++) w->leaves[r] = !w->stays[r];
    return allocate_zeroed((size_t)w->components + 1, sizeof *w->largest, "sums", &w->largest);
}

static struct sums sums_of(const struct work *w, const double *pays, bool chosen)
{
    return (struct sums){.rows = &w->of->rows,
                         .group = w->of->group,
                         .states = w->of->states,
                         .last = w->of->last,
                         .pays = pays,
                         .allowed = w->leaves,
                         .choice = chosen ? w->choice : NULL,
                         .component = w->component,
                         .components = w->components,
                         .largest = w->largest};
}

/* Takes for each state a row that surely leads to the end, of those that are near enough to the
 * best. *found: there is one for each. */
static enum status choose(struct work *w, double slack, bool *found)
{
    const struct weighing *of = w->of;
    const struct choices c = {&of->rows, of->group, of->states, w->near};
    struct sums s = sums_of(w, w->pays, false);
    for (uint32_t i = 0; i < of->states; i++)
        for (uint32_t r = of->group[i]; r < of->group[i + 1]; r++)
            w->near[r] = isinf(slack) || sums_row(&s, w->x, i, r) >= w->x[i] - slack;
    free(w->rank);
    w->rank = NULL;
    MUST(choices_rank(&c, BY_SURE_CHOICE, NULL, w->goal, &w->rank));
    choices_descend(&c, BY_SURE_CHOICE, w->rank, w->choice);
    *found = true;
    for (uint32_t i = 0; i < of->states; i++) {
        if (of->stated[i]) w->choice[i] = of->group[i];
        *found = *found && w->rank[i] != NO_RANK;
    }
    return OK;
}

/* x = the best sums, from those of some choice that ends. */
static enum status find_best(struct work *w, bool *found)
{
    struct sums s;
    MUST(choose(w, INFINITY, found));
    if (!*found) return OK;
    s = sums_of(w, w->pays, true);
    memset(w->x, 0, w->of->states * sizeof *w->x);
    sums_sweep(&s, w->x);
    s.choice = NULL;
    sums_sweep(&s, w->x);
    *found = false;
    const double scale = sums_scale(&s, w->x);
    for (double slack = 1e-11; slack < 1 && !*found; slack *= 10)
        MUST(choose(w, slack * scale, found));
    return OK;
}

/* Numbers with few digits are probably those. */
static void round_close(const struct work *w, const double *from, double scale)
{
    for (uint32_t i = 0; i < w->of->states; i++) {
        const double near = nearbyint(from[i] * 0x1p20) * 0x1p-20;
        w->tried[i] = fabs(near - from[i]) <= 1e-11 * scale ? near : from[i];
    }
}

static bool holds(const struct work *w, const double *pays, double share, enum side side)
{
    struct optimum o = {.a = &w->of->system.a,
                        .reading = w->of->reading,
                        .b = pays,
                        .stated = w->of->stated,
                        .largest = true,
                        .ends = true};
    o.reading.constant = share;
    return side == ABOVE ? certify_above(&o, w->tried, NULL) : certify_below(&o, w->tried, w->rank);
}

/* tried = numbers near `from` that are proven on their side: moved by more and more of `longer`. */
static bool prove(const struct work *w, const double *from, const double *pays, double share,
                  enum side side)
{
    const struct sums s = sums_of(w, pays, false);
    const double scale = sums_scale(&s, from);
    round_close(w, from, scale);
    bool proven = holds(w, pays, share, side);
    for (double part = 1e-17; part < 1e-4 && !proven; part *= 8) {
        for (uint32_t i = 0; i < w->of->states; i++) {
            const double more = part * scale * w->longer[i];
            w->tried[i] = w->of->stated[i] ? 0 : side == ABOVE ? from[i] + more : from[i] - more;
        }
        proven = holds(w, pays, share, side);
    }
    return proven;
}

/* The longest time to the end by rows that are near the best. */
static void find_longest(struct work *w)
{
    struct sums s = sums_of(w, w->one, true);
    memset(w->longer, 0, w->of->states * sizeof *w->longer);
    sums_sweep(&s, w->longer);
    s.choice = NULL;
    for (uint32_t r = 0; r < w->of->rows.rows; r++) w->leaves[r] = w->near[r] && !w->stays[r];
    sums_sweep(&s, w->longer);
}

/* The scheduler's own numbers. */
static bool prove_scheduler(struct work *w, struct achieved *out)
{
    const struct weighing *of = w->of;
    bool proven = true;
    struct sums s = sums_of(w, w->one, true);
    memset(w->longer, 0, of->states * sizeof *w->longer);
    sums_sweep(&s, w->longer);
    for (size_t k = 0; k < of->count && proven; k++) {
        s.pays = of->pays[k];
        memset(w->z, 0, of->states * sizeof *w->z);
        sums_sweep(&s, w->z);
        proven = prove(w, w->z, of->pays[k], of->share[k], BELOW);
        out->low[k] = w->tried[of->start];
    }
    return proven;
}

enum status weighing_best(struct weighing *of, const double *weight, double *most,
                          struct achieved *out, bool *known)
{
    enum status status = OK;
    struct work w;
    *most = INFINITY;
    *known = false;
    TRY(work_begin(of, &w));
    weigh_payments(&w, weight);
    TRY(find_free_ends(&w));
    TRY(find_best(&w, known));
    if (!*known) goto out;
    *known = prove_scheduler(&w, out);
    find_longest(&w);
    if (prove(&w, w.x, w.pays, 0, ABOVE)) *most = w.tried[of->start];
    TRY(progress_hook_check());
out:
    work_free(&w);
    return status;
}
