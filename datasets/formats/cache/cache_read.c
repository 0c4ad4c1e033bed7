#include "datasets/formats/cache/cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arrays/array_file.h"
#include "base/arrays/array_range.h"
#include "base/memory.h"
#include "datasets/formats/cache/cache_check.h"
#include "datasets/formats/cache/cache_load.h"

/* Arrays that chains and systems share */

struct cache_reader {
    struct cache cache;
    size_t count;
    struct array arrays[MOST_ARRAYS];
    double bytes; /* of all arrays found */
};

static enum status cache_find_array(struct cache_reader *r, const char *name, hsize_t columns)
{
    struct array *array = &r->arrays[r->count];
    MUST(load_find(&r->cache, name, columns, array, NULL));
    r->count++;
    r->bytes += (double)array_bytes(array);
    return OK;
}

static enum status wrong_length(const struct cache_reader *r, const struct array *array,
                                uint64_t expected)
{
    char text[120];
    snprintf(text, sizeof text, "it has %llu numbers where %llu belong",
             (unsigned long long)array->dim[0], (unsigned long long)expected);
    return hdf5_damaged(&r->cache.file, array->name, text);
}

enum { ROW, COL, VAL };

/* Finds row and col, and the sizes that follow from their lengths. */
static enum status cache_find_rows(struct cache_reader *r, uint32_t *n, uint64_t *nnz)
{
    const struct array *row = &r->arrays[ROW], *col = &r->arrays[COL];
    MUST(cache_find_array(r, "row", 0));
    MUST(cache_find_array(r, "col", 0));
    if (row->dim[0] < 2 || row->dim[0] - 1 > UINT32_MAX)
        return hdf5_damaged(&r->cache.file, row->name, "the number of rows is out of range");
    *n = (uint32_t)(row->dim[0] - 1);
    *nnz = col->dim[0];
    return OK;
}

/* Finds the arrays of a CSR and sets its sizes. */
static enum status find_csr(struct cache_reader *r, struct csr *out)
{
    MUST(cache_find_rows(r, &out->rows, &out->nnz));
    MUST(cache_find_array(r, "val", 0));
    if (r->arrays[VAL].dim[0] != out->nnz) return wrong_length(r, &r->arrays[VAL], out->nnz);
    return OK;
}

static enum status allocate_csr(struct cache_reader *r, struct csr *inout)
{
    MUST(csr_allocate(inout->rows, inout->nnz, inout));
    r->arrays[ROW].piece = inout->row;
    r->arrays[COL].piece = inout->col;
    r->arrays[VAL].piece = inout->val;
    return OK;
}

/* Chains */

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
    if (numbers->dim[0] != count && !apart) TRY(wrong_length(r, numbers, count));
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
    if (count && array->dim[0] != count) return wrong_length(r, array, count);
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
    if (!out->group || array->dim[0] != out->nrewards) return wrong_length(r, array, out->nrewards);
    r->count++;
    MUST(allocate(array->dim[0], sizeof *array->pieces, "rewards", &array->pieces));
    return add_states(array, 0, out);
}

static enum status read_variables(const struct cache_reader *r, struct chain *out)
{
    struct array array;
    bool found;
    size_t stride;
    MUST(load_find(&r->cache, "variables", 0, &array, &found));
    if (found && array.dim[0] != 1) return wrong_length(r, &array, 1);
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
    TRY(find_csr(r, &out->transitions));
    TRY(find_choices(r, out));
    struct array *labels = &r->arrays[r->count], *rewards = labels + 1;
    TRY(cache_find_array(r, "labels", chain_states(out)));
    TRY(cache_find_array(r, "rewards", out->transitions.rows));
    TRY(memory_must_fit(r->bytes, r->cache.file.path));
    TRY(allocate_csr(r, &out->transitions));
    TRY(add_named(r, "label_names", labels, out));
    TRY(add_named(r, "reward_names", rewards, out));
    TRY(find_state_rewards(r, out));
    TRY(read_actions(r, &out->actions));
    TRY(read_variables(r, out));
    TRY(arrays_read(&r->cache.file, r->count, r->arrays));
out:
    for (size_t k = 0; k < r->count; k++) free(r->arrays[k].pieces);
    return status;
}

static enum status check_seal(const struct cache *cache, const char *model)
{
    char seal[SHA256_DIGEST_STRING_LENGTH];
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

/* Systems */

/* Finds a vector of n numbers; *out is new, or NULL if the vector is missing: cache_load.c knows
 * which ones may be. */
static enum status find_vector(struct cache_reader *r, const char *name, uint32_t n, double **out)
{
    struct array *array = &r->arrays[r->count];
    bool found;
    MUST(load_find(&r->cache, name, 0, array, &found));
    if (!found) return OK;
    if (array->dim[0] != n) return wrong_length(r, array, n);
    MUST(allocate(n, sizeof **out, name, out));
    array->piece = *out;
    r->count++;
    return OK;
}

static enum status cache_fill_system(struct cache_reader *r, struct linear *out)
{
    struct csr *off = &out->a.off;
    MUST(find_csr(r, off));
    MUST(memory_must_fit(r->bytes, r->cache.file.path));
    MUST(allocate_csr(r, off));
    MUST(find_vector(r, "diag", off->rows, &out->a.diag));
    MUST(find_vector(r, "x0", matrix_unknowns(&out->a), &out->x0));
    MUST(find_vector(r, "b", off->rows, &out->b));
    MUST(find_vector(r, "answer", matrix_unknowns(&out->a), &out->answer));
    MUST(find_vector(r, "weight", matrix_unknowns(&out->a), &out->weight));
    return arrays_read(&r->cache.file, r->count, r->arrays);
}

enum status cache_read_system(const char *path, struct linear *out)
{
    enum status status = OK;
    struct cache_reader r = {0};
    *out = (struct linear){0};
    TRY(load_open_as(path, HOLDS_SYSTEM, &r.cache));
    TRY(cache_fill_system(&r, out));
    TRY(check_system(&r.cache.file, out));
out:
    hdf5_close(&r.cache.file);
    if (status != OK) linear_free(out);
    return status;
}

/* A range of rows */

/* Only checks the checksums of the arrays that are not read. */
static enum status read_outline(struct cache_reader *r, struct linear *out)
{
    struct csr *off = &out->a.off;
    struct array diag;
    MUST(find_csr(r, off));
    MUST(load_find(&r->cache, "diag", 0, &diag, NULL));
    if (diag.dim[0] != off->rows) return wrong_length(r, &diag, off->rows);
    MUST(array_check(&r->cache.file, &r->arrays[COL]));
    MUST(array_check(&r->cache.file, &r->arrays[VAL]));
    MUST(array_check(&r->cache.file, &diag));
    MUST(allocate(off->rows + UINT64_C(1), sizeof *off->row, "row starts", &off->row));
    r->arrays[ROW].piece = off->row;
    r->count = ROW + 1;
    MUST(find_vector(r, "x0", matrix_unknowns(&out->a), &out->x0));
    MUST(find_vector(r, "b", off->rows, &out->b));
    MUST(find_vector(r, "answer", matrix_unknowns(&out->a), &out->answer));
    MUST(find_vector(r, "weight", matrix_unknowns(&out->a), &out->weight));
    return arrays_read(&r->cache.file, r->count, r->arrays);
}

enum status cache_read_outline(const char *path, struct linear *out)
{
    enum status status = OK;
    struct cache_reader r = {0};
    *out = (struct linear){0};
    TRY(load_open_as(path, HOLDS_SYSTEM, &r.cache));
    TRY(read_outline(&r, out));
    TRY(check_vectors(&r.cache.file, out));
out:
    hdf5_close(&r.cache.file);
    if (status != OK) linear_free(out);
    return status;
}

/* Reads rows that must have the same starts as in the caller's outline. */
static enum status read_range(struct cache_reader *r, struct matrix *a)
{
    const struct hdf5_file *file = &r->cache.file;
    const struct csr *off = &a->off;
    const uint64_t first = a->first;
    struct csr whole;
    struct array diag;
    uint64_t begin, end;
    MUST(find_csr(r, &whole));
    MUST(load_find(&r->cache, "diag", 0, &diag, NULL));
    if (diag.dim[0] != whole.rows) return wrong_length(r, &diag, whole.rows);
    if (first > whole.rows || off->rows > whole.rows - first)
        return hdf5_damaged(file, "row", "it has fewer rows than before");
    MUST(array_read_range(file, &r->arrays[ROW], first, 1, &begin));
    MUST(array_read_range(file, &r->arrays[ROW], first + off->rows, 1, &end));
    if (end > whole.nnz || begin > end || end - begin != off->row[off->rows])
        return hdf5_damaged(file, "row", "the rows begin elsewhere than before");
    MUST(array_read_range(file, &r->arrays[COL], begin, end - begin, off->col));
    MUST(array_read_range(file, &r->arrays[VAL], begin, end - begin, off->val));
    MUST(array_read_range(file, &diag, first, off->rows, a->diag));
    return check_rows(file, a, whole.rows);
}

enum status cache_read_rows(const char *path, struct linear *rows)
{
    enum status status = OK;
    struct cache_reader r = {0};
    TRY(load_open_as(path, HOLDS_SYSTEM, &r.cache));
    TRY(read_range(&r, &rows->a));
out:
    hdf5_close(&r.cache.file);
    return status;
}

/* Products */

enum { INITIAL = COL + 1, ACCEPTING, PRODUCT_ARRAYS };

static enum status find_product(struct cache_reader *r, struct product *out)
{
    MUST(cache_find_rows(r, &out->n, &out->m));
    MUST(cache_find_array(r, "initial", 0));
    MUST(cache_find_array(r, "accepting", 0));
    uint64_t words = ((uint64_t)out->n + 63) / 64;
    if (r->arrays[INITIAL].dim[0] != 1) return wrong_length(r, &r->arrays[INITIAL], 1);
    if (r->arrays[ACCEPTING].dim[0] != words) return wrong_length(r, &r->arrays[ACCEPTING], words);
    return OK;
}

static enum status read_product(struct cache_reader *r, struct product *out)
{
    MUST(find_product(r, out));
    MUST(memory_must_fit(r->bytes, r->cache.file.path));
    MUST(allocate(out->n + UINT64_C(1), sizeof *out->row, "row starts", &out->row));
    MUST(allocate(out->m, sizeof *out->col, "edges", &out->col));
    MUST(allocate(r->arrays[ACCEPTING].dim[0], sizeof *out->accepting, "accepting vertices",
                  &out->accepting));
    r->arrays[ROW].piece = out->row;
    r->arrays[COL].piece = out->col;
    r->arrays[INITIAL].piece = &out->initial;
    r->arrays[ACCEPTING].piece = out->accepting;
    return arrays_read(&r->cache.file, PRODUCT_ARRAYS, r->arrays);
}

enum status cache_read_product(const char *path, struct product *out)
{
    enum status status = OK;
    struct cache_reader r = {0};
    *out = (struct product){0};
    TRY(load_open_as(path, HOLDS_PRODUCT, &r.cache));
    TRY(read_product(&r, out));
    TRY(check_product(&r.cache.file, out));
out:
    hdf5_close(&r.cache.file);
    if (status != OK) product_free(out);
    return status;
}
