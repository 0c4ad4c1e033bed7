/* A chain as the files that PRISM's -importmodel reads. */
#include <stdio.h>
#include <string.h>

#include "datasets/formats/prism/prism.h"
#include "datasets/text/print_chain.h"

static enum status write_transitions(const struct chain *chain, const char *folder)
{
    const struct csr *a = &chain->transitions;
    struct printer to;
    MUST(printer_create(folder, "model.tra", a->nnz, &to));
    print(&to, "# Transitions (%s)\n%u", chain_type_title(chain->type), chain_states(chain));
    if (chain->group) print(&to, " %u", a->rows);
    print(&to, " %lu\n", a->nnz);
    print_transitions(&to, chain, true);
    return printer_finish(&to);
}

static void print_declarations(struct printer *to, const struct chain *chain)
{
    print(to, "# Labels\n");
    for (size_t k = 0; k < chain->nlabels; k++)
        print(to, "%s%lu=\"%s\"", k ? " " : "", k, chain->labels[k].name);
    print(to, "\n");
}

static void print_state_labels(struct printer *to, const struct chain *chain, uint32_t i)
{
    bool any = false;
    for (size_t k = 0; k < chain->nlabels; k++) {
        if (!chain->labels[k].holds[i]) continue;
        if (!any) print(to, "%u:", i);
        print(to, " %lu", k);
        any = true;
    }
    if (any) print(to, "\n");
}

static enum status prism_write_labels(const struct chain *chain, const char *folder)
{
    struct printer to;
    MUST(printer_create(folder, "model.lab", chain_states(chain), &to));
    print_declarations(&to, chain);
    for (uint32_t i = 0; i < chain_states(chain); i++) print_state_labels(&to, chain, i);
    return printer_finish(&to);
}

/* model.srew where there is one reward structure, else model1.srew and so on, as PRISM names them.
 */
static void name_file(const struct chain *chain, size_t index, const char *ending, char out[32])
{
    if (chain->nrewards > 1) snprintf(out, 32, "model%zu%s", index + 1, ending);
    else snprintf(out, 32, "model%s", ending);
}

static enum status write_state_rewards(const struct chain *chain, size_t index, const char *folder)
{
    const struct reward *reward = &chain->rewards[index];
    uint32_t n = chain_states(chain), count = 0;
    char name[32];
    struct printer to;
    name_file(chain, index, ".srew", name);
    for (uint32_t i = 0; i < n; i++) count += reward_of_state(chain, reward, i) != 0;
    MUST(printer_create(folder, name, count, &to));
    print(&to, "# Reward structure \"%s\"\n# State rewards\n%u %u\n", reward->name, n, count);
    for (uint32_t i = 0; i < n; i++)
        if (reward_of_state(chain, reward, i) != 0)
            print(&to, "%u %g\n", i, reward_of_state(chain, reward, i));
    return printer_finish(&to);
}

static enum status write_transition_rewards(const struct chain *chain, size_t index,
                                            const char *folder)
{
    const struct reward *reward = &chain->rewards[index];
    const uint64_t count = count_transition_rewards(chain, reward);
    char name[32];
    struct printer to;
    if (!count) return OK;
    name_file(chain, index, ".trew", name);
    MUST(printer_create(folder, name, count, &to));
    print(&to, "# Reward structure \"%s\"\n# Transition rewards\n%u", reward->name,
          chain_states(chain));
    if (chain->group) print(&to, " %u", chain->transitions.rows);
    print(&to, " %lu\n", count);
    print_transition_rewards(&to, chain, reward);
    return printer_finish(&to);
}

/* Refuses names with a double quote, because they are written in double quotes. */
static enum status prism_check_names(const struct chain *chain)
{
    for (size_t k = 0; k < chain->nlabels; k++)
        if (strpbrk(chain->labels[k].name, "\"\n"))
            return fail(ERROR_INPUT, "label '%s': PRISM's files cannot hold this name",
                        chain->labels[k].name);
    return OK;
}

enum status prism_write_chain(const struct chain *chain, const char *folder)
{
    MUST(chain_check_written(chain));
    MUST(prism_check_names(chain));
    MUST(write_transitions(chain, folder));
    MUST(prism_write_labels(chain, folder));
    for (size_t k = 0; k < chain->nrewards; k++) {
        MUST(write_state_rewards(chain, k, folder));
        MUST(write_transition_rewards(chain, k, folder));
    }
    return OK;
}
