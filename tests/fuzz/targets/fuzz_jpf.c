/* Feeds bytes to the reader of JPF's files: up to a form feed model.tra, behind it model.lab, which
 * may be missing. Any input must end in a clean refusal or in a chain that keeps the promises of
 * base/sparse/chain.h. */
#include <math.h>

#include "datasets/formats/jpf/jpf.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/csr_sound.h"

static void check_chain(const struct chain *chain)
{
    const struct csr *a = &chain->transitions;
    require(csr_sound(a) && chain->type == CHAIN_DTMC);
    for (uint32_t i = 0; i < a->rows; i++) {
        double sum = 0;
        require(a->row[i] < a->row[i + 1]);
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) {
            require(a->val[k] > 0);
            sum += a->val[k];
        }
        require(fabs(sum - 1) <= 1.1e-6);
    }
    require(chain_label(chain, "deadlock") && chain_label(chain, "sink") &&
            chain_label(chain, "frontier"));
    require(memchr(chain_label(chain, "init")->holds, 1, a->rows) != NULL);
}

static void fuzz_begin(void) {}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    static const char *const files[] = {"model.tra", "model.lab"};
    put_parts(bytes, size, sizeof files / sizeof *files, files);
    struct chain chain;
    if (jpf_read_chain(MEMORY_PATH("model.tra"), CHAIN_UNKNOWN, &chain) != OK) {
        require_clean_message();
        require(!chain.transitions.row);
        return;
    }
    check_chain(&chain);
    chain_free(&chain);
}
