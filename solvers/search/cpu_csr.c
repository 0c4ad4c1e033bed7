/* Layout csr on the CPU. */
#include "solvers/search/cpu_rows.h"

#ifdef _OPENMP
#define ALONE false
#else
#define ALONE true
#endif

extern const struct map_ops EXPORTED(map_ops);
extern const struct owcty_ops EXPORTED(owcty_ops);

#define NAME_(place) mat_ops_csr_##place##_u32
#define NAME(place) NAME_(place)

extern const struct mat_ops NAME(PLACE);
const struct mat_ops NAME(PLACE) = {
    .search = &(const struct search_ops){&EXPORTED(map_ops), &EXPORTED(owcty_ops), ALONE}};
