/* Small results with chosen times, for the tests of warpmark history. */
#pragma once

#include "base/memory.h"
#include "store/results.h"

enum { MADE_SAMPLES = 5 };

void made(enum status status);
char *made_text(const char *text);

/* Results without cases. Facts: the machine's key, a compiler, and a load, which means nothing. */
struct results made_results(const char *started, const char *commit, const char *machine,
                            const char *compiler);

size_t made_problem(struct results *r, const char *label);

/* A case: ok with samples around seconds, or ended in another status without any. The run is
 * borrowed. */
struct result_run *made_case(struct results *r, const char *problem, const char *variant,
                             enum case_status status, double seconds);
