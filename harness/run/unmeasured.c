#include "harness/run/unmeasured.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/output/units.h"

enum status unmeasured_add(struct unmeasured *unmeasured, enum case_status status, const char *note,
                           const char *name, bool *first)
{
    struct unmeasured_reason new = {.status = status, .count = 1};
    enum status failed = OK;
    *first = false;
    for (size_t k = 0; k < unmeasured->count; k++) {
        struct unmeasured_reason *reason = &unmeasured->reason[k];
        if (reason->status != status || strcmp(reason->note, note)) continue;
        reason->count++;
        return OK;
    }
    *first = true;
    failed = copy_text(note, &new.note);
    if (failed == OK) failed = copy_text(name, &new.first);
    if (failed == OK)
        failed = reallocate(&unmeasured->reason, unmeasured->count + 1, sizeof new, "reasons");
    if (failed == OK) {
        unmeasured->reason[unmeasured->count++] = new;
        return OK;
    }
    free(new.note);
    free(new.first);
    return failed;
}

void unmeasured_say(const struct unmeasured *unmeasured, FILE *out)
{
    for (size_t k = 0; k < unmeasured->count; k++) {
        const struct unmeasured_reason *reason = &unmeasured->reason[k];
        if (reason->count > 1)
            fprintf(out, "%s cases %s, the first %s: %s\n", human_count(reason->count).text,
                    case_status_names[reason->status], reason->first, reason->note);
    }
}

void unmeasured_free(struct unmeasured *unmeasured)
{
    for (size_t k = 0; k < unmeasured->count; k++) {
        free(unmeasured->reason[k].note);
        free(unmeasured->reason[k].first);
    }
    free(unmeasured->reason);
    *unmeasured = (struct unmeasured){0};
}
