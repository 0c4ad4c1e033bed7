/* CPUs that this process and its children are bound to: whole cores first, so that threads share
 * one only where there are fewer cores than CPUs asked for. */
#pragma once

#include <stddef.h>

#include "base/status.h"

enum { MOST_PINNED = 1024 };

struct pin {
    int count; /* 0: nothing is bound */
    int cpu[MOST_PINNED];
    int cores; /* physical, that these CPUs are of */
};

/* Chooses `count` of the CPUs that this process may use; 0: one of each physical core. First one
 * CPU of each core, package by package, then the others. /proc and /sys lie below root: "" on a
 * real machine. Errors: ERROR_ENVIRONMENT where there are fewer CPUs. */
enum status pin_choose(const char *root, size_t count, struct pin *out);

/* Binds this process, and from now on its children, to such CPUs, and place omp to as many threads.
 * Before any of them is started; the last choice holds. Errors: those of pin_choose;
 * ERROR_ENVIRONMENT where the kernel refuses; ERROR_INPUT where OMP_NUM_THREADS wants more threads.
 */
enum status pin_process(size_t count);

/* "0-3 (4 CPUs of 4 cores)"; "" where nothing is bound. Returns buffer. */
const char *pin_text(char *buffer, size_t size);

/* Binds the calling thread to the k-th of the CPUs, from 0, and lets it go to all of them again.
 * Where nothing is bound, nothing happens. Threads that it starts begin on its CPU. */
void pin_thread(int k);
void pin_release(void);
