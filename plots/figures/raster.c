#include "plots/figures/raster.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/progress_hook.h"
#include "base/team.h"

const uint32_t raster_distances[NDISTANCES] = {1, 32, 1024};

/* Counts of one thread. */
struct tally {
    uint32_t bandwidth;
    uint64_t within[NDISTANCES];
};

static void count_entry(uint32_t i, uint32_t j, uint32_t width, uint64_t *count,
                        struct tally *tally)
{
    uint32_t distance = i > j ? i - j : j - i;
    count[j / width]++;
    if (distance > tally->bandwidth) tally->bandwidth = distance;
    for (int d = 0; d < NDISTANCES; d++) tally->within[d] += distance <= raster_distances[d];
}

static uint32_t lesser(uint64_t a, uint64_t b)
{
    return (uint32_t)(a < b ? a : b);
}

/* Counts the rows of the matrix in one row of dots. inverse[rank[i]] = i; both NULL for the native
 * order. */
static void count_band(const struct csr *a, const uint32_t *rank, const uint32_t *inverse,
                       uint32_t band, struct raster *raster, struct tally *tally)
{
    uint64_t *count = raster->count + (uint64_t)band * raster->side;
    uint32_t first = band * raster->width, last = lesser((uint64_t)first + raster->width, a->rows);
    for (uint32_t place = first; place < last; place++) {
        uint32_t i = inverse ? inverse[place] : place;
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++)
            count_entry(place, rank ? rank[a->col[k]] : a->col[k], raster->width, count, tally);
    }
}

static void add_tally(struct raster *raster, const struct tally *tally)
{
    if (tally->bandwidth > raster->bandwidth) raster->bandwidth = tally->bandwidth;
    for (int d = 0; d < NDISTANCES; d++) raster->within[d] += tally->within[d];
}

static enum status count_all(const struct csr *a, const uint32_t *rank, const uint32_t *inverse,
                             struct raster *raster)
{
    bool go_on = true;
#pragma omp parallel if (team_once(a->nnz + a->rows))
    {
        struct tally tally = {0};
#pragma omp for schedule(dynamic)
        for (uint32_t band = 0; band < raster->side; band++) {
            bool mine;
#pragma omp atomic read
            mine = go_on;
            if (!mine) continue;
            count_band(a, rank, inverse, band, raster, &tally);
            if (progress_hook_call("rows of dots", band, raster->side)) continue;
#pragma omp atomic write
            go_on = false;
        }
#pragma omp critical
        add_tally(raster, &tally);
    }
    return go_on ? OK : progress_hook_stopped();
}

static enum status invert(uint32_t n, const uint32_t *rank, uint32_t **out)
{
    enum status status = allocate(n, sizeof **out, "a numbering", out);
    for (uint32_t i = 0; status == OK && i < n; i++) (*out)[rank[i]] = i;
    return status;
}

enum status raster_make(const struct csr *a, const uint32_t *rank, uint32_t most,
                        struct raster *out)
{
    enum status status = OK;
    uint32_t *inverse = NULL;
    *out = (struct raster){.n = a->rows, .nnz = a->nnz};
    out->width = (uint32_t)(((uint64_t)a->rows + most - 1) / most);
    out->side = (uint32_t)(((uint64_t)a->rows + out->width - 1) / out->width);
    TRY(allocate_zeroed((size_t)out->side * out->side, sizeof *out->count, "a raster",
                        &out->count));
    if (rank) TRY(invert(a->rows, rank, &inverse));
    TRY(count_all(a, rank, inverse, out));
out:
    free(inverse);
    if (status != OK) raster_free(out);
    return status;
}

void raster_free(struct raster *raster)
{
    free(raster->count);
    *raster = (struct raster){0};
}

double raster_fill(const struct raster *raster, uint32_t row, uint32_t column)
{
    uint64_t width = raster->width, down = lesser(width, raster->n - row * width),
             across = lesser(width, raster->n - column * width);
    return (double)raster->count[(uint64_t)row * raster->side + column] / (double)down /
           (double)across;
}
