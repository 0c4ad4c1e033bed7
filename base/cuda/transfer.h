/* Copies between ordinary host memory and the GPU that this thread has selected.
 *
 * The driver copies memory that is not pinned with one thread, at a tenth of the speed of the bus,
 * and the same thread meets each new page of what it writes. So large arrays go through pinned
 * buffers: all threads fill or empty one while the GPU is busy with the others. Small arrays are
 * left to the driver. Only one thread at a time may copy to or from a GPU. */
#pragma once

#include <cuda_runtime_api.h>
#include <stddef.h>

/* Makes the buffers of the selected GPU, which takes milliseconds. The first large copy does it,
 * too. They stay until the process ends. */
cudaError_t transfer_open(void);

/* Enqueues a copy to the GPU. from_host may change as soon as the function has returned. */
cudaError_t transfer_put(void *to, const void *from_host, size_t bytes, cudaStream_t stream);

/* Copies from the GPU after all earlier work on the stream, and waits for it. */
cudaError_t transfer_get(void *to_host, const void *from, size_t bytes, cudaStream_t stream);
