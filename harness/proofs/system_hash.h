/* Identifies the subject of a proof by a text: SHA-256 of everything of a problem that its answer
 * and its value depend on, bit by bit. The text of its source is not part of it. The order, in
 * little-endian, is: a text with its zero byte; numbers that are counts, then reals; and for each
 * array its size in bytes (-1: there is none) and the SHA-256 of each of its blocks of 4 MiB
 * (system_hash.c). */
#pragma once

#include "base/sha256.h"
#include "problems/problem.h"

enum { SYSTEM_HASH = SHA256_TEXT };

/* Computes the hash, on all cores; not for products. Errors: ERROR_HOST_MEMORY,
 * ERROR_INTERRUPTED. */
enum status system_hash(const struct problem *problem, char out[SYSTEM_HASH]);
