/* Feeds bytes to the Matrix Market readers, as a matrix and as a vector of as many entries as the first byte says. Any
 * input must end in a clean refusal or in a matrix that keeps the promises of base/csr.h. */
#include <math.h>
#include <stdint.h>

#include "datasets/matrix_market.h"
#include "tests/csr_sound.h"
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
    if (size == 0) return 0;
    struct csr a;
    double *x;
    uint32_t n = bytes[0];
    scratch_write_bytes("m.mtx", bytes + 1, size - 1);
    if (matrix_market_read(scratch_path("m.mtx"), &a) == OK) {
        require(csr_sound(&a));
        csr_free(&a);
    }
    if (matrix_market_read_vector(scratch_path("m.mtx"), n, &x) == OK) {
        for (uint32_t i = 0; i < n; i++) require(isfinite(x[i]));
        free(x);
    }
    return 0;
}
