/* A fingerprint of the machine code that a variant runs. If it is equal in two programs, all of
 * that code is equal, so the code is not the reason for a difference in time.
 *
 * It covers the objects of base/ and solvers/ that contain the variant's method, layout, row
 * operations and place, and all that these call, except the registry, which names every member. It
 * is taken before linking, without debugging information: addresses, comments and other variants do
 * not matter. It does not cover libc, OpenMP's library and CUDA's driver. */
#pragma once

#include "base/status.h"

struct variant;

/* One object file of the program; the table is made by the build (harness/case/code.awk). */
struct code_object {
    const char *name; /* "solvers/layouts/msr/cpu.seq.f64" */
    const char *hash;
    const int *needs;           /* objects that define symbols that it uses, then -1 */
    const char *const *defines; /* the names of its global symbols, then NULL */
};

extern const struct code_object code_objects[];
extern const int code_object_count;

struct fingerprint {
    char text[17]; /* 16 hexadecimal digits; "" if a library takes the time, or the place is not
                      built in */
};

/* Makes the fingerprint of a variant. Errors: ERROR_HOST_MEMORY. */
enum status fingerprint_of(const struct variant *variant, struct fingerprint *out);

/* The same from another table of objects, for tests. */
enum status fingerprint_from(int count, const struct code_object *objects,
                             const struct variant *variant, struct fingerprint *out);

/* Fingerprint of all code of this program that solves, with the program's version. */
enum status fingerprint_of_program(struct fingerprint *out);
