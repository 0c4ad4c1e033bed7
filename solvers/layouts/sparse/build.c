/* Layout of methods that are other programs: they get the matrix in files (docs/engines.md), and
 * store it in their own way. */
#include "solvers/layout.h"

static enum status sparse_build(const struct matrix *a, struct stored *out)
{
    (void)a, (void)out;
    return OK;
}

const struct layout layout_sparse = {
    .name = "sparse",
    .title = "as an engine stores it: for methods that are programs of their own",
    .of_engines = true,
    .build = sparse_build,
};
