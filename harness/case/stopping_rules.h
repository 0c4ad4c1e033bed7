/* When the samples of a case suffice: a table of rules (harness/store/stopping_rules.def). Which of
 * them are taken again. */
#pragma once

#include "harness/store/experiment.h"
#include "harness/store/results.h"

/* What a case has sampled so far. */
struct sampling {
    uint64_t repeated;  /* samples that were taken again */
    double seconds;     /* that blocks have taken, warm-up apart */
    uint64_t next_look; /* at the interval: when so many samples count */
};

enum stop_when { NEVER, AFTER_SAMPLE, AFTER_BLOCK };

/* *out: the reason of the first rule that ends sampling, of those asked at this time; STOP_NONE
 * where none does, or the last sample is to be taken again. Errors: ERROR_HOST_MEMORY. */
enum status stopping_rules_ask(enum stop_when when, const struct settings *settings,
                               const struct result_run *run, const struct result_sample *samples,
                               struct sampling *sampling, enum stop_reason *out);

/* Whether a sample with these reasons for lower clocks is to be taken again, `repeated` ones of the
 * same case having been already. It is kept, marked, all the same; after `most` of them throttled
 * samples count like others, marked by their reasons alone. */
bool throttle_repeats(enum throttle_rule rule, uint64_t reasons, uint64_t repeated, uint64_t most);
