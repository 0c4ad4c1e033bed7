/* Prints a proof for the commands certify and verify. */
#pragma once

#include "base/output/json.h"
#include "harness/proofs/scheduled.h"

struct certified {
    const struct problem *problem; /* with its proof */
    struct certificate certificate;
    double seconds;
    const char *file; /* file that was written, or NULL */
    struct scheduled scheduled;
};

/* Prints to stdout, in a line, how far the numbers of an answer may be off (proof.error, of
 * prove.h). */
void print_error_bound(const struct problem *problem, double error);

/* Prints a line about the questions that were proven first, and more; nothing if there were none.
 */
void print_inside(const struct asked_value *asked, const char *more);

/* Adds what is asked of the value besides its number: "holds", true, false or null where it is
 * unclear; the ends of a range; what was proven first. low, high: the proven interval. */
void json_asked(struct json *json, const struct asked_value *asked, double low, double high);

/* Print the proof to stdout. Errors: those of property_text. */
enum status certified_print(const struct certified *said);
enum status certified_print_json(const struct certified *said);

/* Checks the proof in the file, and prints what it proves. trust: its source may be a file. *holds
 * = whether the check proves all that the file claims. Errors: those of reading the file and of
 * opening its source. */
enum status certified_verify(const char *path, bool trust, bool *holds);
