/* Sweeps over runs of rows that are alike, for solvers/cpu/sweeps.h: entries at the same distances
 * from the diagonal, with the same values and the same diagonal. The sum of a row stays in a
 * register. A layout that knows such runs defines, before it includes sweeps.h,
 *
 *   RUNS                                                 and
 *   void run_at(const struct rows *, uint32_t first, uint32_t end, const real *x, struct run *)
 *       finds the rows from `first` on, before `end`, to sweep together. If they are not alike:
 *       at most GROUP rows, and GROUP rows only from a multiple of GROUP on; then only the member
 *       rows is set */
#include "solvers/cpu/real.h"
#include "solvers/cpu/simd.h"

enum { RUN_ENTRIES = 8 };

struct run {
    uint32_t rows;
    bool alike;
    uint32_t entries;              /* at most RUN_ENTRIES */
    const real *from[RUN_ENTRIES]; /* address in x for the first row of the run */
    real value[RUN_ENTRIES], inverse;
};

/* Vectors and factor for the next iterates of these rows: Jacobi's, or relaxed ones. */
struct relax {
    const real *b, *x; /* b: NULL means zeros */
    real *next;
    real factor;
    bool relaxed;
};

ALWAYS_INLINE void relax_rows(const struct run *run, const struct relax *how,
                              const uint32_t entries, const bool zeros, const bool relaxed)
{
    const real *from[RUN_ENTRIES], *b = how->b, *x = how->x;
    real value[RUN_ENTRIES], *restrict next = how->next;
    const real inverse = run->inverse, factor = how->factor;
    const uint32_t rows = run->rows;
    for (uint32_t k = 0; k < entries; k++) from[k] = run->from[k], value[k] = run->value[k];
    for (uint32_t r = 0; r < rows; r++) {
        real sum = 0;
        for (uint32_t k = 0; k < entries; k++) sum += value[k] * from[k][r];
        const real jacobi = ((zeros ? 0 : b[r]) - sum) * inverse;
        next[r] = relaxed ? (1 - factor) * x[r] + factor * jacobi : jacobi;
    }
}

ALWAYS_INLINE void relax_entries(const struct run *run, const struct relax *how,
                                 const uint32_t entries)
{
    if (how->relaxed) {
        if (how->b) relax_rows(run, how, entries, false, true);
        else relax_rows(run, how, entries, true, true);
    } else {
        if (how->b) relax_rows(run, how, entries, false, false);
        else relax_rows(run, how, entries, true, false);
    }
}

#define RELAX_RUN(name, target)                                             \
    target static void name(const struct run *run, const struct relax *how) \
    {                                                                       \
        switch (run->entries) {                                             \
        case 0: relax_entries(run, how, 0); return;                         \
        case 1: relax_entries(run, how, 1); return;                         \
        case 2: relax_entries(run, how, 2); return;                         \
        case 3: relax_entries(run, how, 3); return;                         \
        case 4: relax_entries(run, how, 4); return;                         \
        case 5: relax_entries(run, how, 5); return;                         \
        case 6: relax_entries(run, how, 6); return;                         \
        case 7: relax_entries(run, how, 7); return;                         \
        default: relax_entries(run, how, RUN_ENTRIES); return;              \
        }                                                                   \
    }

typedef void relax_run_fn(const struct run *run, const struct relax *how);

RELAX_RUN(relax_plain, )
#ifdef SIMD_BY_TARGET
RELAX_RUN(relax_avx2, FOR_AVX2)
RELAX_RUN(relax_avx512, FOR_AVX512)
static relax_run_fn *const relax_run[NSIMDS] = {relax_plain, relax_avx2, relax_avx512};
#else
static relax_run_fn *const relax_run[NSIMDS] = {relax_plain, relax_plain, relax_plain};
#endif
