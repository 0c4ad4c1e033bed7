/* P of the paths that the automaton in a file accepts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "datasets/format.h"
#include "datasets/formats/hoa/hoa.h"
#include "problems/paths/automaton_product.h"
#include "problems/questions/asking.h"

/* The file is in the folder of the model, or where the user is. */
static enum status read_automaton(const struct asking *asking, const struct formula *path,
                                  struct automaton *out)
{
    char *beside = NULL, why[384];
    if (asking->source->file) MUST(format_beside(asking->source->file, path->text, &beside));
    const enum status status =
        hoa_read_general(beside && !access(beside, F_OK) ? beside : path->text, out);
    free(beside);
    if (status != ERROR_INPUT && status != ERROR_IO) return status;
    snprintf(why, sizeof why, "%s", fail_message());
    return asked_wrong(asking, path, "%s", why);
}

/* *out = where a proposition holds, by the question or, without that, by the label of its name. */
static enum status find_proposition(struct asking *asking, const struct formula *path, char *name,
                                    uint8_t **out)
{
    const struct formula *given = NULL;
    struct formula label = {.kind = FORMULA_LABEL, .text = name, .column = path->column};
    for (size_t k = 0; k < path->nchildren && !given; k++)
        if (!strcmp(path->child[k]->text, name)) given = path->child[k]->child[0];
    if (!given && !chain_label(asking->chain, name))
        return asked_wrong(asking, path,
                           "the model has no label '%s' for this proposition of %s: say where it "
                           "holds, \"%s\" <- FORMULA",
                           name, path->text, name);
    return states_where(asking, given ? given : &label, out);
}

static enum status find_propositions(struct asking *asking, const struct formula *path,
                                     const struct automaton *automaton, struct atoms *out)
{
    for (size_t k = 0; k < path->nchildren; k++) {
        bool known = false;
        for (uint32_t p = 0; p < automaton->nnames; p++)
            known |= !strcmp(automaton->name[p], path->child[k]->text);
        if (!known)
            return asked_wrong(asking, path->child[k], "%s has no proposition '%s'", path->text,
                               path->child[k]->text);
    }
    MUST(allocate_zeroed(automaton->nnames, sizeof *out->set, "propositions", &out->set));
    for (; out->count < automaton->nnames; out->count++)
        MUST(find_proposition(asking, path, automaton->name[out->count], &out->set[out->count]));
    return OK;
}

enum status make_automaton_product(struct asking *asking, const struct formula *path,
                                   const uint8_t *from, struct elementary *out)
{
    enum status status = OK;
    struct automaton automaton = {0};
    struct atoms atoms = {0};
    struct path_product product = {0};
    MUST(asked_of_chain(asking, path, "an automaton"));
    TRY(read_automaton(asking, path, &automaton));
    TRY(find_propositions(asking, path, &automaton, &atoms));
    status = automaton_product_make(asking->chain, &automaton, (const uint8_t *const *)atoms.set,
                                    from, &product);
    TRY(about_path(asking, path, status));
    TRY(take_product(&product, out));
out:
    automaton_free(&automaton);
    atoms_free(&atoms);
    path_product_free(&product);
    return status;
}
