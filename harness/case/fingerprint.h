/* A fingerprint of the machine code that a variant runs: equal in two programs only where all of it
 * is equal, so that a difference in time between them is not the code's doing.
 *
 * It covers the objects of base/ and solvers/ from which the variant's method, layout, row
 * operations and place come, and all that these call (the registry left out, which names every
 * member). It is taken before linking, without debugging information: addresses, comments and other
 * variants do not matter. It does not cover what is outside: libc, OpenMP's library, CUDA's
 * driver. */
#pragma once

#include "base/status.h"

struct variant;

/* One object file of the program; the table is made by the build (harness/case/code.awk). */
struct code_object {
    const char *name; /* "solvers/layouts/msr/cpu.seq.f64" */
    const char *hash;
    const int *needs;           /* the objects that define what it uses, then -1 */
    const char *const *defines; /* the names of its global symbols, then NULL */
};

extern const struct code_object code_objects[];
extern const int code_object_count;

struct fingerprint {
    char text[17]; /* 16 hexadecimal digits; "" where a library takes the time, or the place is not
                      built in */
};

/* Errors: ERROR_HOST_MEMORY. */
enum status fingerprint_of(const struct variant *variant, struct fingerprint *out);

/* The same from another table, for tests. */
enum status fingerprint_from(int count, const struct code_object *objects,
                             const struct variant *variant, struct fingerprint *out);

/* Fingerprint of all code of this program that solves, with the program's version. */
enum status fingerprint_of_program(struct fingerprint *out);
