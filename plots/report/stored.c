#include "plots/report/stored.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "store/facts.h"

bool stored_any(const struct report *report)
{
    for (size_t k = 0; k < report->nparts; k++)
        if (report->parts[k].stored) return true;
    return false;
}

const char *stored_verdict(const struct report_part *part, const char *id)
{
    const struct results *r = part->stored ? &part->stored->results : NULL;
    for (size_t k = 0; r && k < r->nclaims; k++)
        if (!strcmp(r->claims[k].id, id)) return verdict_names[r->claims[k].verdict];
    return "";
}

/* Prints the machine, the commit, the day and the file. */
static enum status print_origin(const struct page *page, const struct report_part *stored)
{
    const struct results *r = &stored->results;
    return page_say(
        page,
        "These results come with Warpmark. They were not measured here, but on %s, at commit %s, "
        "on "
        "%.10s (%s, SHA-256 %s). \"Ours\" and \"here\" in these tables mean that machine.",
        fact_value(r->machine, r->nmachine, "key"), r->git_commit, r->started, stored->file,
        stored->sha256);
}

enum status stored_print(const struct page *page, const struct report_part *stored)
{
    const struct results *r = &stored->results;
    char *text = NULL;
    enum status status = format_text(&text, "Stored results: %s, not measured here",
                                     fact_value(r->machine, r->nmachine, "gpus"));
    if (status == OK) page_heading(page, 3, NULL, text);
    free(text);
    if (status == OK) status = print_origin(page, stored);
    for (size_t i = 0; i < stored->ntroubles && status == OK; i++)
        status = page_say(page, "Not shown: %s", stored->troubles[i]);
    for (size_t i = 0; i < stored->ntables && status == OK; i++)
        page_grid(page, &stored->tables[i], NULL);
    return status;
}
