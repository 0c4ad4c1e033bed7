/* The GPU that place cuda uses, or the one of several that is selected: its stream, and CUDA's
 * errors as status codes. For the files of this folder only.
 *
 * Whatever an operation of a step launches goes to device_stream() and takes device_guard() along:
 * a kernel that changes what an iteration leaves behind (vectors, scalars, votes) does nothing
 * where halted(guard) (test.cuh). Scratch that is computed anew from these may be written all the
 * same. */
#pragma once

#include <cuda_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "base/status.h"
#include "solvers/part_counts.h"

/* The stream of all work; valid once the place's probe has succeeded. */
cudaStream_t device_stream(void);

/* A second stream of the selected GPU, for what goes on beside the other. Between device_branch and
 * device_return device_stream() is that one; it begins when all that was enqueued before on the
 * other has ended. After device_join the other waits for what was enqueued there. */
enum status device_branch(void);
enum status device_return(void);
enum status device_join(void);

/* Device memory for reductions; same validity. */
enum { DEVICE_PARTS = 1024, DEVICE_WIDTH = 4 };
struct device_sums {
    double part[DEVICE_WIDTH *
                DEVICE_PARTS]; /* of the blocks of one reduction, up to DEVICE_WIDTH sums each */
    unsigned arrived;          /* blocks that have left their part; 0 between reductions */
};
struct device_sums *device_sums(void);

/* Pinned host memory of the selected GPU: what operations leave there for the host, which reads it
 * when it has waited for the GPU; same validity. */
enum { DEVICE_RESULTS = 16 };
double *device_results(void);

/* Device memory for the barriers of one kernel at a time (grid.cuh); same validity. */
struct grid_word {
    unsigned long long at[3]; /* blocks that have arrived, and those among them that voted, at three
                                 barriers in turn */
};
struct grid_word *device_grid_word(void);

/* The GPUs of this machine. ERROR_ENVIRONMENT, with the reason, where there are none. */
enum status device_count(int *count);

/* Makes GPU k, below MAX_CARDS, the one that all of this folder means on this thread, and opens it
 * when first asked for. Who selects calls device_home afterwards: others count on GPU 0. */
enum { MAX_CARDS = MOST_PARTS };
enum status device_select(int k);
void device_home(void);

/* Name and address of GPU k of all. */
struct card_identity;
enum status device_identify(int k, struct card_identity *out);

/* Enqueues on the selected GPU: twice its L2 cache is written, in memory that stays allocated for
 * the next time. */
enum status device_flush(void);

/* OK, or ERROR_DEVICE_MEMORY or ERROR_DEVICE with CUDA's own words and what was attempted. */
enum status device_status(cudaError_t code, const char *what);

/* The status of the launch just made. */
enum status device_launched(const char *kernel);

/* What kernels launched now look at first. NULL outside of a captured graph: they always run. */
const int *device_guard(void);
void device_set_guard(const int *guard);

/* Enqueues *next = *stop ? 0 : *previous. */
enum status device_graph_gate(const int *previous, const int *stop, int *next);

#ifdef __cplusplus
}
#endif
