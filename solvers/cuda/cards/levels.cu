/* The operations of method multilevel over several cards: each card does the operation of place
 * cuda on its part, after it has got the numbers of its ghosts. A level that is not divided belongs
 * to card 0. */
#include "solvers/cuda/cards/each.cuh"
#include "solvers/cuda/levels/each.cuh"
#include "solvers/cuda/levels/levels.h"
#include "solvers/cuda/levels/rows.cuh"

extern "C" {
#include "solvers/cuda/cards/levels.h"
}

/* Calls f(part, c) on each card that has a part of the level. */
template <class F>
static enum status on_parts(const struct level *level, F f)
{
    return on_cards(level->parts->cards, [=](int c) { return f(cards_part(level, c), c); });
}

template <class F>
static enum status on_first(F f)
{
    cards_act();
    device_home();
    return f();
}

/* The addresses of an array on all cards, and the first ghost from each card. */
template <class T>
struct sources {
    const T *at[MAX_CARDS];
    uint32_t first[MAX_CARDS + 1];

    __device__ T of_ghost(uint32_t g, uint32_t index) const
    {
        int card = 0;
        while (g >= first[card + 1]) card++;
        return at[card][index];
    }
};

/* Copies the entries of a card's ghosts from the arrays of the other cards, to the places after its
 * own entries. */
template <class T>
static enum status bring_ghosts(const struct level *whole, T *level::*array)
{
    const struct level_parts *parts = whole->parts;
    MUST(cards_barrier(parts->cards));
    return on_parts(whole, [=](const struct level &part, int c) {
        const struct ghosts &ghosts = parts->ghosts[c];
        const uint32_t *const index = ghosts.index;
        T *const to = part.*array + part.n;
        sources<T> from;
        for (int k = 0; k <= parts->cards; k++) from.first[k] = ghosts.first[k];
        for (int k = 0; k < parts->cards; k++) from.at[k] = cards_part(whole, k).*array;
        return for_each(part.ghosts, "bringing ghosts", [=] __device__(uint64_t g) {
            to[g] = from.of_ghost((uint32_t)g, index[g]);
        });
    });
}

extern "C" enum status cards_bring_aggregates(const struct level *level)
{
    return bring_ghosts(level, &level::aggregate);
}

/* Gathering */

/* Positions of the parts of a level in the whole. */
struct origins {
    uint64_t row[MAX_CARDS];
    uint32_t first[MAX_CARDS + 1]; /* first ghost of each card */

    __device__ uint32_t of_ghost(uint32_t g, uint32_t index) const
    {
        int card = 0;
        while (g >= first[card + 1]) card++;
        return (uint32_t)row[card] + index;
    }
};

extern "C" enum status cards_gather_pattern(const struct level *level)
{
    const struct level whole = *level;
    const struct level_parts *parts = level->parts;
    return on_parts(level, [=](const struct level &part, int c) {
        const uint32_t *const index = parts->ghosts[c].index, n = part.n,
                              last = c == parts->cards - 1;
        const uint64_t row = parts->first[c], entry = parts->first_entry[c];
        const struct level from = part;
        origins at;
        for (int k = 0; k < parts->cards; k++) at.row[k] = parts->first[k];
        for (int k = 0; k <= parts->cards; k++) at.first[k] = parts->ghosts[c].first[k];
        MUST(for_each(n + last, "gathering rows",
                      [=] __device__(uint64_t i) { whole.row[row + i] = entry + from.row[i]; }));
        return for_each(from.nnz, "gathering columns", [=] __device__(uint64_t k) {
            const uint32_t j = from.col[k];
            whole.col[entry + k] = j < n ? (uint32_t)row + j : at.of_ghost(j - n, index[j - n]);
        });
    });
}

/* Gathers x, and b if there is one. */
static enum status gather_vectors(const struct level *level, const struct level &whole)
{
    const struct level_parts *parts = level->parts;
    double *const x = whole.x, *const b = whole.b;
    return on_parts(level, [=](const struct level &part, int c) {
        const uint64_t first = parts->first[c];
        const double *const own_x = part.x, *const own_b = part.b;
        return for_each(part.n, "gathering x", [=] __device__(uint64_t i) {
            x[first + i] = own_x[i];
            if (b) b[first + i] = own_b[i];
        });
    });
}

static enum status scatter_x(const struct level *level, const struct level &whole)
{
    const struct level_parts *parts = level->parts;
    const double *const x = whole.x;
    MUST(cards_barrier(parts->cards));
    return on_parts(level, [=](const struct level &part, int c) {
        const uint64_t first = parts->first[c];
        double *const own = part.x;
        return for_each(part.n, "scattering x",
                        [=] __device__(uint64_t i) { own[i] = x[first + i]; });
    });
}

static enum status gather_numbers(const struct level *level)
{
    const struct level_parts *parts = level->parts;
    double *const diag = level->diag, *const val = level->val;
    MUST(on_parts(level, [=](const struct level &part, int c) {
        const uint64_t row = parts->first[c], entry = parts->first_entry[c], n = part.n;
        const double *const own_diag = part.diag, *const own_val = part.val;
        return for_each(n + part.nnz, "gathering a level", [=] __device__(uint64_t k) {
            if (k < n) diag[row + k] = own_diag[k];
            else val[entry + k - n] = own_val[k - n];
        });
    }));
    return cards_barrier(parts->cards);
}

/* Levels */

static enum status cards_level_aggregate(const struct level *level, void *scratch, uint32_t *count)
{
    return on_first([=] { return cuda_aggregate(level, scratch, count); });
}

static enum status cards_level_count(const struct level *fine, const struct level *coarse,
                                     void *scratch, uint64_t *nnz)
{
    return on_first([=] { return cuda_count(fine, coarse, scratch, nnz); });
}

static enum status cards_level_connect(const struct level *fine, const struct level *coarse,
                                       void *scratch)
{
    return on_first([=] { return cuda_connect(fine, coarse, scratch); });
}

static enum status cards_level_weigh(const struct level *fine, const struct level *coarse)
{
    if (!fine->divided) return on_first([=] { return cuda_weigh(fine, coarse); });
    MUST(on_parts(fine, [=](const struct level &part, int c) {
        const struct level next = cards_part(coarse, c);
        return cuda_weigh(&part, &next);
    }));
    return coarse->divided ? OK : gather_vectors(coarse, *coarse);
}

/* Sums the flow out of the ghosts on each card. */
static enum status sum_ghosts(const struct level *level)
{
    const struct level_parts *parts = level->parts;
    return on_parts(level, [=](const struct level &part, int c) {
        const struct level from = part;
        double *const leaving = parts->ghosts[c].leaving;
        return for_each(from.ghosts, "sums of ghosts", [=] __device__(uint64_t g) {
            leaving[g] = column_part(from, from.n + (uint32_t)g, 0, 0);
        });
    });
}

/* Adds to the diagonal of each card's own rows the flow out of them on the other cards, in the
 * order of the cards. */
static enum status add_leaving(const struct level *level)
{
    const struct level_parts *parts = level->parts;
    MUST(cards_barrier(parts->cards));
    return on_parts(level, [=](const struct level &part, int c) {
        double *const diag = part.diag;
        for (int k = 0; k < parts->cards; k++) {
            const struct ghosts &ghosts = parts->ghosts[k];
            const uint32_t first = ghosts.first[c], *const index = ghosts.index + first;
            const double *const leaving = ghosts.leaving + first;
            MUST(for_each(ghosts.first[c + 1] - first, "adding sums",
                          [=] __device__(uint64_t g) { diag[index[g]] += leaving[g]; }));
        }
        return OK;
    });
}

static enum status cards_level_product(const struct level *fine, const struct level *coarse)
{
    if (!fine->divided) return on_first([=] { return cuda_product(fine, coarse); });
    MUST(bring_ghosts(fine, &level::next));
    MUST(on_parts(fine, [=](const struct level &part, int c) {
        const struct level next = cards_part(coarse, c);
        return cuda_product(&part, &next);
    }));
    if (!fine->b) {
        MUST(sum_ghosts(coarse));
        MUST(add_leaving(coarse));
    }
    return coarse->divided ? OK : gather_numbers(coarse);
}

static enum status cards_level_smooth(const struct level *level, double omega)
{
    if (!level->divided) return on_first([=] { return cuda_smooth(level, omega); });
    MUST(bring_ghosts(level, &level::x));
    return on_parts(level,
                    [=](const struct level &part, int) { return cuda_smooth(&part, omega); });
}

static enum status cards_level_prolong(const struct level *fine, const struct level *coarse)
{
    if (!fine->divided) return on_first([=] { return cuda_prolong(fine, coarse); });
    if (!coarse->divided) MUST(scatter_x(coarse, *coarse));
    return on_parts(fine, [=](const struct level &part, int c) {
        const struct level next = cards_part(coarse, c);
        return cuda_prolong(&part, &next);
    });
}

static enum status cards_level_eliminate(const struct level *level, double *dense)
{
    if (!level->divided) return on_first([=] { return cuda_eliminate(level, dense); });
    const struct level *const small = level->parts->small;
    MUST(gather_vectors(level, *small));
    MUST(cards_barrier(level->parts->cards));
    MUST(on_first([=] { return cuda_eliminate(small, dense); }));
    return scatter_x(level, *small);
}

static enum status cards_level_tail(const struct level *level, int levels, double omega,
                                    double *dense)
{
    return on_first([=] { return cuda_tail(level, levels, omega, dense); });
}

/* The window */

static double *own_rows(const double *vector, const struct level_parts *parts, int c)
{
    return vector ? (double *)cards_at(vector, c) + parts->first[c] : NULL;
}

static struct window window_at(const struct window *w, int c)
{
    const struct level &part = w->parts->part[c].level[0];
    struct window own = *w;
    own.n = part.n;
    own.diag = part.diag;
    own.x = own_rows(w->x, w->parts, c);
    own.before = own_rows(w->before, w->parts, c);
    own.last = own_rows(w->last, w->parts, c);
    for (int k = 0; k < WINDOW_MOST - 1; k++) {
        own.after[k] = own_rows(w->after[k], w->parts, c);
        own.change[k] = own_rows(w->change[k], w->parts, c);
    }
    own.sums = (double *)cards_at(w->sums, c);
    own.coefficient = (double *)cards_at(w->coefficient, c);
    return own;
}

struct partial_sums {
    int cards;
    const double *at[MAX_CARDS];
};

/* Every card adds the sums of all cards, in the order of the cards. */
static enum status cards_level_measure(const struct window *w)
{
    const struct level_parts *parts = w->parts;
    partial_sums partial = {parts->cards, {}};
    for (int c = 0; c < parts->cards; c++) partial.at[c] = parts->sums[c];
    MUST(cards_barrier(parts->cards));
    MUST(on_cards(parts->cards, [=](int c) {
        struct window own = window_at(w, c);
        own.sums = parts->sums[c];
        return cuda_measure(&own);
    }));
    MUST(cards_barrier(parts->cards));
    return on_cards(parts->cards, [=](int c) {
        double *const sums = window_at(w, c).sums;
        return for_each(WINDOW_SUMS, "adding sums", [=] __device__(uint64_t k) {
            double sum = 0;
            for (int card = 0; card < partial.cards; card++) sum += partial.at[card][k];
            sums[k] = sum;
        });
    });
}

static enum status cards_level_judge(const struct window *w, double omega, struct test *test)
{
    return on_cards(w->parts->cards, [=](int c) {
        const struct window own = window_at(w, c);
        struct test mine = test_at(test, c);
        return cuda_judge(&own, omega, &mine);
    });
}

static enum status cards_level_fit(const struct window *w)
{
    return on_cards(w->parts->cards, [=](int c) {
        const struct window own = window_at(w, c);
        return cuda_fit(&own);
    });
}

static enum status cards_level_combine(const struct window *w)
{
    return on_cards(w->parts->cards, [=](int c) {
        const struct window own = window_at(w, c);
        return cuda_combine(&own);
    });
}

extern "C" const struct level_ops level_ops_cuda, level_ops_cards;

static size_t cards_level_scratch_bytes(uint32_t n, uint64_t nnz)
{
    return level_ops_cuda.scratch_bytes(n, nnz);
}

extern "C" const struct level_ops level_ops_cards = {
    .divide = cards_divide,
    .extend = cards_extend,
    .unite = cards_unite,
    .scratch_bytes = cards_level_scratch_bytes,
    .aggregate = cards_level_aggregate,
    .count = cards_level_count,
    .connect = cards_level_connect,
    .weigh = cards_level_weigh,
    .product = cards_level_product,
    .smooth = cards_level_smooth,
    .gauss_seidel = NULL,
    .prolong = cards_level_prolong,
    .collect = NULL,
    .correct = NULL,
    .damp = NULL,
    .eliminate = cards_level_eliminate,
    .tail = cards_level_tail,
    .tail_rows = CUDA_TAIL_ROWS,
    .measure = cards_level_measure,
    .judge = cards_level_judge,
    .fit = cards_level_fit,
    .combine = cards_level_combine,
};
