/* Feeds bytes to the PRISM readers. The first byte picks the type that the user gives, and whether
 * the rest is a combined file; else the rest is
 * cut at form feeds into model.tra, model.lab, model.sta, model.srew and model.trew, where a part
 * that does not come is a file that is not there. Any input must end in a clean refusal or in a
 * chain that keeps the promises of base/sparse/chain.h. */
#include <math.h>

#include "datasets/formats/prism/prism.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/chain_sound.h"
#include "tests/support/rewards.h"

static void fuzz_begin(void) {}

static void fuzz_combined(const uint8_t *bytes, size_t size, enum chain_type type)
{
    struct chain chain;
    memory_files_clear();
    memory_file_put("model.pexp", bytes, size);
    if (pexp_read_chain(MEMORY_PATH("model.pexp"), type, &chain) != OK) return;
    require(chain_sound(&chain, 1e-6));
    chain_free(&chain);
}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    static const char *const files[] = {"model.tra", "model.lab", "model.sta", "model.srew",
                                        "model.trew"};
    if (size == 0) return;
    if (bytes[0] & 128) {
        fuzz_combined(bytes + 1, size - 1, (enum chain_type)(bytes[0] % 4));
        return;
    }
    put_parts(bytes + 1, size - 1, sizeof files / sizeof *files, files);
    struct chain chain;
    double *reward;
    if (prism_read_chain(MEMORY_PATH("model.tra"), (enum chain_type)(bytes[0] % 4), &chain) != OK)
        return;
    require(chain_sound(&chain, 1e-6));
    if (read_reward(MEMORY_PATH("model.srew"), &chain, &reward) == OK) {
        for (uint32_t r = 0; r < chain.transitions.rows; r++)
            require(isfinite(reward[r]) && reward[r] >= 0);
        free(reward);
    }
    chain_free(&chain);
}
