/* Reads files that may come from anybody. A child process (base/process/isolated.h) reads the
 * file with HDF5 and sends its content in one message. That message is checked here as if it came
 * from anybody. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arrays/array_file.h"
#include "base/arrays/array_find.h"
#include "base/memory.h"
#include "base/process/isolated.h"
#include "harness/proofs/proof_file.h"

void proof_file_free(struct proof_file *file)
{
    free(file->source);
    free(file->property);
    free(file->program);
    for (int k = 0; k < PROOF_VECTORS; k++) free(file->vector[k]);
    free(file->rank);
    free(file->level);
    *file = (struct proof_file){0};
}

/* Reading, in the child */

enum { LONGEST_TEXT = 1 << 14, NNUMBERS = 6 };

static struct array_kind vector_kind(int k)
{
    return (struct array_kind){proof_vector_names[k], k >= PROOF_RANK ? ELEMENT_U32 : ELEMENT_F64,
                               1};
}

static const char *const meanings[] = {"stored", "model", NULL};

struct seen {
    char source[LONGEST_TEXT], property[LONGEST_TEXT], program[256], note[160], system[SYSTEM_HASH],
        kind[16], meaning[16];
    double number[NNUMBERS];
    struct array_place place[PROOF_ARRAYS];
};
_Static_assert(sizeof(struct seen) <= LARGEST_MESSAGE, "it is one message");

static const char *const number_names[NNUMBERS] = {"epsilon",   "seconds",    "value",
                                                   "value_low", "value_high", "error_bound"};

static enum status look_at_texts(const struct hdf5_file *file, hid_t root, struct seen *out)
{
    const struct {
        const char *name;
        char *to;
        size_t size;
    } texts[] = {{"source", out->source, sizeof out->source},
                 {"property", out->property, sizeof out->property},
                 {"program", out->program, sizeof out->program},
                 {"note", out->note, sizeof out->note},
                 {"system", out->system, sizeof out->system},
                 {"kind", out->kind, sizeof out->kind},
                 {"meaning", out->meaning, sizeof out->meaning}};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        if (!hdf5_read_text(root, texts[k].name, texts[k].to, texts[k].size))
            return hdf5_damaged(file, texts[k].name, "the attribute is not a text of fixed length");
    return OK;
}

static enum status look_at_numbers(const struct hdf5_file *file, hid_t root, struct seen *out)
{
    for (int k = 0; k < NNUMBERS; k++)
        if (!hdf5_read_attribute(root, number_names[k], H5T_NATIVE_DOUBLE, 1, &out->number[k]))
            return hdf5_damaged(file, number_names[k], "the attribute is not a number");
    return OK;
}

static enum status look_at_proof(void *argument, int fd, message_fn *put, void *to)
{
    enum status status = OK;
    struct hdf5_file file = *(const struct hdf5_file *)argument;
    hid_t root = H5I_INVALID_HID;
    struct seen *seen = NULL;
    TRY(allocate_zeroed(1, sizeof *seen, "a proof", &seen));
    TRY(hdf5_look(&file, fd));
    TRY(array_check_schema(&file, PROOF_SCHEMA, PROOF_MAJOR, "certify it again"));
    TRY(hdf5_open_group(&file, "/", &root));
    TRY(look_at_texts(&file, root, seen));
    TRY(look_at_numbers(&file, root, seen));
    const struct array_kind low = vector_kind(PROOF_LOW);
    TRY(array_look(&file, &low, true, &seen->place[PROOF_LOW]));
    for (int k = 0; k < PROOF_ARRAYS; k++) { /* x, or low, high and rank */
        const struct array_kind kind = vector_kind(k);
        const bool optional = k == PROOF_LEVEL || (seen->place[PROOF_LOW].there ? k < PROOF_LOW
                                                                                : k > 0);
        TRY(array_look(&file, &kind, optional, &seen->place[k]));
    }
    TRY(put(to, 0, seen, sizeof *seen));
out:
    if (root >= 0) H5Gclose(root);
    if (file.id >= 0) H5Fclose(file.id);
    free(seen);
    return status;
}

static enum status look_at_schema(void *argument, int fd, message_fn *put, void *to)
{
    struct hdf5_file file = *(const struct hdf5_file *)argument;
    enum status status = hdf5_look(&file, fd);
    if (status == OK && hdf5_has_schema(&file, "/", PROOF_SCHEMA)) status = put(to, 0, "", 0);
    if (file.id >= 0) H5Fclose(file.id);
    return status;
}

static enum status look_apart(const struct hdf5_file *file, isolated_work *work, message_fn *take,
                              void *taker)
{
    enum { MEMORY = 64 << 20, SECONDS = 20 }; /* the child reads no vector */
    enum status status =
        isolated(&(struct isolation){MEMORY, SECONDS}, work, (void *)file, file->fd, take, taker);
    if (status != ERROR_CRASHED) return status;
    return fail(ERROR_DAMAGED, "%s is a damaged %s: reading it failed: %s", file->path, file->kind,
                fail_message());
}

static enum status take_mark(void *to, uint32_t kind, const void *bytes, size_t size)
{
    (void)kind, (void)bytes, (void)size;
    *(bool *)to = true;
    return OK;
}

enum status proof_file_is(const char *path, bool *out)
{
    struct hdf5_file file;
    *out = false;
    enum status status = hdf5_open(path, "results file or proof", &file);
    if (status == OK) status = look_apart(&file, look_at_schema, take_mark, out);
    hdf5_close(&file);
    return status;
}

/* Checking the message */

struct proof_reader {
    struct hdf5_file file;
    struct seen *seen;
    bool taken;
};

static enum status take_seen(void *to, uint32_t kind, const void *bytes, size_t size)
{
    struct proof_reader *r = to;
    if (kind || size != sizeof *r->seen || r->taken) return array_nonsense(&r->file);
    memcpy(r->seen, bytes, size);
    r->taken = true;
    return OK;
}

/* Takes *out (new), a text that ends within its room and has no control characters. */
static enum status take_text(const struct proof_reader *r, const char *name, const char *text,
                             size_t size, char **out)
{
    if (!memchr(text, '\0', size)) return array_nonsense(&r->file);
    if (!name_printable(text))
        return hdf5_damaged(&r->file, name, "the attribute has control characters");
    return copy_text(text, out);
}

static enum status proof_take_word(const struct proof_reader *r, const char *name, const char *word,
                                   size_t size, const char *const *words, size_t count, int *out)
{
    for (*out = 0; (size_t)*out < count; ++*out)
        if (!strncmp(word, words[*out], size)) return OK;
    return hdf5_damaged(&r->file, name, "the attribute is none of the words that it may be");
}

static bool is_hash(const char *text)
{
    return strnlen(text, SYSTEM_HASH) == SYSTEM_HASH - 1 &&
           strspn(text, "0123456789abcdef") == SYSTEM_HASH - 1;
}

static enum status take_texts(const struct proof_reader *r, struct proof_file *out)
{
    const struct seen *seen = r->seen;
    char *note = NULL;
    int kind, meaning;
    MUST(take_text(r, "source", seen->source, sizeof seen->source, &out->source));
    MUST(take_text(r, "property", seen->property, sizeof seen->property, &out->property));
    MUST(take_text(r, "program", seen->program, sizeof seen->program, &out->program));
    MUST(take_text(r, "note", seen->note, sizeof seen->note, &note));
    memcpy(out->note, seen->note, sizeof out->note);
    free(note);
    if (!is_hash(seen->system))
        return hdf5_damaged(&r->file, "system", "the attribute is not 64 hexadecimal digits");
    memcpy(out->system, seen->system, sizeof out->system);
    MUST(proof_take_word(r, "kind", seen->kind, sizeof seen->kind, problem_kind_names, NKINDS,
                         &kind));
    if (kind == KIND_PRODUCT) return hdf5_damaged(&r->file, "kind", "a graph has no proof");
    MUST(proof_take_word(r, "meaning", seen->meaning, sizeof seen->meaning, meanings, 2, &meaning));
    out->kind = (enum problem_kind)kind;
    out->model = meaning;
    return OK;
}

static enum status take_numbers(const struct proof_reader *r, struct proof_file *out)
{
    const double *number = r->seen->number;
    out->epsilon = number[0], out->seconds = number[1];
    out->claim = (struct proof_claim){
        .value = number[2], .low = number[3], .high = number[4], .error = number[5]};
    if (!(out->epsilon > 0 && isfinite(out->epsilon)))
        return hdf5_damaged(&r->file, "epsilon", "the attribute is not above 0");
    if (!(out->claim.error >= 0))
        return hdf5_damaged(&r->file, "error_bound", "the attribute is negative");
    const struct proof_claim *claim = &out->claim;
    if (isnan(claim->low) && isnan(claim->high)) return OK;
    if (claim->low <= claim->value && claim->value <= claim->high) return OK;
    return hdf5_damaged(&r->file, "value", "it is not between value_low and value_high");
}

static enum status check_vector(const struct proof_reader *r, int k, uint32_t n, const double *x)
{
    for (uint32_t i = 0; i < n; i++)
        if (isnan(x[i]) || (k < PROOF_LOW && isinf(x[i])))
            return hdf5_damaged(&r->file, proof_vector_names[k],
                                k < PROOF_LOW ? "a number in it is not finite"
                                              : "it has something that is no number");
    return OK;
}

/* Finds the vectors that are there. All have the same length, which is stored. */
static enum status find_vectors(const struct proof_reader *r, struct proof_file *out,
                                struct array *arrays, size_t *count)
{
    uint64_t left = r->file.size;
    *count = 0;
    if (!r->seen->place[0].there && !r->seen->place[PROOF_LOW].there)
        return array_nonsense(&r->file);
    for (int k = 0; k < PROOF_ARRAYS; k++) {
        const struct array_kind kind = vector_kind(k);
        struct array *array = &arrays[*count];
        if (!r->seen->place[k].there) continue;
        MUST(array_take(&r->file, &kind, &r->seen->place[k], &left, array));
        if (array->dim[0] > UINT32_MAX)
            return hdf5_damaged(&r->file, array->name, "its length is out of range");
        if (array->dim[0] != arrays[0].dim[0])
            return hdf5_damaged(&r->file, array->name,
                                r->seen->place[0].there ? "it is not as long as x"
                                                        : "it is not as long as low");
        ++*count;
    }
    out->n = (uint32_t)arrays[0].dim[0];
    return memory_must_fit((double)*count * out->n * sizeof(double), r->file.path);
}

static enum status take_vectors(const struct proof_reader *r, struct proof_file *out)
{
    struct array arrays[PROOF_ARRAYS];
    size_t count;
    MUST(find_vectors(r, out, arrays, &count));
    for (int k = 0, at = 0; k < PROOF_ARRAYS; k++) {
        if (!r->seen->place[k].there) continue;
        uint32_t **const rank = k == PROOF_RANK ? &out->rank : &out->level;
        if (k >= PROOF_RANK) MUST(allocate(out->n, sizeof **rank, "a proof", rank));
        else MUST(allocate(out->n, sizeof(double), "a proof", &out->vector[k]));
        arrays[at++].piece = k >= PROOF_RANK ? (void *)*rank : out->vector[k];
    }
    MUST(arrays_read(&r->file, count, arrays));
    for (int k = 0; k < PROOF_VECTORS; k++)
        if (out->vector[k]) MUST(check_vector(r, k, out->n, out->vector[k]));
    return OK;
}

enum status proof_file_read(const char *path, struct proof_file *out)
{
    enum status status = OK;
    struct proof_reader r = {0};
    *out = (struct proof_file){0};
    TRY(hdf5_open(path, "proof", &r.file));
    TRY(allocate_zeroed(1, sizeof *r.seen, "a proof", &r.seen));
    TRY(look_apart(&r.file, look_at_proof, take_seen, &r));
    if (!r.taken) TRY(array_nonsense(&r.file));
    TRY(take_texts(&r, out));
    TRY(take_numbers(&r, out));
    TRY(take_vectors(&r, out));
out:
    hdf5_close(&r.file);
    free(r.seen);
    if (status != OK) proof_file_free(out);
    return status;
}
