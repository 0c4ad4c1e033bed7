/* Makes a certificate: the statement that a problem's proof allows about its answer and its
 * value. */
#pragma once

#include "harness/proofs/proof_file.h"

struct certificate {
    struct proof_claim claim; /* a little wider than the check has it, so that a machine which adds
                           in another order proves it too */
    bool certified; /* the value (linear systems: the answer) is known as well as was asked */
    char why[640];  /* not certified: why; else "" */
};

/* From problem->proof. asked: its width is half that of the interval, relative to the value (linear
 * systems: the error of the answer, relative to its largest entry). Errors: ERROR_HOST_MEMORY. */
struct prove_settings;
enum status certificate_make(const struct problem *problem, const struct prove_settings *asked,
                             struct certificate *out);

/* Returns whether the proof also holds for the model: for every model whose numbers become the
 * stored ones by the roundings that the readers counted. */
bool proof_is_of_model(const struct problem *problem);

/* Exactly what problem->proof proves. Errors: ERROR_HOST_MEMORY. */
enum status claim_make(const struct problem *problem, struct proof_claim *out);

/* Returns whether a claim states neither an interval nor an error. */
bool claim_is_empty(const struct proof_claim *claim);

/* Returns whether everything that a claim states follows from what is proven. */
bool claim_follows(const struct proof_claim *claim, const struct proof_claim *proven);

/* Moves the vectors of file to problem, and lets the check alone say what they prove of it
 * (prove_check). problem has no proof yet. Errors: ERROR_DAMAGED where the vectors are not as long
 * as the problem has rows; those of prove_check. */
enum status proof_file_check(struct proof_file *file, struct problem *problem, bool model);

/* A file of the proof, which borrows the vectors of problem and the texts. Errors:
 * ERROR_HOST_MEMORY, ERROR_INTERRUPTED, and those of property_text. Freed by
 * certificate_file_free alone. */
enum status certificate_file(struct problem *problem, const struct certificate *certificate,
                             double epsilon, struct proof_file *out);
void certificate_file_free(struct proof_file *file); /* accepts a zeroed one, leaves one */
