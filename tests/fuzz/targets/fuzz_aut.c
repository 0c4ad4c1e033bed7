/* Feeds bytes to the reader of Aldebaran files; what follows a zero byte is the list of accepting
 * vertices. Any input must end in a clean refusal, or in a graph that keeps the promises of
 * base/automata/product.h and that is the same after being written and read again. */
#include "datasets/formats/aut/aut.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/product_sound.h"

static void fuzz_begin(void) {}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    struct product product, again;
    const uint8_t *zero = size ? memchr(bytes, 0, size) : NULL;
    size_t graph = zero ? (size_t)(zero - bytes) : size;
    memory_file_put("in.aut", bytes, graph);
    memory_file_put("in.acc", zero ? zero + 1 : bytes, zero ? size - graph - 1 : 0);
    if (aut_read_product(MEMORY_PATH("in.aut"), &product) != OK) {
        require_clean_message();
        require(!product.row);
        return;
    }
    require(product_sound(&product));
    require_ok(aut_write_product(&product, MEMORY_FOLDER));
    require_ok(aut_read_product(MEMORY_PATH("model.aut"), &again));
    require(same_product(&product, &again));
    product_free(&product);
    product_free(&again);
}
