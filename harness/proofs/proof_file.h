/* Files of proofs: the vectors that the check (certify/check.h) turns into bounds, the system that
 * they are about, and the claim that they are said to prove (format: docs/formats.md).
 *
 * A file may come from anybody. Reading it only ensures that it has the right form: the caller lets
 * the check decide what the vectors prove (prove_check), and never uses the claims. */
#pragma once

#include "base/file.h"
#include "harness/proofs/system_hash.h"

enum { PROOF_MAJOR = 1, PROOF_MINOR = 2 };

/* Vectors of struct problem_proof that the check needs: x, v, w, y, u, low, high; and ranks: rank,
 * level. A proof has x, or it has low, high and rank, and maybe more. */
enum { PROOF_W = 2, PROOF_LOW = 5, PROOF_VECTORS = 7 };
enum { PROOF_RANK = PROOF_VECTORS, PROOF_LEVEL, PROOF_ARRAYS };
extern const char *const proof_vector_names[PROOF_ARRAYS];

/* Statement about the exact answer and about the property's value. */
struct proof_claim {
    double value;     /* of the reference answer; infinite or NaN as problem_value */
    double low, high; /* the value lies within; NaN: nothing is claimed */
    double error;     /* of prove_answer; infinite: nothing is claimed */
};

struct proof_file {
    char *source, *property, *program; /* property: "" of a linear system */
    char note[160];                    /* how it was proven */
    char system[SYSTEM_HASH];
    enum problem_kind kind;
    bool model;     /* prove_settings.model */
    double epsilon; /* requested width */
    double seconds; /* time that the proof took, in s */
    struct proof_claim claim;
    uint32_t n;
    double *vector[PROOF_VECTORS]; /* n numbers each, but for low and high finite; NULL: missing */
    uint32_t *rank, *level;        /* n numbers each; NULL: missing */
};

void proof_file_free(struct proof_file *file); /* accepts a zeroed one, leaves one */

extern const struct file_kind kind_proof;

/* Writes the proof to path; on an error path stays as it was. replaces: path may have a proof
 * already. Errors: ERROR_INPUT if path exists and must not be replaced; ERROR_IO;
 * ERROR_HOST_MEMORY; ERROR_INTERRUPTED. */
enum status proof_file_write(const char *path, bool replaces, const struct proof_file *file);

/* Sets *out to whether path is an HDF5 file that is marked as a proof. Errors: ERROR_IO,
 * ERROR_INPUT (not HDF5), ERROR_DAMAGED. */
enum status proof_file_is(const char *path, bool *out);

/* Reads a file. Errors: the same; ERROR_HOST_MEMORY; ERROR_INTERRUPTED. *out is zeroed then. */
enum status proof_file_read(const char *path, struct proof_file *out);
