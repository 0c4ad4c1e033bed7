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
    struct named labels, rewards;
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

/* Two arrays: the names, and rows of n numbers. */
static enum status add_named(struct writer *w, const char *names, const char *numbers,
                             enum element element, size_t width, uint32_t n, struct named *named)
{
    MUST(pack_names(w->path, named));
    cache_add_array(w, names, ELEMENT_TEXT, named->width, named->count, named->packed);
    struct array *array = cache_add_array(w, numbers, element, width, named->numbers, NULL);
    array->rank = 2;
    array->dim[1] = n;
    array->pieces = named->pieces;
    return OK;
}

static enum status add_chain(struct writer *w, const struct chain *chain)
{
    uint32_t n = chain_states(chain);
    add_csr(w, &chain->transitions);
    MUST(named_create(chain->nlabels, &w->labels));
    for (size_t k = 0; k < chain->nlabels; k++) {
        w->labels.name[k] = chain->labels[k].name;
        w->labels.pieces[k] = chain->labels[k].holds;
    }
    MUST(add_named(w, "label_names", "labels", ELEMENT_U8, 1, n, &w->labels));
    MUST(named_create(chain->nrewards, &w->rewards));
    for (size_t k = 0; k < chain->nrewards; k++) {
        w->rewards.name[k] = chain->rewards[k].name;
        w->rewards.pieces[k] = chain->rewards[k].rate;
        w->rewards.pieces[chain->nrewards + k] =
            (void *)(uintptr_t)reward_of_states(&chain->rewards[k]);
        if (chain->rewards[k].state) w->rewards.numbers = 2 * chain->nrewards;
    }
    MUST(add_named(w, "reward_names", "rewards", ELEMENT_F64, sizeof(double), n, &w->rewards));
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
    char seal[SHA256_DIGEST_STRING_LENGTH];
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
    enum { BYTES = 4000 };
    return (struct array_facts){.schema = CACHE_SCHEMA,
                                .version = {CACHE_MAJOR, CACHE_MINOR},
                                .source = format_origin.source,
                                .program = format_origin.program,
                                .attach = attach_contents,
                                .more = file,
                                .bytes = BYTES};
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
    enum status status = add_chain(&w, chain);
    if (status == OK) status = write_file(&w, "chain", chain->type == CHAIN_DTMC ? "dtmc" : "ctmc");
    named_free(&w.labels);
    named_free(&w.rewards);
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
