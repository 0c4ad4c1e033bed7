/* Feeds bytes to the reader of JPF's files: up to a form feed model.tra, behind it model.lab, which may be missing. Any
 * input must end in a clean refusal or in a chain that keeps the promises of base/chain.h. */
#include <math.h>
#include <stdint.h>

#include "datasets/jpf.h"
#include "tests/csr_sound.h"
#include "tests/scratch.h"

static void require(int holds)
{
    if (!holds) abort();
}

static void check_chain(const struct chain *chain)
{
    const struct csr *a = &chain->transitions;
    require(csr_sound(a) && chain->type == CHAIN_DTMC);
    for (uint32_t i = 0; i < a->n; i++) {
        double sum = 0;
        require(a->row[i] < a->row[i + 1]);
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) {
            require(a->val[k] > 0);
            sum += a->val[k];
        }
        require(fabs(sum - 1) <= 1.1e-6);
    }
    require(chain_label(chain, "deadlock") && chain_label(chain, "sink") && chain_label(chain, "frontier"));
    require(memchr(chain_label(chain, "init")->holds, 1, a->n) != NULL);
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
    const uint8_t *cut = size ? memchr(bytes, '\f', size) : NULL;
    size_t first = cut ? (size_t)(cut - bytes) : size;
    scratch_write_bytes("model.tra", bytes, first);
    if (cut) scratch_write_bytes("model.lab", cut + 1, size - first - 1);
    else unlink(scratch_path("model.lab"));
    struct chain chain;
    if (jpf_read_chain(scratch_path("model.tra"), CHAIN_UNKNOWN, &chain) != OK) {
        require(*fail_message() && !strpbrk(fail_message(), "\n\r\t\033") && !chain.transitions.row);
        return 0;
    }
    check_chain(&chain);
    chain_free(&chain);
    return 0;
}
