/* Reads chains and MDPs. */
#include <stdlib.h>
#include <string.h>

#include "base/arrays/array_file.h"
#include "base/memory.h"
#include "datasets/formats/cache/cache.h"
#include "datasets/formats/cache/cache_check.h"
#include "datasets/formats/cache/cache_reader.h"

/* Names, each ending with NUL in the array of texts *out (new), `stride` bytes apart. */
static enum status read_names(const struct cache_reader *r, const struct array *found, char **out,
                              size_t *stride)
{
    enum status status = OK;
    struct array array = *found;
    char *packed = NULL;
    *stride = array.width + 1;
    TRY(allocate(array.dim[0], array.width, "names", &packed));
    TRY(allocate_zeroed(array.dim[0], *stride, "names", out));
    array.piece = packed;
    TRY(arrays_read(&r->cache.file, 1, &array));
    for (size_t k = 0; k < array.dim[0]; k++)
        memcpy(*out + k * *stride, packed + k * array.width, array.width);
out:
    free(packed);
    return status;
}

/* Names, checked. */
static enum status find_names(const struct cache_reader *r, const char *array, char **out,
                              size_t *stride, size_t *count)
{
    struct array names;
    MUST(load_find(&r->cache, array, 0, &names, NULL));
    MUST(read_names(r, &names, out, stride));
    *count = names.dim[0];
    return check_names(&r->cache.file, array, *count, *out, *stride);
}

/* Lets the pieces from `first` on point to new arrays of state rewards. */
static enum status add_states(struct array *numbers, size_t first, struct chain *chain)
{
    for (size_t k = 0; k < chain->nrewards; k++) {
        struct reward *reward = &chain->rewards[k];
        MUST(allocate(chain_states(chain), sizeof *reward->state, "rewards", &reward->state));
        numbers->pieces[first + k] = reward->state;
    }
    return OK;
}

/* Adds a label or reward for each name, and lets the pieces of the array point to their numbers. If
 * some rewards of a chain have transition rewards, there is a second row for each reward, with its
 * state rewards. */
static enum status add_named(struct cache_reader *r, const char *names, struct array *numbers,
                             struct chain *chain)
{
    enum status status = OK;
    char *name = NULL;
    size_t stride, count;
    TRY(find_names(r, names, &name, &stride, &count));
    const bool rewards = numbers->element != ELEMENT_U8,
               apart = rewards && count && !chain->group && numbers->dim[0] == 2 * count;
    if (numbers->dim[0] != count && !apart) TRY(cache_wrong_length(r, numbers, count));
    TRY(allocate(numbers->dim[0], sizeof *numbers->pieces, "names", &numbers->pieces));
    for (size_t k = 0; k < count; k++) {
        uint8_t *holds;
        double *rate;
        if (rewards) TRY(chain_add_reward(chain, name + k * stride, &rate));
        else TRY(chain_add_label(chain, name + k * stride, &holds));
        numbers->pieces[k] = rewards ? (void *)rate : (void *)holds;
    }
    if (apart) TRY(add_states(numbers, count, chain));
out:
    free(name);
    return status;
}

/* Finds the array of this name, if it exists, and makes room for its numbers, of which there must
 * be `count`, unless that is 0. *out is new, or NULL. */
static enum status find_numbers(struct cache_reader *r, const char *name, uint64_t count,
                                uint32_t **out)
{
    struct array *array = &r->arrays[r->count];
    bool found;
    MUST(load_find(&r->cache, name, 0, array, &found));
    if (!found) return OK;
    if (count && array->dim[0] != count) return cache_wrong_length(r, array, count);
    MUST(allocate(array->dim[0], sizeof **out, name, out));
    array->piece = *out;
    r->count++;
    r->bytes += (double)array_bytes(array);
    return OK;
}

/* Finds the groups of an MDP, which tell the number of states, and its actions. */
static enum status find_choices(struct cache_reader *r, struct chain *out)
{
    const size_t at = r->count;
    MUST(find_numbers(r, "group", 0, &out->group));
    if (!out->group != (out->type != CHAIN_MDP))
        return hdf5_damaged(&r->cache.file, "group",
                            out->group ? "only an MDP has it" : "it is missing");
    if (!out->group) return OK;
    if (r->arrays[at].dim[0] < 2 || r->arrays[at].dim[0] - 1 > out->transitions.rows)
        return hdf5_damaged(&r->cache.file, "group", "the number of states is out of range");
    out->ngroups = (uint32_t)(r->arrays[at].dim[0] - 1);
    return find_numbers(r, "action", out->transitions.rows, &out->actions.of);
}

static enum status read_actions(const struct cache_reader *r, struct actions *out)
{
    enum status status = OK;
    char *name = NULL;
    size_t stride, count;
    if (!out->of) return OK;
    TRY(find_names(r, "action_names", &name, &stride, &count));
    TRY(allocate_zeroed(count, sizeof *out->name, "actions", &out->name));
    for (; out->count < count; out->count++)
        TRY(copy_text(name + out->count * stride, &out->name[out->count]));
out:
    free(name);
    return status;
}

/* State rewards of an MDP, which are missing if nothing else has rewards. */
static enum status find_state_rewards(struct cache_reader *r, struct chain *out)
{
    struct array *array = &r->arrays[r->count];
    bool found;
    MUST(load_find(&r->cache, "state_rewards", chain_states(out), array, &found));
    if (!found) return OK;
    if (!out->group || array->dim[0] != out->nrewards)
        return cache_wrong_length(r, array, out->nrewards);
    r->count++;
    MUST(allocate(array->dim[0], sizeof *array->pieces, "rewards", &array->pieces));
    return add_states(array, 0, out);
}

/* mixed: one number for each reward; NULL: none is. Older files do not say. */
static void put_mixed(const struct cache_reader *r, const uint32_t *mixed, struct chain *chain)
{
    const bool told = r->cache.minor >= CACHE_TELLS_MIXED;
    for (size_t k = 0; k < chain->nrewards; k++)
        chain->rewards[k].mixed = told ? mixed && mixed[k] : chain->rewards[k].state != NULL;
}

static enum status read_variables(const struct cache_reader *r, struct chain *out)
{
    struct array array;
    bool found;
    size_t stride;
    MUST(load_find(&r->cache, "variables", 0, &array, &found));
    if (found && array.dim[0] != 1) return cache_wrong_length(r, &array, 1);
    if (found) MUST(read_names(r, &array, &out->variables, &stride));
    if (found) MUST(check_names(&r->cache.file, array.name, 1, out->variables, stride));
    return OK;
}

static enum status cache_check_type(const struct cache *cache, enum chain_type said,
                                    enum chain_type *out)
{
    *out = cache->type;
    if (said == CHAIN_UNKNOWN || said == *out) return OK;
    return fail(ERROR_INPUT, "%s: the file says type=%s, not type=%s: drop type= or change it",
                cache->file.path, chain_type_word(*out), chain_type_word(said));
}

static enum status read_chain(struct cache_reader *r, struct chain *out)
{
    enum status status = OK;
    uint32_t *mixed = NULL;
    TRY(cache_find_csr(r, &out->transitions));
    TRY(find_choices(r, out));
    struct array *labels = &r->arrays[r->count], *rewards = labels + 1;
    TRY(cache_find_array(r, "labels", chain_states(out)));
    TRY(cache_find_array(r, "rewards", out->transitions.rows));
    TRY(memory_must_fit(r->bytes, r->cache.file.path));
    TRY(cache_allocate_csr(r, &out->transitions));
    TRY(add_named(r, "label_names", labels, out));
    TRY(add_named(r, "reward_names", rewards, out));
    TRY(find_state_rewards(r, out));
    TRY(find_numbers(r, "mixed_rewards", out->nrewards, &mixed));
    TRY(read_actions(r, &out->actions));
    TRY(read_variables(r, out));
    TRY(arrays_read(&r->cache.file, r->count, r->arrays));
    put_mixed(r, mixed, out);
out:
    free(mixed);
    for (size_t k = 0; k < r->count; k++) free(r->arrays[k].pieces);
    return status;
}

static enum status check_seal(const struct cache *cache, const char *model)
{
    char seal[SHA256_TEXT];
    cache_seal(model, cache->type, &cache->rounding, cache->narrays, cache->arrays, seal);
    if (!strcmp(seal, cache->model)) return OK;
    return hdf5_damaged(&cache->file, "model", "it is not of the chain of this model");
}

/* model: or NULL. */
static enum status read_chain_file(const char *path, enum chain_type type, const char *model,
                                   struct chain *out)
{
    enum status status = OK;
    struct cache_reader r = {0};
    *out = (struct chain){0};
    status = load_open_as(path, HOLDS_CHAIN, &r.cache);
    if (status == ERROR_INPUT && model) status = ERROR_DAMAGED; /* it is something else */
    TRY(status);
    if (model) TRY(check_seal(&r.cache, model));
    TRY(cache_check_type(&r.cache, type, &out->type));
    out->rounding = r.cache.rounding;
    TRY(read_chain(&r, out));
    TRY(check_chain(&r.cache.file, out));
out:
    hdf5_close(&r.cache.file);
    if (status != OK) chain_free(out);
    return status;
}

enum status cache_read_chain(const char *path, enum chain_type type, struct chain *out)
{
    return read_chain_file(path, type, NULL, out);
}

enum status cache_read_model(const char *path, const char *model, struct chain *out)
{
    return read_chain_file(path, CHAIN_UNKNOWN, model, out);
}
