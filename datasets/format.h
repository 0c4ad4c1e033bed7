/* The file formats: by what name they end, how they are read and written. What each holds:
 * docs/formats.md. */
#pragma once

#include <stdbool.h>

#include "base/automata/product.h"
#include "base/sparse/chain.h"
#include "base/sparse/linear.h"

enum contents { HOLDS_SYSTEM, HOLDS_CHAIN, HOLDS_PRODUCT };

/* A NULL function: the format cannot do that. Every one of the readers fails with ERROR_IO,
 * ERROR_INPUT (naming file and line), ERROR_DAMAGED, ERROR_HOST_MEMORY or ERROR_INTERRUPTED, and
 * leaves *out zeroed then. */
struct format {
    const char *name, *title;
    const char *ending; /* of file names, with its dot; a packed file has .gz or .xz behind it */
    bool in_archives;   /* a tar archive with one such file is read, too */
    bool as_it_lies;    /* bytes are read where they lie on disk, so a file cannot be packed */
    /* Whether a file with this ending is of this format: start is its first FORMAT_START bytes or
     * all of it, ending with NUL. NULL: always. */
    bool (*recognises)(const char *start);
    /* Which of them the file holds, for a format of several; NULL: what there is a reader for. */
    enum status (*holds)(const char *path, enum contents *out);
    /* type: what the user said, or CHAIN_UNKNOWN; a file that says otherwise is refused, as is one
     * that leaves it open. */
    enum status (*read_chain)(const char *path, enum chain_type type, struct chain *out);
    /* Adds a reward, named by a file relative to the chain's folder. NULL: read_chain brings the
     * rewards, by name. */
    enum status (*read_reward)(const char *path, const char *name, struct chain *chain);
    enum status (*read_matrix)(const char *path, struct csr *out);
    /* A right-hand side of n numbers for such a matrix (*out is new). */
    enum status (*read_vector)(const char *path, uint32_t n, double **out);
    /* A matrix with its right-hand side and all, in place of read_matrix; no entry of the diagonal
     * is zero. */
    enum status (*read_system)(const char *path, struct linear *out);
    /* The same a range of rows at a time, both or none. The outline is all but entries and diagonal
     * (col, val and diag are NULL); of a format with read_matrix, the diagonal and where rows
     * begin. Then rows first .. first + rows->a.off.n - 1, for which there is room and off.row says
     * where each begins, the first at 0. in_order: whether the outline found that entries come row
     * after row, for read_rows. */
    enum status (*read_outline)(const char *path, struct linear *out, bool *in_order);
    enum status (*read_rows)(const char *path, bool in_order, uint64_t first, struct linear *rows);
    enum status (*read_product)(const char *path, struct product *out);
    /* Into a folder that exists, under the format's usual names; each file appears whole or not at
     * all. */
    enum status (*write_chain)(const struct chain *chain, const char *folder);
    enum status (*write_system)(const struct linear *system, const char *folder);
    enum status (*write_product)(const struct product *product, const char *folder);
};

/* What written files say about where they come from, in formats with room for it; set before
 * writing. */
struct origin {
    const char *source, *program; /* never NULL */
    bool fresh;                   /* a file that exists is not replaced */
};

extern struct origin format_origin;

enum { FORMAT_START = 4096 };

extern const struct format *const formats[];
extern const int format_count;

/* The format called name, or NULL. */
const struct format *format_named(const char *name);

/* The format of the file at path: by its ending and, where several formats share that, its first
 * bytes. Errors: ERROR_INPUT (no format has this ending), ERROR_IO. */
enum status format_of_file(const char *path, const struct format **out);

/* Fails where the name of path ends like that of a file that must be converted first, and says by
 * which command. */
enum status format_known(const char *path);

/* *out (new) = name, relative to the folder of path, with .gz or .xz where only that exists. */
enum status format_beside(const char *path, const char *name, char **out);
