/* A chain as the files that Storm's --explicit, --staterew read. */
#include <stdio.h>
#include <string.h>

#include "datasets/formats/storm/storm.h"
#include "datasets/text/print_chain.h"

static enum status write_transitions(const struct chain *chain, const char *folder)
{
    const struct csr *a = &chain->transitions;
    struct printer to;
    MUST(printer_create(folder, "model.tra", a->nnz, &to));
    print(&to, "%s\n", chain_type_word(chain->type));
    print_transitions(&to, chain, false);
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

static enum status storm_write_labels(const struct chain *chain, const char *folder)
{
    struct printer to;
    MUST(printer_create(folder, "model.lab", chain_states(chain), &to));
    print(&to, "#DECLARATION\n");
    for (size_t k = 0; k < chain->nlabels; k++)
        print(&to, "%s%s", k ? " " : "", chain->labels[k].name);
    print(&to, "\n#END\n");
    for (uint32_t i = 0; i < chain_states(chain); i++) print_state_labels(&to, chain, i);
    return printer_finish(&to);
}

/* model.state.rew where there is one reward structure, else model1.state.rew and so on. */
static void name_file(const struct chain *chain, size_t index, const char *ending, char out[40])
{
    if (chain->nrewards > 1) snprintf(out, 40, "model%zu%s", index + 1, ending);
    else snprintf(out, 40, "model%s", ending);
}

/* Storm needs at least one line. */
static enum status write_state_rewards(const struct chain *chain, size_t index, const char *folder)
{
    const struct reward *reward = &chain->rewards[index];
    char name[40];
    struct printer to;
    name_file(chain, index, ".state.rew", name);
    MUST(printer_create(folder, name, chain_states(chain), &to));
    for (uint32_t i = 0; i < chain_states(chain); i++)
        if (reward_of_state(chain, reward, i) != 0 || i == 0)
            print(&to, "%u %g\n", i, reward_of_state(chain, reward, i));
    return printer_finish(&to);
}

static enum status write_transition_rewards(const struct chain *chain, size_t index,
                                            const char *folder)
{
    const struct reward *reward = &chain->rewards[index];
    const uint64_t count = count_transition_rewards(chain, reward);
    char name[40];
    struct printer to;
    if (!count) return OK;
    name_file(chain, index, ".trans.rew", name);
    MUST(printer_create(folder, name, count, &to));
    print_transition_rewards(&to, chain, reward);
    return printer_finish(&to);
}

/* Names must be words, and no line of the file may look like another kind of line. */
static enum status storm_check_names(const struct chain *chain)
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
    MUST(chain_check_written(chain));
    MUST(storm_check_names(chain));
    MUST(write_transitions(chain, folder));
    MUST(storm_write_labels(chain, folder));
    for (size_t k = 0; k < chain->nrewards; k++) {
        MUST(write_state_rewards(chain, k, folder));
        MUST(write_transition_rewards(chain, k, folder));
    }
    return OK;
}
