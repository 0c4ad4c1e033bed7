/* Feeds bytes to the reader of DRN files. The first byte picks the type that the user gives. Any
 * input must end in a clean refusal, or in a chain that keeps the promises of base/sparse/chain.h
 * and that is the same, to the bit, after being written and read again. */
#include "datasets/formats/drn/drn.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/chain_sound.h"

static void fuzz_begin(void) {}

static void require_same(const struct chain *a, const struct chain *b)
{
    const struct csr *x = &a->transitions, *y = &b->transitions;
    require(a->type == b->type && x->n == y->n && x->nnz == y->nnz);
    require(!memcmp(x->row, y->row, ((size_t)x->n + 1) * sizeof *x->row));
    require(!memcmp(x->col, y->col, x->nnz * sizeof *x->col) &&
            !memcmp(x->val, y->val, x->nnz * sizeof *x->val));
    require(a->nlabels == b->nlabels && a->nrewards == b->nrewards);
    for (size_t k = 0; k < a->nlabels; k++)
        require(!strcmp(a->labels[k].name, b->labels[k].name) &&
                !memcmp(a->labels[k].holds, b->labels[k].holds, x->n));
    for (size_t k = 0; k < a->nrewards; k++)
        require(!strcmp(a->rewards[k].name, b->rewards[k].name) &&
                !memcmp(a->rewards[k].rate, b->rewards[k].rate, x->n * sizeof *a->rewards[k].rate));
}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    struct chain chain, again;
    if (size == 0) return;
    memory_file_put("in.drn", bytes + 1, size - 1);
    if (drn_read_chain(MEMORY_PATH("in.drn"), (enum chain_type)(bytes[0] % 3), &chain) != OK)
        return;
    require(chain_sound(&chain, 1.1e-5));
    require_ok(drn_write_chain(&chain, MEMORY_FOLDER));
    require(drn_read_chain(MEMORY_PATH("model.drn"), chain.type, &again) == OK);
    require_same(&chain, &again);
    chain_free(&chain);
    chain_free(&again);
}
