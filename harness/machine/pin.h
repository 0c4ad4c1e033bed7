/* Binds this process and its children to CPUs: whole cores first, so that threads share a core only
 * if more CPUs are requested than there are cores. */
#pragma once

#include <stddef.h>

#include "base/status.h"

enum { MOST_PINNED = 1024 };

struct pin {
    int count; /* 0: nothing is bound */
    int cpu[MOST_PINNED];
    int cores; /* physical cores that these CPUs belong to */
};

/* Chooses `count` of the CPUs that this process may use; 0: one of each physical core. It takes one
 * CPU of each core first, package by package, then the others. /proc and /sys lie below root: "" on
 * a real machine. Errors: ERROR_ENVIRONMENT if there are fewer CPUs. */
enum status pin_choose(const char *root, size_t count, struct pin *out);

/* Binds this process, and children that it starts later, to such CPUs, and place omp to as many
 * threads. Call it before any of them is started; the last call counts. Errors: those of
 * pin_choose; ERROR_ENVIRONMENT if the kernel refuses; ERROR_INPUT if OMP_NUM_THREADS wants more
 * threads. */
enum status pin_process(size_t count);

/* "0-3 (4 CPUs of 4 cores)"; "" if nothing is bound. Returns buffer. */
const char *pin_text(char *buffer, size_t size);

/* pin_thread binds the calling thread to the k-th of the CPUs, from 0; pin_release lets it use all
 * of them again. Without bound CPUs they do nothing. Threads that it starts begin on its CPU. */
void pin_thread(int k);
void pin_release(void);
