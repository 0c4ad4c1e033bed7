/* Feeds bytes to the readers of Storm's explicit files and of schedulers. The first byte picks the
 * type that the user gives; the rest is cut at form feeds into model.tra, model.lab,
 * r.state.rew, r.trans.rew and s.txt, where a part that does not come is a file that is not there.
 * Any input must end in a clean refusal, in a chain that keeps the promises of base/sparse/chain.h,
 * or in a scheduler that is the same after being written and read again, and makes an MDP such a
 * chain. */
#include "datasets/formats/storm/storm.h"
#include "datasets/schedulers/scheduler.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/chain_sound.h"

static void fuzz_begin(void) {}

static void follow_scheduler(struct chain *chain)
{
    const uint32_t states = chain_states(chain);
    uint32_t *choice, *again;
    if (!chain->group || scheduler_read(MEMORY_PATH("s.txt"), chain, &choice) != OK) {
        if (chain->group) require_clean_message();
        return;
    }
    for (uint32_t i = 0; i < states; i++)
        require(choice[i] < chain_row(chain, i + 1) - chain_row(chain, i));
    require_ok(scheduler_write(chain, choice, MEMORY_PATH("out.txt"), false));
    require_ok(scheduler_read(MEMORY_PATH("out.txt"), chain, &again));
    require(!memcmp(choice, again, states * sizeof *choice));
    chain_induce(chain, choice);
    require(chain->type == CHAIN_DTMC && chain_states(chain) == states);
    require(chain_sound(chain, 1.1e-5));
    free(choice);
    free(again);
}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    static const char *const files[] = {"model.tra", "model.lab", "r.state.rew", "r.trans.rew",
                                        "s.txt"};
    if (size == 0) return;
    put_parts(bytes + 1, size - 1, sizeof files / sizeof *files, files);
    struct chain chain;
    const char *path = MEMORY_PATH("model.tra");
    if (storm_read_chain(path, (enum chain_type)(bytes[0] % 4), &chain) != OK) return;
    require(chain_sound(&chain, 1.1e-5));
    if (storm_read_reward(path, "r.trans.rew", &chain) == OK) require(chain_sound(&chain, 1.1e-5));
    follow_scheduler(&chain);
    chain_free(&chain);
}
