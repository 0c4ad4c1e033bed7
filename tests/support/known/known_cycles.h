/* Verdicts and iteration counts of searches on the models of FIMU-RS-2009-05 and BEEM, counted by
 * an explorer of its own: verdict, iterations of OWCTY, rounds and sweeps of MAP (inverse order,
 * sweeps between two vectors). */
#pragma once

#include "harness/case/case.h"
#include "tests/support/cmocka.h"

struct known_cycle {
    const char *source;
    bool cycle;
    uint64_t iterations, outer, sweeps; /* 0: not known */
};

/* Searches every source with every variant of the patterns that can run here. */
void search_all(size_t nknown, const struct known_cycle *known, size_t npatterns,
                char *const *patterns);
