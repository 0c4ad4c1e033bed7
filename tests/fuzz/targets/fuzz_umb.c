/* Feeds bytes to the reader of UMB files. The first byte says whether they are a file as it is, or
 * the members of an archive in order, cut at form feeds, where a member that does not come is not
 * there. Any input must end in a clean refusal, or in a chain that keeps the promises of
 * base/sparse/chain.h and that is the same, to the bit, after being written and read again. */
#include <jansson.h>

#include "datasets/formats/umb/umb.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/same_chain.h"
#include "tests/support/chain_sound.h"
#include "tests/support/made/packing.h"

/* Otherwise the library takes its seed from a file. */
static void fuzz_begin(void)
{
    json_object_seed(1);
}

static struct packed archive(const uint8_t *bytes, size_t size)
{
    static const char *const names[] = {"index.json",
                                        "choice-to-branches.bin",
                                        "branch-to-target.bin",
                                        "branch-to-probability.bin",
                                        "state-is-initial.bin",
                                        "annotations/aps/g/states/values.bin",
                                        "state-to-exit-rate.bin",
                                        "annotations/rewards/r/states/values.bin",
                                        "state-to-choices.bin",
                                        "annotations/rewards/r/choices/values.bin",
                                        "branch-to-rate.bin",
                                        "annotations/rewards/r/branches/values.bin",
                                        "actions/choices/values.bin",
                                        "actions/choices/string-mapping.bin",
                                        "actions/choices/strings.bin"};
    struct packed tar = {0};
    const uint8_t *part = bytes, *end = bytes + size;
    for (size_t k = 0; k < sizeof names / sizeof *names && part; k++) {
        const uint8_t *cut = memchr(part, '\f', (size_t)(end - part));
        size_t length = (size_t)((cut ? cut : end) - part);
        if (length) pack_tar(&tar, names[k], part, length);
        part = cut ? cut + 1 : NULL;
    }
    pack_tar_end(&tar);
    return tar;
}

static void put(const uint8_t *bytes, size_t size)
{
    struct packed tar;
    unsigned kind = bytes[0] % 3;
    memory_files_clear();
    if (kind == 0) {
        memory_file_put("in.umb", bytes + 1, size - 1);
        return;
    }
    tar = archive(bytes + 1, size - 1);
    struct packed file = kind == 2 ? pack_gzip(tar.bytes, tar.size) : tar;
    memory_file_put("in.umb", file.bytes, file.size);
    if (kind == 2) free(file.bytes);
    free(tar.bytes);
}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    struct chain chain, again;
    if (size == 0) return;
    put(bytes, size);
    if (umb_read_chain(MEMORY_PATH("in.umb"), CHAIN_UNKNOWN, &chain) != OK) {
        require_clean_message();
        return;
    }
    require(chain_sound(&chain, 1.1e-6));
    require_ok(umb_write_chain(&chain, MEMORY_FOLDER));
    require_ok(umb_read_chain(MEMORY_PATH("model.umb"), chain.type, &again));
    require_same(&chain, &again);
    chain_free(&chain);
    chain_free(&again);
}
