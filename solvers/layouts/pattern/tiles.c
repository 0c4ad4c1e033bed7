#include "solvers/layouts/pattern/tiles.h"

#include <math.h>
#include <stdlib.h>

#include "solvers/solve.h"

enum {
    HOPPER_ROOM = 113 << 10, /* bytes: half of the shared memory of an SM */
    MOST_OFFSETS = 64,       /* number of distinct offsets; a chain has ten or so */
    MOST_PITCH = 2 * TILE_THREADS,
    LEAST_WIDTH = 32,
    BAND_WIDTH = 4096, /* width for a matrix that needs no lines */
    LOAD_WORK = 2,     /* cost of a row's load and store, in rows of a sweep: by the bytes that they
                          move,     not measured */
    LEAST_LINE = 1024, /* least rows of a line for a patch, ... */
    PATCH_LINES = 16,  /* ... of this many lines ... */
    PATCH_COLUMNS = 256
};

size_t tiles_dictionary(uint32_t patterns, uint32_t entries, enum precision precision)
{
    size_t real = real_size(precision);
    return 2 * real * ((size_t)entries + patterns);
}

static uint64_t lost_lines(const struct stencil *stencil)
{
    return (uint64_t)stencil->up + stencil->down;
}

static uint64_t lost_columns(const struct stencil *stencil)
{
    return (uint64_t)stencil->left + stencil->right;
}

/* Returns the bytes of a tile of `height` lines: two vectors, where the second one begins a sweep
 * later, and one word per piece. */
static uint64_t tile_bytes(const struct stencil *stencil, uint32_t sweeps, uint32_t height,
                           uint32_t pitch, size_t real)
{
    uint64_t lines = height + sweeps * lost_lines(stencil),
             pad = stencil->left > stencil->right ? stencil->left : stencil->right;
    return (2 * lines - lost_lines(stencil)) * pitch * real + 4 * pad * real +
           lines * (pitch / TILE_PIECE) * sizeof(uint32_t);
}

/* Returns the work of a tile, in rows of a sweep. All warps wait for the last warp of a sweep. */
static double tile_work(const struct stencil *stencil, uint32_t sweeps, uint32_t height,
                        uint32_t pitch)
{
    const uint64_t at_once = (uint64_t)TILE_THREADS * 4 / pitch;
    double work = LOAD_WORK * (double)pitch * (double)(height + sweeps * lost_lines(stencil));
    for (uint32_t s = 1; s <= sweeps; s++) {
        uint64_t lines = height + (sweeps - s) * lost_lines(stencil);
        work += (double)pitch * (double)((lines + at_once - 1) / at_once * at_once);
    }
    return work;
}

/* Returns the number of tiles of this pitch that cover this number of columns side by side; 0 if no
 * column of a tile stays valid. */
static uint32_t tiles_across(const struct stencil *stencil, uint32_t sweeps, uint32_t pitch,
                             uint32_t columns)
{
    uint64_t lost = sweeps * lost_columns(stencil);
    return lost >= pitch ? 0 : (uint32_t)((columns + (pitch - lost) - 1) / (pitch - lost));
}

/* Returns the work for a row of one pass, in rows, with the tallest tile of the best pitch;
 * INFINITY if none fits. */
static double work_per_row(const struct stencil *stencil, uint32_t sweeps, size_t real, size_t room)
{
    double best = INFINITY;
    for (uint32_t pitch = TILE_PIECE; pitch <= MOST_PITCH; pitch *= 2) {
        uint32_t across = tiles_across(stencil, sweeps, pitch, stencil->width);
        uint64_t line = 2 * pitch * real + pitch / TILE_PIECE * sizeof(uint32_t),
                 least = tile_bytes(stencil, sweeps, 1, pitch, real);
        if (!across || least > room) continue;
        uint32_t height = (uint32_t)(1 + (room - least) / line);
        double work =
            tile_work(stencil, sweeps, height, pitch) * across / ((double)height * stencil->width);
        if (work < best) best = work;
    }
    return best;
}

int64_t stencil_line(const struct stencil *stencil, int64_t offset)
{
    int64_t width = stencil->width, shifted = offset + width / 2;
    return (shifted >= 0 ? shifted : shifted - width + 1) / width;
}

static struct stencil stencil_of(const int32_t *offset, size_t count, uint32_t width)
{
    struct stencil out = {.width = width};
    for (size_t k = 0; k < count; k++) {
        int64_t line = stencil_line(&out, offset[k]), column = offset[k] - line * (int64_t)width;
        if (-line > out.up) out.up = (uint32_t)-line;
        if (line > out.down) out.down = (uint32_t)line;
        if (-column > out.left) out.left = (uint32_t)-column;
        if (column > out.right) out.right = (uint32_t)column;
    }
    return out;
}

static int by_size(const void *a, const void *b)
{
    int32_t left = *(const int32_t *)a, right = *(const int32_t *)b;
    return (left > right) - (left < right);
}

/* Returns the number of distinct offsets, and writes them to out; MOST_OFFSETS + 1 if there are
 * more than out holds. */
static size_t distinct_offsets(const int32_t *offset, size_t count, int32_t out[MOST_OFFSETS + 1])
{
    size_t found = 0;
    for (size_t k = 0; k < count && found <= MOST_OFFSETS; k++) {
        size_t at = 0;
        while (at < found && out[at] != offset[k]) at++;
        if (at == found) out[found++] = offset[k];
    }
    if (found <= MOST_OFFSETS) qsort(out, found, sizeof *out, by_size);
    return found;
}

struct search {
    const int32_t *offset; /* distinct, ascending */
    size_t count;
    double (*rank)(const struct search *search,
                   const struct stencil *stencil); /* returns INFINITY if the stencil cannot be
                                                      used */
    size_t real, room;                             /* for tiles, as is the next line */
    uint32_t sweeps;
    struct stencil best;
    double least; /* the lowest rank so far */
};

/* If offsets are few columns away, a line is a step of the chain, and neighbours in it are alike.
 * This counts as one percent per column, a guess. */
static const double ALIGNED = 0.01;

static double rank_tiles(const struct search *search, const struct stencil *stencil)
{
    double work = work_per_row(stencil, search->sweeps, search->real, search->room);
    double plain = search->sweeps * (1.0 + LOAD_WORK);
    return work > plain ? INFINITY : work * (1 + ALIGNED * (double)lost_columns(stencil));
}

/* Returns the number of entries that a patch reads per row. Consecutive rows read one entry in each
 * line that they reach. */
static double rank_lines(const struct search *search, const struct stencil *stencil)
{
    double reads = (1 + (double)lost_lines(stencil) / PATCH_LINES) *
                   (1 + (double)lost_columns(stencil) / PATCH_COLUMNS);
    uint64_t reached = 1;
    int64_t before = 0;
    for (size_t k = 0; k < search->count; k++) {
        int64_t line = stencil_line(stencil, search->offset[k]);
        reached += line != 0 && (k == 0 || line != before);
        before = line;
    }
    return stencil->width < LEAST_LINE || reads >= (double)reached ? INFINITY : reads;
}

static void try_width(struct search *search, int64_t width)
{
    if (width < LEAST_WIDTH || width > INT32_MAX) return;
    struct stencil stencil = stencil_of(search->offset, search->count, (uint32_t)width);
    double rank = search->rank(search, &stencil);
    if (rank >= search->least) return;
    search->least = rank;
    search->best = stencil;
}

/* Tries widths. A line is a step of some variable of a chain: an offset is a few lines, plus or
 * minus a few rows. */
static void try_widths(struct search *search)
{
    int64_t band = BAND_WIDTH;
    for (size_t k = 0; k < search->count; k++)
        while (llabs((long long)search->offset[k]) * 2 >= band) band *= 2;
    try_width(search, band);
    for (size_t k = 0; k < search->count; k++)
        for (int lines = 1; lines <= 8; lines++)
            for (int more = -4; more <= 4; more++) {
                int64_t distance = llabs((long long)search->offset[k]) + more;
                if (distance % lines == 0) try_width(search, distance / lines);
            }
}

bool stencil_find(const int32_t *offset, size_t count, uint32_t sweeps, enum precision precision,
                  size_t dictionary, struct stencil *out)
{
    int32_t distinct[MOST_OFFSETS + 1];
    struct search search = {.offset = distinct,
                            .rank = rank_tiles,
                            .real = real_size(precision),
                            .room = HOPPER_ROOM,
                            .sweeps = sweeps,
                            .least = INFINITY};
    search.count = distinct_offsets(offset, count, distinct);
    if (search.count <= MOST_OFFSETS && dictionary < search.room) {
        search.room -= dictionary;
        try_widths(&search);
    }
    *out = search.best;
    return out->width > 0;
}

uint32_t line_width(const int32_t *offset, size_t count)
{
    int32_t distinct[MOST_OFFSETS + 1];
    struct search search = {.offset = distinct, .rank = rank_lines, .least = INFINITY};
    search.count = distinct_offsets(offset, count, distinct);
    if (search.count <= MOST_OFFSETS) try_widths(&search);
    return search.best.width;
}

bool tiles_plan(const struct stencil *stencil, uint32_t n, uint32_t sweeps,
                enum precision precision, size_t dictionary, const struct tile_room *room,
                struct tiles *out)
{
    size_t real = real_size(precision);
    uint32_t rows = n ? n : 1, columns = rows < stencil->width ? rows : stencil->width,
             lines = (uint32_t)(((uint64_t)rows + columns - 1) / columns);
    double best = INFINITY;
    *out = (struct tiles){.sweeps = sweeps,
                          .pad = stencil->left > stencil->right ? stencil->left : stencil->right};
    for (uint32_t pitch = TILE_PIECE; pitch <= MOST_PITCH; pitch *= 2) {
        uint32_t across = tiles_across(stencil, sweeps, pitch, columns);
        for (uint32_t height = 1; across && height <= lines; height++) {
            uint64_t bytes = dictionary + tile_bytes(stencil, sweeps, height, pitch, real),
                     count = (uint64_t)across * ((lines + (uint64_t)height - 1) / height);
            if (bytes > room->bytes) break;
            if (count > INT32_MAX) continue;
            double work =
                tile_work(stencil, sweeps, height, pitch) * ceil((double)count / room->blocks);
            if (work >= best) continue;
            best = work;
            out->pitch = pitch;
            out->height = height;
            out->lines = height + sweeps * (uint32_t)lost_lines(stencil);
            out->across = across;
            out->columns = (columns + across - 1) / across;
            out->count = (uint32_t)count;
            out->bytes = bytes;
        }
    }
    return out->height > 0;
}
