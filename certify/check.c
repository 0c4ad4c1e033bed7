#include "certify/check.h"

#include "certify/nearest.h"
#include "certify/rows.h"

static const struct classes one_class = {.count = 1};

bool certify_weights(const struct matrix *a, const struct reading *reading, const double *v,
                     double *drift)
{
    const struct row_check c = {
        .rule = CHECK_WEIGHTS, .a = *a, .reading = *reading, .x = v, .out = drift};
    struct row_proof proof;
    rows_prove(&c, &one_class, &proof);
    return proof.holds;
}

/* A matrix whose inverse is not negative keeps the sign of a residual. */
struct bound certify_answer(const struct matrix *a, const struct reading *reading, const double *b,
                            const double *drift, const double *answer)
{
    const struct row_check c = {
        .rule = CHECK_ANSWER, .a = *a, .reading = *reading, .x = answer, .b = b, .by = drift};
    struct row_proof proof;
    rows_prove(&c, &one_class, &proof);
    return (struct bound){.below = proof.most[0], .above = proof.most[1]};
}

/* Product and sum plus their rounding errors, rounded up. Tiny products, whose errors are not
 * known, are rounded up directly. */
static double add_product_up(double x, double a, double b)
{
    const bool small = fabs(a * b) < 0x1p-969;
    const double product = small ? multiply_up(a, b) : a * b,
                 rest = small ? 0 : fma(a, b, -product), sum = x + product;
    return isfinite(sum) ? add_up(sum, add_up(lost_by(x, product, sum), rest)) : INFINITY;
}

double certify_add_product(double x, double a, double b, enum side side)
{
    TO_NEAREST;
    x = settled(x), a = settled(a), b = settled(b);
    if (isfinite(a) && isfinite(b) && (a == 0 || b == 0)) return x;
    return settled(side == ABOVE ? add_product_up(x, a, b) : -add_product_up(-x, -a, b));
}

static double share_up(double a, double b)
{
    if (a <= 0) return 0;
    return b > 0 ? or_infinite(divide_up(a, b)) : INFINITY;
}

double certify_share(double a, double b)
{
    TO_NEAREST;
    return settled(share_up(settled(a), settled(b)));
}
