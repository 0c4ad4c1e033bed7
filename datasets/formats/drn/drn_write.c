/* A chain as a file that Storm's --explicit-drn reads. */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "datasets/formats/drn/drn.h"
#include "datasets/text/printer.h"

static bool is_plain(const char *name)
{
    while (isalnum((unsigned char)*name) || *name == '_') name++;
    return *name == '\0';
}

static void print_name(struct printer *to, const char *name, bool quoted)
{
    print_text(to, quoted ? " \"" : " ");
    print_text(to, name);
    if (quoted) print_text(to, "\"");
}

static void print_header(struct printer *to, const struct chain *chain)
{
    print_text(to, "// Exported by warpmark\n// Labels:");
    for (size_t k = 0; k < chain->nlabels; k++) print_name(to, chain->labels[k].name, true);
    print_text(to, chain->type == CHAIN_CTMC ? "\n@type: CTMC\n" : "\n@type: DTMC\n");
    print_text(to, "@parameters\n\n@reward_models\n");
    for (size_t k = 0; k < chain->nrewards; k++) {
        if (k) print_text(to, " ");
        print_text(to, chain->rewards[k].name);
    }
    print_text(to, "\n@nr_states\n");
    print_count(to, chain->transitions.n);
    print_text(to, "\n@nr_choices\n");
    print_count(to, chain->transitions.n);
    print_text(to, "\n@model\n");
}

/* rewards[k]'s number for state, or 0 of each for its action. */
static void print_rewards(struct printer *to, const struct chain *chain, const uint32_t *state)
{
    for (size_t k = 0; k < chain->nrewards; k++) {
        print_text(to, k ? ", " : " [");
        print_number(to, state ? chain->rewards[k].rate[*state] : 0);
    }
    if (chain->nrewards) print_text(to, "]");
}

static void print_state(struct printer *to, const struct chain *chain, uint32_t state)
{
    const struct csr *a = &chain->transitions;
    double exit = 0;
    print_text(to, "state ");
    print_count(to, state);
    for (uint64_t k = a->row[state]; k < a->row[state + 1]; k++) exit += a->val[k];
    if (chain->type == CHAIN_CTMC) {
        print_text(to, " !");
        print_number(to, exit);
    }
    print_rewards(to, chain, &state);
    for (size_t k = 0; k < chain->nlabels; k++)
        if (chain->labels[k].holds[state])
            print_name(to, chain->labels[k].name, !is_plain(chain->labels[k].name));
    print_line(to);
    print_text(to, "\taction 0");
    print_rewards(to, chain, NULL);
    print_line(to);
    for (uint64_t k = a->row[state]; k < a->row[state + 1]; k++) {
        print_text(to, "\t\t");
        print_count(to, a->col[k]);
        print_text(to, " : ");
        print_number(to, a->val[k]);
        print_line(to);
    }
}

static enum status check_names(const struct chain *chain)
{
    for (size_t k = 0; k < chain->nlabels; k++) {
        const char *name = chain->labels[k].name;
        if (!*name || strpbrk(name, "\"\n"))
            return fail(ERROR_INPUT, "label '%s': DRN cannot hold this name", name);
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
    enum status status = check_names(chain);
    if (status == OK)
        status = printer_create(folder, "model.drn", 2 * (uint64_t)a->n + a->nnz, &to);
    if (status != OK) return status;
    print_header(&to, chain);
    for (uint32_t i = 0; i < a->n && to.status == OK; i++) print_state(&to, chain, i);
    return printer_finish(&to);
}
