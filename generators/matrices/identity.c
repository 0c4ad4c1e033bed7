/* A = I, b = 1, x0 = b: the system that needs no solving. It tests the harness together with the
 * method `null`. */
#include "base/memory.h"
#include "generators/generator.h"

enum { N };

static enum status identity_make(const union argument *argument, struct linear *out)
{
    uint32_t n = (uint32_t)argument[N].count;
    enum status status = OK;
    *out = (struct linear){0};
    TRY(memory_must_fit((double)n * 6 * sizeof(double), "identity"));
    TRY(csr_allocate(n, 0, &out->a.off));
    double **ones[] = {&out->a.diag, &out->b, &out->x0, &out->answer};
    for (size_t k = 0; k < sizeof ones / sizeof *ones; k++) {
        TRY(allocate(n, sizeof **ones[k], "ones", ones[k]));
        for (uint32_t i = 0; i < n; i++) (*ones[k])[i] = 1;
    }
    for (uint32_t i = 0; i <= n; i++) out->a.off.row[i] = 0;
out:
    if (status != OK) linear_free(out);
    return status;
}

const struct generator generator_identity = {
    .name = "identity",
    .title = "the identity matrix, solved from the start",
    .source = "this project: tests the harness",
    .parameters = {[N] = {"n", "rows", PARAMETER_COUNT, "1", .min = 1, .max = UINT32_MAX - 1.0}},
    .make = identity_make,
};
