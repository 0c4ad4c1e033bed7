/* A folder of proofs that later runs use, named by the environment variable WARPMARK_PROOFS.
 * Without it nothing is read or written here. Its files are proofs (proof_file.h), named by the
 * system that they are about and the width that was asked for; they can be copied, moved and
 * removed at will. */
#pragma once

#include "prove/prove.h"

/* prove_problem; but where the folder has a proof of the same system that is as narrow as is
 * wanted, its vectors are taken, and the check is run on them again: it alone says what they prove.
 * A new proof is left in the folder, in a file of its own. What cannot be read or written there is
 * no error: the note of the proof says so. Where no rows are stored, there is no proof to keep.
 * Errors: those of prove_problem. */
enum status proof_store_prove(struct problem *problem, const struct prove_settings *settings);
