/* Reports the progress of a campaign. It reads the campaign's folder and does not disturb its
 * tasks. */
#pragma once

#include "harness/campaign/campaign.h"

/* Prints cases by experiment, the tasks that live, and how long it will still take, on stdout;
 * json: as one object. Waits for signs of life of tasks that have claims, for some seconds at most.
 * Errors: those of gather. */
enum status campaign_status(const struct campaign *campaign, bool json);
