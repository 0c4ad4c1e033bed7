#include "harness/counters/counts.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"

void counts_clear(struct counts *out)
{
    memset(out->why, 0, sizeof out->why);
    for (int k = 0; k < NCOUNTERS; k++) out->value[k] = NAN;
}

void counts_refuse(struct counts *counts, enum counter which, const char *why)
{
    counts->value[which] = NAN;
    snprintf(counts->why[which], LONGEST_WHY, "%s", why);
}

void counts_refuse_all(struct counts *counts, enum counter first, enum counter last,
                       const char *why)
{
    for (int k = first; k <= (int)last; k++) counts_refuse(counts, (enum counter)k, why);
}

/* Returns whether a counter before k has the same reason, so that it was told with it. */
static bool is_told(const struct counts *counts, int k)
{
    for (int before = 0; before < k; before++)
        if (!strcmp(counts->why[before], counts->why[k])) return true;
    return false;
}

enum status counts_note(const struct counts *counts, char **out)
{
    *out = NULL;
    for (int k = 0; k < NCOUNTERS; k++) {
        if (!*counts->why[k] || is_told(counts, k)) continue;
        MUST(append_text(out, "%s%s", *out ? "; " : "", counter_names[k]));
        for (int other = k + 1; other < NCOUNTERS; other++)
            if (!strcmp(counts->why[other], counts->why[k]))
                MUST(append_text(out, ", %s", counter_names[other]));
        MUST(append_text(out, ": %s", counts->why[k]));
    }
    return OK;
}
