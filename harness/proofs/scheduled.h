/* The scheduler of a decision process that its proof shows to be good, in a file, and a proof of
 * its own value: that of the chain which the process is under it. */
#pragma once

#include "harness/proofs/certificate.h"
#include "prove/prove.h"

struct scheduled {
    const char *path;               /* NULL: none was asked for */
    char why[256];                  /* why there is none; "" if there is one */
    struct certificate certificate; /* of the chain */
    const char *truth;              /* asked_truth of the chain */
};

/* Returns OK if a source can name path as a file of its own, and it can be written (force: or
 * replaced). Errors: ERROR_INPUT; those of file_probe. */
enum status scheduled_check(const char *path, bool force);

/* Writes the scheduler of problem->proof to path; reads the source again with it, and proves its
 * value. The interval is NaN where nothing is proven of it. If there is no such scheduler, only
 * says why. Errors: those of opening the source and writing; ERROR_HOST_MEMORY. */
enum status scheduled_make(const struct problem *problem, const struct prove_settings *settings,
                           const char *path, bool force, struct scheduled *out);

/* Prints a line about it; nothing if there is none. */
void scheduled_print(const struct scheduled *scheduled);

struct json;
void scheduled_print_json(struct json *json, const struct scheduled *scheduled);
