#include "base/closed/closed.h"

#include <math.h>

#include "base/closed/herman.h"
#include "base/closed/tandem.h"

const char *const closed_names[NCLOSED] = {
    "",
#define CLOSED(name) #name,
#include "base/closed/closed.def"
#undef CLOSED
};

/* Forces inlining, so that the calls of `entry` are inlined where it is known. */
#define ALWAYS __attribute__((always_inline))

/* Matrices without a closed form have no kinds, and a diagonal of zeros. */

unsigned closed_kinds(const struct closed_rows *closed)
{
    static const unsigned kinds[NCLOSED] = {
        [CLOSED_tandem] = TANDEM_KINDS, [CLOSED_herman] = HERMAN_KINDS};
    return kinds[closed->form];
}

double closed_diagonal(const struct closed_rows *closed, unsigned kind)
{
    switch (closed->form) {
#define CLOSED(name)    \
    case CLOSED_##name: \
        return name##_diagonal(closed, kind);
#include "base/closed/closed.def"
#undef CLOSED
    default: return 0;
    }
}

double closed_largest(const struct closed_rows *closed)
{
    switch (closed->form) {
#define CLOSED(name)    \
    case CLOSED_##name: \
        return name##_largest(closed);
#include "base/closed/closed.def"
#undef CLOSED
    default: return 0;
    }
}

double closed_reward(const struct closed_rows *closed, uint64_t i)
{
    switch (closed->form) {
#define CLOSED(name)    \
    case CLOSED_##name: \
        return name##_reward(closed, i);
#include "base/closed/closed.def"
#undef CLOSED
    default: return 0;
    }
}

double closed_weight(const struct closed_rows *closed, uint64_t i)
{
    switch (closed->form) {
#define CLOSED(name)    \
    case CLOSED_##name: \
        return name##_weight(closed, i);
#include "base/closed/closed.def"
#undef CLOSED
    default: return NAN;
    }
}

uint64_t closed_reach(const struct closed_rows *closed)
{
    switch (closed->form) {
#define CLOSED(name)    \
    case CLOSED_##name: \
        return name##_reach(closed);
#include "base/closed/closed.def"
#undef CLOSED
    default: return 0;
    }
}

ALWAYS static inline void tandem_each(const struct closed_rows *closed, uint64_t i,
                                      closed_entry *entry, void *context)
{
    struct tandem_row row;
    tandem_row_at(closed->size, i, &row);
    for (uint32_t k = 0; k < row.count; k++)
        entry(context, i + (uint64_t)row.offset[k], row.value[k]);
}

ALWAYS static inline void herman_each(const struct closed_rows *closed, uint64_t i,
                                      closed_entry *entry, void *context)
{
    const struct herman_row row = herman_row_at(closed->size, i);
    const double value = -herman_power(row.tokens);
    uint64_t subset = 0;
    if (row.tokens == 1) return;
    do {
        if ((row.copied | subset) != i) entry(context, row.copied | subset, value);
        subset = herman_next(&row, subset);
    } while (subset);
}

ALWAYS static inline void each_entry(const struct closed_rows *closed, uint64_t i,
                                     closed_entry *entry, void *context)
{
    switch (closed->form) {
#define CLOSED(name)                            \
    case CLOSED_##name:                         \
        name##_each(closed, i, entry, context); \
        return;
#include "base/closed/closed.def"
#undef CLOSED
    default: return;
    }
}

void closed_row(const struct closed_rows *closed, uint64_t i, closed_entry *entry, void *context)
{
    each_entry(closed, i, entry, context);
}

unsigned closed_row_kind(const struct closed_rows *closed, uint64_t i)
{
    switch (closed->form) {
#define CLOSED(name)    \
    case CLOSED_##name: \
        return name##_kind(closed, i);
#include "base/closed/closed.def"
#undef CLOSED
    default: return 0;
    }
}

double closed_row_diagonal(const struct closed_rows *closed, uint64_t i)
{
    switch (closed->form) {
#define CLOSED(name)    \
    case CLOSED_##name: \
        return name##_diagonal(closed, name##_kind(closed, i));
#include "base/closed/closed.def"
#undef CLOSED
    default: return 0;
    }
}

struct summing {
    const double *x;
    struct closed_sum sum;
};

static inline void add_entry(void *context, uint64_t column, double value)
{
    struct summing *to = context;
    const double product = value * to->x[column];
    to->sum.off += product;
    to->sum.size += fabs(product);
    to->sum.entries++;
}

struct closed_sum closed_sum(const struct closed_rows *closed, uint64_t i, const double *x)
{
    struct summing to = {.x = x, .sum = {.diagonal = closed_row_diagonal(closed, i)}};
    each_entry(closed, i, add_entry, &to);
    return to.sum;
}
