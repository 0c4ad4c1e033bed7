/* A folder of proofs that later runs use: $WARPMARK_PROOFS, else warpmark/proofs in $XDG_CACHE_HOME
 * or ~/.cache. If the variable is empty, nothing is read or written. The files are proofs
 * (proof_file.h), named by their system and the requested width; they can be copied, moved and
 * removed at any time.
 *
 * In a folder that the variable names, no file is removed or replaced. In that of the user's cache,
 * files that are refused are removed, and, while all have more than 2 GiB, those that were not used
 * for longest. Proofs that took less than 0.1 s are not kept there, nor bounded ones. */
#pragma once

#include "prove/prove.h"

/* Proves a problem like prove_problem. But if the folder has a proof of the same system that is
 * narrow enough, its vectors are used, and checked again: only the check decides what they prove. A
 * new proof is stored in the folder, in a file of its own. A failure to read or write there is no
 * error: the note of the proof reports it. proof.found: its vectors come from the folder. If no
 * rows are stored, no proof is kept. Errors: those of prove_problem. */
enum status proof_store_prove(struct problem *problem, const struct prove_settings *settings);
