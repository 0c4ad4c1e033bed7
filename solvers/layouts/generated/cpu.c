#include "solvers/layouts/generated/generated.h"

#include "base/closed/herman.h"
#include "base/closed/tandem.h"
#include "base/team.h"
#include "solvers/cpu/real.h"
#include "solvers/cpu/simd.h"
#include "solvers/layouts/generated/consensus.h"
#include "solvers/solver.h"

/* Number of rows of a group, which are summed side by side if they are alike. */
#define GROUP 16

struct rows {
    struct closed_rows closed;
    uint64_t first_row;
    const real *inverse;
};

static inline struct rows rows_of(const struct stored *a)
{
    return (struct rows){.closed = *generated_rows(a),
                         .first_row = a->first_row,
                         .inverse = a->array[GENERATED_INVERSE].data};
}

#define OFF_SUM(number, suffix)                                                            \
    static inline number tandem_sum##suffix(uint64_t c, uint64_t i, const number *x)       \
    {                                                                                      \
        number sum = {0};                                                                  \
        struct tandem_row row;                                                             \
        tandem_row_at(c, i, &row);                                                         \
        for (uint32_t k = 0; k < row.count; k++)                                           \
            sum += (real)row.value[k] * x[(int64_t)i + row.offset[k]];                     \
        return sum;                                                                        \
    }                                                                                      \
    static inline number herman_sum##suffix(uint64_t size, uint64_t i, const number *x)    \
    {                                                                                      \
        number sum = {0};                                                                  \
        const struct herman_row row = herman_row_at(size, i);                              \
        const real value = -(real)herman_power(row.tokens);                                \
        uint64_t subset = 0;                                                               \
        if (row.tokens == 1) return sum;                                                   \
        do {                                                                               \
            const uint64_t column = row.copied | subset;                                   \
            if (column != i) sum += value * x[column];                                     \
            subset = herman_next(&row, subset);                                            \
        } while (subset);                                                                  \
        return sum;                                                                        \
    }                                                                                      \
    static inline number off_sum##suffix(struct rows a, uint32_t i, const number *x)       \
    {                                                                                      \
        const uint64_t row = a.first_row + i;                                              \
        return a.closed.form == CLOSED_tandem ? tandem_sum##suffix(a.closed.size, row, x)  \
                                              : herman_sum##suffix(a.closed.size, row, x); \
    }
FOR_REALS_AND_PAIRS(OFF_SUM)

static inline real inverse(struct rows a, uint32_t i)
{
    const uint64_t row = a.first_row + i;
    return a.inverse[a.closed.form == CLOSED_tandem ? tandem_kind(&a.closed, row)
                                                    : herman_kind(&a.closed, row)];
}

/* Sums of tandem for rows first .. first + count - 1; rows that are alike are summed side by side.
 */
ALWAYS_INLINE void tandem_sums(const struct rows *a, uint64_t first, uint32_t count, const real *x,
                               real sum[GROUP])
{
    struct tandem_row row;
    for (uint32_t r = 0, rows; r < count; r += rows) {
        tandem_row_at(a->closed.size, first + r, &row);
        rows = row.alike < count - r ? (uint32_t)row.alike : count - r;
        for (uint32_t q = 0; q < rows; q++) sum[r + q] = 0;
        for (uint32_t k = 0; k < row.count; k++) {
            const real value = (real)row.value[k],
                       *from = x + ((int64_t)(first + r) + row.offset[k]);
            for (uint32_t q = 0; q < rows; q++) sum[r + q] += value * from[q];
        }
    }
}

ALWAYS_INLINE void off_sums(const struct rows *a, enum simd simd, uint32_t first, uint32_t count,
                            const real *x, real sum[GROUP])
{
    (void)simd;
    if (a->closed.form == CLOSED_tandem) {
        tandem_sums(a, a->first_row + first, count, x, sum);
        return;
    }
    for (uint32_t r = 0; r < count; r++) sum[r] = off_sum(*a, first + r, x);
}

ALWAYS_INLINE void inverses(const struct rows *a, uint32_t first, uint32_t count, real out[GROUP])
{
    struct tandem_row row;
    for (uint32_t r = 0, rows; r < count; r += rows) {
        rows = 1;
        out[r] = inverse(*a, first + r);
        if (a->closed.form != CLOSED_tandem) continue;
        tandem_row_at(a->closed.size, a->first_row + first + r, &row);
        if (row.alike > 1) rows = row.alike < count - r ? (uint32_t)row.alike : count - r;
        for (uint32_t q = 1; q < rows; q++) out[r + q] = out[r];
    }
}

/* Lines of tandem are runs. */
#define RUNS
#include "solvers/cpu/runs.h"

static inline void run_at(const struct rows *a, uint32_t first, uint32_t end, const real *x,
                          struct run *out)
{
    const uint32_t next = first / GROUP * GROUP + GROUP; /* 0: after the last 32-bit number */
    const uint64_t at = a->first_row + first;
    struct tandem_row row;
    out->rows = next != 0 && next < end ? next - first : end - first;
    out->alike = a->closed.form == CLOSED_tandem;
    if (!out->alike) return;
    tandem_row_at(a->closed.size, at, &row);
    out->rows = row.alike < end - first ? (uint32_t)row.alike : end - first;
    out->entries = row.count;
    out->inverse = a->inverse[row.kind];
    for (uint32_t k = 0; k < row.count; k++) {
        out->from[k] = x + ((int64_t)at + row.offset[k]);
        out->value[k] = (real)row.value[k];
    }
}

/* Choices are the layout's own: it takes no groups. */

static uint64_t count_lines(const struct closed_rows *closed)
{
    switch (closed->form) {
#define CHOICES(name)   \
    case CLOSED_##name: \
        return name##_lines(closed);
#include "base/closed/choices.def"
#undef CHOICES
    default: return 0;
    }
}

static inline int best_of_line(const struct best_pass *s, uint64_t line)
{
    switch (s->closed->form) {
#define CHOICES(name)   \
    case CLOSED_##name: \
        return name##_line(s, line);
#include "base/closed/choices.def"
#undef CHOICES
    default: return 0;
    }
}

static enum status generated_best(const struct stored *a, const struct rhs *b,
                                  const struct choice_rows *of, const void *x, void *next,
                                  uint32_t *row, struct test *test)
{
    const struct best_pass s = {.closed = generated_rows(a),
                                .x = x,
                                .next = next,
                                .tested = test != NULL,
                                .epsilon = test ? (real)test->epsilon : 0,
                                .relative = test && test->criterion == RELATIVE};
    const uint64_t lines = count_lines(s.closed);
    int unsatisfied = 0;
#pragma omp parallel for schedule(static) reduction(| : unsatisfied) \
    if (team_again(stored_entries(a)))
    for (uint64_t line = 0; line < lines; line++) unsatisfied |= best_of_line(&s, line);
    if (test && unsatisfied) *test->flag |= TEST_UNSATISFIED;
    return OK;
}
#define BEST generated_best

#include "solvers/cpu/sweeps.h"

EXPORT_SWEEPS(mat_ops_generated)
