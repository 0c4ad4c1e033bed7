/* Method multilevel on CUDA: the operations of solvers/multilevel/levels.h. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

#include "solvers/multilevel/levels.h"

/* Format of level.map on CUDA. First a list of entries: those that are part of entry 0 of the next
 * level, then those of entry 1, and so on, each ascending. From u32 (nnz + 1) / 2 * 2 on follows a
 * word for each 32 places of that list, for places 0 to nnz. */
struct map_word {
    uint32_t begins; /* bit p: an entry of the next level begins at place p; after the last place
                        begins one that does not exist */
    uint32_t before; /* number of entries that begin at earlier places */
};

/* aggregate.cu */
size_t cuda_aggregate_bytes(uint32_t n, uint64_t nnz);
enum status cuda_aggregate(const struct level *level, void *scratch, uint32_t *count);
/* connect.cu */
size_t cuda_connect_bytes(uint32_t n, uint64_t nnz);
enum status cuda_count(const struct level *fine, const struct level *coarse, void *scratch,
                       uint64_t *nnz);
enum status cuda_connect(const struct level *fine, const struct level *coarse, void *scratch);
/* map.cu: part of connect */
size_t cuda_map_bytes(uint64_t nnz);
enum status cuda_map(const struct level *fine, const struct level *coarse, void *scratch);
/* product.cu */
enum status cuda_weigh(const struct level *fine, const struct level *coarse);
enum status cuda_product(const struct level *fine, const struct level *coarse);
enum status cuda_prolong(const struct level *fine, const struct level *coarse);
enum status cuda_collect(const struct level *fine, const struct level *coarse);
enum status cuda_correct(const struct level *fine, const struct level *coarse);
/* smooth.cu */
enum status cuda_smooth(const struct level *level, double omega);
enum status cuda_damp(const struct level *level, double omega, double *damped);
/* eliminate.cu */
enum status cuda_eliminate(const struct level *level, double *dense);
/* tail.cu */
enum { CUDA_TAIL_ROWS = 10000 };
enum status cuda_tail(const struct level *level, int count, double omega, double *dense);
/* window.cu */
enum status cuda_measure(const struct window *window);
enum status cuda_judge(const struct window *window, double omega, struct test *test);
enum status cuda_fit(const struct window *window);
enum status cuda_combine(const struct window *window);

#ifdef __cplusplus
}
#endif
