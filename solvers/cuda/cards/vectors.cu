/* Vector operations over several GPUs: each GPU does the operation of place cuda on its own rows.
 */
#include "solvers/cuda/cards/each.cuh"

extern "C" const struct vec_ops vec_ops_cuda_f32, vec_ops_cuda_f64;

static const struct vec_ops &vec_ops_of(float)
{
    return vec_ops_cuda_f32;
}

static const struct vec_ops &vec_ops_of(double)
{
    return vec_ops_cuda_f64;
}

static const struct vec_parts &vec_parts_of(float)
{
    return vec_parts_cuda_f32;
}

static const struct vec_parts &vec_parts_of(double)
{
    return vec_parts_cuda_f64;
}

/* Access to card k's share of vectors of n entries, and to its scalars. */
template <class real>
struct share {
    int k;
    size_t first, n;

    real *operator()(const void *vector, size_t width = 1) const
    {
        return vector ? (real *)cards_at(vector, k) + width * first : NULL;
    }

    double *scalar(const double *there) const
    {
        return (double *)cards_at(there, k);
    }
};

/* Calls f(share, operations) on each card of `there`, which has n entries or is a scalar. */
template <class real, class F>
static enum status on_shares(const void *there, size_t n, F f)
{
    return on_cards(cards_of(there), [=](int k) {
        const struct card_rows its = cards_rows(there, n, k);
        return f(share<real>{k, its.first, its.end - its.first}, vec_ops_of(real()));
    });
}

/* out = the sums of f(share, operations, there) over each card's part of x, added by every card in
 * the order of the cards. */
template <class real, int width, class F>
static enum status sum_shares(const void *x, size_t n, double *out, F f)
{
    double(*sum)[NDOTS] = cards_next_sums();
    enum status status = on_shares<real>(
        x, n, [=](const share<real> &s, const struct vec_ops &ops) { return f(s, ops, sum[s.k]); });
    return status == OK ? cards_add(cards_of(out), sum, width, out) : status;
}

/* Results of the cards for the host, one list per card. */
struct card_results {
    const double *of[MAX_CARDS];
};

/* out = the results of each card, after f(share, operations, there) was enqueued on all cards and
 * the host has waited for all of them. */
template <class real, class F>
static enum status bring_results(const void *there, size_t n, struct card_results *out, F f)
{
    const int cards = cards_of(there);
    enum status status = on_shares<real>(there, n, [=](const share<real> &s, const vec_ops &) {
        out->of[s.k] = device_results();
        return f(s, vec_parts_of(real()), device_results());
    });
    if (status == OK) status = cards_synchronise(cards);
    return status == OK ? cards_waited() : status;
}

static double results_sum(const struct card_results *results, int cards, int at)
{
    double sum = results->of[0][at];
    for (int k = 1; k < cards; k++) sum += results->of[k][at];
    return sum;
}

static double results_largest(const struct card_results *results, int cards, int at)
{
    double largest = 0;
    for (int k = 0; k < cards; k++)
        if (results->of[k][at] > largest) largest = results->of[k][at];
    return largest;
}

/* Weights */

static struct row_classes classes_at(const struct row_classes *classes, int k)
{
    return {classes->count, (const uint32_t *)cards_at(classes->of_row, k),
            (const uint32_t *)cards_at(classes->order, k),
            (const uint32_t *)cards_at(classes->first, k), cards_at(classes->room, k)};
}

/* Adds the weight of later rows of the same class. */
static void add_weight(struct weight *own, const struct weight *other)
{
    own->sum += other->sum;
    if (!(other->largest > own->largest)) return;
    own->largest = other->largest;
    own->row = other->row;
}

/* out = the weights of `count` classes from the first on, at most CARD_WEIGHTS, joined over all
 * cards in their order. */
static enum status join_weights(int cards, const struct row_classes *classes, uint32_t first,
                                uint32_t count, struct weight *out)
{
    struct weight(*const weight)[CARD_WEIGHTS] = cards_shared()->weight;
    const size_t apart = class_parts(classes->count) * sizeof *out;
    enum status status = on_cards(cards, [=](int k) {
        return device_status(
            cudaMemcpy2DAsync(weight[k], sizeof *out,
                              (const char *)cards_at(classes->room, k) + first * apart, apart,
                              sizeof *out, count, cudaMemcpyDeviceToHost, device_stream()),
            "reading weights");
    });
    if (status == OK) status = cards_synchronise(cards);
    for (uint32_t c = 0; c < count && status == OK; c++) {
        out[c] = weight[0][c];
        for (int k = 1; k < cards; k++) add_weight(&out[c], &weight[k][c]);
    }
    return status;
}

template <class real>
struct card_vectors {
    typedef const share<real> &part;
    typedef const struct vec_ops &table;
    typedef const struct vec_parts &table_of_parts;

    static enum status zero(size_t n, void *y)
    {
        return on_shares<real>(y, n, [=](part of, table ops) { return ops.zero(of.n, of(y)); });
    }

    static enum status copy(size_t n, const void *x, void *y)
    {
        return on_shares<real>(y, n,
                               [=](part of, table ops) { return ops.copy(of.n, of(x), of(y)); });
    }

    static enum status axpy(size_t n, double sign, const double *scale, const void *x, void *y)
    {
        return on_shares<real>(y, n, [=](part of, table ops) {
            return ops.axpy(of.n, sign, of.scalar(scale), of(x), of(y));
        });
    }

    static enum status xpay(size_t n, const void *x, const double *scale, void *y)
    {
        return on_shares<real>(y, n, [=](part of, table ops) {
            return ops.xpay(of.n, of(x), of.scalar(scale), of(y));
        });
    }

    static enum status dot(size_t n, const void *x, const void *y, double *out)
    {
        return sum_shares<real, 1>(x, n, out, [=](part of, table ops, double *sum) {
            return ops.dot(of.n, of(x), of(y), sum);
        });
    }

    static enum status dot_one_thread(size_t n, const void *x, const void *y, double *out)
    {
        return sum_shares<real, 1>(x, n, out, [=](part of, table ops, double *sum) {
            return ops.dot_one_thread(of.n, of(x), of(y), sum);
        });
    }

    static enum status divide(const double *a, const double *b, const double *c, const double *d,
                              double *out, struct test *test)
    {
        return on_shares<real>(out, 0, [=](part of, table ops) {
            struct test mine = test_at(test, of.k);
            return ops.divide(of.scalar(a), of.scalar(b), of.scalar(c), of.scalar(d),
                              of.scalar(out), &mine);
        });
    }

    static enum status copy_scalar(const double *a, double *out)
    {
        return on_shares<real>(out, 0, [=](part of, table ops) {
            return ops.copy_scalar(of.scalar(a), of.scalar(out));
        });
    }

    static enum status small(size_t n, const void *x, struct test *test)
    {
        return on_shares<real>(x, n, [=](part of, table ops) {
            struct test mine = test_at(test, of.k);
            return ops.small(of.n, of(x), &mine);
        });
    }

    static enum status axpy_small(size_t n, double sign, const double *scale, const void *x,
                                  void *y, struct test *test)
    {
        return on_shares<real>(y, n, [=](part of, table ops) {
            struct test mine = test_at(test, of.k);
            return ops.axpy_small(of.n, sign, of.scalar(scale), of(x), of(y), &mine);
        });
    }

    static enum status dot_pair(size_t n, const void *x, const void *y, double out[2])
    {
        return sum_shares<real, 2>(x, n, out, [=](part of, table ops, double *sum) {
            return ops.dot_pair(of.n, of(x), of(y), sum);
        });
    }

    static enum status iterate(size_t n, const double *alpha, const void *p, const double *omega,
                               const void *t, const void *q, void *x, void *r, double *out)
    {
        return sum_shares<real, 1>(x, n, out, [=](part of, table ops, double *sum) {
            return ops.iterate(of.n, of.scalar(alpha), of(p), of.scalar(omega), of(t), of(q), of(x),
                               of(r), sum);
        });
    }

    static enum status direction(size_t n, const void *r, const double *beta, const double *omega,
                                 const void *v, void *p)
    {
        return on_shares<real>(p, n, [=](part of, table ops) {
            return ops.direction(of.n, of(r), of.scalar(beta), of.scalar(omega), of(v), of(p));
        });
    }

    static enum status combine(const double *a, const double *b, const double *c, double *out)
    {
        return on_shares<real>(out, 0, [=](part of, table ops) {
            return ops.combine(of.scalar(a), of.scalar(b), of.scalar(c), of.scalar(out));
        });
    }

    static enum status advance(size_t n, const double *alpha, const double *omega,
                               const double *beta, const void *t, const void *v, void *x, void *r,
                               void *p)
    {
        return on_shares<real>(x, n, [=](part of, table ops) {
            return ops.advance(of.n, of.scalar(alpha), of.scalar(omega), of.scalar(beta), of(t),
                               of(v), of(x), of(r), of(p));
        });
    }

    static enum status change(size_t n, const void *x, const void *y, enum criterion criterion,
                              double *out)
    {
        struct card_results results;
        MUST(bring_results<real>(x, n, &results, [=](part of, table_of_parts ops, double *there) {
            return ops.change(of.n, of(x), of(y), criterion, there);
        }));
        *out = results_largest(&results, cards_of(x), 0);
        return OK;
    }

    /* Waits first, because the output is a vector that other cards read in the last sweep. */
    static enum status from_pairs(size_t n, double alpha, double beta, const void *pairs, void *out)
    {
        MUST(cards_barrier(cards_of(out)));
        return on_shares<real>(out, n, [=](part of, table ops) {
            return ops.from_pairs(of.n, alpha, beta, of(pairs, 2), of(out));
        });
    }

    /* Waits for the same reason. */
    static enum status to_pairs(size_t n, const void *x, double factor, double more, void *pairs)
    {
        MUST(cards_barrier(cards_of(pairs)));
        return on_shares<real>(pairs, n, [=](part of, table ops) {
            return ops.to_pairs(of.n, of(x), factor, more, of(pairs, 2));
        });
    }

    static enum status all_finite(size_t n, unsigned width, const void *x, bool *out)
    {
        struct card_results results;
        MUST(bring_results<real>(x, n, &results, [=](part of, table_of_parts ops, double *there) {
            return ops.largest(of.n * width, of(x, width), there);
        }));
        *out = isfinite(results_largest(&results, cards_of(x), 0));
        return OK;
    }

    static enum status add_terms(part of, const struct blend *how)
    {
        for (int k = 0; k < how->count; k += BLEND_TERMS) {
            const int count = blend_terms(how, k);
            const void *x[BLEND_TERMS];
            for (int j = 0; j < count; j++) x[j] = of(how->x[k + j]);
            MUST(vec_parts_of(real()).add_terms(of.n, count, how->factor + k, x, k == 0,
                                                of(how->y)));
        }
        return OK;
    }

    static enum status blend_part(part of, const struct blend *how, double *there)
    {
        MUST(add_terms(of, how));
        for (int k = 0; k < how->ndots; k++)
            MUST(vec_ops_of(real()).dot(of.n, of(how->with[k]), of(how->y), &there[k]));
        return how->largest ? vec_parts_of(real()).largest(of.n, of(how->y), &there[BLEND_DOTS])
                            : OK;
    }

    static enum status blend(size_t n, const struct blend *how)
    {
        const int cards = cards_of(how->y);
        struct card_results results;
        if (!how->ndots && !how->largest)
            return on_shares<real>(how->y, n,
                                   [=](part of, table ops) { return add_terms(of, how); });
        MUST(bring_results<real>(how->y, n, &results,
                                 [=](part of, table_of_parts ops, double *there) {
                                     return blend_part(of, how, there);
                                 }));
        for (int k = 0; k < how->ndots; k++) how->dot[k] = results_sum(&results, cards, k);
        if (!how->largest) return OK;
        const double largest = results_largest(&results, cards, BLEND_DOTS);
        *how->largest = isfinite(largest) ? largest : NAN;
        return OK;
    }

    static enum status quotient(size_t n, const void *x, const void *d, void *y)
    {
        return on_shares<real>(
            y, n, [=](part of, table ops) { return ops.quotient(of.n, of(x), of(d), of(y)); });
    }

    /* Every card sets the rows whose memory it has. Its values for rows of other cards are not used
     * before the next exchange, which overwrites them. */
    static enum status set(uint32_t count, const uint64_t *rows, double value, void *y)
    {
        return on_cards(cards_of(y), [=](int k) {
            const struct card_piece its = cards_piece(y, 0, SIZE_MAX, k);
            const size_t first = its.offset / sizeof(real);
            return vec_parts_of(real()).set(count, (const uint64_t *)cards_at(rows, k), first,
                                            first + its.bytes / sizeof(real), value,
                                            cards_at(y, k));
        });
    }

    /* Returns the first row with the largest entry, because the rows of the cards are joined in
     * their order. */
    static enum status weigh(size_t n, const void *x, const struct row_classes *classes,
                             struct weight *out)
    {
        const int cards = cards_of(x);
        struct card_results results;
        MUST(bring_results<real>(x, n, &results, [=](part of, table_of_parts ops, double *there) {
            const struct row_classes mine = classes_at(classes, of.k);
            return ops.weigh(of.first, of.n, cards_at(x, of.k), &mine, (struct weight *)there);
        }));
        for (uint32_t c = 0; c < classes->count && classes->of_row; c += CARD_WEIGHTS) {
            const uint32_t most = CARD_WEIGHTS, left = classes->count - c;
            MUST(join_weights(cards, classes, c, left < most ? left : most, out + c));
        }
        if (classes->of_row) return OK;
        *out = *(const struct weight *)results.of[0];
        for (int k = 1; k < cards; k++) add_weight(out, (const struct weight *)results.of[k]);
        if (out->row == UINT64_MAX) out->row = 0;
        return OK;
    }

    static enum status rescale(size_t n, const double *factor, const struct row_classes *classes,
                               void *x)
    {
        return on_shares<real>(x, n, [=](part of, table ops) {
            struct row_classes mine = classes_at(classes, of.k);
            if (mine.of_row) mine.of_row += of.first;
            return ops.rescale(of.n, factor, &mine, of(x));
        });
    }
};

#define EXPORT_VECTORS(table, real)                                         \
    extern "C" const struct vec_ops table;                                  \
    extern "C" const struct vec_ops table = {                               \
        card_vectors<real>::zero,       card_vectors<real>::copy,           \
        card_vectors<real>::axpy,       card_vectors<real>::xpay,           \
        card_vectors<real>::dot,        card_vectors<real>::dot_one_thread, \
        card_vectors<real>::divide,     card_vectors<real>::copy_scalar,    \
        card_vectors<real>::small,      card_vectors<real>::axpy_small,     \
        card_vectors<real>::dot_pair,   card_vectors<real>::iterate,        \
        card_vectors<real>::direction,  card_vectors<real>::change,         \
        card_vectors<real>::all_finite, card_vectors<real>::combine,        \
        card_vectors<real>::advance,    card_vectors<real>::from_pairs,     \
        card_vectors<real>::to_pairs,   card_vectors<real>::blend,          \
        card_vectors<real>::quotient,   card_vectors<real>::set,            \
        card_vectors<real>::weigh,      card_vectors<real>::rescale,        \
        nullptr /* best */,             nullptr /* give */};

EXPORT_VECTORS(vec_ops_cards_f32, float)
EXPORT_VECTORS(vec_ops_cards_f64, double)
