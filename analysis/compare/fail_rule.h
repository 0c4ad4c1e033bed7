/* Which cases of a comparison are failures, as --fail-on says. */
#pragma once

#include "analysis/compare/compare.h"

/* Rule for what counts as a regression. */
struct fail_rule {
    double slow;     /* a share: slower by more than it, by iterations if these decided; INFINITY:
                        none */
    bool any_status; /* a case that is not ok any more, though its code did not change */
    bool unclear;    /* a case that cannot be judged, unless its code did not change */
    bool missing;    /* a case that only the base has, if the machine could run it */
};

/* Returns whether a case is a regression. A case that is no longer ok is one, unless its code did
 * not change and the machine can be the reason: see case_status_of_answer. A contradiction always
 * is. */
bool compared_failed(const struct compared_case *c, const struct fail_rule *rule);
bool comparison_failed(const struct comparison *comparison, const struct fail_rule *rule);

/* Parses "slow:3%", "status", "unclear", "missing", or several of them separated by commas. Errors:
 * ERROR_INPUT, with the nearest rule. */
enum status fail_rule_parse(const char *text, struct fail_rule *out);

/* Returns whether this machine cannot run the case: no side that has it is anything but unsupported
 * or without its device. */
bool compared_unable(const struct compared_case *c);
