/* Confirms the alarms of a history: the programs of the commits before and after a step measure the
 * case in turns, so what the machine did between the nights does not count. */
#pragma once

#include "analysis/history/history.h"
#include "harness/live/checkout.h"
#include "harness/live/live_compare.h"

struct confirm_request {
    struct checkout checkout; /* not open; repository NULL: nothing is built */
    const char *programs;     /* folder of programs, as that of ab */
    struct compare_request judging;
    struct live_request live; /* without programs; seconds: for all alarms together */
};

/* Measures each alarm of which nothing is kept, and keeps the verdicts (kept_alarms.h), which are
 * applied at the end. Where that is impossible, or does not tell, the alarm stays as it is, and
 * `unconfirmed` says why. Programs come from the request's folder alone: a results file names
 * nothing but a commit. Errors: ERROR_INTERRUPTED, ERROR_HOST_MEMORY, those of kept_alarms_add. */
enum status history_confirm(struct confirm_request *request, struct history *history);
