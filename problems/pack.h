/* A problem in one file in memory: the process that made it stores it there, and other processes
 * map it without a copy. */
#pragma once

#include <stddef.h>

#include "problems/problem.h"

/* *fd: an empty file in memory. Errors: ERROR_HOST_MEMORY. */
enum status problem_pack_create(int *fd);

/* Moves problem into the empty file: frees each array after it is copied, so at any time little
 * more memory is used than for one problem. Zeroes problem, on failure too. Afterwards nobody can
 * change the file. Errors: ERROR_HOST_MEMORY. */
enum status problem_pack(struct problem *problem, int fd);

/* The problem in a packed file. Its arrays are in the map, which is read-only and already in
 * memory, so the first access does not wait. problem_free must not be called on it. Errors:
 * ERROR_HOST_MEMORY; ERROR_DAMAGED if no problem was packed. */
struct problem_map {
    struct problem problem;
    void *at;
    size_t size;
};

enum status problem_map(int fd, struct problem_map *out);
void problem_unmap(struct problem_map *map); /* accepts a zeroed one, leaves one */
