#include "problems/property.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/text.h"

static enum status unknown_label(const struct chain *chain, const char *name)
{
    const char **known = NULL;
    char hint[256];
    enum status status = allocate_zeroed(chain->nlabels + 1, sizeof *known, "labels", &known);
    if (status != OK) return status;
    for (size_t k = 0; k < chain->nlabels; k++) known[k] = chain->labels[k].name;
    const bool unlabelled = chain->nlabels <= 2; /* init and deadlock */
    status = fail(ERROR_INPUT, "unknown label '%s'%s%s", name,
                  suggest_name(name, known, hint, sizeof hint),
                  unlabelled ? ". A .tra file has its labels in the .lab file beside it" : "");
    free(known);
    return status;
}

enum status label_states(const struct chain *chain, const char *expression, uint8_t **out)
{
    bool negated = expression[0] == '!';
    const struct label *label = chain_label(chain, expression + negated);
    *out = NULL;
    if (!label) return unknown_label(chain, expression + negated);
    MUST(allocate(chain->transitions.n, 1, "a label", out));
    for (uint32_t i = 0; i < chain->transitions.n; i++)
        (*out)[i] = (label->holds[i] != 0) != negated;
    return OK;
}

enum status states_to_pass(const struct chain *chain, const struct property *property,
                           uint8_t **out)
{
    if (!property->avoid) return OK;
    MUST(label_states(chain, property->avoid, out));
    for (uint32_t i = 0; i < chain->transitions.n; i++) (*out)[i] = !(*out)[i];
    return OK;
}

enum status take_initial(const struct chain *chain, enum filter filter, struct problem *out)
{
    uint32_t count = 0;
    struct fixpoint_value *value = &out->fixpoint;
    MUST(label_states(chain, "init", &value->initial));
    for (uint32_t i = chain->transitions.n; i-- > 0;) {
        count += value->initial[i];
        if (value->initial[i]) out->start = i;
    }
    value->filter = filter;
    if (count > 1 && filter == FILTER_NONE)
        return fail(ERROR_INPUT, "%u states are initial: say filter=max, filter=min or filter=avg",
                    count);
    return OK;
}
