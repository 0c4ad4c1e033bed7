/* Feeds bytes to the readers of Storm's explicit files. The first byte picks the type that the user
 * gives; the rest is cut at form feeds into model.tra, model.lab, r.state.rew and r.trans.rew,
 * where a part that does not come is a file that is not there. Any input must end in a clean
 * refusal or in a chain that keeps the promises of base/sparse/chain.h. */
#include "datasets/formats/storm/storm.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/chain_sound.h"

static void fuzz_begin(void) {}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    static const char *const files[] = {"model.tra", "model.lab", "r.state.rew", "r.trans.rew"};
    if (size == 0) return;
    put_parts(bytes + 1, size - 1, sizeof files / sizeof *files, files);
    struct chain chain;
    const char *path = MEMORY_PATH("model.tra");
    if (storm_read_chain(path, (enum chain_type)(bytes[0] % 4), &chain) != OK) return;
    require(chain_sound(&chain, 1.1e-5));
    if (storm_read_reward(path, "r.trans.rew", &chain) == OK) require(chain_sound(&chain, 1.1e-5));
    chain_free(&chain);
}
