/* Makes the index of a chain. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "datasets/format.h"
#include "datasets/formats/umb/umb_index.h"

/* Returns the name if it is a valid id; otherwise its index. Names of digits alone are no ids, so
 * the two cannot clash. */
const char *umb_id(const char *name, size_t index, char buffer[UMB_ID])
{
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_-");
    bool digits = strspn(name, "0123456789") == strlen(name);
    if (name[length] || length > UMB_ID / 2 || digits) snprintf(buffer, UMB_ID, "%zu", index);
    else memcpy(buffer, name, length + 1);
    return buffer;
}

static json_t *make_type(const char *name, int bits)
{
    return json_pack("{s:s, s:i}", "type", name, "size", bits);
}

/* also: a second entity, or NULL. */
static json_t *make_annotation(const char *name, const char *entity, const char *also, json_t *type)
{
    return json_pack("{s:s, s:[ss*], s:o}", "alias", name, "applies-to", entity, also, "type",
                     type);
}

/* Takes over the reference to value. */
static bool umb_put_member(json_t *object, const char *key, json_t *value)
{
    return value && json_object_set_new(object, key, value) == 0;
}

static json_t *make_system(const struct chain *chain, uint64_t initial)
{
    const struct csr *a = &chain->transitions;
    bool rates = chain->type == CHAIN_CTMC;
    const json_int_t actions = chain->actions.of ? (json_int_t)chain->actions.count + 1 : 0;
    json_t *out = json_pack(
        "{s:s, s:i, s:I, s:I, s:I, s:I, s:I, s:i, s:i}", "time", rates ? "stochastic" : "discrete",
        "#players", chain->group ? 1 : 0, "#states", (json_int_t)chain_states(chain),
        "#initial-states", (json_int_t)initial, "#choices", (json_int_t)a->rows, "#choice-actions",
        actions, "#branches", (json_int_t)a->nnz, "#branch-actions", 0, "#observations", 0);
    bool made = out && umb_put_member(out, "branch-probability-type", make_type("double", 64)) &&
                (!rates || umb_put_member(out, "exit-rate-type", make_type("double", 64)));
    if (made) return out;
    json_decref(out);
    return NULL;
}

static json_t *make_labels(const struct chain *chain)
{
    char id[UMB_ID];
    json_t *out = json_object();
    bool made = out != NULL;
    for (size_t k = 0; made && k < chain->nlabels; k++) {
        const char *name = chain->labels[k].name;
        if (strcmp(name, "init"))
            made = umb_put_member(out, umb_id(name, k, id),
                                  make_annotation(name, "states", NULL, make_type("bool", 1)));
    }
    if (made) return out;
    json_decref(out);
    return NULL;
}

static json_t *make_rewards(const struct chain *chain)
{
    char id[UMB_ID];
    json_t *out = json_object();
    bool made = out != NULL;
    for (size_t k = 0; made && k < chain->nrewards; k++) {
        const char *name = chain->rewards[k].name,
                   *also = chain->rewards[k].state ? "choices" : NULL;
        made = umb_put_member(out, umb_id(name, k, id),
                              make_annotation(name, "states", also, make_type("double", 64)));
    }
    if (made) return out;
    json_decref(out);
    return NULL;
}

/* Makes an object with the origin of the model; empty if value is not a valid text. */
static json_t *make_text(const char *key, const char *value)
{
    return umb_is_name(value) ? json_pack("{s:s}", key, value) : json_object();
}

static json_t *make_file(void)
{
    json_t *out = make_text("tool-version", format_origin.program);
    if (out && umb_put_member(out, "tool", json_string("warpmark"))) return out;
    json_decref(out);
    return NULL;
}

static json_t *make_root(const struct chain *chain)
{
    uint64_t initial = 0;
    const uint8_t *holds = chain_label(chain, "init")->holds;
    for (uint32_t i = 0; i < chain_states(chain); i++) initial += holds[i];
    return json_pack(
        "{s:i, s:i, s:o, s:o, s:o, s:o}", "format-version", UMB_VERSION, "format-revision", 0,
        "model-data", make_text("name", format_origin.source), "file-data", make_file(),
        "transition-system", make_system(chain, initial), "annotations",
        json_pack("{s:o, s:o}", "aps", make_labels(chain), "rewards", make_rewards(chain)));
}

static enum status umb_check_names(const struct chain *chain)
{
    for (size_t k = 0; k < chain->nlabels; k++)
        if (!umb_is_name(chain->labels[k].name))
            return fail(ERROR_INPUT, "label '%s': UMB cannot hold this name",
                        chain->labels[k].name);
    for (size_t k = 0; k < chain->actions.count; k++)
        if (!umb_is_name(chain->actions.name[k]))
            return fail(ERROR_INPUT, "action '%s': UMB cannot hold this name",
                        chain->actions.name[k]);
    for (size_t k = 0; k < chain->nrewards; k++)
        if (!umb_is_name(chain->rewards[k].name))
            return fail(ERROR_INPUT, "reward '%s': UMB cannot hold this name",
                        chain->rewards[k].name);
    return OK;
}

enum status umb_index_make(const struct chain *chain, char **out)
{
    enum status status = OK;
    *out = NULL;
    MUST(umb_check_names(chain));
    json_t *root = make_root(chain);
    char *text = root ? json_dumps(root, JSON_INDENT(2)) : NULL;
    if (text) TRY(copy_text(text, out));
    else status = fail(ERROR_HOST_MEMORY, "no memory for the index of a model");
out:
    free(text);
    json_decref(root);
    return status;
}
