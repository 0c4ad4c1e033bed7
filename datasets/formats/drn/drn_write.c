/* A chain as a file that Storm's --explicit-drn reads. */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "datasets/formats/drn/drn.h"
#include "datasets/formats/drn/drn_header.h"
#include "datasets/text/printer.h"

static bool is_plain_label(const char *name)
{
    while (isalnum((unsigned char)*name) || *name == '_') name++;
    return *name == '\0';
}

static void print_name(struct printer *to, const char *name, bool quoted)
{
    print(to, quoted ? " \"%s\"" : " %s", name);
}

/* Returns whether Storm would lose the label because no state has it. An empty "deadlock" does not
 * matter. */
static bool is_lost(const struct label *label, uint32_t n)
{
    return strcmp(label->name, "deadlock") && !memchr(label->holds, 1, n);
}

static bool any_lost(const struct chain *chain)
{
    bool any = false;
    for (size_t k = 0; k < chain->nlabels; k++)
        any |= is_lost(&chain->labels[k], chain_states(chain));
    return any;
}

static void print_header(struct printer *to, const struct chain *chain, bool lost)
{
    uint32_t n = chain_states(chain) + lost, rows = chain->transitions.rows + lost;
    print(to, "// Exported by warpmark\n// Labels:");
    for (size_t k = 0; k < chain->nlabels; k++) print_name(to, chain->labels[k].name, true);
    if (lost) print(to, "\n%s", DRN_LABEL_STATE);
    print(to, "\n@type: %s\n@parameters\n\n@reward_models\n", chain_type_title(chain->type));
    for (size_t k = 0; k < chain->nrewards; k++)
        print(to, "%s%s", k ? " " : "", chain->rewards[k].name);
    print(to, "\n@nr_states\n%u\n@nr_choices\n%u\n@model\n", n, rows);
}

/* state: NULL for a state without rewards. */
static void print_rewards(struct printer *to, const struct chain *chain, const uint32_t *state)
{
    for (size_t k = 0; k < chain->nrewards; k++)
        print(to, "%s%g", k ? ", " : " [",
              state ? reward_of_state(chain, &chain->rewards[k], *state) : 0);
    if (chain->nrewards) print(to, "]");
}

/* Storm reads an action of an MDP as the number of its choice if none has a name. */
static void print_row(struct printer *to, const struct chain *chain, uint32_t state, uint32_t row)
{
    const struct csr *a = &chain->transitions;
    const char *action = action_of(chain, row);
    if (chain->actions.of) print(to, "\n\taction %s", action ? action : DRN_NO_LABEL);
    else print(to, "\n\taction %u", row - chain_row(chain, state));
    for (size_t k = 0; k < chain->nrewards; k++)
        print(to, "%s%g", k ? ", " : " [",
              reward_of_transitions(&chain->rewards[k], state, row, chain_exit(chain, row)));
    if (chain->nrewards) print(to, "]");
    for (uint64_t k = a->row[row]; k < a->row[row + 1]; k++)
        print(to, "\n\t\t%u : %g", a->col[k], a->val[k]);
}

static void print_state(struct printer *to, const struct chain *chain, uint32_t state)
{
    print(to, "state %u", state);
    if (chain->type == CHAIN_CTMC) print(to, " !%g", chain_exit(chain, state));
    print_rewards(to, chain, &state);
    for (size_t k = 0; k < chain->nlabels; k++)
        if (chain->labels[k].holds[state])
            print_name(to, chain->labels[k].name, !is_plain_label(chain->labels[k].name));
    for (uint32_t r = chain_row(chain, state); r < chain_row(chain, state + 1); r++)
        print_row(to, chain, state, r);
    print(to, "\n");
}

/* Writes the last state, which has only a self-loop. */
static void print_label_state(struct printer *to, const struct chain *chain)
{
    const uint32_t n = chain_states(chain);
    print(to, "state %u%s", n, chain->type == CHAIN_CTMC ? " !1" : "");
    print_rewards(to, chain, NULL);
    for (size_t k = 0; k < chain->nlabels; k++)
        if (is_lost(&chain->labels[k], n)) print_name(to, chain->labels[k].name, true);
    print(to, "\n\taction %s", chain->actions.of ? DRN_NO_LABEL : "0");
    print_rewards(to, chain, NULL);
    print(to, "\n\t\t%u : 1\n", n);
}

static enum status drn_check_names(const struct chain *chain)
{
    for (size_t k = 0; k < chain->nlabels; k++) {
        const char *name = chain->labels[k].name;
        if (!*name || strpbrk(name, "\"\n"))
            return fail(ERROR_INPUT, "label '%s': DRN cannot hold this name", name);
    }
    for (size_t k = 0; k < chain->actions.count; k++) {
        const char *name = chain->actions.name[k];
        if (!strcmp(name, DRN_NO_LABEL) || strpbrk(name, " \t\n"))
            return fail(ERROR_INPUT, "action '%s': DRN cannot hold this name", name);
    }
    for (size_t k = 0; k < chain->nrewards; k++) {
        const char *name = chain->rewards[k].name;
        if (!*name || *name == '@' || strpbrk(name, " \t\n"))
            return fail(ERROR_INPUT, "reward '%s': DRN cannot hold this name", name);
    }
    return OK;
}

enum status drn_write_chain(const struct chain *chain, const char *folder)
{
    const struct csr *a = &chain->transitions;
    struct printer to;
    enum status status = chain_check_written(chain);
    if (status == OK) status = drn_check_names(chain);
    if (status == OK)
        status = printer_create(folder, "model.drn", 2 * (uint64_t)a->rows + a->nnz, &to);
    if (status != OK) return status;
    const bool lost = any_lost(chain) && a->rows < UINT32_MAX - 1;
    print_header(&to, chain, lost);
    for (uint32_t i = 0; i < chain_states(chain) && to.status == OK; i++)
        print_state(&to, chain, i);
    if (lost) print_label_state(&to, chain);
    return printer_finish(&to);
}
