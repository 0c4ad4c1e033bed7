/* A problem in one file in memory: a process that has made it leaves it there, and others map it
 * without a copy. */
#pragma once

#include <stddef.h>

#include "problems/problem.h"

/* *fd: an empty file in memory. Errors: ERROR_HOST_MEMORY. */
enum status problem_pack_create(int *fd);

/* Moves problem into the empty file: each array is freed once it is copied, so that little more
 * memory than for one problem is in use at any time. problem is zeroed, on failure too; afterwards
 * nobody can change the file. Errors: ERROR_HOST_MEMORY. */
enum status problem_pack(struct problem *problem, int fd);

/* The problem in a packed file. Its arrays lie in the map, which nobody can write to, and are in
 * memory already, so that the first to read them does not wait. problem_free must not be called on
 * it. Errors: ERROR_HOST_MEMORY; ERROR_DAMAGED where no problem was packed. */
struct problem_map {
    struct problem problem;
    void *at;
    size_t size;
};

enum status problem_map(int fd, struct problem_map *out);
void problem_unmap(struct problem_map *map); /* accepts a zeroed one, leaves one */
