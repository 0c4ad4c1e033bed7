/* Feeds bytes to the PRISM readers. The first byte picks the type that the user gives; the rest is cut at form feeds
 * into model.tra, model.lab, model.sta, model.srew and model.trew, where a part that does not come is a file that is
 * not there. Any input must end in a clean refusal or in a chain that keeps the promises of base/chain.h. */
#include <math.h>
#include <stdint.h>

#include "datasets/prism.h"
#include "tests/chain_sound.h"
#include "tests/rewards.h"
#include "tests/scratch.h"

static void require(int holds)
{
    if (!holds) abort();
}

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void clean_up(void)
{
    scratch_remove(NULL);
}

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count;
    (void)arguments;
    return scratch_create(NULL) || atexit(clean_up);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const char *const files[] = {"model.tra", "model.lab", "model.sta", "model.srew", "model.trew"};
    if (size == 0) return 0;
    const uint8_t *part = bytes + 1, *end = bytes + size;
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        if (!part) {
            unlink(scratch_path(files[k]));
            continue;
        }
        const uint8_t *cut = memchr(part, '\f', (size_t)(end - part));
        scratch_write_bytes(files[k], part, (size_t)((cut ? cut : end) - part));
        part = cut ? cut + 1 : NULL;
    }
    struct chain chain;
    double *reward;
    if (prism_read_chain(scratch_path("model.tra"), (enum chain_type)(bytes[0] % 3), &chain) != OK) return 0;
    require(chain_sound(&chain, 1e-6));
    if (read_reward(scratch_path("model.srew"), &chain, &reward) == OK) {
        for (uint32_t i = 0; i < chain.transitions.n; i++) require(isfinite(reward[i]) && reward[i] >= 0);
        free(reward);
    }
    chain_free(&chain);
    return 0;
}
