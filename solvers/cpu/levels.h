/* Method multilevel on the CPU: the operations of solvers/multilevel/levels.h, compiled for f64
 * twice, -DPLACE=seq|omp. */
#pragma once

#include "base/team.h"
#include "solvers/cpu/real.h"
#include "solvers/multilevel/levels.h"

/* levels_match.c */
size_t EXPORTED(level_scratch_bytes)(uint32_t n, uint64_t nnz);
enum status EXPORTED(level_aggregate)(const struct level *level, void *scratch, uint32_t *count);
/* levels_product.c */
enum status EXPORTED(level_count)(const struct level *fine, const struct level *coarse,
                                  void *scratch, uint64_t *nnz);
enum status EXPORTED(level_connect)(const struct level *fine, const struct level *coarse,
                                    void *scratch);
enum status EXPORTED(level_weigh)(const struct level *fine, const struct level *coarse);
enum status EXPORTED(level_product)(const struct level *fine, const struct level *coarse);
enum status EXPORTED(level_prolong)(const struct level *fine, const struct level *coarse);
enum status EXPORTED(level_collect)(const struct level *fine, const struct level *coarse);
enum status EXPORTED(level_correct)(const struct level *fine, const struct level *coarse);
/* levels_eliminate.c */
enum status EXPORTED(level_eliminate)(const struct level *level, double *dense);
/* levels_window.c */
enum status EXPORTED(level_measure)(const struct window *window);
enum status EXPORTED(level_judge)(const struct window *window, double omega, struct test *test);
enum status EXPORTED(level_fit)(const struct window *window);
enum status EXPORTED(level_combine)(const struct window *window);
