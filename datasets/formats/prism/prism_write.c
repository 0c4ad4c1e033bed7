/* A chain as the files that PRISM's -importmodel reads. */
#include <stdio.h>
#include <string.h>

#include "datasets/formats/prism/prism.h"
#include "datasets/text/printer.h"

static void print_pair(struct printer *to, uint64_t a, uint64_t b)
{
    print_count(to, a);
    print_text(to, " ");
    print_count(to, b);
}

static enum status write_transitions(const struct chain *chain, const char *folder)
{
    const struct csr *a = &chain->transitions;
    struct printer to;
    MUST(printer_create(folder, "model.tra", a->nnz, &to));
    print_text(&to,
               chain->type == CHAIN_CTMC ? "# Transitions (CTMC)\n" : "# Transitions (DTMC)\n");
    print_pair(&to, a->n, a->nnz);
    print_line(&to);
    for (uint32_t i = 0; i < a->n && to.status == OK; i++)
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) {
            print_pair(&to, i, a->col[k]);
            print_text(&to, " ");
            print_number(&to, a->val[k]);
            print_line(&to);
        }
    return printer_finish(&to);
}

static void print_declarations(struct printer *to, const struct chain *chain)
{
    print_text(to, "# Labels\n");
    for (size_t k = 0; k < chain->nlabels; k++) {
        if (k) print_text(to, " ");
        print_count(to, k);
        print_text(to, "=\"");
        print_text(to, chain->labels[k].name);
        print_text(to, "\"");
    }
    print_line(to);
}

static void print_state_labels(struct printer *to, const struct chain *chain, uint32_t i)
{
    bool any = false;
    for (size_t k = 0; k < chain->nlabels; k++) {
        if (!chain->labels[k].holds[i]) continue;
        if (!any) print_count(to, i);
        print_text(to, any ? " " : ": ");
        print_count(to, k);
        any = true;
    }
    if (any) print_line(to);
}

static enum status write_labels(const struct chain *chain, const char *folder)
{
    struct printer to;
    MUST(printer_create(folder, "model.lab", chain->transitions.n, &to));
    print_declarations(&to, chain);
    for (uint32_t i = 0; i < chain->transitions.n; i++) print_state_labels(&to, chain, i);
    return printer_finish(&to);
}

/* model.srew where there is one reward structure, else model1.srew and so on, as PRISM names them.
 */
static enum status write_reward(const struct chain *chain, size_t index, const char *folder)
{
    const struct reward *reward = &chain->rewards[index];
    uint32_t n = chain->transitions.n, count = 0;
    char name[32] = "model.srew";
    struct printer to;
    if (chain->nrewards > 1) snprintf(name, sizeof name, "model%zu.srew", index + 1);
    for (uint32_t i = 0; i < n; i++) count += reward->rate[i] != 0;
    MUST(printer_create(folder, name, count, &to));
    print_text(&to, "# Reward structure \"");
    print_text(&to, reward->name);
    print_text(&to, "\"\n# State rewards\n");
    print_pair(&to, n, count);
    print_line(&to);
    for (uint32_t i = 0; i < n; i++) {
        if (reward->rate[i] == 0) continue;
        print_count(&to, i);
        print_text(&to, " ");
        print_number(&to, reward->rate[i]);
        print_line(&to);
    }
    return printer_finish(&to);
}

/* A name in double quotes must not hold one. */
static enum status check_names(const struct chain *chain)
{
    for (size_t k = 0; k < chain->nlabels; k++)
        if (strpbrk(chain->labels[k].name, "\"\n"))
            return fail(ERROR_INPUT, "label '%s': PRISM's files cannot hold this name",
                        chain->labels[k].name);
    return OK;
}

enum status prism_write_chain(const struct chain *chain, const char *folder)
{
    MUST(check_names(chain));
    MUST(write_transitions(chain, folder));
    MUST(write_labels(chain, folder));
    for (size_t k = 0; k < chain->nrewards; k++) MUST(write_reward(chain, k, folder));
    return OK;
}
