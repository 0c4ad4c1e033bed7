/* With which probability a chain ends in each of its closed classes. */
#pragma once

#include "base/sparse/csr.h"

/* One number a class each: about the probability, above 0 for all that can be reached, and bounds
 * on it that the check has confirmed (certify/check.h), for rates each of which came by so many
 * roundings. */
struct class_odds {
    double *probability, *low, *high;
};

/* transitions: rates that came by so many roundings. class_of: of closed_classes
 * (base/sparse/reachability.h), `count` of them. Errors: ERROR_HOST_MEMORY; ERROR_INPUT where the
 * probabilities do not settle. */
enum status reach_classes(const struct csr *transitions, uint64_t roundings,
                          const uint32_t *class_of, uint32_t count, uint32_t initial,
                          struct class_odds *out);
void class_odds_free(struct class_odds *odds); /* accepts a zeroed one, leaves one */
