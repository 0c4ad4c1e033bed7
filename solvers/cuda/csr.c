/* Layout csr on CUDA. */
#include "solvers/search.h"

extern const struct map_ops map_ops_cuda;
extern const struct owcty_ops owcty_ops_cuda;

extern const struct mat_ops mat_ops_csr_cuda_u32;
const struct mat_ops mat_ops_csr_cuda_u32 = {.map = &map_ops_cuda, .owcty = &owcty_ops_cuda};
