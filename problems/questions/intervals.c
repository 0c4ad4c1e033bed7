/* What can be asked of a model with intervals of probabilities. */
#include "problems/questions/asking.h"

/* Checks that min and max are not said twice. */
static enum status check_said_once(const struct asking *asking, const struct formula *formula)
{
    const char letter = formula->kind == FORMULA_REWARD ? 'R' : 'P';
    for (size_t k = 0; k < formula->nchildren; k++)
        MUST(check_said_once(asking, formula->child[k]));
    if (formula->nature == BEST_UNSAID) return OK;
    return asked_wrong(asking, formula,
                       "the second min or max is about intervals, and the probabilities of this "
                       "model are numbers: write %cmin=? or %cmax=?",
                       letter, letter);
}

/* Returns whether it is P or R of F, or P of U, about sets of states. */
static bool is_answered(const struct formula *root)
{
    const bool reward = root->kind == FORMULA_REWARD;
    if ((root->kind != FORMULA_PROBABILITY && !reward) || root->relation != ASKED) return false;
    const struct formula *path = root->child[0];
    bool answered = path->kind == FORMULA_FINALLY || (path->kind == FORMULA_UNTIL && !reward);
    answered = answered && !path->bound.lower && !path->bound.upper;
    for (size_t k = 0; answered && k < path->nchildren; k++)
        answered = !formula_asks(path->child[k]) && !has_path(path->child[k]);
    return answered;
}

static uint32_t count_initial(const struct chain *chain)
{
    const uint8_t *initial = chain_label(chain, "init")->holds;
    uint32_t count = 0;
    for (uint32_t i = 0; i < chain_states(chain); i++) count += initial[i] != 0;
    return count;
}

enum status check_intervals_asked(const struct asking *asking, const struct formula *root)
{
    const struct chain *chain = asking->chain;
    const bool choices = chain->transitions.rows > chain_states(chain);
    if (!chain->upper) return check_said_once(asking, root);
    if (!is_answered(root))
        return asked_wrong(asking, root,
                           "of a model with intervals only P of F and U and R of F can be asked, "
                           "with =?, without a bound, a filter or a question inside");
    const char letter = root->kind == FORMULA_REWARD ? 'R' : 'P';
    if (choices && root->nature == BEST_UNSAID)
        return asked_wrong(asking, root,
                           "this is an MDP with intervals: say %cminmin=?, %cminmax=?, %cmaxmin=? "
                           "or %cmaxmax=?, first over which schedulers, then over which "
                           "probabilities",
                           letter, letter, letter, letter);
    if (root->best == BEST_UNSAID)
        return asked_wrong(asking, root,
                           "probabilities are intervals: say over which of them, %cmin=? or "
                           "%cmax=?",
                           letter, letter);
    const uint32_t initial = count_initial(chain);
    if (initial == 1) return OK;
    return asked_wrong(asking, root,
                       "of a model with intervals the value of one initial state is asked, and "
                       "%u states have the label init",
                       initial);
}
