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

static size_t add(struct array *arrays, size_t count, const char *name, uint32_t n, double *vector)
{
    if (vector)
        arrays[count++] =
            (struct array){name, ELEMENT_F64, 1, sizeof *vector, {n, 1}, .piece = vector};
    return count;
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
    size_t count = add(arrays, 0, "x", file->n, file->x);
    count = add(arrays, count, "v", file->n, file->v);
    count = add(arrays, count, "w", file->n, file->w);
    count = add(arrays, count, "y", file->n, file->y);
    count = add(arrays, count, "u", file->n, file->u);
    return arrays_write(path, replaces ? &kind_proof : NULL, &facts, count, arrays);
}
