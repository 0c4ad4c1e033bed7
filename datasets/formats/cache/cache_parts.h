/* Writes a cache of a linear system, for callers that never have all its rows. */
#pragma once

#include "base/arrays/array_parts.h"
#include "base/sparse/linear.h"

/* A system that is written a range of rows at a time, in parts that are filled side by side
 * (base/arrays/array_parts.h): after cache_begin_system each part but the first is told its first
 * row and entry, and then its rows come in order. row[] of rows is that of the whole. path stays
 * until the end. outline: the numbers of rows and entries; of b, answer and weight those that are
 * not NULL are in the file, and come with all rows. Errors: those of cache_write_system. */
enum status cache_begin_system(const char *path, const struct linear *outline, int parts,
                               struct array_parts *out);
void cache_divide_system(struct array_parts *w, int part, uint64_t row, uint64_t entry);
enum status cache_put_rows(struct array_parts *w, int part, const struct linear *rows);
