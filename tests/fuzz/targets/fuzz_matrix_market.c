/* Feeds bytes to the Matrix Market readers, as a matrix and as a vector of as many entries as the
 * first byte says. Any input must end in a clean refusal or in a matrix that keeps the promises of
 * base/sparse/csr.h. */
#include <math.h>

#include "datasets/formats/matrix_market/matrix_market.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/csr_sound.h"

static void fuzz_begin(void) {}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    if (size == 0) return;
    struct csr a;
    double *x;
    uint32_t n = bytes[0];
    memory_file_put("m.mtx", bytes + 1, size - 1);
    if (matrix_market_read(MEMORY_PATH("m.mtx"), &a) == OK) {
        require(csr_sound(&a));
        csr_free(&a);
    }
    if (matrix_market_read_vector(MEMORY_PATH("m.mtx"), n, &x) == OK) {
        for (uint32_t i = 0; i < n; i++) require(isfinite(x[i]));
        free(x);
    }
}
