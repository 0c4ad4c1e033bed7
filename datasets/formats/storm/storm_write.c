/* A chain as the files that Storm's --explicit, --staterew read. */
#include <stdio.h>
#include <string.h>

#include "datasets/formats/storm/storm.h"
#include "datasets/text/printer.h"

static enum status write_transitions(const struct chain *chain, const char *folder)
{
    const struct csr *a = &chain->transitions;
    struct printer to;
    MUST(printer_create(folder, "model.tra", a->nnz, &to));
    print(&to, "%s\n", chain->type == CHAIN_CTMC ? "ctmc" : "dtmc");
    for (uint32_t i = 0; i < a->n && to.status == OK; i++)
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++)
            print(&to, "%u %u %g\n", i, a->col[k], a->val[k]);
    return printer_finish(&to);
}

static void print_state_labels(struct printer *to, const struct chain *chain, uint32_t i)
{
    bool any = false;
    for (size_t k = 0; k < chain->nlabels; k++) {
        if (!chain->labels[k].holds[i]) continue;
        if (!any) print(to, "%u", i);
        print(to, " %s", chain->labels[k].name);
        any = true;
    }
    if (any) print(to, "\n");
}

static enum status write_labels(const struct chain *chain, const char *folder)
{
    struct printer to;
    MUST(printer_create(folder, "model.lab", chain->transitions.n, &to));
    print(&to, "#DECLARATION\n");
    for (size_t k = 0; k < chain->nlabels; k++)
        print(&to, "%s%s", k ? " " : "", chain->labels[k].name);
    print(&to, "\n#END\n");
    for (uint32_t i = 0; i < chain->transitions.n; i++) print_state_labels(&to, chain, i);
    return printer_finish(&to);
}

/* model.state.rew where there is one reward structure, else model1.state.rew and so on. Storm wants
 * a line at least. */
static enum status write_reward(const struct chain *chain, size_t index, const char *folder)
{
    const double *rate = chain->rewards[index].rate;
    char name[40] = "model.state.rew";
    struct printer to;
    if (chain->nrewards > 1) snprintf(name, sizeof name, "model%zu.state.rew", index + 1);
    MUST(printer_create(folder, name, chain->transitions.n, &to));
    for (uint32_t i = 0; i < chain->transitions.n; i++)
        if (rate[i] != 0 || i == 0) print(&to, "%u %g\n", i, rate[i]);
    return printer_finish(&to);
}

/* Names are words, and no line of the file may be taken for another. */
static enum status check_names(const struct chain *chain)
{
    for (size_t k = 0; k < chain->nlabels; k++) {
        const char *name = chain->labels[k].name;
        if (!*name || *name == '#' || strpbrk(name, " \t\r\n"))
            return fail(ERROR_INPUT, "label '%s': Storm's files cannot hold this name", name);
    }
    return OK;
}

enum status storm_write_chain(const struct chain *chain, const char *folder)
{
    MUST(check_names(chain));
    MUST(write_transitions(chain, folder));
    MUST(write_labels(chain, folder));
    for (size_t k = 0; k < chain->nrewards; k++) MUST(write_reward(chain, k, folder));
    return OK;
}
