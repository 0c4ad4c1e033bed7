/* A binary cache of a chain, a linear system or a product in HDF5, read at the speed of the disk
 * (format: docs/formats.md). */
#pragma once

#include <stdbool.h>

#include "base/automata/product.h"
#include "base/sparse/chain.h"
#include "base/sparse/linear.h"
#include "datasets/format.h"

/* *out = the contents of the cache at path. Errors: ERROR_IO, ERROR_DAMAGED, ERROR_INPUT (a results
 * file). */
enum status cache_holds(const char *path, enum contents *out);

/* Read all of a cache. They check the checksums, the ranges, and the conditions of
 * base/sparse/chain.h, csr.h, linear.h and product.h. type: the type that the user gave, or
 * CHAIN_UNKNOWN. Errors: ERROR_IO, ERROR_DAMAGED, ERROR_INPUT (another type, other contents, or
 * more than this machine's memory holds), ERROR_HOST_MEMORY, ERROR_INTERRUPTED; *out is zeroed
 * then. */
enum status cache_read_chain(const char *path, enum chain_type type, struct chain *out);
enum status cache_read_system(const char *path, struct linear *out);
/* Reads a chain that cache_write_model wrote for the same model text and that has not changed
 * since. Errors: ERROR_DAMAGED if it is anything else. */
enum status cache_read_model(const char *path, const char *model, struct chain *out);
/* Read a system without entries and diagonal, but check their checksums; and a range of its rows,
 * as in struct format. Errors: the same. */
enum status cache_read_outline(const char *path, struct linear *out);
enum status cache_read_rows(const char *path, struct linear *rows);
enum status cache_read_product(const char *path, struct product *out);

/* Write a cache to path, or leave path unchanged on failure. They do not check the conditions.
 * Errors: ERROR_IO, ERROR_HOST_MEMORY, ERROR_INTERRUPTED, and ERROR_INPUT (a system without
 * rows). */
enum status cache_write_chain(const struct chain *chain, const char *path);
/* model: identifies everything that the chain was built from, such as a hash. */
enum status cache_write_model(const struct chain *chain, const char *model, const char *path);
enum status cache_write_system(const struct linear *system, const char *path);
enum status cache_write_product(const struct product *product, const char *path);
