#include "datasets/formats/cache/cache_load.h"

#include <stdio.h>
#include <string.h>

#include "base/arrays/array_find.h"
#include "base/process/isolated.h"

/* The seal of a model's chain */

void cache_seal(const char *model, enum chain_type type, const struct chain_rounding *rounding,
                size_t count, const struct array *arrays, char out[SHA256_TEXT])
{
    struct sha256_ctx all;
    char line[160];
    sha256_init(&all);
    sha256_add(&all, model, strlen(model) + 1);
    sha256_add(&all, chain_type_word(type), strlen(chain_type_word(type)));
    snprintf(line, sizeof line, "%llu %llu %d\n", (unsigned long long)rounding->transitions,
             (unsigned long long)rounding->rewards, rounding->lost);
    sha256_add(&all, line, strlen(line));
    for (size_t k = 0; k < count; k++) {
        snprintf(line, sizeof line, "%s %zu %llu %llu %08x\n", arrays[k].name, arrays[k].width,
                 (unsigned long long)arrays[k].dim[0], (unsigned long long)arrays[k].dim[1],
                 (unsigned)arrays[k].crc32);
        sha256_add(&all, line, strlen(line));
    }
    sha256_end(&all, out);
}

/* Opening */

static enum status check_schema(const struct hdf5_file *file)
{
    if (hdf5_has_schema(file, RESULTS_SCHEMA_GROUP, RESULTS_SCHEMA))
        return fail(ERROR_INPUT,
                    "%s is a results file, not a chain or a system: see it with warpmark show",
                    file->path);
    if (hdf5_has_schema(file, "/", PROOF_SCHEMA))
        return fail(ERROR_INPUT,
                    "%s is a proof, not a chain or a system: check it with warpmark verify",
                    file->path);
    return array_check_schema(file, CACHE_SCHEMA, CACHE_MAJOR, "export it again");
}

/* *out = index of the attribute's text in words, which ends with NULL. */
static enum status look_at_choice(const struct hdf5_file *file, const char *attribute,
                                  const char *const *words, int32_t *out)
{
    char word[16], what[80] = "the attribute is not one of the texts";
    hid_t root = H5Gopen2(file->id, CACHE_SCHEMA_GROUP, H5P_DEFAULT);
    bool read = hdf5_read_text(root, attribute, word, sizeof word);
    if (root >= 0) H5Gclose(root);
    for (*out = 0; words[*out]; ++*out) {
        size_t used = strlen(what);
        if (read && !strcmp(word, words[*out])) return OK;
        snprintf(what + used, sizeof what - used, "%s %s", *out ? "," : "", words[*out]);
    }
    return hdf5_damaged(file, attribute, what);
}

/* Looking, in a child process */

/* Arrays of a cache, in the order in which they are written. */
static const struct {
    struct array_kind array;
    unsigned of;       /* bits: contents that can have it */
    unsigned optional; /* bits: contents that may lack it */
} kinds[] = {
#define IN(contents) (1u << (HOLDS_##contents))
    {{"row", ELEMENT_U64, 1}, IN(CHAIN) | IN(SYSTEM) | IN(PRODUCT), 0},
    {{"col", ELEMENT_U32, 1}, IN(CHAIN) | IN(SYSTEM) | IN(PRODUCT), 0},
    {{"val", ELEMENT_F64, 1}, IN(CHAIN) | IN(SYSTEM), 0},
    {{"group", ELEMENT_U32, 1}, IN(CHAIN), IN(CHAIN)},
    {{"action_names", ELEMENT_TEXT, 1}, IN(CHAIN), IN(CHAIN)},
    {{"action", ELEMENT_U32, 1}, IN(CHAIN), IN(CHAIN)},
    {{"label_names", ELEMENT_TEXT, 1}, IN(CHAIN), 0},
    {{"labels", ELEMENT_U8, 2}, IN(CHAIN), 0},
    {{"reward_names", ELEMENT_TEXT, 1}, IN(CHAIN), 0},
    {{"rewards", ELEMENT_F64, 2}, IN(CHAIN), 0},
    {{"state_rewards", ELEMENT_F64, 2}, IN(CHAIN), IN(CHAIN)},
    {{"mixed_rewards", ELEMENT_U32, 1}, IN(CHAIN), IN(CHAIN)},
    {{"variables", ELEMENT_TEXT, 1}, IN(CHAIN), IN(CHAIN)},
    {{"diag", ELEMENT_F64, 1}, IN(SYSTEM), 0},
    {{"x0", ELEMENT_F64, 1}, IN(SYSTEM), 0},
    {{"b", ELEMENT_F64, 1}, IN(SYSTEM), IN(SYSTEM)},
    {{"answer", ELEMENT_F64, 1}, IN(SYSTEM), IN(SYSTEM)},
    {{"weight", ELEMENT_F64, 1}, IN(SYSTEM), IN(SYSTEM)},
    {{"initial", ELEMENT_U32, 1}, IN(PRODUCT), 0},
    {{"accepting", ELEMENT_U64, 1}, IN(PRODUCT), 0},
#undef IN
};
enum { NKINDS = sizeof kinds / sizeof *kinds };

/* The child's findings, in one message. */
struct seen {
    int32_t contents, type;
    uint32_t version[2];
    char model[SHA256_TEXT];
    uint64_t rounding[ROUNDINGS];
    struct array_place array[NKINDS];
};

/* Reads the version, and the attributes that a chain may have or not. */
static void look_at_model(const struct hdf5_file *file, struct seen *out)
{
    hid_t root = H5Gopen2(file->id, CACHE_SCHEMA_GROUP, H5P_DEFAULT);
    hdf5_read_text(root, "model", out->model, sizeof out->model);
    hdf5_read_attribute(root, "schema_version", H5T_NATIVE_UINT32, 2, out->version);
    if (!hdf5_read_attribute(root, "rounding", H5T_NATIVE_UINT64, ROUNDINGS, out->rounding))
        out->rounding[ROUNDED_MORE] = 1;
    if (root >= 0) H5Gclose(root);
}

static enum status cache_look(void *argument, int fd, message_fn *put, void *to)
{
    static const char *const words[] = {
        [HOLDS_SYSTEM] = "system", [HOLDS_CHAIN] = "chain", [HOLDS_PRODUCT] = "graph", NULL};
    enum status status = OK;
    struct hdf5_file file = *(const struct hdf5_file *)argument;
    struct seen seen = {0};
    TRY(hdf5_look(&file, fd));
    TRY(check_schema(&file));
    TRY(look_at_choice(&file, "contents", words, &seen.contents));
    if (seen.contents == HOLDS_CHAIN)
        TRY(look_at_choice(&file, "type", chain_type_words, &seen.type));
    look_at_model(&file, &seen);
    for (int k = 0; k < NKINDS; k++)
        if (kinds[k].of >> seen.contents & 1)
            TRY(array_look(&file, &kinds[k].array, kinds[k].optional >> seen.contents & 1,
                           &seen.array[k]));
    TRY(put(to, 0, &seen, sizeof seen));
out:
    if (file.id >= 0) H5Fclose(file.id);
    return status;
}

/* Checking the child's findings */

static enum status nonsense(const struct cache *cache)
{
    return array_nonsense(&cache->file);
}

static enum status cache_take_seen(void *to, uint32_t kind, const void *bytes, size_t size)
{
    struct cache *cache = to;
    struct seen seen;
    if (kind || size != sizeof seen || cache->narrays) return nonsense(cache);
    memcpy(&seen, bytes, sizeof seen);
    if (seen.contents < 0 || seen.contents > HOLDS_PRODUCT || seen.type < 0 ||
        seen.type > CHAIN_MDP - CHAIN_DTMC)
        return nonsense(cache);
    cache->contents = (enum contents)seen.contents;
    cache->type = (enum chain_type)(CHAIN_DTMC + seen.type);
    const uint64_t *rounding = seen.rounding, most = UINT32_MAX; /* so that sums of them do not
                                                                    overflow */
    cache->rounding = (struct chain_rounding){
        rounding[ROUNDED_TRANSITIONS], rounding[ROUNDED_REWARDS],
        rounding[ROUNDED_MORE] != 0 || rounding[ROUNDED_TRANSITIONS] > most ||
            rounding[ROUNDED_REWARDS] > most};
    cache->minor = seen.version[1];
    snprintf(cache->model, sizeof cache->model, "%.*s", (int)sizeof cache->model - 1, seen.model);
    uint64_t left = cache->file.size;
    for (int k = 0; k < NKINDS; k++) {
        bool may_be = kinds[k].of >> cache->contents & 1,
             may_lack = kinds[k].optional >> cache->contents & 1;
        struct array *array = &cache->arrays[cache->narrays];
        if (may_be && !may_lack && !seen.array[k].there) return nonsense(cache);
        if (!may_be || !seen.array[k].there) continue;
        MUST(array_take(&cache->file, &kinds[k].array, &seen.array[k], &left, array));
        cache->narrays++;
    }
    return OK;
}

enum status load_open(const char *path, struct cache *out)
{
    enum { MEMORY = 64 << 20, SECONDS = 20 }; /* the child reads no array */
    *out = (struct cache){0};
    enum status status = hdf5_open(path, "cache", &out->file);
    if (status != OK) return status;
    status = isolated(&(struct isolation){MEMORY, SECONDS}, cache_look, &out->file, out->file.fd,
                      cache_take_seen, out);
    if (status == ERROR_CRASHED)
        return fail(ERROR_DAMAGED, "%s is a damaged cache: reading it failed: %s", path,
                    fail_message());
    return status == OK && !out->narrays ? nonsense(out) : status;
}

enum status load_open_as(const char *path, enum contents wanted, struct cache *out)
{
    static const char *const names[] = {
        [HOLDS_SYSTEM] = "linear system", [HOLDS_CHAIN] = "chain", [HOLDS_PRODUCT] = "graph"};
    enum status status = load_open(path, out);
    if (status != OK || out->contents == wanted) return status;
    return fail(ERROR_INPUT, "%s is a cache of a %s, not of a %s", path, names[out->contents],
                names[wanted]);
}

enum status load_find(const struct cache *cache, const char *name, hsize_t columns,
                      struct array *out, bool *found)
{
    size_t k = 0;
    while (k < cache->narrays && strcmp(cache->arrays[k].name, name)) k++;
    if (found) *found = k < cache->narrays;
    if (k == cache->narrays) return found ? OK : hdf5_damaged(&cache->file, name, "it is missing");
    *out = cache->arrays[k];
    return out->rank == 1 || out->dim[1] == columns ? OK : array_wrong_rank(&cache->file, out);
}
