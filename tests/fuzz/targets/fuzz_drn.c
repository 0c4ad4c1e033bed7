/* Feeds bytes to the reader of DRN files. The first byte picks the type that the user gives. Any
 * input must end in a clean refusal, or in a chain that keeps the promises of base/sparse/chain.h
 * and that is the same, to the bit, after being written and read again. */
#include "datasets/formats/drn/drn.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/same_chain.h"
#include "tests/support/chain_sound.h"

static void fuzz_begin(void) {}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    struct chain chain, again;
    if (size == 0) return;
    memory_file_put("in.drn", bytes + 1, size - 1);
    if (drn_read_chain(MEMORY_PATH("in.drn"), (enum chain_type)(bytes[0] % 4), &chain) != OK)
        return;
    require(chain_sound(&chain, 1.1e-5));
    if (chain.upper) { /* intervals are not written */
        chain_free(&chain);
        return;
    }
    require_ok(drn_write_chain(&chain, MEMORY_FOLDER));
    require(drn_read_chain(MEMORY_PATH("model.drn"), chain.type, &again) == OK);
    require_same(&chain, &again);
    chain_free(&chain);
    chain_free(&again);
}
