/* From a source to its chain. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "datasets/models/model.h"
#include "generators/explore.h"
#include "problems/source.h"

const struct model_reward *find_reward(const struct model *model, const char *name)
{
    for (const struct model_reward *reward = model->rewards; name && reward->name; reward++)
        if (!strcmp(reward->name, name)) return reward;
    return NULL;
}

static enum status explore_source(const struct source *source, enum source_rewards which,
                                  struct chain *out)
{
    const struct generator *generator = source->generator;
    struct model_property property;
    struct model_reward only[2] = {{0}}; /* the property's, and the end */
    MUST(source_property(source, &property));
    const struct model_reward *reward = find_reward(generator->model, property.reward);
    if (reward) only[0] = *reward;
    return explore(generator->name, generator->model, source->arguments,
                   which == ALL_REWARDS ? generator->model->rewards : only, out);
}

static enum status unknown_reward(const struct source *source, const struct chain *chain)
{
    const char **known = NULL;
    char hint[256];
    enum status status = allocate_zeroed(chain->nrewards + 1, sizeof *known, "rewards", &known);
    if (status != OK) return status;
    for (size_t k = 0; k < chain->nrewards; k++) known[k] = chain->rewards[k].name;
    status = fail(ERROR_INPUT, "%s: reward=%s: unknown reward%s%s%s", source->file,
                  source->keys.reward, suggest_name(source->keys.reward, known, hint, sizeof hint),
                  chain->reward_note ? "; " : "", chain->reward_note ? chain->reward_note : "");
    free(known);
    return status;
}

/* R=? without a name: of a model with one reward. */
static enum status name_only_reward(const struct source *source, struct chain *chain)
{
    if (!source->asked || strncmp(source->asked, "R{", 2) == 0 || !source->keys.reward) return OK;
    if (chain->nrewards != 1)
        return fail(ERROR_INPUT, "%s: prop=%s: the model has %zu rewards. Say which: R{\"NAME\"}=?",
                    source->file, source->asked, chain->nrewards);
    free(chain->rewards[0].name);
    return copy_text(source->keys.reward, &chain->rewards[0].name);
}

static enum status build_model(const struct source *source, struct chain *out)
{
    MUST(model_chain(source->file, source->constants, source->labels, out));
    MUST(name_only_reward(source, out));
    if (source->type == CHAIN_UNKNOWN || source->type == out->type) return OK;
    return fail(ERROR_INPUT, "%s: type=%s: it is a %s", source->file, source->keys.type,
                out->type == CHAIN_DTMC ? "dtmc" : "ctmc");
}

static enum status read_source(const struct source *source, struct chain *out)
{
    const struct format *format = source->format;
    const char *reward = source->keys.reward;
    enum status status = OK;
    if (source->model) TRY(build_model(source, out));
    else TRY(format->read_chain(source->file, source->type, out));
    if (reward && format && format->read_reward)
        TRY(format->read_reward(source->file, reward, out));
    else if (reward && !chain_reward(out, reward)) TRY(unknown_reward(source, out));
out:
    if (status != OK) chain_free(out);
    return status;
}

enum status source_chain(const struct source *source, enum source_rewards which, struct chain *out)
{
    if (!source->generator) return read_source(source, out);
    if (source_is_closed(source) || source_is_made(source))
        return fail(ERROR_UNSUPPORTED,
                    "%s: with matrix=none no chain is made: leave out matrix=none",
                    source->generator->name);
    return source->generator->model ? explore_source(source, which, out)
                                    : source->generator->chain(source->arguments, out);
}
