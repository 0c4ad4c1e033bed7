/* Decides when the samples of a case suffice, by a table of rules
 * (store/stopping_rules.def), and which samples are taken again. */
#pragma once

#include "store/experiment.h"
#include "store/results.h"

/* State of the sampling of a case. */
struct sampling {
    uint64_t repeated;  /* samples that were taken again */
    double seconds;     /* time of the blocks, without warm-up */
    uint64_t next_look; /* number of samples at which the interval is tested next */
};

enum stop_when { NEVER, AFTER_SAMPLE, AFTER_BLOCK };

/* Sets *out to the reason of the first rule, of those for this time, that ends sampling; STOP_NONE
 * if none does, or if the last sample is to be taken again. Errors: ERROR_HOST_MEMORY. */
enum status stopping_rules_ask(enum stop_when when, const struct settings *settings,
                               const struct result_run *run, const struct result_sample *samples,
                               struct sampling *sampling, enum stop_reason *out);

/* Returns whether the clocks of the sample's GPU were lower, for a reason that the rule names. */
bool sample_was_slowed(const struct result_sample *sample, enum throttle_rule rule);

/* Returns whether a sample is measured again, because its GPU was slowed down or its threads waited
 * for a core. counted: samples of the case before this one that count. Never more samples are
 * measured again than count, so a case takes at most twice as many solves; after that disturbed
 * samples count like others, and keep their mark (sample_disturbed). */
bool is_measured_again(const struct settings *settings, const struct sampling *sampling,
                       uint64_t counted, const struct result_sample *sample);
