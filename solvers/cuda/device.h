/* The GPU that place cuda uses, or the selected one of several: its stream, and CUDA's errors as
 * status codes. For the files of this folder only.
 *
 * Operations of a step launch their kernels on device_stream() and pass device_guard() to them. A
 * kernel that changes results of an iteration (vectors, scalars, votes) does nothing if
 * halted(guard) (convergence.cuh). Scratch that is computed anew from these may be written in any
 * case. */
#pragma once

#include <cuda_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "base/status.h"
#include "solvers/part_counts.h"

/* Stream for all work; valid once the place's probe has succeeded. */
cudaStream_t device_stream(void);

/* A second stream of the selected GPU, for work beside the main stream. Between device_branch and
 * device_return, device_stream() is the second stream; its work begins when all earlier work on the
 * main stream has ended. After device_join the main stream waits for the second one. */
enum status device_branch(void);
enum status device_return(void);
enum status device_join(void);

/* Number of multiprocessors of the selected GPU, for launches that fill the card; valid once the
 * place's probe has succeeded. */
unsigned device_multiprocessors(void);

/* Device memory for reductions; valid once the place's probe has succeeded. */
enum { DEVICE_PARTS = 1024, DEVICE_WIDTH = 4 };
struct device_sums {
    double part[DEVICE_WIDTH * DEVICE_PARTS]; /* results of the blocks of one reduction, up to
                                                 DEVICE_WIDTH sums each */
    unsigned arrived; /* number of blocks that have written their part; 0 between
                         reductions */
};
struct device_sums *device_sums(void);

/* Pinned host memory of the selected GPU, for results of operations; the host reads them after it
 * has waited for the GPU. Valid once the place's probe has succeeded. */
enum { DEVICE_RESULTS = 16 };
double *device_results(void);

/* Device memory for the barriers of one kernel at a time (grid.cuh); valid once the place's probe
 * has succeeded. */
struct grid_word {
    unsigned long long at[3]; /* for three barriers in turn: number of blocks that have arrived,
                                 and number of those that voted */
};
struct grid_word *device_grid_word(void);

/* Number of GPUs of this machine. Errors: ERROR_ENVIRONMENT, with the reason, if there are none. */
enum status device_count(int *count);

/* Selects GPU k < MAX_CARDS for all files of this folder, on this thread, and opens it at its first
 * use. The caller calls device_home afterwards, because other code expects GPU 0. */
enum { MAX_CARDS = MOST_PARTS };
enum status device_select(int k);
void device_home(void);

/* Writes name and PCI address of GPU k, counted among all GPUs that CUDA lists. */
struct card_identity;
enum status device_identify(int k, struct card_identity *out);

/* Enqueues on the selected GPU writes of twice the size of its L2 cache. The memory for this stays
 * allocated for the next call. */
enum status device_flush(void);

/* Returns OK for success, else ERROR_DEVICE_MEMORY or ERROR_DEVICE; the message has CUDA's own
 * words and `what`, the action that failed. */
enum status device_status(cudaError_t code, const char *what);

/* Returns the status of the kernel launch just made. */
enum status device_launched(const char *kernel);

/* Guard that kernels launched now read first. NULL outside of a captured graph: kernels always run.
 */
const int *device_guard(void);
void device_set_guard(const int *guard);

/* Enqueues *next = *stop ? 0 : *previous. */
enum status device_graph_gate(const int *previous, const int *stop, int *next);

#ifdef __cplusplus
}
#endif
