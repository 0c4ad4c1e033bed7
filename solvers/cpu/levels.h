/* Method multilevel on the CPU: the operations of solvers/multilevel/levels.h, compiled for f64
 * twice, -DPLACE=seq|omp. */
#pragma once

#include "base/team.h"
#include "solvers/cpu/real.h"
#include "solvers/multilevel/levels.h"

#define LEVEL_OP(name) EXPORTED(level_##name)

/* levels_match.c */
size_t LEVEL_OP(scratch_bytes)(uint32_t n, uint64_t nnz);
enum status LEVEL_OP(aggregate)(const struct level *level, void *scratch, uint32_t *count);
/* levels_product.c */
enum status LEVEL_OP(count)(const struct level *fine, const struct level *coarse, void *scratch,
                            uint64_t *nnz);
enum status LEVEL_OP(connect)(const struct level *fine, const struct level *coarse, void *scratch);
enum status LEVEL_OP(weigh)(const struct level *fine, const struct level *coarse);
enum status LEVEL_OP(product)(const struct level *fine, const struct level *coarse);
enum status LEVEL_OP(prolong)(const struct level *fine, const struct level *coarse);
enum status LEVEL_OP(collect)(const struct level *fine, const struct level *coarse);
enum status LEVEL_OP(correct)(const struct level *fine, const struct level *coarse);
/* levels_eliminate.c */
enum status LEVEL_OP(eliminate)(const struct level *level, double *dense);
/* levels_window.c */
enum status LEVEL_OP(measure)(const struct window *window);
enum status LEVEL_OP(judge)(const struct window *window, double omega, struct test *test);
enum status LEVEL_OP(fit)(const struct window *window);
enum status LEVEL_OP(combine)(const struct window *window);
