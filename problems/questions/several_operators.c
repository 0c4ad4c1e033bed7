/* Paths of several operators: sets of states in place of their parts, and the product. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "problems/paths/path_product.h"
#include "problems/questions/asking.h"

bool has_path(const struct formula *formula)
{
    if (formula_is_path(formula)) return true;
    if (formula_is_question(formula)) return false;
    for (size_t k = 0; k < formula->nchildren; k++)
        if (has_path(formula->child[k])) return true;
    return false;
}

bool is_simple(const struct formula *path)
{
    for (size_t k = 0; k < path->nchildren; k++)
        if (has_path(path->child[k])) return false;
    return formula_is_path(path);
}

/* Writes step bounds as numbers, so that the product need not know constants. */
static enum status plain_bounds(struct asking *asking, struct formula *path)
{
    double lower, upper;
    if (path->kind == FORMULA_NEXT && (path->bound.lower || path->bound.upper))
        return asked_wrong(asking, path, "X is one step, and takes no bound");
    if (formula_is_path(path) && (path->bound.lower || path->bound.upper)) {
        struct formula *const given[2] = {path->bound.lower, path->bound.upper};
        MUST(read_bounds(asking, path, &lower, &upper));
        for (int k = 0; k < 2; k++) {
            const double bound = k ? upper : lower;
            if (!given[k]) continue;
            char *text;
            MUST(format_text(&text, "%.0f", bound));
            free(given[k]->text);
            for (size_t c = 0; c < given[k]->nchildren; c++) formula_free(given[k]->child[c]);
            free(given[k]->child);
            *given[k] = (struct formula){.kind = FORMULA_NUMBER,
                                         .text = text,
                                         .column = given[k]->column,
                                         .length = given[k]->length};
        }
        path->bound.lower_strict = path->bound.upper_strict = false;
    }
    for (size_t k = 0; !formula_is_question(path) && k < path->nchildren; k++)
        MUST(plain_bounds(asking, path->child[k]));
    return OK;
}

static enum status make_atom(struct asking *asking, struct formula **at, struct atoms *out)
{
    struct formula *atom, *old = *at;
    uint8_t *set;
    MUST(states_where(asking, old, &set));
    enum status status = reallocate(&out->set, out->count + 1, sizeof *out->set, "sets");
    if (status == OK) status = formula_new(FORMULA_ATOM, 0, NULL, &atom);
    if (status != OK) {
        free(set);
        return status;
    }
    atom->atom = (uint32_t)out->count;
    atom->column = old->column;
    atom->length = old->length;
    out->set[out->count++] = set;
    formula_free(old);
    *at = atom;
    return OK;
}

/* Replaces the largest parts without path operators by atoms. */
static enum status make_atoms(struct asking *asking, struct formula **at, struct atoms *out)
{
    struct formula *formula = *at;
    if (!has_path(formula)) {
        if (formula->kind == FORMULA_TRUE || formula->kind == FORMULA_FALSE) return OK;
        return make_atom(asking, at, out);
    }
    if (formula->kind == FORMULA_CHOICE)
        return asked_wrong(asking, formula, "write ? and : over paths with & and |");
    for (size_t k = 0; k < formula->nchildren; k++)
        MUST(make_atoms(asking, &formula->child[k], out));
    return OK;
}

enum status atoms_of_path(struct asking *asking, const struct formula *path, struct atoms *out,
                          struct formula **with_atoms)
{
    enum status status = formula_copy(path, with_atoms);
    *out = (struct atoms){0};
    if (status == OK) status = plain_bounds(asking, *with_atoms);
    if (status == OK) status = make_atoms(asking, with_atoms, out);
    return status;
}

void atoms_free(struct atoms *atoms)
{
    for (size_t k = 0; k < atoms->count; k++) free(atoms->set[k]);
    free(atoms->set);
    *atoms = (struct atoms){0};
}

enum status about_path(const struct asking *asking, const struct formula *path, enum status status)
{
    char why[384];
    if (status != ERROR_INPUT) return status;
    snprintf(why, sizeof why, "%s", fail_message());
    if (!strncmp(why, "column ", strlen("column ")))
        return fail(status, "prop=%s: %s", asking->source->asked, why);
    return asked_wrong(asking, path, "%s", why);
}

enum status negate(struct formula **path)
{
    struct formula *inner = *path;
    *path = NULL;
    return formula_new(FORMULA_NOT, 1, &inner, path);
}

/* The product of a decision process tells the largest probability; the smallest is 1 minus the
 * largest of the negation. */
static enum status make_largest(const struct asking *asking, struct formula **path,
                                struct elementary *out)
{
    enum formula_best best;
    MUST(asked_schedulers(asking, asking->question, &best));
    if ((best == BEST_LARGEST) != out->complement) return OK;
    MUST(negate(path));
    out->complement = !out->complement;
    return OK;
}

enum status take_product(struct path_product *product, struct elementary *out)
{
    const char *goal;
    out->chain = product->chain;
    product->chain = (struct chain){0};
    out->start_of = product->start_of;
    product->start_of = NULL;
    MUST(add_set(out, product->accepted, &goal));
    out->property.goal = goal;
    return OK;
}

enum status make_product(struct asking *asking, const struct formula *path,
                         const struct formula *reward, const uint8_t *from, struct elementary *out)
{
    enum status status = OK;
    struct atoms atoms = {0};
    struct formula *with_atoms = NULL;
    struct path_product product = {0};
    TRY(atoms_of_path(asking, path, &atoms, &with_atoms));
    if (!reward && asking->chain->group) TRY(make_largest(asking, &with_atoms, out));
    status = path_product_make(asking->chain, with_atoms, (const uint8_t *const *)atoms.set, from,
                               reward != NULL, &product);
    TRY(about_path(asking, path, status));
    TRY(take_product(&product, out));
    out->searched = true;
    if (reward)
        TRY(add_reward(asking, reward, product.state_of, false, &out->chain,
                       &out->property.reward));
out:
    atoms_free(&atoms);
    formula_free(with_atoms);
    path_product_free(&product);
    return status;
}
