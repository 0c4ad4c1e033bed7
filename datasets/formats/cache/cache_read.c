/* Reads systems and products, and finds the arrays that chains have, too. */
#include "datasets/formats/cache/cache.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/arrays/array_file.h"
#include "base/arrays/array_range.h"
#include "base/memory.h"
#include "datasets/formats/cache/cache_check.h"
#include "datasets/formats/cache/cache_reader.h"

/* Arrays that chains and systems share */

enum status cache_find_array(struct cache_reader *r, const char *name, hsize_t columns)
{
    struct array *array = &r->arrays[r->count];
    MUST(load_find(&r->cache, name, columns, array, NULL));
    r->count++;
    r->bytes += (double)array_bytes(array);
    return OK;
}

enum status cache_wrong_length(const struct cache_reader *r, const struct array *array,
                               uint64_t expected)
{
    char text[120];
    snprintf(text, sizeof text, "it has %llu numbers where %llu belong",
             (unsigned long long)array->dim[0], (unsigned long long)expected);
    return hdf5_damaged(&r->cache.file, array->name, text);
}

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

enum status cache_find_csr(struct cache_reader *r, struct csr *out)
{
    MUST(cache_find_rows(r, &out->rows, &out->nnz));
    MUST(cache_find_array(r, "val", 0));
    if (r->arrays[VAL].dim[0] != out->nnz) return cache_wrong_length(r, &r->arrays[VAL], out->nnz);
    return OK;
}

enum status cache_allocate_csr(struct cache_reader *r, struct csr *inout)
{
    MUST(csr_allocate(inout->rows, inout->nnz, inout));
    r->arrays[ROW].piece = inout->row;
    r->arrays[COL].piece = inout->col;
    r->arrays[VAL].piece = inout->val;
    return OK;
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
    if (array->dim[0] != n) return cache_wrong_length(r, array, n);
    MUST(allocate(n, sizeof **out, name, out));
    array->piece = *out;
    r->count++;
    return OK;
}

static enum status cache_fill_system(struct cache_reader *r, struct linear *out)
{
    struct csr *off = &out->a.off;
    MUST(cache_find_csr(r, off));
    MUST(memory_must_fit(r->bytes, r->cache.file.path));
    MUST(cache_allocate_csr(r, off));
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
    MUST(cache_find_csr(r, off));
    MUST(load_find(&r->cache, "diag", 0, &diag, NULL));
    if (diag.dim[0] != off->rows) return cache_wrong_length(r, &diag, off->rows);
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
    MUST(cache_find_csr(r, &whole));
    MUST(load_find(&r->cache, "diag", 0, &diag, NULL));
    if (diag.dim[0] != whole.rows) return cache_wrong_length(r, &diag, whole.rows);
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
    if (r->arrays[INITIAL].dim[0] != 1) return cache_wrong_length(r, &r->arrays[INITIAL], 1);
    if (r->arrays[ACCEPTING].dim[0] != words)
        return cache_wrong_length(r, &r->arrays[ACCEPTING], words);
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
