#include "solvers/temporal_block.h"

#include <stdio.h>
#include <string.h>

#include "base/system.h"
#include "base/team.h"
#include "solvers/solve.h"

enum { UNKNOWN_CACHE = 1 << 20 };

uint32_t matrix_reach(const struct csr *off)
{
    uint32_t reach = 0;
#pragma omp parallel for reduction(max : reach) if (team_once(off->nnz))
    for (uint32_t i = 0; i < off->rows; i++)
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) {
            const uint32_t j = off->col[k], distance = i < j ? j - i : i - j;
            if (distance > reach) reach = distance;
        }
    return reach;
}

/* Bytes of a row: of the matrix (row_bytes), and of two vectors and b (vector_bytes). */
static double row_bytes(const struct stored *stored)
{
    return (double)stored_bytes(stored) / (stored->n ? stored->n : 1);
}

static double vector_bytes(const struct stored *stored)
{
    return 3.0 * (double)real_size(stored->precision);
}

double pass_window(const struct stored *stored, uint32_t reach, unsigned sweeps)
{
    const double distance = (double)reach * (sweeps - 1), n = stored->n,
                 read = distance + 2.0 * reach;
    return (distance < n ? distance : n) * row_bytes(stored) +
           (read < n ? read : n) * vector_bytes(stored);
}

double core_cache(void)
{
    struct system_share share;
    system_share("", &share);
    const unsigned cores = system_list_count(share.cpus);
    const double bytes = system_last_level("", share.cpus) / (cores ? cores : 1);
    return bytes > 0 ? bytes : UNKNOWN_CACHE;
}

/* Appends to the note. */
static void note_why_not(struct stored *out, const char *why)
{
    const size_t used = strlen(out->note);
    snprintf(out->note + used, sizeof out->note - used,
             "%stemporal_block=%d: one sweep at a time, because %s", used ? "; " : "",
             out->options.temporal_block, why);
}

void temporal_block_plan(const struct matrix *a, struct stored *out)
{
    const unsigned sweeps = (unsigned)out->options.temporal_block;
    char why[sizeof out->note];
    if (sweeps <= 1) return;
    if (!(out->layout->blocked & ON_HOST)) { /* the layout that auto chose */
        snprintf(why, sizeof why, "layout %s has no passes", out->layout->name);
        note_why_not(out, why);
        return;
    }
    out->reach = matrix_reach(&a->off);
    const double window = pass_window(out, out->reach, sweeps), cache = core_cache();
    if (window <= cache) {
        out->temporal_block = sweeps;
        return;
    }
    snprintf(why, sizeof why, "%.3g MiB from the first sweep to the last exceed a core's %.3g MiB",
             window / 0x1p20, cache / 0x1p20);
    note_why_not(out, why);
}
