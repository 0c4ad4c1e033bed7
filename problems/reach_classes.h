/* The probabilities with which a chain ends in each of its closed classes. */
#pragma once

#include "base/sparse/csr.h"

/* One number for each class: the approximate probability, above 0 for all classes that can be
 * reached, and bounds on it that the check has confirmed (certify/check.h), if each rate had so
 * many roundings. */
struct class_odds {
    double *probability, *low, *high;
};

/* transitions: rates; roundings: how often each was rounded. class_of: from closed_classes
 * (base/sparse/reachability.h), with `count` classes. Errors: ERROR_HOST_MEMORY; ERROR_INPUT if the
 * probabilities do not converge. */
enum status reach_classes(const struct csr *transitions, uint64_t roundings,
                          const uint32_t *class_of, uint32_t count, uint32_t initial,
                          struct class_odds *out);
void class_odds_free(struct class_odds *odds); /* accepts a zeroed one, leaves one */
