#include "solvers/cuda/device.h"

static __global__ void pass_on(const int *previous, const int *stop, int *next)
{
    *next = *(const volatile int *)stop ? 0 : *previous;
}

enum status device_graph_gate(const int *previous, const int *stop, int *next)
{
    pass_on<<<1, 1, 0, device_stream()>>>(previous, stop, next);
    return device_launched("gate");
}
