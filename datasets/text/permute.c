/* Along the cycles of a large permutation, nearly every access misses the caches and waits for the
 * previous one. So a first pass only moves each entry into the block of positions that contains its
 * own, filling all blocks from their fronts. Afterwards cycles stay within blocks. */
#include "datasets/text/permute.h"

#include "base/progress_hook.h"

enum { BLOCKS = 1024 };

struct entry {
    uint64_t position;
    uint32_t col;
    double val;
};

struct permutation {
    uint64_t count, *position;
    uint32_t *col;
    double *val;
};

static struct entry entry_at(const struct permutation *p, uint64_t k)
{
    return (struct entry){p->position[k], p->col[k], p->val[k]};
}

/* Puts entry at k and returns the previous one. */
static struct entry permutation_exchange(const struct permutation *p, uint64_t k,
                                         struct entry entry)
{
    struct entry other = entry_at(p, k);
    p->position[k] = entry.position;
    p->col[k] = entry.col;
    p->val[k] = entry.val;
    return other;
}

/* Blocks have 2^shift positions, and there are at most BLOCKS. */
static enum status fill_blocks(const struct permutation *p, unsigned shift)
{
    uint64_t next[BLOCKS]; /* the first position of each block whose entry is not known to belong
                              there */
    for (uint64_t block = 0; block < BLOCKS; block++) next[block] = block << shift;
    for (uint64_t block = 0; block << shift < p->count; block++) {
        if (!progress_hook_call("entries sorted", block << shift, 2 * p->count))
            return progress_hook_stopped();
        uint64_t end = (block + 1) << shift;
        for (; next[block] < end && next[block] < p->count; next[block]++) {
            struct entry entry = entry_at(p, next[block]);
            while (entry.position >> shift != block)
                entry = permutation_exchange(p, next[entry.position >> shift]++, entry);
            permutation_exchange(p, next[block], entry);
        }
    }
    return OK;
}

static enum status follow_cycles(const struct permutation *p)
{
    enum { SOME = 1 << 16 };
    for (uint64_t k = 0; k < p->count; k++) {
        if (k % SOME == 0 && !progress_hook_call("entries sorted", p->count + k, 2 * p->count))
            return progress_hook_stopped();
        struct entry entry = entry_at(p, k);
        while (entry.position != k) entry = permutation_exchange(p, entry.position, entry);
        permutation_exchange(p, k, entry);
    }
    return OK;
}

enum status permute(uint64_t count, uint64_t *position, uint32_t *col, double *val)
{
    struct permutation p = {count, position, col, val};
    unsigned shift = 0;
    while (count >> shift >= BLOCKS) shift++;
    enum status status = fill_blocks(&p, shift);
    return status == OK ? follow_cycles(&p) : status;
}
