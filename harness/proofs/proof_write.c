#include <string.h>

#include "base/arrays/array_file.h"
#include "harness/proofs/proof_file.h"

const struct file_kind kind_proof = {"a proof", "\x89HDF", PROOF_SCHEMA};

static bool attach_number(hid_t root, const char *name, double number)
{
    return hdf5_attach(root, name, H5T_IEEE_F64LE, 1, &number);
}

static bool attach_claim(hid_t root, const void *more)
{
    const struct proof_file *f = more;
    return hdf5_attach_text(root, "system", f->system) &&
           hdf5_attach_text(root, "kind", problem_kind_names[f->kind]) &&
           hdf5_attach_text(root, "meaning", f->model ? "model" : "stored") &&
           hdf5_attach_text(root, "property", f->property) &&
           hdf5_attach_text(root, "note", f->note) && attach_number(root, "epsilon", f->epsilon) &&
           attach_number(root, "seconds", f->seconds) &&
           attach_number(root, "value", f->claim.value) &&
           attach_number(root, "value_low", f->claim.low) &&
           attach_number(root, "value_high", f->claim.high) &&
           attach_number(root, "error_bound", f->claim.error);
}

const char *const proof_vector_names[PROOF_ARRAYS] = {"x", "v",   "w",    "y",
                                                      "u", "low", "high", "rank",
                                                      "level"};

static void add_ranks(const struct proof_file *file, int k, uint32_t *rank, struct array *arrays,
                      size_t *count)
{
    if (rank)
        arrays[(*count)++] = (struct array){proof_vector_names[k], ELEMENT_U32,  1,
                                            sizeof *rank,          {file->n, 1}, .piece = rank};
}

enum status proof_file_write(const char *path, bool replaces, const struct proof_file *file)
{
    enum { BYTES = 8000 };
    struct array arrays[MOST_ARRAYS];
    const struct array_facts facts = {.schema = PROOF_SCHEMA,
                                      .version = {PROOF_MAJOR, PROOF_MINOR},
                                      .source = file->source,
                                      .program = file->program,
                                      .attach = attach_claim,
                                      .more = file,
                                      .bytes = BYTES + strlen(file->property)};
    size_t count = 0;
    for (int k = 0; k < PROOF_VECTORS; k++)
        if (file->vector[k])
            arrays[count++] =
                (struct array){proof_vector_names[k], ELEMENT_F64,  1,
                               sizeof(double),        {file->n, 1}, .piece = file->vector[k]};
    add_ranks(file, PROOF_RANK, file->rank, arrays, &count);
    add_ranks(file, PROOF_LEVEL, file->level, arrays, &count);
    return arrays_write(path, replaces ? &kind_proof : NULL, &facts, count, arrays);
}
