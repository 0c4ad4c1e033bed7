/* Layout csr on CUDA: the table of its searches. */
#include <stddef.h>

extern "C" {
#include "solvers/search/search.h"

extern const struct map_ops map_ops_cuda;
extern const struct owcty_ops owcty_ops_cuda;

static const struct search_ops searches = {&map_ops_cuda, &owcty_ops_cuda, false};

extern const struct mat_ops mat_ops_csr_cuda_u32;
const struct mat_ops mat_ops_csr_cuda_u32 = {NULL,  NULL, NULL, NULL, NULL, {}, &searches,
                                             false, NULL, NULL, NULL, false, NULL, NULL};
}
