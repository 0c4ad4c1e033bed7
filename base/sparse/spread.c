#include "base/sparse/spread.h"

#include "base/team.h"

/* ROWS: number of rows that a thread takes at a time. Sweeps come in rounds of ROUND: two by all
 * threads, and two by one, because threads may wait for what is found in rows that others have.
 * From the second one on, a round must find 1/SHARE of what is left. */
enum { ROWS = 4096, ROUND = 4, SHARE = 8, MOST_ROUNDS = 25 };

/* Threads read what others write, at any time: any value that they see is right. */
#define PEEK(x) __atomic_load_n(&(x), __ATOMIC_RELAXED)
#define POKE(x, value) __atomic_store_n(&(x), value, __ATOMIC_RELAXED)

/* Rows of the k-th block of a sweep. */
struct block {
    uint32_t first, count;
    bool up;
};

static uint32_t number_of_blocks(const struct csr *a)
{
    return a->rows / ROWS + 1;
}

static struct block block_of(const struct csr *a, uint32_t k, bool up)
{
    const uint32_t first = (up ? k : number_of_blocks(a) - 1 - k) * ROWS;
    return (struct block){first, a->rows - first < ROWS ? a->rows - first : ROWS, up};
}

static uint32_t row_in(const struct block *block, uint32_t at)
{
    return block->first + (block->up ? at : block->count - 1 - at);
}

static bool is_shared(const struct csr *a, int sweep)
{
    return sweep % ROUND < ROUND / 2 && team_once(a->nnz);
}

static bool finds_level(const struct csr *a, uint32_t i, uint32_t *level)
{
    for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) {
        const uint32_t next = PEEK(level[a->col[k]]);
        if (next == NO_LEVEL) continue;
        POKE(level[i], next + 1);
        return true;
    }
    return false;
}

/* Returns the number of states that got a level. */
static uint64_t sweep_back(const struct csr *a, const uint8_t *through, uint32_t *level, int sweep)
{
    uint64_t found = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : found) if (is_shared(a, sweep))
    for (uint32_t k = 0; k < number_of_blocks(a); k++) {
        const struct block block = block_of(a, k, sweep % 2 == 0);
        for (uint32_t at = 0; at < block.count; at++) {
            const uint32_t i = row_in(&block, at);
            if (level[i] != NO_LEVEL || (through && !through[i])) continue;
            found += finds_level(a, i, level);
        }
    }
    return found;
}

/* Returns whether another sweep is worth it. found: by this round so far. */
static bool goes_on(int sweep, uint64_t found, uint64_t left)
{
    return sweep < 2 * ROUND || sweep % ROUND > 0 ||
           (sweep < MOST_ROUNDS * ROUND && found >= left / SHARE);
}

bool spread_back(const struct csr *a, const uint8_t *through, uint32_t *level, uint64_t *left)
{
    uint64_t without = 0, found = 1, of_round = 0;
#pragma omp parallel for reduction(+ : without) if (team_once(a->rows))
    for (uint32_t i = 0; i < a->rows; i++) without += level[i] == NO_LEVEL;
    for (int sweep = 0; without && without < a->rows && found; sweep++) {
        if (!goes_on(sweep, of_round, without)) return false;
        if (sweep % ROUND == 0) of_round = 0;
        found = sweep_back(a, through, level, sweep);
        without -= found;
        of_round += found;
    }
    *left = without;
    return true;
}

enum { UNSEEN, SEEN, LEFT }; /* LEFT: its successors are seen, too */

/* Returns the number of states whose successors it has marked. */
static uint64_t sweep_ahead(const struct csr *a, uint8_t *reached, int sweep)
{
    uint64_t done = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : done) if (is_shared(a, sweep))
    for (uint32_t b = 0; b < number_of_blocks(a); b++) {
        const struct block block = block_of(a, b, sweep % 2 == 0);
        for (uint32_t at = 0; at < block.count; at++) {
            const uint32_t i = row_in(&block, at);
            if (PEEK(reached[i]) != SEEN) continue;
            POKE(reached[i], LEFT);
            done++;
            for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++)
                if (PEEK(reached[a->col[k]]) == UNSEEN) POKE(reached[a->col[k]], SEEN);
        }
    }
    return done;
}

bool spread_ahead(const struct csr *a, uint8_t *reached)
{
    uint64_t done = 1, of_round = 0, left = a->rows;
    for (int sweep = 0; done; sweep++) {
        if (!goes_on(sweep, of_round, left)) return false;
        if (sweep % ROUND == 0) of_round = 0;
        done = sweep_ahead(a, reached, sweep);
        left -= done < left ? done : left;
        of_round += done;
    }
    return true;
}
