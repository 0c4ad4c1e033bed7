#include "datasets/formats/cache/cache.h"

#include <stdlib.h>
#include <string.h>

#include "base/arrays/array_file.h"
#include "base/memory.h"
#include "datasets/format.h"
#include "datasets/formats/cache/cache_load.h"
#include "datasets/formats/cache/cache_parts.h"

/* Labels or rewards: their names, packed as in the file, and pointers to the numbers of each.
 * Behind those of all rewards there may be the state rewards of each. */
struct named {
    size_t count, width, numbers;
    const char **name;
    void **pieces;
    char *packed;
};

struct writer {
    const char *path;
    struct array arrays[MOST_ARRAYS];
    size_t count;
    struct named labels, rewards, actions;
    double *own;       /* state rewards of an MDP; or NULL */
    uint32_t *mixed;   /* for each reward, whether it is mixed (base/sparse/chain.h) */
    const char *model; /* the model from which a chain was built; or NULL */
    enum chain_type type;
    struct chain_rounding rounding;
};

/* Arrays */

static struct array *cache_add_array(struct writer *w, const char *name, enum element element,
                                     size_t width, uint64_t length, const void *piece)
{
    struct array *array = &w->arrays[w->count++];
    *array = (struct array){name, element, 1, width, {length, 1}, .piece = (void *)piece};
    return array;
}

static void add_csr(struct writer *w, const struct csr *a)
{
    cache_add_array(w, "row", ELEMENT_U64, sizeof *a->row, a->rows + UINT64_C(1), a->row);
    cache_add_array(w, "col", ELEMENT_U32, sizeof *a->col, a->nnz, a->col);
    cache_add_array(w, "val", ELEMENT_F64, sizeof *a->val, a->nnz, a->val);
}

static enum status named_create(size_t count, struct named *out)
{
    out->count = out->numbers = count;
    MUST(allocate(count, sizeof *out->name, "names", &out->name));
    return allocate(2 * count, sizeof *out->pieces, "names", &out->pieces);
}

static void named_free(struct named *named)
{
    free(named->name);
    free(named->pieces);
    free(named->packed);
}

static enum status pack_names(const char *path, struct named *named)
{
    named->width = 1;
    for (size_t k = 0; k < named->count; k++) {
        size_t length = strlen(named->name[k]);
        if (length > named->width) named->width = length;
        if (!name_printable(named->name[k]))
            return fail(ERROR_INPUT,
                        "cannot write %s: a name of a label or reward has control characters",
                        path);
    }
    MUST(allocate_zeroed(named->count, named->width, "names", &named->packed));
    for (size_t k = 0; k < named->count; k++)
        memcpy(named->packed + k * named->width, named->name[k], strlen(named->name[k]));
    return OK;
}

/* An array of rows of n numbers. */
static void add_rows(struct writer *w, const char *name, enum element element, size_t width,
                     uint64_t rows, uint32_t n, void **pieces)
{
    struct array *array = cache_add_array(w, name, element, width, rows, NULL);
    array->rank = 2;
    array->dim[1] = n;
    array->pieces = pieces;
}

/* Two arrays: the names, and rows of n numbers. */
static enum status add_named(struct writer *w, const char *names, const char *numbers,
                             enum element element, size_t width, uint32_t n, struct named *named)
{
    MUST(pack_names(w->path, named));
    cache_add_array(w, names, ELEMENT_TEXT, named->width, named->count, named->packed);
    add_rows(w, numbers, element, width, named->numbers, n, named->pieces);
    return OK;
}

static enum status add_labels(struct writer *w, const struct chain *chain)
{
    MUST(named_create(chain->nlabels, &w->labels));
    for (size_t k = 0; k < chain->nlabels; k++) {
        w->labels.name[k] = chain->labels[k].name;
        w->labels.pieces[k] = chain->labels[k].holds;
    }
    return add_named(w, "label_names", "labels", ELEMENT_U8, 1, chain_states(chain), &w->labels);
}

/* State rewards of reward k as an array: its own, or one of the writer. */
static void *state_rewards(struct writer *w, const struct chain *chain, size_t k)
{
    const struct reward *reward = &chain->rewards[k];
    const uint32_t n = chain_states(chain);
    if (!chain->group) return (void *)(uintptr_t)reward_of_states(reward);
    double *own = w->own + k * n;
    for (uint32_t i = 0; i < n; i++) own[i] = reward_of_state(chain, reward, i);
    return own;
}

/* The rates of an MDP have other lengths than its state rewards, so these are an array apart. */
static enum status add_rewards(struct writer *w, const struct chain *chain)
{
    const size_t count = chain->nrewards;
    const uint32_t n = chain_states(chain);
    bool apart = false, mixed = false;
    MUST(named_create(count, &w->rewards));
    MUST(allocate(count, sizeof *w->mixed, "rewards", &w->mixed));
    for (size_t k = 0; k < count; k++) {
        w->rewards.name[k] = chain->rewards[k].name;
        w->rewards.pieces[k] = chain->rewards[k].rate;
        mixed |= w->mixed[k] = chain->rewards[k].mixed;
        apart |= chain->rewards[k].state != NULL;
    }
    if (apart && chain->group)
        MUST(allocate(count, (size_t)n * sizeof *w->own, "rewards", &w->own));
    for (size_t k = 0; apart && k < count; k++)
        w->rewards.pieces[count + k] = state_rewards(w, chain, k);
    if (apart && !chain->group) w->rewards.numbers = 2 * count;
    MUST(add_named(w, "reward_names", "rewards", ELEMENT_F64, sizeof(double),
                   chain->transitions.rows, &w->rewards));
    if (apart && chain->group)
        add_rows(w, "state_rewards", ELEMENT_F64, sizeof(double), count, n,
                 w->rewards.pieces + count);
    if (mixed) cache_add_array(w, "mixed_rewards", ELEMENT_U32, sizeof *w->mixed, count, w->mixed);
    return OK;
}

static enum status add_actions(struct writer *w, const struct actions *actions, uint32_t rows)
{
    MUST(named_create(actions->count, &w->actions));
    for (size_t k = 0; k < actions->count; k++) w->actions.name[k] = actions->name[k];
    MUST(pack_names(w->path, &w->actions));
    cache_add_array(w, "action_names", ELEMENT_TEXT, w->actions.width, actions->count,
                    w->actions.packed);
    cache_add_array(w, "action", ELEMENT_U32, sizeof *actions->of, rows, actions->of);
    return OK;
}

static enum status add_chain(struct writer *w, const struct chain *chain)
{
    add_csr(w, &chain->transitions);
    if (chain->group)
        cache_add_array(w, "group", ELEMENT_U32, sizeof *chain->group, chain->ngroups + UINT64_C(1),
                        chain->group);
    if (chain->actions.of) MUST(add_actions(w, &chain->actions, chain->transitions.rows));
    MUST(add_labels(w, chain));
    MUST(add_rewards(w, chain));
    if (chain->variables && *chain->variables)
        cache_add_array(w, "variables", ELEMENT_TEXT, strlen(chain->variables), 1,
                        chain->variables);
    return OK;
}

/* Arrays come in this order; the other vectors follow. */
enum { ROW, COL, VAL, DIAG };

static void add_system(struct writer *w, const struct linear *system)
{
    const uint64_t n = matrix_unknowns(&system->a), rows = system->a.off.rows;
    add_csr(w, &system->a.off);
    cache_add_array(w, "diag", ELEMENT_F64, sizeof(double), rows, system->a.diag);
    cache_add_array(w, "x0", ELEMENT_F64, sizeof(double), n, system->x0);
    if (system->b) cache_add_array(w, "b", ELEMENT_F64, sizeof(double), rows, system->b);
    if (system->answer)
        cache_add_array(w, "answer", ELEMENT_F64, sizeof(double), n, system->answer);
    if (system->weight)
        cache_add_array(w, "weight", ELEMENT_F64, sizeof(double), n, system->weight);
}

/* The whole file */

struct described {
    const char *contents, *type; /* type: NULL if it is not a chain */
    const struct writer *chain;  /* NULL: it is not a chain */
};

static bool attach_chain(hid_t root, const struct writer *w)
{
    char seal[SHA256_TEXT];
    const uint64_t rounding[ROUNDINGS] = {[ROUNDED_TRANSITIONS] = w->rounding.transitions,
                                          [ROUNDED_REWARDS] = w->rounding.rewards,
                                          [ROUNDED_MORE] = w->rounding.lost};
    if (w->model) cache_seal(w->model, w->type, &w->rounding, w->count, w->arrays, seal);
    return (!w->model || hdf5_attach_text(root, "model", seal)) &&
           hdf5_attach(root, "rounding", H5T_STD_U64LE, ROUNDINGS, rounding);
}

static bool attach_contents(hid_t root, const void *more)
{
    const struct described *file = more;
    return (!file->chain || attach_chain(root, file->chain)) &&
           hdf5_attach_text(root, "contents", file->contents) &&
           (!file->type || hdf5_attach_text(root, "type", file->type));
}

static struct array_facts facts_of(const struct described *file)
{
    enum { BYTES = 4000, FEW_ARRAYS = 8, OF_MORE = 3000 };
    const bool many = file->chain && file->chain->count > FEW_ARRAYS;
    return (struct array_facts){.schema = CACHE_SCHEMA,
                                .version = {CACHE_MAJOR, CACHE_MINOR},
                                .source = format_origin.source,
                                .program = format_origin.program,
                                .attach = attach_contents,
                                .more = file,
                                .bytes = BYTES + (many ? OF_MORE : 0)};
}

static const struct file_kind *replaced(void)
{
    return format_origin.fresh ? NULL : &any_file;
}

static enum status write_file(struct writer *w, const char *contents, const char *type)
{
    const struct described file = {contents, type, type ? w : NULL};
    const struct array_facts facts = facts_of(&file);
    return arrays_write(w->path, replaced(), &facts, w->count, w->arrays);
}

enum status cache_write_chain(const struct chain *chain, const char *path)
{
    return cache_write_model(chain, NULL, path);
}

enum status cache_write_model(const struct chain *chain, const char *model, const char *path)
{
    struct writer w = {
        .path = path, .model = model, .type = chain->type, .rounding = chain->rounding};
    enum status status = chain_check_written(chain);
    if (status == OK) status = add_chain(&w, chain);
    if (status == OK) status = write_file(&w, "chain", chain_type_word(chain->type));
    named_free(&w.labels);
    named_free(&w.rewards);
    named_free(&w.actions);
    free(w.own);
    free(w.mixed);
    return status;
}

static enum status cache_check_rows(const char *path, uint32_t n)
{
    return n ? OK : fail(ERROR_INPUT, "cannot write %s: the system has no rows", path);
}

enum status cache_write_system(const struct linear *system, const char *path)
{
    struct writer w = {.path = path};
    MUST(cache_check_rows(path, system->a.off.rows));
    add_system(&w, system);
    return write_file(&w, "system", NULL);
}

/* Row starts begin with 0; the other parts write the ends of their rows. */
enum status cache_begin_system(const char *path, const struct linear *outline, int parts,
                               struct array_parts *out)
{
    static const struct described file = {"system", NULL, NULL};
    static const uint64_t zero;
    const struct array_facts facts = facts_of(&file);
    struct writer w = {.path = path};
    *out = (struct array_parts){0};
    MUST(cache_check_rows(path, outline->a.off.rows));
    add_system(&w, outline);
    MUST(array_parts_begin(path, replaced(), &facts, parts, w.count, w.arrays, out));
    return array_parts_put(out, ROW, 0, &zero, sizeof zero);
}

void cache_divide_system(struct array_parts *w, int part, uint64_t row, uint64_t entry)
{
    array_parts_divide(w, ROW, part, row + 1);
    array_parts_divide(w, COL, part, entry);
    array_parts_divide(w, VAL, part, entry);
    for (size_t k = DIAG; k < w->count; k++) array_parts_divide(w, k, part, row);
}

enum status cache_put_rows(struct array_parts *w, int part, const struct linear *rows)
{
    const struct csr *off = &rows->a.off;
    const size_t n = off->rows, nnz = off->row[n] - off->row[0];
    MUST(array_parts_put(w, ROW, part, off->row + 1, n * sizeof *off->row));
    MUST(array_parts_put(w, COL, part, off->col, nnz * sizeof *off->col));
    MUST(array_parts_put(w, VAL, part, off->val, nnz * sizeof *off->val));
    const double *vectors[] = {rows->a.diag, rows->x0, rows->b, rows->answer, rows->weight};
    size_t at = DIAG;
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++)
        if (vectors[k]) MUST(array_parts_put(w, at++, part, vectors[k], n * sizeof *vectors[k]));
    return OK;
}

enum status cache_write_product(const struct product *product, const char *path)
{
    struct writer w = {.path = path};
    cache_add_array(&w, "row", ELEMENT_U64, sizeof *product->row, product->n + UINT64_C(1),
                    product->row);
    cache_add_array(&w, "col", ELEMENT_U32, sizeof *product->col, product->m, product->col);
    cache_add_array(&w, "initial", ELEMENT_U32, sizeof product->initial, 1, &product->initial);
    cache_add_array(&w, "accepting", ELEMENT_U64, sizeof *product->accepting,
                    ((uint64_t)product->n + 63) / 64, product->accepting);
    return write_file(&w, "graph", NULL);
}
