/* Makes a certificate: the statement that a problem's proof allows about its answer and its
 * value. */
#pragma once

#include "harness/proofs/proof_file.h"

struct certificate {
    struct proof_claim claim; /* a little wider than the result of the check, so that a machine that
                                 adds in another order proves it, too */
    bool certified; /* the error of the value (linear systems: of the answer) is as small as
                       requested */
    char why[640];  /* not certified: why; else "" */
};

/* Makes a certificate from problem->proof. asked: its width is half that of the interval, relative
 * to the value (linear systems: the error of the answer, relative to its largest entry). Errors:
 * ERROR_HOST_MEMORY. */
struct prove_settings;
enum status certificate_make(const struct problem *problem, const struct prove_settings *asked,
                             struct certificate *out);

/* Returns whether the proof also holds for the model: for every model whose numbers become the
 * stored ones by the roundings that the readers counted. */
bool proof_is_of_model(const struct problem *problem);

/* Makes the claim that is exactly what problem->proof proves. Errors: ERROR_HOST_MEMORY. */
enum status claim_make(const struct problem *problem, struct proof_claim *out);

/* Returns whether a claim states neither an interval nor an error. */
bool claim_is_empty(const struct proof_claim *claim);

/* Returns whether everything that a claim states follows from what is proven. */
bool claim_follows(const struct proof_claim *claim, const struct proof_claim *proven);

/* Moves the vectors of file to problem, and lets only the check decide what they prove
 * (prove_check). problem has no proof yet. Errors: ERROR_DAMAGED if the vectors are not as long as
 * the problem has rows; those of prove_check. */
enum status proof_file_check(struct proof_file *file, struct problem *problem, bool model);

/* Makes the content of a file for the proof. system: of system_hash, or NULL, and it is computed.
 * It borrows the vectors of problem and the texts; free it with certificate_file_free only. Errors:
 * ERROR_HOST_MEMORY, ERROR_INTERRUPTED, and those of property_text. */
enum status certificate_file(struct problem *problem, const struct certificate *certificate,
                             double epsilon, const char *system, struct proof_file *out);
void certificate_file_free(struct proof_file *file); /* accepts a zeroed one, leaves one */
