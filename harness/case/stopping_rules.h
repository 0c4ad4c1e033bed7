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

/* Returns whether a sample is to be taken again because of these reasons for lower clocks.
 * repeated: samples of this case that were taken again before. The slow sample is kept, with a
 * mark. After `most` repeats, throttled samples count like others; only their reasons show it. */
bool throttle_repeats(enum throttle_rule rule, uint64_t reasons, uint64_t repeated, uint64_t most);
