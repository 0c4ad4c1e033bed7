/* Feeds bytes to the reader of Aldebaran files; what follows a zero byte is the list of accepting vertices. Any input
 * must end in a clean refusal, or in a graph that keeps the promises of base/product.h and that is the same after being
 * written and read again. */
#include <stdint.h>

#include "datasets/aut.h"
#include "tests/product_sound.h"
#include "tests/scratch.h"

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void require(int holds)
{
    if (!holds) abort();
}

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
    struct product product, again;
    const uint8_t *zero = size ? memchr(bytes, 0, size) : NULL;
    size_t graph = zero ? (size_t)(zero - bytes) : size;
    scratch_write_bytes("in.aut", bytes, graph);
    scratch_write_bytes("in.acc", zero ? zero + 1 : bytes, zero ? size - graph - 1 : 0);
    if (aut_read_product(scratch_path("in.aut"), &product) != OK) {
        require(*fail_message() && !strpbrk(fail_message(), "\n\r\t\033") && !product.row);
        return 0;
    }
    require(product_sound(&product));
    require(aut_write_product(&product, scratch_folder) == OK);
    require(aut_read_product(scratch_path("model.aut"), &again) == OK);
    require(same_product(&product, &again));
    product_free(&product);
    product_free(&again);
    return 0;
}
